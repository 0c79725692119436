// SPDX-License-Identifier: GPL-3.0-or-later
// The rows that hold a mechanism at a limit of an ideal stop while the stop is closed.
#include "core/dynamics/frames.h"
#include "core/dynamics/joint_constraints/point_distance.h"
#include "core/dynamics/joint_constraints/single_rows.h"
#include "core/dynamics/spatial/distance_in_space.h"
#include "core/model/part_words.h"

namespace holonom {
namespace {

/// C = k − σ l, l = |p_b − p_a|.
class DistanceRow final : public SingleRow {
 public:
  DistanceRow(const std::string& name, int a, int b, std::string rowName, PointDistance points)
      : SingleRow(name, a, b, std::move(rowName), 0), points_(std::move(points)) {}
  std::string_view jacobianStructure() const override { return PointDistance::kJacobian; }
  std::string_view hessianStructure() const override { return PointDistance::kHessian; }
  void residual(const PlanarPair& pair, double* c) const override { c[0] = points_.residual(pair); }
  void jacobian(const PlanarPair& pair, double* J) const override { points_.jacobian(pair, J); }
  void velocityJacobian(const PlanarPair& pair, double* P) const override {
    points_.velocityJacobian(pair, P);
  }
  void accelerationJacobian(const PlanarPair& pair, const PairVector& acceleration,
                            double* A) const override {
    points_.accelerationJacobian(pair, acceleration, A);
  }
  void gamma(const PlanarPair& pair, double* g) const override { g[0] = points_.gamma(pair); }
  void hessian(const PlanarPair& pair, const double* lambda, double* H) const override {
    points_.hessian(pair, lambda[0], H);
  }

 private:
  PointDistance points_;
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
                                         limitWords(limit), PointDistance{std::move(points), offset, sign});
  }
  const Joint& joint = mechanism.joints.at(static_cast<std::size_t>(stop.joint));
  const auto [a, b] = endsOf(joint);
  const int frameA = frameOf(mechanism, a), frameB = frameOf(mechanism, b);
  if (const auto slide = slideAxis(joint)) {
    AxisProjection axis{sign * directionInPlane(*slide), inFrame(mechanism, a), inFrame(mechanism, b)};
    return std::make_unique<AxisRow>(name, frameA, frameB, limitWords(limit), std::move(axis), offset);
  }
  return std::make_unique<AngleRow>(name, frameA, frameB, limitWords(limit), sign, offset);
}

std::unique_ptr<SpatialConstraint> makeSpatialStop(const Mechanism& mechanism, const std::string& name,
                                                   const Stop& stop, const StopLimit& limit) {
  const double sign = limit.upper ? -1 : 1, offset = sign * limit.value;
  const bool isLine = stop.joint < 0;
  const auto [a, b] =
      isLine ? std::pair(stop.a, stop.b) : endsOf(mechanism.joints.at(static_cast<std::size_t>(stop.joint)));
  const int frameA = frameOf(mechanism, a), frameB = frameOf(mechanism, b);
  if (isLine)
    return std::make_unique<ScalarRow<LengthInSpace>>(
        name, frameA, frameB, limitWords(limit), LengthInSpace(lineBetween(mechanism, a, b)), sign, offset);
  return std::make_unique<ScalarRow<CoordinateInSpace>>(
      name, frameA, frameB, limitWords(limit),
      CoordinateInSpace(mechanism, mechanism.joints.at(std::size_t(stop.joint)), stop.coordinate), sign,
      offset);
}

}  // namespace holonom
