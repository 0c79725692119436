// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "solvers/simulation/loop/course.h"
#include "solvers/simulation/watches/step_search.h"
#include "solvers/simulation/watches/watch.h"

namespace holonom {

class Crossing;

/// Watches the marks of a system (Marks): finds where they change their sign within the steps that a run has
/// made anyway, which stay as they are unless the run ends there. A mark that is zero at the start has no
/// sign until it gets one.
class MarkWatch final : public Watch {
 public:
  /// Both must outlive the watch.
  MarkWatch(Course& course, Crossing& crossing);

  /// Notes the changes by a jump.
  void begin(const State& at) override;
  /// Notes the changes in the step, up to the first that ends the run.
  Verdict judgeMade(const StepCurve& step) override;
  bool cross(const Verdict& found, const StepCurve& step) override;
  /// The name of the one that ends the run; empty: none has been met.
  const std::string& endedBy() const { return endedBy_; }

 private:
  void note(int i, double value, double t);
  Verdict record();

  Course& course_;
  Crossing& crossing_;
  Marks& source_;
  std::vector<Mark> marks_;
  std::vector<signed char> signs_;  // the last that was not zero
  StepSearch search_;
  std::vector<Event> found_;
  double end_ = StepLimit::kNone;  // s, of the run by a mark
  std::string endedBy_;
};

}  // namespace holonom
