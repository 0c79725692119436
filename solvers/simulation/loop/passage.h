// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/dynamics/state.h"
#include "solvers/analyses/assembly.h"
#include "solvers/simulation/loop/course.h"
#include "solvers/simulation/watches/configuration_guard.h"
#include "solvers/simulation/watches/step_curve.h"

namespace holonom {

/// A step that the chosen method does not make: where it ends, and with which rows the run goes on.
struct Leap {
  Assembly to;
  Text reason;
  std::unique_ptr<LeapCurve> curve;
};

/// How a run meets singular configurations: it starts beside them, keeps its steps clear of them, leaps over
/// them where steps fail or would end too near, and knows afterwards whether it can answer for a passage.
class Passage {
 public:
  /// Whether an event lies within a step.
  using Events = std::function<bool(const StepCurve& step)>;

  /// The course must outlive this object.
  Passage(Course& course, Events events);

  void begin() { guard_.setTolerance(course_.tolerance()); }
  /// A start in a singular configuration: the nearest regular point of its motion, to which the first step
  /// leads, or, without motion, the same start a little beside, put into `start`. None and `failure`: no way
  /// out.
  std::optional<Assembly> departure(Assembly& start, std::string& failure);
  /// That step.
  Leap depart(const Assembly& regular) const;
  /// Other rows are kept from here on, or other coordinates.
  void enter(const State& at);

  /// A leap before the method's own steps would end too near to a singular configuration.
  std::optional<Leap> leapAhead();
  /// Where steps fail near a singular configuration: a leap over it.
  std::optional<Leap> leapOver();
  /// The last step, accepted, was a leap.
  void leapt() {
    nearSingular_ = true;
    guard_.leapt();
  }
  /// Behind each step of the method. True: it passed a singular configuration.
  bool accepted();

  ConfigurationGuard& guard() { return guard_; }
  const ConfigurationGuard& guard() const { return guard_; }
  bool nearSingular() const { return nearSingular_; }
  void forgetNearness() { nearSingular_ = false; }
  /// Whether collocation from a place before the last passage leads to the present state as well, up to
  /// `tolerance` (relative). False, too, when it does not arrive.
  bool isConfirmed(double tolerance);
  /// Whether drivers that leave no freedom lead on behind the present configuration.
  bool leadsOn();

 private:
  std::optional<Leap> leapFrom(const State& clear);
  bool staysOnConstraints(DaeSystem& rows, const Integrator& method, double t, double h) const;
  std::optional<Leap> tryLeap(const State& from, double h, bool extrapolated, bool wellKnown);
  void mark(double t);
  void noteCrossing(const State& from, const Integrator& method);

  Course& course_;
  Events events_;
  ConfigurationGuard guard_;
  // the last states at distances from singular configurations, far to near; these before the last passage
  std::array<State, 3> clear_, beforePassage_;
  bool nearSingular_ = false;                                        // during the last step
  double triedCloseness_ = std::numeric_limits<double>::infinity();  // at the last look for a leap ahead
};

}  // namespace holonom
