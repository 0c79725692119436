// SPDX-License-Identifier: GPL-3.0-or-later
// The picture of bodies that are made of solids.
#include <gtest/gtest.h>

#include <algorithm>

#include "core/model/solids.h"
#include "gui/viewport/scene/body_shape.h"
#include "gui/viewport/scene/picking.h"

namespace holonom {
namespace {

Mechanism madeOf(std::vector<BodySolid> solids, std::vector<Point> points = {}) {
  Mechanism m;
  m.bodies.resize(1);
  m.bodies[0].name = "b";
  m.bodies[0].kind = Body::Kind::Spatial;
  m.bodies[0].solids = std::move(solids);
  m.bodies[0].points = std::move(points);
  EXPECT_FALSE(composeMass(m.bodies[0]));
  return m;
}

BodyShape shapeOf(const Mechanism& m) { return shapeOf(looksOf(m, layoutOf(m)).front()); }

/// Of the mesh in the axes of the body.
Box3 boxOf(const Mechanism& m) {
  Box3 box;
  const Mesh mesh = shapeOf(m).mesh;
  for (std::size_t i = 0; i < mesh.points.size(); i += 3)
    box.extend(Vector3(mesh.points[i], mesh.points[i + 1], mesh.points[i + 2]) + m.bodies[0].centreOfMass);
  return box;
}

BodySolid solid(BodySolid::Shape shape) {
  BodySolid made;
  made.shape = shape;
  made.size = {0.2, 0.4, 0.6};
  made.thickness = 0.05;
  made.radius = 0.3;
  made.innerRadius = 0.2;
  made.length = 2;
  return made;
}

TEST(SolidShapes, AreDrawnAsLargeAsTheyAre) {
  using enum BodySolid::Shape;
  const std::pair<BodySolid::Shape, Vector3> cases[] = {
      {Box, {0.2, 0.4, 0.6}}, {Plate, {0.2, 0.4, 0.05}}, {Bar, {2, 0.6, 0.6}}, {Cylinder, {0.6, 0.6, 2}},
      {Tube, {0.6, 0.6, 2}},  {Sphere, {0.6, 0.6, 0.6}}, {Cone, {0.6, 0.6, 2}}};
  for (const auto& [shape, size] : cases) {
    const Vector3 drawn = boxOf(madeOf({solid(shape)})).sizes();
    EXPECT_LT((drawn - size).norm(), 0.03) << int(shape) << ": " << drawn.transpose();
  }
  // the base of a cone lies a quarter of its length below its centre of mass
  EXPECT_NEAR(boxOf(madeOf({solid(Cone)})).min().z(), -0.5, 1e-6);
}

TEST(SolidShapes, LieWhereTheyAre) {
  BodySolid ball = solid(BodySolid::Shape::Sphere), rod = solid(BodySolid::Shape::Cylinder);
  ball.position = {3, 0, 0};
  rod.axis = {0, 1, 0};
  rod.angle = EIGEN_PI / 2;  // along x
  const Box3 box = boxOf(madeOf({rod, ball}));
  EXPECT_NEAR(box.min().x(), -1, 0.03);
  EXPECT_NEAR(box.max().x(), 3.3, 0.03);
  EXPECT_NEAR(box.max().z(), 0.3, 0.03);
}

TEST(SolidShapes, ReachPointsBesideThemByArms) {
  const BodySolid box = solid(BodySolid::Shape::Box);
  const Mechanism within = madeOf({box}, {{"P", {0.1, 0.1, 0.1}}}),
                  beside = madeOf({box}, {{"P", {0, 0, 3}}});
  EXPECT_LT(boxOf(within).max().z(), 0.4);
  EXPECT_NEAR(boxOf(beside).max().z(), 3, 0.05);
}

TEST(SolidShapes, ArePickedAsTheyAreSeen) {
  const Mechanism m = madeOf({solid(BodySolid::Shape::Tube), solid(BodySolid::Shape::Cone)});
  EXPECT_EQ(shapeOf(m).footprints.size(), 2u);
}

TEST(SolidShapes, OfPointsAloneAreThoseOfAnyBody) {
  BodySolid other = ownMassOf(Body());
  const Mechanism m = madeOf({other, solid(BodySolid::Shape::Point)});
  EXPECT_GT(shapeOf(m).footprints.size(), 0u);
}

}  // namespace
}  // namespace holonom
