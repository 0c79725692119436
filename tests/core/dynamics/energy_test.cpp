// SPDX-License-Identifier: GPL-3.0-or-later
// Energies by other formulas, and the power balance along the motion.
#include <gtest/gtest.h>

#include <cmath>
#include <complex>

#include "core/dynamics/equations_of_motion.h"
#include "tests/core/dynamics/sample_mechanisms.h"
#include "tests/support/dense_evaluation.h"

namespace holonom {
namespace {

using Complex = std::complex<double>;

Complex complex(const Vector3& u) { return {u.x(), u.y()}; }

/// Position of a point of a body (or ground) from the coordinates of the centre of mass.
Complex place(const Mechanism& mechanism, PointRef ref, const Vector& q) {
  if (ref.body == kGround) return complex(mechanism.ground.points[ref.point].position);
  const Body& body = mechanism.bodies[ref.body];
  const Complex fromCentre = complex(body.points[ref.point].position) - complex(body.centreOfMass);
  return Complex(q[3 * ref.body], q[3 * ref.body + 1]) + std::polar(1.0, q[3 * ref.body + 2]) * fromCentre;
}

/// Kinetic energy of two half masses at the radius of gyration on either side of each centre.
double kineticOfMassPairs(const Mechanism& mechanism, const Vector& q, const Vector& v) {
  double energy = 0;
  for (std::size_t i = 0; i < mechanism.bodies.size(); ++i) {
    const Body& body = mechanism.bodies[i];
    const Complex arm = std::polar(std::sqrt(body.inertia / body.mass), q[3 * i + 2]);
    const Complex velocity(v[3 * i], v[3 * i + 1]), turning = Complex(0, v[3 * i + 2]) * arm;
    energy += 0.25 * body.mass * (std::norm(velocity + turning) + std::norm(velocity - turning));
  }
  return energy;
}

double potentialByPoints(const Mechanism& mechanism, const Vector& q) {
  double energy = 0;
  for (std::size_t i = 0; i < mechanism.bodies.size(); ++i)
    energy -=
        mechanism.bodies[i].mass * (mechanism.gravity.x() * q[3 * i] + mechanism.gravity.y() * q[3 * i + 1]);
  for (const Force& force : mechanism.forces)
    if (const auto* spring = std::get_if<SpringDamper>(&force.kind)) {
      const double length = std::abs(place(mechanism, spring->b, q) - place(mechanism, spring->a, q));
      energy += 0.5 * spring->stiffness * std::pow(length - spring->freeLength, 2);
    }
  return energy;
}

TEST(Energy, AgreesWithOtherFormulas) {
  const Mechanism mechanism = samples::workshop();
  EquationsOfMotion system(mechanism);
  samples::RandomVectors random;
  for (int i = 0; i < 5; ++i) {
    const Vector q = random(15), v = random(15);
    system.moveTo(0, q, v);
    EXPECT_NEAR(system.kineticEnergy(), kineticOfMassPairs(mechanism, q, v), 1e-13 * system.kineticEnergy());
    EXPECT_NEAR(system.potentialEnergy(), potentialByPoints(mechanism, q), 1e-12);
  }
}

TEST(Energy, DissipationIsDampingTimesRateSquared) {
  Mechanism mechanism = samples::twoBodies();
  mechanism.forces = {{"S", SpringDamper{{0, 1}, {1, 0}, 10, 2.5, 0.2}}};
  EquationsOfMotion system(mechanism);
  samples::RandomVectors random;
  const Vector q = random(6), v = random(6);
  const auto length = [&](double s) {
    return std::abs(place(mechanism, {1, 0}, q + s * v) - place(mechanism, {0, 1}, q + s * v));
  };
  const double rate = (length(1e-5) - length(-1e-5)) / 2e-5;
  system.moveTo(0, q, v);
  EXPECT_NEAR(system.dissipatedPower(), 2.5 * rate * rate, 1e-7);
  EXPECT_GT(system.dissipatedPower(), 0.01);
}

/// A state of the workshop that satisfies position and velocity constraints, with random deviations before
/// projection.
struct ConsistentState {
  Vector q, v;
};

ConsistentState consistentState(EquationsOfMotion& system, double t, samples::RandomVectors& random) {
  ConsistentState state{system.givenCoordinates() + random(15, 0.1), random(15, 2)};
  EXPECT_TRUE(projectOntoConstraints(system, t, state.q, state.v));
  return state;
}

/// d/dt (T + V) = supplied − dissipated + λᵀ C_t
TEST(Energy, PowerBalanceAlongTheMotion) {
  EquationsOfMotion system(samples::workshop());
  samples::RandomVectors random;
  for (const double t : {0.0, 0.15, 0.4}) {
    const auto [q, v] = consistentState(system, t, random);
    const auto [a, lambda] = solveAccelerations(system);
    const double driven = lambda.dot(constraintTimeDerivativeOf(system));
    const double supplied = system.suppliedPower(), dissipated = system.dissipatedPower();
    const auto energy = [&](double s) {
      system.moveTo(t + s, q + s * v + 0.5 * s * s * a, v + s * a);
      return system.kineticEnergy() + system.potentialEnergy();
    };
    constexpr double h = 1e-4;
    const double rate = (8 * (energy(h) - energy(-h)) - (energy(2 * h) - energy(-2 * h))) / (12 * h);
    const double size = std::abs(driven) + std::abs(supplied) + dissipated;
    EXPECT_NEAR(rate, supplied - dissipated + driven, 1e-9 * size);
    for (const double part : {driven, supplied, dissipated}) EXPECT_GT(std::abs(part), 1e-3 * size);
  }
}

/// The same with forces whose sizes are expressions of the state.
TEST(Energy, PowerBalanceOfForcesWithExpressions) {
  Mechanism mechanism = samples::workshop();
  mechanism.forces = {{"jack", Actuator{{kGround, 2}, {1, 1}, "3*jack.length - 2*jack.rate + plate.x"}},
                      {"twist", TorqueExpression{1, 4, "sleeve.position*A.velocity + 2*cos(t)"}},
                      {"gust", ForceExpression{{3, 1}, "2*plate.vx^2", "1.5 + rod.theta", "0", true}}};
  EquationsOfMotion system(mechanism);
  samples::RandomVectors random;
  const auto [q, v] = consistentState(system, 0.15, random);
  const auto [a, lambda] = solveAccelerations(system);
  const double driven = lambda.dot(constraintTimeDerivativeOf(system)), supplied = system.suppliedPower();
  const auto energy = [&](double s) {
    system.moveTo(0.15 + s, q + s * v + 0.5 * s * s * a, v + s * a);
    return system.kineticEnergy() + system.potentialEnergy();
  };
  constexpr double h = 1e-4;
  const double rate = (8 * (energy(h) - energy(-h)) - (energy(2 * h) - energy(-2 * h))) / (12 * h);
  EXPECT_NEAR(rate, supplied + driven, 1e-9 * (std::abs(driven) + std::abs(supplied)));
  EXPECT_GT(std::abs(supplied), 1e-3 * std::abs(driven));
}

/// One step of the flow keeps the constraints to its order, so γ belongs to C.
TEST(Energy, AccelerationsKeepTheConstraintsToThirdOrder) {
  EquationsOfMotion system(samples::workshop());
  samples::RandomVectors random;
  const auto [q, v] = consistentState(system, 0.2, random);
  const Vector a = solveAccelerations(system).a;
  const auto error = [&](double s) {
    system.moveTo(0.2 + s, q + s * v + 0.5 * s * s * a, v);
    return constraintsOf(system).norm();
  };
  EXPECT_GT(error(1e-3), 1e-10);
  EXPECT_NEAR(std::log2(error(1e-3) / error(5e-4)), 3, 0.05);
}

}  // namespace
}  // namespace holonom
