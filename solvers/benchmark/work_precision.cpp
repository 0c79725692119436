// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/benchmark/work_precision.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <tuple>
#include <utility>

#include "core/base/error.h"
#include "core/base/text.h"
#include "core/base/thread_clock.h"
#include "solvers/benchmark/prescribed_motion.h"
#include "solvers/integrators/bdf/bdf.h"
#include "solvers/integrators/explicit/explicit_equations.h"
#include "solvers/integrators/explicit/explicit_method.h"
#include "solvers/options/variants.h"

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

struct Limits {
  double budget;  // s of CPU time
  const std::atomic<bool>* stop;
};

using Look = std::function<bool(const Simulation&)>;  // at accepted steps: whether to go on

/// From the initial guess to the end, assembly included: what a user waits for.
TimedRun timedRun(const BenchmarkProblem& problem, DaeSystem& system, SimulationOptions options,
                  const Limits& limits, const Look& look = {}) {
  constexpr int kStepsBetweenLooks = 256;
  const auto& [budget, stop] = limits;
  options.startTime = 0;
  options.endTime = problem.endTime;
  const InitialGuess guess = problem.guess(system);
  TimedRun run;
  const ThreadClock clock;
  Simulation simulation(system, options);
  bool ended = !simulation.start(guess);
  for (int steps = 1; !ended && !run.overBudget && !(stop && *stop); ++steps) {
    ended = simulation.advance(stop) == Simulation::Advance::Finished;
    if (look && !look(simulation)) break;
    if (steps % kStepsBetweenLooks == 0) run.overBudget = clock.seconds() > budget;
  }
  run.cpuSeconds = clock.seconds();
  run.q = simulation.state().q;
  run.counts = simulation.counts();
  run.termination = simulation.termination();
  run.message = run.overBudget ? tr("Given up: it took longer than the time allowed for one run.")
                               : simulation.message();
  if (run.overBudget) run.termination = Termination::Stopped;
  return run;
}

/// Error of accelerations and reactions along a run, which is made once more: none of this is in its time.
/// Empty where the constraints leave freedom, or the run does not reach the end.
std::optional<double> errorAlong(const BenchmarkProblem& problem, const SimulationOptions& options,
                                 const Limits& limits) {
  constexpr double kTimeToLook = 10;  // times that of the run itself
  const auto system = problem.make();
  std::unique_ptr<PrescribedMotion> exact;
  bool begun = false;
  const TimedRun run =
      timedRun(problem, *system, options, {kTimeToLook * limits.budget, limits.stop}, [&](const auto& made) {
        if (!std::exchange(begun, true))
          exact = PrescribedMotion::of(*system, made.assembly().independentRows);
        if (exact && !made.crossedEvent() && !made.nearSingular()) exact->look(made.state());
        return exact != nullptr;
      });
  if (!exact || run.termination != Termination::ReachedEnd) return std::nullopt;
  return exact->error();
}

/// Not a number without a result.
double errorOf(const BenchmarkProblem& problem, const DaeSystem& system, const TimedRun& run,
               const SimulationOptions& options, const ReferenceEnd& reference, const Limits& limits) {
  constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
  if (run.termination != Termination::ReachedEnd) return kNone;
  const double atEnd = coordinateError(system, run.q, reference.q);
  if (reference.judged == Judged::Coordinates) return atEnd;
  const auto along = errorAlong(problem, options, limits);
  return along ? std::max(*along, atEnd) : kNone;
}

Measurement measureOne(const BenchmarkProblem& problem, const SimulationOptions& options,
                       const ReferenceEnd& reference, const WorkPrecisionSettings& settings,
                       const std::atomic<bool>* stop) {
  Measurement result{.problem = problem.name,
                     .method = options.method,
                     .index = options.index,
                     .tolerance = usedRtol(options)};
  const Limits limits{settings.budget, stop};
  double spent = 0;
  for (int i = 0; i < std::max(1, settings.repetitions) && (i == 0 || spent < settings.enough); ++i) {
    const auto system = problem.make();
    const TimedRun run = timedRun(problem, *system, options, limits);
    result.cpuSeconds = i == 0 ? run.cpuSeconds : std::min(result.cpuSeconds, run.cpuSeconds);
    spent += run.cpuSeconds;
    if (i > 0) continue;
    result.counts = run.counts;
    result.termination = run.termination;
    result.message = run.message;
    result.error = errorOf(problem, *system, run, options, reference, limits);
    if (!result.finished()) break;
  }
  return result;
}

SimulationOptions tightOptions(const std::string& method, int index, double tolerance) {
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
/// looser tolerance. Where constraints prescribe the whole motion, accelerations and
/// reactions follow from them, and one method is enough to confirm that.
std::optional<ReferenceEnd> referenceEnd(const BenchmarkProblem& problem,
                                         const WorkPrecisionSettings& settings,
                                         const std::atomic<bool>* stop) {
  const std::string highOrder = dormandPrince8Method().name, stiff = bdfMethod().name;
  const SimulationOptions candidates[] = {tightOptions(highOrder, 1, 1e-13), tightOptions(stiff, 2, 1e-12),
                                          tightOptions(stiff, 1, 1e-12)};
  std::optional<ReferenceEnd> reference;
  bool begun = false;
  std::string refused;
  for (SimulationOptions options : candidates)
    for (int decade = 0; decade < 5; ++decade) {
      const auto system = problem.make();
      const Limits limits{10 * settings.budget, stop};
      const TimedRun run = timedRun(problem, *system, options, limits);
      if (run.overBudget || (stop && *stop)) break;
      const SimulationOptions used = options;
      options.rtol = options.atol = 10 * *options.rtol;
      begun = begun || run.termination != Termination::AssemblyFailed;
      refused = run.message;
      if (run.termination != Termination::ReachedEnd) continue;
      if (!reference) {
        reference = ReferenceEnd{run.q, 0, shortLabel(used), ""};
        if (const auto along = errorAlong(problem, used, limits))
          return ReferenceEnd{run.q, *along, tr("the constraints alone"), shortLabel(used),
                              Judged::AccelerationsAndReactions};
        break;
      }
      reference->uncertainty = coordinateError(*system, run.q, reference->q);
      reference->other = shortLabel(used);
      return reference;
    }
  if (!begun && !refused.empty()) throw InputError("", refused);
  return std::nullopt;
}

Text inWords(Judged judged) {
  return judged == Judged::Coordinates ? Text("largest error of a coordinate at the end")
                                       : Text("largest error of accelerations and reactions along the way");
}

bool nothingToJudge(const std::vector<Measurement>& measurements, const ReferenceEnd& reference) {
  constexpr double kRounding = 1e-11;
  const double floor = std::max(10 * reference.uncertainty, kRounding);
  bool any = false;
  for (const Measurement& m : measurements) {
    if (m.finished() && !(m.error <= floor)) return false;
    any = any || m.finished();
  }
  return any;
}

double evaluationSeconds(const BenchmarkProblem& problem) {
  constexpr int kBatches = 20;
  constexpr double kBatch = 2e-3;  // s
  const std::unique_ptr<DaeSystem> system = problem.make();
  const InitialGuess guess = problem.guess(*system);
  Work work;
  ExplicitEquations equations(*system, IntegratorSettings{}, work);
  Vector y(2 * equations.n()), f(y.size());
  y << guess.q, guess.v;
  double least = std::numeric_limits<double>::infinity();
  for (int batch = 0; batch < kBatches; ++batch) {
    const ThreadClock clock;
    long count = 0;
    for (; clock.seconds() < kBatch; count += 16)
      for (int i = 0; i < 16; ++i) equations.rate(0, y, f);
    least = std::min(least, clock.seconds() / double(count));
  }
  return least;
}

std::vector<Measurement> measure(const BenchmarkProblem& problem,
                                 const std::vector<SimulationOptions>& variants,
                                 const ReferenceEnd& reference, const WorkPrecisionSettings& settings,
                                 const std::function<void(const Measurement&)>& each,
                                 const std::atomic<bool>* stop) {
  std::vector<Measurement> all;
  std::vector<bool> givenUp(variants.size(), false);
  const std::vector<std::string> names = distinguishingNames(variants);
  for (const double tolerance : settings.tolerances)
    for (std::size_t i = 0; i < variants.size(); ++i) {
      if (givenUp[i]) continue;
      if (stop && *stop) return all;
      SimulationOptions options = variants[i];
      options.rtol = options.atol = tolerance;
      all.push_back(measureOne(problem, options, reference, settings, stop));
      all.back().variant = variantOf(variants[i]).text();
      all.back().name = names[i];
      givenUp[i] = all.back().cpuSeconds > settings.budget;
      if (each) each(all.back());
    }
  return all;
}

std::vector<SimulationOptions> allVariants() {
  std::vector<SimulationOptions> variants;
  for (const MethodDescriptor& method : methods())
    if (method.role != MethodRole::Prescribed)
      for (const int index : method.indices) {
        variants.emplace_back();
        variants.back().method = method.name;
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

namespace {

/// Whether the run of the same method with the next tighter tolerance misses what this one reaches.
bool isLucky(const Measurement& run, double level, const std::vector<Measurement>& measurements) {
  const auto whose = [](const Measurement& m) { return std::tie(m.problem, m.method, m.index, m.variant); };
  const Measurement* next = nullptr;
  for (const Measurement& m : measurements)
    if (m.finished() && m.tolerance < run.tolerance && whose(m) == whose(run) &&
        (!next || m.tolerance > next->tolerance))
      next = &m;
  return next && !(next->error <= level);
}

}  // namespace

std::optional<Measurement> cheapest(const std::vector<Measurement>& measurements, double level,
                                    const std::function<bool(const Measurement&)>& counts) {
  std::optional<Measurement> best;
  for (const Measurement& m : measurements) {
    if (!m.finished() || !(m.error <= level) || (counts && !counts(m))) continue;
    if (best && best->cpuSeconds <= m.cpuSeconds) continue;
    if (!isLucky(m, level, measurements)) best = m;
  }
  return best;
}

}  // namespace holonom
