// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <gtest/gtest.h>

#include <span>

#include "core/dynamics/equations_of_motion.h"
#include "tests/core/dynamics/sample_mechanisms.h"
#include "tests/support/finite_differences.h"

namespace holonom::samples {

/// Every block against differences (checkDerivatives()), at that many random states.
inline void expectRightDerivatives(EquationsOfMotion& system, int states = 3) {
  RandomVectors random;
  const int n = system.coordinateCount(), m = system.constraintCount();
  for (int i = 0; i < states; ++i) {
    Vector lambda = random(m);
    lambda.tail(system.places().controls().count)
        .setZero();  // their shares in K and D are left out (ControlRows)
    EXPECT_EQ(checkDerivatives(system, 0.1 + 0.23 * i, random(n), random(n), random(n), lambda), "");
  }
}
inline void expectRightDerivatives(const Mechanism& mechanism, int states = 3) {
  EquationsOfMotion system(mechanism);
  expectRightDerivatives(system, states);
}

/// Of the mechanism with each of the forces alone.
inline void expectRightForces(Mechanism mechanism, std::span<const Force> forces) {
  for (const Force& force : forces) {
    SCOPED_TRACE(force.kind.index());
    mechanism.forces = {force};
    expectRightDerivatives(mechanism);
  }
}

}  // namespace holonom::samples
