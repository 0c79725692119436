// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/benchmark/equation_run.h"

#include <optional>

#include "solvers/integrators/implicit_runge_kutta/radau.h"
#include "solvers/simulation/loop/simulation.h"

namespace holonom {
namespace {

InitialGuess guessOf(const TestEquation& equation) {
  const State start = equation.start();
  const Vector exact = Vector::Ones(start.q.size());
  return {.t = 0, .q = start.q, .v = start.v, .exactQ = exact, .exactV = exact};
}

/// Values at rising times, by dense output of small steps.
class FineReference {
 public:
  FineReference(TestEquation& equation, double end) : equation_(equation), simulation_(equation, fine(end)) {
    running_ = simulation_.start(guessOf(equation));
  }

  Vector at(double t) {
    while (running_ && simulation_.state().t < t)
      running_ = simulation_.advance() == Simulation::Advance::Accepted;
    if (!(simulation_.state().t >= t)) return {};
    if (simulation_.state().t == t) return equation_.values(simulation_.state());
    simulation_.interpolate(t, state_);
    return equation_.values(state_);
  }

 private:
  static SimulationOptions fine(double end) {
    SimulationOptions options;
    options.method = radauMethod().name;
    options.index = radauMethod().indices.front();
    options.rtol = options.atol = 1e-11;
    options.endTime = end * (1 + 1e-9);  // its last step holds the last time
    return options;
  }

  TestEquation& equation_;
  Simulation simulation_;
  State state_;
  bool running_ = false;
};

}  // namespace

EquationRun runEquation(TestEquation& equation, SimulationOptions options, const std::atomic<bool>* stop) {
  options.startTime = 0;
  EquationRun run;
  const auto add = [&](const State& state) { run.points.push_back({state.t, equation.values(state), {}}); };
  Simulation simulation(equation, options);
  bool going = simulation.start(guessOf(equation));
  add(simulation.state());
  while (going && !(stop && *stop)) {
    going = simulation.advance(stop) == Simulation::Advance::Accepted;
    if (simulation.state().t > run.points.back().t) add(simulation.state());
  }
  if (simulation.termination() != Termination::ReachedEnd) run.failure = simulation.message();
  std::optional<FineReference> fine;
  for (EquationRun::Point& point : run.points) {
    if (stop && *stop) break;
    point.exact = equation.exact(point.t);
    if (point.exact.size() > 0) continue;
    if (!fine) fine.emplace(equation, options.endTime);
    point.exact = fine->at(point.t);
  }
  return run;
}

}  // namespace holonom
