// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>

#include "core/dynamics/dae_system.h"
#include "core/dynamics/offers.h"
#include "core/dynamics/state.h"
#include "solvers/simulation/loop/course.h"
#include "solvers/simulation/watches/step_scan.h"
#include "solvers/simulation/watches/watch.h"

namespace holonom {

/// Looks at steps before they are accepted for places where something becomes infinite, or jumps, without a
/// switching function: where what a formula divides by changes its sign (Poles). No error
/// estimate is sure to see these, because they lie between the places at which a method looks. Whether
/// anything happens there is judged by the value of the whole formula on both sides: sin(x)/x goes through x
/// = 0 as if nothing were there. A step over a place where something is infinite fails: tried again and again
/// it shows that nothing leads across, or that the motion turns back before. One over a jump ends before it.
/// Allocates only when made.
class PoleWatch final : public Watch {
 public:
  enum class Kind { Infinite, Jump };
  struct Finding {
    Kind kind;
    double t;  ///< s
    int pole;
  };

  /// Every look moves the system. Both must outlive this object.
  PoleWatch(DaeSystem& system, const Course& course);

  bool active() const { return values_.size() > 0; }
  void beginAttempt() override { approach_.reset(); }
  Verdict judge(const Tried& step) override;
  void accepted(double /*h*/) override { noted_.reset(); }

  /// The first pole ahead of a state on its straight way on, at most so far (s).
  std::optional<Finding> ahead(const State& from, double least, double span);
  /// The one that has made the present step fail.
  const std::optional<Finding>& noted() const { return noted_; }

 private:
  enum class Character { Smooth, Jump, Infinite };
  /// Towards a jump in a few steps, of which each knows the place better; the last one ends so near that the
  /// motion straight on leads across.
  struct Approach {
    int pole;
    double way;  // s, from the begin of the step
    bool last;
    int tries = 0;
  };
  std::optional<Finding> look(const StepCurve& step);
  std::optional<Finding> firstIn(const StepCurve& step);
  Verdict approach(const Tried& step, const Finding& finding);
  Verdict approachFurther(const Tried& step);
  Verdict tryUpTo(double way);
  void moveTo(const StepCurve& step, double t);
  double valueAt(const StepCurve& step, int i, double t);
  double valueBeside(int i, double t, double distance);
  Character characterAt(const StepCurve& step, int i, double t, double before);

  DaeSystem& system_;
  Poles& poles_;
  const Course& course_;
  StepScan scan_;
  StepPieces pieces_;
  Vector values_;
  std::optional<Finding> noted_;
  std::optional<Approach> approach_;
  State probe_, ahead_;
};

}  // namespace holonom
