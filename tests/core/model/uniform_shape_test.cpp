// SPDX-License-Identifier: GPL-3.0-or-later
// Mass, centre of mass and inertia of bodies that are uniform follow their points; values of their own stay.
#include "core/model/uniform_shape.h"

#include <gtest/gtest.h>

#include "core/base/error.h"
#include "core/io/model_reader.h"
#include "core/io/model_writer.h"
#include "core/model/building.h"
#include "core/model/editing.h"
#include "core/model/fields.h"

namespace holonom {
namespace {

void set(Mechanism& m, const std::string& key, const FieldValue& value, int body = 0) {
  const auto groups = fieldsOf(m, {PartRef::Kind::Body, body});
  const Field* field = findField(groups, key);
  ASSERT_NE(field, nullptr) << key;
  setField(m, *field, value);
}

Mechanism link() {
  Mechanism m;
  addLink(m, {{0, 0}}, {{0.4, 0}});
  return m;
}

Mechanism plate() {
  Mechanism m;
  const Place corners[] = {{{0, 0}}, {{0.3, 0}}, {{0.3, 0.2}}, {{0, 0.2}}};
  addPlate(m, corners);
  return m;
}

/// A file keeps what a body is.
void expectKept(const Mechanism& m) {
  const Mechanism again = parseMechanism(formatMechanism(m), "again");
  EXPECT_TRUE(again == m) << formatMechanism(m);
  EXPECT_EQ(uniformShapeOf(again.bodies[0]).has_value(), uniformShapeOf(m.bodies[0]).has_value());
}

TEST(UniformShape, APointThatIsMovedTakesTheMassAlong) {
  Mechanism m = link();
  set(m, "points.B", Vector2(0.6, 0.8));
  const Body& bar = m.bodies[0];
  EXPECT_DOUBLE_EQ(bar.mass, kLinkMassPerLength);
  EXPECT_DOUBLE_EQ(bar.inertia, kLinkMassPerLength / 12);
  EXPECT_EQ(bar.centreOfMass, Vector3(0.3, 0.4));
  expectKept(m);
  EXPECT_THROW(set(m, "points.B", Vector2(0, 0)), InputError) << "a bar without length";
  EXPECT_DOUBLE_EQ(m.bodies[0].mass, kLinkMassPerLength) << "and no change";
}

TEST(UniformShape, ABarReachesAsFarAsItsPoints) {
  Mechanism m = link();
  pointAt(m, 0, {0.1, 0});
  EXPECT_DOUBLE_EQ(m.bodies[0].mass, 0.4 * kLinkMassPerLength) << "a point between the ends adds nothing";
  set(m, "points." + m.bodies[0].points[2].name, Vector2(1, 0));
  EXPECT_DOUBLE_EQ(m.bodies[0].mass, kLinkMassPerLength);
  EXPECT_EQ(m.bodies[0].centreOfMass, Vector3(0.5, 0));
  removePart(m, {PartRef::Kind::Body, 0, 2});
  EXPECT_DOUBLE_EQ(m.bodies[0].mass, 0.4 * kLinkMassPerLength);
  expectKept(m);
}

TEST(UniformShape, APlateIsTheHullOfItsPoints) {
  Mechanism m = plate();
  const Vector3 corner = m.bodies[0].points[2].position;
  EXPECT_NEAR(m.bodies[0].mass, 0.06 * kPlateMassPerArea, 1e-12);
  expectKept(m);
  set(m, "points.C", Vector3(corner + Vector3(0.3, 0.2)));
  EXPECT_NEAR(m.bodies[0].mass, 0.12 * kPlateMassPerArea, 1e-12);
  pointAt(m, 0, {0.1, 0.1});
  EXPECT_NEAR(m.bodies[0].mass, 0.12 * kPlateMassPerArea, 1e-12) << "a point inside adds nothing";
  pointAt(m, 0, {-0.3, 0.1});
  EXPECT_NEAR(m.bodies[0].mass, 0.15 * kPlateMassPerArea, 1e-12) << "what is seen outside does";
  expectKept(m);
}

TEST(UniformShape, ValuesOfItsOwnStay) {
  for (const char* key : {"mass", "inertia"}) {
    Mechanism m = link();
    set(m, key, 7.0);
    EXPECT_FALSE(uniformShapeOf(m.bodies[0])) << key;
    const Body own = m.bodies[0];
    set(m, "points.B", Vector2(0.9, 0));
    ASSERT_TRUE(stretch(m, {0, 1}, {2, 0}));
    EXPECT_EQ(m.bodies[0].mass, own.mass) << "Shift-drag as well";
    EXPECT_EQ(m.bodies[0].inertia, own.inertia);
    EXPECT_EQ(m.bodies[0].centreOfMass, own.centreOfMass);
    expectKept(m);
  }
  Mechanism m = link();
  set(m, "centreOfMass", Vector2(0.1, 0));
  EXPECT_FALSE(uniformShapeOf(m.bodies[0]));
}

TEST(UniformShape, BecomesTheRuleAgainWithTheMassThatItHas) {
  Mechanism m = link();
  set(m, "mass", 3.0);
  set(m, "inertia", 9.0);
  set(m, "shape", 1);
  EXPECT_DOUBLE_EQ(m.bodies[0].mass, 3);
  EXPECT_DOUBLE_EQ(m.bodies[0].inertia, 3 * 0.16 / 12);
  EXPECT_DOUBLE_EQ(uniformShapeOf(m.bodies[0])->density, 7.5);
  EXPECT_THROW(set(m, "shape", 2), InputError) << "two points make no plate";
  EXPECT_THROW(set(m, "shape", 0), InputError) << "what are the values of its own?";
}

TEST(UniformShape, AShapeThatLosesItsPointsKeepsItsValues) {
  Mechanism m = link();
  const Body before = m.bodies[0];
  removePart(m, {PartRef::Kind::Body, 0, 1});
  EXPECT_FALSE(uniformShapeOf(m.bodies[0]));
  EXPECT_EQ(m.bodies[0].mass, before.mass);
  EXPECT_EQ(m.bodies[0].inertia, before.inertia);
}

TEST(UniformShape, ABeamIsABarBetweenItsEnds) {
  Mechanism m = link();
  pointAt(m, 0, {0.3, 0});
  set(m, "flexible", true);
  EXPECT_DOUBLE_EQ(m.bodies[0].mass, 0.4 * kLinkMassPerLength);
  set(m, "points.B", Vector2(0.6, 0));
  EXPECT_DOUBLE_EQ(m.bodies[0].mass, 0.6 * kLinkMassPerLength);
  EXPECT_EQ(m.bodies[0].centreOfMass, Vector3(0.3, 0));
  EXPECT_THROW(set(m, "shape", 2), InputError);
  expectKept(m);
}

/// Files give inertias to some digits.
TEST(UniformShape, IsKnownFromTwelveDigits) {
  Mechanism m = link();
  m.bodies[0].inertia *= 1 + 1e-12;
  EXPECT_TRUE(uniformShapeOf(m.bodies[0]));
  m.bodies[0].inertia *= 1.001;
  EXPECT_FALSE(uniformShapeOf(m.bodies[0]));
}

}  // namespace
}  // namespace holonom
