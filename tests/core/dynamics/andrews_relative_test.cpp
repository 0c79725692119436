// SPDX-License-Identifier: GPL-3.0-or-later
// Andrews' mechanism in relative angles against its printed start values, and its reference solution against
// itself.
#include "core/dynamics/reference_problems/andrews_relative.h"

#include <gtest/gtest.h>

#include <random>

#include "tests/support/dense_evaluation.h"
#include "tests/support/finite_differences.h"
#include "tests/support/reference_solution.h"

namespace holonom {
namespace {

TEST(AndrewsRelative, InitialStateClosesTheLoops) {
  const AndrewsRelative system;
  EXPECT_LT(constraintsOf(system).lpNorm<Eigen::Infinity>(), 1e-16);
}

TEST(AndrewsRelative, InitialAccelerationsAndMultipliersAreThePrintedOnes) {
  const AndrewsRelative system;
  const auto [a, lambda] = solveAccelerations(system);
  const Vector expectedA = AndrewsRelative::initialAccelerations();
  const Vector expectedLambda = AndrewsRelative::initialMultipliers();
  EXPECT_NEAR(expectedA[0], 14222.4439199541138, 1e-9);
  EXPECT_NEAR(expectedLambda[0], 98.5668703962410896, 1e-12);
  EXPECT_LT((a - expectedA).lpNorm<Eigen::Infinity>(), 1e-10 * expectedA.norm());
  EXPECT_LT((lambda - expectedLambda).lpNorm<Eigen::Infinity>(), 1e-10 * expectedLambda.norm());
}

TEST(AndrewsRelative, ReferenceStateSatisfiesEveryLevel) {
  AndrewsRelative system;
  const Vector v = AndrewsRelative::referenceVelocities();
  system.moveTo(AndrewsRelative::kEndTime, AndrewsRelative::referenceCoordinates(), v);
  EXPECT_LT(constraintsOf(system).norm(), 1e-15);
  EXPECT_LT((denseConstraintJacobian(system) * v).norm(), 1e-12);
  const auto [a, lambda] = solveAccelerations(system);
  EXPECT_LT((a - AndrewsRelative::referenceAccelerations()).norm(), 1e-10 * a.norm());
  EXPECT_LT((lambda - AndrewsRelative::referenceMultipliers()).norm(), 1e-10 * lambda.norm());
}

TEST(AndrewsRelative, EnergyIsTheSameAtBothEnds) {
  AndrewsRelative system;
  const double start = system.kineticEnergy() + system.potentialEnergy() - system.work();
  system.moveTo(AndrewsRelative::kEndTime, AndrewsRelative::referenceCoordinates(),
                AndrewsRelative::referenceVelocities());
  const double end = system.kineticEnergy() + system.potentialEnergy() - system.work();
  EXPECT_NEAR(end, start, 1e-12);
  EXPECT_GT(system.kineticEnergy(), 0.1);
}

TEST(AndrewsRelative, KineticEnergyIsTheQuadraticFormOfTheMass) {
  AndrewsRelative system;
  const Vector v = AndrewsRelative::referenceVelocities();
  system.moveTo(0, AndrewsRelative::referenceCoordinates(), v);
  const Matrix M = denseMass(system);
  EXPECT_EQ(M, M.transpose());
  EXPECT_NEAR(system.kineticEnergy(), 0.5 * v.dot(M * v), 1e-14);
}

TEST(AndrewsRelative, RungeKuttaReachesTheReference) {
  AndrewsRelative system;
  const MotionState start{AndrewsRelative::initialCoordinates(), AndrewsRelative::initialVelocities()};
  const MotionState end = extrapolatedRungeKutta(system, 0, AndrewsRelative::kEndTime, 2000, start);
  const Vector v = AndrewsRelative::referenceVelocities();
  EXPECT_LT((end.q - AndrewsRelative::referenceCoordinates()).norm(), 1e-9);
  EXPECT_LT((end.v - v).norm(), 1e-9 * v.norm());
}

TEST(AndrewsRelative, DerivativesAgreeWithDifferencesAtRandomStates) {
  AndrewsRelative system;
  std::mt19937 random(7);
  std::uniform_real_distribution<double> unit(-1, 1);
  const auto draw = [&](int size, double scale) -> Vector {
    return Vector::NullaryExpr(size, [&] { return scale * unit(random); });
  };
  for (int i = 0; i < 20; ++i)
    EXPECT_EQ(checkDerivatives(system, 0.01, draw(7, 3), draw(7, 100), draw(7, 1e4), draw(6, 100),
                               {1e-4, 1e-3, 1e-6}),
              "");
}

}  // namespace
}  // namespace holonom
