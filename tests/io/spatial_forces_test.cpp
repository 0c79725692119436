// SPDX-License-Identifier: GPL-3.0-or-later
// Points with axes, and forces in space that use them, in files, in the property panel and when parts go.
#include <gtest/gtest.h>

#include <numbers>

#include "core/io/model_writer.h"
#include "core/model/editing.h"
#include "core/model/fields.h"
#include "tests/io/refusals.h"

namespace holonom {
namespace {

/// Two bodies in space, one in the plane and a particle, and a force.
std::string forceModel(const std::string& force, const std::string& point = "[0, 0]") {
  return R"({"holonom": 1, "ground": {"points": {"O": [0, 0, 1],
      "M": {"position": [1, 2, 3], "axis": [1, 2, -2], "angle": "30 deg"}}}, "bodies": [
    {"name": "top", "type": "spatial", "mass": 1, "inertia": [1, 1, 1], "points": {"A": )" +
         point + R"(, "M": {"position": [1, 0], "angle": -0.5}}},
    {"name": "arm", "type": "spatial", "mass": 1, "inertia": [1, 1, 1],
     "points": {"A": [0, 1, 1], "M": {"position": [1, 0, 2], "axis": [0, 1, 0], "angle": 2}}},
    {"name": "bar", "mass": 1, "inertia": 0.1, "points": {"A": [0, 0]}},
    {"name": "bob", "type": "particle", "mass": 2, "points": {"P": [0, 0]}}])" +
         (force.empty() ? "" : R"(, "forces": [{"name": "f", )" + force + "}]") + "}";
}

Mechanism expectRoundTrip(const std::string& text) {
  const Mechanism m = parseMechanism(text, "m");
  EXPECT_TRUE(parseMechanism(formatMechanism(m), "again") == m) << formatMechanism(m);
  return m;
}

TEST(PointsWithAxes, AreReadAndWritten) {
  const Mechanism m = expectRoundTrip(forceModel(""));
  const Point& ground = m.ground.points[1];
  EXPECT_EQ(ground.position, Vector3(1, 2, 3));
  EXPECT_LT((ground.axis - Vector3(1, 2, -2) / 3).norm(), 1e-15);
  EXPECT_DOUBLE_EQ(ground.angle, std::numbers::pi / 6);
  EXPECT_EQ(m.ground.points[0], (Point{"O", {0, 0, 1}}));
  EXPECT_EQ(m.bodies[0].points[1], (Point{"M", {1, 0}, false, Vector3::UnitZ(), -0.5}));
  const Matrix3 axes = localAxes(m, {1, 1});  // z and x turn towards each other about y
  EXPECT_LT((axes.col(0) - Vector3(std::cos(2), 0, -std::sin(2))).norm(), 1e-15);
  EXPECT_NE(formatMechanism(m).find(R"("O": [0, 0, 1])"), std::string::npos) << "plain as before";
}

TEST(PointsWithAxes, AreRefusedWhereTheyCannotBe) {
  const auto refuses = [](const std::string& point, const std::string& path, const std::string& words) {
    expectRefused(forceModel("", point), "/bodies/0/points/A" + path, words);
  };
  refuses(R"({"axis": [0, 0, 1]})", "", "'position' is missing");
  refuses(R"({"position": [0, 0], "turn": 1})", "/turn", "unknown key");
  refuses(R"({"position": [0, 0], "axis": [0, 0, 0]})", "/axis", "no direction");
  refuses(R"({"position": [0, 0], "axis": [1]})", "/axis", "two or three numbers");
  refuses(R"({"position": [0, 0], "angle": "2 m"})", "/angle", "angle");
  std::string text = forceModel("");
  const std::string planar = R"("points": {"A": [0, 0]}})",
                    axes = R"("points": {"A": {"position": [0, 0]}}})";
  text.replace(text.find(planar), planar.size(), axes);
  expectRefused(text, "/bodies/2/points/A", "in the plane has no axes of its own");
}

/// Joints in space take axes that are not given from their points.
TEST(PointsWithAxes, LeadJoints) {
  const auto joint = [](const std::string& rest) {
    std::string text = forceModel("");
    text.insert(text.size() - 1, R"(, "joints": [{"name": "j", "type": )" + rest + "}]");
    return expectRoundTrip(text).joints[0].kind;
  };
  const Vector3 z(std::sin(2), 0, std::cos(2));  // of arm.M
  const auto hinge = std::get<RevoluteJoint>(joint(R"("revolute", "between": ["top.A", "arm.M"])"));
  EXPECT_EQ(hinge.hinge, Vector3(Vector3::UnitZ()));
  EXPECT_LT((hinge.secondHinge - z).norm(), 1e-15);
  const auto given = std::get<RevoluteJoint>(
      joint(R"("revolute", "between": ["arm.M", "top.A"], "axis": [1, 0, 0], "secondAxis": [0, 1, 0])"));
  EXPECT_EQ(given.hinge, Vector3(Vector3::UnitX()));
  EXPECT_EQ(given.secondHinge, Vector3(Vector3::UnitY()));
  const auto cross = std::get<UniversalJoint>(joint(R"("universal", "between": ["arm.M", "top.A"])"));
  EXPECT_LT((cross.axis - z).norm(), 1e-15);
  EXPECT_EQ(cross.secondAxis, Vector3(Vector3::UnitY()));
}

TEST(PointsWithAxes, CanBeEdited) {
  Mechanism m = parseMechanism(forceModel(""), "m");
  const PartRef point{PartRef::Kind::Body, 0, 1}, planar{PartRef::Kind::Body, 2, 0};
  const auto fields = fieldsOf(m, point);
  const Field *axis = findField(fields, "axis"), *angle = findField(fields, "angle");
  ASSERT_TRUE(axis && angle);
  EXPECT_FALSE(findField(fieldsOf(m, planar), "axis"));
  setField(m, *axis, parseField(*axis, m, "0, 3, 4", {}));
  setField(m, *angle, parseField(*angle, m, "90 deg", {}));
  EXPECT_LT((m.bodies[0].points[1].axis - Vector3(0, 0.6, 0.8)).norm(), 1e-15);
  EXPECT_DOUBLE_EQ(m.bodies[0].points[1].angle, std::numbers::pi / 2);
  EXPECT_ANY_THROW(setField(m, *axis, Vector3()));
}

constexpr const char* kGood[] = {
    R"("type": "force", "at": "top.A", "value": [1, 2, 3], "axes": "arm.M")",
    R"("type": "force", "at": "top.A", "value": ["t", 2, 3], "axes": "ground.M")",
    R"("type": "force", "at": "top.A", "value": ["t", "top.x"], "axes": "top.M")",
    R"("type": "moment", "on": "top", "value": [1, "t", "arm.omegax"])",
    R"("type": "moment", "on": "top", "reaction": "arm", "value": ["t", 0, 0], "axes": "body")",
    R"("type": "moment", "on": "bar", "reaction": "arm", "value": ["t", 0, 0], "axes": "arm.M")",
    R"("type": "bushing", "between": ["ground.M", "arm.M"], "stiffness": [1, 2, 3])",
    R"("type": "bushing", "between": ["top.M", "bar.A"], "stiffness": [1, 0, 3], "damping": [0.1, 0, 0.2],
       "turnStiffness": [4, 5, 6], "turnDamping": [0, 0, 1])",
    R"("type": "hand", "stiffness": 9, "damping": 1, "grabs": [
       {"body": "top", "at": [1, 2, 3], "path": [[0, 1, 2, 3, 0], [1, 2, 3, 4], [2, 3, 4, 5, 0]]},
       {"body": "bar", "at": [1, 2], "path": [[3, 1, 2, 0], [4, 2, 3]]}])"};

TEST(SpatialForceFiles, AreReadAndWritten) {
  for (const char* force : kGood) {
    SCOPED_TRACE(force);
    expectRoundTrip(forceModel(force));
  }
  const Mechanism m = parseMechanism(forceModel(kGood[8]), "m");
  const auto& hand = std::get<Hand>(m.forces[0].kind);
  EXPECT_EQ(hand.grabs[0].at, Vector3(1, 2, 3));
  EXPECT_EQ(hand.grabs[0].path[1], (Hand::Knot{1, {2, 3, 4}, 1}));
  EXPECT_EQ(hand.grabs[1].path[0], (Hand::Knot{3, {1, 2}, 0}));
}

TEST(SpatialForceFiles, RefuseWhatCannotBe) {
  const auto refuses = [](const std::string& rest, const std::string& path, const std::string& words) {
    expectRefused(forceModel(rest), "/forces/0" + path, words);
  };
  refuses(R"("type": "force", "at": "bar.A", "value": [1, 2], "axes": "ground.M")", "/axes", "in the plane");
  refuses(R"("type": "force", "at": "top.A", "value": [1, 2], "axes": "top.N")", "/axes", "no point 'N'");
  refuses(R"("type": "force", "at": "top.A", "value": [1, 2], "axes": "top")", "/axes", "unknown word");
  refuses(R"("type": "force", "at": "top.A", "value": [1, 2], "axes": "bob.P")", "", "is a particle");
  refuses(R"("type": "moment", "on": "top", "value": [1, 2, 3], "axes": "arm.M")", "/axes", "third body");
  refuses(R"("type": "moment", "on": "top", "value": [1, 2])", "/value", "list of 3 formulas, holds 2");
  refuses(R"("type": "moment", "on": "top", "value": [1, 2, "u"])", "/value/2", "unknown");
  refuses(R"("type": "moment", "on": "top", "reaction": "top", "value": [1, 2, 3])", "/reaction",
          "same body");
  refuses(R"("type": "moment", "on": "bar", "value": [1, 2, 3])", "", "needs a body in space");
  refuses(R"("type": "moment", "on": "top", "reaction": "bob", "value": [1, 2, 3])", "", "is a particle");
  refuses(R"("type": "bushing", "between": ["ground.M", "bar.A"])", "", "needs a body in space");
  refuses(R"("type": "bushing", "between": ["top.M", "bob.P"])", "", "is a particle");
  refuses(R"("type": "bushing", "between": ["top.M", "arm.M"], "stiffness": [1, -2, 3])", "/stiffness/1",
          "must not be negative");
  refuses(R"("type": "bushing", "between": ["top.M", "arm.M"], "turnStiffness": [1, 2])", "/turnStiffness",
          "three numbers");
  refuses(R"("type": "hand", "stiffness": 9, "grabs": [{"body": "top", "path": [[0, 1, 2]]}])",
          "/grabs/0/path/0", "4 or 5 numbers");
  refuses(R"("type": "hand", "stiffness": 9, "grabs": [{"body": "top", "path": [[0, 1, 2, 3, 1]]}])",
          "/grabs/0/path/0/4", "not open");
  refuses(
      R"("type": "hand", "stiffness": 9, "grabs": [{"body": "bar", "at": [0, 0, 1], "path": [[0, 1, 2]]}])",
      "/grabs/0/at", "two numbers");
}

/// A force whose axes are those of a point goes with the point, as one that acts there does, and follows when
/// points before it go.
TEST(SpatialForceFiles, FollowTheirPoints) {
  Mechanism m = parseMechanism(forceModel(kGood[0]), "m");
  removePart(m, {PartRef::Kind::Body, 1, 0});
  ASSERT_EQ(m.forces.size(), 1u);
  EXPECT_EQ(std::get<ConstantForce>(m.forces[0].kind).axesOf, (PointRef{1, 0}));
  removePart(m, {PartRef::Kind::Body, 1, 0});
  EXPECT_TRUE(m.forces.empty());
}

TEST(SpatialForceFiles, AxesAreChosenAmongAllPoints) {
  Mechanism m = parseMechanism(forceModel(kGood[0]), "m");
  const auto choose = [&](const std::string& text) {
    const auto fields = fieldsOf(m, {PartRef::Kind::Force, 0});
    const Field& axes = *findField(fields, "axes");
    setField(m, axes, parseField(axes, m, text, {}));
    return std::get<ConstantForce>(m.forces[0].kind);
  };
  EXPECT_EQ(choose("along the axes of ground.M").axesOf, (PointRef{kGround, 1}));
  EXPECT_EQ(choose("turns with the body").axesOf, std::nullopt);
  EXPECT_TRUE(std::get<ConstantForce>(m.forces[0].kind).bodyFixed);
  EXPECT_FALSE(choose("along the axes of top.M").bodyFixed);
  // what it is becomes another kind with the same axes
  const auto fields = fieldsOf(m, {PartRef::Kind::Force, 0});
  const Field& type = *findField(fields, "type");
  setField(m, type, parseField(type, m, "force by formulas", {}));
  EXPECT_EQ(std::get<ForceExpression>(m.forces[0].kind).axesOf, (PointRef{0, 1}));
  EXPECT_EQ(std::get<ForceExpression>(m.forces[0].kind).z, "3");
}

}  // namespace
}  // namespace holonom
