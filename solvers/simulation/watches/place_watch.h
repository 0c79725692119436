// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "core/dynamics/offers.h"
#include "solvers/simulation/loop/course.h"
#include "solvers/simulation/watches/step_search.h"
#include "solvers/simulation/watches/watch.h"

namespace holonom {

/// Looks along attempts, before they become steps, for declared places that no error estimate is sure to see,
/// because they lie between those at which a method looks.
/// Fronts (core/dynamics/offers/fronts.h): in the zone |w| < Front::kZone a step may change w by a fixed
/// amount only. It ends where it would change by more, and goes as far into the zone when it comes from
/// outside. A front without width, as the line of a spring through its anchor, is crossed like a jump
/// (JumpWatch).
/// Poles (core/dynamics/offers/poles.h), where what a formula divides by changes its sign and the value of
/// the formula grows without bound: a step over one fails. Tried again and again it shows that nothing leads
/// across, or that the motion turns back before.
class PlaceWatch final : public Watch {
 public:
  /// The course must outlive this object.
  explicit PlaceWatch(Course& course);

  void begin(const State& /*at*/) override { limit_ = StepLimit::kNone; }
  StepLimit limit(double /*h*/) override { return {.size = limit_}; }
  /// What a shorter step leads to tells better where a front is, until the step ends there.
  Verdict judge(const Tried& step) override;
  void accepted(double h) override;

  /// Whether a pole has made the present step fail.
  bool meetsPole() const { return pole_.pole >= 0; }
  /// That pole, or one up to `span` (s) ahead on the straight way on, as a sentence; empty: none.
  std::string poleAhead(double span);
  /// The same of a pole that depends on time alone, such as of a driver: nothing turns back before it.
  std::string poleOfTime(double span);

 private:
  struct Met {
    double t = StepLimit::kNone;  // s, just behind the place
    int front = -1, pole = -1;
    bool sudden = false;  // the force changes at once there: a front without width
  };
  void consider(int k, const Tried& step, const StepCurve& curve, Met& first);
  Met look(const Tried& step);
  bool givesWay(const Tried& step);
  std::string sentence(int pole, double t) const;
  bool growsTowards(int pole, double before, const State& at, double h);
  void valuesAt(const State& at);

  Course& course_;
  Fronts& fronts_;
  Poles& poles_;
  Vector w_, from_, down_, up_, divisors_,
      rates_;          // of fronts: now, at the begin of the step, how far they may go
  StepSearch search_;  // what is left of the ways down and up, then the divisors
  State probe_;
  double limit_ = StepLimit::kNone, most_ = 0;
  Met met_, pole_;  // in the last attempt; in those of the present step
};

}  // namespace holonom
