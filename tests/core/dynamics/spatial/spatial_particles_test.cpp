// SPDX-License-Identifier: GPL-3.0-or-later
// Particles in space among the equations: derivatives against differences, and that they move and push as
// rigid bodies that nothing turns.
#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

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

constexpr int kBar = 0, kFlat = 1, kFirst = 2, kSecond = 3, kRigid = 4;

Body particle(std::string name, double mass, const Vector3& place,
              Body::Kind kind = Body::Kind::SpatialParticle) {
  Body body;
  body.name = std::move(name);
  body.kind = kind;
  body.mass = mass;
  body.position = place;
  body.points = {{"P", Vector3()}};
  return body;
}

/// A body and a particle in the plane, two particles and a body in space.
Mechanism mixedParticles() {
  Mechanism m = samples::twoBodies();
  m.gravity = {1.7, -9.2, 0.6};
  m.ground.points[0].position.z() = 0.7;
  Body top = particle("top", 1.3, {0.4, -0.2, 0.9}, Body::Kind::Spatial);
  top.moments = {0.4, 0.55, 0.3};
  top.points = {{"first", {-0.3, 0.15, 0.4}}, {"second", {0.6, -0.25, 0.1}}};
  m.bodies = {m.bodies[0], particle("flat", 0.9, {0.2, 0.3}, Body::Kind::Particle),
              particle("p", 0.6, {0.7, 0.2, -0.4}), particle("r", 1.1, {-0.3, 0.8, 0.5}), top};
  return m;
}

const std::pair<PointRef, PointRef> kParticleEnds[] = {
    {{kGround, 0}, {kFirst, 0}}, {{kFirst, 0}, {kGround, 1}}, {{kRigid, 1}, {kFirst, 0}},
    {{kFirst, 0}, {kRigid, 0}},  {{kBar, 1}, {kFirst, 0}},    {{kSecond, 0}, {kBar, 0}},
    {{kFlat, 0}, {kFirst, 0}},   {{kFirst, 0}, {kSecond, 0}}};

/// Joints of every kind between all pairs that have what it needs.
TEST(SpatialParticles, JointsHaveTheRightDerivatives) {
  const JointStart start{{1.2, -0.5, 0.7}, 0.3, {0.4, -0.2, 0.9}, 0.4, 3};
  std::vector<std::string> checked;
  for (std::size_t kind = 0; kind < jointKinds().size(); ++kind) {
    int pairs = 0;
    for (const auto& [a, b] : kParticleEnds) {
      Mechanism m = mixedParticles();
      m.joints = {{"J", makeJoint(kind, a, b, start)}};
      if (misfitOf(m, m.joints[0])) continue;
      SCOPED_TRACE(jointKinds()[kind].name + std::string(" ") + nameOf(m, a) + " " + nameOf(m, b));
      if (isDrivable(m, m.joints[0])) m.drivers = {{"D", 0, "0.3*sin(5*t)+t^2"}};
      expectRightDerivatives(m);
      ++pairs;
    }
    if (pairs > 0) checked.push_back(jointKinds()[kind].name + (" " + std::to_string(pairs)));
  }
  std::ranges::sort(checked);
  EXPECT_EQ(checked, (std::vector<std::string>{"in-plane 3", "revolute-spherical 3", "rod 8", "slot 3",
                                               "spherical 8"}))
      << "balls and rods everywhere, planes and slots in what turns and in ground";
}

TEST(SpatialParticles, ForcesHaveTheRightDerivatives) {
  const Force forces[] = {
      {"F", SpringDamper{{kFirst, 0}, {kSecond, 0}, 40, 3, 0.6}},
      {"F", SpringDamper{{kRigid, 1}, {kFirst, 0}, 40, 3, 0.6}},
      {"F", SpringDamper{{kFlat, 0}, {kSecond, 0}, 40, 3, 0.6}},
      {"F", ConstantForce{{kFirst, 0}, {3, -2, 5}, false}},
      {"F", ForceExpression{{kSecond, 0}, "2*p.vz^2 - r.y", "p.P.z*left.theta", "r.P.vz*t", false}},
      {"F", Actuator{{kGround, 0}, {kFirst, 0}, "3*F.length - 2*F.rate + r.vz"}},
      {"F", Stop{-1, {kFirst, 0}, {kSecond, 0}, 0.1, 0.7, 40, 2}}};
  samples::expectRightForces(mixedParticles(), forces);
}

TEST(SpatialParticles, HaveThreeCoordinatesAndColumnsForThem) {
  const Mechanism m = mixedParticles();
  EquationsOfMotion system(m);
  const CoordinateLayout& places = system.places();
  EXPECT_EQ(places.frames().count, 3 + 2 + 3 + 3 + 7);
  EXPECT_EQ(places.angle(kFirst), -1);
  EXPECT_TRUE(places.isSpatial(kFirst));
  EXPECT_FALSE(places.hasParameters(kFirst));
  EXPECT_EQ(system.coordinateName(places.place(kSecond) + 2), "r.z");
  EXPECT_EQ(system.layout().normalisations, 1) << "of the top";
  const std::vector<std::string> columns = columnNames(m), symbols = outputSymbols(m);
  for (const char* name : {"p.x", "p.y", "p.z", "p.vz", "p.az", "p.P.z", "p.P.az"})
    EXPECT_EQ(std::ranges::count(symbols, name), 1) << name;
  for (const char* name : {"p.theta", "p.e0", "p.omega", "p.omegax", "p.alphaz"}) {
    EXPECT_EQ(std::ranges::count(symbols, name), 0) << name;
    EXPECT_EQ(std::ranges::count(columns, name), 0) << name;
  }
  Observer observer(system);
  std::vector<std::string> channels;
  for (const Channel& channel : observer.channels()) channels.push_back(channel.name);
  EXPECT_EQ(channels, columns);
}

/// Every symbol of a particle has a reader, and its columns have the same values.
TEST(SpatialParticles, ColumnsAndSymbols) {
  Mechanism m = mixedParticles();
  const std::vector<std::string> quantities{"x", "y", "z", "vx", "vy", "vz", "ax", "ay", "az"};
  for (const std::string& quantity : quantities) {
    m.outputs.push_back({"own_" + quantity, "r." + quantity, ""});
    m.outputs.push_back({"point_" + quantity, "r.P." + quantity, ""});
  }
  EquationsOfMotion system(m);
  Observer observer(system);
  State state{.t = 0.3};
  const auto from = [&](double first) {
    Vector all(system.coordinateCount());
    std::iota(all.begin(), all.end(), first);
    return all;
  };
  state.q = from(1), state.v = from(101), state.a = from(201);
  state.lambda = Vector::Zero(system.constraintCount());
  std::vector<double> row(observer.channels().size());
  observer.fill(state, {}, row);
  const auto at = [&](const std::string& name) {
    const auto& all = observer.channels();
    return row.at(std::size_t(std::ranges::find(all, name, &Channel::name) - all.begin()));
  };
  for (std::size_t k = 0; k < quantities.size(); ++k) {
    const double expected = 100. * double(k / 3) + 1 + system.places().place(kSecond) + double(k % 3);
    for (const char* name : {"r.", "own_", "point_"})
      EXPECT_EQ(at(name + quantities[k]), expected) << name << quantities[k];
  }
}

/// Held at their centres of mass by rods and springs, bodies in space do not turn: what they do,
/// particles do.
TEST(SpatialParticles, MoveAsRigidBodiesThatNothingTurns) {
  Mechanism particles = mixedParticles();
  particles.bodies.erase(particles.bodies.begin() + kFlat);
  const int first = 1, second = 2, top = 3;
  particles.joints = {{"a", RodJoint{{kGround, 0}, {first, 0}, 0.5}},
                      {"b", RodJoint{{first, 0}, {second, 0}, 1.2}},
                      {"c", InPlaneJoint{{kGround, 0}, {second, 0}, Vector3(0.6, 0.8, 0.3)}}};
  particles.forces = {{"S", SpringDamper{{top, 1}, {first, 0}, 40, 3, 0.6}},
                      {"W", ConstantForce{{second, 0}, {3, -2, 4}, false}}};
  Mechanism bodies = particles;
  for (const int i : {first, second}) bodies.bodies[std::size_t(i)].kind = Body::Kind::Spatial;
  EquationsOfMotion small(particles), large(bodies);
  samples::RandomVectors random;
  Vector q = random(small.coordinateCount()), v = random(small.coordinateCount());
  Vector bigQ = Vector::Zero(large.coordinateCount()), bigV = bigQ;
  std::vector<int> places;  // of the coordinates among those of the bodies
  for (int body = 0; body < 4; ++body)
    for (int k = 0; k < small.places().frame(body).count; ++k)
      places.push_back(large.places().place(body) + k);
  for (std::size_t i = 0; i < places.size(); ++i)
    bigQ[places[i]] = q[Eigen::Index(i)], bigV[places[i]] = v[Eigen::Index(i)];
  for (const int i : {first, second}) bigQ[large.places().parameters(i)] = 1;
  small.moveTo(0, q, v);
  large.moveTo(0, bigQ, bigV);
  const auto [a, lambda] = solveAccelerations(small);
  const auto [bigA, bigLambda] = solveAccelerations(large);
  for (std::size_t i = 0; i < places.size(); ++i)
    EXPECT_NEAR(a[Eigen::Index(i)], bigA[places[i]], 1e-10 * bigA.norm());
  EXPECT_NEAR((lambda.tail(3) - bigLambda.tail(3)).norm(), 0, 1e-10 * lambda.norm());
  EXPECT_NEAR(small.kineticEnergy(), large.kineticEnergy(), 1e-12);
  EXPECT_NEAR(small.potentialEnergy(), large.potentialEnergy(), 1e-12);
  std::vector<PartLoad> loads, others;
  small.reactions(lambda, loads);
  large.reactions(bigLambda, others);
  ASSERT_EQ(loads.size(), others.size());
  for (std::size_t i = 0; i < loads.size(); ++i) {
    EXPECT_NEAR((loads[i].force - others[i].force).norm(), 0, 1e-10 * lambda.norm());
    EXPECT_EQ(loads[i].torque, Vector3());
  }
}

TEST(SpatialParticles, StartWhereTheModelSays) {
  Mechanism m = mixedParticles();
  m.bodies[kFirst].velocity = {0.2, 0.7, -0.1};
  m.bodies[kFirst].exact.z = m.bodies[kFirst].exact.vz = true;
  const EquationsOfMotion system(m);
  const Vector q = system.givenCoordinates(), v = system.givenVelocities();
  const int place = system.places().place(kFirst);
  EXPECT_EQ(Vector3(q.segment<3>(place)), m.bodies[kFirst].position);
  EXPECT_EQ(Vector3(v.segment<3>(place)), m.bodies[kFirst].velocity);
  EXPECT_EQ(Vector3(system.exactCoordinates().segment<3>(place)), Vector3(0, 0, 1));
  EXPECT_EQ(Vector3(system.exactVelocities().segment<3>(place)), Vector3(0, 0, 1));
  EXPECT_TRUE(system.startingAt(q, v).bodies[kFirst] == m.bodies[kFirst]);
}

}  // namespace
}  // namespace holonom
