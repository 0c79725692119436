// SPDX-License-Identifier: GPL-3.0-or-later
// What every kind of joint that there is goes through: files, properties, changes into every other kind.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "core/base/error.h"
#include "core/io/model_reader.h"
#include "core/io/model_writer.h"
#include "core/model/building.h"
#include "core/model/fields.h"
#include "core/model/particles.h"
#include "tests/io/refusals.h"

namespace holonom {
namespace {

/// What rolls or glides in space needs ground under it.
bool movesOnGround(std::size_t kind) {
  return JointKind::count(jointKinds()[kind].rowsInSpace, JointRow::Keeps::Velocity) > 0;
}

/// Two bars, in the plane or in space, and a joint of that kind between their ends.
Mechanism withJoint(std::size_t kind, bool inSpace) {
  Mechanism m;
  for (const double at : {0.0, 0.7}) addLink(m, {{at, 0.1}}, {{at + 0.5, 0.3}});
  if (!inSpace) {
    m.joints = {{"joint", makeJoint(kind, {0, 1}, {1, 0}, {{0.6, -0.8}, 0.4, {}, 0.3, 2})}};
    return m;
  }
  for (int body : {0, 1}) {
    changeKind(m, body, Body::Kind::Spatial);
    m.bodies[std::size_t(body)].axis = Vector3(0.6, 0, -0.8);
    m.bodies[std::size_t(body)].angle = 0.5 - body;
  }
  m.ground.points = {{"G", {0.5, 0.3, 0.1}}};
  const int first = movesOnGround(kind) ? kGround : 0;
  const Vector3 axis = first == kGround ? Vector3(1, 0, 0) : Vector3(0.6, 0, -0.8);
  m.joints = {{"joint", makeJoint(kind, {first, first == kGround ? 0 : 1}, {1, 0},
                                  {axis, 0, startTurn(m, first, 1), 0.3, 2})}};
  return m;
}

/// Those that act there.
std::vector<std::size_t> kindsFor(bool inSpace) {
  std::vector<std::size_t> kinds;
  for (std::size_t kind = 0; kind < jointKinds().size(); ++kind)
    if (!(inSpace ? jointKinds()[kind].rowsInSpace : jointKinds()[kind].rows).empty()) kinds.push_back(kind);
  return kinds;
}

void expectRereads(const Mechanism& mechanism) {
  const std::string text = formatMechanism(mechanism);
  EXPECT_TRUE(parseMechanism(text, "again") == mechanism) << text;
}

TEST(JointKinds, HaveWordsAndNamesOfTheirOwn) {
  std::set<std::string> names, titles;
  for (const JointKind& kind : jointKinds()) {
    EXPECT_TRUE(names.insert(kind.name).second) << kind.name;
    EXPECT_TRUE(titles.insert(kind.title).second) << kind.title;
    EXPECT_FALSE(kind.rows.empty() && kind.rowsInSpace.empty()) << kind.name;
    for (const Text& words : {kind.what, kind.first, kind.second}) EXPECT_GT(words.str().size(), 2u);
  }
  EXPECT_EQ(drivableKinds(false), "revolute, prismatic or slot joint");
  EXPECT_EQ(drivableKinds(true),
            "revolute, prismatic, rolling, slot, spherical, universal, cylindrical, planar, "
            "constant-velocity, screw, in-plane, parallel-axes, perpendicular-axes, same-orientation, "
            "rolling-ball or revolute-spherical joint");
}

TEST(JointKinds, AreWrittenAndReadWithEveryValue) {
  for (const bool inSpace : {false, true})
    for (const std::size_t kind : kindsFor(inSpace)) {
      const Mechanism m = withJoint(kind, inSpace);
      expectRereads(m);
      const std::string text = formatMechanism(m);
      EXPECT_NE(text.find('"' + std::string(jointKinds()[kind].name) + '"'), std::string::npos) << text;
      for (const FieldGroup& group : fieldsOf(m, {PartRef::Kind::Joint, 0}))
        for (const Field& field : group.fields)
          EXPECT_NE(text.find('"' + field.key.substr(0, field.key.find('.')) + '"'), std::string::npos)
              << field.key << text;
    }
}

void expectChange(std::size_t kind, std::size_t other, bool inSpace) {
  Mechanism m = withJoint(kind, inSpace);
  const auto fields = fieldsOf(m, {PartRef::Kind::Joint, 0});
  const Field& type = *findField(fields, "type");
  setField(m, type, parseField(type, m, jointKinds()[other].title, {}));
  EXPECT_EQ(m.joints[0].kind.index(), other);
  EXPECT_EQ(endsOf(m.joints[0]), endsOf(withJoint(kind, inSpace).joints[0]));
  EXPECT_EQ(m.joints[0].name, "joint");
  expectRereads(m);
  for (const FieldGroup& group : fieldsOf(m, {PartRef::Kind::Joint, 0}))
    for (const Field& field : group.fields) {
      Mechanism same = m;
      EXPECT_NO_THROW(setField(same, field, field.get(m))) << kindOf(m.joints[0]).name << ' ' << field.key;
      EXPECT_TRUE(same == m) << field.key;
    }
}

TEST(JointKinds, CanBeChangedIntoEachOther) {
  for (const bool inSpace : {false, true})
    for (const std::size_t kind : kindsFor(inSpace))
      for (const std::size_t other : kindsFor(inSpace))
        if (!inSpace || movesOnGround(kind) || !movesOnGround(other)) expectChange(kind, other, inSpace);
}

/// The list of the property panel has no kind that would be refused, and all others.
TEST(JointKinds, AreOfferedWhereTheyCanBe) {
  for (const bool inSpace : {false, true})
    for (const std::size_t kind : kindsFor(inSpace)) {
      const Mechanism m = withJoint(kind, inSpace);
      const auto fields = fieldsOf(m, {PartRef::Kind::Joint, 0});
      const Field& type = *findField(fields, "type");
      EXPECT_EQ(fieldText(type, m, type.get(m), {}), jointKinds()[kind].title.str());
      for (std::size_t other = 0; other < jointKinds().size(); ++other) {
        Mechanism changed = m;
        changed.joints[0] = converted(m, m.joints[0], other);
        const bool fits = other == kind || !misfitOf(changed, changed.joints[0]);
        EXPECT_EQ(std::ranges::count(type.choices, jointKinds()[other].title.str()), fits ? 1 : 0)
            << jointKinds()[kind].name << " as " << jointKinds()[other].name;
      }
    }
}

/// The z axes of the points, and where one of them has none of its own the direction of the other.
TEST(JointKinds, TakeTheAxesOfTheirPointsWhenTheyAreChanged) {
  const char* model = R"({"holonom": 1,
    "ground": {"points": {"O": {"position": [0, 0], "axis": [0, 1, 0], "angle": "90 deg"}, "P": [0, 0]}},
    "bodies": [{"name": "arm", "type": "spatial", "mass": 1, "inertia": [1, 1, 1],
      "pose": {"axis": [0, 0, 1], "angle": "90 deg"},
      "points": {"A": [0, 0], "B": {"position": [0, 0], "axis": [1, 0, 0], "angle": "-90 deg"}}}],
    "joints": [{"name": "j", "type": "spherical", "between": [)";
  const auto hinge = [&](const std::string& first, const std::string& second) {
    const Mechanism m = parseMechanism(model + ('"' + first + "\", \"" + second) + R"("]}]})", "m");
    return std::get<RevoluteJoint>(converted(m, m.joints[0], 0).kind);
  };
  const Vector3 x(1, 0, 0), y(0, 1, 0), z(0, 0, 1);
  const auto expectAxes = [](const RevoluteJoint& joint, const Vector3& first, const Vector3& second) {
    EXPECT_LT((joint.hinge - first).norm(), 1e-15) << joint.hinge.transpose();
    EXPECT_LT((joint.secondHinge - second).norm(), 1e-15) << joint.secondHinge.transpose();
  };
  expectAxes(hinge("ground.P", "arm.A"), z, z);
  expectAxes(hinge("ground.O", "arm.A"), x, -y);
  expectAxes(hinge("ground.P", "arm.B"), -x, y);
  expectAxes(hinge("ground.O", "arm.B"), x, y);
}

TEST(JointKinds, AreRefusedWhereTheyDoNotAct) {
  for (const bool inSpace : {false, true}) {
    const std::vector<std::size_t> fit = kindsFor(inSpace);
    for (std::size_t kind = 0; kind < jointKinds().size(); ++kind) {
      const bool fits = std::ranges::count(fit, kind) > 0;
      const Mechanism m = withJoint(kind, inSpace);
      EXPECT_EQ(!misfitOf(m, m.joints[0]), fits) << jointKinds()[kind].name;
      if (!fits) EXPECT_THROW(requireFits(m), InputError);
      else
        EXPECT_EQ(keepsPositions(m, m.joints[0]), jointKinds()[kind].name != std::string("knife-edge"))
            << "whose path is shown: " << jointKinds()[kind].name;
    }
  }
}

/// Who writes the name of the workshop is told that of the file.
TEST(JointKinds, AreSuggestedByTheirEverydayNames) {
  for (const auto& [everyday, ours] : {std::pair("hinge", "revolute"),
                                       {"Ball Joint", "spherical"},
                                       {"u-joint", "universal"},
                                       {"slider", "prismatic"},
                                       {"weld", "fixed"},
                                       {"cv", "constant-velocity"},
                                       {"universal-spherical", "rod"},
                                       {"revolut", "revolute"}})
    expectRefused(std::string(
                      R"({"holonom": 1, "name": "m", "ground": {"points": {"O": [0, 0]}}, "bodies": [
                {"name": "b", "mass": 1, "inertia": 1, "points": {"A": [0, 0]}}])") +
                      joint(everyday, "ground.O", "b.A") + "}",
                  "/joints/0/type", std::string("did you mean '") + ours + "'?");
}

TEST(ForceKinds, AreSuggestedByTheirEverydayNames) {
  for (const auto& [everyday, ours] : {std::pair("spring", "spring-damper"),
                                       {"Torsion Spring", "joint-spring"},
                                       {"motor", "joint-force"},
                                       {"end-stop", "stop"},
                                       {"bushin", "bushing"}})
    expectRefused(std::string(R"({"holonom": 1, "bodies": [{"name": "b", "mass": 1, "inertia": 1}],
                "forces": [{"name": "f", "type": ")") +
                      everyday + "\"}]}",
                  "/forces/0/type", std::string("did you mean '") + ours + "'?");
}

/// A joint with several coordinates has a driver for each.
TEST(JointCoordinates, AreDrivenOneByOne) {
  Mechanism m;
  m.ground.points = {{"O", {0, 0}}};
  addSpatialBody(m);
  m.joints = {{"sleeve", CylindricalJoint{{kGround, 0}, {0, 0}}},
              {"hinge", RevoluteJoint{{kGround, 0}, {0, 1}}}};
  EXPECT_EQ(addMotor(m, 0), 0);
  EXPECT_EQ(addMotor(m, 0), 1);
  EXPECT_EQ(addMotor(m, 0), std::nullopt);
  EXPECT_EQ(m.drivers[0].coordinate, 0);
  EXPECT_EQ(m.drivers[1].coordinate, 1);
  const std::string text = formatMechanism(m);
  EXPECT_NE(text.find("\"coordinate\": 2"), std::string::npos) << text;
  EXPECT_EQ(text.find("\"coordinate\": 1"), std::string::npos) << text;
  EXPECT_TRUE(parseMechanism(text, "again") == m);
  const auto changed = [&](const std::string& from, const std::string& to) {
    std::string other = text;
    return other.replace(other.find(from), from.size(), to);
  };
  expectRefused(changed("\"coordinate\": 2", "\"coordinate\": 1"), "/drivers/1/joint", "driven by");
  expectRefused(changed("\"coordinate\": 2", "\"coordinate\": 3"), "/drivers/1/coordinate",
                "no coordinate 3");
  expectRefused(changed("\"coordinate\": 2", "\"coordinate\": 6"), "/drivers/1/coordinate", "5");
  const std::size_t driver = text.find("\"drivers\"");
  std::string other = text;
  other.replace(other.rfind("\"sleeve\""), 8, "\"hinge\"");
  EXPECT_GT(other.rfind("\"hinge\""), driver);
  expectRefused(other, "/drivers/1/coordinate", "no coordinate 2");
  const auto groups = fieldsOf(m, {PartRef::Kind::Driver, 1});
  const Field* coordinate = findField(groups, "coordinate");
  ASSERT_NE(coordinate, nullptr);
  setField(m, *findField(groups, "joint"), 1);
  EXPECT_EQ(m.drivers[1].coordinate, 0);
  EXPECT_EQ(findField(fieldsOf(m, {PartRef::Kind::Driver, 1}), "coordinate"), nullptr);
}

/// On a plane two ways and a turn: for motors, in files and in the panel.
TEST(JointCoordinates, OfABodyOnAPlaneAreThree) {
  Mechanism m;
  m.ground.points = {{"O", {0, 0}}};
  addSpatialBody(m);
  m.joints = {{"table", PlanarJoint{{kGround, 0}, {0, 0}}}};
  for (const int number : {0, 1, 2}) {
    EXPECT_EQ(addMotor(m, 0), number);
    EXPECT_EQ(m.drivers[std::size_t(number)].coordinate, number);
  }
  EXPECT_EQ(addMotor(m, 0), std::nullopt);
  EXPECT_EQ(m.drivers[1].motion, "0 + 0.1*sin(2*pi*t)") << "a way";
  EXPECT_EQ(m.drivers[2].motion, "0 + 2*pi*t") << "a turn";
  m.forces = {{"coil", JointSpring{0, 10, 0, 0, 1}}, {"drive", JointForce{0, "1", 2}}};
  EXPECT_TRUE(parseMechanism(formatMechanism(m), "again") == m);
  const auto groups = fieldsOf(m, {PartRef::Kind::Driver, 0});
  const Field* coordinate = findField(groups, "coordinate");
  ASSERT_NE(coordinate, nullptr);
  EXPECT_EQ(coordinate->choices, coordinateWords(m.joints[0]));
  EXPECT_EQ(std::set<std::string>(coordinate->choices.begin(), coordinate->choices.end()).size(), 3u);
}

/// Along x and y of a table that lies level, and at right angles on every other plane.
TEST(JointCoordinates, OfAPlaneAreDirectionsOnIt) {
  const auto ways = [](const Vector3& normal) { return waysOnPlane(normal); };
  EXPECT_EQ(ways({0, 0, 2})[0], Vector3(1, 0, 0));
  EXPECT_EQ(ways({0, 0, 2})[1], Vector3(0, 1, 0));
  EXPECT_EQ(ways({3, 0, 0})[0], Vector3(0, 1, 0));
  EXPECT_EQ(ways({3, 0, 0})[1], Vector3(0, 0, 1));
  for (const Vector3& normal : {Vector3(1, 2, 3), Vector3(-4, 0.1, 0.2), Vector3(0, -1, 0)}) {
    const auto [first, second] = ways(normal);
    EXPECT_LT((first.cross(second) - normal.normalized()).norm(), 1e-15);
    EXPECT_NEAR(first.dot(second), 0, 1e-15);
    EXPECT_NEAR(first.norm(), 1, 1e-15);
  }
}

}  // namespace
}  // namespace holonom
