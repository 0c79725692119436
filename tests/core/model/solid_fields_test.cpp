// SPDX-License-Identifier: GPL-3.0-or-later
// Solids of a body in space as they are added, changed and taken away in the properties.
#include <gtest/gtest.h>

#include <numbers>

#include "core/base/error.h"
#include "core/model/fields.h"
#include "core/model/solids.h"

namespace holonom {
namespace {

class SolidFieldsTest : public testing::Test {
 protected:
  SolidFieldsTest() {
    m_.bodies.resize(1);
    m_.bodies[0].name = "b";
    m_.bodies[0].kind = Body::Kind::Spatial;
    m_.bodies[0].mass = 2;
    m_.bodies[0].moments = {3, 4, 5};
    m_.bodies[0].points = {{"P", {1, 0, 0}}};
  }
  Body& body() { return m_.bodies[0]; }
  std::vector<FieldGroup> groups() const { return fieldsOf(m_, {PartRef::Kind::Body, 0}); }
  void add() {
    for (const FieldGroup& group : groups())
      if (group.addLabel == "Add a solid") return group.add(m_);
    FAIL() << "no list of solids";
  }
  void set(const std::string& key, const FieldValue& value) {
    const auto all = groups();
    const Field* field = findField(all, key);
    ASSERT_NE(field, nullptr) << key;
    setField(m_, *field, value);
  }
  bool has(const std::string& key) const { return findField(groups(), key) != nullptr; }
  void removeSolid(std::size_t place) {
    std::size_t count = 0;
    for (const FieldGroup& group : groups())
      if (group.remove && group.title.starts_with("Solid ") && count++ == place) return group.remove(m_);
    FAIL() << "no solid " << place;
  }
  Mechanism m_;
};

TEST_F(SolidFieldsTest, AreAddedToWhatTheBodyHas) {
  add();
  ASSERT_EQ(body().solids.size(), 2u) << "what it had, and the new one";
  const double steel = body().mass - 2;
  EXPECT_GT(steel, 0);
  EXPECT_DOUBLE_EQ(steel, 7850 * body().solids[1].size.prod());
  set("solids.1.weighed", 0);
  set("solids.1.mass", 6.0);
  set("solids.1.pose.position", Vector3(0, 0, 4));
  EXPECT_DOUBLE_EQ(body().mass, 8);
  EXPECT_DOUBLE_EQ(body().centreOfMass.z(), 3);
  set("solids.0.mass", 0.0);
  EXPECT_DOUBLE_EQ(body().mass, 6);
}

TEST_F(SolidFieldsTest, GiveTheBodyItsMassAlone) {
  add();
  removeSolid(0);
  ASSERT_EQ(body().solids.size(), 1u);
  set("solids.0.shape", int(BodySolid::Shape::Cylinder));
  EXPECT_FALSE(has("solids.0.size"));
  set("solids.0.weighed", 1);
  set("solids.0.density", 1000.0);
  set("solids.0.radius", 0.5);
  set("solids.0.length", 2.0);
  const double mass = 500 * std::numbers::pi;
  EXPECT_NEAR(body().mass, mass, 1e-12 * mass);
  EXPECT_NEAR(body().moments.z(), mass / 8, 1e-12 * mass);
  set("solids.0.pose.axis", Vector3(0, 3, 0));
  set("solids.0.pose.angle", std::numbers::pi / 2);
  EXPECT_NEAR(body().moments.x(), mass / 8, 1e-12 * mass) << "it lies along x";
  EXPECT_THROW(set("mass", 1.0), InputError) << "follows from the solid";
  EXPECT_NO_THROW(set("mass", body().mass));
  removeSolid(0);
  EXPECT_TRUE(body().solids.empty());
  EXPECT_NO_THROW(set("mass", 1.0)) << "its own again";
  EXPECT_NEAR(body().moments.x(), mass / 8, 1e-12 * mass);
}

TEST_F(SolidFieldsTest, RefuseWhatNoSolidIs) {
  add();
  const Mechanism before = m_;
  const auto refuses = [&](const std::string& key, const FieldValue& value) {
    EXPECT_THROW(set(key, value), InputError) << key;
    EXPECT_EQ(m_, before) << key;
  };
  refuses("solids.1.size", Vector3(1, 0, 1));
  refuses("solids.1.pose.axis", Vector3(0, 0, 0));
  set("solids.1.shape", int(BodySolid::Shape::Tube));
  EXPECT_THROW(set("solids.1.innerRadius", 1.0 + body().solids[1].radius), InputError);
  set("solids.1.shape", int(BodySolid::Shape::Plate));
  EXPECT_THROW(set("solids.1.weighed", 1), InputError) << "a thin plate has no volume";
  set("solids.1.shape", int(BodySolid::Shape::Point));
  EXPECT_FALSE(has("solids.1.weighed"));
  EXPECT_THROW(removeSolid(0), InputError) << "a point has no inertia";
}

}  // namespace
}  // namespace holonom
