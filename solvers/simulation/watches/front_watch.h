// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <limits>
#include <optional>
#include <vector>

#include "core/dynamics/dae_system.h"
#include "core/dynamics/offers.h"
#include "core/dynamics/state.h"
#include "solvers/simulation/loop/course.h"
#include "solvers/simulation/watches/step_search.h"
#include "solvers/simulation/watches/watch.h"

namespace holonom {

/// Keeps steps from passing over fronts (core/dynamics/offers/fronts.h) that they cannot see. A method judges
/// its step by rates at a few places of it; a front narrower than the gaps between them may lie unseen in a
/// step that the error test accepts. A step that comes from outside ends therefore at the edge of the zone
/// |w| < Front::kZone, and inside a step changes w by 8 at most, by 3 in a steep front or where only its ends
/// are judged; unless it is so short that the front makes no error that counts. An implicit step that
/// begins and ends within a zone, as where friction holds, must find the front holding in between. Systems
/// without fronts, and motions in which w never changes by that much in one step, are not touched.
class FrontWatch final : public Watch {
 public:
  /// Both must outlive this object.
  FrontWatch(DaeSystem& system, Course& course);

  void begin(const State& at) override;
  StepLimit limit(double /*h*/) override { return {.size = limit_}; }
  /// What a shorter step leads to tells better where the edge is, until the step ends there.
  Verdict judge(const Tried& step) override;
  void accepted(double h) override;

 private:
  struct Front {
    bool steep = false;   // small parts of the motion lead through the zone
    bool inside = false;  // of the zone, at the place that the look has come to
    double before = 0;    // s, the last place outside
    double since = 0;     // s, from where on
    double first = 0;     // w at its edge, or where the look began
  };
  struct Met {
    int front;
    bool sudden;           // without width: crossed like a jump
    double at;             // s, of its edge
    double harmless, aim;  // s, a step so short may pass; change of w in a step within the zone
  };
  std::optional<double> cut();
  std::optional<double> cutFor(int i);
  std::optional<double> sizeFor(int i, double w);
  double placeOfChange(int i, double aim);
  double harmlessSize(int i, double ahead);
  double valueAt(int i, double t);
  template <class Function>
  Bracket narrow(int i, double from, double to, const Function& f);
  bool ratesAt(double t);
  double jump(double enter, double leave);
  bool holds(int i);

  DaeSystem& system_;
  Fronts& source_;
  Course& course_;
  const Tried* step_ = nullptr;  // at which is looked
  std::vector<Front> fronts_;
  StepSearch search_;  // for their edges
  State probe_;
  Vector values_, beside_, scale_, first_, rates_, trend_;
  std::optional<Met> met_;  // that the present step was cut for
  double limit_ = std::numeric_limits<double>::infinity();
};

}  // namespace holonom
