// SPDX-License-Identifier: GPL-3.0-or-later
// Bodies in space among the equations of a mechanism: all blocks against differences, at states that satisfy
// nothing in particular, for every kind of joint and force between bodies in space, in the plane and ground;
// reactions, columns and symbols against what they must be.
#include <gtest/gtest.h>

#include <algorithm>

#include "core/dynamics/equations_of_motion.h"
#include "core/dynamics/observer.h"
#include "core/dynamics/offers.h"
#include "core/dynamics/output_symbols.h"
#include "core/dynamics/state_quantity.h"
#include "core/model/centre_motion.h"
#include "core/model/particles.h"
#include "core/model/symbols.h"
#include "tests/core/dynamics/derivative_checks.h"
#include "tests/core/dynamics/sample_mechanisms.h"
#include "tests/core/dynamics/spatial/spatial_bodies.h"
#include "tests/support/dense_evaluation.h"
#include "tests/support/finite_differences.h"

namespace holonom {
namespace {

using samples::expectRightDerivatives;

constexpr int kParticle = 3;

/// Two bodies in space, one in the plane and a particle; points of the ground in space.
Mechanism mixedBodies() {
  Mechanism m = samples::twoBodies();
  m.gravity = {1.7, -9.2, 0.6};
  m.ground.points[0].position.z() = 0.7;
  Body particle;
  particle.name = "particle";
  particle.kind = Body::Kind::Particle;
  particle.mass = 0.6;
  particle.points = {{"P", Vector3()}};
  m.bodies = {spatialBody("top", 1.3, {0.2, 0.1, -0.3}, {-0.3, 0.15, 0.4}, {0.6, -0.25, 0.1}),
              spatialBody("wheel", 0.8, {-0.1, 0.3, 0.2}, {0.25, 0.35, -0.6}, {-0.45, 0.05, 0.2}),
              m.bodies[0], particle};
  return m;
}

const std::pair<PointRef, PointRef> kEnds[] = {{{kTop, 1}, {kWheel, 0}},    {{kGround, 0}, {kWheel, 1}},
                                               {{kTop, 0}, {kGround, 0}},   {{kTop, 1}, {kPlanar, 0}},
                                               {{kPlanar, 1}, {kWheel, 1}}, {{kTop, 0}, {kParticle, 0}},
                                               {{kParticle, 0}, {kTop, 1}}};

TEST(SpatialMechanism, BodiesAloneHaveTheRightDerivatives) { expectRightDerivatives(mixedBodies()); }

TEST(SpatialMechanism, JointsHaveTheRightDerivatives) {
  const JointStart start{{1.2, -0.5, 0.7}, 0.3, {0.4, -0.2, 0.9}, 0.4, 3};
  std::vector<int> checked(jointKinds().size());
  for (std::size_t kind = 0; kind < jointKinds().size(); ++kind)
    for (const auto& [a, b] : kEnds) {
      Mechanism m = mixedBodies();
      m.joints = {{"J", makeJoint(kind, a, b, start)}};
      if (misfitOf(m, m.joints[0])) continue;
      SCOPED_TRACE(jointKinds()[kind].name + std::string(" ") + nameOf(m, a) + " " + nameOf(m, b));
      // at random states any thread would be the nearest
      if (auto* screw = std::get_if<ScrewJoint>(&m.joints[0].kind)) screw->pitch = 1e3;
      EXPECT_TRUE(actsInSpace(m, m.joints[0]));
      expectRightDerivatives(m);
      ++checked[kind];
    }
  for (std::size_t kind = 0; kind < jointKinds().size(); ++kind)
    EXPECT_EQ(checked[kind] > 0, !jointKinds()[kind].rowsInSpace.empty()) << jointKinds()[kind].name;
}

/// With axes that are none of the body's own.
TEST(SpatialMechanism, AxesOfJoints) {
  const Vector3 first(0.3, -1, 0.5), second(-0.7, 0.2, 1.4);
  for (const auto& [a, b] : {kEnds[0], kEnds[1], kEnds[2]})
    for (const AnyJoint& kind :
         {AnyJoint(RevoluteJoint{a, b, first, second}), AnyJoint(UniversalJoint{a, b, first, second}),
          AnyJoint(CylindricalJoint{a, b, first, second}), AnyJoint(PlanarJoint{a, b, first, second})}) {
      Mechanism m = mixedBodies();
      m.joints = {{"J", kind}};
      SCOPED_TRACE(kindOf(m.joints[0]).name);
      expectRightDerivatives(m);
    }
}

TEST(SpatialMechanism, ForcesHaveTheRightDerivatives) {
  for (const auto& [a, b] : kEnds) {
    Mechanism m = mixedBodies();
    SCOPED_TRACE(nameOf(m, a) + " " + nameOf(m, b));
    m.forces = {{"S", SpringDamper{a, b, 31, 4.2, 0.45}}};
    expectRightDerivatives(m);
  }
  for (const bool bodyFixed : {false, true}) {
    Mechanism m = mixedBodies();
    m.forces = {{"F", ConstantForce{{kWheel, 1}, {2.5, -1.5, 0.8}, bodyFixed}}};
    expectRightDerivatives(m);
  }
  for (const int reaction : {kGround, kTop, kPlanar}) {
    Mechanism m = mixedBodies();
    ConstantTorque torque{kWheel, reaction, 1.7};
    torque.axis = {0.3, 0.5, -0.9};
    m.forces = {{"T", torque}};
    expectRightDerivatives(m);
  }
}

/// Sizes that depend on all that a force may read, of the bodies it acts on and of others.
TEST(SpatialMechanism, ForcesByFormulasHaveTheRightDerivatives) {
  const std::string size =
      "k*jack.length*jack.rate + sin(top.second.z)*wheel.first.vx + wheel.omegay^2*left.x - top.e1*cos(t) + "
      "left.vy*particle.P.x";
  for (const auto& [a, b] : kEnds) {
    Mechanism m = mixedBodies();
    SCOPED_TRACE(nameOf(m, a) + " " + nameOf(m, b));
    m.parameters = {{"k", 1.3}};
    m.forces = {{"jack", Actuator{a, b, size}}};
    expectRightDerivatives(m);
  }
  Mechanism m = mixedBodies();
  m.parameters = {{"k", 1.3}};
  TorqueExpression twist{kWheel, kPlanar, size}, motor{kTop, kGround, "t + " + size};
  twist.axis = Vector3(0.3, 0.5, -0.9).normalized();
  m.forces = {{"jack", SpringDamper{{kTop, 0}, {kWheel, 1}, 3, 0.2, 0.4}},
              {"twist", twist},
              {"motor", motor},
              {"wind", ForceExpression{{kWheel, 1}, size, "left.theta*t", "2 - " + size, false}},
              {"jet", ForceExpression{{kTop, 1}, "2 + wheel.y", size, "3*t", true}}};
  expectRightDerivatives(m);
  m.outputs = {{"f", "wind.fz", "N"}, {"m", "twist.torque", "N·m"}};
  EquationsOfMotion system(m);
  Observer observer(system);  // their sizes can be shown
  std::vector<PartLoad> loads;
  system.appliedLoads(loads);
  EXPECT_EQ(loads.size(), 2u + 1 + 1 + 1 + 1);
}

/// The joints whose coordinate can be prescribed, limited and read.
std::vector<AnyJoint> drivableKinds(PointRef a, PointRef b) {
  const Vector3 first(0.3, -1, 0.5), second(-0.7, 0.2, 1.4);
  return {RevoluteJoint{a, b, first, second},
          PrismaticJoint{a, b, first},
          SlotJoint{a, b, first},
          CylindricalJoint{a, b, first, second},
          UniversalJoint{a, b, first, second},
          PlanarJoint{a, b, first, second},
          InPlaneJoint{a, b, first},
          ParallelAxesJoint{a, b, first, second},
          PerpendicularAxesJoint{a, b, first, second},
          ConstantVelocityJoint{a, b, first, second},
          RevoluteSphericalJoint{a, b, first, 0.7},
          SphericalJoint{a, b},
          SameOrientationJoint{a, b, first},
          RollingJoint{a, b, Vector3::UnitX(), 0.3, first, second},
          RollingBallJoint{a, b, first, 0.3}};
}

TEST(SpatialMechanism, DriversHaveTheRightDerivatives) {
  for (const auto& [a, b] : kEnds)
    for (const AnyJoint& kind : drivableKinds(a, b)) {
      Mechanism m = mixedBodies();
      m.joints = {{"J", kind}};
      if (misfitOf(m, m.joints[0]) || !isDrivable(m, m.joints[0])) continue;
      SCOPED_TRACE(kindOf(m.joints[0]).name + std::string(" ") + nameOf(m, a) + " " + nameOf(m, b));
      for (int coordinate = 0; coordinate < coordinateCount(m.joints[0]); ++coordinate)
        if (isDrivable(m, m.joints[0], coordinate))
          m.drivers.push_back({"D" + std::to_string(coordinate), 0, "0.4*sin(3*t) + t^2", coordinate});
      expectRightDerivatives(m);
    }
}

/// The first and the last coordinate of a joint in a formula: value and rate agree with the bodies.
TEST(SpatialMechanism, JointsWithSeveralCoordinatesAreReadAsTheyAreDriven) {
  const auto& [a, b] = kEnds[0];
  const Vector3 first(0.3, -1, 0.5), second(-0.7, 0.2, 1.4);
  int turns = 0;
  for (const AnyJoint& kind :
       {AnyJoint(CylindricalJoint{a, b, first, second}), AnyJoint(UniversalJoint{a, b, first, second}),
        AnyJoint(PlanarJoint{a, b, first, second}), AnyJoint(SphericalJoint{a, b}),
        AnyJoint(ConstantVelocityJoint{a, b, first, second}),
        AnyJoint(RevoluteSphericalJoint{a, b, first, 0.7}), AnyJoint(InPlaneJoint{a, b, first})}) {
    Mechanism m = mixedBodies();
    m.joints = {{"J", kind}};
    SCOPED_TRACE(kindOf(m.joints[0]).name);
    const auto& [x, v] = coordinateSymbols(coordinateCount(m.joints[0]) - 1);
    const std::string last = std::string("J") + x, rate = std::string("J") + v;
    m.forces = {{"F", TorqueExpression{kTop, kGround, last + "*" + rate + " + J.position*J.velocity"}}};
    expectRightDerivatives(m);
    m.constraints = {{"C", FormulaConstraint{last + "^2 - J.position*left.x"}}};
    expectRightDerivatives(m);
    turns += EquationsOfMotion(m).places().controls().count;
  }
  EXPECT_EQ(turns, 1 + 2 + 1 + 2 + 1 + 2 + 1) << "each turn counted, no way and no tilt";
}

/// Columns of the rotation matrix are the axes of the body in the ground.
TEST(SpatialMechanism, EntriesOfRotationMatrices) {
  Mechanism m = mixedBodies();
  m.forces = {{"F", ForceExpression{{kWheel, 1},
                                    "top.a11*wheel.a23 - top.a31^2",
                                    "top.a12 + wheel.a33*t",
                                    "top.a13*top.a21*top.a22*top.a32",
                                    false}}};
  m.constraints = {{"C", FormulaConstraint{"top.a11*wheel.a12 + top.a21*wheel.a22 + top.a31*wheel.a32"}},
                   {"D", FormulaConstraint{"top.a33*left.x - sin(wheel.a13)*t"}}};
  expectRightDerivatives(m);
  EquationsOfMotion system(m);
  Vector q = system.givenCoordinates();
  const Vector4 p = eulerParameters(Vector3(0.3, -1.1, 0.6));
  q.segment<4>(system.places().parameters(kWheel)) = p;
  system.moveTo(0, q, Vector::Zero(q.size()));
  for (int row = 0; row < 3; ++row)
    for (int column = 0; column < 3; ++column) {
      const std::string symbol = "wheel.a" + std::to_string(row + 1) + std::to_string(column + 1);
      EXPECT_NEAR(makeStateQuantity(symbol, m)->value(system.configuration()), rotationMatrix(p)(row, column),
                  1e-14)
          << symbol;
    }
  for (const char* symbol : {"wheel.a03", "wheel.a14", "wheel.a1", "left.a11"})
    EXPECT_EQ(makeStateQuantity(symbol, m), nullptr) << symbol;
}

TEST(SpatialMechanism, StopsSpringsAndForcesAtJointsHaveTheRightDerivatives) {
  const auto& [a, b] = kEnds[0];
  for (const bool ideal : {false, true})
    for (const AnyJoint& kind : drivableKinds(a, b)) {
      Mechanism m = mixedBodies();
      m.joints = {{"J", kind}};
      if (misfitOf(m, m.joints[0])) continue;  // what rolls does so on the ground
      SCOPED_TRACE(kindOf(m.joints[0]).name);
      const auto stop = [&](int joint, double lower, double upper) {
        const std::optional<double> restitution = ideal ? std::optional(0.5) : std::nullopt;
        return Stop{joint, a, b, lower, upper, ideal ? 0.0 : 40.0, ideal ? 0.0 : 2.0, restitution};
      };
      m.forces = {{"limits", stop(0, -0.2, 0.3)}, {"rope", stop(-1, 0.1, 0.7)}};
      expectRightDerivatives(m);
      m.forces = {{"coil", JointSpring{0, 12, 0.5, -0.25}},
                  {"drive", JointForce{0, "3*J.position*J.velocity - wheel.omegax + t"}}};
      expectRightDerivatives(m);
    }
}

/// Rows of closed stops are those of drivers with a sign; here the distance, which no driver has.
TEST(SpatialMechanism, ClosedRopes) {
  const auto& [a, b] = kEnds[0];
  Mechanism m = mixedBodies();
  m.forces = {{"rope", Stop{-1, a, b, {}, 0.7, 0, 0, 0.5}}};
  EquationsOfMotion system(m);
  const char closed[] = {1};
  system.offers().stops.close(closed);
  samples::RandomVectors random;
  const int n = system.coordinateCount();
  EXPECT_EQ(checkDerivatives(system, 0.1, random(n), random(n), random(n), random(system.constraintCount())),
            "");
}

/// A hinge is where its bodies say, whatever p stand for, and counts turns where something reads its angle.
TEST(SpatialMechanism, HingesCountTheirTurns) {
  Mechanism m;
  m.ground.points = {{"O", {0, 0}}};
  Body wheel = spatialBody("wheel", 1, {0, 0}, {0, 0}, {0.5, 0});
  wheel.axis = Vector3::UnitY();
  wheel.angle = 2.5;
  wheel.spin = {0, 30, 0};
  m.bodies = {wheel};
  m.joints = {{"axle", RevoluteJoint{{kGround, 0}, {0, 0}, Vector3::UnitY(), Vector3::UnitY()}}};
  EXPECT_EQ(EquationsOfMotion(m).coordinateCount(), 7);
  m.outputs = {{"turned", "axle.position", "rad"}, {"speed", "axle.velocity", "rad/s"}};
  EquationsOfMotion system(m);
  ASSERT_EQ(system.coordinateCount(), 8);
  EXPECT_EQ(system.coordinateName(7), "axle.position");
  Vector q = system.givenCoordinates(), v = system.givenVelocities();
  EXPECT_NEAR(q[7], 2.5, 1e-14);
  const auto position = makeStateQuantity("axle.position", m),
             velocity = makeStateQuantity("axle.velocity", m);
  const auto at = [&](const StateQuantity& quantity) {
    system.moveTo(0, q, v);
    return quantity.value(system.configuration());
  };
  EXPECT_NEAR(at(*position), 2.5, 1e-14);
  EXPECT_NEAR(at(*velocity), 30, 1e-12);
  const int p = system.places().parameters(0);
  for (const double angle : {3.5, 9.0, 100.0, -7.0}) {
    q.segment<4>(p) = -eulerParameters(Vector3::UnitY(), angle);
    q[7] = angle + 1.5;  // the count says which turn, and no more
    EXPECT_NEAR(at(*position), angle, 1e-12);
  }
}

/// A constraint does no work, so what it does to the second body and to the first cancel: −λᵀ C_q v is the
/// power of the loads on the second body alone where the first one is ground.
TEST(SpatialMechanism, ReactionsDoTheWorkOfTheirMultipliers) {
  const JointStart start{{1.2, -0.5, 0.7}, 0.3, {0.4, -0.2, 0.9}, 0.4, 3};
  for (std::size_t kind = 0; kind < jointKinds().size(); ++kind)
    for (const int body : {kWheel, kPlanar}) {
      Mechanism m = mixedBodies();
      m.joints = {{"J", makeJoint(kind, {kGround, 0}, {body, 1}, start)}};
      if (misfitOf(m, m.joints[0]) || kindOf(m.joints[0]).rowsInSpace.empty()) continue;
      SCOPED_TRACE(jointKinds()[kind].name + std::string(" ") + m.bodies[std::size_t(body)].name);
      EquationsOfMotion system(m);
      samples::RandomVectors random;
      Vector q = random(system.coordinateCount()), v = random(system.coordinateCount());
      for (const int spatial : {kTop, kWheel}) {
        const int p = system.places().parameters(spatial);
        q.segment<4>(p).normalize();
        v.segment<4>(p) -= q.segment<4>(p) * q.segment<4>(p).dot(v.segment<4>(p));
      }
      Vector lambda = random(system.constraintCount());
      lambda.head(system.layout().normalisations).setZero();
      system.moveTo(0, q, v);
      std::vector<PartLoad> loads;
      system.reactions(lambda, loads);
      ASSERT_EQ(loads.size(), 1u);
      const CentreMotion motion = system.motionIn(body, q, v);
      const Vector3 spin = body == kWheel ? motion.spin : Vector3(0, 0, motion.angularVelocity);
      const Vector3 velocity = motion.velocity + spin.cross(loads[0].place - motion.place);
      const double power = loads[0].force.dot(velocity) + loads[0].torque.dot(spin);
      EXPECT_NEAR(power, -lambda.dot(denseConstraintJacobian(system) * v), 1e-12);
    }
}

/// Every symbol that an output may name has a reader, and its columns have the same values.
TEST(SpatialMechanism, ColumnsAndSymbols) {
  Mechanism m = mixedBodies();
  m.joints = {{"ball", SphericalJoint{{kGround, 0}, {kTop, 0}}},
              {"hinge", RevoluteJoint{{kTop, 1}, {kWheel, 0}}}};
  m.forces = {{"spring", SpringDamper{{kWheel, 1}, {kGround, 1}, 31, 4.2, 0.45}}};
  for (const std::string& symbol : outputSymbols(m)) {
    std::string name = symbol;
    std::ranges::replace(name, '.', '_');
    m.outputs.push_back({"o_" + name, symbol, ""});
  }
  EquationsOfMotion system(m);
  Observer observer(system);
  samples::RandomVectors random;
  State state{.t = 0.3,
              .q = random(system.coordinateCount()),
              .v = random(system.coordinateCount()),
              .a = random(system.coordinateCount()),
              .lambda = random(system.constraintCount())};
  std::vector<double> row(observer.channels().size());
  observer.fill(state, {}, row);
  int compared = 0;
  const auto at = [&](const std::string& name) {
    const auto& all = observer.channels();
    return std::ranges::find(all, name, &Channel::name) - all.begin();
  };
  for (const std::string& symbol : outputSymbols(m)) {
    std::string name = symbol;
    std::ranges::replace(name, '.', '_');
    const auto column = at(symbol), output = at("o_" + name);
    ASSERT_LT(output, std::ssize(row)) << symbol;
    if (column == std::ssize(row)) continue;
    EXPECT_NEAR(row[std::size_t(column)], row[std::size_t(output)], 1e-12) << symbol;
    ++compared;
  }
  EXPECT_GT(compared, 2 * 19);
  EXPECT_LT(at("top.e3"), std::ssize(row));
  EXPECT_LT(at("wheel.alphaz"), std::ssize(row));
  EXPECT_LT(at("hinge.lambda5"), std::ssize(row));
  EXPECT_EQ(at("hinge.lambda6"), std::ssize(row));
}

/// Velocities and accelerations of points as expressions read them, against differences along a motion.
TEST(SpatialMechanism, PointsMoveAsTheirSymbolsSay) {
  Mechanism m = mixedBodies();
  EquationsOfMotion system(m);
  samples::RandomVectors random;
  const int n = system.coordinateCount();
  const Vector q = random(n), v = random(n), a = random(n);
  constexpr double h = 1e-4;
  const auto stateAt = [&](double t) {
    return State{.t = t, .q = q + t * v + 0.5 * t * t * a, .v = v + t * a, .a = a, .lambda = Vector()};
  };
  const auto read = [&](const std::string& symbol, double t) {
    const State state = stateAt(t);
    system.moveTo(t, state.q, state.v);
    return symbolReader(symbol, system)(system, state);
  };
  for (const std::string point : {"top.second", "wheel.first"})
    for (const std::string axis : {"x", "y", "z"}) {
      const std::string place = point + "." + axis, velocity = point + ".v" + axis,
                        acceleration = point + ".a" + axis;
      EXPECT_NEAR((read(place, h) - read(place, -h)) / (2 * h), read(velocity, 0), 1e-6) << place;
      EXPECT_NEAR((read(velocity, h) - read(velocity, -h)) / (2 * h), read(acceleration, 0), 1e-6) << place;
    }
}

/// What is given of a body comes back after a turn through the coordinates of the equations.
TEST(SpatialMechanism, StartsWhereTheModelSays) {
  Mechanism m = mixedBodies();
  Body& top = m.bodies[kTop];
  top.position = {0.3, -0.4, 0.9};
  top.axis = Vector3(1, -2, 0.5).normalized();
  top.angle = 1.1;
  top.velocity = {0.2, 0.7, -0.1};
  top.spin = {3, -1, 2};
  const EquationsOfMotion system(m);
  const Vector q = system.givenCoordinates(), v = system.givenVelocities();
  const Mechanism again = system.startingAt(q, v);
  EXPECT_LT((again.bodies[kTop].position - top.position).norm(), 1e-14);
  EXPECT_LT((again.bodies[kTop].axis - top.axis).norm(), 1e-14);
  EXPECT_NEAR(again.bodies[kTop].angle, top.angle, 1e-14);
  EXPECT_LT((again.bodies[kTop].velocity - top.velocity).norm(), 1e-14);
  EXPECT_LT((again.bodies[kTop].spin - top.spin).norm(), 1e-13);
  const int p = system.places().parameters(kTop);
  EXPECT_NEAR(q.segment<4>(p).norm(), 1, 1e-15);
  EXPECT_NEAR(q.segment<4>(p).dot(v.segment<4>(p)), 0, 1e-15);
}

}  // namespace
}  // namespace holonom
