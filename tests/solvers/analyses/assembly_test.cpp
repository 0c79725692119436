// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/analyses/assembly.h"

#include <gtest/gtest.h>

#include <Eigen/LU>
#include <cmath>
#include <numbers>
#include <string>

#include "core/dynamics/equations_of_motion.h"
#include "core/dynamics/reference_problems/andrews_relative.h"
#include "core/io/examples.h"
#include "core/io/model_reader.h"
#include "solvers/analyses/model_check.h"
#include "solvers/simulation/loop/simulation.h"
#include "tests/solvers/linkages.h"
#include "tests/support/contains.h"
#include "tests/support/dense_evaluation.h"

namespace holonom {
namespace {

using namespace linkages;

Assembly assembled(const Mechanism& mechanism) {
  EquationsOfMotion equations(mechanism);
  return assemble(equations, initialGuess(equations, 0));
}

/// All constraints on all three levels.
void expectConsistent(EquationsOfMotion& equations, const State& state) {
  equations.moveTo(state.t, state.q, state.v);
  const Matrix jacobian = denseConstraintJacobian(equations);
  EXPECT_LT(constraintsOf(equations).cwiseAbs().maxCoeff(), 1e-12);
  EXPECT_LT((jacobian * state.v + constraintTimeDerivativeOf(equations)).cwiseAbs().maxCoeff(), 1e-11);
  EXPECT_LT((jacobian * state.a - gammaOf(equations)).cwiseAbs().maxCoeff(), 1e-9);
  const Vector balance =
      denseMass(equations) * state.a + jacobian.transpose() * state.lambda - forcesOf(equations);
  EXPECT_LT(balance.cwiseAbs().maxCoeff(), 1e-9);
}

TEST(Assembly, PendulumAccelerationAndReaction) {
  EquationsOfMotion equations(pendulum());
  const Assembly result = assemble(equations, initialGuess(equations, 0));
  ASSERT_TRUE(result.consistent) << result.failure;
  EXPECT_NEAR(result.state.a[2], -1.5 * 9.81, 1e-12);
  EXPECT_NEAR(result.state.a[1], -0.75 * 9.81, 1e-12);
  EXPECT_NEAR(std::abs(result.state.lambda[1]), 0.25 * 9.81, 1e-12);
  EXPECT_NEAR(result.state.lambda[0], 0, 1e-12);
  EXPECT_TRUE(result.warnings.empty());
  EXPECT_EQ(std::max(result.positionCorrection.way, result.positionCorrection.turn), 0);
}

/// Far from the origin rounding leaves more, which is no reason to move anything.
TEST(Assembly, ModelsFarFromTheOriginStayWhereTheyAre) {
  for (const double far : {1e4, 1e6, 1e7}) {
    Mechanism m = pendulum();
    m.ground.points[0].position += Vector3(far, -far, 0);
    m.bodies[0].position += Vector3(far, -far, 0);
    const Assembly result = assembled(m);
    ASSERT_TRUE(result.consistent) << result.failure;
    EXPECT_LT(result.positionCorrection.turn, 1e-12 * far);
    EXPECT_LT(result.positionCorrection.way, 1e-12 * far);
  }
}

/// A loop of six hinges that closes in its special place only, with a bar by 1e-6 m too long: it is not
/// folded to where other lengths close, too.
TEST(Assembly, ALoopWithTooFewDigitsIsNotFolded) {
  for (const std::size_t bar : {1u, 2u, 3u}) {
    Mechanism m = readMechanism(findModel("bricard"));
    m.bodies[bar].points[1].position.x() += 1e-6;
    const Assembly result = assembled(m);
    EXPECT_FALSE(result.consistent);
    EXPECT_TRUE(contains(result.failure, "nine digits")) << result.failure;
  }
}

/// An angle that is kept is the one of the poses, by whole turns.
TEST(Assembly, KeptAnglesAreThoseOfThePosesByWholeTurns) {
  const double degree = std::numbers::pi / 180;
  for (const double turned : {-720.0, -360.0, 0.0, 360.0}) {
    Mechanism m = pendulum(170 * degree);
    m.bodies.push_back(bar("second", 1, {0, 0}, (190 + turned) * degree));
    m.joints.push_back({"weld", FixedJoint{{0, kStart}, {1, kStart}, 20 * degree}});
    const Assembly result = assembled(m);
    ASSERT_TRUE(result.consistent) << result.failure;
    EXPECT_LT(result.positionCorrection.turn, 1e-12) << turned;
    EXPECT_LT(result.positionCorrection.way, 1e-12) << turned;
  }
}

/// A straight guide is closed from wherever its driver says, however small the body is beside that.
TEST(Assembly, ALiftThatBeginsFarAwayIsAssembled) {
  for (const double far : {1.0, 200.0, 500.0}) {
    Mechanism m = pendulum();
    m.joints = {{"guide", PrismaticJoint{{kGround, 0}, {0, 0}, Vector3::UnitY()}}};
    m.drivers = {{"lift", 0, std::to_string(far)}};
    const Assembly result = assembled(m);
    ASSERT_TRUE(result.consistent) << far << result.failure;
  }
}

TEST(Assembly, AndrewsAccelerationsAndMultipliers) {
  AndrewsRelative system;
  InitialGuess guess;
  guess.q = AndrewsRelative::initialCoordinates();
  guess.v = AndrewsRelative::initialVelocities();
  const Assembly result = assemble(system, guess);
  ASSERT_TRUE(result.consistent) << result.failure;
  EXPECT_LT((result.state.a - AndrewsRelative::initialAccelerations()).cwiseAbs().maxCoeff(), 1e-5);
  EXPECT_LT((result.state.lambda - AndrewsRelative::initialMultipliers()).cwiseAbs().maxCoeff(), 1e-7);
}

TEST(Assembly, RedundantBarIsNamedAndLeftOut) {
  EquationsOfMotion equations(parallelogram(0.7, true));
  const Assembly result = assemble(equations, initialGuess(equations, 0));
  ASSERT_TRUE(result.consistent) << result.failure;
  EXPECT_FALSE(result.singularStart);
  ASSERT_EQ(result.redundantRows.size(), 1u);
  EXPECT_EQ(result.independentRows.size(), 11u);
  expectConsistent(equations, result.state);
  ASSERT_EQ(result.warnings.size(), 1u);
  EXPECT_TRUE(contains(result.warnings[0], equations.constraintName(result.redundantRows[0])))
      << result.warnings[0];
  EXPECT_EQ(result.state.lambda[result.redundantRows[0]], 0);
}

/// Unique are the multipliers that no vector of the null space of C_qᵀ changes.
TEST(Assembly, ReactionsThatAreNotUniqueAreThoseOfTheNullSpace) {
  Mechanism mechanism = parallelogram(0.7, true);
  mechanism.bodies.push_back(bar("pendulum", 1, {0, 0}, 0.2));  // takes no part in the redundancy
  mechanism.joints.push_back({"apart", RevoluteJoint{{kGround, 0}, {4, kStart}}});
  EquationsOfMotion equations(mechanism);
  const Assembly result = assemble(equations, initialGuess(equations, 0));
  ASSERT_TRUE(result.consistent) << result.failure;
  equations.moveTo(0, result.state.q, result.state.v);
  const Matrix null = denseConstraintJacobian(equations).transpose().fullPivLu().kernel();
  ASSERT_EQ(null.cols(), 1);
  std::vector<int> expected;
  for (int row = 0; row < null.rows(); ++row)
    if (std::abs(null(row, 0)) > 1e-9 * null.cwiseAbs().maxCoeff()) expected.push_back(row);
  EXPECT_EQ(result.ambiguousRows, expected);
  EXPECT_LE(result.ambiguousRows.size(), 12u);
  EXPECT_GE(result.ambiguousRows.size(), 2u);
}

TEST(Assembly, ReactionsOfRowsLeftOutStayZeroDuringARun) {
  for (const auto& [method, index] :
       {std::pair("bdf", 2), std::pair("bdf", 3), std::pair("generalized-alpha", 3),
        std::pair("generalized-alpha", 2), std::pair("hht", 3), std::pair("hht", 2)}) {
    EquationsOfMotion equations(parallelogram(0.7, true));
    SimulationOptions options;
    options.method = method;
    options.index = index;
    options.endTime = 0.5;
    Simulation simulation(equations, options);
    ASSERT_TRUE(simulation.start(initialGuess(equations, 0)));
    const int row = simulation.assembly().redundantRows.at(0);
    while (simulation.advance() == Simulation::Advance::Accepted) {
      ASSERT_EQ(simulation.state().lambda[row], 0);
    }
    EXPECT_EQ(simulation.termination(), Termination::ReachedEnd) << simulation.message();
    equations.moveTo(0.5, simulation.state().q, simulation.state().v);
    EXPECT_LT(constraintsOf(equations).cwiseAbs().maxCoeff(), 1e-6) << "the row left out holds all the same";
  }
}

TEST(Assembly, AJointGivenTwiceIsRedundantInBothRows) {
  Mechanism mechanism = pendulum();
  mechanism.joints.push_back({"again", mechanism.joints[0].kind});
  const Assembly result = assembled(mechanism);
  ASSERT_TRUE(result.consistent) << result.failure;
  EXPECT_EQ(result.redundantRows.size(), 2u);
  EXPECT_NEAR(result.state.a[2], -1.5 * 9.81, 1e-12) << "and changes nothing";
}

TEST(Assembly, MobilityCountsIndependentRows) {
  EXPECT_EQ(checkModel(parallelogram(0.7, true)).mobility, 1);
  EXPECT_EQ(checkModel(fourBar(2, 0.6, 1.5, 1.4, 0.5)).mobility, 1);
  const ModelCheck check = checkModel(parallelogram(0.7, true));
  EXPECT_EQ(check.redundantRows.size(), 1u);
  EXPECT_TRUE(check.consistent);
}

TEST(Assembly, ContradictoryDriversAreNamed) {
  for (const char* second : {"0.3+2*t", "0.5", "0.3+t+t^2"}) {  // velocities, positions, accelerations differ
    Mechanism mechanism = pendulum(0.3);
    mechanism.drivers = {{"motor", 0, "0.3+t"}, {"brake", 0, second}};
    const Assembly result = assembled(mechanism);
    EXPECT_FALSE(result.consistent) << second;
    EXPECT_TRUE(contains(result.failure, "motor") && contains(result.failure, "brake")) << result.failure;
    EXPECT_TRUE(contains(result.failure, "ontradict")) << result.failure;
  }
}

TEST(Assembly, DriversOfDifferentJointsThatContradictAreNamed) {
  Mechanism mechanism = parallelogram(0.7, false);
  mechanism.drivers = {{"left", 0, "0.7+t"}, {"right", 3, "0.7+2*t"}};  // crank and rocker turn alike
  const Assembly result = assembled(mechanism);
  EXPECT_FALSE(result.consistent);
  EXPECT_TRUE(contains(result.failure, "driver 'left'") && contains(result.failure, "driver 'right'"))
      << result.failure;
}

TEST(Assembly, AMotionThatIsNotFiniteAtTheStartIsNamed) {
  Mechanism mechanism = pendulum(0.3);
  mechanism.drivers = {{"motor", 0, "log(t)"}};
  const Assembly result = assembled(mechanism);
  EXPECT_FALSE(result.consistent);
  EXPECT_TRUE(contains(result.failure, "driver 'motor'") && contains(result.failure, "finite"))
      << result.failure;
}

TEST(Assembly, MassesThatNumbersCannotHoldTogetherAreNamed) {
  Mechanism mechanism = fourBar(2, 0.6, 1.5, 1.4, 0.5);
  mechanism.bodies[1].mass = 1e99;
  const Assembly result = assembled(mechanism);
  EXPECT_FALSE(result.consistent);
  EXPECT_TRUE(contains(result.failure, "coupler")) << result.failure;
}

TEST(Assembly, WithoutConstraintsAndWithoutMassNothingIsAssembled) {
  Mechanism free;
  const Assembly empty = assembled(free);
  EXPECT_FALSE(empty.consistent);
  EXPECT_TRUE(contains(empty.failure, "no bodies")) << empty.failure;
  free.bodies.push_back({.name = "body", .mass = 0, .inertia = 0});
  const Assembly massless = assembled(free);
  EXPECT_FALSE(massless.consistent);
  EXPECT_EQ(massless.cause, Assembly::Failure::Accelerations) << massless.failure;
}

TEST(Assembly, MobilityIsKnownThoughTheJointsDoNotClose) {
  Mechanism mechanism = fourBar(2, 0.6, 1.5, 1.4, 0.5);
  mechanism.ground.points[1].position = {9, 0};
  const ModelCheck check = checkModel(mechanism);
  EXPECT_FALSE(check.consistent);
  EXPECT_EQ(check.mobility, 1);
}

TEST(Assembly, AgreeingDriversAreRedundant) {
  Mechanism mechanism = pendulum(0.3);
  mechanism.drivers = {{"motor", 0, "0.3+t"}, {"twin", 0, "t+0.3"}};
  const Assembly result = assembled(mechanism);
  EXPECT_TRUE(result.consistent) << result.failure;
  EXPECT_EQ(result.redundantRows.size(), 1u);
}

TEST(Assembly, JointsThatCannotCloseAreNamed) {
  Mechanism mechanism = fourBar(2, 0.6, 1.5, 1.4, 0.5);
  mechanism.ground.points[1].position = {9, 0};
  const Assembly result = assembled(mechanism);
  EXPECT_FALSE(result.consistent);
  bool named = false;
  for (const char* joint : {"'A'", "'B'", "'C'", "'D'"}) named = named || contains(result.failure, joint);
  EXPECT_TRUE(named) << result.failure;
}

TEST(Assembly, StretchedParallelogramIsASingularStart) {
  const Assembly result = assembled(parallelogram(0, false));
  ASSERT_TRUE(result.consistent) << result.failure;
  EXPECT_TRUE(result.singularStart);
  ASSERT_FALSE(result.warnings.empty());
  EXPECT_TRUE(contains(result.warnings[0], "ingular")) << result.warnings[0];
  EXPECT_FALSE(assembled(parallelogram(0.4, false)).singularStart);
}

Mechanism disturbedFourBar() {
  Mechanism mechanism = fourBar(2, 0.6, 1.5, 1.4, 0.5);
  mechanism.bodies[1].position += Vector3(0.03, -0.02);
  mechanism.bodies[1].angle += 0.05;
  mechanism.bodies[2].angle -= 0.04;
  mechanism.bodies[0].angularVelocity = 2;
  return mechanism;
}

TEST(Assembly, ExactValuesAreKept) {
  Mechanism mechanism = disturbedFourBar();
  const double angle = mechanism.bodies[0].angle;
  EXPECT_GT(std::abs(assembled(mechanism).state.q[2] - angle), 1e-3) << "free to move";
  EXPECT_GT(std::abs(assembled(mechanism).state.v[2] - 2), 1e-2);
  mechanism.bodies[0].exact.angle = mechanism.bodies[0].exact.omega = true;
  const Assembly result = assembled(mechanism);
  ASSERT_TRUE(result.consistent) << result.failure;
  EXPECT_NEAR(result.state.q[2], angle, 1e-6);
  EXPECT_NEAR(result.state.v[2], 2, 1e-5);
}

/// The change in the metric of M must be normal to every motion that the constraints leave free.
TEST(Assembly, CorrectionsAreMinimal) {
  EquationsOfMotion equations(disturbedFourBar());
  const InitialGuess guess = initialGuess(equations, 0);
  const Assembly result = assemble(equations, guess);
  ASSERT_TRUE(result.consistent) << result.failure;
  expectConsistent(equations, result.state);
  EXPECT_GT(std::max(result.positionCorrection.way, result.positionCorrection.turn), 1e-3);
  EXPECT_GT(result.givenDriftPosition, 1e-2);
  equations.moveTo(0, result.state.q, result.state.v);
  const Matrix free = denseConstraintJacobian(equations).fullPivLu().kernel();
  ASSERT_EQ(free.cols(), 1);
  const Vector change = denseMass(equations) * (result.state.q - guess.q);
  const Vector velocityChange = denseMass(equations) * (result.state.v - guess.v);
  EXPECT_LT(std::abs(free.col(0).normalized().dot(change)), 1e-7 * change.norm());
  EXPECT_LT(std::abs(free.col(0).normalized().dot(velocityChange)), 1e-9 * velocityChange.norm());
}

TEST(Assembly, DriversGiveVelocitiesAndAccelerations) {
  Mechanism mechanism = fourBar(2, 0.6, 1.5, 1.4, 0.5);
  mechanism.drivers = {{"motor", 0, "0.5+3*t+2*t^2"}};
  EquationsOfMotion equations(mechanism);
  const Assembly result = assemble(equations, initialGuess(equations, 0));
  ASSERT_TRUE(result.consistent) << result.failure;
  expectConsistent(equations, result.state);
  EXPECT_NEAR(result.state.v[2], 3, 1e-12);
  EXPECT_NEAR(result.state.a[2], 4, 1e-10);
}

}  // namespace
}  // namespace holonom
