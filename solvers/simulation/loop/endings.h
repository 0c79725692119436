// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>

#include "solvers/simulation/loop/course.h"
#include "solvers/simulation/loop/pace.h"
#include "solvers/simulation/runaway.h"
#include "solvers/simulation/watches/configuration_guard.h"

/// Why a run ends where it stands.
namespace holonom {

class PlaceWatch;

struct Ending {
  Termination termination;
  std::string message;    ///< what happened, the likely cause and what to do
  std::string fact = {};  ///< what happened alone, within a sentence; "" where that tells nothing more
};

/// What ends a run between two steps; `event`: the name of one that ends it, "" when none has happened.
std::optional<Ending> endingBetweenSteps(const Course& course, Pace& pace, ConfigurationGuard& guard,
                                         PlaceWatch& places, const std::string& event);
/// Of a run whose steps fail however small they are; `attempt`: the last one.
Ending endingOfFailure(const Attempt& attempt, const Course& course, const ConfigurationGuard& guard,
                       PlaceWatch& places);
/// What may be told of an ending of a run at t, s, that has made so many steps: where options overrule the
/// method or its safeguards, nothing proves that the model is the cause.
Ending asTold(Ending ending, double t, long steps, const SimulationOptions& options);
/// A pole that the time leads to soon, as a sentence; empty: none.
std::string poleOfTimeNear(const Course& course, PlaceWatch& places);
/// Of a motion that has exploded at t, s.
Ending endingOfExplosion(double t, const Runaway& energy, const SimulationOptions& options,
                         const MethodProperties& method);
/// Of one that grows without bound by what feeds it.
Ending endingOfGrowth(double t, const std::string& growth, const SimulationOptions& options);
/// What lets a motion grow, and what to do.
std::string causeOfGrowth(const SimulationOptions& options, const MethodProperties& method);
/// The place where the mechanism comes to the end of its way.
std::string describeLock(const Course& course, const ConfigurationGuard& guard);

}  // namespace holonom
