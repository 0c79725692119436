// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>

#include "solvers/simulation/loop/course.h"
#include "solvers/simulation/watches/configuration_guard.h"
#include "solvers/simulation/watches/watch.h"

namespace holonom {

class Crossing;

/// Finds jumps of the equations that nothing declares (resources/docs/theory/events.md): where a step failed
/// for its error, or its rates are suspiciously rough, the accelerations along the present motion are
/// bisected for a place at which they change by as much in ever smaller intervals. Steps end before such a
/// place, and when it is near, exactly there.
class JumpWatch final : public Watch {
 public:
  /// Both must outlive this object.
  JumpWatch(Course& course, const ConfigurationGuard& guard) : course_(course), guard_(guard) {}

  void beginAttempt() override { near_.reset(); }
  StepLimit limit(double h) override;
  Verdict judge(const Tried& step) override;

  /// Over the last gap (s) in front of a jump, far below what the tolerances see, along the present motion:
  /// the state behind, of the kept rows. `h`: of the steps before (s). None where the accelerations on both
  /// sides agree, so that there is no jump, or `crossing` cannot bring states onto the constraints.
  std::optional<State> behind(double gap, double h, Crossing& crossing);

 private:
  struct Near {
    double width;
    int coordinate;
    bool exact;  ///< the step was to end at the jump
  };
  double reach(const Tried& step) const;
  std::optional<double> search(double span, double width, const State* end, int& coordinate);
  bool suspects(double suspicion) const;
  bool isNear(double way) const;
  Verdict arrive(const Tried& step);
  bool moveAhead(const State& front, double span, Crossing& crossing, State& to) const;
  double relativeJump(const State& one, const State& other) const;

  Course& course_;
  const ConfigurationGuard& guard_;
  std::optional<double> seen_;  // s, time of a jump that the last look saw
  std::optional<Near> near_;    // what the present attempt was made for
  long looksInVain_ = 0;        // because of rejections
  long suspectedInVain_ = 0;    // because of rates that only seemed to hide a jump
};

}  // namespace holonom
