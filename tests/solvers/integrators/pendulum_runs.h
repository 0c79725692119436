// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cmath>

#include "core/dynamics/reference_problems/cartesian_pendulum.h"
#include "solvers/analyses/assembly.h"
#include "tests/solvers/run_helpers.h"

/// The pendulum of which the motion is known to many digits, from its start at rest.
namespace holonom {

inline const PendulumReference& kReference = kPendulumReferences[0];      // 1 s
inline const PendulumReference& kLongReference = kPendulumReferences[1];  // 5 s

inline InitialGuess pendulumGuess(const PendulumReference& reference = kReference) {
  return guessOf(Vector2(reference.startX, 0), Vector2::Zero());
}

inline State pendulumStart(CartesianPendulum& pendulum) { return assemble(pendulum, pendulumGuess()).state; }

struct PendulumErrors {
  double position = 0, velocity = 0, tension = 0;
};

inline PendulumErrors errorsAtEnd(const State& end) {
  const double tension = kReference.velocity.squaredNorm() - kReference.gravity * kReference.position.y();
  return {(end.q - kReference.position).norm(), (end.v - kReference.velocity).norm(),
          std::abs(end.lambda[0] - tension)};
}

}  // namespace holonom
