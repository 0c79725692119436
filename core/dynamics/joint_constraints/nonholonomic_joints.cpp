// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/dynamics/frames.h"
#include "core/dynamics/joint_constraints/axis_projection.h"
#include "core/dynamics/joint_constraints/joint_constraint.h"
#include "core/dynamics/joint_constraints/knife_edge.h"
#include "core/dynamics/joint_constraints/rolling_contact.h"

namespace holonom {
namespace {

class KnifeEdgeConstraint final : public JointConstraint {
 public:
  KnifeEdgeConstraint(std::string name, int a, int b, KnifeEdge blade)
      : JointConstraint(std::move(name), a, b), blade_(std::move(blade)) {}
  int rowCount() const override { return 1; }
  int holonomicRowCount() const override { return 0; }
  std::string rowName(int) const override { return "blade"; }
  std::string_view jacobianStructure() const override { return "xxxxxx"; }
  std::string_view hessianStructure() const override {
    return ".....x"
           ".....x"
           "xx.xxx"
           ".....x"
           ".....x"
           "......";
  }
  void residual(const PlanarPair&, double*) const override {}
  void jacobian(const PlanarPair& pair, double* J) const override { blade_.jacobian(pair, J); }
  void velocityJacobian(const PlanarPair& pair, double* P) const override {
    blade_.velocityJacobian(pair, P);
  }
  void accelerationJacobian(const PlanarPair& pair, const PairVector& acceleration,
                            double* A) const override {
    blade_.accelerationJacobian(pair, acceleration, A);
  }
  void accelerationVelocityJacobian(const PlanarPair& pair, double* B) const override {
    blade_.accelerationVelocityJacobian(pair, B);
  }
  void gamma(const PlanarPair& pair, double* g) const override { g[0] = blade_.gamma(pair); }
  void hessian(const PlanarPair& pair, const double* lambda, double* H) const override {
    blade_.hessian(pair, lambda[0], H);
  }

 private:
  KnifeEdge blade_;
};

/// Distance of the disc's centre from the line, C = ρ − n · (p_b − p_a), then no slip.
class RollingConstraint final : public JointConstraint {
 public:
  RollingConstraint(std::string name, int a, int b, AxisProjection normal, RollingContact contact)
      : JointConstraint(std::move(name), a, b), normal_(std::move(normal)), contact_(std::move(contact)) {}
  int rowCount() const override { return 2; }
  int holonomicRowCount() const override { return 1; }
  std::string rowName(int row) const override { return row == 0 ? "normal" : "rolling"; }
  std::string_view jacobianStructure() const override {
    return "xxxxxx"
           "xxxxxx";
  }
  std::string_view hessianStructure() const override { return AxisProjection::kHessian; }
  void residual(const PlanarPair& pair, double* c) const override {
    c[0] = contact_.radius + normal_.residual(pair);
  }
  void jacobian(const PlanarPair& pair, double* J) const override {
    normal_.jacobian(pair, J);
    contact_.jacobian(pair, J + kPairSize);
  }
  void velocityJacobian(const PlanarPair& pair, double* P) const override {
    normal_.velocityJacobian(pair, P);
    contact_.velocityJacobian(pair, P + kPairSize);
  }
  void accelerationJacobian(const PlanarPair& pair, const PairVector& acceleration,
                            double* A) const override {
    normal_.accelerationJacobian(pair, acceleration, A);
    contact_.accelerationJacobian(pair, acceleration, A + kPairSize);
  }
  void gamma(const PlanarPair& pair, double* g) const override {
    g[0] = normal_.gamma(pair);
    g[1] = contact_.gamma(pair);
  }
  void hessian(const PlanarPair& pair, const double* lambda, double* H) const override {
    normal_.hessian(pair, lambda[0], H);
    contact_.hessian(pair, lambda[1], H);
  }

 private:
  AxisProjection normal_;
  RollingContact contact_;
};

}  // namespace

std::unique_ptr<JointConstraint> makeNonholonomicConstraint(const Mechanism& mechanism, const Joint& joint) {
  if (const auto* blade = std::get_if<KnifeEdgeJoint>(&joint.kind)) {
    return std::make_unique<KnifeEdgeConstraint>(
        joint.name, frameOf(mechanism, blade->a), frameOf(mechanism, blade->b),
        KnifeEdge{perpendicular(blade->axis.normalized()), inFrame(mechanism, blade->b)});
  }
  const auto* rolling = std::get_if<RollingJoint>(&joint.kind);
  if (!rolling) return nullptr;
  const Vector2 along = rolling->axis.normalized();
  const Vector2 a = inFrame(mechanism, rolling->a), b = inFrame(mechanism, rolling->b);
  return std::make_unique<RollingConstraint>(
      joint.name, frameOf(mechanism, rolling->a), frameOf(mechanism, rolling->b),
      AxisProjection{perpendicular(along), a, b}, RollingContact{along, b, rolling->radius});
}

}  // namespace holonom
