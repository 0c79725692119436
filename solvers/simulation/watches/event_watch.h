// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/dynamics/dae_system.h"
#include "core/dynamics/offers.h"
#include "core/dynamics/state.h"
#include "core/results/step_record.h"
#include "solvers/simulation/watches/step_curve.h"
#include "solvers/simulation/watches/step_search.h"
#include "solvers/simulation/watches/stop_contacts.h"
#include "solvers/simulation/watches/switch_times.h"

namespace holonom {

class RowSelection;

/// Watches the switching functions of a system: finds where one of them changes its sign within a step, and
/// takes the system across. Between events the modes are held, so that every step sees smooth equations.
/// Samples of controllers are met and crossed the same way; they are known beforehand and leave no record.
/// Ideal stops at which the mechanism comes to rest are closed and opened (stop_contacts.h); the constraint
/// rows then change.
class EventWatch {
 public:
  /// `system` has the switches; the same equations with independent constraint rows (often the same object)
  /// come by useRows(), and states have their multipliers. Both must outlive the watch. `tolerance`: of the
  /// run, relative.
  EventWatch(DaeSystem& system, double interval, double tolerance);
  ~EventWatch();

  /// The rows that are kept from here on, of which `independent` consists.
  void useRows(DaeSystem& independent, const std::vector<int>& rows);
  /// The rows behind the last event, and whether they are others than those of the last useRows().
  const std::vector<int>& rows() const { return rows_; }
  bool rowsChanged() const { return rows_ != usedRows_; }
  /// Whether all stops that are closed have their rows among these (ascending): what holds a stop is not
  /// redundant.
  bool keepsStops(const std::vector<int>& rows) const { return contacts_.areKept(rows); }

  bool active() const { return !modes_.empty() || held_.size() > 0 || timed_; }

  /// Chooses the modes at a consistent start; those of functions that are zero by the direction of the
  /// motion. Sets a and λ of the state anew. Appends to `events` what stops do. False: see failure().
  bool begin(State& state, double firstStep, std::vector<Event>& events);

  /// First time in (t, t + span] of a sample, or where a function of time alone changes its sign; infinite
  /// when there is none.
  double nextTimeEvent(double t, double span);

  /// First sign change of a function of the state in a step, just behind it; none when there is none.
  std::optional<double> findStateEvent(const StepCurve& step);

  /// How much later (s) than this state, near the event last found, its functions are zero, by their rates;
  /// NaN: cannot be told. `lost`: whether one of them has lost its sign at that state.
  double timeToEvent(const State& near, double step, bool& lost);

  /// Takes the system across the event at state.t: new modes, impulses, a and λ. Appends to `events` what
  /// happened. `step`: size of the step that led here. False: see failure().
  bool cross(State& state, double step, std::vector<Event>& events);

  /// Brings the state onto the constraints, positions and velocities, and computes a and λ.
  bool settle(State& state);

  /// The equations as they were before the last cross(), for the picture of the step that led to it, and the
  /// present ones.
  void showBefore() const { show(previousModes_, previousHeld_, previousClosed_); }
  void showBehind() const { show(modes_, held_, contacts_.closed()); }

  const std::string& failure() const { return failure_; }

 private:
  static constexpr std::size_t kCrowd = 24;  // events that pile up when they crowd together
  // of the step: how far the motion is continued to see its direction
  static constexpr double kProbe = 1e-3;
  bool consistent(int i, double value) const { return value == 0 || (value > 0) == (modes_[i] > 0); }
  void evaluate(const State& state);
  double locate(int i, bool first, double tolerance, const StepCurve& step);
  void lookFor(bool atStart, double tolerance, const StepCurve& step, std::optional<double>& first);
  double rateAt(int i, double t, const StepCurve& step);
  double roundingOf(int i, const StepCurve& step);
  bool goesOn(int i, const State& state, double probe);
  bool checkMotions(const State& state, std::vector<Event>& events);
  bool hit(State& state, std::vector<Event>& events);
  bool failForWhatHolds(const State& state, int i);
  void openStops();
  bool closeStops(State& state, std::vector<Event>* events);
  bool crowds(const std::vector<Event>& events, std::size_t from, double t);
  bool chooseByDirection(State& state, double probe, const std::vector<int>& candidates);
  bool settleModes(bool ofTime, const State& state, std::vector<int>* changed);
  bool takeSamples(const State& state);
  bool settleSamples(State& state);
  void show(const std::vector<signed char>& modes, const Vector& held, std::span<const char> closed) const {
    stops_.close(closed);
    switches_.setModes(modes);
    samples_.hold(held);
  }
  bool pilesUp(double t);
  bool fail(double t, const std::string& why);
  /// By how much a quantity with the gradient `normal` changes when coordinates change by their sizes.
  static double reach(const Vector& normal, const Vector& sizes) {
    return normal.cwiseAbs().cwiseProduct(sizes).maxCoeff();
  }

  DaeSystem& system_;
  Switches& switches_;
  Stops& stops_;
  Samples& samples_;
  DaeSystem* independent_ = nullptr;
  double interval_;
  std::vector<signed char> modes_, previousModes_;
  bool timed_ = false;          // the system has times that steps must meet
  Vector held_, previousHeld_;  // sampled quantities
  StopContacts contacts_;
  std::vector<char> previousClosed_;
  DaeSystem* used_ = nullptr;  // given by useRows()
  std::vector<int> rows_, usedRows_;
  std::unique_ptr<RowSelection> open_, kept_;  // the rows without stops, and with the closed ones
  std::vector<char> fresh_;     // changed at the last event: zero at the left end of the next step
  std::vector<char> located_;   // those that the last search found at the event
  std::vector<char> struck_;    // stops hit at the present event
  std::vector<char> isImpact_;  // functions of ideal stops: an impulse, never another branch
  std::vector<char> ofTime_;    // functions of time alone
  SwitchTimes times_;
  StepSearch search_;
  // scale_: of the coordinates; positionWeight_: scale⁻²
  Vector values_, normal_, scale_, positionWeight_;
  State probe_, reaction_;
  std::vector<double> recentTimes_;  // of the last events, in a ring
  std::size_t eventCount_ = 0;
  int idle_ = 0;
  std::string failure_, lastName_;
};

}  // namespace holonom
