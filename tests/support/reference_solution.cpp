// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/reference_solution.h"

#include "tests/support/dense_evaluation.h"

namespace holonom {
namespace {

Vector acceleration(DaeSystem& system, double t, const Vector& q, const Vector& v) {
  system.moveTo(t, q, v);
  return solveAccelerations(system).a;
}

}  // namespace

MotionState solveByRungeKutta(DaeSystem& system, double t0, double t1, int steps, MotionState state) {
  const double h = (t1 - t0) / steps;
  auto& [q, v] = state;
  for (int i = 0; i < steps; ++i) {
    const double t = t0 + i * h;
    const Vector a1 = acceleration(system, t, q, v);
    const Vector v2 = v + h / 2 * a1, a2 = acceleration(system, t + h / 2, q + h / 2 * v, v2);
    const Vector v3 = v + h / 2 * a2, a3 = acceleration(system, t + h / 2, q + h / 2 * v2, v3);
    const Vector v4 = v + h * a3, a4 = acceleration(system, t + h, q + h * v3, v4);
    q += h / 6 * (v + 2 * v2 + 2 * v3 + v4);
    v += h / 6 * (a1 + 2 * a2 + 2 * a3 + a4);
    projectOntoConstraints(system, t + h, q, v);
  }
  return state;
}

MotionState extrapolatedRungeKutta(DaeSystem& system, double t0, double t1, int steps,
                                   const MotionState& state) {
  const MotionState coarse = solveByRungeKutta(system, t0, t1, steps, state);
  MotionState fine = solveByRungeKutta(system, t0, t1, 2 * steps, state);
  fine.q += (fine.q - coarse.q) / 15;
  fine.v += (fine.v - coarse.v) / 15;
  projectOntoConstraints(system, t1, fine.q, fine.v);
  return fine;
}

}  // namespace holonom
