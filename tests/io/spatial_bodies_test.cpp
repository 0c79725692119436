// SPDX-License-Identifier: GPL-3.0-or-later
// Bodies in space in files, in the property panel and in drawing: what they have, and what is refused.
#include <gtest/gtest.h>

#include <algorithm>
#include <numbers>

#include "core/base/error.h"
#include "core/io/model_reader.h"
#include "core/io/model_writer.h"
#include "core/model/building.h"
#include "core/model/centre_motion.h"
#include "core/model/fields.h"
#include "core/model/generators.h"
#include "core/model/particles.h"
#include "core/model/symbols.h"
#include "tests/io/model_texts.h"
#include "tests/io/refusals.h"

namespace holonom {
namespace {

/// A body in space with more keys, a bar, a flexible rod and a particle in the plane, and what acts on them.
std::string bodyModel(const std::string& keys = "", const std::string& rest = "",
                      const std::string& inertia = "[0.1, 0.2, 0.25]") {
  return R"({"holonom": 1, "ground": {"points": {"O": [0, 0, 1]}}, "bodies": [
    {"name": "top", "type": "spatial", "mass": 1, "inertia": )" +
         inertia + R"(, "points": {"A": [0, 0], "B": [1, 0, 2]})" + keys + R"(},
    {"name": "bar", "mass": 1, "inertia": 0.1, "points": {"A": [0, 0], "B": [1, 0]}},
    {"name": "reed", "mass": 1, "inertia": 0.1, "points": {"A": [0, 0], "B": [1, 0]},
     "flexible": {"from": "A", "to": "B", "youngsModulus": 2e11, "area": 1e-4, "secondMomentOfArea": 1e-9}},
    {"name": "bob", "type": "particle", "mass": 2, "points": {"P": [0, 0]}}])" +
         rest + "}";
}

std::string force(const std::string& rest) { return R"(, "forces": [{"name": "f", )" + rest + "}]"; }

/// The pieces stand in the text one behind the other.
void expectInOrder(const std::string& text, const std::vector<std::string>& pieces) {
  std::size_t at = 0;
  for (const std::string& piece : pieces) {
    const std::size_t found = text.find(piece, at);
    ASSERT_NE(found, std::string::npos) << piece << "\n" << text;
    at = found + piece.size() - 1;
  }
}

TEST(SpatialFiles, TakeEveryFieldFromTheFile) {
  const Mechanism m = parseMechanism(spatialModel(), "m");
  EXPECT_EQ(m.gravity, Vector3(0, 1, -9.81));
  EXPECT_EQ(m.ground.points[1].position, Vector3(1, 2, 3));
  const Body& top = m.bodies[0];
  EXPECT_EQ(top.kind, Body::Kind::Spatial);
  EXPECT_EQ(top.moments, Vector3(0.1, 0.2, 0.25));
  EXPECT_EQ(top.products, Vector3(0.01, -0.02, 0.03));
  EXPECT_EQ(top.centreOfMass, Vector3(0.1, 0, 0.2));
  EXPECT_EQ(top.position, Vector3(1, 2, 3));
  EXPECT_LT((top.axis - Vector3(1, 2, -2) / 3).norm(), 1e-15);
  EXPECT_DOUBLE_EQ(top.angle, std::numbers::pi / 6);
  EXPECT_EQ(top.velocity, Vector3(1, 0, 0.5));
  EXPECT_EQ(top.spin, Vector3(0.5, 3, -1));
  EXPECT_EQ(top.exact, (Exact{.x = true, .angle = true, .z = true, .vz = true}));
  EXPECT_LT((initialTurn(m.bodies[1]) - Vector4(0.5, -0.5, 0.5, 0.5)).norm(), 1e-15);
  EXPECT_EQ(std::get<FixedJoint>(m.joints[6].kind).turn, Vector3(0, 0, 1.5));
  EXPECT_EQ(std::get<ConstantForce>(m.forces[1].kind).value, Vector3(10, 0, 5));
  EXPECT_LT((std::get<ConstantTorque>(m.forces[2].kind).axis - Vector3(1, 2, 2) / 3).norm(), 1e-15);
  for (const char* name : {"ends", "coil", "feed"})
    EXPECT_EQ(jointCoordinateOf(*std::ranges::find(m.forces, name, &Force::name)), 1) << name;
  int rows = 0;
  for (const Joint& each : m.joints) rows += rowCount(m, each);
  EXPECT_EQ(rows, 3 + 5 + 4 + 4 + 3 + 5 + 6 + 2 + 1 + 2 + (4 + 5 + 1 + 2 + 1 + 3) + (3 + 3 + 1));
}

TEST(SpatialFiles, EulerParametersAreMadeOfLengthOne) {
  const auto turn = [](const std::string& p) {
    return initialTurn(
        parseMechanism(bodyModel(R"(, "pose": {"eulerParameters": )" + p + "}"), "m").bodies[0]);
  };
  EXPECT_LT((turn("[0.5, 0.5, 0.5, 0.5]") - Vector4::Constant(0.5)).norm(), 1e-15);
  EXPECT_LT((turn("[0.5, 0.5, 0.5, 0.5004]") - Vector4(0.5, 0.5, 0.5, 0.5004).normalized()).norm(), 1e-15);
  EXPECT_LT((turn("[-1, 0, 0, 0]") - Vector4::Unit(0)).norm(), 1e-15);
  const auto pose = [](const std::string& text) { return bodyModel(", \"pose\": {" + text + "}"); };
  expectRefused(pose(R"("eulerParameters": [1, 1, 0, 0])"), "/bodies/0/pose/eulerParameters",
                "must be 1, is 2");
  expectRefused(pose(R"("eulerParameters": [0, 0, 0, 0])"), "/bodies/0/pose/eulerParameters",
                "has [1, 0, 0, 0]");
  expectRefused(pose(R"("eulerParameters": [1, 0, 0])"), "/bodies/0/pose/eulerParameters", "four numbers");
  expectRefused(pose(R"("eulerParameters": [1, 0, 0, 0], "angle": 1)"), "/bodies/0/pose/angle",
                "given twice");
  expectRefused(pose(R"("axis": [0, 0, 0])"), "/bodies/0/pose/axis", "no direction");
}

TEST(SpatialFiles, RefuseWhatNoBodyIs) {
  expectRefused(bodyModel("", "", "0.1"), "/bodies/0/inertia", "must be a list");
  expectRefused(bodyModel("", "", "[0.1, 0.1]"), "/bodies/0/inertia", "three numbers");
  expectRefused(bodyModel("", "", "[0.1, 0, 0.1]"), "/bodies/0/inertia/1", "greater than 0");
  expectRefused(bodyModel("", "", "[0.1, 0.1, 0.3]"), "/bodies/0/inertia",
                "more than the other two together");
  expectRefused(bodyModel(R"(, "products": [0.2, 0, 0])"), "/bodies/0/inertia",
                "about one axis the moment is");
  EXPECT_EQ(complaint(bodyModel("", "", "[1e-12, 0.1, 0.1]")), "") << "a slender bar";
  expectRefused(bodyModel(R"(, "flexible": {"from": "A", "to": "B"})"), "/bodies/0/flexible",
                "cannot bend yet");
  expectRefused(bodyModel(R"(, "velocity": {"angular": 3})"), "/bodies/0/velocity/angular", "must be a list");
  std::string text = bodyModel();
  text.replace(text.find(R"("mass": 1, )"), 11, "");
  expectRefused(text, "/bodies/0", "'mass' is missing");
  text = bodyModel("", "", "[0.1, 0.1, 0.3]");
  text.replace(text.find(R"("mass": 1, )"), 11, R"("mass": -1, )");
  for (const char* both : {"must be greater than 0", "more than the other two together"})
    EXPECT_NE(complaint(text).find(both), std::string::npos) << complaint(text);
}

/// Each with its path, part and remedy; what hangs on a part that failed is not blamed for it.
TEST(SpatialFiles, TellAllThatIsWrongAtOnce) {
  const std::string text = R"({"holonom": 1, "gravity": [0, 0, 0, 0], "ground": {"points": {"O": [0, 0, 0]}},
    "parameters": {"2x": 1}, "bodies": [
    {"name": "a", "type": "spatial", "mass": -1, "inertia": [1, 1, 3],
     "pose": {"eulerParameters": [1, 0.5, 0, 0]}, "points": {"A": [0, 0, 0], "B": [0, 0, "0"]}},
    {"name": "b", "type": "spatial", "mass": 1, "inertia": [1, 1, 3], "points": {"A": [0, 0, 0]},
     "pose": {"directions": {"x": [1, 0, 0], "y": [0, 1, 0], "z": [0, 0, -1]}}},
    {"name": "c", "type": "spatial", "mass": 1, "inertia": [1, 1, 1], "points": {"A": [0, 0, 0]}}],
    "joints": [{"name": "j", "type": "revolute", "between": ["a.A", "b.C"], "axis": [1]},
               {"name": "k", "type": "revolute", "between": ["ground.O", "c.A"]},
               {"name": "n", "type": "revolute", "between": ["ground.O", "c.A"], "axis": [0, 0, 0]},
               {"name": "l", "type": "revolute", "between": ["ground.P", "d.A"]}],
    "drivers": [{"name": "d1", "joint": "j", "motion": "t"}, {"name": "d2", "joint": "k", "motion": "2*t"},
                {"name": "d3", "joint": "k", "motion": "t"}],
    "outputs": [{"name": "o", "expression": "a.x"}]})";
  const std::string message = complaint(text);
  const std::vector<std::string> expected{
      "model.json: 14 things are wrong\n",
      "\n  /gravity: must be a list of two or three numbers",
      "\n  /parameters/2x: '2x' cannot be a name\n    ",
      "\n  /bodies/0/mass (body 'a'): must be greater than 0, is -1\n    give",
      "\n  /bodies/0/inertia (body 'a'): no body has these moments of inertia",
      "\n  /bodies/0/pose/eulerParameters (body 'a'): the sum of the squares",
      "\n  /bodies/0/points/B/2 (body 'a'): must be a number",
      "\n  /bodies/1/inertia (body 'b'): no body has these moments of inertia",
      "\n  /bodies/1/pose/directions (body 'b'): the three directions are left-handed",
      "\n  /joints/0/between/1 (joint 'j'): body 'b' has no point 'C'\n    its points are 'A'",
      "\n  /joints/0/axis (joint 'j'): must be a list of two or three numbers",
      "\n  /joints/2/axis (joint 'n'): the axis has no direction",
      "\n  /joints/3/between/0 (joint 'l'): ground has no point 'P'\n    its points are 'O'",
      "\n  /joints/3/between/1 (joint 'l'): there is no body 'd'",
      "\n  /drivers/2/joint (driver 'd3'): joint 'k' is driven by 'd2' already\n    a coordinate"};
  expectInOrder(message, expected);
}

/// What stands behind them in the same part, too; what is missing may be meant by an unknown key.
TEST(SpatialFiles, TellWhatIsWrongBehindUnknownKeysAndFailedReferences) {
  const std::string text = R"({"holonom": 1, "ground": {"points": {"O": [0, 0, 0]}}, "bodies": [
    {"name": "a", "type": "spatial", "mas": 1, "colour": 2, "inertia": [1, 1, 3], "pose": {"positon": [0, 0]},
     "points": {"A": [0, "0"]}},
    {"name": "b", "type": "spatial", "mass": 1, "inertia": [1, 1, 1], "points": {"A": [0, 0, 0]}}],
    "joints": [{"name": "j", "type": "rolling", "between": ["ground.O", "a.A"], "radius": -1},
               {"name": "k", "type": "rolling", "between": ["ground.O", "c.A"], "raduis": 1, "axle": 5}],
    "forces": [{"name": "s", "type": "joint-spring", "joint": "j", "stiffness": -2}]})";
  const std::string message = complaint(text);
  const std::vector<std::string> expected{
      "model.json: 10 things are wrong\n",
      "\n  /bodies/0/mas (body 'a'): unknown key 'mas', did you mean 'mass'?",
      "\n  /bodies/0/colour (body 'a'): unknown key",
      "\n  /bodies/0/pose/positon (body 'a'): unknown key",
      "\n  /bodies/0/inertia (body 'a'): no body has these moments of inertia",
      "\n  /bodies/0/points/A/1 (body 'a'): must be a number",
      "\n  /joints/0/radius (joint 'j'): must be greater than 0",
      "\n  /joints/1/raduis (joint 'k'): unknown key",
      "\n  /joints/1/between/1 (joint 'k'): there is no body 'c'",
      "\n  /joints/1/axle (joint 'k'): must be a list of two or three numbers",
      "\n  /forces/0/stiffness (force 's'): must not be negative"};
  expectInOrder(message, expected);
}

/// A body in space with wrong values has its points all the same, and a force there its numbers whatever its
/// points; not so a body whose points, name or type may be what is wrong.
TEST(SpatialFiles, TellWhatIsWrongWithWhatIsOnBodiesWithWrongValues) {
  const std::string text = R"({"holonom": 1, "ground": {"points": {"O": [0, 0]}}, "bodies": [
    {"name": "a", "type": "spatial", "mass": 1, "inertia": [1, 1, 5], "points": {"l": [0, 0], "r": [1, 0]}},
    {"name": "b", "type": "spatial", "mass": 1, "inertia": [1, 1, 1], "points": {"l": [0, 0], "r": [1, 0]},
     "pose": {"eulerParameters": [1, 1, 1, 1]}},
    {"name": "c", "type": "spatial", "mass": 1, "inertia": [1, 1, 1], "pionts": {"l": [0, 0]}},
    {"name": "b", "type": "spatial", "mass": 1, "inertia": [1, 1, 1], "points": {"m": [0, 0]}},
    {"name": "f", "mass": 1, "inertia": [1, 1, 1], "points": {"l": [0, 0]}}],
    "joints": [{"name": "wall", "type": "knife-edge", "between": ["ground.O", "b.l"]},
               {"name": "ball", "type": "spherical", "between": ["c.l", "b.m"]},
               {"name": "cross", "type": "universal", "between": ["ground.O", "f.l"], "axis": [1, 0, 0]}],
    "drivers": [{"name": "d", "joint": "wall", "motion": "t"}, {"name": "e", "joint": "ball", "motion": "t"}],
    "forces": [{"name": "g", "type": "force", "at": "a.zz", "value": [1, 2, 3, 4]},
               {"name": "h", "type": "bushing", "between": ["a.r", "a.l"], "stiffness": [1, 2]},
               {"name": "k", "type": "bushing", "between": ["a.r", "b.l"], "stiffness": [1, 2]}]})";
  const std::string message = complaint(text);
  const std::vector<std::string> expected{
      "model.json: 11 things are wrong\n",
      "\n  /bodies/0/inertia (body 'a'): no body has these moments",
      "\n  /bodies/1/pose/eulerParameters (body 'b'): the sum of the squares",
      "\n  /bodies/2/pionts (body 'c'): unknown key",
      "\n  /bodies/3/name: the name 'b' is taken by",
      "\n  /bodies/4/inertia (body 'f'): must be a number",
      "\n  /drivers/0/joint (driver 'd'): joint 'wall' has no coordinate",
      "\n  /forces/0/at (force 'g'): body 'a' has no point 'zz'",
      "\n  /forces/0/value (force 'g'): must be a list of",
      "\n  /forces/1/between (force 'h'): connects body 'a' to itself",
      "\n  /forces/1/stiffness (force 'h'): must be a list of three numbers",
      "\n  /forces/2/stiffness (force 'k'): must be a list of three numbers"};
  expectInOrder(message, expected);
}

/// What they name may be a part that has failed; how they are written may not.
TEST(SpatialFiles, TellOfFormulasWhatIsWrongWithoutTheOtherParts) {
  const std::string hinge = joint("revolute", "ground.O", "top.A");
  const std::string message =
      complaint(bodyModel("", hinge + R"(, "drivers": [{"name": "d", "joint": "j", "motion": "t + * 2"}],
      "forces": [{"name": "f", "type": "spring", "between": ["top.A", "ground.O"]},
                 {"name": "g", "type": "torque", "on": "top", "value": "sin(t"}],
      "events": [{"name": "e", "condition": "f.force - 1"}],
      "groups": [{"name": "all", "parts": ["f"]}],
      "outputs": [{"name": "o", "expression": "f.force + nobody.x"}, {"name": "p", "expression": "(t"}])"));
  EXPECT_EQ(message.find("nobody"), std::string::npos) << message;
  expectInOrder(message, {"model.json: 3 things are wrong\n", "\n  /forces/0/type (force 'f'): unknown word",
                          "\n  /drivers/0/motion (driver 'd'): column 5",
                          "\n  /outputs/1/expression (output 'p'): column"});
}

TEST(SpatialFiles, TellAllThatIsWrongBesideAnUnknownKeyAndInTheRunSettings) {
  const std::string message = complaint(
      bodyModel("", joint("revolute", "ground.O", "top.A") + R"(, "colour": 1, "drivers": [{"name": "d"}],
      "run": {"index": 7, "rtol": -1, "endTime": -2, "rotations": "quat"})"));
  expectInOrder(message, {"model.json: 6 things are wrong\n", "\n  /colour: unknown key", "\n  /run/index",
                          "\n  /run/rtol", "\n  /run/endTime", "\n  /run/rotations", "\n  /drivers/0"});
}

TEST(SpatialFiles, TellAllFormulasThatAreWrongAndEndALongList) {
  const std::string hinge = joint("revolute", "ground.O", "top.A");
  const std::string message =
      complaint(bodyModel("", hinge + R"(, "drivers": [{"name": "d", "joint": "j", "motion": "nobody.x"}],
      "outputs": [{"name": "o", "expression": "top.nothing"}, {"name": "p", "expression": "(t"}])"));
  for (const char* piece : {"3 things", "/drivers/0/motion (driver 'd')",
                            "/outputs/0/expression (output 'o')", "/outputs/1/expression (output 'p')"})
    EXPECT_NE(message.find(piece), std::string::npos) << piece << "\n" << message;
  std::string many = "\"gravity\": [0, 0]";
  for (int i = 0; i < 1000; ++i) many += R"(, "x)" + std::to_string(i) + R"(": "1")";
  const std::string shortened = complaint(bodyModel("", R"(, "parameters": {)" + many + "}"));
  EXPECT_NE(shortened.find("at least 20 things are wrong"), std::string::npos) << shortened;
  EXPECT_NE(shortened.find("/parameters/x18:"), std::string::npos) << shortened;
  EXPECT_EQ(shortened.find("/parameters/x19:"), std::string::npos) << shortened;
}

TEST(SpatialFiles, RefuseSpaceInThePlane) {
  const auto planar = [](const std::string& from, const std::string& to) {
    std::string text = bodyModel();
    const auto at = text.find(from, text.find("\"bar\""));
    return text.replace(at, from.size(), to);
  };
  expectRefused(planar("\"B\": [1, 0]", "\"B\": [1, 0, 0]"), "/bodies/1/points/B", "two numbers");
  expectRefused(planar("\"inertia\": 0.1", "\"inertia\": [1, 1, 1]"), "/bodies/1/inertia",
                "must be a number");
  expectRefused(planar("\"mass\": 1", "\"mass\": 1, \"products\": [0, 0, 0]"), "/bodies/1/products",
                "unknown key");
  expectRefused(planar("\"mass\": 1", "\"mass\": 1, \"exact\": [\"z\"]"), "/bodies/1/exact/0",
                "in the plane");
  expectRefused(bodyModel("", joint("fixed", "bar.A", "ground.O", ", \"turn\": [0, 0, 1]")), "/joints/0/turn",
                "no meaning here");
  expectRefused(bodyModel("", joint("fixed", "top.A", "ground.O", ", \"angle\": 1")), "/joints/0/angle",
                "no meaning here");
  expectRefused(bodyModel("", joint("slot", "ground.O", "bar.A", ", \"axis\": [1, 0, 0]")), "/joints/0/axis",
                "two numbers");
  EXPECT_EQ(complaint(bodyModel("", joint("revolute", "bar.A", "ground.O", ", \"axis\": [0, 0, 2]"))), "")
      << "usual";
  EXPECT_EQ(complaint(bodyModel("", joint("slot", "top.A", "bar.A", ", \"axis\": [1, 0, 1]"))), "");
}

/// A disc has a track, and a blade a direction, only where the axle or the blade does not stand across the
/// ground.
TEST(SpatialFiles, RefuseADiscThatLiesFlat) {
  const auto disc = [](const std::string& more, const std::string& keys = "") {
    return bodyModel(keys, joint("rolling", "ground.O", "top.A", R"(, "radius": 1)" + more));
  };
  const std::string turned = R"(, "pose": {"axis": [1, 0, 0], "angle": "90 deg"})";
  EXPECT_EQ(complaint(disc("")), "") << "as a wheel runs along x";
  expectRefused(disc(R"(, "axle": [0, 0, 2])"), "/joints/0 (joint 'j')",
                "the disc of the rolling joint 'j' lies");
  expectRefused(disc(R"(, "axle": [0, 2, 0])", turned), "/joints/0", "give the axle another direction");
  EXPECT_EQ(complaint(disc(R"(, "axle": [0, 0, 2])", turned)), "");
  expectRefused(disc(R"(, "normal": [0, -3, 0])"), "/joints/0", "lies flat");
  const auto blade = [](const std::string& more) {
    return bodyModel("", joint("knife-edge", "ground.O", "top.A", more));
  };
  expectRefused(blade(R"(, "axis": [0, 0, 1])"), "/joints/0", "the blade of the knife-edge joint 'j' stands");
  EXPECT_EQ(complaint(blade(R"(, "axis": [1, 0, 5])")), "");
}

TEST(SpatialFiles, RefuseACrossWithParallelAxes) {
  for (const char* type : {"universal", "perpendicular-axes"}) {
    const auto cross = [&](const std::string& more, const std::string& keys = "") {
      return bodyModel(keys, joint(type, "ground.O", "top.A", more));
    };
    EXPECT_EQ(complaint(cross("")), "") << type;
    const std::string along = R"(, "axis": [0, 0, 2], "secondAxis": [0, 0, -1])";
    expectRefused(cross(along), "/joints/0 (joint 'j')", "lie along each other");
    EXPECT_EQ(complaint(cross(along, R"(, "pose": {"axis": [1, 0, 0], "angle": "80 deg"})")), "") << type;
  }
}

TEST(SpatialFiles, TellWhatStandsForValuesOfThePlane) {
  const auto refuses = [](const std::string& type, const std::string& more, const std::string& key,
                          const std::string& words) {
    expectRefused(bodyModel("", joint(type, "ground.O", "top.A", more)), "/joints/0/" + key, words);
  };
  refuses("rolling", R"(, "radius": 1, "axis": [1, 0])", "axis", "in space there are 'normal', 'axle'");
  refuses("fixed", R"(, "angle": 0)", "angle", "in space there are 'turn'");
  refuses("screw", R"(, "pitch": 0)", "pitch", "\"revolute\"");
}

TEST(SpatialFiles, RefuseJointsThatAreNotThereYet) {
  const auto refuses = [](const std::string& type, const std::string& a, const std::string& b,
                          const std::string& words, const std::string& more = "") {
    expectRefused(bodyModel("", joint(type, a, b, more)), "/joints/0", words);
  };
  refuses("rolling", "bar.A", "top.A", "needs ground under it", ", \"radius\": 1");
  refuses("knife-edge", "bar.A", "top.A", "needs ground under it");
  refuses("universal", "ground.O", "bar.A", "needs a body in space");
  refuses("planar", "bar.A", "bob.P", "needs a body in space");
  refuses("spherical", "reed.A", "top.A", "bends");
  refuses("revolute", "top.A", "bob.P", "needs axes of 'bob'");
  refuses("slot", "bob.P", "top.A", "needs axes of 'bob'");
  for (const char* type : {"spherical", "slot"})
    EXPECT_EQ(complaint(bodyModel("", joint(type, "top.A", "bob.P"))), "") << type;
  EXPECT_EQ(complaint(bodyModel("", joint("spherical", "bar.A", "ground.O"))), "") << "a hinge in the plane";
  const std::string driver = R"(, "drivers": [{"name": "d", "joint": "j", "motion": "t"}])",
                    stop = force(R"("type": "stop", "joint": "j", "upper": 1, "stiffness": 9)");
  const std::string pin = joint("spherical", "bar.A", "ground.O");
  expectRefused(bodyModel("", pin + driver), "/drivers/0/joint", "no coordinate of its own");
  expectRefused(bodyModel("", pin + stop), "/forces/0/joint", "no coordinate of its own");
  const std::string ball = joint("spherical", "ground.O", "top.A");
  EXPECT_EQ(complaint(bodyModel("", ball + driver)), "");
  EXPECT_EQ(complaint(bodyModel("", ball + stop)), "");
  const std::string hinge = joint("revolute", "ground.O", "top.A");
  for (const std::string& acts :
       {std::string(R"(, "drivers": [{"name": "d", "joint": "j", "motion": "t"}])"),
        force(R"("type": "stop", "joint": "j", "upper": 1, "stiffness": 9)"),
        std::string(R"(, "controllers": [{"name": "c", "type": "pid", "joint": "j", "setpoint": "0"}])"),
        force(R"("type": "joint-force", "joint": "j", "value": "2*j.position")"),
        force(R"("type": "joint-spring", "joint": "j", "stiffness": 3)")})
    EXPECT_EQ(complaint(bodyModel("", hinge + acts)), "") << acts;
}

TEST(SpatialFiles, RefuseForcesThatCannotBe) {
  const auto refuses = [](const std::string& rest, const std::string& words) {
    expectRefused(bodyModel("", force(rest)), "/forces/0", words);
  };
  refuses(R"("type": "spring-damper", "between": ["reed.A", "top.A"])", "bends");
  expectRefused(bodyModel("", force(R"("type": "force", "at": "top.A", "value": ["t", 0, 1, 2])")),
                "/forces/0/value", "must be a list of 2 or 3 formulas, holds 4");
  expectRefused(bodyModel("", force(R"("type": "force", "at": "bar.A", "value": ["t", 0, 1])")),
                "/forces/0/value", "must be a list of 2 formulas, holds 3");
  for (const char* formulas : {R"("type": "torque", "on": "top", "value": "t", "axis": [0, 1, 0])",
                               R"("type": "force", "at": "top.A", "value": ["t", "top.e1"])",
                               R"("type": "force", "at": "top.A", "value": [1, 2, "top.omegax"])",
                               R"("type": "actuator", "between": ["ground.O", "top.A"], "value": "t")"})
    EXPECT_EQ(complaint(bodyModel("", force(formulas))), "") << formulas;
  EXPECT_EQ(complaint(bodyModel("", force(R"("type": "spring-damper", "between": ["bar.A", "top.A"])"))), "");
  EXPECT_EQ(complaint(bodyModel("", force(R"("type": "stop", "between": ["ground.O", "top.A"], "upper": 1,
                                       "stiffness": 9)"))),
            "");
  EXPECT_EQ(complaint(bodyModel("", force(R"("type": "force", "at": "top.A", "value": [1, 2, 3])"))), "");
  EXPECT_EQ(
      complaint(bodyModel("", force(R"("type": "torque", "on": "top", "value": 1, "axis": [1, 0, 0])"))), "");
  expectRefused(bodyModel("", force(R"("type": "torque", "on": "bar", "value": 1, "axis": [1, 0, 0])")),
                "/forces/0/axis", "no meaning here");
}

TEST(SpatialBodies, BecomePlanarOnesAndBack) {
  Mechanism m;
  addLink(m, {{0, 0}}, {{1, 1}});
  addLink(m, {{1, 1}}, {{2, 1}});
  m.joints = {{"weld", FixedJoint{{0, 1}, {1, 0}, startAngle(m, 0, 1)}}};
  m.bodies[0].angularVelocity = 2;
  const Mechanism before = m;
  const auto kind = [&](const char* title) {
    const auto fields = fieldsOf(m, {PartRef::Kind::Body, 0});
    const Field& type = *findField(fields, "type");
    setField(m, type, parseField(type, m, title, {}));
  };
  kind("rigid body in space");
  EXPECT_EQ(m.bodies[0].moments, Vector3(Vector3::Constant(before.bodies[0].inertia)));
  EXPECT_EQ(m.bodies[0].spin, Vector3(0, 0, 2));
  EXPECT_LT((std::get<FixedJoint>(m.joints[0].kind).turn - Vector3(0, 0, -std::numbers::pi / 4)).norm(),
            1e-15);
  EXPECT_EQ(rowCount(m, m.joints[0]), 6);
  EXPECT_TRUE(parseMechanism(formatMechanism(m), "again") == m) << formatMechanism(m);
  kind("rigid body");
  EXPECT_NEAR(m.bodies[0].angle, before.bodies[0].angle, 1e-15);
  EXPECT_NEAR(*keptAngle(m.joints[0]), *keptAngle(before.joints[0]), 1e-15);
  m.bodies[0].angle = before.bodies[0].angle;
  *keptAngle(m.joints[0]) = *keptAngle(before.joints[0]);
  EXPECT_TRUE(m == before) << formatMechanism(m);
}

/// It rolls on where it did, and back in the plane it is what it was.
TEST(SpatialBodies, ADiscKeepsItsTrack) {
  Mechanism m;
  m.ground.points = {{"O", {0, 0}}};
  addLink(m, {{0, 0}}, {{1, 1}});
  m.joints = {{"contact", RollingJoint{{kGround, 0}, {0, 0}, {0.8, 0.6}, 0.3}}};
  const Mechanism before = m;
  changeKind(m, 0, Body::Kind::Spatial);
  const auto& disc = std::get<RollingJoint>(m.joints[0].kind);
  EXPECT_EQ(disc.normal, Vector3(-0.6, 0.8));
  EXPECT_EQ(disc.axle, Vector3(0, 0, 1));
  EXPECT_FALSE(misfitOf(m, m.joints[0]));
  EXPECT_TRUE(parseMechanism(formatMechanism(m), "again") == m) << formatMechanism(m);
  changeKind(m, 0, Body::Kind::Rigid);
  EXPECT_TRUE(m.joints == before.joints);
}

TEST(SpatialBodies, AreMovedAndTurnedInThePicture) {
  Mechanism m = parseMechanism(spatialModel(), "m");
  const Vector3 before = startPlace(m, {0, 1});
  moveBody(m, 0, {1, 2});
  EXPECT_LT((startPlace(m, {0, 1}) - before - Vector3(1, 2)).norm(), 1e-14);
  turnBody(m, 0, {1, 2}, std::numbers::pi / 2);
  const Vector3 arm = before - Vector3(0, 0);
  EXPECT_LT((startPlace(m, {0, 1}) - Vector3(1 - arm.y(), 2 + arm.x(), arm.z())).norm(), 1e-14);
  const double z = startPlace(m, {0, 1}).z();
  EXPECT_TRUE(stretch(m, {0, 1}, {7, 8}));
  EXPECT_LT((startPlace(m, {0, 1}) - Vector3(7, 8, z)).norm(), 1e-13);
  keepAngles(m);
  EXPECT_TRUE(parseMechanism(formatMechanism(m), "again") == m);
}

TEST(SpatialBodies, HaveTheirOwnSymbols) {
  const Mechanism m = makeSpatialChain(2);
  const std::vector<std::string> state = stateSymbols(m), outputs = outputSymbols(m),
                                 columns = columnNames(m);
  const auto has = [](const std::vector<std::string>& names, const char* name) {
    return std::ranges::count(names, name) == 1;
  };
  for (const char* name :
       {"link1.z", "link1.e0", "link1.e3", "link1.omegay", "link2.end.z", "link2.end.vz", "ball1.position3"})
    EXPECT_TRUE(has(state, name)) << name;
  for (const char* name : {"link1.theta", "link1.omega", "ball1.position4", "link1.az"})
    EXPECT_FALSE(has(state, name)) << name;
  for (const char* name : {"link1.az", "link1.alphax", "link2.end.az", "ball2.lambda3"})
    EXPECT_TRUE(has(outputs, name)) << name;
  for (const char* name : {"link1.e2", "link2.vz", "link2.alphaz", "ball1.lambda3"})
    EXPECT_TRUE(has(columns, name)) << name;
}

}  // namespace
}  // namespace holonom
