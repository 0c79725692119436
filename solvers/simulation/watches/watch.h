// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <limits>

#include "core/dynamics/state.h"
#include "solvers/integrators/integrator.h"
#include "solvers/simulation/watches/step_curve.h"

namespace holonom {

/// How far the next step may go, s.
struct StepLimit {
  static constexpr double kNone = std::numeric_limits<double>::infinity();
  double size = kNone;   ///< no further than this
  double place = kNone;  ///< a step must end there: neither behind it nor just before

  void keep(const StepLimit& other) {
    size = std::min(size, other.size);
    place = std::min(place, other.place);
  }
  /// So that the place is met without a tiny last step.
  double chosenSize() const {
    if (size >= place * (1 - 1e-10)) return place;
    return std::min(size, size > 0.5 * place ? 0.5 * place : size);
  }
  /// Sums of a fixed size may be that much beside the place.
  double fixedSize() const { return size >= place * (1 - 1e-6) ? place : size; }
};

/// What is said of a step.
struct Verdict {
  enum class Kind {
    Stands,
    Shorten,  ///< an attempt is made anew with the size h; a step made has been, and ends before it did
    Cross,    ///< something is to be crossed: at the end of an attempt, at time t of a step made
    Fail,     ///< an attempt has no value, as if the equations could not be evaluated
  };
  Kind kind = Kind::Stands;
  double h = 0;                                        ///< s
  double t = std::numeric_limits<double>::infinity();  ///< s
  double gap = 0;       ///< s, of a jump that is only known to lie within this of its end
  int coordinate = -1;  ///< in which it jumps, if known
  int front = -1;       ///< of the system, that jumps
};

/// A step in the making: the last attempt, whether or not its error test let it pass.
struct Tried {
  static constexpr double kUnstable = 1e12;  // tolerances

  double h = 0;       ///< s, asked for
  int shortened = 0;  ///< so often by the one who is asked
  Attempt attempt;
  const State* from = nullptr;
  const State* to = nullptr;  ///< null: the method does not tell, or has nothing to tell

  bool succeeded() const { return attempt.status == AttemptStatus::Success; }
  /// Whether it may become a step; of a fixed size whatever its error, unless that is beyond all measure.
  bool mayStand(bool fixed) const {
    return fixed ? solved() && !(attempt.error > kUnstable) && (!to || to->t > from->t) : succeeded();
  }
  /// Whether its equations have been solved, so that only its error may speak against it.
  bool solved() const { return succeeded() || attempt.status == AttemptStatus::ErrorTooLarge; }
  /// A method that repeats steps by itself may have made it shorter than asked for.
  double length() const { return to ? std::min(h, to->t - from->t) : h; }
  GuessedCurve curve() const { return {*from, *to, attempt.newtonIterations == 0}; }
};

/// Something that looks at steps: says how far the next one may go, judges an attempt before it is accepted,
/// and the step that it has become, whoever made it, along its curve.
class Watch {
 public:
  virtual ~Watch() = default;
  virtual void begin(const State& /*at*/) {}  ///< at a start, and behind what has been crossed
  virtual StepLimit limit(double /*h*/) { return {}; }
  /// After each Shorten it is asked again, with the shorter attempt, until it says something else.
  virtual Verdict judge(const Tried& /*attempt*/) { return {}; }
  virtual void accepted(double /*h*/) {}
  /// `step` ends at the first place where something is to be crossed, as far as others have found it.
  virtual Verdict judgeMade(const StepCurve& /*step*/) { return {}; }
  /// Takes the run across what it has found in the step that `step` shows, at found.t. False: the run cannot
  /// go on.
  virtual bool cross(const Verdict& /*found*/, const StepCurve& /*step*/) { return true; }
};

}  // namespace holonom
