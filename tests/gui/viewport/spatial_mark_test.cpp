// SPDX-License-Identifier: GPL-3.0-or-later
// What stands around bodies in space: marks of what acts at joints, floors, stands, and places that are
// picked.
#include <gtest/gtest.h>

#include <QLineF>
#include <map>

#include "core/model/building.h"
#include "core/model/turn_axes.h"
#include "gui/viewport/mechanism_view.h"
#include "gui/viewport/scene/mechanism_scene.h"
#include "gui/viewport/scene/part_picking.h"
#include "gui/viewport/scene/spatial_coordinate.h"
#include "gui/viewport/scene/spatial_mark.h"
#include "gui/viewport/scene/supports.h"
#include "gui/viewport/tools/measure_tool.h"
#include "tests/gui/viewport/bar_in_space.h"
#include "tests/gui/viewport/tool_desk.h"

namespace holonom {
namespace {

RevoluteJoint hingeAbout(const Vector3& axis) {
  RevoluteJoint hinge{{kGround, 0}, {0, 0}};
  hinge.hinge = hinge.secondHinge = axis;
  return hinge;
}

TEST(SpatialMark, ACoordinateIsMeasuredFromWhereTheBodyLies) {
  const Mechanism turning = barOn(hingeAbout({0, 0, 2}), {0, 1, 0});
  const auto turn = spatialCoordinate(turning, turning.joints[0], 0);
  ASSERT_TRUE(turn && turn->turns);
  EXPECT_NEAR((turn->axis - Vector3::UnitZ()).norm(), 0, 1e-12);
  EXPECT_NEAR((turn->along - Vector3::UnitY()).norm(), 0, 1e-12) << "as the bar at zero";
  EXPECT_NEAR((turn->across + Vector3::UnitX()).norm(), 0, 1e-12);
  const Mechanism sliding = barOn(PrismaticJoint{{kGround, 0}, {0, 0}, {0, 3, 0}});
  const auto way = spatialCoordinate(sliding, sliding.joints[0], 0);
  ASSERT_TRUE(way && !way->turns);
  EXPECT_NEAR((way->axis - Vector3::UnitY()).norm(), 0, 1e-12);
  const Mechanism cardan = barOn(UniversalJoint{{kGround, 0}, {0, 0}});  // about x, then about y
  const auto second = spatialCoordinate(cardan, cardan.joints[0], 1);
  ASSERT_TRUE(second && second->turns);
  EXPECT_EQ(second->bearer, 0) << "its axis goes with the second body";
  EXPECT_NEAR((second->axis - Vector3::UnitY()).norm(), 0, 1e-12);
  EXPECT_NEAR((second->along - Vector3::UnitX()).norm(), 0, 1e-12);
  EXPECT_NEAR((second->across - Vector3::UnitZ()).norm(), 0, 1e-12) << "the x axis seen from the bar";
  const Mechanism puck = barOn(PlanarJoint{{kGround, 0}, {0, 0}});
  for (const int k : {0, 1})
    EXPECT_NEAR((spatialCoordinate(puck, puck.joints[0], k)->axis - Vector3::Unit(k)).norm(), 0, 1e-12);
  EXPECT_TRUE(spatialCoordinate(puck, puck.joints[0], 2)->turns);
  const Mechanism ball = barOn(SphericalJoint{{kGround, 0}, {0, 0}});
  const auto tilt = spatialCoordinate(ball, ball.joints[0], 1);
  ASSERT_TRUE(tilt && tilt->turns);
  EXPECT_NEAR((tilt->axis - Vector3::UnitY()).norm(), 0, 1e-12) << "of bodies with the same axes";
  const Mechanism rod = barOn(RodJoint{{kGround, 0}, {0, 0}, 1});
  EXPECT_FALSE(spatialCoordinate(rod, rod.joints[0], 0)) << "it has none";
}

TEST(SpatialMark, WhatActsAtAJointIsSeen) {
  for (const AnyJoint& kind :
       {AnyJoint(hingeAbout({0, 0, 1})), AnyJoint(PrismaticJoint{{kGround, 0}, {0, 0}, {0, 1, 0}}),
        AnyJoint(UniversalJoint{{kGround, 0}, {0, 0}}), AnyJoint(PlanarJoint{{kGround, 0}, {0, 0}}),
        AnyJoint(SphericalJoint{{kGround, 0}, {0, 0}})}) {
    const Mechanism bare = barOn(kind, {0.6, 0.7, -0.4});  // along no axis of a joint, which it would hide
    const QImage without = portrait(bare);
    for (int coordinate = 0; coordinate < coordinateCount(bare.joints[0]); ++coordinate) {
      Stop stop;
      stop.joint = 0, stop.coordinate = coordinate, stop.lower = -0.5, stop.upper = 0.5;
      for (const AnyForce& acting : {AnyForce(stop), AnyForce(JointSpring{0, 10, 0, 0, coordinate}),
                                     AnyForce(JointForce{0, "1", coordinate})}) {
        Mechanism m = bare;
        m.forces = {{"acting", acting}};
        EXPECT_NE(portrait(m), without)
            << kindOf(m.joints[0]).name << ' ' << coordinate << ' ' << acting.index();
      }
    }
  }
}

TEST(SpatialMark, WhatRollsHasAFloor) {
  const Mechanism ball = barOn(RollingBallJoint{{kGround, 0}, {0, 0}, {0, 0, 1}, 0.3});
  Mechanism free = ball;
  free.joints.clear();
  EXPECT_GT(opaque(portrait(ball)), opaque(portrait(free)) + 500);
}

/// The colour that most pixels of a part of a picture have.
QRgb mostOf(const QImage& picture, const QRect& part) {
  std::map<QRgb, int> counts;
  for (int y = part.top(); y <= part.bottom(); ++y)
    for (int x = part.left(); x <= part.right(); ++x) ++counts[picture.pixel(x, y)];
  return std::max_element(counts.begin(), counts.end(),
                          [](const auto& a, const auto& b) { return a.second < b.second; })
      ->first;
}

TEST(SpatialMark, ALevelFloorGoesOnToTheEdgesOfThePicture) {
  MechanismView view;
  if (!view.hasGraphics()) GTEST_SKIP() << "needs OpenGL for a picture";
  view.resize(400, 300);
  const auto isFloorSeen = [](MechanismView& in) {
    const QImage picture = in.picture();
    const QPoint beside = in.pixelInSpace({0, -0.5, 0}).toPoint();
    return mostOf(picture, {388, 200, 10, 90}) == mostOf(picture, {beside - QPoint(5, 5), QSize(10, 10)});
  };
  const auto isFloorAtTheEdge = [&](const Vector3& normal) {
    view.setMechanism(barOn(RollingBallJoint{{kGround, 0}, {0, 0}, normal, 0.3}));
    return isFloorSeen(view);
  };
  EXPECT_TRUE(isFloorAtTheEdge({0, 0, 1}));
  EXPECT_FALSE(isFloorAtTheEdge({0.2, 0, 1})) << "a slope ends";
  EXPECT_TRUE(isFloorAtTheEdge({0, 0, 1}));
  view.setGridVisible(false);
  EXPECT_FALSE(isFloorSeen(view)) << "without the grid there is a plate";
}

TEST(SpatialMark, ABodyThatIsDrawnAsTheBallThatRollsCoversIt) {
  Mechanism ball = barOn(RollingBallJoint{{kGround, 0}, {0, 0}, {0, 0, 1}, 0.3});
  ball.bodies[0].centreOfMass = {0, 0, 0};
  ball.bodies[0].points.pop_back();
  ball.bodies[0].moments.setConstant(0.4 * ball.bodies[0].mass * 0.3 * 0.3);
  ball.bodies[0].display.colour = "#ff0000";
  const QImage picture = portrait(ball);
  int red = 0, grey = 0;
  for (int y = 40; y < 80; ++y)
    for (int x = 85; x < 115; ++x) {
      const QColor pixel = picture.pixelColor(x, y);
      ++(pixel.red() > 2 * pixel.green() ? red : grey);
    }
  EXPECT_GT(red, 8 * grey);
}

TEST(SpatialMark, MassAtTheEndOfABarIsABall) {
  const auto widthAtTheEnd = [](double centre) {
    Mechanism m = barOn(SphericalJoint{{kGround, 0}, {0, 0}});
    m.bodies[0].centreOfMass = {centre, 0, 0};
    m.bodies[0].display.shape = Shape::Bar;
    m.bodies[0].display.width = 0.04;
    const SceneLayout layout = layoutOf(m);
    BodyShapes shapes;
    shapes.update(m, layout);
    double width = 0;
    const Mesh& mesh = shapes[0]->mesh;
    for (std::size_t i = 0; i < mesh.points.size(); i += 3)
      if (mesh.points[i] + centre > 0.95) width = std::max(width, std::abs(double(mesh.points[i + 2])));
    return width;
  };
  EXPECT_NEAR(widthAtTheEnd(0.97), 0.06, 0.002);
  EXPECT_NEAR(widthAtTheEnd(0.5), 0.02, 0.002);
  EXPECT_NEAR(widthAtTheEnd(1), 0.02, 0.002) << "balanced about its end";
}

TEST(SpatialMark, WheelsOnOnePlaneShareTheirFloor) {
  Mechanism m = barOn(RollingBallJoint{{kGround, 0}, {0, 0}, {0, 0, 1}, 0.1}, {1, 1, 0});
  m.ground.points.push_back({"P", {0.7, 0.2}});
  m.ground.points.push_back({"Q", {0, 0, -0.2}});
  const auto withSecondOn = [&](int point) {
    Mechanism both = m;
    both.joints.push_back({"other", RollingBallJoint{{kGround, point}, {0, 1}, {0, 0, 2}, 0.1}});
    return portrait(both);
  };
  EXPECT_EQ(withSecondOn(0), withSecondOn(1)) << "any point of the plane will do";
  EXPECT_NE(withSecondOn(0), withSecondOn(2));
}

TEST(SpatialMark, StandsAreWhereNothingHangs) {
  const auto heights = [](const Mechanism& m) {
    const Mesh mesh = supportsOf(m, layoutOf(m));
    Box3 box;
    for (std::size_t i = 0; i < mesh.points.size(); i += 3)
      box.extend(Vector3(mesh.points[i], mesh.points[i + 1], mesh.points[i + 2]));
    return box;
  };
  const SphericalJoint ball{{kGround, 0}, {0, 0}};
  EXPECT_LT(heights(barOn(ball)).max().z(), 1e-6) << "under a bar that goes aside";
  EXPECT_LT(heights(barOn(ball, {0, 0, 1})).max().z(), 1e-6) << "under one that stands";
  EXPECT_GT(heights(barOn(ball, {0, 0, -1})).min().z(), -1e-6) << "over one that hangs";
  EXPECT_TRUE(heights(barOn(RollingBallJoint{{kGround, 0}, {0, 0}, {0, 0, 1}, 0.3})).isEmpty())
      << "a plane needs no foot";
}

TEST(SpatialMark, AStandIsABlockOnAPlate) {
  Mesh mesh;
  addStand(mesh, {0, 0, 1}, {0, 0, 1}, SceneSizes{.halfWidth = 0.1}, 1);
  const auto widthAt = [&](double low, double high) {
    double width = 0;
    for (std::size_t i = 0; i < mesh.points.size(); i += 3)
      if (mesh.points[i + 2] > low && mesh.points[i + 2] < high)
        width = std::max(width, std::abs(double(mesh.points[i])) + std::abs(double(mesh.points[i + 1])));
    return width;
  };
  EXPECT_NEAR(widthAt(0.85, 1.1), 0.05, 0.03) << "a post under the joint";
  EXPECT_NEAR(widthAt(0.65, 0.83), 0.30, 0.03) << "the corners of a square";
  EXPECT_NEAR(widthAt(0.55, 0.64), 0.44, 0.03);
}

TEST(SpatialMark, AMotorIsAnArcAcrossItsAxis) {
  // seen from above, x to the right
  const PixelOf fromAbove = [](int, const Vector3& local) {
    return Vector2(100 * local.x(), -100 * local.y());
  };
  const Mechanism upright = barOn(hingeAbout({0, 0, 1}));
  const std::vector<Vector2> round = motorArc(upright, upright.joints[0], 0, fromAbove);
  ASSERT_GT(round.size(), 10u);
  for (const Vector2& place : round) EXPECT_NEAR(place.norm(), kMotorPixels, 1e-6);
  const Vector2 way = round[1] - round[0];
  EXPECT_LT(round[0].x() * way.y() - round[0].y() * way.x(), 0) << "counter-clockwise: pixels go downwards";
  const Mechanism lying = barOn(hingeAbout({0, 1, 0}));
  double longest = 0;
  for (const Vector2& place : motorArc(lying, lying.joints[0], 0, fromAbove)) {
    EXPECT_NEAR(place.y(), 0, 1e-6) << "on edge";
    longest = std::max(longest, std::abs(place.x()));
  }
  EXPECT_GT(longest, 0.9 * kMotorPixels) << "as large as any";
  const Mechanism ball = barOn(SphericalJoint{{kGround, 0}, {0, 0}});
  for (const int coordinate : {0, 1, 2})
    EXPECT_FALSE(motorArc(ball, ball.joints[0], coordinate, fromAbove).empty()) << coordinate;
  const Mechanism rod = barOn(RodJoint{{kGround, 0}, {0, 0}, 1});
  EXPECT_TRUE(motorArc(rod, rod.joints[0], 0, fromAbove).empty());
}

class SpatialPlaces : public testing::Test {
 protected:
  SpatialPlaces() {
    scene.setMechanism(barOn(hingeAbout({0, 0, 1})));
    scene.camera().setViewport(640, 480);
    scene.camera().setAxes(standingAxes(scene.mechanism()));
    scene.camera().look(-0.4, 0.5);
    scene.fit();
  }
  std::optional<Spot> at(const Vector3& place) {
    const Vector2 pixel = scene.pixelOf(kGround, place);
    return scene.spotAt(pixel.x(), pixel.y());
  }
  MechanismScene scene;
};

TEST_F(SpatialPlaces, ArePointsJointsAndPlacesOnBodies) {
  const auto joint = at({0, 0, 0});
  ASSERT_TRUE(joint && joint->joint);
  EXPECT_EQ(*joint->joint, 0);
  EXPECT_NEAR(joint->place.norm(), 0, 1e-12);
  const auto tip = at({1, 0, 0});
  ASSERT_TRUE(tip && tip->point);
  EXPECT_EQ(*tip->point, (PointRef{0, 1}));
  EXPECT_NEAR((tip->place - Vector3(1, 0, 0)).norm(), 0, 1e-12);
  const auto side = at({0.6, 0, 0});
  ASSERT_TRUE(side);
  EXPECT_FALSE(side->point || side->joint);
  EXPECT_EQ(side->body, 0);
  EXPECT_NEAR(side->place.tail<2>().norm(), 0.9 * scene.sizes().halfWidth, 0.2 * scene.sizes().halfWidth)
      << "on its surface";
  EXPECT_NEAR((side->local - side->place).norm(), 0, 1e-12) << "in the frame of the body";
  EXPECT_FALSE(at({0.5, 0, 2}));
}

TEST_F(SpatialPlaces, AreMeasuredInSpace) {
  Desk desk;
  desk.mechanism_ = scene.mechanism();
  desk.mechanism_.ground.points.push_back({"P", {1, 2, 2}});
  MeasureTool tool(desk);
  EXPECT_TRUE(tool.picksInSpace());
  const auto click = [&](const std::optional<Spot>& spot) {
    Pointer pointer;
    pointer.spot = spot;
    return tool.press(pointer);
  };
  EXPECT_FALSE(click({})) << "beside everything: the view turns";
  const auto number = [&](int line) {
    return tool.values().at(line).section(' ', -2, -2).replace(QChar(0x2212), '-').toDouble();
  };
  ASSERT_TRUE(click(at({1, 0, 0})));
  ASSERT_EQ(tool.values().size(), 4);
  EXPECT_EQ(tool.values()[0], "bar.B");
  EXPECT_NEAR(number(1), 1, 1e-4) << tool.values()[1].toStdString();
  Spot other;
  other.point = PointRef{kGround, 1};
  other.local = other.place = {1, 2, 2};
  ASSERT_TRUE(click(other));
  ASSERT_EQ(tool.values().size(), 4);
  EXPECT_NEAR(number(0), std::sqrt(8.), 1e-4);
  EXPECT_NEAR(number(1), 0, 1e-9);
  EXPECT_NEAR(number(2), 2, 1e-9);
  EXPECT_NEAR(number(3), 2, 1e-9);
  ASSERT_TRUE(click(at({0, 0, 0})));
  EXPECT_EQ(tool.values().size(), 5) << "the angle at the second";
  EXPECT_EQ(tool.preview().way.size(), 3u);
}

TEST_F(SpatialPlaces, AnglesOfAxesAreMeasuredBetweenJoints) {
  Desk desk;
  desk.mechanism_ = barOn(hingeAbout({0, 0, 1}));
  desk.mechanism_.ground.points.push_back({"P", {0, 0, 0}});
  RevoluteJoint other = hingeAbout({0, std::sin(0.3), std::cos(0.3)});
  other.a = {kGround, 1};
  other.b = {0, 1};
  desk.mechanism_.joints.push_back({"other", other});
  MeasureTool tool(desk);
  for (const int joint : {0, 1}) {
    Pointer pointer;
    pointer.spot = Spot{0, {}, {}, PointRef{0, joint}, joint};
    pointer.spot->local = pointer.spot->place = {double(joint), 0, 0};
    ASSERT_TRUE(tool.press(pointer));
  }
  ASSERT_EQ(tool.values().size(), 5);
  const QString words = tool.values()[4];
  EXPECT_NE(words.indexOf("axes"), -1);
  EXPECT_NEAR(words.section(' ', -2, -2).toDouble(), 0.3, 1e-4) << words.toStdString();
}

/// A bar in space that nothing holds, and where it is on a way of that length along x.
struct Traveller {
  Mechanism mechanism = barOn(hingeAbout({0, 0, 1}));
  double length;
  explicit Traveller(double way) : length(way) { mechanism.joints.clear(); }
  std::vector<BodyPose> at(double share) const {
    std::vector<BodyPose> poses = initialPoses(mechanism);
    poses[0].position.x() += share * length;
    return poses;
  }
  std::vector<std::vector<BodyPose>> way() const {
    std::vector<std::vector<BodyPose>> all;
    for (int i = 0; i <= 20; ++i) all.push_back(at(i / 20.0));
    return all;
  }
};

TEST(SpatialLook, GoesAlongWithWhatGoesFar) {
  using Mode = MechanismView::CameraMode;
  MechanismView view, other;
  view.resize(640, 480);
  other.resize(640, 480);
  const Traveller bar(50), near(2);
  const auto seenAt = [&](MechanismView& in, double share) {
    in.setPoses(bar.at(share));
    in.prepare(in.size());
    return in.pixelInSpace(bar.at(share)[0].position);
  };
  view.setMechanism(near.mechanism);
  view.setTravel(near.way());
  EXPECT_EQ(view.cameraMode(), Mode::Fits);
  view.setTravel(bar.way());
  ASSERT_EQ(view.cameraMode(), Mode::GoesAlong);
  const QPointF start = seenAt(view, 0);
  EXPECT_TRUE(QRectF(213, 160, 213, 160).contains(start)) << "in the middle third";
  EXPECT_NEAR(QLineF(seenAt(view, 1), start).length(), 0, 1e-3);
  const QPointF tip = view.pixelInSpace(bar.at(1)[0].position + 0.5 * Vector3::UnitX());
  EXPECT_GT(QLineF(tip, start).length(), 60) << "large enough to be looked at";

  other.setMechanism(bar.mechanism);  // at the start, for a video
  other.copyLook(view);
  EXPECT_NEAR(QLineF(seenAt(other, 0.3), start).length(), 0, 1e-3);

  view.setCameraMode(Mode::Fits);
  view.setTravel(bar.way());
  EXPECT_EQ(view.cameraMode(), Mode::Fits) << "as the user wants it";
  view.setMechanism(bar.mechanism);
  for (double share : {0.1, 0.5, 1.0}) view.setPoses(bar.at(share));
  EXPECT_EQ(view.cameraMode(), Mode::GoesAlong) << "while the run goes on";
  view.updateMechanism(bar.mechanism);  // stands at the start again
  EXPECT_NEAR(QLineF(view.pixelInSpace(bar.at(0)[0].position), start).length(), 0, 1);
}

/// One stays and one falls: the camera shows both, for at their centre of mass there is nothing.
TEST(SpatialLook, ShowsAllOfWhatParts) {
  MechanismView view;
  view.resize(640, 480);
  const Traveller bar(50);
  Mechanism two = bar.mechanism;
  two.bodies.push_back(two.bodies[0]);
  two.bodies[1].name = "second";
  view.setMechanism(two);
  std::vector<BodyPose> poses = initialPoses(two);
  for (double share : {0.1, 0.3, 1.0}) {
    poses[0] = bar.at(share)[0];
    view.setPoses(poses);
  }
  view.prepare(view.size());
  EXPECT_EQ(view.cameraMode(), MechanismView::CameraMode::Fits);
  for (const BodyPose& pose : poses)
    EXPECT_TRUE(QRectF(view.rect()).contains(view.pixelInSpace(pose.position)));
}

TEST(SpatialLook, WhatIsDeepStandsInTheMiddleOfThePicture) {
  ViewCamera camera;
  camera.setViewport(640, 480);
  camera.look(-0.6, 0.3);
  std::vector<Vector3> corners;
  const Box3 road(Vector3(0, 0, 0), Vector3(20, 1, 1));
  for (int i = 0; i < 8; ++i) corners.push_back(road.corner(Box3::CornerType(i)));
  const auto seen = [&](bool centred) {
    camera.fit(corners, centred);
    Box2 box;
    for (const Vector3& corner : corners) box.extend(camera.project(corner));
    return box;
  };
  const Vector2 middle(320, 240);
  EXPECT_LT((seen(true).center() - middle).norm(), 3);
  EXPECT_GT((seen(false).center() - middle).norm(), 20) << "perspective moves it";
  EXPECT_TRUE(Box2(Vector2(0, 0), Vector2(640, 480)).contains(seen(true)));
  EXPECT_GT(seen(true).sizes().x(), 500);
}

TEST(SpatialLook, StandsAsChosenAndWithoutPerspective) {
  MechanismView view;
  if (!view.hasGraphics()) GTEST_SKIP() << "needs OpenGL for a picture";
  view.resize(640, 480);
  view.setMechanism(barOn(hingeAbout({0, 0, 1})));
  SceneItems items = view.items();
  items.up = SceneItems::Up::Y;
  items.parallel = true;
  view.setItems(items);
  view.picture();
  EXPECT_NEAR((view.cameraView().axes.col(1) - Vector3::UnitY()).norm(), 0, 1e-12);
  EXPECT_TRUE(view.cameraView().parallel);
  view.setDrawing(true);
  view.setDrawing(false);
  EXPECT_TRUE(view.cameraView().parallel) << "as before it was drawn on";
  items.up = SceneItems::Up::AgainstGravity;
  items.parallel = false;
  view.setItems(items);
  EXPECT_NEAR((view.cameraView().axes.col(1) - Vector3::UnitZ()).norm(), 0, 1e-12);
  EXPECT_FALSE(view.cameraView().parallel);
}

}  // namespace
}  // namespace holonom
