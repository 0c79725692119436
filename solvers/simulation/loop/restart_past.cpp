// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/simulation/loop/restart_past.h"

#include <algorithm>
#include <cmath>

#include "solvers/linear/saddle_point.h"

namespace holonom {
namespace {

/// Runge–Kutta steps on the index-1 form, each brought back onto the constraints.
class BackwardSteps {
 public:
  explicit BackwardSteps(DaeSystem& system)
      : system_(system), saddle_(system), x_(system.coordinateCount() + system.constraintCount()) {}

  /// a and λ of the state.
  bool accelerations(State& state) {
    const auto n = state.q.size();
    system_.moveTo(state.t, state.q, state.v);
    system_.forces(x_.head(n));
    system_.gamma(x_.tail(x_.size() - n));
    if (!x_.allFinite() || !saddle_.factorize()) return false;
    saddle_.solve(x_);
    state.a = x_.head(n);
    state.lambda = x_.tail(x_.size() - n);
    return x_.allFinite();
  }

  /// From a state with its accelerations to the one h before.
  bool step(const State& from, double h, State& to) {
    constexpr double kAt[] = {0, 0.5, 0.5, 1}, kWeight[] = {1. / 6, 1. / 3, 1. / 3, 1. / 6};
    State stage = to = from;
    for (int i = 0; i < 4; ++i) {
      if (i > 0) {
        const Vector v = stage.v;
        stage.t = from.t - kAt[i] * h;
        stage.v = from.v - kAt[i] * h * stage.a;
        stage.q = from.q - kAt[i] * h * v;
        if (!accelerations(stage)) return false;
      }
      to.q -= kWeight[i] * h * stage.v;
      to.v -= kWeight[i] * h * stage.a;
    }
    to.t = from.t - h;
    return close(to) && accelerations(to);
  }

 private:
  /// One Newton step each for C = 0 and C_q v + C_t = 0 in the metric of M; what is left is of twice the
  /// order. A formula of index 3 takes its velocities from the positions, so that past ones beside the
  /// constraints would cost it 1/h of that.
  bool close(State& state) {
    const auto n = state.q.size();
    const auto rows = x_.size() - n;
    for (Vector* level : {&state.q, &state.v}) {
      system_.moveTo(state.t, state.q, state.v);
      if (!saddle_.factorize()) return false;
      x_.setZero();
      if (level == &state.q) {
        system_.constraints(x_.tail(rows));
      } else {
        system_.constraintTimeDerivative(x_.tail(rows));
        saddle_.addConstraintProduct(state.v, x_.tail(rows));
      }
      x_.tail(rows) *= -1;
      saddle_.solve(x_);
      if (!x_.allFinite()) return false;
      *level += x_.head(n);
    }
    return true;
  }

  DaeSystem& system_;
  SaddlePoint saddle_;
  Vector x_;
};

/// The last difference of equidistant values of q and of v (as ways in the time scale), in scales of the
/// coordinates.
double lastDifference(const DaeSystem& system, const std::vector<State>& past) {
  double largest = 0;
  for (int i = 0; i < system.coordinateCount(); ++i) {
    if (system.role(i) == DaeSystem::Role::Variable) continue;
    double binomial = 1, ofPosition = 0, ofVelocity = 0;
    for (std::size_t j = 0; j < past.size(); ++j) {
      ofPosition += binomial * past[j].q[i];
      ofVelocity += binomial * past[j].v[i];
      binomial *= -static_cast<double>(past.size() - 1 - j) / static_cast<double>(j + 1);
    }
    const double velocity =
        system.role(i) == DaeSystem::Role::Motion ? std::abs(ofVelocity) * system.timeScale() : 0;
    largest = std::max(
        {largest, std::abs(ofPosition) / system.coordinateScale(i), velocity / system.coordinateScale(i)});
  }
  return largest;
}

/// Into past[1] … from past[0]; false where it cannot be done.
bool makePast(BackwardSteps& backwards, double step, int substeps, std::vector<State>& past) {
  State from = past[0];
  for (std::size_t j = 1; j < past.size(); ++j, from = past[j - 1])
    for (int i = 0; i < substeps; ++i, from = past[j])
      if (!backwards.step(from, step / substeps, past[j])) return false;
  return true;
}

}  // namespace

std::vector<State> pastAtFixedOrder(DaeSystem& system, const State& present, double step, int order) {
  // of order 4: enough for what the orders of BDF, and those beyond, leave at the steps that they take
  const int substeps = order > 5 ? 100 : 10;
  BackwardSteps backwards(system);
  std::vector<State> past(order + 2, present);
  if (!backwards.accelerations(past[0]) || !makePast(backwards, step, substeps, past)) return {};
  return past;
}

std::vector<State> pastBehindEvent(DaeSystem& system, const State& present, double& step, int order,
                                   double tolerance) {
  constexpr int kMostTries = 4;
  constexpr double kShorter = 0.35, kPart = 0.2;  // of the step, of the tolerance
  BackwardSteps backwards(system);
  std::vector<State> past(order + 2, present);
  if (!backwards.accelerations(past[0])) return {};
  for (int tries = 0; tries < kMostTries; ++tries, step *= kShorter) {
    const bool made = makePast(backwards, step, 1, past);
    if (made && lastDifference(system, past) < kPart * (order + 1) * tolerance) return past;
  }
  return {};
}

}  // namespace holonom
