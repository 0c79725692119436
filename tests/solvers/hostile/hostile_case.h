// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "core/dynamics/equations_of_motion.h"
#include "solvers/analyses/assembly.h"

namespace holonom {

/// Where some coordinates are at the end, in units of the model.
using EndPlaces = std::vector<std::pair<int, double>>;

/// A problem that invites wrong answers.
struct HostileCase {
  enum class Ending {
    Runs,    ///< every method reaches the end; explicit ones may say instead that the problem is stiff
    Stops,   ///< there is no answer: every method stops and names the cause
    Either,  ///< a right answer or a named cause
  };

  std::string name;
  std::function<std::unique_ptr<DaeSystem>()> make;
  std::function<InitialGuess(DaeSystem&)> guess;
  double endTime = 1;
  Ending ending = Ending::Runs;
  std::function<EndPlaces()> reference = {};  ///< none for Stops
  double factor = 1;                          ///< on the error that the class of the method is allowed
  std::vector<std::string> causes = {};       ///< one of them stands in the message of a run that stops
  double stopTime = -1;                       ///< of Stops, when it is known
  double startTime = 0;
  /// keeps the suite short; a run that comes so far has not returned a wrong answer
  long mostSteps = 6000;
  std::string warning = {};  ///< a run that says this in its warnings may be wrong
};

/// From a mechanism, with its initial guess.
HostileCase hostileMechanism(std::string name, std::function<Mechanism()> make, double endTime,
                             HostileCase::Ending ending);

std::vector<HostileCase> singularCases();
std::vector<HostileCase> constraintCases();
std::vector<HostileCase> discontinuousCases();
std::vector<HostileCase> stiffCases();
std::vector<HostileCase> massAndUnitCases();

/// y″ = f(y, y′) by the classical Runge–Kutta method with 1e-5 … 1e-4 of the span per step: the angle of
/// linkages with one degree of freedom in closed form, for references.
double oneUnknown(const std::function<double(double, double)>& f, double y, double rate, double time);

inline constexpr double g = 9.81;  ///< of the linkages
/// Of linkages::pendulum(), let go at 0.
double pendulumAngle(double time);

}  // namespace holonom
