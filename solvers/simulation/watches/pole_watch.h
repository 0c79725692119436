// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>

#include "core/dynamics/dae_system.h"
#include "core/dynamics/offers.h"
#include "core/dynamics/state.h"
#include "solvers/simulation/loop/course.h"
#include "solvers/simulation/watches/step_search.h"
#include "solvers/simulation/watches/watch.h"

namespace holonom {

/// Looks at steps before they are accepted for places where something becomes infinite: where what a formula
/// divides by changes its sign (Poles) and the value of the whole formula grows without bound on the way
/// there; sin(x)/x goes through x = 0 as if nothing were there. No error estimate is sure to see such a
/// place, because it lies between those at which a method looks. A step over it fails: tried again and again
/// it shows that nothing leads across, or that the motion turns back before. Allocates only when made.
class PoleWatch final : public Watch {
 public:
  struct Finding {
    double t;  ///< s
    int pole;
  };

  /// Every look moves the system. Both must outlive this object.
  explicit PoleWatch(DaeSystem& system);

  bool active() const { return values_.size() > 0; }
  Verdict judge(const Tried& step) override;
  void accepted(double /*h*/) override { noted_.reset(); }

  /// The first pole ahead of a state on its straight way on, at most so far (s).
  std::optional<Finding> ahead(const State& from, double least, double span);
  /// The one that has made the present step fail.
  const std::optional<Finding>& noted() const { return noted_; }

 private:
  std::optional<Finding> look(const StepCurve& step);
  bool growsTowards(int i, const State& at, double before, double h);

  DaeSystem& system_;
  Poles& poles_;
  StepSearch search_;
  Vector values_;
  std::optional<Finding> noted_;
  State probe_, ahead_;
};

}  // namespace holonom
