// SPDX-License-Identifier: GPL-3.0-or-later
// Flexible bodies: derivatives, Lagrange's equations, beam theory, and agreement with the hand-written
// slider–crank.
#include <gtest/gtest.h>

#include <Eigen/Eigenvalues>
#include <Eigen/LU>
#include <cmath>
#include <numbers>

#include "core/dynamics/equations_of_motion.h"
#include "core/dynamics/flexible/beam_shapes.h"
#include "core/dynamics/frames.h"
#include "core/dynamics/offers.h"
#include "core/dynamics/reference_problems/flexible_slider_crank.h"
#include "core/io/examples.h"
#include "core/io/model_reader.h"
#include "tests/core/dynamics/derivative_checks.h"
#include "tests/core/dynamics/sample_mechanisms.h"
#include "tests/support/dense_evaluation.h"
#include "tests/support/finite_differences.h"
#include "tests/support/lagrange_forces.h"

namespace holonom {
namespace {

using samples::expectRightDerivatives;

using Stiffness = FlexibleBeam::Stiffness;

/// Both bodies of samples::twoBodies() as soft beams, with a third point beside the axis; stiffness and
/// inertia are of like size.
Mechanism twoBeams(Stiffness stiffness) {
  Mechanism mechanism = samples::twoBodies();
  for (Body& body : mechanism.bodies) {
    body.points.push_back({"beside", Vector2(0.2, 0.3)});
    body.centreOfMass = 0.5 * (body.points[0].position + body.points[1].position);
    body.flexible = FlexibleBeam{.from = 0,
                                 .to = 1,
                                 .youngsModulus = 3,
                                 .area = 0.7,
                                 .secondMoment = 0.02,
                                 .lateralModes = 3,
                                 .endShapes = body.name == "left",
                                 .longitudinal = true,
                                 .stiffness = stiffness,
                                 .dampingRatio = 0.1};
  }
  return mechanism;
}

TEST(FlexibleDerivatives, OfTheBeamsAlone) {
  for (const Stiffness stiffness : {Stiffness::Linear, Stiffness::Coupled, Stiffness::Full})
    expectRightDerivatives(twoBeams(stiffness));
}

TEST(FlexibleDerivatives, OfEveryJointBetweenBeamsAndGround) {
  for (const auto& [a, b] :
       {std::pair(PointRef{0, 1}, PointRef{1, 2}), std::pair(PointRef{kGround, 1}, PointRef{1, 1}),
        std::pair(PointRef{0, 2}, PointRef{kGround, 0})}) {
    Mechanism mechanism = twoBeams(Stiffness::Coupled);
    mechanism.joints = {{"pin", RevoluteJoint{a, b}},
                        {"weld", FixedJoint{b, a, 0.4}},
                        {"slide", PrismaticJoint{a, b, {1.2, -0.5}, 0.3}}};
    mechanism.drivers = {{"turn", 0, "0.3*sin(5*t)+t^2"}, {"push", 2, "0.2*cos(3*t)"}};
    expectRightDerivatives(mechanism);
  }
}

TEST(FlexibleDerivatives, OfForcesOnBeams) {
  Mechanism mechanism = twoBeams(Stiffness::Full);
  mechanism.forces = {
      {"spring", SpringDamper{{0, 1}, {1, 2}, 31, 4.2, 0.45}},
      {"wind", ConstantForce{{0, 2}, {2.5, -1.5}, false}},
      {"jet", ConstantForce{{1, 1}, {-1, 2}, true}},
      {"twist", ConstantTorque{0, 1, 1.7}},
      {"hook", SpringDamper{{kGround, 0}, {0, 0}, 12, 1, 0.3}},
      {"hand", Hand{25, 2, {{0, {0.1, 0}, {{-9, {0.3, 0.4}, 0.8}}}}}},
      {"muscle", Actuator{{0, 1}, {kGround, 1}, "-2*left.second.vx - 3*left.second.x*muscle.rate"}}};
  expectRightDerivatives(mechanism);
}

TEST(FlexibleDerivatives, OfBladesSlotsAndClosedStops) {
  Mechanism mechanism = twoBeams(Stiffness::Linear);
  mechanism.joints = {{"pin", RevoluteJoint{{0, 1}, {1, 2}}},
                      {"slot", SlotJoint{{1, 0}, {0, 2}, {0.8, 0.6}}},
                      {"blade", KnifeEdgeJoint{{kGround, 0}, {1, 1}, {0.6, 0.8}}},
                      {"roll", RollingJoint{{0, 0}, {1, 0}, {1, 0.2}, 0.3}}};
  mechanism.forces = {
      {"gap", Stop{1, {}, {}, -9, 9, 0, 0, 0.5}},
      {"string", Stop{-1, {0, 0}, {1, 2}, {}, 9, 0, 0, 0.5}},
      {"servo", TorqueExpression{0, 1, "-3*pin.position*slot.velocity - slot.position^2 - pin.velocity"}}};
  EquationsOfMotion system(mechanism);
  const Offers offers = system.offers();
  offers.stops.close(std::vector<char>(offers.switches.count(), 1));
  samples::RandomVectors random;
  const int n = system.coordinateCount(), m = system.constraintCount();
  EXPECT_EQ(m, 2 + 1 + 3 + 3);
  for (int i = 0; i < 3; ++i)
    EXPECT_EQ(checkDerivatives(system, 0.1 + 0.23 * i, random(n), random(n), random(n), random(m)), "");
}

TEST(FlexibleBeam, ForcesFollowFromTheEnergies) {
  for (const Stiffness stiffness : {Stiffness::Linear, Stiffness::Coupled, Stiffness::Full}) {
    Mechanism mechanism = twoBeams(stiffness);
    for (Body& body : mechanism.bodies) body.flexible->dampingRatio = 0;
    mechanism.forces = {{"spring", SpringDamper{{0, 1}, {1, 2}, 31, 0, 0.45}}};
    EquationsOfMotion system(mechanism);
    samples::RandomVectors random;
    for (int i = 0; i < 3; ++i) {
      const Vector q = random(system.coordinateCount(), 0.5), v = random(system.coordinateCount());
      const Vector expected = lagrangeForces(
          system, [&] { return system.potentialEnergy(); }, 0, q, v);
      EXPECT_LT((forcesOf(system) - expected).cwiseAbs().maxCoeff(), 1e-7 * expected.cwiseAbs().maxCoeff());
      const Matrix M = denseMass(system);
      EXPECT_LT((M - M.transpose()).norm(), 1e-14 * M.norm());
      EXPECT_NEAR(system.kineticEnergy(), 0.5 * v.dot(M * v), 1e-12 * system.kineticEnergy());
    }
  }
}

TEST(FlexibleBeam, DampingTakesWhatItsPowerSays) {
  EquationsOfMotion damped(twoBeams(Stiffness::Linear));
  Mechanism mechanism = twoBeams(Stiffness::Linear);
  for (Body& body : mechanism.bodies) body.flexible->dampingRatio = 0;
  EquationsOfMotion undamped(mechanism);
  samples::RandomVectors random;
  const Vector q = random(damped.coordinateCount()), v = random(damped.coordinateCount());
  damped.moveTo(0, q, v);
  undamped.moveTo(0, q, v);
  EXPECT_GT(damped.dissipatedPower(), 0);
  EXPECT_NEAR(damped.dissipatedPower(), v.dot(forcesOf(undamped) - forcesOf(damped)),
              1e-12 * damped.dissipatedPower());
}

TEST(FlexibleBeam, WithoutElasticMotionItIsTheRigidBody) {
  Mechanism flexible = twoBeams(Stiffness::Coupled), rigid = flexible;
  for (Body& body : rigid.bodies) body.flexible.reset();
  for (Mechanism* mechanism : {&flexible, &rigid})
    mechanism->joints = {{"pin", RevoluteJoint{{0, 2}, {1, 1}}}};
  EquationsOfMotion soft(flexible);
  EquationsOfMotion stiff(rigid);
  samples::RandomVectors random;
  const Vector q = random(6), v = random(6);
  Vector softQ = Vector::Zero(soft.coordinateCount()), softV = softQ;
  softQ.head(6) = q;
  softV.head(6) = v;
  soft.moveTo(0, softQ, softV);
  stiff.moveTo(0, q, v);
  EXPECT_LT((denseMass(soft).topLeftCorner(6, 6) - denseMass(stiff)).norm(), 1e-13);
  EXPECT_LT((forcesOf(soft).head(6) - forcesOf(stiff)).norm(), 1e-12);
  EXPECT_LT((constraintsOf(soft) - constraintsOf(stiff)).norm(), 1e-14);
  EXPECT_LT((denseConstraintJacobian(soft).leftCols(6) - denseConstraintJacobian(stiff)).norm(), 1e-13);
  EXPECT_NEAR(soft.kineticEnergy(), stiff.kineticEnergy(), 1e-12);
  EXPECT_NEAR(soft.potentialEnergy(), stiff.potentialEnergy(), 1e-12);
}

/// A steel strip of 1 m, clamped to ground at its left end; load at the right one.
constexpr double kLength = 1, kYoung = 2e11, kWidth = 0.02, kHeight = 0.01, kLoad = 1e-3,
                 kStripMass = 7850 * kWidth * kHeight;
constexpr double kBending = kYoung * kWidth * kHeight * kHeight * kHeight / 12;

Mechanism cantilever(int modes, bool endShapes) {
  Mechanism mechanism;
  mechanism.gravity.setZero();
  mechanism.ground.points = {{"O", Vector2::Zero()}};
  Body strip = samples::body("strip", kStripMass, kStripMass * kLength * kLength / 12, {kLength / 2, 0},
                             {0, 0}, {kLength, 0});
  strip.flexible = FlexibleBeam{.from = 0,
                                .to = 1,
                                .youngsModulus = kYoung,
                                .area = kWidth * kHeight,
                                .secondMoment = kBending / kYoung,
                                .lateralModes = modes,
                                .endShapes = endShapes};
  mechanism.bodies = {strip};
  mechanism.joints = {{"clamp", FixedJoint{{kGround, 0}, {0, 0}, 0}}};
  mechanism.forces = {{"load", ConstantForce{{0, 1}, {0, kLoad}, false}}};
  return mechanism;
}

/// Tip deflection under the load, from [K C_qᵀ; C_q 0] at rest.
double tipDeflection(int modes, bool endShapes) {
  EquationsOfMotion system(cantilever(modes, endShapes));
  const int n = system.coordinateCount(), m = system.constraintCount();
  const Vector rest = system.givenCoordinates();
  system.moveTo(0, rest, Vector::Zero(n));
  const Matrix G = denseConstraintJacobian(system);
  Matrix all = Matrix::Zero(n + m, n + m);
  all.topLeftCorner(n, n) = denseStiffness(system, Vector::Zero(n), Vector::Zero(m));
  all.topRightCorner(n, m) = G.transpose();
  all.bottomLeftCorner(m, n) = G;
  Vector right = Vector::Zero(n + m);
  right.head(n) = forcesOf(system);
  system.moveTo(0, rest + all.fullPivLu().solve(right).head(n), Vector::Zero(n));
  return system.motion(frameOf(system.mechanism(), {0, 1})).r.y();
}

/// A sine series has no moment at the clamp: from it follows 6/π² Σ 1/n² of the deflection P L³/3EI.
TEST(FlexibleBeam, CantileverBendsAsBeamTheorySays) {
  const double exact = kLoad * kLength * kLength * kLength / (3 * kBending);
  double sum = 0;
  for (int modes = 1; modes <= 12; ++modes) {
    sum += 1.0 / (modes * modes);
    EXPECT_NEAR(tipDeflection(modes, false) / exact, 6 / (std::numbers::pi * std::numbers::pi) * sum, 1e-8)
        << modes;
  }
  for (int modes = 1; modes <= 12; modes += 3)
    EXPECT_NEAR(tipDeflection(modes, true) / exact, 1, 1e-8) << modes;
}

/// Circular frequencies of the clamped strip, ascending: eigenvalues on the null space of C_q.
Vector cantileverFrequencies(int modes) {
  EquationsOfMotion system(cantilever(modes, true));
  const int n = system.coordinateCount();
  system.moveTo(0, system.givenCoordinates(), Vector::Zero(n));
  const Matrix free = Eigen::FullPivLU<Matrix>(denseConstraintJacobian(system)).kernel();
  const Matrix K = free.transpose() * denseStiffness(system, Vector::Zero(n), Vector::Zero(3)) * free;
  const Matrix M = free.transpose() * denseMass(system) * free;
  return Eigen::GeneralizedSelfAdjointEigenSolver<Matrix>(0.5 * (K + K.transpose()), M)
      .eigenvalues()
      .cwiseSqrt();
}

/// β L = 1.87510407, 4.69409113, 7.85475744 of 1 + cos βL cosh βL = 0.
TEST(FlexibleBeam, CantileverVibratesAsBeamTheorySays) {
  const Vector frequencies = cantileverFrequencies(6);
  const double unit = std::sqrt(kBending * kLength / kStripMass) / (kLength * kLength);
  EXPECT_NEAR(frequencies[0], 1.87510407 * 1.87510407 * unit, 1e-4 * frequencies[0]);
  EXPECT_NEAR(frequencies[1], 4.69409113 * 4.69409113 * unit, 1e-3 * frequencies[1]);
  EXPECT_NEAR(frequencies[2], 7.85475744 * 7.85475744 * unit, 5e-3 * frequencies[2]);
}

TEST(FlexibleBeam, HingedModesVibrateAtTheirTextbookFrequencies) {
  const Body strip = cantilever(3, false).bodies[0];
  const BeamShapesAt middle = beamShapes(*strip.flexible, kLength, 0.5);
  EXPECT_NEAR(middle.across[0], 1, 1e-15);
  EXPECT_NEAR(middle.along[3], 1, 1e-15);
  EquationsOfMotion system(cantilever(3, false));
  const Matrix K = denseStiffness(system, Vector::Zero(8), Vector::Zero(3)), M = denseMass(system);
  for (int n = 1; n <= 3; ++n) {
    const double expected = std::pow(n * std::numbers::pi / kLength, 4) * kBending * kLength / kStripMass;
    EXPECT_NEAR(K(2 + n, 2 + n) / M(2 + n, 2 + n), expected, 1e-9 * expected);
  }
}

/// The example has the modes of the hand-written system: accelerations and pin forces agree at states of the
/// mechanism.
TEST(FlexibleBeam, SliderCrankAgreesWithTheHandWrittenSystem) {
  const Mechanism model = readMechanism(findModel("flexible_slider_crank"));
  for (const bool nonlinear : {false, true}) {
    Mechanism mechanism = model;
    mechanism.bodies[1].flexible->stiffness = nonlinear ? Stiffness::Coupled : Stiffness::Linear;
    EquationsOfMotion bodies(mechanism);
    FlexibleSliderCrank crank({nonlinear, false, FlexibleSliderCrank::Data::Consistent});
    samples::RandomVectors random;
    for (int i = 0; i < 5; ++i) {
      const double t = 0.013 * (i + 1);
      Vector relative = FlexibleSliderCrank::initialCoordinates(),
             rates = FlexibleSliderCrank::initialVelocities();
      relative[0] = 150 * t;
      relative[1] = std::asin(-0.5 * std::sin(relative[0]));
      relative.tail(4) = random(4, 1e-4);
      rates.tail(4) = random(4, 0.1);
      ASSERT_TRUE(projectOntoConstraints(crank, t, relative, rates));
      const AccelerationsAndMultipliers expected = solveAccelerations(crank);
      Vector q = bodies.givenCoordinates(), v = bodies.givenVelocities();
      const auto at = [](double radius, double angle) {
        return Vector2(radius * std::cos(angle), radius * std::sin(angle));
      };
      q.head<9>() << at(0.075, relative[0]), relative[0], at(0.15, relative[0]) + at(0.15, relative[1]),
          relative[1], relative[2], 0, 0;
      q.tail<4>() = relative.tail<4>();
      v.head<9>() << rates[0] * perpendicular(at(0.075, relative[0])), rates[0],
          rates[0] * perpendicular(at(0.15, relative[0])) + rates[1] * perpendicular(at(0.15, relative[1])),
          rates[1], rates[2], 0, 0;
      v.tail<4>() = rates.tail<4>();
      bodies.moveTo(t, q, v);
      EXPECT_LT(constraintsOf(bodies).norm(), 1e-12);
      const AccelerationsAndMultipliers found = solveAccelerations(bodies);
      const double size = expected.a.cwiseAbs().maxCoeff();
      EXPECT_NEAR(found.a[5], expected.a[1], 1e-7 * size);
      EXPECT_NEAR(found.a[6], expected.a[2], 1e-7 * size);
      EXPECT_LT((found.a.tail(4) - expected.a.tail(4)).cwiseAbs().maxCoeff(), 1e-7 * size);
      // Force of the rod on the slider: λ2 of the closure, and the second body of joint B.
      EXPECT_NEAR(found.lambda[4], -expected.lambda[1], 1e-6 * std::max(1.0, std::abs(expected.lambda[1])));
    }
  }
}

}  // namespace
}  // namespace holonom
