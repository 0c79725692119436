// SPDX-License-Identifier: GPL-3.0-or-later
// Bodies in space that keep to a plane: against the same mechanism drawn in the plane of the ground, and
// against bodies that move freely on joints which hold them in that plane.
#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>

#include "core/base/error.h"
#include "core/dynamics/load_reader.h"
#include "core/io/model_reader.h"
#include "core/io/model_writer.h"
#include "core/model/centre_motion.h"
#include "core/model/particles.h"
#include "solvers/analyses/model_check.h"
#include "tests/solvers/linkages.h"
#include "tests/solvers/spatial/end_values.h"
#include "tests/support/contains.h"

namespace holonom {
namespace {

using namespace spatial_models;

constexpr TestedMethod kMethods[] = {
    {"", "dop853", 1}, {"", "bdf", 3}, {"", "bdf", 2}, {"", "generalized-alpha", 2}, {"", "radau", 3}};

SimulationOptions optionsFor(const TestedMethod& method, double endTime) {
  return method.index == 1 ? exact(endTime) : optionsOf(method, 1e-8, endTime);
}
double nearFor(const TestedMethod& method) { return method.index == 1 ? 1e-7 : 3e-4; }

Vector3 at(const End& run, const std::string& body) {
  return {run[(body + ".x").c_str()], run[(body + ".y").c_str()], run[(body + ".z").c_str()]};
}

/// In the plane that was that of the ground's x and y before it was turned, shifted along its normal.
Mechanism inPlaneOf(const Mechanism& planar, const Vector4& turn, double height) {
  Mechanism m = inSpace(planar);
  m.gravity = planar.gravity, m.forces = planar.forces, m.outputs = planar.outputs;
  for (Body& body : m.bodies) body.normal = {0, 0, -2};  // of any length and sign
  m = turned(std::move(m), turn);
  const Vector3 away = height * (rotationMatrix(turn) * Vector3::UnitZ());
  for (Point& point : m.ground.points) point.position += away;
  for (Body& body : m.bodies) body.position += away;
  return m;
}

/// A four-bar linkage with a spring.
TEST(KeptPlane, ALinkageMovesAsInThePlaneOfTheGround) {
  const Vector4 turn = eulerParameters(Vector3(0.7, -1.1, 0.4));
  Mechanism planar = linkages::fourBar(2, 0.6, 1.5, 1.4, 0.5);
  planar.gravity = {0.4, -9.81};
  planar.forces = {{"spring", SpringDamper{{kGround, 0}, {1, 1}, 40, 0.5, 1}}};
  planar.outputs = {{"force", "spring.force", "N"}, {"rate", "A.velocity", "rad/s"}};
  Mechanism space = inPlaneOf(planar, turn, 0.3);
  for (const char* axis : {"fx", "fy", "fz"}) space.outputs.push_back({axis, std::string("B.") + axis, "N"});
  EXPECT_EQ(EquationsOfMotion(space).constraintCount(), 8) << "two rows each";
  EXPECT_EQ(EquationsOfMotion(space).coordinateCount(), EquationsOfMotion(planar).coordinateCount());
  const double end = 1.3;
  const End exactly(planar, exact(end));
  const Matrix3 R = rotationMatrix(turn);
  const Vector3 coupler = R * Vector3(exactly["coupler.x"], exactly["coupler.y"], 0.3);
  for (const TestedMethod& method : kMethods) {
    SCOPED_TRACE(std::string(method.name) + std::to_string(method.index));
    const End run(space, optionsFor(method, end));
    const double near = nearFor(method);
    for (const char* column : {"force", "rate", "energy.kinetic"})
      EXPECT_NEAR(run[column], exactly[column], 20 * near) << column;
    EXPECT_NEAR((at(run, "coupler") - coupler).norm(), 0, near);
    EXPECT_LT(run.energyError(), 100 * near);
    if (method.index == 3) continue;
    const Vector3 pin = R.transpose() * Vector3(run["fx"], run["fy"], run["fz"]);
    EXPECT_NEAR(pin.x(), exactly["B.lambda1"], 300 * near);
    EXPECT_NEAR(pin.y(), exactly["B.lambda2"], 300 * near);
    EXPECT_NEAR(pin.z(), 0, 300 * near);
  }
}

/// A slider in such a plane neither leaves its line nor turns: two rows.
TEST(KeptPlane, ASliderCrankMovesAsInThePlaneOfTheGround) {
  constexpr double kCrank = 0.5, kRod = 1.2, kAngle = 0.6;
  const double height = kCrank * std::sin(kAngle), foot = kCrank * std::cos(kAngle),
               way = std::sqrt(kRod * kRod - height * height);
  Mechanism planar;
  planar.gravity = {0.7, -9.81};
  planar.ground.points = {{"O", {0, 0}}};
  planar.bodies = {linkages::bar("crank", kCrank, {0, 0}, kAngle),
                   linkages::bar("rod", kRod, {foot, height}, std::atan2(-height, way)),
                   linkages::bar("slider", 0.3, {foot + way, 0}, 0)};
  planar.joints = {{"A", RevoluteJoint{{kGround, 0}, {0, linkages::kStart}}},
                   {"B", RevoluteJoint{{0, linkages::kEnd}, {1, linkages::kStart}}},
                   {"C", RevoluteJoint{{1, linkages::kEnd}, {2, linkages::kStart}}},
                   {"S", PrismaticJoint{{kGround, 0}, {2, linkages::kStart}, {1, 0}}}};
  planar.outputs = {{"way", "S.position", "m"}, {"rate", "S.velocity", "m/s"}};
  const Vector4 turn = eulerParameters(Vector3(-0.4, 0.8, 1.3));
  Mechanism space = inPlaneOf(planar, turn, -0.2);
  auto& slide = std::get<PrismaticJoint>(space.joints[3].kind);
  const AxisAngle held = axisAngle(turn);
  slide.turn = held.angle * held.axis;
  slide.axis = rotationMatrix(turn) * Vector3::UnitX();
  EXPECT_EQ(EquationsOfMotion(space).constraintCount(), 8);
  const double end = 1.7;
  const End exactly(planar, exact(end)), run(space, exact(end));
  EXPECT_NEAR(run["way"], exactly["way"], 1e-8);
  EXPECT_NEAR(run["rate"], exactly["rate"], 1e-7);
  EXPECT_NEAR(run["S.lambda1"], -exactly["S.lambda1"], 1e-6) << "by the sign of the normal";
  EXPECT_NEAR(run["S.lambda2"], -exactly["S.lambda2"], 1e-6);
  EXPECT_LT(run.energyError(), 1e-7);
}

/// Arrows of forces are drawn from recorded columns, which know nothing of the coordinates of the run.
TEST(KeptPlane, RecordedRunsTellTheirForces) {
  Mechanism m = inPlaneOf(linkages::doublePendulum(), eulerParameters(Vector3(0.3, 1.2, -0.5)), 0.4);
  m.gravity = {1, 2, -9};
  for (const char* axis : {"fx", "fy", "fz"}) m.outputs.push_back({axis, std::string("A.") + axis, "N"});
  const End run(m, exact(1.1));
  LoadReader reader(run.recording(), m);
  std::vector<PartLoad> loads;
  ASSERT_TRUE(reader.loadsAt(1.1, loads));
  const Vector3 pin(run["fx"], run["fy"], run["fz"]);
  EXPECT_GT(pin.norm(), 1);
  const auto own = std::ranges::find(loads, PartRef{PartRef::Kind::Joint, 1}, &PartLoad::part);
  ASSERT_NE(own, loads.end());
  EXPECT_LT(std::min((own->force - pin).norm(), (own->force + pin).norm()), 1e-8);
}

/// A crank in an upright plane swings a free bar: once it keeps its plane by itself, once by a planar joint.
TEST(KeptPlane, AgreesWithAPlanarJoint) {
  Mechanism joined;
  joined.gravity = {0, 0, -9.81};
  joined.ground.points = {{"O", {0, 0, 1}}};
  joined.bodies = {barInSpace("crank", 1, {0, 0, 1}, {0, 0, 0}),
                   barInSpace("bar", 0.8, {1, 0, 1}, {0, 0, 0})};
  joined.bodies[1].spin = {0, 0, 1.5};
  joined.joints = {{"ball", SphericalJoint{{0, 1}, {1, 0}}},
                   {"pin", SlotJoint{{kGround, 0}, {0, 0}, {0, 1, 0}}},
                   {"wall", PlanarJoint{{kGround, 0}, {0, 0}, {0, 1, 0}, {0, 1, 0}}}};
  Mechanism kept = joined;
  kept.joints.pop_back();
  kept.bodies[0].normal = {0, 1, 0};
  kept.outputs = joined.outputs = {{"vz", "crank.vz", "m/s"},
                                   {"az", "crank.az", "m/s²"},
                                   {"e2", "crank.e2^2", ""},
                                   {"turning", "crank.omegay", "rad/s"},
                                   {"end", "crank.end.z", "m"}};
  for (const Rotations rotations : {Rotations::EulerParameters, Rotations::CardanAngles}) {
    kept.run.rotations = rotations;
    EXPECT_EQ(EquationsOfMotion(kept).coordinateCount(), 3 + (rotations == Rotations::CardanAngles ? 6 : 7));
    const double end = 2;
    const End exactly(joined, exact(end));
    for (const TestedMethod& method : kMethods) {
      SCOPED_TRACE(std::string(method.name) + std::to_string(method.index));
      const End run(kept, optionsFor(method, end));
      for (const char* column : {"vz", "e2", "turning", "end", "bar.x", "bar.y", "bar.z", "crank.omegay",
                                 "energy.potential", "energy.kinetic"})
        EXPECT_NEAR(run[column], exactly[column], 30 * nearFor(method)) << column;
      if (method.index == 1) EXPECT_NEAR(run["az"], exactly["az"], 1e-6);
      EXPECT_EQ(run["crank.y"], 0);
      EXPECT_LT(run.energyError(), 100 * nearFor(method));
    }
  }
}

/// Its moment of inertia is that about the normal, whatever its axes; along the normal nothing pulls it.
TEST(KeptPlane, TurnsAboutItsNormalAndDoesNotFallOutOfItsPlane) {
  Mechanism m;
  m.gravity = {0, 0, -9.81};
  m.ground.points = {{"O", {0, 0}}};
  m.bodies = {barInSpace("plate", 1, {0, 0, 2}, {0, 0, 0})};
  Body& plate = m.bodies[0];
  plate.products = {0.01, -0.02, 0.015};
  plate.axis = Vector3(1, 2, 3).normalized(), plate.angle = 0.8;
  plate.centreOfMass = {0, 0, 0};
  plate.normal = {0, 0, 3};
  ConstantTorque torque{0, kGround, 0.7};
  torque.axis = {0, 0, 1};
  m.forces = {{"torque", torque}};
  const double end = 3;
  const End run(m, exact(end));
  const Vector3 axis = rotationMatrix(initialTurn(plate)).transpose() * Vector3::UnitZ();
  const double moment = axis.dot(inertiaTensor(plate) * axis);
  EXPECT_NEAR(run["plate.omegaz"], 0.7 / moment * end, 1e-8);
  EXPECT_NEAR(run["plate.z"], 2, 1e-15);
  EXPECT_NEAR(run["energy.potential"], plate.mass * 9.81 * 2, 1e-9);
  EXPECT_NEAR(run["energy.kinetic"], 0.5 * moment * std::pow(0.7 / moment * end, 2), 1e-7);
}

TEST(KeptPlane, StatesComeBackAsInitialValues) {
  Mechanism m =
      inPlaneOf(linkages::fourBar(2, 0.6, 1.5, 1.4, 0.5), eulerParameters(Vector3(0.2, 0.9, -0.4)), 1);
  for (Body& body : m.bodies) body.spin = 0.3 * body.normal, body.velocity = Vector3(0, 0, 0);
  const EquationsOfMotion equations(m);
  Vector q = equations.givenCoordinates(), v = equations.givenVelocities();
  for (int i = 0; i < q.size(); ++i) q[i] += 0.1 * (i + 1), v[i] -= 0.05 * i;
  const Mechanism moved = equations.startingAt(q, v);
  const EquationsOfMotion again(moved);
  for (int body = 0; body < 3; ++body) {
    const CentreMotion one = equations.motionIn(body, q, v),
                       other = again.motionIn(body, again.givenCoordinates(), again.givenVelocities());
    EXPECT_LT((one.place - other.place).norm() + (one.velocity - other.velocity).norm(), 1e-14);
    EXPECT_LT(apart(one.p, other.p) + (one.spin - other.spin).norm(), 1e-14);
    EXPECT_EQ(moved.bodies[std::size_t(body)].normal, m.bodies[std::size_t(body)].normal);
  }
  EXPECT_EQ(parseMechanism(formatMechanism(moved), "again").bodies[1].normal, moved.bodies[1].normal);
}

/// Bars on each other in the plane across a normal, the first on a hinge; the second without a joint.
Mechanism twoBars(const Vector3& normal) {
  Mechanism m;
  m.gravity = {1, -8, -5};
  m.ground.points = {{"O", {0.1, 0.2, 0.3}}};
  const Vector3 first = waysOnPlane(normal.normalized())[0], along = normal.normalized();
  const Eigen::Quaterniond turn = Eigen::Quaterniond::FromTwoVectors(Vector3::UnitX(), first);
  for (const char* name : {"one", "two"}) {
    m.bodies.push_back(barInSpace(name, 1, m.ground.points[0].position, {0, 0, 0}));
    Body& body = m.bodies.back();
    const AxisAngle given = axisAngle(Vector4(turn.w(), turn.x(), turn.y(), turn.z()));
    body.axis = given.axis, body.angle = given.angle, body.normal = normal;
  }
  m.bodies[1].position += first;
  m.joints = {{"A", RevoluteJoint{{kGround, 0}, {0, 0}, along, turn.conjugate() * along}}};
  return m;
}

/// Whatever holds the second bar to the first, the two swing as one, with the rows that do so in the plane.
TEST(KeptPlane, WeldedBarsSwingAsOne) {
  const Vector3 normal(0.36, 0.48, 0.8),
      inBar =
          Eigen::Quaterniond::FromTwoVectors(Vector3::UnitX(), waysOnPlane(normal)[0]).conjugate() * normal;
  const Vector3 along(1, 0, 0), side = inBar.cross(along);
  const PointRef end{0, 1}, start{1, 0};
  const std::vector<std::pair<AnyJoint, int>> welds{{FixedJoint{end, start}, 3},
                                                    {PrismaticJoint{end, start, inBar}, 3},
                                                    {RevoluteJoint{end, start, along, along}, 5},
                                                    {UniversalJoint{end, start, along, side}, 4},
                                                    {CylindricalJoint{end, start, side, side}, 4},
                                                    {ConstantVelocityJoint{end, start, inBar, inBar}, 4},
                                                    {ScrewJoint{end, start, along, along, 0.1}, 5}};
  Mechanism one = twoBars(normal);
  one.bodies[1].normal = {0, 0, 0};
  one.joints.push_back({"weld", FixedJoint{end, start}});
  const End exactly(one, exact(1.5));
  for (const auto& [kind, rowsOfJoint] : welds) {
    Mechanism m = twoBars(normal);
    m.joints.push_back({"weld", kind});
    SCOPED_TRACE(kindOf(m.joints[1]).name);
    if (std::holds_alternative<CylindricalJoint>(kind))  // may slide along its axis: another joint forbids it
      m.joints.push_back({"line", InPlaneJoint{end, start, side}});
    EXPECT_FALSE(misfitOf(m, m.joints[1]));
    EXPECT_EQ(rowCount(m, m.joints[1]), rowsOfJoint);
    for (const TestedMethod& method : kMethods) {
      SCOPED_TRACE(std::string(method.name) + std::to_string(method.index));
      const End run(m, optionsFor(method, 1.5));
      for (const char* column : {"two.x", "two.y", "two.z", "one.omegaz", "energy.kinetic"})
        EXPECT_NEAR(run[column], exactly[column], 30 * nearFor(method)) << column;
      EXPECT_LT(run.energyError(), 100 * nearFor(method));
    }
  }
  Mechanism loose = twoBars(normal);
  loose.joints.push_back({"pin", SphericalJoint{end, start}});
  Mechanism kept = loose;
  kept.joints.push_back({"kept", SameOrientationJoint{end, start}});
  EXPECT_EQ(rowCount(kept, kept.joints[2]), 1);
  EXPECT_NEAR(End(kept, exact(1.5))["two.y"], exactly["two.y"], 1e-7);
  EXPECT_GT(std::abs(End(loose, exact(1.5))["two.y"] - exactly["two.y"]), 1e-4) << "it does something";
}

/// They would hold the bodies only as they begin, where nothing tells them from redundant ones.
TEST(KeptPlane, AxesThatLeanAreRefused) {
  const PointRef end{0, 1}, start{1, 0};
  const Vector3 leaning(0, 3, 4);
  const std::vector<AnyJoint> joints{RevoluteJoint{end, start, leaning, leaning},
                                     CylindricalJoint{end, start, leaning, leaning},
                                     PlanarJoint{end, start, leaning, leaning},
                                     ParallelAxesJoint{end, start, leaning, leaning},
                                     ScrewJoint{end, start, leaning, leaning, 0.1},
                                     PrismaticJoint{end, start, leaning},
                                     ConstantVelocityJoint{end, start, leaning, leaning},
                                     UniversalJoint{end, start, leaning, {0, 4, -3}},
                                     PerpendicularAxesJoint{end, start, leaning, {0, 4, -3}}};
  for (const AnyJoint& kind : joints) {
    Mechanism m = twoBars({0, 0, 1});
    m.joints.push_back({"J", kind});
    const auto misfit = misfitOf(m, m.joints[1]);
    ASSERT_TRUE(misfit) << kindOf(m.joints[1]).name;
    EXPECT_NE(misfit->what.find("'J' leans by 36.9° against the normal"), std::string::npos) << misfit->what;
    m.bodies[1].normal = {0, 0, 0};
    EXPECT_FALSE(misfitOf(m, m.joints[1])) << "a free body follows";
  }
  for (const AnyJoint& kind : std::initializer_list<AnyJoint>{
           FixedJoint{end, start, 0, {0.1, 0, 0}}, SameOrientationJoint{end, start, {0, 0.2, 0}},
           PrismaticJoint{end, start, {1, 0}, 0, {0.1, 0, 0}}}) {
    Mechanism m = twoBars({0, 0, 1});
    m.joints.push_back({"J", kind});
    const auto misfit = misfitOf(m, m.joints[1]);
    ASSERT_TRUE(misfit) << kindOf(m.joints[1]).name;
    EXPECT_NE(misfit->what.find("out of the plane"), std::string::npos) << misfit->what;
  }
  Mechanism tilted = twoBars({0, 0, 1});  // its hinge on the ground, of which the body would see another axis
  std::get<RevoluteJoint>(tilted.joints[0].kind).secondHinge = leaning;
  ASSERT_TRUE(misfitOf(tilted, tilted.joints[0]));
  EXPECT_NE(misfitOf(tilted, tilted.joints[0])->what.find("leans by 36.9°"), std::string::npos);
  std::get<RevoluteJoint>(tilted.joints[0].kind).secondHinge = {1, 0, 0};
  EXPECT_TRUE(misfitOf(tilted, tilted.joints[0]));
  Mechanism planar = linkages::doublePendulum();  // bodies in the plane of the ground are such bodies, too
  planar.joints[1].kind = CylindricalJoint{{0, linkages::kEnd}, {1, linkages::kStart}, leaning, leaning};
  planar.bodies[1].kind = Body::Kind::Spatial, planar.bodies[1].normal = {0, 0, 2};
  EXPECT_TRUE(misfitOf(planar, planar.joints[1]));
}

/// A normal of which a model gives four digits is that of its hinges; one of no length is none.
TEST(KeptPlane, RoundedDirectionsAreThoseThatWereMeant) {
  const Vector3 normal(1, 1, 1);
  Mechanism m = twoBars(normal);
  auto& hinge = std::get<RevoluteJoint>(m.joints[0].kind);
  hinge.hinge = {0.5773503, 0.5773502, 0.5773503};
  m.bodies[0].normal = {0.5773502, 0.5773503, 0.5773503};
  m.bodies.pop_back();
  Mechanism as = twoBars(normal);
  as.bodies.pop_back();
  const End run(m, exact(1)), exactly(as, exact(1));
  EXPECT_EQ(rowCount(m, m.joints[0]), 2);
  EXPECT_NEAR(run["one.z"], exactly["one.z"], 1e-6);
  m.bodies[0].normal = {0, 1e-300, 0};
  EXPECT_FALSE(m.bodies[0].keepsPlane());
}

/// No joint takes it out of its plane, and the message says so.
TEST(KeptPlane, ABodyBesideThePlaneOfAJointCannotBeAssembled) {
  for (const bool isBall : {false, true}) {
    Mechanism m;
    m.ground.points = {{"O", {0, 0, 0.3}}};
    m.bodies = {barInSpace("plate", 1, {0.5, 0, 0}, {0, 0, 0})};
    m.bodies[0].normal = {0.3, -0.2, 1};
    m.joints = {{"wall", PlanarJoint{{kGround, 0}, {0, 0}, m.bodies[0].normal, m.bodies[0].normal}}};
    if (isBall) m.joints[0].kind = SphericalJoint{{kGround, 0}, {0, 0}};
    const ModelCheck check = checkModel(m);
    EXPECT_FALSE(check.consistent);
    EXPECT_TRUE(contains(check.failure, "The 'normal' of 'plate' keeps it at the height")) << check.failure;
    m.bodies[0].normal.setZero();
    EXPECT_TRUE(checkModel(m).consistent);
  }
}

TEST(KeptPlane, AMotionThatLeavesItIsRefused) {
  const auto complaint = [](const std::string& velocity) -> std::string {
    try {
      parseMechanism(R"({"holonom": 1, "bodies": [{"name": "plate", "type": "spatial", "mass": 1,
        "inertia": [1, 1, 1], "normal": [0, 2, 0], "velocity": )" +
                         velocity + "}]}",
                     "model.json");
    } catch (const InputError& error) {
      return error.what();
    }
    return {};
  };
  EXPECT_EQ(complaint(R"({"linear": [1, 0, -2], "angular": [0, -3, 0]})"), "");
  EXPECT_NE(complaint(R"({"linear": [1, 0.1, -2]})").find("/bodies/0 (body 'plate'): it moves across"),
            std::string::npos)
      << complaint(R"({"linear": [1, 0.1, -2]})");
  EXPECT_NE(complaint(R"({"angular": [1, 0, 0]})").find("turns about its 'normal' only"), std::string::npos)
      << complaint(R"({"angular": [1, 0, 0]})");
}

}  // namespace
}  // namespace holonom
