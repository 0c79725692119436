// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/dynamics/coordinate_layout.h"

#include <gtest/gtest.h>

#include "core/dynamics/equations_of_motion.h"
#include "core/model/centre_motion.h"

namespace holonom {
namespace {

/// A rigid body, a beam, another rigid body, and a controller with a state and a variable.
Mechanism mixed() {
  Mechanism mechanism;
  for (const char* name : {"crank", "rod", "slider"}) {
    Body body;
    body.name = name;
    body.centreOfMass = {0.5, 0};
    body.points = {{"A", {0, 0}}, {"B", {1, 0}}};
    mechanism.bodies.push_back(body);
  }
  mechanism.bodies[1].flexible =
      FlexibleBeam{.to = 1, .youngsModulus = 1e9, .area = 1e-4, .secondMoment = 1e-9};
  mechanism.controllers = {
      {"loop", ControlLaw{{{"error", 0.5, "crank.theta", 2}}, {{"force", 0, "loop.force - 1", 3}}, {}}}};
  return mechanism;
}

TEST(CoordinateLayout, HasFramesThenBeamsThenControllers) {
  const Mechanism mechanism = mixed();
  const CoordinateLayout places(mechanism);
  const int elastic = mechanism.bodies[1].flexible->coordinateCount();
  EXPECT_EQ(places.frames().count, 9);
  EXPECT_EQ(places.place(2), 6);
  EXPECT_EQ(places.angle(1), 5);
  EXPECT_EQ(places.elastic(0).count, 0);
  EXPECT_EQ(places.elastic(1).first, 9);
  EXPECT_EQ(places.elastic(1).count, elastic);
  EXPECT_EQ(places.controls().first, 9 + elastic);
  EXPECT_EQ(places.count(), 11 + elastic);
  EXPECT_EQ(std::make_unique<EquationsOfMotion>(mechanism)->coordinateCount(), places.count());
}

TEST(CoordinateLayout, KnowsWhoseACoordinateIsAndItsName) {
  const Mechanism mechanism = mixed();
  const CoordinateLayout places(mechanism);
  const int elastic = places.elastics().count;
  const std::vector<std::pair<const char*, int>> expected{
      {"crank.x", 0},   {"crank.y", 0},  {"crank.theta", 0}, {"rod.x", 1},       {"rod.y", 1},
      {"rod.theta", 1}, {"slider.x", 2}, {"slider.y", 2},    {"slider.theta", 2}};
  for (int i = 0; i < places.count(); ++i) {
    const int own = i < 9 ? expected[i].second : i < 9 + elastic ? 1 : -1;
    const std::string name = i < 9              ? expected[i].first
                             : i < 9 + elastic  ? "rod.q" + std::to_string(i - 8)
                             : i == 9 + elastic ? "loop.error"
                                                : "loop.force";
    EXPECT_EQ(places.bodyOf(i), own) << i;
    EXPECT_EQ(places.nameOf(mechanism, i), name) << i;
  }
}

TEST(CoordinateLayout, DescribesCoordinates) {
  const Mechanism mechanism = mixed();
  const CoordinateLayout places(mechanism);
  const std::vector<Coordinate> all = places.describe(mechanism, 7);
  EXPECT_EQ(all[4].scale, 7);
  EXPECT_EQ(all[4].group, 3);
  EXPECT_EQ(all[9].group, 3) << "a beam bends in the directions of its frame";
  EXPECT_TRUE(all[5].isAngle);
  EXPECT_EQ(all[5].scale, 1);
  EXPECT_EQ(all[5].group, -1);
  EXPECT_EQ(all[all.size() - 2].role, Coordinate::Role::State);
  EXPECT_EQ(all[all.size() - 2].scale, 2);
  EXPECT_EQ(all.back().role, Coordinate::Role::Variable);
  EXPECT_EQ(all.back().part, (PartRef{PartRef::Kind::Controller, 0}));
}

TEST(CentreMotion, GoesToTheCentreOfMassAndBack) {
  Body body;
  body.centreOfMass = {0.3, -0.2};
  body.position = {1, 2};
  body.angle = 0.7;
  body.velocity = {-1, 4};
  body.angularVelocity = 3;
  const CentreMotion motion = centreMotion(body);
  const Vector2 arm(std::cos(0.7) * 0.3 + std::sin(0.7) * 0.2, std::sin(0.7) * 0.3 - std::cos(0.7) * 0.2);
  EXPECT_LT((inPlane(motion.place - body.position) - arm).norm(), 1e-15);
  EXPECT_LT((inPlane(motion.velocity - body.velocity) - 3 * perpendicular(arm)).norm(), 1e-14);
  Body back = body;
  back.position = back.velocity = Vector3::Zero();
  back.angle = back.angularVelocity = 0;
  setCentreMotion(back, motion);
  EXPECT_LT((back.position - body.position).norm() + (back.velocity - body.velocity).norm(), 1e-14);
  EXPECT_EQ(back.angle, body.angle);
  EXPECT_EQ(back.angularVelocity, body.angularVelocity);
}

}  // namespace
}  // namespace holonom
