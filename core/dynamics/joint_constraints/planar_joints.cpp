// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/dynamics/frames.h"
#include "core/dynamics/joint_constraints/coincidence.h"
#include "core/dynamics/joint_constraints/single_rows.h"

namespace holonom {
namespace {

/// Relative angle: C = θ_a + offset − θ_b, one row, linear.
struct RelativeAngle {
  double offset = 0;
  double residual(const PlanarPair& pair) const { return pair.a.theta + offset - pair.b.theta; }
  static void jacobian(double* J) {
    J[2] = 1;
    J[5] = -1;
  }
};

constexpr std::string_view kCoincidenceRows =
    "x.xx.x"
    ".xx.xx";
constexpr std::string_view kTurningHessian =
    "......"
    "......"
    "..x..."
    "......"
    "......"
    ".....x";

class RevoluteConstraint final : public JointConstraint {
 public:
  RevoluteConstraint(std::string name, int a, int b, Coincidence pin)
      : JointConstraint(std::move(name), a, b), pin_(std::move(pin)) {}
  int rowCount() const override { return 2; }
  std::string rowName(int row) const override { return row == 0 ? "x" : "y"; }
  std::string_view jacobianStructure() const override { return kCoincidenceRows; }
  std::string_view hessianStructure() const override { return kTurningHessian; }
  const Coincidence* pin() const override { return &pin_; }
  void residual(const PlanarPair& pair, double* c) const override { pin_.residual(pair, c); }
  void jacobian(const PlanarPair& pair, double* J) const override { pin_.jacobian(pair, J); }
  void velocityJacobian(const PlanarPair& pair, double* P) const override { pin_.velocityJacobian(pair, P); }
  void accelerationJacobian(const PlanarPair& pair, const PairVector& acceleration,
                            double* A) const override {
    pin_.accelerationJacobian(pair, acceleration, A);
  }
  void gamma(const PlanarPair& pair, double* g) const override { pin_.gamma(pair, g); }
  void hessian(const PlanarPair& pair, const double* lambda, double* H) const override {
    pin_.hessian(pair, lambda, H);
  }

 private:
  Coincidence pin_;
};

class FixedConstraint final : public JointConstraint {
 public:
  FixedConstraint(std::string name, int a, int b, Coincidence pin, double angle)
      : JointConstraint(std::move(name), a, b), pin_(std::move(pin)), angle_{angle} {}
  int rowCount() const override { return 3; }
  std::string rowName(int row) const override { return row == 0 ? "x" : row == 1 ? "y" : "angle"; }
  std::string_view jacobianStructure() const override {
    return "x.xx.x"
           ".xx.xx"
           "..x..x";
  }
  std::string_view hessianStructure() const override { return kTurningHessian; }
  void residual(const PlanarPair& pair, double* c) const override {
    pin_.residual(pair, c);
    c[2] = angle_.residual(pair);
  }
  void jacobian(const PlanarPair& pair, double* J) const override {
    pin_.jacobian(pair, J);
    RelativeAngle::jacobian(J + 2 * kPairSize);
  }
  void velocityJacobian(const PlanarPair& pair, double* P) const override { pin_.velocityJacobian(pair, P); }
  void accelerationJacobian(const PlanarPair& pair, const PairVector& acceleration,
                            double* A) const override {
    pin_.accelerationJacobian(pair, acceleration, A);
  }
  void gamma(const PlanarPair& pair, double* g) const override { pin_.gamma(pair, g); }
  void hessian(const PlanarPair& pair, const double* lambda, double* H) const override {
    pin_.hessian(pair, lambda, H);
  }

 private:
  Coincidence pin_;
  RelativeAngle angle_;
};

class PrismaticConstraint final : public JointConstraint {
 public:
  PrismaticConstraint(std::string name, int a, int b, AxisProjection normal, double angle)
      : JointConstraint(std::move(name), a, b), normal_(std::move(normal)), angle_{angle} {}
  int rowCount() const override { return 2; }
  std::string rowName(int row) const override { return row == 0 ? "normal" : "angle"; }
  std::string_view jacobianStructure() const override {
    return "xxxxxx"
           "..x..x";
  }
  std::string_view hessianStructure() const override { return AxisProjection::kHessian; }
  void residual(const PlanarPair& pair, double* c) const override {
    c[0] = normal_.residual(pair);
    c[1] = angle_.residual(pair);
  }
  void jacobian(const PlanarPair& pair, double* J) const override {
    normal_.jacobian(pair, J);
    RelativeAngle::jacobian(J + kPairSize);
  }
  void velocityJacobian(const PlanarPair& pair, double* P) const override {
    normal_.velocityJacobian(pair, P);
  }
  void accelerationJacobian(const PlanarPair& pair, const PairVector& acceleration,
                            double* A) const override {
    normal_.accelerationJacobian(pair, acceleration, A);
  }
  void gamma(const PlanarPair& pair, double* g) const override { g[0] = normal_.gamma(pair); }
  void hessian(const PlanarPair& pair, const double* lambda, double* H) const override {
    normal_.hessian(pair, lambda[0], H);
  }

 private:
  AxisProjection normal_;
  RelativeAngle angle_;
};

}  // namespace

std::unique_ptr<JointConstraint> makeJointConstraint(const Mechanism& mechanism, const Joint& joint) {
  if (auto nonholonomic = makeNonholonomicConstraint(mechanism, joint)) return nonholonomic;
  const auto pin = [&](PointRef a, PointRef b) {
    return Coincidence{inFrame(mechanism, a), inFrame(mechanism, b)};
  };
  const auto frame = [&](PointRef point) { return frameOf(mechanism, point); };
  if (const auto* revolute = std::get_if<RevoluteJoint>(&joint.kind)) {
    const auto& [a, b] = *revolute;
    return std::make_unique<RevoluteConstraint>(joint.name, frame(a), frame(b), pin(a, b));
  }
  if (const auto* fixed = std::get_if<FixedJoint>(&joint.kind)) {
    return std::make_unique<FixedConstraint>(joint.name, frame(fixed->a), frame(fixed->b),
                                             pin(fixed->a, fixed->b), fixed->angle);
  }
  const auto [a, b] = endsOf(joint);
  const AxisProjection projection{perpendicular(slideAxis(joint)->normalized()), inFrame(mechanism, a),
                                  inFrame(mechanism, b)};
  if (std::holds_alternative<SlotJoint>(joint.kind))
    return std::make_unique<AxisRow>(joint.name, frame(a), frame(b), "normal", projection);
  return std::make_unique<PrismaticConstraint>(joint.name, frame(a), frame(b), projection,
                                               std::get<PrismaticJoint>(joint.kind).angle);
}

}  // namespace holonom
