// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <array>
#include <map>
#include <memory>
#include <optional>
#include <vector>

#include "core/base/error.h"
#include "core/base/text.h"
#include "core/dynamics/frames.h"
#include "core/dynamics/joint_constraints/single_rows.h"
#include "core/dynamics/pole_source.h"
#include "core/dynamics/switch_source.h"
#include "core/expressions/expression.h"
#include "core/expressions/running_integral.h"
#include "core/model/building.h"

namespace holonom {
namespace {

/// A formula of time, on the branches that the time takes until others are held.
class FormulaOfTime {
 public:
  FormulaOfTime(const Expression& expression, const SwitchSource& switches)
      : tape_(expression.compile()), switches_(switches), variables_(tape_.variableCount()),
        scratch_(tape_.scratchSize()) {}
  /// `variables`: the time and the modes.
  void hold(const std::vector<double>& variables) {
    variables_ = variables;
    held_ = true;
  }
  bool holds(const std::vector<double>& variables) const { return held_ && isOn(variables); }
  /// Whether the time takes these branches by itself.
  bool takes(const std::vector<double>& variables) {
    setTime(variables[0]);
    return isOn(variables);
  }
  double value(double t) {
    setTime(t);
    double value = 0;
    tape_.evaluate(variables_.data(), &value, scratch_.data());
    return value;
  }
  int switchCount() const { return switches_.count(); }
  int frontCount() const { return switches_.frontCount(); }
  void switches(double t, double* out) {
    setTime(t);
    switches_.values(variables_.data(), out);
  }
  void fronts(double t, double* out) {
    setTime(t);
    switches_.frontValues(variables_.data(), out);
  }

 private:
  bool isOn(const std::vector<double>& variables) const {
    return std::equal(variables.begin() + 1, variables.end(), variables_.begin() + 1);
  }
  void setTime(double t) {
    variables_[0] = t;
    if (!held_) switches_.complete(variables_.data());
  }
  Tape tape_;
  SwitchSource switches_;
  std::vector<double> variables_, scratch_;
  bool held_ = false;
};

/// Integrals of a formula from t = 0. Near an event methods look at the motion as the branches say that hold
/// for the step, before it as behind it: from where branches change on, the integral is that of the held
/// ones. That place is the last time that took them when they were held; they are held at other times, too,
/// as when a row before an event was the last to be looked at.
class MotionIntegral {
 public:
  MotionIntegral(const Expression& expression, const SwitchSource& switches)
      : free_(std::make_shared<FormulaOfTime>(expression, switches)),
        held_(std::make_shared<FormulaOfTime>(expression, switches)),
        all_([f = free_](double t) { return f->value(t); },
             [f = free_](double t, double* marks) {
               f->switches(t, marks);
               f->fronts(t, marks + f->switchCount());
             },
             free_->switchCount(), free_->switchCount() + free_->frontCount()),
        part_([f = held_](double t) { return f->value(t); },
              [f = held_](double t, double* marks) { f->fronts(t, marks); }, 0, held_->frontCount()) {}

  /// On the branches that the time takes.
  RunningIntegral::Value at(double t) const { return all_.at(t); }
  /// `variables`: the time and the modes.
  RunningIntegral::Value onBranches(const std::vector<double>& variables) {
    const double t = variables[0];
    if (!held_->holds(variables)) {
      held_->hold(variables);
      const std::vector<double> branches(variables.begin() + 1, variables.end());
      double& origin = origins_.try_emplace(branches, t).first->second;
      if (free_->takes(variables)) origin = t;
      before_ = all_.at(origin);
      part_.restart(origin, before_.size);
    }
    const RunningIntegral::Value part = part_.at(t);
    return {before_.once + part.once, before_.twice + before_.once * (t - part_.origin()) + part.twice,
            part.size};
  }

 private:
  std::shared_ptr<FormulaOfTime> free_, held_;
  RunningIntegral all_, part_;
  RunningIntegral::Value before_;                  // up to the origin of the part
  std::map<std::vector<double>, double> origins_;  // of the branches that were held, where time takes them
};

/// The coordinate that a driver prescribes, with its exact first and second derivative, evaluated once per
/// state: its formula f(t) is one of the three; those above it are integrals, those below derivatives.
class Motion {
 public:
  Motion(const Mechanism& mechanism, const Driver& driver)
      : Motion(
            mechanism, driver,
            Expression::parseWithModes(driver.motion, std::vector<std::string>{"t"}, mechanism.parameters)) {}

  void setTime(double t) {
    variables_[0] = t;
    switches_.complete(variables_.data());
    tape_.evaluate(variables_.data(), formula_.data(), scratch_.data());
    value_ = integral_ ? levels(t, formula_, integral_->onBranches(variables_)) : formula_;
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
  double formulaAt(double t) const { return formulasAt(t)[0]; }
  double positionAt(double t) const {
    const Levels f = formulasAt(t);
    return integral_ ? levels(t, f, integral_->at(t))[0] : f[0];
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
  using Levels = std::array<double, 3>;

  Motion(const Mechanism& mechanism, const Driver& driver, const Expression& expression)
      : tape_(expression.compileWithDerivatives(0)), switches_(expression, 1, 0),
        poles_(expression, expression.compile()), variables_(tape_.variableCount()),
        scratch_(tape_.scratchSize()), probe_(tape_.variableCount()), prescribes_(driver.prescribes) {
    if (prescribes_ == Driver::Prescribes::Position) return;
    integral_.emplace(expression, switches_);
    start_ = driver.startPosition.value_or(
        jointCoordinate(mechanism, mechanism.joints.at(driver.joint), driver.coordinate));
    if (prescribes_ == Driver::Prescribes::Acceleration) startRate_ = driver.startVelocity;
  }

  Levels formulasAt(double t) const {
    probe_[0] = t;
    switches_.complete(probe_.data());
    Levels f;
    tape_.evaluate(probe_.data(), f.data(), scratch_.data());
    return f;
  }
  /// From f, its derivatives and its integrals. Where f has no value the integrals have none.
  Levels levels(double t, const Levels& f, const RunningIntegral::Value& integral) const {
    const double start = start_ + 0 * f[0];
    if (prescribes_ == Driver::Prescribes::Velocity) return {start + integral.once, f[0], f[1]};
    return {start + startRate_ * t + integral.twice, startRate_ + integral.once + 0 * f[0], f[0]};
  }

  Tape tape_;
  SwitchSource switches_;
  PoleSource poles_;
  std::vector<double> variables_;
  mutable std::vector<double> scratch_, probe_;
  Driver::Prescribes prescribes_;
  std::optional<MotionIntegral> integral_;
  double start_ = 0, startRate_ = 0;
  Levels formula_{}, value_{};
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
  double formulaAt(double t) const override { return motion_.formulaAt(t); }
  double positionAt(double t) const override { return motion_.positionAt(t); }
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

const Joint& drivenJoint(const Mechanism& mechanism, const Driver& driver) {
  const Joint& joint = mechanism.joints.at(std::size_t(driver.joint));
  if (isDrivable(mechanism, joint, driver.coordinate)) return joint;
  throw InputError(driver.name, tr("the joint '{}' has no such coordinate that could be driven", joint.name),
                   tr("choose another joint, or another kind for this one"));
}

}  // namespace

std::unique_ptr<JointConstraint> makeDriverConstraint(const Mechanism& mechanism, const Driver& driver) {
  const Joint& joint = drivenJoint(mechanism, driver);
  const auto [a, b] = endsOf(joint);
  const int frameA = frameOf(mechanism, a), frameB = frameOf(mechanism, b);
  Motion motion(mechanism, driver);
  if (const auto slide = slideAxis(joint)) {
    const AxisProjection axis{directionInPlane(*slide), inFrame(mechanism, a), inFrame(mechanism, b)};
    return std::make_unique<Driven<AxisRow>>(driver.name, frameA, frameB, std::move(motion), axis);
  }
  return std::make_unique<Driven<AngleRow>>(driver.name, frameA, frameB, std::move(motion));
}

std::unique_ptr<SpatialConstraint> makeSpatialDriver(const Mechanism& mechanism, const Driver& driver) {
  const Joint& joint = drivenJoint(mechanism, driver);
  const auto [a, b] = endsOf(joint);
  return std::make_unique<Driven<ScalarRow<CoordinateInSpace>>>(
      driver.name, frameOf(mechanism, a), frameOf(mechanism, b), Motion(mechanism, driver),
      CoordinateInSpace(mechanism, joint, driver.coordinate));
}

}  // namespace holonom
