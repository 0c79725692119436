// SPDX-License-Identifier: GPL-3.0-or-later
// Geometry of the scene, without a window or OpenGL: meshes, layers, reach, camera and picking.
#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>

#include "core/math/convex_hull.h"
#include "core/model/generators.h"
#include "gui/viewport/scene/body_shape.h"
#include "gui/viewport/scene/grid.h"
#include "gui/viewport/scene/layout.h"
#include "gui/viewport/scene/picking.h"
#include "gui/viewport/scene/view_camera.h"
#include "tests/gui/viewport/mechanisms.h"

namespace holonom {
namespace {

Vector3 vertex(const std::vector<float>& values, int i) {
  return {values[3 * i], values[3 * i + 1], values[3 * i + 2]};
}

/// Six times the volume by the divergence theorem: right only when every face is there and turned outwards.
double volumeOf(const Mesh& mesh) {
  double six = 0;
  for (size_t i = 0; i < mesh.triangles.size(); i += 3)
    six +=
        vertex(mesh.points, mesh.triangles[i])
            .dot(
                vertex(mesh.points, mesh.triangles[i + 1]).cross(vertex(mesh.points, mesh.triangles[i + 2])));
  return six / 6;
}

void expectNormalsFaceOutwards(const Mesh& mesh) {
  for (size_t i = 0; i < mesh.triangles.size(); i += 3) {
    const Vector3 a = vertex(mesh.points, mesh.triangles[i]), b = vertex(mesh.points, mesh.triangles[i + 1]),
                  c = vertex(mesh.points, mesh.triangles[i + 2]);
    const Vector3 face = (b - a).cross(c - a);
    if (face.norm() < 1e-12) continue;  // the tip of a cone
    for (int k = 0; k < 3; ++k) {
      const Vector3 normal = vertex(mesh.normals, mesh.triangles[i + k]);
      EXPECT_NEAR(normal.norm(), 1, 1e-5);
      EXPECT_GT(face.normalized().dot(normal), 0.3);
    }
  }
}

TEST(Mesh, HullDropsInnerAndCollinearPoints) {
  const std::vector<Vector2> points{{0, 0}, {1, 0}, {2, 0}, {2, 2}, {0, 2}, {1, 1}, {0, 0}};
  const auto hull = convexHull(points);
  ASSERT_EQ(hull.size(), 4u);
  const Vector2 twice[] = {{1, 2}, {1, 2}};
  EXPECT_EQ(convexHull(twice).size(), 1u);
}

TEST(Mesh, StadiumHasTheVolumeOfAStadium) {
  Mesh mesh;
  const Vector2 ends[] = {{0.3, -0.2}, {1.1, 0.4}};  // 1 m apart
  addPrism(mesh, roundedOutline(ends, 400), 0.1, {-0.05, 0.05});
  EXPECT_NEAR(volumeOf(mesh), 0.1 * (1.0 * 0.2 + std::numbers::pi * 0.01), 1e-5);
  expectNormalsFaceOutwards(mesh);
}

TEST(Mesh, BevelledPlateIsClosedAndFacesOutwards) {
  Mesh mesh;
  const Vector2 corners[] = {{0, 0}, {1, 0}, {0.2, 0.8}};
  addPrism(mesh, roundedOutline(corners, 32), 0.1, {0, 0.1, 0.02});
  const double perimeter = 1 + std::hypot(0.8, 0.8) + std::hypot(0.2, 0.8);
  const double sharp = 0.1 * (0.4 + 0.1 * perimeter + std::numbers::pi * 0.01);
  EXPECT_LT(volumeOf(mesh), sharp);
  EXPECT_GT(volumeOf(mesh), 0.93 * sharp);
  expectNormalsFaceOutwards(mesh);
}

TEST(Mesh, SphereHasTheVolumeOfASphere) {
  Mesh mesh;
  addSphere(mesh, {0.4, -0.1, 0.7}, 0.3, 200, Role::Fill);
  EXPECT_NEAR(volumeOf(mesh), 4 * std::numbers::pi / 3 * 0.027, 1e-4);
  expectNormalsFaceOutwards(mesh);
}

TEST(Body, AParticleIsASmallSphereUnlessItShallLookOtherwise) {
  Mechanism m = makePendulum(3);
  const auto shapes = [&] { return shapeOf(looksOf(m, layoutOf(m))[1]); };
  const BodyShape ball = shapes();
  ASSERT_EQ(ball.footprints.size(), 1u);
  const Footprint& print = ball.footprints[0];
  EXPECT_NEAR(print.high - print.low, 2 * print.radius, 1e-12) << "as deep as it is wide";
  EXPECT_NEAR(volumeOf(ball.mesh), 4 * std::numbers::pi / 3 * std::pow(print.radius, 3),
              0.05 * volumeOf(ball.mesh));
  m.bodies[1].display.width = 4 * print.radius;
  EXPECT_NEAR(shapes().footprints[0].radius, 2 * print.radius, 1e-12);
  m.bodies[1].display.shape = Shape::Disc;
  EXPECT_LT(shapes().footprints[0].high - shapes().footprints[0].low, 4 * print.radius);
}

TEST(Mesh, RevolvedConeAndTubeFaceOutwards) {
  Mesh cone;
  const Vector2 profile[] = {{0, 0}, {0, 0.5}, {3, 0}};
  addRevolved(cone, profile, 200, Role::Force);
  EXPECT_NEAR(volumeOf(cone), std::numbers::pi * 0.25, 1e-3);
  expectNormalsFaceOutwards(cone);
  Mesh tube;
  std::vector<Vector3> arc;
  for (int i = 0; i <= 40; ++i) arc.push_back({std::cos(0.1 * i), std::sin(0.1 * i), 0.05 * i});
  addTube(tube, arc, 0.05, 12, Role::Spring);
  expectNormalsFaceOutwards(tube);
}

TEST(Layout, BodiesAtOneHingeLieInDifferentLayers) {
  const Mechanism m = samples::andrews();
  const SceneLayout layout = layoutOf(m);
  for (const JointCluster& cluster : layout.clusters)
    for (const PointRef& a : cluster.members)
      for (const PointRef& b : cluster.members)
        if (a.body < b.body && a.body != kGround) EXPECT_NE(layout.layers[a.body], layout.layers[b.body]);
  const auto biggest =
      std::max_element(layout.clusters.begin(), layout.clusters.end(),
                       [](const auto& a, const auto& b) { return a.members.size() < b.members.size(); });
  EXPECT_EQ(biggest->members.size(), 4u);  // K2, K3, K4 and K6 meet in F
}

TEST(Layout, PosesAreOfTheCentreOfMass) {
  const Mechanism m = samples::fourBar();
  auto poses = initialPoses(m);
  const Vector2 expected = (Vector2(0.2, 0.3) + Vector2(0.85, 0.75) + Vector2(0.35, 0.85)) / 3;
  EXPECT_NEAR((poses[1].position - lifted(expected)).norm(), 0, 1e-12);
  // half a turn about the centre of mass
  poses[1].rotation = planarPose(0, 0, std::numbers::pi).rotation;
  const Vector3 turned = placeOf(m, 1, m.bodies[1].points[0].position, poses);
  EXPECT_NEAR((turned - lifted(2 * expected - Vector2(0.2, 0.3))).norm(), 0, 1e-12);
}

TEST(Reach, SliderOfASliderCrankMovesBetweenItsDeadCentres) {
  const Mechanism m = samples::sliderCrank();  // crank 0.15 m, rod 0.4 m
  const SceneLayout layout = layoutOf(m);
  EXPECT_NEAR(layout.reach.slides[3].low, 0.25, 1e-9);
  EXPECT_NEAR(layout.reach.slides[3].high, 0.55, 1e-9);
  EXPECT_NEAR(layout.reach.box.min().x(), -0.15, 1e-9);
  EXPECT_NEAR(layout.reach.box.max().x(), 0.55, 1e-9);
  EXPECT_NEAR(layout.reach.box.max().y(), 0.15, 1e-9);
}

TEST(Reach, PendulumReachesItsCircleAndFreeBodiesDoNotCount) {
  Mechanism m = samples::pendulum();
  EXPECT_NEAR(layoutOf(m).reach.box.min().x(), -1, 1e-9);
  EXPECT_NEAR(layoutOf(m).reach.box.max().y(), 1, 1e-9);
  m.joints.clear();
  EXPECT_TRUE(layoutOf(m).reach.box.isEmpty());
}

TEST(Reach, EveryLoopOfALongRowIsHeldByThePivotsNearIt) {
  const Box3 box = layoutOf(makeFourBars(100)).reach.box;
  EXPECT_NEAR(box.min().x(), -1, 1e-9);
  EXPECT_NEAR(box.max().x(), 101, 1e-9);
  EXPECT_NEAR(box.min().y(), -1, 1e-9);
  EXPECT_NEAR(box.max().y(), 1, 1e-9);
}

TEST(Sizes, ThoseThatServeAreKept) {
  const Mechanism m = samples::fourBar();
  const SceneSizes own = layoutOf(m).sizes;
  SceneSizes kept = own;
  kept.halfWidth *= 0.6;
  EXPECT_EQ(layoutOf(m, &kept).sizes.halfWidth, kept.halfWidth);
  kept.halfWidth = 0.1 * own.halfWidth;
  EXPECT_EQ(layoutOf(m, &kept).sizes.halfWidth, own.halfWidth) << "hairlines";
  kept.halfWidth = own.typical;
  EXPECT_EQ(layoutOf(m, &kept).sizes.halfWidth, own.halfWidth) << "clumps";
}

TEST(Grid, SpacingIsOneTwoOrFive) {
  EXPECT_DOUBLE_EQ(niceSpacing(0.013), 0.01);
  EXPECT_DOUBLE_EQ(niceSpacing(0.0999), 0.05);
  EXPECT_DOUBLE_EQ(niceSpacing(0.1), 0.1);
  EXPECT_DOUBLE_EQ(niceSpacing(300), 200);
}

class CameraFrom : public testing::TestWithParam<std::pair<double, double>> {};

TEST_P(CameraFrom, RayGoesThroughTheProjectedPointAndFitHoldsAllCorners) {
  ViewCamera camera;
  camera.setViewport(640, 400);
  camera.look(GetParam().first, GetParam().second);
  std::vector<Vector3> corners;
  for (double x : {-3.0, 5.0})
    for (double y : {1.0, 2.0})
      for (double z : {-0.1, 0.4}) corners.push_back({x, y, z});
  camera.fit(corners);
  double outermost = 0;
  for (const Vector3& corner : corners) {
    const Vector2 pixel = camera.project(corner);
    outermost = std::max({outermost, std::abs(pixel.x() - 320) / 320, std::abs(pixel.y() - 200) / 200});
    const Ray ray = camera.rayThrough(pixel.x(), pixel.y());
    EXPECT_LT((corner - ray.origin).cross(ray.direction).norm(), 1e-9);
  }
  EXPECT_LE(outermost, 0.9);
  EXPECT_GE(outermost, 0.3);
}

INSTANTIATE_TEST_SUITE_P(Directions, CameraFrom,
                         testing::Values(std::pair(0.0, 0.0), std::pair(-0.2, 0.2), std::pair(3.0, -0.7),
                                         std::pair(0.0, std::numbers::pi / 2),
                                         std::pair(std::numbers::pi / 2, 0.0)));

/// Words at the upper edge do not cover what is fitted.
TEST(Camera, FitStaysBelowTheHeadroom) {
  for (const bool parallel : {true, false}) {
    ViewCamera camera;
    camera.setViewport(400, 300);
    camera.setParallel(parallel);
    camera.look(-0.2, 0.2);
    camera.setHeadroom(60);
    std::vector<Vector3> corners;
    for (const double x : {-1.0, 2.0})
      for (const double y : {-3.0, 3.0})
        for (const double z : {0.0, 0.2}) corners.push_back({x, y, z});
    camera.fit(corners);
    for (const Vector3& corner : corners) {
      EXPECT_GT(camera.project(corner).y(), 60) << parallel;
      EXPECT_LT(camera.project(corner).y(), 300) << parallel;
    }
  }
}

TEST(Camera, ZoomKeepsThePointUnderTheCursor) {
  ViewCamera camera;
  camera.setViewport(800, 600);
  const Vector3 corners[] = {{-1, -1, 0}, {1, 1, 0}};
  camera.fit(corners);
  const Vector3 point(0.4, -0.3, 0);
  const Vector2 before = camera.project(point);
  const double size = camera.pixelSize();
  camera.zoom(2, before.x(), before.y());
  EXPECT_LT((camera.project(point) - before).norm(), 1e-6);
  EXPECT_NEAR(camera.pixelSize(), 0.5 * size, 1e-12);
}

TEST(Picking, DistanceToHull) {
  const std::vector<Vector2> square{{0, 0}, {1, 0}, {1, 1}, {0, 1}};
  EXPECT_DOUBLE_EQ(distanceToHull({0.5, 0.5}, {0.5, 0.5}, square), 0);
  EXPECT_DOUBLE_EQ(distanceToHull({-1, 0.5}, {2, 0.5}, square), 0);  // straight through
  EXPECT_DOUBLE_EQ(distanceToHull({2, 0}, {2, 5}, square), 1);
  EXPECT_DOUBLE_EQ(distanceToHull({3, 4}, {3, 4}, {{0, 0}}), 5);
}

TEST(Picking, TheBodyInFrontWins) {
  const std::vector<BodyPose> poses{planarPose(0, 0, 0), planarPose(0, 0, 0.5)};
  const std::vector<Vector2> bar{{-1, 0}, {1, 0}};
  const std::vector<Footprint> upper{{bar, 0.1, 0.12, 0.22}}, lower{{bar, 0.1, 0, 0.1}};
  const auto footprints = [&](int body) -> const std::vector<Footprint>& {
    return body == 0 ? upper : lower;
  };
  const Ray front{{0.02, 0, 10}, {0, 0, -1}}, back{{0.02, 0, -10}, {0, 0, 1}},
      beside{{0.9, 0.13, 10}, {0, 0, -1}};
  EXPECT_EQ(pickBody(front, poses, footprints, 0).body, 0);
  EXPECT_EQ(pickBody(back, poses, footprints, 0).body, 1);
  EXPECT_EQ(pickBody(beside, poses, footprints, 0).body, -1);
  EXPECT_EQ(pickBody(beside, poses, footprints, 0.05).body, 0);
  const Ray edgeOn{{0.9, -10, 0.17}, {0, 1, 0}};  // in the middle of the upper layer
  EXPECT_EQ(pickBody(edgeOn, poses, footprints, 0).body, 0);
  EXPECT_NEAR(pickBody(edgeOn, poses, footprints, 0).way, 9.9, 1e-6) << "where it meets the side of the bar";
}

}  // namespace
}  // namespace holonom
