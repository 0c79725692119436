// SPDX-License-Identifier: GPL-3.0-or-later
// A pin in a slot in every method: against closed forms, and against the same mechanism with a slider and a
// hinge.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "core/dynamics/equations_of_motion.h"
#include "core/dynamics/observer.h"
#include "tests/solvers/linkages.h"
#include "tests/solvers/run_helpers.h"

namespace holonom {
namespace {

using linkages::bodyAt;

class SlotJoints : public testing::TestWithParam<TestedMethod> {
 protected:
  /// What the joints let through at most, beside the end.
  struct Seen {
    State end;
    double drift = 0;
    Vector lambda;
  };
  Seen run(EquationsOfMotion& equations, double tolerance, double end) const {
    Seen seen;
    Vector c(equations.constraintCount());
    const Outcome outcome = runSystem(equations, optionsOf(GetParam(), tolerance, end),
                                      initialGuess(equations, 0), [&](const Simulation& run) {
                                        equations.moveTo(run.state().t, run.state().q, run.state().v);
                                        equations.constraints(c);
                                        seen.drift = std::max(seen.drift, c.cwiseAbs().maxCoeff());
                                      });
    EXPECT_EQ(outcome.termination, Termination::ReachedEnd) << outcome.message;
    seen.end = outcome.end;
    return seen;
  }
};

/// A bead in the slot of an arm that turns at ω without a force along the slot: r = r₀ cosh ωt, the slot
/// pushes it with 2 m ω r′.
TEST_P(SlotJoints, ABeadIsFlungOutOfATurningSlot) {
  constexpr double kOmega = 1.5, kStart = 0.2, kMass = 0.7, kEnd = 1;
  Mechanism m;
  m.gravity = Vector2::Zero();
  m.ground.points = {{"O", {0, 0}}};
  Body bead = bodyAt("bead", kMass, 1e-3, {kStart, 0});
  bead.velocity = Vector2(0, kOmega * kStart);
  m.bodies = {bodyAt("arm", 2, 0.3, {0, 0}), bead};
  m.bodies[0].angularVelocity = kOmega;
  m.joints = {{"O", RevoluteJoint{{kGround, 0}, {0, 0}}}, {"groove", SlotJoint{{0, 0}, {1, 0}, {2, 0}}}};
  m.drivers = {{"motor", 0, "1.5*t"}};
  EquationsOfMotion equations(m);
  const double r = kStart * std::cosh(kOmega * kEnd),
               push = 2 * kMass * kOmega * kStart * kOmega * std::sinh(kOmega * kEnd);
  double former = 0;
  for (const double tolerance : {1e-4, 1e-6, 1e-8}) {
    const Seen seen = run(equations, tolerance, kEnd);
    const double error = std::abs(seen.end.q.segment<2>(3).norm() - r);
    const double reaction = seen.end.lambda[equations.rowOfJoint(1, 0)];
    std::printf("%s: tolerance %.0e, error %.1e, reaction off by %.1e, drift %.1e\n", GetParam().name,
                tolerance, error, reaction - push, seen.drift);
    EXPECT_LT(error, (isSecondOrder(GetParam()) ? 500 : 300) * tolerance);
    EXPECT_LT(seen.drift, std::max(1e-10, 10 * driftAllowed(GetParam()) * tolerance));
    if (tolerance < 1e-7) {
      // The noise of index 3 differs between runs whose tolerances differ by 1e-7 of them.
      EXPECT_NEAR(reaction, push, GetParam().index == 3 ? 3e-2 : 2e-3);
      EXPECT_LT(error, std::max(0.2 * former, 3e-9));
    }
    former = error;
  }
}

/// A crank that swings a yoke against a spring, once with the pin in the slot itself and once on a block in
/// it.
TEST_P(SlotJoints, APinInASlotMovesLikeOneOnABlock) {
  const auto yoke = [](bool block) {
    Mechanism m;
    m.gravity = {0, -9.81};
    m.ground.points = {{"O", {0, 0}}, {"W", {-1, 0}}};
    m.bodies = {bodyAt("crank", 1, 0.02, {0.15 * std::cos(0.5), 0.15 * std::sin(0.5)}, 0.5),
                bodyAt("yoke", 2, 0.1, {0.3 * std::cos(0.5), 0})};
    m.bodies[0].points = {{"O", {-0.15, 0}}, {"A", {0.15, 0}}};
    m.bodies[0].angularVelocity = 4;
    m.bodies[0].exact = {.angle = true, .omega = true};
    m.joints = {{"O", RevoluteJoint{{kGround, 0}, {0, 0}}},
                {"guide", PrismaticJoint{{kGround, 0}, {1, 0}, {1, 0}, 0}}};
    m.forces = {{"spring", SpringDamper{{kGround, 1}, {1, 0}, 40, 0, 1}}};
    if (!block) {
      m.joints.push_back({"groove", SlotJoint{{1, 0}, {0, 1}, {0, 1}}});
      return m;
    }
    Body sliding = bodyAt("block", 1e-9, 1e-12, {0.3 * std::cos(0.5), 0.3 * std::sin(0.5)});
    m.bodies.push_back(sliding);
    m.joints.push_back({"groove", PrismaticJoint{{1, 0}, {2, 0}, {0, 1}, 0}});
    m.joints.push_back({"pin", RevoluteJoint{{2, 0}, {0, 1}}});
    return m;
  };
  EquationsOfMotion pin(yoke(false)), block(yoke(true));
  const Seen one = run(pin, 1e-7, 1.5), other = run(block, 1e-7, 1.5);
  EXPECT_NEAR(one.end.q[2], other.end.q[2], 2e-4);
  EXPECT_NEAR(one.end.v[2], other.end.v[2], 2e-3);
}

INSTANTIATE_TEST_SUITE_P(All, SlotJoints, testing::ValuesIn(kVariants),
                         [](const auto& info) { return std::string(info.param.name); });

}  // namespace
}  // namespace holonom
