// SPDX-License-Identifier: GPL-3.0-or-later
// Bodies, planes and cameras that lie anywhere in space.
#include <gtest/gtest.h>

#include <QMouseEvent>
#include <QSignalSpy>
#include <QTest>
#include <numbers>

#include "gui/viewport/mechanism_view.h"
#include "gui/viewport/scene/layout.h"
#include "gui/viewport/scene/mechanism_scene.h"
#include "gui/viewport/tools/snapping.h"
#include "tests/gui/viewport/mechanisms.h"
#include "tests/gui/viewport/tool_desk.h"

namespace holonom {
namespace {

using std::numbers::pi;

Matrix3 turned(double angle, const Vector3& axis) {
  return Eigen::AngleAxisd(angle, axis.normalized()).toRotationMatrix();
}

const WorkPlane kTilted({{0.3, -0.2, 0.5}, turned(0.7, {1, 2, -0.5})});

/// A pendulum, 1 m long, that nothing holds.
Mechanism freeBar(const char* colour) {
  Mechanism m = samples::pendulum();
  m.joints.clear();
  m.ground.points.clear();
  m.bodies[0].display.colour = colour;
  return m;
}

TEST(WorkPlane, RaysMeetItWhereItsCoordinatesSay) {
  const Vector2 place(0.4, -0.7);
  EXPECT_NEAR((kTilted.shadowOf(kTilted.at(place, 3)) - place).norm(), 0, 1e-12);
  const Vector3 from(2, 3, -4);
  const auto met = kTilted.meet({from, (kTilted.at(place) - from).normalized()});
  ASSERT_TRUE(met);
  EXPECT_NEAR((*met - place).norm(), 0, 1e-12);
  EXPECT_FALSE(kTilted.meet({from, kTilted.frame().rotation.col(0)})) << "along the plane";
  const WorkPlane drawn;
  EXPECT_EQ(*drawn.meet({{0.1, 0.2, 9}, {0, 0, -1}}), Vector2(0.1, 0.2))
      << "planar models are drawn in z = 0";
}

TEST(WorkPlane, ItsBoxesHoldWhatTheyAreOf) {
  const Box2 box(Vector2(-1, 0), Vector2(2, 0.5));
  const Box3 space = kTilted.around(box, 0.1);
  for (const Vector2& corner : {box.min(), box.max()}) EXPECT_TRUE(space.contains(kTilted.at(corner, 0.09)));
  EXPECT_TRUE(kTilted.shadowOf(space).contains(box));
  EXPECT_TRUE(kTilted.shadowOf(Box3()).isEmpty());
  EXPECT_TRUE(kTilted.around(Box2()).isEmpty());
}

/// z upwards, as a plane of ground is seen from above and aside.
TEST(Camera, LooksAtAnyAxes) {
  ViewCamera camera;
  camera.setViewport(640, 480);
  Matrix3 axes;
  axes.col(0) = Vector3::UnitX(), axes.col(1) = Vector3::UnitZ(), axes.col(2) = -Vector3::UnitY();
  camera.setAxes(axes);
  camera.look(0.4, 0.3);
  const Vector3 corners[] = {{-1, -1, 0}, {1, 1, 2}};
  camera.fit(corners);
  const Vector2 low = camera.project({0, 0, 0}), high = camera.project({0, 0, 2});
  EXPECT_LT(high.y(), low.y() - 50);
  EXPECT_NEAR(high.x(), low.x(), 1e-9) << "what is upright stays so";
  EXPECT_GT(camera.inCameraAxes(Vector3::UnitZ()).z(), 0) << "seen from above";
  const Ray ray = camera.rayThrough(high.x(), high.y());
  EXPECT_LT((Vector3(0, 0, 2) - ray.origin).cross(ray.direction).norm(), 1e-9);
  EXPECT_NEAR((ray.origin + camera.depthOf({0, 0, 2}) * ray.direction - Vector3(0, 0, 2)).norm(), 0, 1e-9);
}

TEST(PickingInSpace, TheNearestBodyAlongTheRayWins) {
  const std::vector<Footprint> print{{{{-1, 0}, {1, 0}}, 0.1, 0.3, 0.4}};
  const auto footprints = [&](int) -> const std::vector<Footprint>& { return print; };
  // the second one turned so that its plate stands upright, 2 m in front of the first
  const std::vector<BodyPose> poses{Pose(), Pose{{0, 0, 2}, turned(pi / 2, Vector3::UnitX())}};
  const Ray front{{0.5, -0.35, 10}, {0, 0, -1}}, back{{0.5, 0, -10}, {0, 0, 1}},
      beside{{0.5, 0.05, 10}, {0, 0, -1}};
  const Hit upright = pickBody(front, poses, footprints, 0);
  EXPECT_EQ(upright.body, 1);
  EXPECT_NEAR(upright.way, 10 - 2.1, 1e-6) << "its rim is round";
  EXPECT_EQ(pickBody(back, poses, footprints, 0).body, 0);
  EXPECT_NEAR(pickBody(beside, poses, footprints, 0).way, 10 - 0.4, 1e-9);
}

TEST(PickingInSpace, ABodyHidesTheJointsFarBehindIt) {
  Mechanism m = freeBar("#e600c8");
  m.bodies.push_back(m.bodies[0]);
  m.bodies[1].name = "shield";
  m.bodies[1].display.shape = Shape::Disc;
  m.bodies[1].display.width = 0.5;
  m.ground.points = {{"O", {0, 0}}};
  m.joints = {{"pivot", RevoluteJoint{{kGround, 0}, {0, 0}}}};
  MechanismScene scene;
  scene.setMechanism(m);
  std::vector<BodyPose> poses(scene.poses().begin(), scene.poses().end());
  scene.camera().setViewport(640, 480);
  scene.camera().look(0, 0);
  const auto at = [&](double z) {
    poses[1].position = {0, 0, z};
    scene.setPoses(poses);
    scene.fit();
    const Vector2 pixel = scene.pixelOf(kGround, {0, 0});
    return scene.pickPart(pixel.x(), pixel.y());
  };
  EXPECT_EQ(at(-1), (PartRef{PartRef::Kind::Joint, 0}));
  EXPECT_EQ(at(0), (PartRef{PartRef::Kind::Joint, 0})) << "a pin goes through what lies on it";
  EXPECT_EQ(at(1), (PartRef{PartRef::Kind::Body, 1}));
}

/// Cheeks of a stop and the coil of a spring about a hinge are clicked where they are drawn.
TEST(PickingInSpace, StopsAndSpringsAtAJointAreFound) {
  Mechanism m = freeBar("#e600c8");
  m.ground.points = {{"O", {0, 0}}};
  m.bodies[0].kind = Body::Kind::Spatial;
  m.bodies[0].moments = {1, 1, 1};
  m.bodies[0].angle = 0;
  m.joints = {{"pivot", RevoluteJoint{{kGround, 0}, {0, 0}}}};
  m.forces = {{"stop", Stop{0, {}, {}, -2.0, 2.0, 100, 1}}, {"coil", JointSpring{0, 3, 0, 0}}};
  MechanismScene scene;
  scene.setMechanism(m);
  scene.camera().setViewport(640, 480);
  scene.camera().look(0, 0);
  scene.fit();
  const double width = scene.sizes().halfWidth;
  const Vector3 towards = m.bodies[0].centreOfMass - m.bodies[0].points[0].position,
                along = towards.normalized(), across = Vector3::UnitZ().cross(along);
  const auto at = [&](const Vector3& place) {
    const Vector2 pixel = scene.pixelOf(kGround, place);
    return scene.pickPart(pixel.x(), pixel.y());
  };
  for (const double limit : {-2.0, 2.0}) {
    const Vector3 cheek = std::cos(limit) * along + std::sin(limit) * across;
    EXPECT_EQ(at(3.2 * width * cheek + (limit > 0 ? 1.3 : -1.3) * width * Vector3::UnitZ().cross(cheek)),
              (PartRef{PartRef::Kind::Force, 0}));
  }
  EXPECT_EQ(at(1.7 * width * Vector3::UnitZ() - 2.6 * width * across), (PartRef{PartRef::Kind::Force, 1}))
      << "the outer end of the coil";
}

class InSpace : public testing::Test {
 protected:
  void SetUp() override {
    if (!view.hasGraphics()) GTEST_SKIP() << "needs OpenGL for a picture";
    view.resize(640, 480);
    view.setGridVisible(false);
  }

  /// Where pixels of the bar are.
  QRect drawn() {
    const QImage image = view.picture();
    QRect box;
    for (int y = 0; y < image.height(); ++y)
      for (int x = 0; x < image.width(); ++x)
        if (const QColor pixel = image.pixelColor(x, y);
            std::min(pixel.red(), pixel.blue()) > pixel.green() + 60)  // magenta
          box |= QRect(x, y, 1, 1);
    return box;
  }

  MechanismView view;
};

/// It lies along z: from the front one sees its end, from the right its whole length.
TEST_F(InSpace, ABodyOutOfThePlaneIsDrawnFramedAndPicked) {
  view.setMechanism(freeBar("#e600c8"));
  Pose across = view.shownPoses()[0];
  across.rotation = turned(-pi / 2, Vector3::UnitY());  // its x axis goes along z
  view.setPoses(std::vector<BodyPose>{across});
  view.lookFrom(MechanismView::Direction::Front);
  const QRect end = drawn();
  view.lookFrom(MechanismView::Direction::Right);
  const QRect whole = drawn();
  EXPECT_GT(end.width(), 5);
  EXPECT_GT(whole.width(), 400) << "the picture is fitted to it";
  EXPECT_TRUE(QRect(5, 5, 630, 470).contains(whole));
  EXPECT_GT(whole.width(), 5 * whole.height());
  QSignalSpy picked(&view, &MechanismView::partPicked);
  view.show();
  ASSERT_TRUE(QTest::qWaitForWindowExposed(&view));
  for (const double share : {0.2, 0.8}) {
    QTest::mouseClick(&view, Qt::LeftButton, {},
                      QPoint(whole.left() + int(share * whole.width()), whole.center().y()));
    ASSERT_EQ(picked.count(), 1);
    EXPECT_EQ(picked.takeFirst().at(0).value<PartRef>(), (PartRef{PartRef::Kind::Body, 0}));
  }
  QTest::mouseClick(&view, Qt::LeftButton, {}, QPoint(whole.center().x(), whole.bottom() + 60));
  EXPECT_EQ(picked.takeFirst().at(0).value<PartRef>().kind, PartRef::Kind::None);
}

TEST_F(InSpace, AViewThatFitsFollowsABodyOutOfThePlane) {
  view.setMechanism(freeBar("#e600c8"));
  view.lookFrom(MechanismView::Direction::Top);
  view.picture();
  Pose pose = view.shownPoses()[0];
  for (int i = 0; i < 10; ++i) {
    pose.position.z() += 0.5;
    view.setPoses(std::vector<BodyPose>{pose});
    EXPECT_TRUE(QRect(5, 5, 630, 470).contains(drawn())) << i;
  }
}

/// Notes what the mouse tells it.
class Noting : public Looking {
 public:
  using Looking::Looking;
  void move(const Pointer& pointer, bool) override { last = pointer; }
  Pointer last;
};

TEST_F(InSpace, ToolsDrawInAnyPlane) {
  Desk desk;
  Noting tool(desk);
  view.setPlane(kTilted);
  view.setMechanism({});
  view.setDrawing(true);
  view.setTool(&tool);
  view.picture();
  const QPointF origin = view.pixelOf({0, 0}), right = view.pixelOf({0.1, 0}), up = view.pixelOf({0, 0.1});
  EXPECT_GT(right.x(), origin.x() + 5) << "seen straight on";
  EXPECT_NEAR(right.y(), origin.y(), 1e-6);
  EXPECT_NEAR(up.x(), origin.x(), 1e-6);
  EXPECT_LT(up.y(), origin.y() - 5);
  const QPointF at = view.pixelOf({0.2, 0.1}) + QPointF(2, -3);
  QMouseEvent move(QEvent::MouseMove, at, view.mapToGlobal(at), Qt::NoButton, Qt::NoButton, Qt::NoModifier);
  QApplication::sendEvent(&view, &move);
  EXPECT_EQ(tool.last.snap, Pointer::Snap::Grid);
  EXPECT_NEAR((tool.last.place.position - Vector2(0.2, 0.1)).norm(), 0, 1e-12);
  EXPECT_GT((tool.last.raw - tool.last.place.position).norm(), 0);
}

TEST(SnappingInSpace, APointBesideThePlaneCatchesByItsShadow) {
  Desk desk;
  addLink(desk.mechanism_, {{0, 0}}, {{1, 0}});
  const Looking tool(desk);
  const Vector2 shadow = kTilted.shadowOf(Vector3(1, 0, 0));
  const Pointer point = caught(shadow + Vector2(0.004, 0.003), kGround, tool, {0, 0.002, kTilted});
  EXPECT_EQ(point.snap, Pointer::Snap::Point);
  EXPECT_EQ(point.place.point, (PointRef{0, 1}));
  EXPECT_EQ(point.place.position, shadow);
}

}  // namespace
}  // namespace holonom
