// SPDX-License-Identifier: GPL-3.0-or-later
// The rows that hold a mechanism at a limit of an ideal stop while the stop is closed.
#include "core/dynamics/force_laws/spring_geometry.h"
#include "core/dynamics/joint_constraints/axis_projection.h"
#include "core/dynamics/joint_constraints/joint_constraint.h"
#include "core/dynamics/mass_frame.h"

namespace holonom {
namespace {

/// C = σ (limit − x), σ = 1 at a lower and −1 at an upper limit: minus the distance to the limit, so that λ ≥ 0 is the
/// size of the force with which the stop pushes back.
class StopConstraint : public JointConstraint {
 public:
  StopConstraint(const std::string& name, int a, int b, const StopLimit& limit)
      : JointConstraint(name, a, b), sign_(limit.upper ? -1 : 1), limit_(limit.value), rowName_(limit.name()) {}
  int rowCount() const final { return 1; }
  std::string rowName(int) const final { return rowName_; }

 protected:
  double sign_, limit_;

 private:
  std::string rowName_;
};

/// x = θ_b − θ_a.
class AngleStop final : public StopConstraint {
 public:
  using StopConstraint::StopConstraint;
  std::string_view jacobianStructure() const override { return "..x..x"; }
  std::string_view hessianStructure() const override { return {}; }
  void residual(const PlanarPair& pair, double* c) const override {
    c[0] = sign_ * (limit_ - (pair.b.theta - pair.a.theta));
  }
  void jacobian(const PlanarPair&, double* J) const override {
    J[2] = sign_;
    J[5] = -sign_;
  }
  void velocityJacobian(const PlanarPair&, double*) const override {}
  void accelerationJacobian(const PlanarPair&, const PairVector&, double*) const override {}
  void gamma(const PlanarPair&, double* g) const override { g[0] = 0; }
  void hessian(const PlanarPair&, const double*, double*) const override {}
};

/// x = u · (p_b − p_a) with the axis u fixed in body a.
class DisplacementStop final : public StopConstraint {
 public:
  DisplacementStop(const std::string& name, int a, int b, const StopLimit& limit, AxisProjection axis)
      : StopConstraint(name, a, b, limit), axis_(std::move(axis)) {
    axis_.w0 *= sign_;  // all of the projection is linear in its direction
  }
  std::string_view jacobianStructure() const override { return "xxxxxx"; }
  std::string_view hessianStructure() const override {
    return "..x..."
           "..x..."
           "xxxxxx"
           "..x..."
           "..x..."
           "..x..x";
  }
  void residual(const PlanarPair& pair, double* c) const override { c[0] = sign_ * limit_ + axis_.residual(pair); }
  void jacobian(const PlanarPair& pair, double* J) const override { axis_.jacobian(pair, J); }
  void velocityJacobian(const PlanarPair& pair, double* P) const override { axis_.velocityJacobian(pair, P); }
  void accelerationJacobian(const PlanarPair& pair, const PairVector& acceleration, double* A) const override {
    axis_.accelerationJacobian(pair, acceleration, A);
  }
  void gamma(const PlanarPair& pair, double* g) const override { g[0] = axis_.gamma(pair); }
  void hessian(const PlanarPair& pair, const double* lambda, double* H) const override {
    axis_.hessian(pair, lambda[0], H);
  }

 private:
  AxisProjection axis_;
};

/// x = l = |d|, d = p_b − p_a.
class DistanceStop final : public StopConstraint {
 public:
  DistanceStop(const std::string& name, int a, int b, const StopLimit& limit, SpringPoints points)
      : StopConstraint(name, a, b, limit), points_(std::move(points)) {}
  std::string_view jacobianStructure() const override { return "xxxxxx"; }
  std::string_view hessianStructure() const override { return "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"; }
  void residual(const PlanarPair& pair, double* c) const override {
    c[0] = sign_ * (limit_ - SpringGeometry(points_, pair).length);
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
    const Vector2 second = Vector2(a[3] - a[0], a[4] - a[1]) + a[5] * tb - ob * ob * line.ub - a[2] * ta + oa * oa * line.ua;
    const auto entry = [&](const Vector2& d, const Vector2& dRate, const Vector2& dSecond) {
      const double along = line.u.dot(d);
      const Vector2 turned = (d - along * line.u) / l;  // ∂u
      const double lengthRate = turned.dot(rate) + line.u.dot(dRate);
      return -sign_ * (turned.dot(second) + line.u.dot(dSecond) + 2 * (rate.dot(dRate) - line.rate * lengthRate) / l -
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
};

}  // namespace

std::unique_ptr<JointConstraint> makeStopConstraint(const Mechanism& mechanism, const std::string& name, const Stop& stop,
                                                    const StopLimit& limit) {
  if (stop.joint < 0) {
    SpringPoints points{fromCentre(mechanism, stop.a), fromCentre(mechanism, stop.b)};
    return std::make_unique<DistanceStop>(name, stop.a.body, stop.b.body, limit, std::move(points));
  }
  const Joint& joint = mechanism.joints.at(static_cast<std::size_t>(stop.joint));
  const auto [a, b] = endsOf(joint);
  if (const auto* slider = std::get_if<PrismaticJoint>(&joint.kind)) {
    AxisProjection axis{slider->axis.normalized(), fromCentre(mechanism, a), fromCentre(mechanism, b)};
    return std::make_unique<DisplacementStop>(name, a.body, b.body, limit, std::move(axis));
  }
  return std::make_unique<AngleStop>(name, a.body, b.body, limit);
}

}  // namespace holonom
