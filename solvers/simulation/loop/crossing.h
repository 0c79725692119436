// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/dynamics/state.h"
#include "solvers/analyses/assembly.h"
#include "solvers/simulation/loop/course.h"
#include "solvers/simulation/watches/watch.h"

namespace holonom {

class EventWatch;

/// Takes a run across events: the times that are known beforehand, switching functions within the steps made,
/// impacts, and jumps that others have found. A step then ends with the state before it; the one behind is
/// that of the run, and the method begins anew there.
class Crossing final : public Watch {
 public:
  /// The course must outlive this object.
  explicit Crossing(Course& course);
  ~Crossing() override;

  /// The branches of the equations at the start; the method stands there already. False: see
  /// failure().
  bool start();
  void forget();  ///< before a run
  bool active() const;
  /// Other rows are kept from here on.
  void useRows();
  bool keepsStops(const std::vector<int>& rows) const;
  /// Times at which something happens, and kinks, on which steps end.
  StepLimit limit(double h) override;
  /// Whether an event lies in a step of the method, which may be made anew up to there. A leap passes none.
  Verdict judgeMade(const StepCurve& step) override;
  /// Whether a step, whoever made it, passes an event.
  bool isWithin(const StepCurve& step) const;
  /// False: see failure().
  bool cross(const Verdict& found, const StepCurve& step) override;
  /// Crosses a jump that nothing declares: the run goes on from this state of the kept rows.
  void jump(const State& behind, const Event& event);
  /// Brings a state of the kept rows onto the constraints, with a and λ.
  bool settle(State& state);
  /// Ends the last step, in which nothing has been crossed, at time t, in the state that `step` has there.
  void endAt(double t, const StepCurve& step);

  bool pending() const { return pending_; }  ///< the last step ended before an event
  const State& before() const { return before_; }
  /// The equations on the branches before, or behind, the event at the end of the last step.
  void showBefore() const;
  void showBehind() const;
  /// Where the rows behind the event are others than those of the method: what to enter.
  std::optional<Assembly> rowsBehind();
  /// The method stands at another state than before, by rows or coordinates.
  void entered() { behind_ = course_.steps.method().state(); }
  /// Begins anew behind an event: a method without memory with the step it had, one with memory from the
  /// motion continued backwards, or at its lowest order.
  void restart();
  const State& behind() const { return behind_; }  ///< of the kept rows
  const std::string& failure() const;

 private:
  std::optional<double> endStepAt(double t, double from);
  Verdict endBefore(double from);
  void copyBehind();

  Course& course_;
  std::unique_ptr<EventWatch> watch_;
  State behind_, before_;  // λ of the kept rows, of all rows
  bool declared_ = true;   // the equations say what holds behind it
  bool pending_ = false;   // the method still shows the step that led to the event
  double timeEvent_ = 0;   // s, when the next event that depends on time alone comes
};

}  // namespace holonom
