// SPDX-License-Identifier: GPL-3.0-or-later
// Mechanisms whose bodies move in space.
#include <gtest/gtest.h>

#include <algorithm>
#include <numbers>

#include "core/model/building.h"
#include "core/model/centre_motion.h"
#include "gui/viewport/mechanism_view.h"
#include "gui/viewport/portrait.h"
#include "gui/viewport/scene/arrow_shapes.h"
#include "gui/viewport/scene/body_shape.h"
#include "gui/viewport/scene/mechanism_scene.h"
#include "gui/viewport/scene/standing.h"
#include "tests/gui/viewport/mechanisms.h"
#include "tests/gui/viewport/spatial_view.h"

namespace holonom {
namespace {

using std::numbers::pi;

/// Two boxes, joined by a joint of that kind.
Mechanism pairJoinedBy(AnyJoint kind) {
  Mechanism m;
  m.gravity = {0, 0, -9.81};
  m.ground.points = {{"O", {0, 0}}};
  for (int i = 0; i < 2; ++i) addSpatialBody(m);
  m.joints = {{"joint", std::move(kind)}};
  return m;
}

Box3 boxOf(const Mesh& mesh) {
  Box3 box;
  for (std::size_t i = 0; i < mesh.points.size(); i += 3)
    box.extend(Vector3(mesh.points[i], mesh.points[i + 1], mesh.points[i + 2]));
  return box;
}

BodyShape shapeAlone(const Body& body) {
  Mechanism m;
  m.bodies = {body};
  return shapeOf(looksOf(m, layoutOf(m)).front());
}

TEST(SpatialModel, BodiesBeginWhereTheModelHasThem) {
  const std::vector<BodyPose> poses = initialPoses(rodInSpace());
  EXPECT_NEAR((poses[0].position - Vector3(0, 0.5, 0.5)).norm(), 0, 1e-12) << "its centre of mass";
  EXPECT_NEAR((poses[0].rotation.col(0) - Vector3::UnitY()).norm(), 0, 1e-12);
}

TEST(SpatialModel, ARodIsARoundBarBetweenItsPointsWithoutALayer) {
  const BodyShape shape = shapeAlone(rodInSpace().bodies[0]);
  const Box3 box = boxOf(shape.mesh);
  EXPECT_NEAR(box.min().x(), -0.5, 1e-6);
  EXPECT_NEAR(box.max().x(), 0.5, 1e-6);
  EXPECT_NEAR(box.center().z(), 0, 1e-6);
  EXPECT_NEAR(box.sizes().y(), box.sizes().z(), 1e-3 * box.sizes().y());
}

TEST(SpatialModel, WithoutPointsTheShapeIsThatOfTheInertia) {
  Body body;
  body.name = "solid";
  body.kind = Body::Kind::Spatial;
  body.mass = 2;
  body.moments = Vector3::Constant(0.4 * 2 * 0.3 * 0.3);
  EXPECT_NEAR(bobOf(body).half.x(), 0.3, 1e-12);
  EXPECT_EQ(bobOf(body).kind, Bob::Kind::Ball);
  body.moments = {0.5 * 2 * 0.2 * 0.2, 2. / 12 * (3 * 0.04 + 0.01), 2. / 12 * (3 * 0.04 + 0.01)};
  const Bob disc = bobOf(body);
  EXPECT_EQ(disc.kind, Bob::Kind::Disc);
  EXPECT_NEAR((disc.axes.col(2) - Vector3::UnitX()).norm(), 0, 1e-12);
  EXPECT_NEAR((disc.half - Vector3(0.2, 0.2, 0.05)).norm(), 0, 1e-12);
  body.moments = Vector3(0.04 + 0.09, 0.01 + 0.09, 0.01 + 0.04) * 2 / 12;
  const Bob box = bobOf(body);
  EXPECT_EQ(box.kind, Bob::Kind::Box);
  EXPECT_NEAR((box.half - Vector3(0.05, 0.1, 0.15)).norm(), 0, 1e-12);
  EXPECT_NEAR((boxOf(shapeAlone(body).mesh).sizes() - Vector3(0.1, 0.2, 0.3)).norm(), 0, 1e-3);
}

/// Its moments of inertia mean nothing; it is a ball as wide as the model says, or one of the size of links.
TEST(SpatialModel, AParticleIsABall) {
  Mechanism m = rodInSpace();
  Body bob;
  bob.name = "bob";
  bob.kind = Body::Kind::SpatialParticle;
  bob.position = {0.3, 0, -0.5};
  bob.points = {{"P", Vector3()}};
  m.bodies.push_back(bob);
  const auto sizesOf = [&]() -> Vector3 { return boxOf(shapeOf(looksOf(m, layoutOf(m))[1]).mesh).sizes(); };
  const double usual = 3 * layoutOf(m).sizes.halfWidth;
  EXPECT_LT((sizesOf() - Vector3::Constant(usual)).norm(), 0.1 * usual);
  m.bodies[1].display.width = 0.4;
  EXPECT_LT((sizesOf() - Vector3::Constant(0.4)).norm(), 0.04);
  const std::vector<BodyPose> poses = initialPoses(m);
  EXPECT_EQ(poses[1].position, bob.position);
  EXPECT_EQ(poses[1].rotation, Matrix3(Matrix3::Identity()));
}

TEST(SpatialModel, ProductsOfInertiaTurnTheSolid) {
  Body body;
  body.kind = Body::Kind::Spatial;
  const Matrix3 turn = Eigen::AngleAxisd(0.4, Vector3(1, 2, 3).normalized()).toRotationMatrix();
  const Matrix3 J = turn * Vector3(0.3, 0.4, 0.5).asDiagonal() * turn.transpose();
  body.moments = J.diagonal();
  body.products = {J(0, 1), J(0, 2), J(1, 2)};
  const Bob bob = bobOf(body);
  const Matrix3 aligned = bob.axes.transpose() * turn;
  for (int k = 0; k < 3; ++k) EXPECT_NEAR(aligned.col(k).cwiseAbs().maxCoeff(), 1, 1e-9) << k;
}

TEST(SpatialModel, EveryShapeOfEveryNumberOfPointsHasAMesh) {
  for (const Shape shape :
       {Shape::Automatic, Shape::Bar, Shape::Box, Shape::Plate, Shape::Disc, Shape::Hidden})
    for (int count = 0; count < 6; ++count)
      for (const bool flat : {false, true}) {
        Body body;
        body.name = "body";
        body.kind = Body::Kind::Spatial;
        body.display.shape = shape;
        for (int i = 0; i < count; ++i)
          body.points.push_back({"P", {std::cos(1.0 * i), std::sin(1.0 * i), flat ? 0 : 0.3 * i * i}});
        const Mesh mesh = shapeAlone(body).mesh;
        EXPECT_EQ(mesh.vertexCount() > 0, shape != Shape::Hidden);
        EXPECT_TRUE(std::all_of(mesh.points.begin(), mesh.points.end(),
                                [](float x) { return std::isfinite(x) && std::abs(x) < 10; }))
            << int(shape) << ' ' << count;
      }
}

TEST(SpatialModel, JointsHaveMarksAtTheirPlaces) {
  const PointRef a{0, 0}, b{1, 0}, o{kGround, 0};
  const std::vector<AnyJoint> kinds{RevoluteJoint{a, b},
                                    PrismaticJoint{a, b},
                                    FixedJoint{a, b},
                                    SlotJoint{o, b},
                                    RodJoint{a, b},
                                    SphericalJoint{o, b},
                                    UniversalJoint{a, b},
                                    CylindricalJoint{a, b},
                                    PlanarJoint{o, b},
                                    RollingJoint{o, b, {1, 0}, 0.2},
                                    KnifeEdgeJoint{o, b},
                                    ConstantVelocityJoint{a, b},
                                    ScrewJoint{a, b},
                                    InPlaneJoint{o, b},
                                    ParallelAxesJoint{a, b},
                                    PerpendicularAxesJoint{a, b},
                                    SameOrientationJoint{a, b},
                                    RollingBallJoint{o, b, {0, 0, 1}, 0.2},
                                    RevoluteSphericalJoint{a, b}};
  ASSERT_EQ(kinds.size(), std::variant_size_v<AnyJoint>);
  for (const AnyJoint& kind : kinds) {
    const Mechanism m = pairJoinedBy(kind);
    Mechanism apart = m;
    apart.joints.clear();
    const QImage joined = portraitOf(m, {160, 120}, 1, false), free = portraitOf(apart, {160, 120}, 1, false);
    if (!kindOf(m.joints[0]).rowsInSpace.empty()) EXPECT_NE(joined, free) << kindOf(m.joints[0]).name;
  }
}

TEST(SpatialModel, InThePlaneABallJointLooksLikeAHinge) {
  Mechanism hinged = samples::pendulum(), ball = hinged;
  const auto [a, b] = endsOf(ball.joints[0]);
  ball.joints[0].kind = SphericalJoint{a, b};
  const SceneLayout layout = layoutOf(hinged), other = layoutOf(ball);
  EXPECT_EQ(shapeOf(looksOf(hinged, layout)[0]).mesh, shapeOf(looksOf(ball, other)[0]).mesh);
}

TEST(SpatialModel, StandsUprightAgainstGravity) {
  Mechanism m = rodInSpace();
  EXPECT_EQ(upwardsOf(m), Vector3(0, 0, 1));
  EXPECT_NEAR((standingAxes(m).col(0) - Vector3::UnitX()).norm(), 0, 1e-12);
  EXPECT_NEAR((levelOf(m).frame().rotation - Matrix3::Identity()).norm(), 0, 1e-12);
  m.gravity = {0, -9.81, 0};
  EXPECT_NEAR((standingAxes(m) - Matrix3::Identity()).norm(), 0, 1e-12);
  m.gravity = {3, -2, -5};
  const Matrix3 axes = standingAxes(m);
  EXPECT_NEAR((axes.transpose() * axes - Matrix3::Identity()).norm(), 0, 1e-12);
  EXPECT_NEAR(axes.determinant(), 1, 1e-12);
  EXPECT_NEAR(levelOf(m).normal().dot(m.gravity.normalized()), -1, 1e-12);
  EXPECT_EQ(standingAxes(samples::pendulum()), Matrix3(Matrix3::Identity())) << "in the plane y is upwards";
}

TEST(SpatialModel, ReachesInAllDirections) {
  const Box3 box = layoutOf(rodInSpace()).reach.box;
  EXPECT_NEAR((box.min() - Vector3(-1, -1, -0.5)).norm(), 0, 1e-9);
  EXPECT_NEAR((box.max() - Vector3(1, 1, 1.5)).norm(), 0, 1e-9);
}

TEST(SpatialModel, ATorqueIsAnArcAboutItsAxis) {
  EXPECT_EQ(turnAbout({0, 0, 2}).axes, Matrix3(Matrix3::Identity()));
  EXPECT_TRUE(turnAbout({0, 0, 2}).positive);
  EXPECT_FALSE(turnAbout({0, 0, -2}).positive) << "in the plane as ever";
  const TurnAbout turn = turnAbout({1, -2, 0.5});
  EXPECT_NEAR((turn.axes.col(2) - Vector3(1, -2, 0.5).normalized()).norm(), 0, 1e-12);
  EXPECT_NEAR(turn.axes.determinant(), 1, 1e-12);
  EXPECT_TRUE(turn.positive);
}

TEST(SpatialModel, IsPickedByWhatIsDrawn) {
  MechanismScene scene;
  scene.setMechanism(rodInSpace());
  scene.camera().setViewport(640, 480);
  scene.camera().setAxes(standingAxes(scene.mechanism()));
  scene.camera().look(-0.5, 0.3);
  scene.fit();
  const Vector2 middle = scene.pixelOf(0, {0.6, 0, 0});
  EXPECT_EQ(scene.pickPart(middle.x(), middle.y()), (PartRef{PartRef::Kind::Body, 0}));
  EXPECT_EQ(scene.pick(middle.x(), middle.y() + 60), -1);
  const Vector2 joint = scene.pixelOf(kGround, {0, 0, 0.5});
  EXPECT_EQ(scene.pickPart(joint.x(), joint.y()), (PartRef{PartRef::Kind::Joint, 0}));
  std::vector<BodyPose> poses(scene.poses().begin(), scene.poses().end());
  poses[0].position += Vector3(0, 0, 0.4);
  scene.setPoses(poses);
  EXPECT_EQ(scene.pick(middle.x(), middle.y()), -1) << "it has gone upwards";
}

TEST(SpatialModel, HasAPortrait) {
  const QImage picture = portraitOf(rodInSpace(), {160, 120}, 1, false);
  int coloured = 0;
  for (int y = 0; y < picture.height(); ++y)
    for (int x = 0; x < picture.width(); ++x) coloured += qAlpha(picture.pixel(x, y)) > 128;
  EXPECT_GT(coloured, 100);
}

TEST_F(SpatialView, LooksAskanceWithZUpwards) {
  view.setMechanism(rodInSpace());
  view.picture();
  EXPECT_NEAR((view.cameraView().axes.col(1) - Vector3::UnitZ()).norm(), 0, 1e-12);
  EXPECT_GT(view.cameraView().elevation, 0.1);
  view.setMechanism(samples::pendulum());
  EXPECT_EQ(view.cameraView().axes, Matrix3(Matrix3::Identity()));
}

TEST_F(SpatialView, LeavesTheDrawingBoardForTheFirstBodyInSpace) {
  view.setMechanism(samples::pendulum());
  view.setDrawing(true);
  Mechanism m = samples::pendulum();
  addSpatialBody(m);
  view.updateMechanism(m);
  EXPECT_FALSE(view.isDrawing());
  view.setDrawing(true);
  view.updateMechanism(m);
  EXPECT_TRUE(view.isDrawing()) << "afterwards it is drawn on as ever";
}

TEST_F(SpatialPull, TakesHoldOfTheSurfaceAndGoesParallelToThePicture) {
  open(rodInSpace());
  press({0, 0.6, 0.5});
  EXPECT_EQ(began.count(), 0) << "a click is none";
  moveBy({2, 1});
  EXPECT_EQ(began.count(), 0) << "nor does a hand that trembles pull";
  moveBy({-2, -1});
  takeHold();
  ASSERT_EQ(began.count(), 1);
  EXPECT_EQ(began[0][0].toInt(), 0);
  const Vector3 from = begunTo(), held = begunAt();
  EXPECT_NEAR((Vector3(-held.y(), held.x(), held.z() + 0.5) - from).norm(), 0, 1e-9)
      << "the place of the rod";
  const double radius = Vector2(held.y(), held.z()).norm();
  EXPECT_GT(radius, 0.005) << "not its axis";
  EXPECT_LT(radius, 0.05);
  EXPECT_GT((from - Vector3(0, 0.6, 0.5)).dot(towardsViewer()), 0) << "its side that is seen";
  EXPECT_LT(pixelsFromMouse(from), 1e-6);
  moveBy({60, -40});
  EXPECT_GT((movedTo() - from).norm(), 0.1);
  EXPECT_NEAR((movedTo() - from).dot(towardsViewer()), 0, 1e-9);
  EXPECT_LT(pixelsFromMouse(movedTo()), 1e-6);
  EXPECT_EQ(ended.count(), 0);
  release();
  EXPECT_EQ(ended.count(), 1);
}

TEST_F(SpatialPull, BesideAllBodiesTheViewTurns) {
  open(rodInSpace());
  const CameraView before = view.cameraView();
  press({0, 0.6, 0.9});
  moveBy({60, 20});
  release();
  EXPECT_EQ(began.count(), 0);
  EXPECT_NE(view.cameraView().azimuth, before.azimuth);
}

/// By two pixels beyond its tip, seen along its flat sides.
TEST_F(SpatialPull, ABodyThatIsJustMissedIsHeldWhereItIs) {
  Mechanism rod = rodInSpace();
  rod.bodies[0].display.width = 0.04;
  open(rod);
  view.lookFrom(MechanismView::Direction::Right);
  view.picture();
  press({0, 1.028, 0.5});
  takeHold();
  ASSERT_EQ(began.count(), 1);
  EXPECT_LT((begunAt() - Vector3(1.02, 0, 0)).norm(), 0.03) << begunAt().transpose();
}

/// It is held at its place, whatever of its ball is seen.
TEST_F(SpatialPull, AParticleIsHeldAtItsPlace) {
  Mechanism m = rodInSpace();
  m.bodies[0].kind = Body::Kind::SpatialParticle;
  m.bodies[0].centreOfMass.setZero();
  m.bodies[0].points.resize(1);
  m.bodies[0].display.width = 0.3;
  m.joints.clear();
  open(m);
  press({0, 0.05, 0.55});
  takeHold();
  ASSERT_EQ(began.count(), 1);
  EXPECT_EQ(begunAt(), Vector3(Vector3::Zero()));
}

class MixedPull : public SpatialPull {
 protected:
  void SetUp() override {
    SpatialPull::SetUp();
    Mechanism m = samples::pendulum();  // from the origin to (0.8, −0.6)
    m.gravity = {0, 0, -9.81};
    addSpatialBody(m);
    m.bodies.back().position = {-1, 1, 0.5};
    open(m);
  }
  const Vector3 middle{0.4, -0.3, 0};
};

TEST_F(MixedPull, ABodyOfThePlaneIsPulledInItsPlane) {
  press(middle);
  takeHold();
  ASSERT_EQ(began.count(), 1);
  moveBy({50, 10});
  EXPECT_EQ(begunAt().z(), 0);
  EXPECT_NEAR(movedTo().z(), 0, 1e-9);
  EXPECT_LT(pixelsFromMouse(movedTo()), 1e-6);
}

TEST_F(MixedPull, OnEdgeItIsPulledParallelToThePicture) {
  view.lookFrom(MechanismView::Direction::Front);
  view.picture();
  press(middle);
  takeHold();
  ASSERT_EQ(began.count(), 1);
  EXPECT_EQ(begunAt().z(), 0);
  const Vector3 from = begunTo();
  EXPECT_LT((from - middle).norm(), 0.3);
  moveBy({50, 10});
  EXPECT_NEAR((movedTo() - from).dot(towardsViewer()), 0, 1e-9);
  EXPECT_LT((movedTo() - from).norm(), 1);
}

}  // namespace
}  // namespace holonom
