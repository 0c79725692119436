// SPDX-License-Identifier: GPL-3.0-or-later
// What sets two variants of a model apart, in words.
#include "core/model/model_difference.h"

#include <gtest/gtest.h>

#include "core/model/editing.h"

namespace holonom {
namespace {

Mechanism arm() {
  Mechanism m;
  m.name = "Arm";
  m.parameters = {{"k", 3.0}};
  m.ground.points = {{"O", {0, 0}}};
  Body body;
  body.name = "bar";
  body.mass = 0.5;
  body.points = {{"A", {0, 0}}, {"B", {0.25, 0}}};
  m.bodies = {body};
  m.joints = {{"pin", RevoluteJoint{{kGround, 0}, {0, 0}}}};
  m.forces = {{"spring1", SpringDamper{{kGround, 0}, {0, 1}, 10, 1, 1}}};
  return m;
}

TEST(ModelDifference, NamesWhatIsDifferentWithItsValue) {
  const Mechanism before = arm();
  Mechanism after = arm();
  EXPECT_EQ(differenceInWords(before, after, {}), "");
  after.bodies[0].mass = 0.75;
  EXPECT_EQ(differenceInWords(before, after, {}), "mass of bar 0.5 kg");
  EXPECT_EQ(differenceInWords(after, before, {}), "mass of bar 0.75 kg");
  after.parameters[0].second = 4;
  EXPECT_EQ(differenceInWords(before, after, {}), "k 3, mass of bar 0.5 kg");
  after.gravity = {0, 0};
  EXPECT_EQ(differenceInWords(before, after, {}), "gravity (0, -9.81) m/s², k 3 and 1 more");
  EXPECT_EQ(differenceInWords(before, after, {}, 3), "gravity (0, -9.81) m/s², k 3, mass of bar 0.5 kg");
}

TEST(ModelDifference, UsesTheUnitsShown) {
  Mechanism after = arm();
  after.bodies[0].points[1].position.x() = 0.3;
  EXPECT_EQ(differenceInWords(arm(), after, {.millimetres = true}), "B of bar (250, 0) mm");
}

TEST(ModelDifference, PartsThatOnlyOneOfThemHas) {
  Mechanism without = arm();
  removePart(without, {PartRef::Kind::Force, 0});
  EXPECT_EQ(differenceInWords(arm(), without, {}), "with spring1");
  EXPECT_EQ(differenceInWords(without, arm(), {}), "without spring1");
}

TEST(ModelDifference, TitlesSettingsAndTheOrderOfPartsDoNotCount) {
  Mechanism other = arm();
  other.name = "Another";
  other.description = "It is the same.";
  other.run.endTime = 7;
  Body first;
  first.name = "first";
  first.points = {{"P", {0, 0}}};
  other.bodies.insert(other.bodies.begin(), first);
  other.joints[0] = {"pin", RevoluteJoint{{kGround, 0}, {1, 0}}};
  other.forces[0] = {"spring1", SpringDamper{{kGround, 0}, {1, 1}, 10, 1, 1}};
  EXPECT_EQ(differenceInWords(arm(), other, {}), "without first");
}

}  // namespace
}  // namespace holonom
