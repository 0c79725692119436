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

namespace holonom {

/// Keeps steps from passing over fronts (core/expressions/fronts.h) that they cannot see. A method judges its
/// step by rates at a few places of it; a front narrower than the gaps between them may lie unseen in a step
/// that the error test accepts. Within the zone
/// |w| < Front::kZone a step changes w by 8 at most, by 3 in a steep front or where only its ends are judged,
/// unless it is so short that the front makes no error that counts. A step that comes from outside ends at
/// the border of the zone, and begins inside anew. An implicit step within the zone of friction that holds
/// must find it holding in between. Systems without fronts, and motions in which w never changes by that much
/// in one step, are not touched. No allocation after the constructor.
class FrontWatch {
 public:
  /// Accelerations and rates of controllers that the equations have at a state; false: none.
  using Rates = std::function<bool(const State& at, Vector& rates)>;
  /// How the way between the ends of a step is guessed: by accelerations that are those of the equations, or
  /// without them.
  enum class Way { ByAccelerations, ByVelocities };

  /// What the error test of a method looks at.
  struct Sight {
    bool velocities = true, inside = true;  ///< rates between the ends of a step
  };

  explicit FrontWatch(DaeSystem& system);

  bool active() const { return values_.size() > 0; }
  /// Behind a start or restart.
  void begin(const State& at);

  /// Size to which the step just tried must be cut; none when it may stand. `worth`: speed, in scales of the
  /// coordinates, that counts.
  std::optional<double> cut(const State& from, const State& to, Way way, double worth, Sight sight,
                            const Rates& rates);
  /// Of a step that was cut to the border of a zone: how much further it is from its end, if that matters,
  /// `most` at the most.
  double missing(const State& to, double most);
  /// The step last looked at is accepted: no limit or a limit of the next one.
  void accept(double h);
  double limit() const { return limit_; }

 private:
  struct Crossing {
    /// parts of the step: the zone, and where w has changed by what a step may do
    double enter = 0, leave = 0, ahead = 0;
    /// s, the time in which w passes the zone at the speed it enters with
    double through = 0;
  };
  void moveTo(double part);
  double valueAt(int i, double part);
  std::array<double, 4> controlPoints(int i) const {  // of the cubic with the values and rates at both ends
    return {start_[i], start_[i] + startRate_[i] / 3, end_[i] - endRate_[i] / 3, end_[i]};
  }
  bool winds(int i);
  bool mayPass(int i, double most);
  bool findCrossing(int i, double h, double most, Crossing& crossing);
  double firstWhere(double from, double to, const std::function<bool(double)>& is) const;
  bool ratesAt(double part, const Rates& rates);
  double jump(const Crossing& crossing, const Rates& rates);
  bool holds(int i, double h, double worth, const Rates& rates);
  void measureSteepness(const State& at);

  DaeSystem& system_;
  Fronts& fronts_;
  const State* from_ = nullptr;
  const State* to_ = nullptr;
  Way way_ = Way::ByVelocities;
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
