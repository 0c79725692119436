// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <functional>
#include <limits>
#include <optional>
#include <vector>

#include "core/dynamics/dae_system.h"
#include "core/dynamics/offers.h"
#include "core/dynamics/state.h"
#include "solvers/simulation/loop/course.h"
#include "solvers/simulation/watches/watch.h"

namespace holonom {

/// Keeps steps from passing over fronts (core/expressions/fronts.h) that they cannot see. A method judges its
/// step by rates at a few places of it; a front narrower than the gaps between them may lie unseen in a step
/// that the error test accepts. Within the zone
/// |w| < Front::kZone a step changes w by 8 at most, by 3 in a steep front or where only its ends are judged,
/// unless it is so short that the front makes no error that counts. A step that comes from outside ends at
/// the border of the zone, and begins inside anew. An implicit step within the zone of friction that holds
/// must find it holding in between. Systems without fronts, and motions in which w never changes by that much
/// in one step, are not touched. No allocation after the constructor.
class FrontWatch final : public Watch {
 public:
  /// Both must outlive this object.
  FrontWatch(DaeSystem& system, const Course& course);

  bool active() const { return values_.size() > 0; }
  void begin(const State& at) override;
  void beginAttempt() override { tries_ = 0, beyond_ = 0; }
  StepLimit limit(double /*h*/) override { return {.size = limit_}; }
  /// A step that passes over a front that it cannot see is made anew, shorter: up to the front, and there in
  /// steps that see it. What the shorter step leads to tells better where the front is, until it ends there.
  Verdict judge(const Tried& step) override;
  void accepted(double h) override;

 private:
  struct Crossing {
    /// parts of the step: the zone, and where w has changed by what a step may do
    double enter = 0, leave = 0, ahead = 0;
    /// s, the time in which w passes the zone at the speed it enters with
    double through = 0;
  };
  std::optional<double> cut();
  double cutFor(int i, double allowed);
  double missing(const State& to, double most);
  void measureEnds();
  void moveTo(double part);
  double valueAt(int i, double part);
  std::array<double, 4> controlPoints(int i) const {  // of the cubic with the values and rates at both ends
    return {start_[i], start_[i] + startRate_[i] / 3, end_[i] - endRate_[i] / 3, end_[i]};
  }
  bool winds(int i);
  bool mayPass(int i, double most);
  bool findCrossing(int i, double most, Crossing& crossing);
  double firstWhere(double from, double to, const std::function<bool(double)>& is) const;
  bool ratesAt(double part);
  double jump(const Crossing& crossing);
  bool holds(int i);
  void measureSteepness(const State& at);

  DaeSystem& system_;
  Fronts& fronts_;
  const Course& course_;
  const Tried* step_ = nullptr;  // at which is looked
  double h_ = 0, worth_ = 0;     // its length; speed in scales of the coordinates that counts
  int tries_ = 0;                // of the present attempt
  double beyond_ = 0;            // s, a size that was too long
  State probe_;
  Vector values_, start_, end_, startRate_, endRate_;  // rates per step
  Vector scale_, first_, rates_, trend_;
  std::vector<char> steep_;            // small parts of the motion lead through the zone
  double aim_ = 0;                     // change of w in a step within the zone of the front below
  int met_ = -1;                       // the front that the present step was cut for
  double border_ = 0;                  // ±10, where that step was to end; 0: it was inside
  double harmless_ = 0, through_ = 0;  // s, of that front: steps so short may pass it; time through its zone
  double limit_ = std::numeric_limits<double>::infinity();
  int parts_ = 0;  // in which the step is looked through for the front at hand
};

}  // namespace holonom
