// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <vector>

#include "core/dynamics/dae_system.h"
#include "core/dynamics/offers.h"
#include "core/dynamics/state.h"
#include "core/results/step_record.h"
#include "solvers/simulation/watches/step_curve.h"
#include "solvers/simulation/watches/step_search.h"

namespace holonom {

/// Watches the marks of a system (Marks): finds where they change their sign within the steps that a run has
/// made anyway. A mark that is zero at the start has no sign until it gets one.
class MarkWatch {
 public:
  /// The system must outlive the watch.
  explicit MarkWatch(DaeSystem& system);

  bool active() const { return values_.size() > 0; }
  void begin(const State& state);
  /// Appends the changes in the step from t0 to `end`, in the order of time, up to the first that ends the
  /// run; returns its time if there is one.
  std::optional<double> follow(double t0, const State& end, const StepCurve& step,
                               std::vector<Event>& events);
  /// Appends the changes by a jump to `behind`. True: one of them ends the run; it is the last.
  bool jump(const State& behind, std::vector<Event>& events);

 private:
  struct Found {
    double t;
    int mark;
    int sign;  // behind
  };
  void evaluate(const State& state);
  void note(int i, double value, double t);
  std::optional<double> record(std::vector<Event>& events);

  DaeSystem& system_;
  Marks& source_;
  std::vector<Mark> marks_;
  std::vector<signed char> signs_;  // the last that was not zero
  StepSearch search_;
  Vector values_;
  std::vector<Found> found_;
  State probe_;
};

}  // namespace holonom
