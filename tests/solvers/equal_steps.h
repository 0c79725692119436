// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <gtest/gtest.h>

#include "core/dynamics/reference_problems/cartesian_pendulum.h"
#include "solvers/integrators/integrator.h"

/// Errors at the end of equal steps, by which orders are measured.
namespace holonom {

struct EndErrors {
  double position = 0, velocity = 0, multiplier = 0;
};

/// The pendulum at the time of the reference, of length 1.
inline State endOf(const PendulumReference& reference) {
  State end{reference.time, reference.position, reference.velocity, {}, Vector(1)};
  end.lambda[0] = reference.velocity.squaredNorm() - reference.gravity * reference.position.y();
  return end;
}

/// Steps are accepted whatever their error.
inline EndErrors errorsAfterEqualSteps(Integrator& integrator, const State& start, const State& exact,
                                       int steps) {
  const double h = (exact.t - start.t) / steps;
  integrator.start(start, h);
  for (int i = 0; i < steps; ++i) {
    const AttemptStatus status = integrator.attempt(h).status;
    EXPECT_TRUE(status == AttemptStatus::Success || status == AttemptStatus::ErrorTooLarge) << int(status);
    integrator.accept();
  }
  const State& end = integrator.state();
  return {(end.q - exact.q).norm(), (end.v - exact.v).norm(), (end.lambda - exact.lambda).norm()};
}

}  // namespace holonom
