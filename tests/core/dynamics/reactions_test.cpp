// SPDX-License-Identifier: GPL-3.0-or-later
// Multipliers are forces and moments on the second body: closed-form cases.
#include <gtest/gtest.h>

#include <cmath>

#include "core/dynamics/equations_of_motion.h"
#include "core/dynamics/observer.h"
#include "tests/support/dense_evaluation.h"

namespace holonom {
namespace {

constexpr double kGravity = 9.81, kMass = 2.5, kInertia = 0.3, kTolerance = 1e-12;
constexpr int kBody = 0;

/// One body with its frame and a point "P" at the origin and the centre of mass at `centre`; ground point "O"
/// at (0, 0).
Mechanism oneBody(Vector2 centre) {
  Mechanism mechanism;
  mechanism.gravity = {0, -kGravity};
  mechanism.ground.points = {{"O", Vector2::Zero()}};
  Body body;
  body.name = "body";
  body.mass = kMass;
  body.inertia = kInertia;
  body.centreOfMass = std::move(centre);
  body.points = {{"P", Vector2::Zero()}};
  mechanism.bodies = {body};
  return mechanism;
}

struct Solution {
  double closure;  ///< largest residual of positions and velocities
  Vector a, lambda;
};

/// Accelerations and multipliers in the given initial state at time t.
Solution solveAt(const Mechanism& mechanism, double t = 0) {
  EquationsOfMotion system(mechanism);
  const Vector v = system.givenVelocities();
  system.moveTo(t, system.givenCoordinates(), v);
  const Vector rate = denseConstraintJacobian(system) * v + constraintTimeDerivativeOf(system);
  const auto [a, lambda] = solveAccelerations(system);
  return {std::max(constraintsOf(system).norm(), rate.norm()), a, lambda};
}

void expectVector(const Vector& actual, std::initializer_list<double> expected) {
  ASSERT_EQ(actual.size(), static_cast<int>(expected.size()));
  for (int i = 0; i < actual.size(); ++i)
    EXPECT_NEAR(actual[i], expected.begin()[i], kTolerance) << "entry " << i;
}

/// At the lower end of a rod, swinging: weight and centrifugal force pull at the rod, and nothing turns the
/// body.
TEST(Reactions, ARodCarriesAlongItself) {
  constexpr double kLength = 0.8, kSpeed = 1.5;
  Mechanism mechanism = oneBody({0, 0});
  mechanism.bodies[0].position = {0, -kLength};
  mechanism.bodies[0].velocity = {kSpeed, 0};
  mechanism.joints = {{"rod", RodJoint{{kGround, 0}, {kBody, 0}, kLength}}};
  const Solution solution = solveAt(mechanism);
  EXPECT_NEAR(solution.closure, 0, kTolerance);
  expectVector(solution.lambda, {-kMass * (kGravity + kSpeed * kSpeed / kLength)});
  expectVector(solution.a, {0, kSpeed * kSpeed / kLength, 0});
}

TEST(Reactions, HangingWeightPullsAtItsPin) {
  Mechanism mechanism = oneBody({0, -0.4});
  mechanism.joints = {{"pin", RevoluteJoint{{kGround, 0}, {kBody, 0}}}};
  expectVector(solveAt(mechanism).lambda, {0, kMass * kGravity});  // the second body is the weight: held up
  mechanism.joints = {{"pin", RevoluteJoint{{kBody, 0}, {kGround, 0}}}};
  expectVector(solveAt(mechanism).lambda, {0, -kMass * kGravity});  // the second body is ground: pulled down
}

TEST(Reactions, SwingingPendulumAddsTheCentripetalForce) {
  Mechanism mechanism = oneBody({0, -0.4});
  mechanism.bodies[0].angularVelocity = 3;
  mechanism.joints = {{"pin", RevoluteJoint{{kGround, 0}, {kBody, 0}}}};
  expectVector(solveAt(mechanism).lambda, {0, kMass * (kGravity + 0.4 * 9)});
}

TEST(Reactions, ReleasedBarFallsWithThePhysicalPendulumsAcceleration) {
  Mechanism mechanism = oneBody({0.4, 0});
  mechanism.joints = {{"pin", RevoluteJoint{{kGround, 0}, {kBody, 0}}}};
  const Solution solution = solveAt(mechanism);
  const double alpha = -kMass * kGravity * 0.4 / (kInertia + kMass * 0.16);
  EXPECT_NEAR(solution.a[2], alpha, kTolerance);
  expectVector(solution.lambda, {0, kMass * (kGravity + 0.4 * alpha)});
}

TEST(Reactions, HorizontalGuideCarriesWeightAndItsMoment) {
  Mechanism mechanism = oneBody({0.3, 0.2});
  mechanism.joints = {{"guide", PrismaticJoint{{kGround, 0}, {kBody, 0}, {4, 0}, 0}}};
  const Solution solution = solveAt(mechanism);
  expectVector(solution.lambda, {kMass * kGravity, kMass * kGravity * 0.3});
  expectVector(solution.a, {0, 0, 0});
}

TEST(Reactions, InclinedGuideCarriesTheNormalPart) {
  Mechanism mechanism = oneBody({0, 0});
  const double slope = 0.5;
  mechanism.bodies[0].angle = slope;
  mechanism.joints = {
      {"guide", PrismaticJoint{{kGround, 0}, {kBody, 0}, {std::cos(slope), std::sin(slope)}, slope}}};
  const Solution solution = solveAt(mechanism);
  expectVector(solution.lambda, {kMass * kGravity * std::cos(slope), 0});
  const double along = -kGravity * std::sin(slope);
  expectVector(solution.a, {along * std::cos(slope), along * std::sin(slope), 0});
}

TEST(Reactions, CantileverCarriesWeightAndMoment) {
  Mechanism mechanism = oneBody({0.7, 0});
  mechanism.joints = {{"clamp", FixedJoint{{kGround, 0}, {kBody, 0}, 0}}};
  expectVector(solveAt(mechanism).lambda, {0, kMass * kGravity, kMass * kGravity * 0.7});
}

/// θ = f(t) about the pin: torque J θ″ + m g s cos θ, force m (a_c − g). Motions may use the parameters
/// speed, start.
void expectDrivenBar(const std::string& motion, double t, double angle, double rate, double acceleration) {
  constexpr double s = 0.6;
  Mechanism mechanism = oneBody({s, 0});
  mechanism.parameters = {{"start", -0.4}, {"speed", 3}};
  mechanism.bodies[0].angle = angle;
  mechanism.bodies[0].angularVelocity = rate;
  mechanism.joints = {{"pin", RevoluteJoint{{kGround, 0}, {kBody, 0}}}};
  mechanism.drivers = {{"motor", 0, motion}};
  const Solution solution = solveAt(mechanism, t);
  EXPECT_LT(solution.closure, kTolerance);
  const double c = std::cos(angle), si = std::sin(angle), in = rate * rate;
  expectVector(solution.lambda, {kMass * s * (-acceleration * si - in * c),
                                 kMass * (kGravity + s * (acceleration * c - in * si)),
                                 (kInertia + kMass * s * s) * acceleration + kMass * kGravity * s * c});
}

TEST(Reactions, DriverAtConstantSpeedHoldsTheWeight) { expectDrivenBar("0.7+2*t", 0.1, 0.9, 2, 0); }

TEST(Reactions, DriverMotionMayUseParameters) {
  expectDrivenBar("start + speed*t*(1 + t)", 0.5, -0.4 + 3 * 0.75, 3 * 2.0, 6);
}

TEST(Reactions, DriverAcceleratesTheBar) {
  const double t = 0.3;
  expectDrivenBar("0.3*sin(5*t)+t^2", t, 0.3 * std::sin(5 * t) + t * t, 1.5 * std::cos(5 * t) + 2 * t,
                  -7.5 * std::sin(5 * t) + 2);
}

TEST(Reactions, DriverLiftsAWeight) {
  const double t = 0.2;
  Mechanism mechanism = oneBody({0, 0});
  mechanism.bodies[0].position = {0, 0.2 * std::cos(3 * t) - 0.5 * t};
  mechanism.bodies[0].velocity = {0, -0.6 * std::sin(3 * t) - 0.5};
  mechanism.joints = {{"guide", PrismaticJoint{{kGround, 0}, {kBody, 0}, {0, 1}, 0}}};
  mechanism.drivers = {{"lift", 0, "0.2*cos(3*t)-0.5*t"}};
  const Solution solution = solveAt(mechanism, t);
  EXPECT_LT(solution.closure, kTolerance);
  expectVector(solution.lambda, {0, 0, kMass * (kGravity - 1.8 * std::cos(3 * t))});
}

TEST(Reactions, TorqueTurnsTheBodyAndItsReactionTheOther) {
  Mechanism mechanism = oneBody({0.1, 0.2});
  mechanism.gravity.setZero();
  mechanism.bodies.push_back(mechanism.bodies[0]);
  mechanism.bodies[1].name = "other";
  mechanism.bodies[1].inertia = 0.8;
  mechanism.forces = {{"T", ConstantTorque{0, 1, 1.2}}};
  expectVector(solveAt(mechanism).a, {0, 0, 1.2 / kInertia, 0, 0, -1.2 / 0.8});
}

TEST(Reactions, BodyFixedForceTurnsWithTheBody) {
  Mechanism mechanism = oneBody({0, 0.25});
  mechanism.gravity.setZero();
  mechanism.bodies[0].angle = std::acos(0.0);
  mechanism.forces = {{"F", ConstantForce{{kBody, 0}, {4, 0}, true}}};
  expectVector(solveAt(mechanism).a, {0, 4 / kMass, 0.25 * 4 / kInertia});
  mechanism.forces = {{"F", ConstantForce{{kBody, 0}, {4, 0}, false}}};
  expectVector(solveAt(mechanism).a, {4 / kMass, 0, 0});
}

TEST(Reactions, StretchedSpringPullsItsEndsTogether) {
  Mechanism mechanism = oneBody({0, 0});
  mechanism.gravity.setZero();
  mechanism.bodies[0].position = {0.9, 0};
  mechanism.bodies[0].velocity = {0.5, 7};
  mechanism.forces = {{"S", SpringDamper{{kGround, 0}, {kBody, 0}, 20, 3, 0.6}}};
  expectVector(solveAt(mechanism).a, {-(20 * 0.3 + 3 * 0.5) / kMass, 0, 0});
}

TEST(Reactions, SpringOfLengthZeroCarriesNoForceAndNoNaN) {
  Mechanism mechanism = oneBody({0, 0});
  mechanism.gravity.setZero();
  mechanism.forces = {{"S", SpringDamper{{kGround, 0}, {kBody, 0}, 20, 3, 0.6}}};
  EquationsOfMotion system(mechanism);
  system.moveTo(0, system.givenCoordinates(), system.givenVelocities());
  expectVector(forcesOf(system), {0, 0, 0});
  EXPECT_TRUE(denseStiffness(system, Vector::Zero(3), Vector::Zero(0)).allFinite());
}

/// What people read instead of "pin.lambda2".
TEST(Reactions, HaveLabelsInWords) {
  Mechanism m = oneBody(Vector2::Zero());
  m.joints = {{"slide", PrismaticJoint{{kGround, 0}, {kBody, 0}}}};
  m.drivers = {{"motor", 0, "0"}};
  Stop floor;
  floor.joint = 0;
  floor.restitution = 0.5;
  floor.lower = 0;
  Stop buffer = floor;
  buffer.upper = 1;
  m.forces = {{"floor", floor}, {"buffer", buffer}};
  EquationsOfMotion system(m);
  std::vector<std::string> labels;
  const Observer observer(system);
  for (const Channel& channel : observer.channels())
    if (channel.kind == ChannelKind::Multiplier) labels.push_back(channel.label);
  EXPECT_EQ(labels, (std::vector<std::string>{"slide force normal", "slide moment angle", "motor force",
                                              "floor force", "buffer force at its lower limit",
                                              "buffer force at its upper limit"}));
}

}  // namespace
}  // namespace holonom
