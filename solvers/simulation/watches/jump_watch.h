// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>

#include "solvers/simulation/loop/course.h"
#include "solvers/simulation/watches/configuration_guard.h"
#include "solvers/simulation/watches/watch.h"

namespace holonom {

class Crossing;

/// Finds jumps of the equations that nothing declares: what a model says is declared wherever it jumps, but a
/// system written by hand may keep it to itself. Where a step has failed for its error a few times the
/// accelerations along it are bisected; a jump is what does not shrink with the interval. The step is made
/// anew up to there, and the run begins anew behind.
class JumpWatch final : public Watch {
 public:
  /// Both must outlive this object.
  JumpWatch(Course& course, const ConfigurationGuard& guard)
      : course_(course), guard_(guard), scale_(coordinateScales(course.system)), atLeft_(scale_),
        atMiddle_(scale_), atRight_(scale_) {
    probe_.q = probe_.v = scale_;
  }

  void beginAttempt() override { tries_ = 0; }
  Verdict judge(const Tried& step) override;

  /// The state behind a jump in front of which the last step has ended, along its motion, of the kept rows.
  /// None where the accelerations on both sides agree, so that there is no jump, where the way over it would
  /// be an error that counts, or `crossing` cannot bring states onto the constraints. `h`: of that step, s.
  std::optional<State> behind(double gap, double h, Crossing& crossing);

 private:
  bool isSuspicious(const Tried& step) const;
  std::optional<double> search(const StepCurve& step, double width);
  bool ratesAt(const StepCurve& step, double t, Vector& rates);
  double change(const State& one, const State& other, double& part) const;

  Course& course_;
  const ConfigurationGuard& guard_;
  Vector scale_, atLeft_, atMiddle_, atRight_;
  State probe_;
  int coordinate_ = -1;  // in which the jump last found is largest
  int tries_ = 0;        // of the present attempt
};

}  // namespace holonom
