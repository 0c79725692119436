// SPDX-License-Identifier: GPL-3.0-or-later
// The flexible slider–crank against differences, against Lagrange's equations, and its reference state
// against itself.
#include "core/dynamics/reference_problems/flexible_slider_crank.h"

#include <gtest/gtest.h>

#include "tests/core/dynamics/sample_mechanisms.h"
#include "tests/support/dense_evaluation.h"
#include "tests/support/finite_differences.h"
#include "tests/support/lagrange_forces.h"

namespace holonom {
namespace {

using Crank = FlexibleSliderCrank;

const Crank::Options kVariants[] = {
    {false, false}, {true, false}, {false, true}, {true, true}, {true, true, Crank::Data::Consistent}};

/// Rates of 1e4 1/s and accelerations of 1e8 1/s² bring the inertia terms up to the stiffness of the rod.
TEST(FlexibleSliderCrank, Derivatives) {
  for (const Crank::Options& options : kVariants) {
    Crank system(options);
    samples::RandomVectors random;
    for (int i = 0; i < 5; ++i)
      EXPECT_EQ(checkDerivatives(system, 0.1 + 0.37 * i, random(7), random(7, 1e4), random(7, 1e8),
                                 random(3, 1e8), {1e-4, 1e-3, 1e-8}),
                "");
  }
}

TEST(FlexibleSliderCrank, ForcesFollowFromTheEnergies) {
  for (const bool nonlinear : {false, true}) {
    Crank system({nonlinear, false});
    samples::RandomVectors random;
    for (int i = 0; i < 5; ++i) {
      const Vector q = random(7), v = random(7, 1e4);
      const Vector expected = lagrangeForces(
          system, [&] { return system.potentialEnergy(); }, 0, q, v);
      EXPECT_LT((forcesOf(system) - expected).cwiseAbs().maxCoeff(), 1e-9 * expected.cwiseAbs().maxCoeff());
      EXPECT_LT((forcesOf(system) - expected).head(3).cwiseAbs().maxCoeff(), 1e-8 * expected.head(3).norm());
    }
  }
}

TEST(FlexibleSliderCrank, KineticEnergyIsTheQuadraticFormOfTheMass) {
  Crank system;
  samples::RandomVectors random;
  const Vector q = random(7), v = random(7);
  system.moveTo(0, q, v);
  const Matrix M = denseMass(system);
  EXPECT_EQ(M, M.transpose());
  EXPECT_NEAR(system.kineticEnergy(), 0.5 * v.dot(M * v), 1e-12);
}

TEST(FlexibleSliderCrank, ConsistentDataCountTheLongitudinalMassOnce) {
  const Matrix published = denseMass(Crank()), consistent = denseMass(Crank(kVariants[4]));
  EXPECT_NEAR(published(5, 5), 15 * consistent(5, 5), 1e-15);
  EXPECT_NEAR(consistent(5, 5), 0.151104 * 8 / 15, 1e-15);  // ∫ (4ξ(1 − ξ))² dξ = 8/15
  EXPECT_EQ(published(3, 3), consistent(3, 3));
}

/// Second row: what rounding of the printed start leaves.
TEST(FlexibleSliderCrank, SmoothStartIsConsistentAsPrinted) {
  Crank system;
  const Vector v = Crank::initialVelocities();
  system.moveTo(0, Crank::initialCoordinates(), v);
  EXPECT_LT((constraintsOf(system) - Eigen::Vector3d(0, 2.03e-10, 0)).norm(), 1e-12);
  const Vector rates = denseConstraintJacobian(system) * v + constraintTimeDerivativeOf(system);
  EXPECT_LT(rates.cwiseAbs().maxCoeff(), 2e-8);
}

TEST(FlexibleSliderCrank, RigidStartHasThePublishedAccelerations) {
  Crank system;
  system.moveTo(0, Crank::initialCoordinates(Crank::Start::Rigid),
                Crank::initialVelocities(Crank::Start::Rigid));
  EXPECT_LT(constraintsOf(system).norm(), 1e-16);
  const auto [a, lambda] = solveAccelerations(system);
  EXPECT_NEAR(a[2], -3.789473684210526e3, 1e-9);
  EXPECT_NEAR(a[5], 1.924342105263158e2, 1e-10);
  EXPECT_NEAR(a[6], 1.273026315789474e3, 1e-9);
  EXPECT_NEAR(lambda[1], 2.863023157894737e2, 1e-10);
}

TEST(FlexibleSliderCrank, ReferenceStateSatisfiesEveryLevel) {
  Crank system;
  const Vector v = Crank::referenceVelocities();
  system.moveTo(Crank::kEndTime, Crank::referenceCoordinates(), v);
  EXPECT_LT((constraintsOf(system) - Eigen::Vector3d(0, 2.03e-10, 0)).norm(), 1e-12);
  EXPECT_LT((denseConstraintJacobian(system) * v + constraintTimeDerivativeOf(system)).norm(), 1e-7);
  const auto [a, lambda] = solveAccelerations(system);
  EXPECT_LT((a - Crank::referenceAccelerations()).cwiseAbs().maxCoeff(), 1e-7);
  EXPECT_LT((lambda - Crank::referenceMultipliers()).cwiseAbs().maxCoeff(), 1e-8);
}

}  // namespace
}  // namespace holonom
