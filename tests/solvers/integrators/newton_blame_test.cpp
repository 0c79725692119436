// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/integrators/forms/newton_blame.h"

#include <gtest/gtest.h>

#include "core/dynamics/equations_of_motion.h"
#include "solvers/simulation/run.h"
#include "tests/solvers/hinged_bar.h"

namespace holonom {
namespace {

/// The multipliers of a hinge pull at x and y of its bar, which weighs 2 kg.
TEST(NewtonBlame, NamesTheMultiplierThatPulledFartherThanAnythingMoved) {
  const auto equations = std::make_unique<EquationsOfMotion>(samples::hingedBar(2, 0.5), false);
  Work work;
  Balance balance(*equations, work);
  const int n = balance.n(), m = balance.m();
  ASSERT_EQ(n, 3);
  ASSERT_EQ(m, 2);
  const Vector q = Vector::Zero(n), v = Vector::Zero(n), none = Vector::Zero(m);
  ErrorWeights weights(*equations, 1e-4, 1e-4);
  weights.start(q, v);
  balance.evaluate(0, q, v);
  Vector moved = Vector::Zero(n), pulled = none;
  moved[2] = 1e-3;
  Attempt quiet;
  blame(balance, weights, moved, none, none, 1e-4, quiet);
  EXPECT_EQ(quiet.coordinate, 2);
  EXPECT_EQ(quiet.multiplier, -1);

  // 1e-4 s² · 1000 N / 2 kg is 50 times as far as the bar turned.
  pulled[1] = 1000;
  Attempt fight;
  blame(balance, weights, moved, none, pulled, 1e-4, fight);
  EXPECT_EQ(fight.coordinate, 2);
  EXPECT_EQ(fight.multiplier, 1);
  Attempt same;
  blame(balance, weights, moved, pulled, pulled, 1e-4, same);
  EXPECT_EQ(same.multiplier, -1) << "what counts is the change";

  pulled[1] = 10;  // half as far
  Attempt little;
  blame(balance, weights, moved, none, pulled, 1e-4, little);
  EXPECT_EQ(little.multiplier, -1);
}

}  // namespace
}  // namespace holonom
