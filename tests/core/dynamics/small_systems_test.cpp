// SPDX-License-Identifier: GPL-3.0-or-later
// The small systems with known solutions: derivatives, printed start values and reference states.
#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "core/dynamics/reference_problems/car_axis.h"
#include "core/dynamics/reference_problems/cartesian_pendulum.h"
#include "core/dynamics/reference_problems/damped_slider_crank.h"
#include "tests/support/dense_evaluation.h"
#include "tests/support/finite_differences.h"
#include "tests/support/nonholonomic_systems.h"
#include "tests/support/reference_solution.h"

namespace holonom {
namespace {

class RandomNumbers {
 public:
  Vector vector(int size) {
    return Vector::NullaryExpr(size, [&] { return unit_(engine_); });
  }

 private:
  std::mt19937 engine_{11};
  std::uniform_real_distribution<double> unit_{-1.5, 1.5};
};

void expectRightDerivatives(DaeSystem& system) {
  RandomNumbers random;
  const int n = system.coordinateCount(), m = system.constraintCount();
  for (int i = 0; i < 10; ++i)
    EXPECT_EQ(checkDerivatives(system, 0.1 + 0.37 * i, random.vector(n), random.vector(n), random.vector(n),
                               random.vector(m), {1e-4, 1e-3, 1e-4}),
              "");
}

TEST(CartesianPendulum, Derivatives) {
  CartesianPendulum system(9.81, 0.7);
  expectRightDerivatives(system);
}

TEST(KnifeEdgeSystem, Derivatives) {
  KnifeEdgeSystem system(4.9);
  expectRightDerivatives(system);
}

TEST(KnifeEdgeSystem, ExactSolutionSolvesTheEquations) {
  KnifeEdgeSystem system(4.9);
  for (const double t : {0.0, 0.4, 1.3, 2.9}) {
    system.moveTo(t, KnifeEdgeSystem::exactPosition(4.9, 2, t), KnifeEdgeSystem::exactVelocity(4.9, 2, t));
    const auto [a, lambda] = solveAccelerations(system);
    const Vector rate = (KnifeEdgeSystem::exactVelocity(4.9, 2, t + 1e-5) -
                         KnifeEdgeSystem::exactVelocity(4.9, 2, t - 1e-5)) /
                        2e-5;
    EXPECT_LT((a - rate).norm(), 1e-8);
    EXPECT_NEAR(lambda[0], KnifeEdgeSystem::exactMultiplier(4.9, 2, t), 1e-12);
  }
}

TEST(ConstantSpeedSystem, Derivatives) {
  ConstantSpeedSystem system(9.81, 3);
  expectRightDerivatives(system);
}

TEST(ConstantSpeedSystem, ExactSolutionSolvesTheEquations) {
  ConstantSpeedSystem system(9.81, 3);
  for (const double t : {0.0, 0.2, 0.9}) {
    system.moveTo(t, ConstantSpeedSystem::exactPosition(9.81, 3, t),
                  ConstantSpeedSystem::exactVelocity(9.81, 3, t));
    const auto [a, lambda] = solveAccelerations(system);
    const Vector rate = (ConstantSpeedSystem::exactVelocity(9.81, 3, t + 1e-5) -
                         ConstantSpeedSystem::exactVelocity(9.81, 3, t - 1e-5)) /
                        2e-5;
    EXPECT_LT((a - rate).norm(), 1e-7);
    EXPECT_NEAR(lambda[0], ConstantSpeedSystem::exactMultiplier(9.81, 3, t), 1e-12);
  }
}

TEST(CartesianPendulum, MultiplierIsTheTensionPerLength) {
  CartesianPendulum system(10, 2);
  system.moveTo(0, Vector2(0, -2), Vector2(3, 0));
  EXPECT_NEAR(solveAccelerations(system).lambda[0], (3.0 * 3.0 / 2 + 10) / 2, 1e-14);
}

TEST(CartesianPendulum, ReferencesKeepLengthAndEnergy) {
  for (const PendulumReference& reference : kPendulumReferences) {
    CartesianPendulum system(reference.gravity, 1);
    system.moveTo(reference.time, reference.position, reference.velocity);
    EXPECT_NEAR(constraintsOf(system)[0], 0, 1e-15);
    EXPECT_NEAR(reference.position.dot(reference.velocity), 0, 1e-14);
    EXPECT_NEAR(system.energy(), 0, 1e-13);
  }
}

TEST(CarAxis, Derivatives) {
  CarAxis system;
  expectRightDerivatives(system);
}

TEST(CarAxis, StartsConsistentWithoutMultipliers) {
  const CarAxis system;
  const Vector v = CarAxis::initialVelocities();
  EXPECT_EQ(constraintsOf(system).norm(), 0);
  EXPECT_NEAR((denseConstraintJacobian(system) * v + constraintTimeDerivativeOf(system)).norm(), 0, 1e-16);
  EXPECT_NEAR(solveAccelerations(system).lambda.norm(), 0, 1e-15);
}

TEST(DampedSliderCrank, Derivatives) {
  DampedSliderCrank system;
  expectRightDerivatives(system);
}

/// The printed generalised forces of the book, written out term by term.
TEST(DampedSliderCrank, ForcesAreThePrintedOnes) {
  DampedSliderCrank system;
  RandomNumbers random;
  for (int i = 0; i < 10; ++i) {
    const Vector state = random.vector(3), rate = random.vector(3);
    system.moveTo(0, state, rate);
    const double a = 0.5, q = state[0], x = state[1], p = state[2];
    const double l =
        std::sqrt(x * x - x * (std::cos(p) + a * std::cos(q)) + (1 + a * a) / 4 + a * std::cos(p - q) / 2);
    const double twoLRate = 2 * x * rate[1] - rate[1] * (std::cos(p) + a * std::cos(q)) +
                            x * (rate[2] * std::sin(p) + a * rate[0] * std::sin(q)) -
                            a * (rate[2] - rate[0]) * std::sin(p - q) / 2;
    const double f = (l - 1) + twoLRate / (2 * l);
    const Eigen::Vector3d expected(-f / l * a * (std::sin(p - q) / 2 + x * std::sin(q)) / 2,
                                   f / l * (std::cos(p) / 2 - x + a * std::cos(q) / 2) + 1,
                                   -f / l * (x * std::sin(p) - a * std::sin(p - q) / 2) / 2 - std::sin(p));
    EXPECT_LT((forcesOf(system) - expected).norm(), 1e-12 * expected.norm());
  }
}

/// dE/dt = −c (dl/dt)²
TEST(DampedSliderCrank, LosesEnergyInTheDamperOnly) {
  DampedSliderCrank system;
  const Vector q = DampedSliderCrank::referenceCoordinates(), v = DampedSliderCrank::referenceVelocities();
  system.moveTo(0, q, v);
  const Vector a = solveAccelerations(system).a;
  const double dissipated = system.dissipatedPower();
  const auto energy = [&](double s) {
    system.moveTo(s, q + s * v + 0.5 * s * s * a, v + s * a);
    return system.energy();
  };
  EXPECT_NEAR((energy(1e-5) - energy(-1e-5)) / 2e-5, -dissipated, 1e-9);
  EXPECT_GT(dissipated, 1e-3);
}

/// Distance at the end between a Runge–Kutta solution and the reference.
template <class System>
double endError(int steps) {
  System system;
  const MotionState end = solveByRungeKutta(system, 0, System::kEndTime, steps,
                                            {System::initialCoordinates(), System::initialVelocities()});
  return std::hypot((end.q - System::referenceCoordinates()).norm(),
                    (end.v - System::referenceVelocities()).norm());
}

TEST(CarAxis, RungeKuttaConvergesToTheReference) {
  EXPECT_LT(endError<CarAxis>(12000), 1e-7);
  EXPECT_GT(endError<CarAxis>(6000) / endError<CarAxis>(12000), 8);
}

TEST(DampedSliderCrank, RungeKuttaConvergesToTheReferenceWithOrderFour) {
  EXPECT_LT(endError<DampedSliderCrank>(6400), 1e-12);
  EXPECT_NEAR(std::log2(endError<DampedSliderCrank>(200) / endError<DampedSliderCrank>(400)), 4, 0.3);
}

TEST(CartesianPendulum, RungeKuttaReachesTheReferences) {
  for (const PendulumReference& reference : kPendulumReferences) {
    CartesianPendulum system(reference.gravity, 1);
    const MotionState start{Vector2(reference.startX, 0), Vector2::Zero()};
    const MotionState end = extrapolatedRungeKutta(system, 0, reference.time, 4000, start);
    EXPECT_LT((end.q - reference.position).norm(), 1e-10) << "t = " << reference.time;
    EXPECT_LT((end.v - reference.velocity).norm(), 1e-9) << "t = " << reference.time;
  }
}

TEST(DampedSliderCrank, StartsClosedAndAtRest) {
  EXPECT_NEAR(constraintsOf(DampedSliderCrank()).norm(), 0, 1e-15);
}

}  // namespace
}  // namespace holonom
