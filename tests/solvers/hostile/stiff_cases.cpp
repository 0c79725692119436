// SPDX-License-Identifier: GPL-3.0-or-later
// Huge ratios of stiffness, damping and mass.
#include <cmath>

#include "tests/solvers/damped_follower.h"
#include "tests/solvers/hostile/hostile_case.h"
#include "tests/solvers/hostile/opaque_system.h"
#include "tests/solvers/linkages.h"
#include "tests/solvers/run_helpers.h"

namespace holonom {
namespace {

using Ending = HostileCase::Ending;
const std::vector<std::string> kStiff = {"stiff"};

/// x′′ = −k (x − cos t) − d x′, started on the slow solution A cos t + B sin t.
HostileCase follower(const char* name, double k, double d) {
  // (k − 1) A + d B = k, (k − 1) B − d A = 0
  const double A = k * (k - 1) / ((k - 1) * (k - 1) + d * d), B = A * d / (k - 1);
  HostileCase problem;
  problem.name = name;
  problem.make = [=] { return std::make_unique<DampedFollower>(k, d); };
  problem.guess = [=](DaeSystem&) { return guessOf(Vector::Constant(1, A), Vector::Constant(1, B)); };
  problem.reference = [=]() -> EndPlaces { return {{0, A * std::cos(1.0) + B * std::sin(1.0)}}; };
  problem.causes = kStiff;
  problem.mostSteps = 60000;
  return problem;
}

/// Two particles of 1 kg: a soft spring to ground and one 1e8 times as stiff between them, in the slow mode.
HostileCase stiffPair(const char* name, double ratio) {
  // [1 + r, −r; −r, r] (a, 1) = w² (a, 1)
  const double square = 2 * ratio / (1 + 2 * ratio + std::sqrt(1 + 4 * ratio * ratio)),
               a = 1 - square / ratio;
  HostileCase problem;
  problem.name = name;
  problem.make = [ratio] {
    return std::make_unique<OpaqueSystem>(Vector::Ones(2), [ratio](double, const Vector& x, const Vector&) {
      return Vector(Vector2(-x[0] + ratio * (x[1] - x[0]), -ratio * (x[1] - x[0])));
    });
  };
  problem.guess = [a](DaeSystem&) { return guessOf(Vector2(a, 1), Vector2::Zero()); };
  problem.reference = [square, a]() -> EndPlaces {
    const double c = std::cos(std::sqrt(square));
    return {{0, a * c}, {1, c}};
  };
  problem.causes = kStiff;
  return problem;
}

Mechanism bushing(double stiffness, double damping) {
  Mechanism m = linkages::pendulum();
  m.joints.clear();
  m.ground.points = {{"left", {-1, 0}}, {"below", {0, -1}}};
  m.forces = {{"x", SpringDamper{{kGround, 0}, {0, linkages::kStart}, stiffness, damping, 1}},
              {"y", SpringDamper{{kGround, 1}, {0, linkages::kStart}, stiffness, damping, 1}}};
  return m;
}

}  // namespace

std::vector<HostileCase> stiffCases() {
  HostileCase stiffest = follower("SpringAndDamperOf1e14", 1e14, 2e7);  // forces carry the rounding of places
  stiffest.ending = Ending::Either;
  stiffest.causes = {"stiff", "too small", "out of reach", "largest number of steps"};
  stiffest.mostSteps = 2000;
  std::vector<HostileCase> all = {follower("DamperOf1e8", 1e8, 1e8),
                                  follower("SpringAndDamperOf1e8", 1e8, 2e4), stiffest,
                                  stiffPair("SpringsOfRatio1e8", 1e8)};

  HostileCase hinge = hostileMechanism(
      "HingeOfStiffSprings", [] { return bushing(1e8, 1e5); }, 0.3, Ending::Runs);
  hinge.reference = []() -> EndPlaces { return {{2, pendulumAngle(0.3)}}; };
  hinge.causes = kStiff;
  all.push_back(hinge);

  HostileCase brake = hostileMechanism(
      "BrakeOf1e8",
      [] {
        Mechanism m = linkages::pendulum();
        m.forces = {{"brake", TorqueExpression{0, kGround, "-1e8*bar.omega"}}};
        return m;
      },
      0.02, Ending::Runs);
  brake.reference = []() -> EndPlaces { return {{2, -0.02 * 0.5 * 9.81 / 1e8}}; };
  brake.causes = kStiff;
  all.push_back(brake);

  HostileCase masses = hostileMechanism(
      "MassesOfRatio1e8",
      [] {
        Mechanism m = linkages::pendulum();
        Body& bar = m.bodies[0];
        bar.inertia *= 1e4;
        bar.mass *= 1e4;
        m.bodies.push_back(linkages::bar("hair", 1, {1, 0}, 0));
        m.bodies[1].mass *= 1e-4;
        m.bodies[1].inertia *= 1e-4;
        m.joints.push_back({"tip", RevoluteJoint{{0, linkages::kEnd}, {1, linkages::kStart}}});
        return m;
      },
      0.5, Ending::Runs);
  masses.reference = []() -> EndPlaces { return {{2, pendulumAngle(0.5)}}; };
  all.push_back(masses);
  return all;
}

}  // namespace holonom
