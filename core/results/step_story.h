// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "core/results/recording.h"

namespace holonom {

/// What is known of one step of a run, or of a last one that was never accepted.
struct StepFacts {
  double t = 0;                    ///< its end (its start when it was not accepted), s
  double h = 0;                    ///< s; 0: the row is the start of the run
  int order = 0, formerOrder = 0;  ///< of this step and of the one before (0: there is none)
  int newtonIterations = 0, jacobians = 0;
  StepNote note;
  std::vector<Rejection> rejections;  ///< in the order of the attempts
  std::vector<Event> events;          ///< at its end
  std::vector<Event> eventsWithin;    ///< that it went on through
  std::vector<Event> eventsBefore;    ///< where it began
  /// position channels and behind them multipliers, as Rejection and StepNote count
  std::vector<Channel> coordinates;
  bool accepted = true;
};

/// Of the step that ends in that row (< size()).
StepFacts factsOf(const Recording& recording, std::size_t row);

/// Of the attempts that came behind the last row; no rejections when there are none.
StepFacts factsOfAbandonedStep(const Recording& recording);

/// The coordinate that decided the step: that of the worst rejected attempt or, where none was rejected, the
/// one that dominated the error estimate; −1 unknown.
int decidingCoordinate(const StepFacts& facts);

/// "θ of rod", "λ1 of joint" from a channel.
std::string quantityPhrase(const Channel& channel);

/// One sentence for people: "t = 0.1043 s: step cut 4× after an error test: y of crank exceeded its tolerance
/// 6.2 times; accepted with h = 1.2·10⁻⁴ s, order 3, …"
std::string tell(const StepFacts& facts);

}  // namespace holonom
