// SPDX-License-Identifier: GPL-3.0-or-later
// Methods with memory behind events: what they take for their past, and what many events cost them.
#include <gtest/gtest.h>

#include <cmath>

#include "core/dynamics/reference_problems/cartesian_pendulum.h"
#include "solvers/analyses/assembly.h"
#include "solvers/simulation/loop/past_motion.h"
#include "tests/solvers/linkages.h"
#include "tests/solvers/simulation/event_models.h"

namespace holonom {
namespace {

using namespace samples;

/// Backwards to the accuracy of its order, with accelerations and multipliers that belong to each state.
TEST(PastMotion, IsTheMotionBackwards) {
  CartesianPendulum pendulum(9.81, 1);
  const State present = assemble(pendulum, guessOf(Vector2(0.6, -0.8), Vector2(0.8, 0.6))).state;
  State end = present;
  const double step = 1e-2;
  const std::vector<State> past = pastMotion(pendulum, present, step, 4);
  ASSERT_EQ(past.size(), 6u);
  EXPECT_EQ(past[0].q, present.q);
  for (std::size_t j = 1; j < past.size(); ++j) {
    EXPECT_NEAR(past[j].t, present.t - j * step, 1e-15);
    EXPECT_NEAR(past[j].q.norm(), 1, 1e-13);
    EXPECT_NEAR(past[j].q.dot(past[j].v), 0, 1e-13);
    EXPECT_NEAR(0.5 * past[j].v.squaredNorm() + 9.81 * past[j].q.y(),
                0.5 * present.v.squaredNorm() + 9.81 * present.q.y(), 1e-7);
    EXPECT_NEAR(past[j].lambda[0], past[j].v.squaredNorm() - 9.81 * past[j].q.y(), 1e-6);
  }
  SimulationOptions options = optionsOf({"", "dop853", 1}, 1e-12, 5 * step);
  end = runSystem(pendulum, options, guessOf(past[5].q, past[5].v)).end;
  EXPECT_LT((end.q - present.q).norm(), 1e-8);
}

/// A step too long for the tolerance is made shorter; a decay far faster than the step leaves no past.
TEST(PastMotion, FitsTheToleranceOrGivesUp) {
  CartesianPendulum pendulum(9.81, 1);
  const State present = assemble(pendulum, guessOf(Vector2(1, 0), Vector2(0, -3))).state;
  double loose = 0.05, tight = 0.05;
  EXPECT_FALSE(pastBehindEvent(pendulum, present, loose, 3, 1e-3).empty());
  EXPECT_FALSE(pastBehindEvent(pendulum, present, tight, 3, 1e-6).empty());
  EXPECT_LT(tight, 0.5 * loose);
  EquationsOfMotion damped(pushedBlock(0, 1, "-1e9*block.vx"));
  const State moving = assemble(damped, guessOf(damped.givenCoordinates(), damped.givenVelocities())).state;
  double step = 0.01;
  EXPECT_TRUE(pastBehindEvent(damped, moving, step, 4, 1e-6).empty());
}

/// Twelve events in a second: begun at order 1 behind each, BDF took 199 to 211 steps and erred by 12 to 16
/// tolerances.
TEST(Restarts, OfBdfAreCheapAndAccurateAtManyEvents) {
  constexpr double kTolerance = 1e-5;
  Mechanism mechanism = linkages::pendulum(0);
  mechanism.gravity = {0, -9.81};
  mechanism.forces = {{"torque", TorqueExpression{0, kGround, "if(sin(40*t) > 0, 2, -3)"}}};
  const EventRun reference = runWithEvents(mechanism, optionsOf({"", "dop853", 1}, 1e-12, 1));
  ASSERT_GT(reference.events.size(), 11u);
  for (const TestedMethod variant : {TestedMethod{"", "bdf", 2}, TestedMethod{"", "bdf", 1},
                                     TestedMethod{"", "bdf", 2, BdfForm::QuasiConstant}}) {
    const EventRun run = runWithEvents(mechanism, optionsOf(variant, kTolerance, 1));
    ASSERT_EQ(run.outcome.termination, Termination::ReachedEnd) << run.outcome.message;
    const double error = std::abs(run.outcome.end.q[2] - reference.outcome.end.q[2]) / kTolerance;
    std::printf("index %d: %ld steps, error %.2g tolerances\n", variant.index, run.outcome.counts.steps,
                error);
    EXPECT_LT(error, 6);
    EXPECT_LT(run.outcome.counts.steps, 130);
  }
}

/// With a stiff damper beside the event there is no past to continue; the run begins at order 1 as ever.
TEST(Restarts, OfStiffMotionsBeginAtOrderOne) {
  const Mechanism mechanism = pushedBlock(0, 1, "-1e8*(block.vx - if(t > 0.5, 2, 1))");
  for (const int index : {3, 2, 1}) {
    const EventRun run = runWithEvents(mechanism, optionsOf({"", "bdf", index}, 1e-6, 1));
    ASSERT_EQ(run.outcome.termination, Termination::ReachedEnd) << run.outcome.message;
    EXPECT_EQ(run.events.size(), 1u);
    EXPECT_NEAR(run.outcome.end.q[0], 1.5, 1e-5);
  }
}

}  // namespace
}  // namespace holonom
