// SPDX-License-Identifier: GPL-3.0-or-later
#include <array>
#include <vector>

#include "core/base/text.h"
#include "core/dynamics/frames.h"
#include "core/dynamics/joint_constraints/single_rows.h"
#include "core/dynamics/pole_source.h"
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
  const PoleSource* poles() const { return &poles_; }
  void poleValues(double t, double* out) const {
    probe_[0] = t;
    switches_.complete(probe_.data());
    poles_.values(probe_.data(), out);
  }
  double at(double t) const {
    probe_[0] = t;
    switches_.complete(probe_.data());
    std::array<double, 3> value;
    tape_.evaluate(probe_.data(), value.data(), scratch_.data());
    return value[0];
  }
  void fronts(double t, double* out) const {
    probe_[0] = t;
    switches_.complete(probe_.data());
    switches_.frontValues(probe_.data(), out);
  }
  double position() const { return value_[0]; }
  double velocity() const { return value_[1]; }
  double acceleration() const { return value_[2]; }

 private:
  explicit Motion(const Expression& expression)
      : tape_(expression.compileWithDerivatives(0)), switches_(expression, 1, 0),
        poles_(expression, expression.compile()), variables_(tape_.variableCount()),
        scratch_(tape_.scratchSize()), probe_(tape_.variableCount()) {}

  Tape tape_;
  SwitchSource switches_;
  PoleSource poles_;
  std::vector<double> variables_;
  mutable std::vector<double> scratch_, probe_;
  std::array<double, 3> value_{};
};

/// A row whose offset is a prescribed motion f(t).
template <typename Row>
class Driven final : public Row {
 public:
  template <typename... Axis>
  Driven(const std::string& name, int a, int b, Motion motion, Axis... axis)
      : Row(name, a, b, Text("motion"), std::move(axis)...), motion_(std::move(motion)) {}
  SwitchSource* switches() override { return motion_.switches(); }
  double timeSwitch(int i, double t) const override { return motion_.timeSwitch(i, t); }
  const PoleSource* poles() const override { return motion_.poles(); }
  void poleValues(double t, double* out) const override { motion_.poleValues(t, out); }
  double motionAt(double t) const override { return motion_.at(t); }
  void fronts(double t, double* out) const override { motion_.fronts(t, out); }
  void setTime(double t) override { motion_.setTime(t); }
  void gamma(const typename Row::Pair& pair, double* g) const override {
    Row::gamma(pair, g);
    g[0] -= motion_.acceleration();
  }
  void timeDerivative(double* ct) const override { ct[0] = motion_.velocity(); }

 protected:
  double offset() const override { return motion_.position(); }

 private:
  Motion motion_;
};

}  // namespace

std::unique_ptr<JointConstraint> makeDriverConstraint(const Mechanism& mechanism, const Driver& driver) {
  const Joint& joint = mechanism.joints.at(driver.joint);
  const auto [a, b] = endsOf(joint);
  const int frameA = frameOf(mechanism, a), frameB = frameOf(mechanism, b);
  Motion motion(mechanism, driver.motion);
  if (const Vector3* slide = slideAxis(joint)) {
    const AxisProjection axis{directionInPlane(*slide), inFrame(mechanism, a), inFrame(mechanism, b)};
    return std::make_unique<Driven<AxisRow>>(driver.name, frameA, frameB, std::move(motion), axis);
  }
  return std::make_unique<Driven<AngleRow>>(driver.name, frameA, frameB, std::move(motion));
}

std::unique_ptr<SpatialConstraint> makeSpatialDriver(const Mechanism& mechanism, const Driver& driver) {
  const Joint& joint = mechanism.joints.at(driver.joint);
  const auto [a, b] = endsOf(joint);
  return std::make_unique<Driven<ScalarRow<CoordinateInSpace>>>(
      driver.name, frameOf(mechanism, a), frameOf(mechanism, b), Motion(mechanism, driver.motion),
      CoordinateInSpace(mechanism, joint, driver.coordinate));
}

}  // namespace holonom
