// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "core/base/text.h"

/// What a run leaves behind, step by step. Knows names and numbers only, no model.
namespace holonom {

enum class ChannelKind {
  Time,
  Output,
  Position,
  Velocity,
  Acceleration,
  Multiplier,
  Measure,  ///< of a joint or a force: its coordinate, length, force
  Energy,
  Drift,
  Independence,
  Step
};

/// One column of a run: a name as in the CSV file ("t", "crank.alpha", "pin.lambda1", "energy.total").
struct Channel {
  std::string name;
  std::string unit;  ///< "m", "rad/s²", "N" …; empty for none
  ChannelKind kind = ChannelKind::Output;
  std::string part;        ///< "crank", "pin"; empty for outputs, energy, drift, constraints, step
  std::string label = {};  ///< of a reaction, in words: "pin force x" is "pin.lambda1"
  /// The unknown of the solver that it shows, as Rejection counts them: coordinates, then the multipliers
  /// that are recorded; −1: none.
  int unknown = -1;
  /// Of an output or a measure where its rate stands in the rows: at a channel, or behind all channels; −1:
  /// it is not recorded. Those of bodies are the channels of the next kind.
  int rate = -1;
  bool isPosition = false;  ///< of one with a rate: it goes on where velocities jump
  bool operator==(const Channel&) const = default;
};

/// How many values a row has: those of the channels, and rates that none of them shows.
std::size_t rowSize(const std::vector<Channel>& channels);

/// The channels that show the unknowns of a run, in the order in which Rejection and StepRecord count these.
std::vector<Channel> unknownsOf(const std::vector<Channel>& channels);

enum class RejectionCause {
  ErrorTest,
  NewtonDivergence,
  NewtonSlow,
  SingularMatrix,
  NotFinite,
  NotClosed,  ///< of a method without iteration: its step does not come back to the constraints
};
inline constexpr int kRejectionCauses = 6;

/// "error test", "Newton diverged", …: for people, and as tables and files have it.
Text inWords(RejectionCause cause);
const char* toString(RejectionCause cause);

/// One rejected attempt of a step.
struct Rejection {
  double t = 0;  ///< start of the attempt, s
  double h = 0;  ///< its step size, s
  int order = 0;
  RejectionCause cause = RejectionCause::ErrorTest;
  double error = 0;  ///< weighted error (1 = at tolerance); 0 when the equations were not solved
  /// that dominated the error or, where the iteration failed, what it moved most; −1 unknown
  int coordinate = -1;
};

/// A place where the equations or the velocities jump, or where their branch changes.
struct Event {
  double t = 0;      ///< s
  std::string name;  ///< "force 'jack': if(t > 1, 200, 0)"
  std::string what;  ///< "switches on", "is hit" …
  enum class Kind { Change, Impact, UndeclaredJump } kind = Kind::Change;
  bool operator==(const Event&) const = default;
};

/// Why a step has the order that it has.
struct OrderReason {
  enum class Kind : std::uint8_t {
    Other,
    Kept,
    Higher,
    Lower,
    Restart,  ///< the method begins anew, for what the text says
    Passage,  ///< the step passed a singular configuration
  };
  Kind kind = Kind::Other;
  Text text;  ///< within a sentence

  constexpr OrderReason(Text words = {}) : text(words) {}
  constexpr OrderReason(Kind what, Text words) : kind(what), text(words) {}
};

/// One accepted step. Where it ends in a jump of the equations or the velocities, two records share its time:
/// the step with the values before the jump, and one with those behind it, which has the events and repeats
/// size and order only.
struct StepRecord {
  double t = 0;  ///< end of the step, s (the start time for the first record)
  double h = 0;  ///< its size, s; 0 for the first record
  int order = 0;
  OrderReason orderReason;
  int newtonIterations = 0;     ///< of the accepted attempt
  int jacobians = 0;            ///< Jacobian evaluations in all attempts of this step
  double error = 0;             ///< weighted error estimate
  int dominantCoordinate = -1;  ///< coordinate that dominated it
  /// contraction of the Newton iteration; 0 when one iteration told nothing
  double rate = 0;
  bool restarted = false;                 ///< the method began anew with this step: no past
  bool loweredForStability = false;       ///< the order fell because high-order stability was found lost
  std::span<const Rejection> rejections;  ///< attempts rejected before this step was accepted
  std::span<const Event> events;          ///< at the end of the step
  std::span<const double> row;            ///< one value per channel, in the order of the channels
};

/// What a recording keeps of a step beside its row: fixed in size.
struct StepNote {
  OrderReason orderReason;
  float error = 0, rate = 0;
  int dominantCoordinate = -1;
  /// place of the first attempt rejected in this step among those of the run
  std::uint32_t firstRejection = 0;
  std::uint16_t rejections = 0;
  bool restarted = false, loweredForStability = false;
};

/// Receives accepted steps, on the solver's thread.
class StepSink {
 public:
  virtual ~StepSink() = default;
  virtual void begin(const std::vector<Channel>& channels) = 0;
  /// Returns false when the sink can take no more (disk full, memory budget): the run then stops and says so.
  virtual bool accept(const StepRecord& record) = 0;
  /// Attempts of a last step that was never accepted, before end().
  virtual void abandon(std::span<const Rejection>) {}
  virtual void end() {}
};

}  // namespace holonom
