// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <ostream>
#include <string>
#include <string_view>

#include "solvers/simulation/loop/simulation.h"

/// Runs of any DaeSystem to its end, for tests and benchmarks.
namespace holonom {

struct TestedMethod {
  const char* name;  ///< usable as the name of a test
  const char* method;
  int index;
  BdfForm form = BdfForm::Variable;
  Stabilisation stabilisation = Stabilisation::Projection;
  LocalRule localRule = LocalRule::Trapezoidal;
  NullSpaceKind nullSpace = NullSpaceKind::Elimination;
};

/// How GoogleTest shows it.
inline void PrintTo(const TestedMethod& variant, std::ostream* out) { *out << variant.name; }

inline constexpr TestedMethod kVariants[] = {
    {"BdfIndex3", "bdf", 3},
    {"BdfIndex2", "bdf", 2},
    {"GeneralizedAlpha", "generalized-alpha", 3},
    {"BdfIndex1", "bdf", 1},
    {"GeneralizedAlphaIndex2", "generalized-alpha", 2},
    {"HhtIndex3", "hht", 3},
    {"HhtIndex2", "hht", 2},
    {"GeneralizedAlphaIndex1", "generalized-alpha", 1},
    {"HhtIndex1", "hht", 1},
    {"BdfIndex3QuasiConstant", "bdf", 3, BdfForm::QuasiConstant},
    {"BdfIndex2QuasiConstant", "bdf", 2, BdfForm::QuasiConstant},
    {"DormandPrince8", "dop853", 1},
    {"DormandPrince8TangentSpace", "dop853", 1, BdfForm::Variable, Stabilisation::TangentSpace},
    {"DormandPrince5", "dopri5", 1},
    {"RungeKutta4", "rk4", 1},
    {"Adams", "adams", 1},
    {"AdamsPartitioning", "adams", 1, BdfForm::Variable, Stabilisation::Partitioning},
    {"GraggBulirschStoer", "gbs", 1},
    {"Rkc", "rkc", 1},
    {"Eserk4", "eserk4", 1},
    {"Rock4", "rock4", 1},
    {"Automatic", "auto", 2},
    {"TrapezoidalIndex2", "trapezoidal", 2},
    {"TrapezoidalIndex1", "trapezoidal", 1},
    {"RadauIndex2", "radau", 2},
    {"RadauIndex3", "radau", 3},
    {"RadauIndex1", "radau", 1},
    {"LStableIndex2", "l-stable", 2},
    {"LStableIndex3", "l-stable", 3},
    {"LStableIndex1", "l-stable", 1},
    {"EsdirkIndex1", "esdirk", 1},
    {"LocalEquivalence", "local-equivalence", 1},
#ifdef HOLONOM_HAS_IDA
    {"IdaIndex2", "ida", 2},
    {"IdaIndex1", "ida", 1},
#endif
};

/// Damped Newmark has first order: its error goes with the square root of the tolerance, above what most of
/// the suites over kVariants claim.
inline constexpr TestedMethod kFirstOrderVariants[] = {{"NewmarkIndex3", "newmark", 3},
                                                       {"NewmarkIndex2", "newmark", 2},
                                                       {"NewmarkIndex1", "newmark", 1},
                                                       {"Euler", "euler", 1}};

/// For a purpose of their own: those of textbooks (004) for teaching, those for real time, symplectic ones
/// for long runs in equal steps, and forms of others. They keep the promises of all and meet events; what
/// more they claim stands in their own tests. Errors of hundreds of tolerances, and stiffness, are what some
/// of them show.
inline constexpr TestedMethod kSpecialVariants[] = {
    {"Heun", "heun", 1},
    {"Kutta3", "kutta3", 1},
    {"LeapFrog", "leap-frog", 1},
    {"AdamsBashforth", "adams-bashforth", 1},
    {"PredictorCorrector", "predictor-corrector", 1},
    {"AdamsMoulton", "adams-moulton", 1},
    {"Treanor", "treanor", 1},
    {"RealTimeRungeKutta2", "rt-rk2", 1},
    {"RealTimeAdams", "rt-adams", 1},
    {"Rosenbrock", "rosenbrock", 1},
    {"Rattle", "rattle", 3},
    {"VariationalMidpoint", "variational-midpoint", 3},
    {"LocalEquivalenceBdf2", "local-equivalence", 1, BdfForm::Variable, Stabilisation::Projection,
     LocalRule::Bdf2, NullSpaceKind::Orthogonal},
    {"LocalEquivalenceBdf", "local-equivalence", 1, BdfForm::Variable, Stabilisation::Projection,
     LocalRule::Bdf}};

/// On the penalty form: the constraints hold to tolerance, not to rounding.
inline bool isPenalty(const TestedMethod& variant) {
  for (const char* method : {"rkc", "eserk4", "rock4"})
    if (std::string_view(variant.method) == method) return true;
  return false;
}

inline bool isSpecial(const TestedMethod& variant) {
  for (const TestedMethod& one : kSpecialVariants)
    if (std::string_view(variant.name) == one.name) return true;
  return false;
}

inline bool isAutomatic(const TestedMethod& variant) { return std::string_view(variant.method) == "auto"; }

/// With steps, iteration and memory of its own.
inline bool isForeign(const TestedMethod& variant) { return std::string_view(variant.method) == "ida"; }

/// With stages that are found together: a and λ come from differences within the step.
inline bool isStaged(const TestedMethod& variant) {
  return std::string_view(variant.method) == "radau" || std::string_view(variant.method) == "l-stable";
}

/// Of second order at any tolerance: many more steps at tight ones, and errors that fall more slowly.
inline bool isSecondOrder(const TestedMethod& variant) {
  for (const std::string_view name : {"generalized-alpha", "hht", "trapezoidal", "local-equivalence", "heun",
                                      "leap-frog", "rattle", "variational-midpoint", "rt-rk2", "rt-adams"})
    if (variant.method == name) return true;
  return false;
}

/// Whose error goes with the square root of the tolerance.
inline bool isFirstOrder(const TestedMethod& variant) {
  for (const TestedMethod& one : kFirstOrderVariants)
    if (std::string_view(variant.name) == one.name) return true;
  return false;
}

/// |C| that may remain, relative to the tolerance: what the iteration leaves, or the balance of the penalty.
inline double driftAllowed(const TestedMethod& variant) {
  return isPenalty(variant) ? 1 : isForeign(variant) ? 0.1 : 1e-3;
}

/// Explicit, with the constraints restored by projection.
inline bool isExplicit(const TestedMethod& variant) {
  for (const std::string_view name :
       {"dop853", "dopri5", "rk4", "adams", "gbs", "euler", "rt-rk2", "rt-adams"})
    if (variant.method == name) return true;
  return isSpecial(variant);
}

inline SimulationOptions optionsOf(const TestedMethod& variant, double tolerance, double endTime) {
  SimulationOptions options;
  options.method = variant.method;
  options.index = variant.index;
  options.bdfForm = variant.form;
  options.stabilisation = variant.stabilisation;
  options.localRule = variant.localRule;
  options.nullSpace = variant.nullSpace;
  options.rtol = options.atol = tolerance;
  options.endTime = endTime;
  return options;
}

struct Outcome {
  State end;
  Counts counts;
  Termination termination = Termination::NotRun;
  std::string message;
};

/// `everyStep` is called after each accepted step (and may be empty).
inline Outcome runSystem(DaeSystem& system, const SimulationOptions& options, const InitialGuess& guess,
                         const std::function<void(const Simulation&)>& everyStep = {}) {
  Simulation simulation(system, options);
  if (simulation.start(guess))
    while (simulation.advance() == Simulation::Advance::Accepted)
      if (everyStep) everyStep(simulation);
  return {simulation.state(), simulation.counts(), simulation.termination(), simulation.message()};
}

inline InitialGuess guessOf(Vector q, Vector v) {
  InitialGuess guess;
  guess.q = std::move(q);
  guess.v = std::move(v);
  return guess;
}

}  // namespace holonom
