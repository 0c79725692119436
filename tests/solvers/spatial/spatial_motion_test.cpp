// SPDX-License-Identifier: GPL-3.0-or-later
// The motion of mechanisms in space: against a problem written by hand, against the same mechanism in the
// plane, turned as a whole, and begun with the other sign of the Euler parameters.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>

#include "tests/solvers/linkages.h"
#include "tests/solvers/run_helpers.h"
#include "tests/solvers/spatial/order_case.h"
#include "tests/solvers/spatial/spatial_models.h"

namespace holonom {
namespace {

using namespace spatial_models;

constexpr TestedMethod kMethods[] = {
    {"BdfIndex3", "bdf", 3},         {"BdfIndex2", "bdf", 2},
    {"BdfIndex1", "bdf", 1},         {"GeneralizedAlphaIndex2", "generalized-alpha", 2},
    {"DormandPrince8", "dop853", 1}, {"Automatic", "auto", 2}};

Outcome runOf(EquationsOfMotion& equations, const SimulationOptions& options,
              const std::function<void(const Simulation&)>& everyStep = {}) {
  const Outcome outcome = runSystem(equations, options, initialGuess(equations, 0), everyStep);
  EXPECT_EQ(outcome.termination, Termination::ReachedEnd) << outcome.message;
  return outcome;
}

/// At a tolerance that tests do not see.
Vector exactEnd(const Mechanism& mechanism, double endTime) {
  EquationsOfMotion equations(mechanism);
  return runOf(equations, optionsOf({"", "dop853", 1}, 1e-11, endTime)).end.q;
}

class MotionInSpace : public testing::TestWithParam<TestedMethod> {};

INSTANTIATE_TEST_SUITE_P(Methods, MotionInSpace, testing::ValuesIn(kMethods),
                         [](const auto& info) { return std::string(info.param.name); });

/// The energy is that of the problem written by hand, which has the same coordinates.
TEST_P(MotionInSpace, OfTheHeavyTopKeepsItsIntegrals) {
  EquationsOfMotion equations(heavyTop());
  HeavyTop top;
  const auto integrals = [&](const State& at) {
    top.moveTo(at.t, at.q, at.v);
    return std::pair(top.energy(), top.angularMomentum().z());
  };
  const InitialGuess guess = initialGuess(equations, 0);
  ASSERT_LT((guess.q - HeavyTop::initialCoordinates()).norm(), 1e-14);
  ASSERT_LT((guess.v - HeavyTop::initialVelocities()).norm(), 1e-12);
  State start;
  start.q = guess.q;
  start.v = guess.v;
  const auto [energy, momentum] = integrals(start);
  double energyError = 0, momentumError = 0, lengthError = 0;
  const Outcome outcome = runOf(equations, optionsOf(GetParam(), 1e-6, 0.5), [&](const Simulation& run) {
    const auto [E, L] = integrals(run.state());
    energyError = std::max(energyError, std::abs(E / energy - 1));
    momentumError = std::max(momentumError, std::abs(L / momentum - 1));
    lengthError = std::max(lengthError, std::abs(run.state().q.tail<4>().norm() - 1));
  });
  std::printf("%ld steps, energy %.1e, momentum %.1e, |p| %.1e\n", outcome.counts.steps, energyError,
              momentumError, lengthError);
  EXPECT_LT(energyError, GetParam().index == 3 ? 5e-3 : 1e-3);
  EXPECT_LT(momentumError, 1e-3);
  EXPECT_LT(lengthError, 1e-5);
}

TEST(MotionInSpace, OfTheHeavyTopIsThatOfTheProblemWrittenByHand) {
  constexpr double kEnd = 0.5;
  const Vector mechanism = exactEnd(heavyTop(), kEnd);
  HeavyTop top;
  const Outcome outcome = runSystem(top, optionsOf({"", "dop853", 1}, 1e-11, kEnd),
                                    guessOf(HeavyTop::initialCoordinates(), HeavyTop::initialVelocities()));
  EXPECT_LT((mechanism - outcome.end.q).norm(), 1e-6);
}

TEST_P(MotionInSpace, OfADoublePendulumIsTheSameForEveryMethod) {
  constexpr double kEnd = 1;
  const Vector exact = exactEnd(doublePendulumInSpace(), kEnd);
  EquationsOfMotion equations(doublePendulumInSpace());
  const double tolerance = isSecondOrder(GetParam()) ? 1e-6 : 1e-8;
  const Outcome outcome = runOf(equations, optionsOf(GetParam(), tolerance, kEnd));
  EXPECT_LT((outcome.end.q - exact).norm(), 1e3 * tolerance) << outcome.counts.steps << " steps";
  for (int body = 0; body < 2; ++body) EXPECT_NEAR(turnIn(equations, outcome.end.q, body).norm(), 1, 1e-6);
}

/// A four-bar of hinges along z moves in the plane, and three rows of a loop follow from others.
TEST_P(MotionInSpace, OfAFourBarIsThatInThePlane) {
  constexpr double kEnd = 1;
  Mechanism planar = linkages::fourBar(2, 0.6, 1.5, 1.4, 0.5);
  const double tolerance = isSecondOrder(GetParam()) ? 1e-6 : 1e-8;
  EquationsOfMotion plane(planar), space(inSpace(planar));
  const Vector q = runOf(plane, optionsOf({"", "dop853", 1}, 1e-11, kEnd)).end.q;
  const Vector qs = runOf(space, optionsOf(GetParam(), tolerance, kEnd)).end.q;
  for (int body = 0; body < 3; ++body) {
    const Vector3 flat = q.segment<3>(plane.places().place(body));  // x, y, θ
    EXPECT_LT((placeIn(space, qs, body) - Vector3(flat.x(), flat.y())).norm(), 1e3 * tolerance);
    EXPECT_LT(apart(turnIn(space, qs, body), eulerParameters(Vector3(0, 0, flat.z()))), 1e3 * tolerance);
  }
}

TEST(MotionInSpace, TurnsWithTheMechanism) {
  constexpr double kEnd = 1;
  const Mechanism fourBar = inSpace(linkages::fourBar(2, 0.6, 1.5, 1.4, 0.5));
  for (const Mechanism& mechanism : {doublePendulumInSpace(), fourBar}) {
    const Vector upright = exactEnd(mechanism, kEnd), leaning = exactEnd(turned(mechanism, kTurn), kEnd);
    const EquationsOfMotion equations(mechanism);
    for (int body = 0; body < int(mechanism.bodies.size()); ++body) {
      const Vector3 expected = rotationMatrix(kTurn) * placeIn(equations, upright, body);
      EXPECT_LT((placeIn(equations, leaning, body) - expected).norm(), 1e-7);
      EXPECT_LT(apart(turnIn(equations, leaning, body), composed(kTurn, turnIn(equations, upright, body))),
                1e-7);
    }
  }
}

TEST_P(MotionInSpace, IsTheSameForBothSignsOfTheEulerParameters) {
  constexpr double kEnd = 0.5;
  EquationsOfMotion equations(doublePendulumInSpace());
  const SimulationOptions options = optionsOf(GetParam(), 1e-6, kEnd);
  InitialGuess guess = initialGuess(equations, 0);
  const Outcome one = runSystem(equations, options, guess);
  guess.q.segment<4>(3) *= -1;
  guess.v.segment<4>(3) *= -1;
  const Outcome other = runSystem(equations, options, guess);
  EXPECT_EQ(one.counts.steps, other.counts.steps);
  EXPECT_LT((placeIn(equations, one.end.q, 1) - placeIn(equations, other.end.q, 1)).norm(), 1e-9);
  EXPECT_LT((turnIn(equations, one.end.q, 0) + turnIn(equations, other.end.q, 0)).norm(), 1e-9);
  EXPECT_LT((turnIn(equations, one.end.q, 1) - turnIn(equations, other.end.q, 1)).norm(), 1e-9);
}

/// A crank in the plane or in space with a bar on a ball joint that swings out of the plane.
Mechanism crankAndBar(bool crankInSpace) {
  Mechanism planar;
  planar.ground.points = {{"O", {0, 0}}};
  planar.bodies = {linkages::bar("crank", 1, {0, 0}, 0.4)};
  planar.joints = {{"hinge", RevoluteJoint{{kGround, 0}, {0, 0}}}};
  Mechanism mechanism = crankInSpace ? inSpace(planar) : planar;
  mechanism.bodies.push_back(barInSpace("bar", 0.8, {std::cos(0.4), std::sin(0.4)}, {0.3, 0.2, -0.5}));
  mechanism.bodies[1].spin = {0.5, 2, -1};
  mechanism.joints.push_back({"ball", SphericalJoint{{0, 1}, {1, 0}}});
  return mechanism;
}

TEST(MotionInSpace, OfABarOnACrankIsTheSameWhetherTheCrankIsABodyInSpaceOrInThePlane) {
  constexpr double kEnd = 1;
  const EquationsOfMotion mixed(crankAndBar(false)), space(crankAndBar(true));
  const Vector q = exactEnd(crankAndBar(false), kEnd), qs = exactEnd(crankAndBar(true), kEnd);
  const Vector3 crank = q.segment<3>(mixed.places().place(0));
  EXPECT_LT((placeIn(space, qs, 0) - Vector3(crank.x(), crank.y())).norm(), 1e-8);
  EXPECT_LT((placeIn(space, qs, 1) - placeIn(mixed, q, 1)).norm(), 1e-8);
  EXPECT_LT(apart(turnIn(space, qs, 1), turnIn(mixed, q, 1)), 1e-8);
  EXPECT_GT(std::abs(placeIn(mixed, q, 1).z()), 0.05) << "it swings out of the plane";
}

/// Of a top that turns slowly, with fixed steps.
double errorAt(const OrderCase& one, double step) {
  constexpr double kEnd = 0.8;
  const Mechanism mechanism = heavyTop({0.8, 3, -1.5});
  static const Vector exact = exactEnd(mechanism, kEnd);
  EquationsOfMotion equations(mechanism);
  SimulationOptions options = optionsOf({one.name, one.method, one.index}, 1e-3, kEnd);
  options.fixedStep = step;
  options.fixedOrder = one.fixedOrder;
  for (const char* implicit :
       {"bdf", "hht", "generalized-alpha", "trapezoidal", "radau", "l-stable", "esdirk"})
    if (std::string(one.method) == implicit) options.newtonTolerance = 1e-9;
  return (runOf(equations, options).end.q - exact).norm();
}

class SpatialOrder : public testing::TestWithParam<OrderCase> {};

TEST_P(SpatialOrder, IsThatOfTheMethod) {
  const OrderCase& one = GetParam();
  const double late = observedOrders(one, [&](double step) { return errorAt(one, step); }).second;
  EXPECT_NEAR(late, one.expected, 0.4);
}

INSTANTIATE_TEST_SUITE_P(
    Methods, SpatialOrder,
    testing::Values(OrderCase{"BdfIndex3Order2", "bdf", 3, 2, 2, 4e-3},
                    OrderCase{"BdfIndex2Order2", "bdf", 2, 2, 2, 4e-3},
                    OrderCase{"BdfIndex2Order3", "bdf", 2, 3, 3, 4e-3},
                    OrderCase{"BdfIndex1Order3", "bdf", 1, 3, 3, 4e-3},
                    OrderCase{"GeneralizedAlphaIndex2", "generalized-alpha", 2, 0, 2, 4e-3},
                    OrderCase{"GeneralizedAlphaIndex3", "generalized-alpha", 3, 0, 2, 4e-3},
                    OrderCase{"TrapezoidalIndex2", "trapezoidal", 2, 0, 2, 4e-3},
                    OrderCase{"Rattle", "rattle", 3, 0, 2, 4e-3},
                    OrderCase{"VariationalMidpoint", "variational-midpoint", 3, 0, 2, 4e-3},
                    OrderCase{"RadauIndex3Order5", "radau", 3, 5, 5, 4e-2},
                    OrderCase{"RadauIndex2Order5", "radau", 2, 5, 5, 4e-2},
                    OrderCase{"RadauIndex1Order5", "radau", 1, 5, 5, 4e-2},
                    OrderCase{"LStableIndex2", "l-stable", 2, 0, 6, 8e-2},
                    OrderCase{"Esdirk", "esdirk", 1, 0, 4, 2e-2},
                    OrderCase{"Rosenbrock", "rosenbrock", 1, 0, 4, 2e-2},
                    OrderCase{"RungeKutta4", "rk4", 1, 0, 4, 2e-2},
                    OrderCase{"DormandPrince5", "dopri5", 1, 0, 5, 4e-2}),
    [](const auto& info) { return std::string(info.param.name); });

}  // namespace
}  // namespace holonom
