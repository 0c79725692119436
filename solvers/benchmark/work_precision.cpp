// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/benchmark/work_precision.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/base/error.h"
#include "core/base/thread_clock.h"

namespace holonom {
namespace {

struct TimedRun {
  Vector q;
  Counts counts;
  Termination termination = Termination::NotRun;
  std::string message;
  double cpuSeconds = 0;
  bool overBudget = false;
};

/// From the initial guess to the end, assembly included: what a user waits for.
TimedRun timedRun(const BenchmarkProblem& problem, DaeSystem& system, SimulationOptions options,
                  double budget, const std::atomic<bool>* stop) {
  constexpr int kStepsBetweenLooks = 256;
  options.startTime = 0;
  options.endTime = problem.endTime;
  const InitialGuess guess = problem.guess(system);
  TimedRun run;
  const ThreadClock clock;
  Simulation simulation(system, options);
  bool ended = !simulation.start(guess);
  for (int steps = 1; !ended && !run.overBudget && !(stop && *stop); ++steps) {
    ended = simulation.advance(stop) == Simulation::Advance::Finished;
    if (steps % kStepsBetweenLooks == 0) run.overBudget = clock.seconds() > budget;
  }
  run.cpuSeconds = clock.seconds();
  run.q = simulation.state().q;
  run.counts = simulation.counts();
  run.termination = simulation.termination();
  run.message =
      run.overBudget ? "Given up: it took longer than the time allowed for one run." : simulation.message();
  if (run.overBudget) run.termination = Termination::Stopped;
  return run;
}

Measurement measureOne(const BenchmarkProblem& problem, const SimulationOptions& options,
                       const ReferenceEnd& reference, const WorkPrecisionSettings& settings,
                       const std::atomic<bool>* stop) {
  Measurement result{.problem = problem.name,
                     .method = options.method,
                     .index = options.index,
                     .tolerance = usedRtol(options)};
  double spent = 0;
  for (int i = 0; i < std::max(1, settings.repetitions) && (i == 0 || spent < settings.enough); ++i) {
    const auto system = problem.make();
    const TimedRun run = timedRun(problem, *system, options, settings.budget, stop);
    result.cpuSeconds = i == 0 ? run.cpuSeconds : std::min(result.cpuSeconds, run.cpuSeconds);
    spent += run.cpuSeconds;
    if (i > 0) continue;
    result.counts = run.counts;
    result.termination = run.termination;
    result.message = run.message;
    result.error = result.finished() ? coordinateError(*system, run.q, reference.q)
                                     : std::numeric_limits<double>::quiet_NaN();
    if (!result.finished()) break;
  }
  return result;
}

SimulationOptions optionsOf(const char* method, int index, double tolerance) {
  SimulationOptions options;
  options.method = method;
  options.index = index;
  options.rtol = options.atol = tolerance;
  return options;
}

}  // namespace

double coordinateError(const DaeSystem& system, const Vector& q, const Vector& reference) {
  double largest = 0;
  for (int i = 0; i < system.coordinateCount(); ++i) {
    const double error =
        std::abs(q[i] - reference[i]) / std::max(std::abs(reference[i]), system.coordinateScale(i));
    if (!(error <= largest)) largest = error;
  }
  return largest;
}

/// An explicit method of order 8 and BDF on the index-2 form have nothing in common but the equations. Where
/// stiffness stops the first, the index-1 form of BDF takes its place; where rounding stops a method, a
/// looser tolerance.
std::optional<ReferenceEnd> referenceEnd(const BenchmarkProblem& problem,
                                         const WorkPrecisionSettings& settings,
                                         const std::atomic<bool>* stop) {
  const SimulationOptions candidates[] = {optionsOf("dop853", 1, 1e-13), optionsOf("bdf", 2, 1e-12),
                                          optionsOf("bdf", 1, 1e-12)};
  std::optional<ReferenceEnd> reference;
  bool begun = false;
  std::string refused;
  for (SimulationOptions options : candidates)
    for (int decade = 0; decade < 5; ++decade) {
      const auto system = problem.make();
      const TimedRun run = timedRun(problem, *system, options, 10 * settings.budget, stop);
      if (run.overBudget || (stop && *stop)) break;
      options.rtol = options.atol = 10 * *options.rtol;
      begun = begun || run.termination != Termination::AssemblyFailed;
      refused = run.message;
      if (run.termination != Termination::ReachedEnd) continue;
      if (!reference) {
        reference = ReferenceEnd{run.q, 0, shortLabel(options), ""};
        break;
      }
      reference->uncertainty = coordinateError(*system, run.q, reference->q);
      reference->other = shortLabel(options);
      return reference;
    }
  if (!begun && !refused.empty()) throw InputError("", refused);
  return std::nullopt;
}

std::vector<Measurement> measure(const BenchmarkProblem& problem,
                                 const std::vector<SimulationOptions>& variants,
                                 const ReferenceEnd& reference, const WorkPrecisionSettings& settings,
                                 const std::function<void(const Measurement&)>& each,
                                 const std::atomic<bool>* stop) {
  std::vector<Measurement> all;
  std::vector<bool> givenUp(variants.size(), false);
  for (const double tolerance : settings.tolerances)
    for (std::size_t i = 0; i < variants.size(); ++i) {
      if (givenUp[i]) continue;
      if (stop && *stop) return all;
      SimulationOptions options = variants[i];
      options.rtol = options.atol = tolerance;
      all.push_back(measureOne(problem, options, reference, settings, stop));
      givenUp[i] = all.back().cpuSeconds > settings.budget;
      if (each) each(all.back());
    }
  return all;
}

std::vector<SimulationOptions> allVariants() {
  std::vector<SimulationOptions> variants;
  for (const MethodInfo& info : methods())
    if (info.name != "kinematics")
      for (const int index : info.indices) {
        variants.emplace_back();
        variants.back().method = info.name;
        variants.back().index = index;
      }
  return variants;
}

std::vector<double> tolerancesDownTo(double tightest) {
  std::vector<double> tolerances;
  for (int half = 4; half <= 28; ++half) {
    const double tolerance = std::pow(10.0, -0.5 * half);
    if (tolerance < 0.99 * tightest) break;
    tolerances.push_back(tolerance);
  }
  return tolerances;
}

std::optional<CheapestRun> cheapest(const std::vector<Measurement>& measurements, double level,
                                    const std::function<bool(const Measurement&)>& counts) {
  std::optional<CheapestRun> best;
  for (const Measurement& m : measurements) {
    if (!m.finished() || !(m.error <= level) || (counts && !counts(m))) continue;
    if (!best || m.cpuSeconds < best->cpuSeconds)
      best = CheapestRun{m.cpuSeconds, m.method, m.index, m.tolerance};
  }
  return best;
}

}  // namespace holonom
