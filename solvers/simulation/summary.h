// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "core/base/text.h"
#include "core/dynamics/row_name.h"
#include "core/results/step_record.h"
#include "solvers/options/options.h"

namespace holonom {

enum class Termination {
  NotRun,
  ReachedEnd,      ///< t = end time
  Stopped,         ///< by the user
  StepLimit,       ///< maxSteps accepted
  SinkFull,        ///< the receiver of the results can take no more
  AssemblyFailed,  ///< no consistent initial conditions
  StepTooSmall,    ///< repeated rejections down to rounding level
  Locked,          ///< the mechanism has come to the end of its way (lock-up)
  StepFailed,      ///< a step of fixed size, or one that options have overruled, cannot be made
  Exploded,        ///< energy has grown beyond all that the motion had, or something feeds it without bound
  NotFinite,       ///< NaN or infinity in the equations
  EventFailed,     ///< the run cannot be continued behind an event: events pile up, a motion jumps
  Unresolved,      ///< a passage near a singular configuration that the energy contradicts
  EventReached,    ///< an event of the model that ends the run
};
/// "reached end", "step too small", …: for people, and as tables and files have it.
Text inWords(Termination termination);
const char* toString(Termination termination);

/// Work counted over a run.
struct Counts {
  long steps = 0;
  long rejected = 0;
  long residuals = 0;
  long jacobians = 0;
  long factorizations = 0;
  long newtonIterations = 0;
  long jacobianReuses = 0;  ///< steps begun with the factorisation of an earlier step
  long events = 0;
  /// BDF: order drops because high-order stability was found lost
  long loweredForStability = 0;
  std::array<long, kRejectionCauses> rejectedByCause{};  ///< by RejectionCause
  double errors = 0;  ///< of all steps together by their estimates, in tolerances
};

/// CPU seconds of the solver's thread per phase.
struct PhaseTimes {
  double assembly = 0, residual = 0, jacobian = 0, factorization = 0, solve = 0, output = 0, total = 0;
};

/// How a run in real time kept to the clock. Times by the clock, s.
struct RealTimeReport {
  double step = 0;  ///< what the clock gives a step: its size over the speed
  long steps = 0;
  long late = 0;          ///< begun late or done late
  long tooLong = 0;       ///< of them: computed for longer than `step`
  double worst = 0;       ///< by which a step was done too late at the most
  double meanJitter = 0;  ///< between the time of a step and its beginning
  double jitter99 = 0;    ///< that 99 % of the steps do not exceed, up to 4 %
  double largestJitter = 0;
  double load = 0;  ///< computing in parts of `step`, mean
  double largestLoad = 0;

  /// Whether it kept up, and if not what to do, in a sentence.
  std::string verdict() const;
};

/// A warning of a run, and the simulated time to which it belongs, s: what only the whole run shows, its end.
struct Warning {
  double t = 0;
  std::string text;
};

/// Everything there is to say about a run afterwards.
struct Summary {
  SimulationOptions given;
  SimulationOptions used;  ///< with every default filled in
  Termination termination = Termination::NotRun;
  std::string message = Text("The run was not started.");  ///< cause, with time and part, and what to try
  double time = 0;                                         ///< last accepted time, s
  Counts counts;
  PhaseTimes times;
  double largestDriftPosition = 0, largestDriftVelocity = 0, largestDriftAcceleration = 0;
  double energyError = 0;                           ///< largest |energy balance − its start|, J
  double spikeMetric = 0;                           ///< see core/results/spike_metric.h
  std::vector<RowName> redundantConstraints;        ///< left out at the start
  std::vector<RowName> ambiguousReactions;          ///< rows whose reactions are not unique
  std::vector<std::string> singularConfigurations;  ///< met on the way, with time and constraints
  std::vector<Event> events;                        ///< the first kMostEvents of them
  static constexpr std::size_t kMostEvents = 10000;
  std::optional<RealTimeReport> realTime;  ///< of a run in real time
  std::vector<std::string> remarks;        ///< what an automatic method picked, when and why
  std::vector<Warning> warnings;           ///< redundant constraints, singular start …
};

}  // namespace holonom
