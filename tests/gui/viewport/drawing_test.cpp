// SPDX-License-Identifier: GPL-3.0-or-later
// What drawing rests on: a flat camera, places that catch the mouse, lengths that are typed, parts that are
// picked.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "gui/viewport/scene/layout.h"
#include "gui/viewport/scene/mechanism_scene.h"
#include "gui/viewport/scene/part_picking.h"
#include "gui/viewport/tools/places_tool.h"
#include "gui/viewport/tools/snapping.h"
#include "tests/gui/viewport/tool_desk.h"

namespace holonom {
namespace {

TEST(ParallelCamera, ScaleDoesNotDependOnDepth) {
  ViewCamera camera;
  camera.setViewport(800, 600);
  camera.setParallel(true);
  camera.look(0, 0);
  const Vector3 corners[] = {{-1, -0.5, -0.2}, {1, 0.5, 0.4}};
  camera.fit(corners);
  const Vector2 near = camera.project({0.3, 0.2, 0.4}), far = camera.project({0.3, 0.2, -0.2});
  EXPECT_NEAR((near - far).norm(), 0, 1e-9);
  EXPECT_NEAR((camera.project({1, 0, 0}) - camera.project({0, 0, 0})).x() * camera.pixelSize(), 1, 1e-9);
  const Ray ray = camera.rayThrough(near.x(), near.y());
  EXPECT_NEAR(ray.origin.x(), 0.3, 1e-9);
  EXPECT_NEAR(ray.origin.y(), 0.2, 1e-9);
  EXPECT_NEAR((ray.direction - Vector3(0, 0, -1)).norm(), 0, 1e-12);
  for (const Vector3& corner : corners) {
    const Vector2 pixel = camera.project(corner);
    EXPECT_TRUE(pixel.x() > 0 && pixel.x() < 800 && pixel.y() > 0 && pixel.y() < 600);
  }
}

TEST(Snapping, PointsComeBeforeLinesBeforeTheGrid) {
  Desk desk;
  addLink(desk.mechanism_, {{0, 0}}, {{1, 0}});
  const Looking tool(desk);
  const Snapping snapping{0.1, 0.002};
  const Pointer point = caught({1.01, 0.01}, kGround, tool, snapping);
  EXPECT_EQ(point.snap, Pointer::Snap::Point);
  EXPECT_EQ(point.place.point, (PointRef{0, 1}));
  const Pointer line = caught({0.31, 0.01}, 0, tool, snapping);
  EXPECT_EQ(line.snap, Pointer::Snap::Line);
  EXPECT_EQ(line.place.position, Vector2(0.3, 0)) << "where the grid crosses it, exactly";
  EXPECT_EQ(caught({0.31, 0.01}, 0, tool, {0, 0.002}).place.position, Vector2(0.31, 0)) << "without a grid";
  EXPECT_EQ(line.place.body, 0);
  EXPECT_NEAR(caught({0.49, 0.01}, 0, tool, snapping).place.position.x(), 0.5, 1e-12) << "the middle";
  const Pointer grid = caught({0.31, 0.29}, kGround, tool, snapping);
  EXPECT_EQ(grid.snap, Pointer::Snap::Grid);
  EXPECT_EQ(grid.place.position, Vector2(0.3, 0.3)) << "exactly";
  EXPECT_EQ(caught({0.31, 0.29}, kGround, tool, {0, 0.002}).place.position, Vector2(0.31, 0.29));
}

TEST(Snapping, AnObliqueLinkIsMetOnALineOfTheGrid) {
  Desk desk;
  addLink(desk.mechanism_, {{0, 0}}, {{1, 0.35}});
  const Looking tool(desk);
  const Vector2 place = caught({0.204, 0.068}, 0, tool, {0.1, 0.002}).place.position;
  EXPECT_EQ(place.x(), 0.2);
  EXPECT_NEAR(place.y(), 0.07, 1e-12) << "and on the link";
  const Vector2 other = caught({0.292, 0.103}, 0, tool, {0.1, 0.002}).place.position;
  EXPECT_EQ(other.y(), 0.1);
  EXPECT_NEAR(other.x(), 0.1 / 0.35, 1e-12);
}

TEST(Snapping, GridsAreOfOneTwoFive) {
  EXPECT_NEAR(gridSpacing(0.001), 0.02, 1e-12);
  EXPECT_NEAR(gridSpacing(0.0018), 0.05, 1e-12);
  EXPECT_EQ(gridMajor(0.05), 2);
  EXPECT_EQ(gridMajor(0.02), 5);
  EXPECT_EQ(gridMajor(0.1), 10);
  EXPECT_EQ(gridMajor(1), 10);
}

TEST(TypedLength, UnitsAndAngles) {
  double length = 0, angle = 7;
  const ShownUnits si, millimetres{.millimetres = true};
  EXPECT_TRUE(readLength("80", millimetres, length, angle));
  EXPECT_DOUBLE_EQ(length, 0.08) << "as rulers and labels show it";
  EXPECT_TRUE(readLength("1.5e2", millimetres, length, angle));
  EXPECT_DOUBLE_EQ(length, 0.15);
  EXPECT_TRUE(readLength("0.25", si, length, angle));
  EXPECT_DOUBLE_EQ(length, 0.25);
  EXPECT_EQ(angle, 7) << "not given";
  EXPECT_TRUE(readLength("250 mm < 30", si, length, angle));
  EXPECT_DOUBLE_EQ(length, 0.25);
  EXPECT_DOUBLE_EQ(angle, std::numbers::pi / 6);
  EXPECT_TRUE(readLength("2,5cm<-90", si, length, angle));
  EXPECT_DOUBLE_EQ(length, 0.025);
  for (const char* text : {"", "m", "0", "1 kg", "0.2 <", "-1"})
    EXPECT_FALSE(readLength(text, si, length, angle)) << text;
}

void showFlat(MechanismScene& scene, const Mechanism& mechanism) {
  scene.setMechanism(mechanism);
  scene.camera().setViewport(800, 600);
  scene.camera().setParallel(true);
  scene.camera().look(0, 0);
  scene.fit();
}

TEST(PickingParts, JointsAndSpringsComeBeforeBodies) {
  Mechanism m;
  addLink(m, {{0, 0}}, {{1, 0}});
  addLink(m, {{1, 0}, PointRef{0, 1}, {}}, {{1, 1}});
  addSpring(m, {kGround, pointAt(m, kGround, {0, 1}).point}, {1, 1});
  MechanismScene scene;
  showFlat(scene, m);
  const auto at = [&](double x, double y) {
    const Vector2 pixel = scene.pixelOf(Vector2(x, y));
    EXPECT_NEAR((scene.planePoint(pixel.x(), pixel.y()) - Vector2(x, y)).norm(), 0, 1e-9);
    return scene.pickPart(pixel.x(), pixel.y());
  };
  EXPECT_EQ(at(1, 0), (PartRef{PartRef::Kind::Joint, 0}));
  EXPECT_EQ(at(0, 0), (PartRef{PartRef::Kind::Body, 0, 0})) << "a point that no joint holds";
  EXPECT_EQ(at(0.5, 0), (PartRef{PartRef::Kind::Body, 0}));
  EXPECT_EQ(at(0.5, 1), (PartRef{PartRef::Kind::Force, 0}));
  EXPECT_EQ(at(0.5, 0.5).kind, PartRef::Kind::None);
}

TEST(PickingParts, MotorsAndForcesByFormulasHaveSigns) {
  Mechanism m;
  addLink(m, {{0, 0}}, {{1, 0}});
  const std::optional<int> pin0 = pinToGround(m, {{0, 0}, PointRef{0, 0}, {}});
  ASSERT_TRUE(pin0 && addMotor(m, *pin0));
  m.forces.push_back({"wind", ForceExpression{{0, 1}, "5*sin(t)", "0.0", "0", false}});
  m.forces.push_back({"weight", ForceExpression{{0, 1}, "0", "-2*t", "0", true}});
  MechanismScene scene;
  showFlat(scene, m);
  const Vector2 pin = scene.pixelOf(Vector2(0, 0)), end = scene.pixelOf(Vector2(1, 0));
  const auto around = [&](double degrees) {
    const double angle = degrees * std::numbers::pi / 180;
    return scene.pickPart(pin.x() + kMotorPixels * std::cos(angle), pin.y() - kMotorPixels * std::sin(angle));
  };
  for (const double degrees : {-25, 0, 45, 180, 225})
    EXPECT_EQ(around(degrees), (PartRef{PartRef::Kind::Driver, 0})) << degrees;
  EXPECT_NE(around(280).kind, PartRef::Kind::Driver) << "where the arrow is open";
  EXPECT_EQ(scene.pickPart(pin.x(), pin.y()), (PartRef{PartRef::Kind::Joint, *pin0}));
  const double arrow = 0.1 * scene.sizes().model;
  const Vector2 right = scene.pixelOf(Vector2(1 + arrow, 0)), up = scene.pixelOf(Vector2(1, arrow)),
                down = scene.pixelOf(Vector2(1, -arrow));
  EXPECT_EQ(scene.pickPart(right.x(), right.y()), (PartRef{PartRef::Kind::Force, 0}));
  EXPECT_EQ(scene.pickPart(up.x(), up.y()), (PartRef{PartRef::Kind::Force, 1}));
  EXPECT_EQ(scene.pickPart(down.x(), down.y()).kind, PartRef::Kind::None);
  EXPECT_EQ(scene.pickPart(end.x(), end.y()), (PartRef{PartRef::Kind::Body, 0, 1}));
}

TEST(PickingParts, AHandIsWhereItHoldsAndPulls) {
  Mechanism m;
  addLink(m, {{0, 0}}, {{1, 0}});
  const Vector3 held(0.3, 0), first(0.3, 1), then(1.2, 0.6);
  const Hand::Grab up{0, held, {{0, first, 0}, {1, first, 1}}}, aside{0, {0.8, 0}, {{2, then, 1}}};
  m.forces = {{"hand", Hand{100, 1, {up, aside}}}};
  MechanismScene scene;
  showFlat(scene, m);
  const auto isHandAt = [&](double x, double y) {
    const Vector2 pixel = scene.pixelOf(Vector2(x, y));
    return scene.pickPart(pixel.x(), pixel.y()) == PartRef{PartRef::Kind::Force, 0};
  };
  EXPECT_TRUE(isHandAt(0.3, 0)) << "before it pulls";
  EXPECT_FALSE(isHandAt(0.3, 0.5));
  const double radius = scene.signScale().hand;
  EXPECT_TRUE(isHandAt(0.3 - 0.9 * radius, 0)) << "its ball is larger than what is near anything";
  EXPECT_TRUE(isHandAt(0.3, 2.9 * radius)) << "the handle";
  EXPECT_FALSE(isHandAt(0.3, -2.9 * radius));
  scene.setMoment(1, {});
  EXPECT_TRUE(isHandAt(0.3, 0.5));
  EXPECT_TRUE(isHandAt(0.3, 1));
  scene.setMoment(2, {});
  EXPECT_FALSE(isHandAt(0.3, 0.5));
  EXPECT_TRUE(isHandAt(1, 0.3)) << "of the next grab";
}

TEST(PickingParts, AMotorOfASliderHasItsSignBesideIt) {
  Mechanism m;
  const std::optional<int> joint = addSlider(m, {{0, 0}}, {1, 0});
  ASSERT_TRUE(joint && addMotor(m, *joint));
  MechanismScene scene;
  showFlat(scene, m);
  const PointRef end = endsOf(m.joints[std::size_t(*joint)]).second;
  const Vector2 at = scene.pixelOf(end.body, localPosition(m, end));
  EXPECT_EQ(scene.pickPart(at.x() + 12, at.y() - kMotorPixels), (PartRef{PartRef::Kind::Driver, 0}));
}

}  // namespace
}  // namespace holonom
