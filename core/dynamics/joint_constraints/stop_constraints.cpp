// SPDX-License-Identifier: GPL-3.0-or-later
// The rows that hold a mechanism at a limit of an ideal stop while the stop is closed.
#include "core/dynamics/force_laws/spring_geometry.h"
#include "core/dynamics/frames.h"
#include "core/dynamics/joint_constraints/single_rows.h"

namespace holonom {
namespace {

/// C = k − σ l, l = |p_b − p_a|.
class DistanceRow final : public SingleRow {
 public:
  DistanceRow(const std::string& name, int a, int b, std::string rowName, SpringPoints points, double sign,
              double offset)
      : SingleRow(name, a, b, std::move(rowName), offset), points_(std::move(points)), sign_(sign) {}
  std::string_view jacobianStructure() const override { return "xxxxxx"; }
  std::string_view hessianStructure() const override { return "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"; }
  void residual(const PlanarPair& pair, double* c) const override {
    c[0] = offset() - sign_ * SpringGeometry(points_, pair).length;
  }
  void jacobian(const PlanarPair& pair, double* J) const override {
    Eigen::Map<SpringGeometry::Vector6>{J} = -sign_ * SpringGeometry(points_, pair).g;
  }
  void velocityJacobian(const PlanarPair& pair, double* P) const override {
    const SpringGeometry line(points_, pair);
    Eigen::Map<SpringGeometry::Vector6>{P} = -sign_ * (line.hessian() * line.v);
  }
  /// From l″ = u·d″ + (|d′|² − l′²)/l by each coordinate of the pair, with ′ by time.
  void accelerationJacobian(const PlanarPair& pair, const PairVector& a, double* A) const override {
    const SpringGeometry line(points_, pair);
    if (!(line.length > 0)) return;
    const double oa = pair.a.omega, ob = pair.b.omega, l = line.length;
    const Vector2 ta = perpendicular(line.ua), tb = perpendicular(line.ub);
    const Vector2 rate = pair.b.v + ob * tb - pair.a.v - oa * ta;
    const Vector2 second =
        Vector2(a[3] - a[0], a[4] - a[1]) + a[5] * tb - ob * ob * line.ub - a[2] * ta + oa * oa * line.ua;
    const auto entry = [&](const Vector2& d, const Vector2& dRate, const Vector2& dSecond) {
      const double along = line.u.dot(d);
      const Vector2 turned = (d - along * line.u) / l;  // ∂u
      const double lengthRate = turned.dot(rate) + line.u.dot(dRate);
      return -sign_ *
             (turned.dot(second) + line.u.dot(dSecond) + 2 * (rate.dot(dRate) - line.rate * lengthRate) / l -
              (rate.squaredNorm() - line.rate * line.rate) * along / (l * l));
    };
    const Vector2 none = Vector2::Zero();
    for (int k = 0; k < 2; ++k) {
      A[k] = entry(-Vector2::Unit(k), none, none);
      A[3 + k] = entry(Vector2::Unit(k), none, none);
    }
    A[2] = entry(-ta, oa * line.ua, a[2] * line.ua + oa * oa * ta);
    A[5] = entry(tb, -ob * line.ub, -a[5] * line.ub - ob * ob * tb);
  }
  void gamma(const PlanarPair& pair, double* g) const override {
    const SpringGeometry line(points_, pair);
    g[0] = sign_ * line.v.dot(line.hessian() * line.v);
  }
  void hessian(const PlanarPair& pair, const double* lambda, double* H) const override {
    using Rows = Eigen::Matrix<double, kPairSize, kPairSize, Eigen::RowMajor>;
    Eigen::Map<Rows>{H} -= sign_ * lambda[0] * SpringGeometry(points_, pair).hessian();
  }

 private:
  SpringPoints points_;
  double sign_;
};

}  // namespace

/// C = σ (limit − x), σ = 1 at a lower and −1 at an upper limit: minus the distance to the limit, so that λ ≥
/// 0 is the size of the force with which the stop pushes back.
std::unique_ptr<JointConstraint> makeStopConstraint(const Mechanism& mechanism, const std::string& name,
                                                    const Stop& stop, const StopLimit& limit) {
  const double sign = limit.upper ? -1 : 1, offset = sign * limit.value;
  if (stop.joint < 0) {
    SpringPoints points{inFrame(mechanism, stop.a), inFrame(mechanism, stop.b)};
    return std::make_unique<DistanceRow>(name, frameOf(mechanism, stop.a), frameOf(mechanism, stop.b),
                                         limit.name(), std::move(points), sign, offset);
  }
  const Joint& joint = mechanism.joints.at(static_cast<std::size_t>(stop.joint));
  const auto [a, b] = endsOf(joint);
  const int frameA = frameOf(mechanism, a), frameB = frameOf(mechanism, b);
  if (const Vector2* slide = slideAxis(joint)) {
    AxisProjection axis{sign * slide->normalized(), inFrame(mechanism, a), inFrame(mechanism, b)};
    return std::make_unique<AxisRow>(name, frameA, frameB, limit.name(), std::move(axis), offset);
  }
  return std::make_unique<AngleRow>(name, frameA, frameB, limit.name(), sign, offset);
}

}  // namespace holonom
