// SPDX-License-Identifier: GPL-3.0-or-later
// What every kind of force that there is goes through: files, properties, changes into other kinds.
#include <gtest/gtest.h>

#include <set>

#include "core/base/error.h"
#include "core/io/model_reader.h"
#include "core/io/model_writer.h"
#include "core/model/building.h"
#include "core/model/fields.h"
#include "core/model/part_references.h"
#include "core/model/part_view.h"
#include "core/model/particles.h"

namespace holonom {
namespace {

/// Two bars and a force of that kind on both, on the second, or at a hinge between them; in space where it
/// cannot be in the plane.
Mechanism withForce(std::size_t kind) {
  Mechanism m;
  for (const double at : {0.0, 0.7}) addLink(m, {{at, 0.1}}, {{at + 0.5, 0.3}});
  Force force{"force", makeForce(kind)};
  const PartReferences parts = referencesOf(force);
  for (std::size_t i = 0; i < parts.points.size(); ++i) *parts.points[i] = {1 - int(i), int(i)};
  for (std::size_t i = 0; i < parts.bodies.size(); ++i) *parts.bodies[i] = 1 - int(i);
  for (int* joint : parts.joints) {
    m.joints = {{"hinge", RevoluteJoint{{0, 1}, {1, 0}}}};
    *joint = 0;
  }
  std::visit(
      [](auto& law) {
        if constexpr (requires { law.begin(1.0); }) law.begin(0.4);
        if constexpr (requires { law.grabs; })
          law.stiffness = 50, law.grabs = {{1, Vector3::Zero(), {{0.5, Vector3::Zero(), 0}}}};
      },
      force.kind);
  m.forces = {force};
  if (misfitOf(m, force))
    for (int body : {0, 1}) changeKind(m, body, Body::Kind::Spatial);
  return m;
}

void expectSameAgain(const Mechanism& mechanism) {
  const std::string text = formatMechanism(mechanism);
  try {
    EXPECT_TRUE(parseMechanism(text, "again") == mechanism) << text;
  } catch (const InputError& error) {
    FAIL() << error.full() << text;
  }
}

TEST(ForceKinds, HaveWordsOfTheirOwn) {
  std::set<std::string> titles;
  for (const PartKind& kind : forceKinds()) {
    EXPECT_TRUE(titles.insert(kind.title).second) << kind.title;
    EXPECT_GT(kind.what.str().size(), 2u) << kind.name;
  }
}

TEST(ForceKinds, AreWrittenAndReadWithEveryValue) {
  for (std::size_t kind = 0; kind < forceKinds().size(); ++kind) {
    Mechanism m = withForce(kind);
    EXPECT_EQ(m.forces[0].kind.index(), kind);
    expectSameAgain(m);
    const std::string text = formatMechanism(m);
    for (const PartValue& value : viewOf(m.forces[0]).values)
      if (value.has && value.presence != Presence::Spared)
        EXPECT_NE(text.find('"' + std::string(value.key) + '"'), std::string::npos) << text;
  }
}

/// What is written of a value is what the property panel shows of it.
TEST(ForceKinds, HaveAFieldForEveryValue) {
  for (std::size_t kind = 0; kind < forceKinds().size(); ++kind) {
    Mechanism m = withForce(kind);
    const auto fields = fieldsOf(m, {PartRef::Kind::Force, 0});
    for (const PartValue& value : viewOf(m.forces[0]).values) {
      const std::string key = value.key;
      if (value.applies(false)) EXPECT_TRUE(findField(fields, key) || findField(fields, key + ".0")) << key;
    }
  }
}

TEST(ForceKinds, CanBeChangedWithinTheirFamily) {
  int changes = 0, changesInSpace = 0;
  for (std::size_t kind = 0; kind < forceKinds().size(); ++kind) {
    const auto fields = fieldsOf(withForce(kind), {PartRef::Kind::Force, 0});
    const Field& type = *findField(fields, "type");
    for (const std::string& other : type.choices) {
      Mechanism m = withForce(kind);
      setField(m, type, parseField(type, m, other, {}));
      EXPECT_EQ(forceKinds()[m.forces[0].kind.index()].title.str(), other);
      EXPECT_EQ(lineOf(m.forces[0]), lineOf(withForce(kind).forces[0]));
      EXPECT_EQ(pointOf(m.forces[0]), pointOf(withForce(kind).forces[0]));
      expectSameAgain(m);
      (isSpatial(m) ? changesInSpace : changes) += other != forceKinds()[kind].title.str();
      for (const FieldGroup& group : fieldsOf(m, {PartRef::Kind::Force, 0}))
        for (const Field& field : group.fields) {
          Mechanism same = m;
          EXPECT_NO_THROW(setField(same, field, field.get(m))) << other << ' ' << field.key;
          EXPECT_TRUE(same == m) << field.key;
        }
    }
  }
  EXPECT_EQ(changes, 6 + 2 + 2 + 2) << "along a line, at a point, on a body, at a joint";
  EXPECT_EQ(changesInSpace, 3 + 2) << "of a bushing, of a moment";
}

}  // namespace
}  // namespace holonom
