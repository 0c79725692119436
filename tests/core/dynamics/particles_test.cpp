// SPDX-License-Identifier: GPL-3.0-or-later
// Particles among the bodies of the equations: derivatives against differences, and that they move and push
// as rigid bodies that nothing turns.
#include <gtest/gtest.h>

#include <algorithm>

#include "core/dynamics/equations_of_motion.h"
#include "core/dynamics/observer.h"
#include "core/model/particles.h"
#include "core/model/symbols.h"
#include "tests/core/dynamics/derivative_checks.h"
#include "tests/core/dynamics/sample_mechanisms.h"
#include "tests/support/dense_evaluation.h"

namespace holonom {
namespace {

using samples::expectRightDerivatives;

constexpr int kRigid = 0, kFirst = 1, kSecond = 2, kBeam = 3;

Body particle(std::string name, double mass, Vector2 place) {
  Body body;
  body.name = std::move(name);
  body.kind = Body::Kind::Particle;
  body.mass = mass;
  body.position = std::move(place);
  body.points = {{"P", Vector2::Zero()}};
  return body;
}

Mechanism mixed() {
  Mechanism m = samples::twoBodies();
  Body beam = samples::body("beam", 0.9, 0.2, {0.5, 0}, {0, 0}, {1, 0});
  beam.flexible = FlexibleBeam{.to = 1, .youngsModulus = 2e4, .area = 1e-3, .secondMoment = 1e-5};
  m.bodies = {m.bodies[0], particle("p", 0.6, {0.7, 0.2}), particle("r", 1.1, {-0.3, 0.8}), beam};
  return m;
}

/// Joints of every kind between all pairs that have what it needs.
TEST(Particles, JointsHaveTheRightDerivatives) {
  const std::pair<PointRef, PointRef> ends[] = {{{kGround, 0}, {kFirst, 0}}, {{kFirst, 0}, {kGround, 1}},
                                                {{kRigid, 1}, {kFirst, 0}},  {{kFirst, 0}, {kRigid, 0}},
                                                {{kFirst, 0}, {kSecond, 0}}, {{kBeam, 1}, {kFirst, 0}},
                                                {{kSecond, 0}, {kBeam, 1}}};
  int checked = 0;
  for (std::size_t kind = 0; kind < jointKinds().size(); ++kind)
    for (const auto& [a, b] : ends) {
      Mechanism m = mixed();
      m.joints = {{"J", makeJoint(kind, a, b, {{1.2, -0.5}, 0.3, {}, 0.4, 3})}};
      if (misfitOf(m, m.joints[0])) continue;
      SCOPED_TRACE(jointKinds()[kind].name + std::string(" ") + nameOf(m, a) + " " + nameOf(m, b));
      if (slideAxis(m.joints[0])) m.drivers = {{"D", 0, "0.3*sin(5*t)+t^2"}};
      expectRightDerivatives(m);
      ++checked;
    }
  EXPECT_EQ(checked, 7 + 7 + 7 + 3) << "hinges, balls and rods everywhere, slots in what turns";
}

TEST(Particles, ForcesHaveTheRightDerivatives) {
  const Force forces[] = {
      {"F", SpringDamper{{kFirst, 0}, {kSecond, 0}, 40, 3, 0.6}},
      {"F", SpringDamper{{kRigid, 1}, {kFirst, 0}, 40, 3, 0.6}},
      {"F", SpringDamper{{kBeam, 1}, {kSecond, 0}, 40, 3, 0.6}},
      {"F", ConstantForce{{kFirst, 0}, {3, -2}, false}},
      {"F", ForceExpression{{kSecond, 0}, "2*p.vx^2 - r.y", "p.P.x*left.theta", "0", false}},
      {"F", Actuator{{kGround, 0}, {kFirst, 0}, "3*F.length - 2*F.rate + r.vx"}},
      {"F", Hand{50, 4, {{kFirst, {0.3, 0.1}, {{0, {1, 1}, 0}, {0.1, {1, 2}, 1}}}}}}};
  samples::expectRightForces(mixed(), forces);
}

TEST(Particles, HaveTwoCoordinatesAndColumnsForThem) {
  const Mechanism m = mixed();
  EquationsOfMotion system(m);
  const CoordinateLayout& places = system.places();
  EXPECT_EQ(places.frames().count, 3 + 2 + 2 + 3);
  EXPECT_FALSE(places.turns(kFirst));
  EXPECT_EQ(places.angle(kFirst), -1);
  EXPECT_EQ(system.coordinateName(places.place(kSecond) + 1), "r.y");
  const auto has = [](const std::vector<std::string>& names, const char* name) {
    return std::ranges::find(names, name) != names.end();
  };
  for (const char* name : {"p.x", "p.y", "p.vx", "p.ax", "p.P.ay"})
    EXPECT_TRUE(has(outputSymbols(m), name)) << name;
  for (const char* name : {"p.theta", "p.omega", "p.alpha"}) {
    EXPECT_FALSE(has(outputSymbols(m), name)) << name;
    EXPECT_FALSE(has(columnNames(m), name)) << name;
  }
  Observer observer(system);
  std::vector<std::string> channels;
  for (const Channel& channel : observer.channels()) channels.push_back(channel.name);
  EXPECT_EQ(channels, columnNames(m));
}

/// Held at their centres of mass by rods and springs, rigid bodies do not turn: what they do, particles do.
TEST(Particles, MoveAsRigidBodiesThatNothingTurns) {
  Mechanism particles = mixed();
  particles.bodies.resize(3);
  particles.joints = {{"a", RodJoint{{kGround, 0}, {kFirst, 0}, 0.5}},
                      {"b", RodJoint{{kFirst, 0}, {kSecond, 0}, 1.2}},
                      {"c", SlotJoint{{kRigid, 0}, {kSecond, 0}, {0.6, 0.8}}}};
  particles.forces = {{"S", SpringDamper{{kRigid, 1}, {kFirst, 0}, 40, 3, 0.6}},
                      {"W", ConstantForce{{kSecond, 0}, {3, -2}, false}}};
  Mechanism bodies = particles;
  for (const int i : {kFirst, kSecond}) bodies.bodies[std::size_t(i)].kind = Body::Kind::Rigid;
  EquationsOfMotion small(particles), large(bodies);
  samples::RandomVectors random;
  const Vector q = random(7), v = random(7);
  Vector bigQ = Vector::Zero(9), bigV = Vector::Zero(9);
  const int places[] = {0, 1, 2, 3, 4, 6, 7};  // of the seven among the nine
  for (int i = 0; i < 7; ++i) bigQ[places[i]] = q[i], bigV[places[i]] = v[i];
  small.moveTo(0, q, v);
  large.moveTo(0, bigQ, bigV);
  const auto [a, lambda] = solveAccelerations(small);
  const auto [bigA, bigLambda] = solveAccelerations(large);
  for (int i = 0; i < 7; ++i) EXPECT_NEAR(a[i], bigA[places[i]], 1e-11 * bigA.norm());
  EXPECT_NEAR((lambda - bigLambda).norm(), 0, 1e-11 * lambda.norm());
  EXPECT_NEAR(bigA[5], 0, 1e-11);
  EXPECT_NEAR(small.kineticEnergy(), large.kineticEnergy(), 1e-13);
  EXPECT_NEAR(small.potentialEnergy(), large.potentialEnergy(), 1e-13);
  std::vector<PartLoad> loads, others;
  small.reactions(lambda, loads);
  large.reactions(bigLambda, others);
  ASSERT_EQ(loads.size(), others.size());
  for (std::size_t i = 0; i < loads.size(); ++i) {
    EXPECT_NEAR((loads[i].force - others[i].force).norm(), 0, 1e-10 * lambda.norm());
    EXPECT_EQ(loads[i].torque, Vector3());
  }
}

}  // namespace
}  // namespace holonom
