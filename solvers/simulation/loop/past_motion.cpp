// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/simulation/loop/past_motion.h"

#include <algorithm>
#include <cmath>

#include "solvers/analyses/manifold_projection.h"
#include "solvers/analyses/scales.h"

namespace holonom {
namespace {

/// The state h earlier, by a Runge–Kutta step of order 4 on the index-1 form, brought back onto the
/// constraints: a formula of index 3 takes its velocities from the positions, so that past ones beside the
/// constraints would cost it 1/h of that.
bool stepBack(DaeSystem& system, const Vector& weight, double h, State& state) {
  constexpr double kAt[] = {0, 0.5, 0.5, 1}, kWeight[] = {1. / 6, 1. / 3, 1. / 3, 1. / 6};
  const State from = state;
  State stage = from;
  for (int i = 0; i < 4; ++i) {
    if (i > 0) {
      stage.q = from.q - kAt[i] * h * stage.v;
      stage.v = from.v - kAt[i] * h * stage.a;
      stage.t = from.t - kAt[i] * h;
      if (!solveAccelerations(system, stage)) return false;
    }
    state.q -= kWeight[i] * h * stage.v;
    state.v -= kWeight[i] * h * stage.a;
  }
  state.t = from.t - h;
  const Vector q = state.q, v = state.v;
  return (system.constraintCount() == 0 || (projectPositions(system, state.t, v, weight, q, state.q) &&
                                            projectVelocitiesByMass(system, state, v))) &&
         solveAccelerations(system, state);
}

/// The states behind the present one, each reached in that many steps.
std::vector<State> makePast(DaeSystem& system, const State& present, double step, int order, int substeps) {
  const Vector weight = coordinateScales(system).array().square().inverse();
  std::vector<State> past{present};
  if (!solveAccelerations(system, past.front())) return {};
  State state = past.front();
  for (int j = 0; j <= order; ++j) {
    for (int i = 0; i < substeps; ++i)
      if (!stepBack(system, weight, step / substeps, state)) return {};
    state.t = present.t - (j + 1) * step;
    past.push_back(state);
  }
  return past;
}

/// The last difference of the positions and of the velocities (as ways in the time scale), in scales of the
/// coordinates.
double lastDifference(const DaeSystem& system, const std::vector<State>& past) {
  double binomial = 1;
  Vector q = Vector::Zero(past[0].q.size()), v = q;
  for (std::size_t j = 0; j < past.size(); ++j) {
    q += binomial * past[j].q;
    v += binomial * past[j].v;
    binomial *= -static_cast<double>(past.size() - 1 - j) / static_cast<double>(j + 1);
  }
  double largest = 0;
  for (int i = 0; i < q.size(); ++i) {
    const bool moves = system.role(i) == DaeSystem::Role::Motion;
    if (system.role(i) == DaeSystem::Role::Variable) continue;
    const double way = std::max(std::abs(q[i]), moves ? std::abs(v[i]) * system.timeScale() : 0);
    largest = std::max(largest, way / system.coordinateScale(i));
  }
  return largest;
}

}  // namespace

std::vector<State> pastMotion(DaeSystem& system, const State& present, double step, int order) {
  // of order 4: enough for what the orders of BDF, and those beyond, leave at the steps that they take
  const int substeps = order > 5 ? 100 : 10;
  return makePast(system, present, step, order, substeps);
}

std::vector<State> smoothPast(DaeSystem& system, const State& present, double step, int order) {
  constexpr double kSmooth = 0.02;  // in scales of the coordinates
  auto past = pastMotion(system, present, step, order);
  for (; past.size() > 3; past.pop_back())
    if (lastDifference(system, past) < kSmooth) return past;
  return {};
}

std::vector<State> pastBehindEvent(DaeSystem& system, const State& present, double& step, int order,
                                   double tolerance) {
  constexpr int kMostTries = 4;
  constexpr double kShorter = 0.35, kPart = 0.2;  // of the step, of the tolerance
  for (int tries = 0; tries < kMostTries; ++tries, step *= kShorter) {
    auto past = makePast(system, present, step, order, 1);
    if (!past.empty() && lastDifference(system, past) < kPart * (order + 1) * tolerance) return past;
  }
  return {};
}

}  // namespace holonom
