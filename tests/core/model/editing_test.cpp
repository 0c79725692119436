// SPDX-License-Identifier: GPL-3.0-or-later
// Changes keep a mechanism whole: after each it can be written and read again and is what a file would have
// said.
#include <gtest/gtest.h>

#include "core/base/error.h"
#include "core/model/editing.h"

namespace holonom {
namespace {

using Kind = PartRef::Kind;

/// ground.O – crank – rod – slider on ground.G, with a motor, a PID, forces, an event and outputs.
Mechanism crank() {
  Mechanism m;
  m.parameters = {{"k", 3.0}};
  m.ground.points = {{"O", {0, 0}}, {"G", {1, 0}}};
  for (const char* name : {"crank", "rod", "slider"}) {
    Body body;
    body.name = name;
    body.points = {{"A", {0, 0}}, {"B", {1, 0}}};
    m.bodies.push_back(body);
  }
  m.joints = {{"pin", RevoluteJoint{{kGround, 0}, {0, 0}}},
              {"elbow", RevoluteJoint{{0, 1}, {1, 0}}},
              {"wrist", RevoluteJoint{{1, 1}, {2, 0}}},
              {"rail", PrismaticJoint{{kGround, 1}, {2, 0}}}};
  m.drivers = {{"motor", 0, "2*t"}};
  m.controllers = {{"pid", PidController{3, "k*sin(t)", 1, 0, 0, {}}}};
  m.forces = {{"spring", SpringDamper{{kGround, 0}, {2, 1}, 10, 1, 1}},
              {"push", ForceExpression{{2, 1}, "pid.u", "-k*slider.B.vy", "0", false}},
              {"torque", ConstantTorque{1, 2, 3}}};
  m.events = {{"flat", "crank.theta", NamedEvent::Direction::Both, NamedEvent::Action::Record}};
  m.outputs = {{"tip", "crank.B.x + crank.theta*2e3", "m"}, {"pull", "spring.force", "N"}};
  return m;
}

TEST(Editing, RenamingFollowsIntoExpressions) {
  Mechanism m = crank();
  renamePart(m, {Kind::Body, 0}, "arm");
  EXPECT_EQ(m.outputs[0].expression, "arm.B.x + arm.theta*2e3");
  EXPECT_EQ(m.events[0].condition, "arm.theta");
  renamePart(m, {Kind::Body, 0, 1}, "tip");
  EXPECT_EQ(m.outputs[0].expression, "arm.tip.x + arm.theta*2e3");
  EXPECT_EQ(std::get<ForceExpression>(m.forces[1].kind).y, "-k*slider.B.vy") << "a point of another body";
  renamePart(m, {Kind::Controller, 0}, "loop");
  EXPECT_EQ(std::get<ForceExpression>(m.forces[1].kind).x, "loop.u");
}

TEST(Editing, WhatUsesAJointIsKnownBeforeItsKindChanges) {
  Mechanism m = crank();
  m.outputs.push_back({"angle", "pin.position", "rad"});
  m.outputs.push_back({"force", "pin.lambda2", "N"});
  const auto losers = [&m](const AnyJoint& kind) { return losersBy(m, 0, {"pin", kind}); };
  const auto [a, b] = endsOf(m.joints[0]);
  using Names = std::vector<std::string>;
  EXPECT_EQ(losers(RevoluteJoint{a, b}), Names());
  EXPECT_EQ(losers(FixedJoint{a, b}), (Names{"motor", "angle"}));
  EXPECT_EQ(losers(RodJoint{a, b, 1}), (Names{"motor", "angle", "force"}));
  EXPECT_EQ(losersBy(m, 1, {"elbow", RodJoint{{0, 1}, {1, 0}, 1}}), Names());
}

/// The way along a sleeve is its second coordinate, that of a slider its only one.
TEST(Editing, WhatUsesACoordinateGoesAlongWhereAnotherKindHasItUnderAnotherNumber) {
  Mechanism m;
  m.ground.points = {{"O", {0, 0}}};
  m.bodies = {{.name = "bar", .points = {{"A", {0, 0}}}}};
  m.bodies[0].kind = Body::Kind::Spatial;
  const PointRef a{kGround, 0}, b{0, 0};
  m.joints = {{"J", CylindricalJoint{a, b}}};
  m.drivers = {{"motor", 0, "t", 1}};
  m.forces = {{"stop", Stop{0, {}, {}, {}, 0.3, 100, 1, {}, 1}},
              {"other", JointForce{0, "-9*J.velocity2", 1}}};
  m.outputs = {{"way", "J.position2 + 1", "m"}};
  const Joint slider{"J", PrismaticJoint{a, b}};
  ASSERT_TRUE(losersBy(m, 0, slider).empty());
  putJoint(m, 0, slider);
  EXPECT_EQ(m.drivers[0].coordinate, 0);
  EXPECT_EQ(jointCoordinateOf(m.forces[0]), 0);
  EXPECT_EQ(std::get<JointForce>(m.forces[1].kind).value, "-9*J.velocity");
  EXPECT_EQ(m.outputs[0].expression, "J.position + 1");
  const Joint sleeve{"J", CylindricalJoint{a, b}};
  putJoint(m, 0, sleeve);
  EXPECT_EQ(m.drivers[0].coordinate, 1) << "and back";
  EXPECT_EQ(m.outputs[0].expression, "J.position2 + 1");
  m.outputs.push_back({"turn", "J.position", "rad"});
  EXPECT_EQ(losersBy(m, 0, slider), std::vector<std::string>{"turn"});
}

TEST(Editing, NamesThatCannotBeAreRefused) {
  Mechanism m = crank();
  const Mechanism before = m;
  for (const std::string& name :
       {std::string(), std::string("2x"), std::string("a b"), std::string("rod"), std::string("spring"),
        std::string("k"), std::string("ground"), std::string(101, 'a')})
    EXPECT_THROW(renamePart(m, {Kind::Body, 0}, name), InputError) << name;
  EXPECT_THROW(renamePart(m, {Kind::Body, 0, 0}, "B"), InputError);
  EXPECT_TRUE(m == before);
  EXPECT_NO_THROW(renamePart(m, {Kind::Body, 0}, "crank"));
  for (const char* name : {"end..x", ".x", "end."})
    EXPECT_THROW(renamePart(m, {Kind::Output, 0}, name), InputError) << name;
  EXPECT_NO_THROW(renamePart(m, {Kind::Output, 0}, "end.x"));
}

TEST(Editing, UniqueNamesCountOn) {
  const Mechanism m = crank();
  EXPECT_EQ(uniqueName(m, "bar"), "bar");
  EXPECT_EQ(uniqueName(m, "rod"), "rod2");
  EXPECT_EQ(uniqueName(m, "t"), "t2");
  EXPECT_EQ(uniquePointName(m, 0, "A"), "A2");
  EXPECT_EQ(uniquePointName(m, kGround, "A"), "A");
}

TEST(Editing, WhatHangsOnABodyGoesWithIt) {
  Mechanism m = crank();
  const std::vector<std::string> also = removePart(m, {Kind::Body, 0});
  EXPECT_EQ(also, (std::vector<std::string>{"pin", "elbow", "motor", "flat", "tip"}));
  ASSERT_EQ(m.bodies.size(), 2u);
  ASSERT_EQ(m.joints.size(), 2u);
  EXPECT_EQ(endsOf(m.joints[0]), (std::pair{PointRef{0, 1}, PointRef{1, 0}}));  // wrist: rod – slider
  EXPECT_EQ(std::get<PidController>(m.controllers[0].kind).joint, 1);
  EXPECT_EQ(std::get<SpringDamper>(m.forces[0].kind).b, (PointRef{1, 1}));
  EXPECT_EQ(std::get<ConstantTorque>(m.forces[2].kind).body, 0);
}

TEST(Editing, RemovalSpreadsThroughExpressions) {
  Mechanism m = crank();
  // rail: its PID, and the force that uses it
  const std::vector<std::string> also = removePart(m, {Kind::Joint, 3});
  EXPECT_EQ(also, (std::vector<std::string>{"pid", "push"}));
  EXPECT_EQ(m.forces.size(), 2u);
  EXPECT_EQ(m.outputs.size(), 2u);
}

TEST(Editing, ARemovedPointTakesItsJointsAndRenumbersTheRest) {
  Mechanism m = crank();
  m.bodies[2].flexible = FlexibleBeam{};
  m.bodies[2].flexible->to = 1;
  const std::vector<std::string> also = removePart(m, {Kind::Body, 2, 0});
  EXPECT_EQ(also, (std::vector<std::string>{"wrist", "rail", "pid", "push"}));
  EXPECT_EQ(std::get<SpringDamper>(m.forces[0].kind).b, (PointRef{2, 0}));
  EXPECT_FALSE(m.bodies[2].flexible.has_value());
  removePart(m, {Kind::Ground, 0, 1});
  EXPECT_EQ(m.ground.points.size(), 1u);
  EXPECT_EQ(m.joints.size(), 2u);
}

TEST(Editing, PointsOfTheGroundGoWithTheLastPartAtThem) {
  Mechanism m = crank();
  m.ground.points.push_back({"drawn", {2, 0}});
  m.ground.points.push_back({"S", {3, 0}});
  m.forces.push_back({"second", SpringDamper{{kGround, 3}, {2, 1}, 10, 1, 1}});
  EXPECT_TRUE(removeParts(m, {{Kind::Force, 3}}).empty());
  ASSERT_EQ(m.ground.points.size(), 3u) << "the point of the spring goes";
  EXPECT_EQ(m.ground.points.back().name, "drawn") << "what was never used stays";
  removeParts(m, {{Kind::Force, 0}});
  EXPECT_EQ(m.ground.points.size(), 3u) << "a joint is there, too";
  m.outputs.push_back({"place", "ground.G.x", "m"});
  removeParts(m, {{Kind::Joint, 3}, {Kind::Joint, 0}});
  ASSERT_EQ(m.ground.points.size(), 2u);
  EXPECT_EQ(m.ground.points[0].name, "G") << "an expression mentions it";
}

TEST(Editing, ACopyIsAPartOfItsOwn) {
  Mechanism m = crank();
  const PartRef body = duplicatePart(m, {Kind::Body, 1});
  EXPECT_EQ(partName(m, body), "rod2");
  EXPECT_EQ(m.bodies.back().points, m.bodies[1].points);
  m.controllers[0].kind = ControlLaw{{{"z", 0, "k - pid.z", 1}}, {}, {}};
  const PartRef controller = duplicatePart(m, {Kind::Controller, 0});
  EXPECT_EQ(std::get<ControlLaw>(m.controllers[std::size_t(controller.index)].kind).states[0].rate,
            "k - pid2.z");
}

/// A parameter is a symbol without a dot, and may have the name of a part.
TEST(Editing, AParameterWithTheNameOfAPartIsNoPart) {
  Mechanism m = crank();
  m.parameters = {{"closer", 6}};
  m.forces = {{"closer", TorqueExpression{0, kGround, "-closer"}},
              {"other", TorqueExpression{0, kGround, "closer"}}};
  renamePart(m, {Kind::Force, 0}, "pusher");
  EXPECT_EQ(std::get<TorqueExpression>(m.forces[0].kind).value, "-closer");
  renamePart(m, {Kind::Force, 1}, "third");
  removePart(m, {Kind::Force, 0});
  EXPECT_EQ(m.forces.size(), 1u);
  renameSymbol(m, "closer", "strength");
  EXPECT_EQ(std::get<TorqueExpression>(m.forces[0].kind).value, "strength");
}

TEST(Editing, WhatIsNotThereIsNotFound) {
  Mechanism m = crank();
  EXPECT_FALSE(exists(m, {}));
  EXPECT_FALSE(exists(m, {Kind::Body, 3}));
  EXPECT_FALSE(exists(m, {Kind::Joint, 0, 0}));
  EXPECT_FALSE(exists(m, {Kind::Ground, 0, 2}));
  EXPECT_TRUE(exists(m, {Kind::Ground, 0, 1}));
  EXPECT_TRUE(removePart(m, {Kind::Ground}).empty());
  EXPECT_EQ(m.bodies.size(), 3u);
}

}  // namespace
}  // namespace holonom
