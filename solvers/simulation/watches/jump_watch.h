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
  /// All must outlive this object.
  JumpWatch(Course& course, const ConfigurationGuard& guard, Crossing& crossing)
      : course_(course), guard_(guard), crossing_(crossing), scale_(coordinateScales(course.system)),
        atLeft_(scale_), atMiddle_(scale_), atRight_(scale_) {
    probe_.q = probe_.v = scale_;
  }

  Verdict judge(const Tried& step) override;
  /// Whoever has found the jump, in front of which the step has ended: the run goes on behind it, or as if
  /// there were none where nothing jumps, or where the way over it would be an error that counts.
  bool cross(const Verdict& found, const StepCurve& step) override;

 private:
  bool isSuspicious(const Tried& step) const;
  std::optional<double> search(const StepCurve& step, double width);
  bool ratesAt(const StepCurve& step, double t, Vector& rates);

  Course& course_;
  const ConfigurationGuard& guard_;
  Crossing& crossing_;
  Vector scale_, atLeft_, atMiddle_, atRight_;
  State probe_;
  int coordinate_ = -1;  // in which the jump last found is largest
};

}  // namespace holonom
