// SPDX-License-Identifier: GPL-3.0-or-later
#include <array>
#include <vector>

#include "core/dynamics/joint_constraints/axis_projection.h"
#include "core/dynamics/joint_constraints/joint_constraint.h"
#include "core/dynamics/mass_frame.h"
#include "core/dynamics/switch_source.h"
#include "core/expressions/expression.h"

namespace holonom {
namespace {

/// f(t) with its exact first and second derivative, evaluated once per state.
class Motion {
 public:
  Motion(const Mechanism& mechanism, const std::string& text)
      : Motion(Expression::parseWithModes(text, std::vector<std::string>{"t"}, mechanism.parameters)) {}

  void setTime(double t) {
    variables_[0] = t;
    switches_.complete(variables_.data());
    tape_.evaluate(variables_.data(), value_.data(), scratch_.data());
  }
  SwitchSource* switches() { return &switches_; }
  double timeSwitch(int i, double t) const {
    probe_[0] = t;
    switches_.complete(probe_.data());
    return switches_.value(i, probe_.data());
  }
  double position() const { return value_[0]; }
  double velocity() const { return value_[1]; }
  double acceleration() const { return value_[2]; }

 private:
  explicit Motion(const Expression& expression)
      : tape_(expression.compileWithDerivatives(0)), switches_(expression, 1, 0), scratch_(tape_.scratchSize()),
        variables_(tape_.variableCount()), probe_(tape_.variableCount()) {}

  Tape tape_;
  SwitchSource switches_;
  std::vector<double> scratch_, variables_;
  mutable std::vector<double> probe_;
  std::array<double, 3> value_{};
};

/// C = f(t) − (θ_b − θ_a).
class RotationDriver final : public JointConstraint {
 public:
  RotationDriver(std::string name, int a, int b, Motion motion)
      : JointConstraint(std::move(name), a, b), motion_(std::move(motion)) {}
  int rowCount() const override { return 1; }
  std::string rowName(int) const override { return "motion"; }
  std::string_view jacobianStructure() const override { return "..x..x"; }
  std::string_view hessianStructure() const override { return {}; }
  SwitchSource* switches() override { return motion_.switches(); }
  double timeSwitch(int i, double t) const override { return motion_.timeSwitch(i, t); }
  void setTime(double t) override { motion_.setTime(t); }
  void residual(const PlanarPair& pair, double* c) const override {
    c[0] = motion_.position() - (pair.b.theta - pair.a.theta);
  }
  void jacobian(const PlanarPair&, double* J) const override {
    J[2] = 1;
    J[5] = -1;
  }
  void velocityJacobian(const PlanarPair&, double*) const override {}
  void accelerationJacobian(const PlanarPair&, const PairVector&, double*) const override {}
  void gamma(const PlanarPair&, double* g) const override { g[0] = -motion_.acceleration(); }
  void hessian(const PlanarPair&, const double*, double*) const override {}
  void timeDerivative(double* ct) const override { ct[0] = motion_.velocity(); }

 private:
  Motion motion_;
};

/// C = f(t) − u · (p_b − p_a) with the axis u fixed in body a.
class DisplacementDriver final : public JointConstraint {
 public:
  DisplacementDriver(std::string name, int a, int b, AxisProjection axis, Motion motion)
      : JointConstraint(std::move(name), a, b), axis_(std::move(axis)), motion_(std::move(motion)) {}
  int rowCount() const override { return 1; }
  std::string rowName(int) const override { return "motion"; }
  std::string_view jacobianStructure() const override { return "xxxxxx"; }
  std::string_view hessianStructure() const override {
    return "..x..."
           "..x..."
           "xxxxxx"
           "..x..."
           "..x..."
           "..x..x";
  }
  SwitchSource* switches() override { return motion_.switches(); }
  double timeSwitch(int i, double t) const override { return motion_.timeSwitch(i, t); }
  void setTime(double t) override { motion_.setTime(t); }
  void residual(const PlanarPair& pair, double* c) const override { c[0] = motion_.position() + axis_.residual(pair); }
  void jacobian(const PlanarPair& pair, double* J) const override { axis_.jacobian(pair, J); }
  void velocityJacobian(const PlanarPair& pair, double* P) const override { axis_.velocityJacobian(pair, P); }
  void accelerationJacobian(const PlanarPair& pair, const PairVector& acceleration, double* A) const override {
    axis_.accelerationJacobian(pair, acceleration, A);
  }
  void gamma(const PlanarPair& pair, double* g) const override { g[0] = axis_.gamma(pair) - motion_.acceleration(); }
  void hessian(const PlanarPair& pair, const double* lambda, double* H) const override {
    axis_.hessian(pair, lambda[0], H);
  }
  void timeDerivative(double* ct) const override { ct[0] = motion_.velocity(); }

 private:
  AxisProjection axis_;
  Motion motion_;
};

}  // namespace

std::unique_ptr<JointConstraint> makeDriverConstraint(const Mechanism& mechanism, const Driver& driver) {
  const Joint& joint = mechanism.joints.at(driver.joint);
  const auto [a, b] = endsOf(joint);
  Motion motion(mechanism, driver.motion);
  if (const auto* prismatic = std::get_if<PrismaticJoint>(&joint.kind)) {
    const AxisProjection axis{prismatic->axis.normalized(), fromCentre(mechanism, a), fromCentre(mechanism, b)};
    return std::make_unique<DisplacementDriver>(driver.name, a.body, b.body, axis, std::move(motion));
  }
  return std::make_unique<RotationDriver>(driver.name, a.body, b.body, std::move(motion));
}

}  // namespace holonom
