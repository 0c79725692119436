// SPDX-License-Identifier: GPL-3.0-or-later
// Mechanisms that are put together place by place can be read at every moment and are what was drawn.
#include "core/model/building.h"

#include <gtest/gtest.h>

#include <Eigen/Core>

#include <cmath>
#include <filesystem>
#include <numbers>
#include <set>

#include "core/io/model_reader.h"
#include "core/io/model_writer.h"
#include "core/model/editing.h"

namespace holonom {
namespace {

/// What is written is read back as the same mechanism.
void expectReadable(const Mechanism& mechanism) {
  const auto* test = testing::UnitTest::GetInstance()->current_test_info();
  const auto file =
      std::filesystem::temp_directory_path() / (std::string("holonom_building_") + test->name() + ".json");
  writeMechanism(mechanism, file);
  EXPECT_TRUE(readMechanism(file) == mechanism);
  std::filesystem::remove(file);
}

Place at(const Mechanism& mechanism, int body, int point) {
  return {groundPosition(mechanism, {body, point}), PointRef{body, point}, {}};
}

/// Three links and ground, as a newcomer draws them.
Mechanism drawnFourBar() {
  Mechanism m;
  addLink(m, {{0, 0}}, {{0.2, 0.2}});
  addLink(m, at(m, 0, 1), {{0.8, 0.5}});
  addLink(m, at(m, 1, 1), {{0.7, 0}});
  pinToGround(m, at(m, 0, 0));
  pinToGround(m, at(m, 2, 1));
  return m;
}

TEST(Building, ALinkIsASlenderSteelBar) {
  Mechanism m;
  ASSERT_EQ(addLink(m, {{1, 1}}, {{1, 3}}), 0);
  const Body& bar = m.bodies[0];
  EXPECT_EQ(bar.name, "link1");
  EXPECT_DOUBLE_EQ(bar.mass, 5);
  EXPECT_DOUBLE_EQ(bar.inertia, 5 * 4 / 12.);
  EXPECT_NEAR((groundPosition(m, 0, bar.centreOfMass) - Vector2(1, 2)).norm(), 0, 1e-15);
  EXPECT_NEAR((groundPosition(m, {0, 0}) - Vector2(1, 1)).norm(), 0, 1e-15);
  EXPECT_NEAR((groundPosition(m, {0, 1}) - Vector2(1, 3)).norm(), 0, 1e-15);
  EXPECT_EQ(bar.points[0].name, "A");
  EXPECT_EQ(bar.points[1].name, "B");
  EXPECT_FALSE(addLink(m, {{1, 1}}, {{1, 1}}));
  expectReadable(m);
}

/// A link that goes on level from the end of a slanting one: the end is where rounding has put it.
TEST(Building, DrawnLinksHaveCleanAngles) {
  constexpr double pi = std::numbers::pi;
  for (int i = 1; i < 10; ++i)
    for (int k = 1; k < 10; ++k) {
      Mechanism m;
      const Vector2 end{0.1 * i, 0.1 * k};
      addLink(m, {{0.3, 0.7}}, {end});
      if (m.bodies.empty()) continue;
      const PointRef tip{0, 1};
      const Vector2 from = groundPosition(m, tip);
      const std::pair<Vector2, double> ends[] = {{{1.3, 0.1 * k}, 0},
                                                 {{0.1 * i, 1.2}, pi / 2},
                                                 {{-0.4, 0.1 * k}, pi},
                                                 {{0.1 * i - 2, 0.1 * k - 2}, -3 * pi / 4}};
      for (const auto& [to, angle] : ends) {
        Mechanism more = m;
        ASSERT_TRUE(addLink(more, {from, tip, {}}, {to}));
        EXPECT_EQ(more.bodies[1].angle, angle) << end.transpose();
        EXPECT_EQ(more.bodies[1].points[1].position.y(), 0) << end.transpose();
        EXPECT_NEAR((groundPosition(more, {1, 1}) - to).norm(), 0, 1e-14);
      }
    }
}

TEST(Building, AFourBarIsLetteredLikeInATextbook) {
  Mechanism m = drawnFourBar();
  ASSERT_EQ(m.joints.size(), 4u);
  std::set<std::string> joints;
  for (const Joint& joint : m.joints) joints.insert(joint.name);
  EXPECT_EQ(joints, (std::set<std::string>{"A", "B", "C", "D"}));
  EXPECT_EQ(nameOf(m, {2, 0}), "link3.C");
  EXPECT_EQ(nameOf(m, {kGround, 1}), "ground.D");
  const auto motor = addMotor(m, 2);
  ASSERT_TRUE(motor);
  EXPECT_EQ(m.drivers[0].motion, "0.7853981633974483 + 2*pi*t");
  EXPECT_FALSE(addMotor(m, 2)) << "it has one";
  expectReadable(m);
}

TEST(Building, MeetingAlongALinkGivesItAPoint) {
  Mechanism m;
  addLink(m, {{0, 0}}, {{2, 0}});
  addLink(m, {{0.5, 0}, {}, 0}, {{0.5, 1}});
  ASSERT_EQ(m.bodies[0].points.size(), 3u);
  EXPECT_EQ(m.bodies[0].points[2].position, Vector3(0.5, 0));
  ASSERT_EQ(m.joints.size(), 1u);
  EXPECT_EQ(endsOf(m.joints[0]), (std::pair(PointRef{0, 2}, PointRef{1, 0})));
  EXPECT_FALSE(join(m, {1, 0}, {0, 2})) << "joined already";
  EXPECT_FALSE(join(m, {0, 0}, {0, 1})) << "one body";
  expectReadable(m);
}

TEST(Building, ThreeLinksAtOnePlaceNeedTwoJoints) {
  Mechanism m;
  for (const Vector2 end : {Vector2(1, 0), Vector2(0, 1), Vector2(-1, 0)})
    addLink(m, m.bodies.empty() ? Place{{0, 0}} : at(m, 0, 0), {end});
  EXPECT_EQ(m.joints.size(), 2u);
  EXPECT_FALSE(join(m, {1, 0}, {2, 0})) << "held together by way of the first link";
}

TEST(Building, WeldingTakesThePlaceOfAHinge) {
  Mechanism m = drawnFourBar();
  addMotor(m, 0);
  const auto welded = weld(m, {1, 0}, {0, 1});
  ASSERT_EQ(welded, 0);
  const auto& fixed = std::get<FixedJoint>(m.joints[0].kind);
  EXPECT_DOUBLE_EQ(fixed.angle,
                   m.bodies[std::size_t(fixed.b.body)].angle - m.bodies[std::size_t(fixed.a.body)].angle);
  EXPECT_TRUE(m.drivers.empty());
  EXPECT_FALSE(weld(m, {1, 0}, {0, 1}));
  expectReadable(m);
}

TEST(Building, SlidersSlideOnGroundAndAlongLinks) {
  Mechanism m;
  addLink(m, {{0, 0}}, {{1, 0.5}});
  const auto onGround = addSlider(m, at(m, 0, 1), {1, 0});
  ASSERT_TRUE(onGround);
  EXPECT_EQ(m.bodies[1].name, "slider1");
  EXPECT_EQ(m.joints.size(), 2u) << "a hinge to the link and the guide";
  const Vector2 along = Eigen::Vector2d(1, 0.5).normalized();
  const auto onLink = addSlider(m, {{0.4, 0.2}, {}, 0}, along);
  ASSERT_TRUE(onLink);
  const auto& slide = std::get<PrismaticJoint>(m.joints[std::size_t(*onLink)].kind);
  EXPECT_EQ(slide.a.body, 0);
  EXPECT_NEAR((slide.axis - Vector3(1, 0)).norm(), 0, 1e-15);
  EXPECT_NEAR(slide.angle, 0, 1e-15);
  EXPECT_NEAR(jointCoordinate(m, m.joints[std::size_t(*onLink)]), 0, 1e-15);
  EXPECT_EQ(m.joints.size(), 3u) << "no hinge to the link it slides on";
  EXPECT_TRUE(addMotor(m, *onGround));
  expectReadable(m);
}

TEST(Building, PlatesAndDiscsHaveTheirInertia) {
  Mechanism m;
  const Place corners[] = {{{1, 1}}, {{3, 1}}, {{3, 2}}, {{1, 2}}};
  ASSERT_TRUE(addPlate(m, corners));
  EXPECT_NEAR(m.bodies[0].mass, 2 * kPlateMassPerArea, 1e-12);
  EXPECT_NEAR(m.bodies[0].inertia, m.bodies[0].mass * 5 / 12., 1e-10);
  EXPECT_NEAR((groundPosition(m, 0, m.bodies[0].centreOfMass) - Vector2(2, 1.5)).norm(), 0, 1e-14);
  const Place clockwise[] = {{{1, 2}}, {{3, 2}}, {{3, 1}}, {{1, 1}}};
  ASSERT_TRUE(addPlate(m, clockwise));
  EXPECT_NEAR(m.bodies[1].inertia, m.bodies[0].inertia, 1e-10);
  const Place line[] = {{{0, 0}}, {{1, 1}}, {{2, 2}}};
  EXPECT_FALSE(addPlate(m, line));
  ASSERT_TRUE(addDisc(m, {{0, 0}}, 0.5));
  EXPECT_NEAR(m.bodies[2].inertia, 0.125 * m.bodies[2].mass, 1e-12);
  ASSERT_TRUE(addRollingDisc(m, {{5, 1}}, {5, 0.8}));
  const auto& rolling = std::get<RollingJoint>(m.joints.back().kind);
  EXPECT_DOUBLE_EQ(rolling.radius, 0.2);
  EXPECT_NEAR((rolling.axis - Vector3(1, 0)).norm(), 0, 1e-12) << "the disc is on the left";
  expectReadable(m);
}

TEST(Building, ForcesSpringsAndTracesAreSaved) {
  Mechanism m = drawnFourBar();
  ASSERT_TRUE(addSpring(m, {kGround, 0}, {1, 1}));
  EXPECT_DOUBLE_EQ(std::get<SpringDamper>(m.forces[0].kind).freeLength, Vector2(0.8, 0.5).norm());
  EXPECT_FALSE(addSpring(m, {1, 0}, {1, 1}));
  addForce(m, {1, 1}, {0, -3});
  addTorque(m, 0, 2);
  m.bodies[1].points[1].traced = true;
  expectReadable(m);
  removePart(m, {PartRef::Kind::Body, 1});
  EXPECT_EQ(m.forces.size(), 1u);
  expectReadable(m);
}

TEST(Building, StretchingKeepsTheOtherEndAndTheDensity) {
  Mechanism m;
  addLink(m, {{1, 0}}, {{2, 0}});
  ASSERT_TRUE(stretch(m, {0, 1}, {1, 3}));
  EXPECT_NEAR((groundPosition(m, {0, 0}) - Vector2(1, 0)).norm(), 0, 1e-14);
  EXPECT_NEAR((groundPosition(m, {0, 1}) - Vector2(1, 3)).norm(), 0, 1e-14);
  EXPECT_NEAR(m.bodies[0].mass, 3 * kLinkMassPerLength, 1e-12);
  EXPECT_NEAR(m.bodies[0].inertia, m.bodies[0].mass * 9 / 12, 1e-12);
  ASSERT_TRUE(stretch(m, {0, 0}, {1, 2}));
  EXPECT_NEAR((groundPosition(m, {0, 1}) - Vector2(1, 3)).norm(), 0, 1e-14);
  EXPECT_FALSE(stretch(m, {0, 0}, {1, 3})) << "a bar without length";
}

TEST(Building, MotorsStartWhereTheMechanismStands) {
  Mechanism m = drawnFourBar();
  addMotor(m, 2);
  const Mechanism before = m;
  turnBody(m, 0, {0, 0}, 0.25);
  keepMotors(m, before);
  const double angle = std::numbers::pi / 4 + 0.25;
  EXPECT_NEAR(std::stod(m.drivers[0].motion), angle, 1e-12);
  EXPECT_TRUE(m.drivers[0].motion.ends_with(" + 2*pi*t"));
  m.drivers[0].motion = "sin(t)";
  const Mechanism next = m;
  turnBody(m, 0, {0, 0}, 0.5);
  keepMotors(m, next);
  EXPECT_EQ(m.drivers[0].motion, "0.5 + (sin(t))");
}

TEST(Building, ASlotIsInABodyOrInGroundAndNotInItsOwnPin) {
  Mechanism m;
  const int crank = *addLink(m, {{0, 0}}, {{0.2, 0}}), arm = *addLink(m, {{0, -0.5}}, {{0, 0.5}});
  const auto inArm = addSlot(m, {{0.2, 0}, PointRef{crank, 1}, {}}, arm, {0, -0.5}, {0, 1});
  ASSERT_TRUE(inArm.has_value());
  const auto& slot = std::get<SlotJoint>(m.joints[std::size_t(*inArm)].kind);
  EXPECT_EQ(slot.a, (PointRef{arm, 0}));
  EXPECT_EQ(slot.b, (PointRef{crank, 1}));
  EXPECT_NEAR((slot.axis - Vector3(1, 0)).norm(), 0, 1e-12) << "in the axes of the arm, which points up";
  EXPECT_TRUE(addSlot(m, {{0.2, 0}, PointRef{crank, 1}, {}}, kGround, {0.2, 0}, {0, 3}).has_value());
  EXPECT_FALSE(addSlot(m, {{0.2, 0}, PointRef{crank, 1}, {}}, crank, {0, 0}, {1, 0}).has_value());
  EXPECT_FALSE(addSlot(m, {{2, 0}, {}, {}}, kGround, {0, 0}, {1, 0}).has_value()) << "ground in ground";
  EXPECT_FALSE(addSlot(m, {{0.2, 0}, PointRef{crank, 1}, {}}, arm, {0, 0}, {0, 0}).has_value());
}

}  // namespace
}  // namespace holonom
