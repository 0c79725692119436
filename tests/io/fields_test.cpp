// SPDX-License-Identifier: GPL-3.0-or-later
// The descriptions of fields reach all that a model file can say, and change nothing but what they say.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <numbers>
#include <set>

#include "core/io/model_reader.h"
#include "core/io/model_writer.h"
#include "core/model/editing.h"
#include "core/model/fields.h"
#include "tests/io/model_texts.h"

namespace holonom {
namespace {

using nlohmann::ordered_json;
using Kind = PartRef::Kind;
constexpr Kind kKinds[] = {Kind::Body,       Kind::Joint, Kind::Driver, Kind::Constraint,
                           Kind::Controller, Kind::Force, Kind::Event,  Kind::Output};

std::vector<PartRef> allParts(const Mechanism& m) {
  std::vector<PartRef> parts{{}, {Kind::Ground}, {Kind::Ground, 0, 1}, {Kind::Body, 0, 1}};
  for (const Kind kind : kKinds)
    for (int i = 0; i < partCount(m, kind); ++i) parts.push_back({kind, i});
  return parts;
}

Mechanism inSpace() { return parseMechanism(spatialModel(), "spatial"); }

TEST(Fields, SettingWhatIsThereChangesNothing) {
  int seen = 0;
  for (const Mechanism& m : {everything(), inSpace()})
    for (const PartRef& part : allParts(m))
      for (const FieldGroup& group : fieldsOf(m, part))
        for (const Field& field : group.fields) {
          Mechanism copy = m;
          EXPECT_NO_THROW(setField(copy, field, field.get(m))) << field.key;
          EXPECT_TRUE(copy == m) << field.key;
          EXPECT_FALSE(field.label.empty());
          EXPECT_FALSE(field.help.empty()) << field.key;
          ++seen;
        }
  EXPECT_GT(seen, 250);
}

void expectSameTexts(const Mechanism& m, const ShownUnits& shown) {
  for (const PartRef& part : allParts(m))
    for (const FieldGroup& group : fieldsOf(m, part))
      for (const Field& field : group.fields) {
        const std::string text = fieldText(field, m, field.get(m), shown);
        const FieldValue again = parseField(field, m, text, shown);
        EXPECT_EQ(fieldText(field, m, again, shown), text) << field.key;
        if (shown == ShownUnits{}) EXPECT_TRUE(again == field.get(m)) << field.key << " " << text;
      }
}

TEST(Fields, TextsAreReadAsTheSame) {
  for (const ShownUnits& shown : {ShownUnits{}, ShownUnits{true, true}})
    for (const Mechanism& m : {everything(), inSpace()}) expectSameTexts(m, shown);
}

TEST(Fields, AreWrittenAsAPersonWould) {
  Mechanism m = everything();
  m.bodies[0].angle = std::numbers::pi;
  m.bodies[0].angularVelocity = 2 * std::numbers::pi;
  m.bodies[0].position = {1, -0.0};
  m.bodies[0].velocity = {0.3, -1.6e-17};
  m.drivers[0].motion = "1.5707963267948966 + 6.283185307179586*t + sin(0.29770883467891234*t)";
  const auto text = [&m](const PartRef& part, const std::string& key, int digits) {
    for (const FieldGroup& group : fieldsOf(m, part))
      for (const Field& field : group.fields)
        if (field.key == key) {
          const std::string written = fieldText(field, m, field.get(m), {}, digits);
          if (digits == 0 && field.kind == Field::Kind::Number)
            EXPECT_TRUE(parseField(field, m, written, {}) == field.get(m)) << "to the last bit";
          return written;
        }
    return "no " + key;
  };
  const PartRef body{PartRef::Kind::Body, 0};
  EXPECT_EQ(text(body, "pose.angle", 6), "3.14159 rad");
  EXPECT_EQ(text(body, "pose.angle", 0), "180 deg");
  EXPECT_EQ(text(body, "velocity.angular", 0), "360 deg/s");
  EXPECT_EQ(text(body, "pose.position", 6), "(1, 0) m");
  EXPECT_EQ(text(body, "velocity.linear", 0), "(0.3, 0) m/s");
  const PartRef driver{PartRef::Kind::Driver, 0};
  EXPECT_EQ(text(driver, "motion", 6), "pi/2 + 2*pi*t + sin(0.297709*t)");
  EXPECT_EQ(text(driver, "motion", 0), m.drivers[0].motion);
  m.drivers[0].motion = "0 + 2*pi*t";
  EXPECT_EQ(text(driver, "motion", 6), "2*pi*t");
  m.bodies[0].angle = 0.29770883467891235;
  EXPECT_EQ(text(body, "pose.angle", 0), "0.29770883467891235 rad");
}

/// A value other than the one that is there; nothing where there is only one.
std::optional<FieldValue> another(const Field& field, const Mechanism& m) {
  const FieldValue now = field.get(m);
  switch (field.kind) {
    case Field::Kind::Number:
      return FieldValue(std::holds_alternative<double>(now) ? std::get<double>(now) * 0.7 + 0.0625 : 0.5);
    case Field::Kind::Integer: return FieldValue(now == FieldValue(2) ? 3 : 2);
    case Field::Kind::Vector: return FieldValue(Vector3(std::get<Vector3>(now) + Vector3(0.25, 0.5)));
    case Field::Kind::Text:
      return FieldValue(field.key == "display.colour" ? std::string("#123456") : std::string("other"));
    case Field::Kind::Name: return FieldValue(std::string("anotherName"));
    case Field::Kind::Expression: return std::nullopt;
    default:
      for (const auto& [name, value] : fieldOptions(field, m))
        if (value != now) return value;
  }
  return std::nullopt;
}

TEST(Fields, HaveThreeComponentsInSpace) {
  const Mechanism m = inSpace();
  const auto fields = fieldsOf(m, {Kind::Body, 0});
  const Field& position = *findField(fields, "pose.position");
  EXPECT_EQ(fieldText(position, m, position.get(m), {}), "(1, 2, 3) m");
  EXPECT_EQ(std::get<Vector3>(parseField(position, m, "(4, 5, 6) mm", {})), Vector3(0.004, 0.005, 0.006));
  EXPECT_EQ(std::get<Vector3>(parseField(position, m, "4, 5", {})), Vector3(4, 5, 0));
  EXPECT_THROW(parseField(position, m, "4, 5, 6, 7", {}), InputError);
  const Field& inertia = *findField(fields, "inertia");
  Mechanism changed = m;
  EXPECT_THROW(setField(changed, inertia, Vector3(0.1, -1, 1)), InputError);
  EXPECT_THROW(setField(changed, inertia, Vector3(0.1, 0.1, 1)), InputError) << "no body has these";
  EXPECT_NO_THROW(setField(changed, inertia, Vector3(0.1, 0.15, 0.2)));
  const auto planar = fieldsOf(m, {Kind::Body, 2});
  EXPECT_THROW(parseField(*findField(planar, "pose.position"), m, "4, 5, 6", {}), InputError);
}

TEST(Fields, WhatRoundingLeftIsNotShown) {
  Mechanism m = everything();
  const auto fields = fieldsOf(m, {Kind::Body, 0, 1});
  const Field* position = findField(fields, "position");
  ASSERT_NE(position, nullptr);
  position->set(m, Vector2(0.14999999999999994, 1e-18));
  EXPECT_EQ(fieldText(*position, m, position->get(m), {}), "(0.15, 0) m");
  position->set(m, Vector2(0.1499999, 1e-7));
  EXPECT_EQ(fieldText(*position, m, position->get(m), {}), "(0.1499999, 1e-7) m") << "that is no rounding";
}

TEST(Fields, EveryFieldChangesTheFile) {
  const Mechanism m = everything();
  int changes = 0, refused = 0;
  for (const PartRef& part : allParts(m))
    for (const FieldGroup& group : fieldsOf(m, part))
      for (const Field& field : group.fields) {
        const auto value = another(field, m);
        if (!value) continue;
        Mechanism copy = m;
        try {
          setField(copy, field, *value);
        } catch (const InputError& error) {
          EXPECT_TRUE(copy == m) << field.key;
          EXPECT_FALSE(error.full().empty());
          ++refused;
          continue;
        }
        EXPECT_FALSE(copy == m) << field.key;
        EXPECT_TRUE(formatMechanism(copy) != formatMechanism(m)) << field.key;
        ++changes;
      }
  EXPECT_GT(changes, 200);
  EXPECT_LT(refused, 40) << "values that the other parts do not allow";
}

/// Keys of an object of the file down to numbers, texts and flags; vectors count as one.
void collect(const ordered_json& node, const std::string& path, std::set<std::string>& keys) {
  const bool vector = node.is_array() && (node.size() == 2 || node.size() == 3) && node[0].is_number() &&
                      !path.ends_with("displacements") && !path.ends_with("rates");
  if (node.is_object())
    for (const auto& [key, value] : node.items()) collect(value, path.empty() ? key : path + "." + key, keys);
  else if (node.is_array() && !vector)
    for (std::size_t i = 0; i < node.size(); ++i)
      collect(
          node[i],
          path + "." + (path == "exact" || path == "traces" ? node[i].get<std::string>() : std::to_string(i)),
          keys);
  else keys.insert(path);
}

void expectReachable(const Mechanism& m, const PartRef& part, const ordered_json& object, int& seen) {
  std::set<std::string> keys;
  collect(object, "", keys);
  auto groups = fieldsOf(m, part);
  // A point has fields of its own, those of its axes among them.
  const bool isGround = part.kind == Kind::Ground;
  if (isGround || part.kind == Kind::Body) {
    const auto& points = isGround ? m.ground.points : m.bodies[std::size_t(part.index)].points;
    for (std::size_t i = 0; i < points.size(); ++i)
      for (FieldGroup group : fieldsOf(m, {part.kind, part.index, int(i)})) {
        for (Field& field : group.fields) field.key = "points." + points[i].name + "." + field.key;
        groups.push_back(std::move(group));
      }
  }
  for (const std::string& key : keys) {
    if (key.find(".path.") != std::string::npos) continue;  // the way of a hand is a recording
    EXPECT_NE(findField(groups, key), nullptr) << key << " of " << partName(m, part);
    ++seen;
  }
}

void expectAllReachable(const Mechanism& m, int& seen) {
  ordered_json document = ordered_json::parse(formatMechanism(m));
  const std::pair<Kind, const char*> lists[] = {{Kind::Body, "bodies"},
                                                {Kind::Joint, "joints"},
                                                {Kind::Driver, "drivers"},
                                                {Kind::Constraint, "constraints"},
                                                {Kind::Controller, "controllers"},
                                                {Kind::Force, "forces"},
                                                {Kind::Event, "events"},
                                                {Kind::Output, "outputs"}};
  for (const auto& [kind, key] : lists) {
    const ordered_json list = document.value(key, ordered_json::array());
    ASSERT_EQ(int(list.size()), partCount(m, kind));
    for (int i = 0; i < int(list.size()); ++i) expectReachable(m, {kind, i}, list[std::size_t(i)], seen);
    document.erase(key);
  }
  expectReachable(m, {Kind::Ground}, document["ground"], seen);
  for (const char* key : {"ground", "holonom", "groups"}) document.erase(key);
  expectReachable(m, {}, document, seen);
}

TEST(Fields, ReachAllThatTheWriterWrites) {
  int seen = 0;
  for (const Mechanism& m : {everything(), inSpace()}) expectAllReachable(m, seen);
  EXPECT_GT(seen, 200);
}

/// The last entry that was not there `before`.
void removeAdded(Mechanism& m, const PartRef& part, const std::vector<FieldGroup>& before) {
  const auto now = fieldsOf(m, part);
  for (auto entry = now.rbegin(); entry != now.rend(); ++entry) {
    if (entry->remove && std::none_of(before.begin(), before.end(),
                                      [&](const auto& old) { return old.title == entry->title; }))
      return entry->remove(m);
    for (const Field& field : entry->fields)
      if (field.remove && !findField(before, field.key)) return field.remove(m);
  }
}

void expectListsToGrow(const Mechanism& m) {
  for (const PartRef& part : allParts(m)) {
    const auto groups = fieldsOf(m, part);
    for (const FieldGroup& group : groups) {
      if (!group.add) continue;
      Mechanism copy = m;
      group.add(copy);
      EXPECT_NO_THROW(parseMechanism(formatMechanism(copy), "after")) << group.title;
      removeAdded(copy, part, groups);
      EXPECT_TRUE(copy == m) << group.title;
    }
  }
}

TEST(Fields, ListsGrowAndShrink) {
  for (const Mechanism& m : {everything(), inSpace()}) expectListsToGrow(m);
}

TEST(Fields, WrongValuesAreRefusedWithAReason) {
  const Mechanism m = everything();
  const auto complaint = [&](const PartRef& part, const char* key, const char* text) {
    Mechanism copy = m;
    try {
      const auto groups = fieldsOf(m, part);
      const Field* field = findField(groups, key);
      EXPECT_NE(field, nullptr) << key;
      setField(copy, *field, parseField(*field, m, text, {}));
    } catch (const InputError& error) {
      EXPECT_TRUE(copy == m);
      return error.full();
    }
    return std::string("accepted");
  };
  const std::tuple<PartRef, const char*, const char*, const char*> cases[] = {
      {{Kind::Body, 0}, "mass", "-1", "greater than 0"},
      {{Kind::Body, 0}, "mass", "3 mm", "something else"},
      {{Kind::Body, 0}, "name", "rod", "taken"},
      {{Kind::Body, 0}, "name", "2x", "cannot be a name"},
      {{Kind::Body, 0}, "pose.position", "1", "two numbers"},
      {{Kind::Body, 0}, "display.colour", "red", "no colour"},
      {{Kind::Body, 1}, "centreOfMass", "0, 1", "in the middle"},
      {{Kind::Body, 1}, "flexible.lateralModes", "13", "from 1 to 12"},
      {{Kind::Body, 1}, "flexible.lateralModes", "1.5", "whole number"},
      {{Kind::Joint, 0}, "between.1", "ground.C", "to itself"},
      {{Kind::Joint, 0}, "between.1", "crank.Q", "there is no"},
      {{Kind::Joint, 2}, "axis", "0, 0", "length is 0"},
      {{Kind::Driver, 0}, "motion", "omegga*t", "did you mean"},
      {{Kind::Driver, 0}, "motion", "crank.theta", "unknown"},
      {{Kind::Force, 1}, "at", "ground.O", "moves nothing"},
      {{Kind::Force, 2}, "reaction", "crank", "same body"},
      {{Kind::Force, 6}, "lower", "1", "greater than the lower"},
      {{Kind::Force, 7}, "restitution", "2", "from 0 to 1"},
      {{Kind::Controller, 1}, "signals.0.expression", "valve.sum", "unknown"},
      {{}, "gravity", "x, y", "unknown name 'x'"}};
  for (const auto& [part, key, text, expected] : cases)
    EXPECT_NE(complaint(part, key, text).find(expected), std::string::npos)
        << key << " = " << text << ": " << complaint(part, key, text);
  Mechanism copy = m;
  const auto parameters = fieldsOf(m, {});
  EXPECT_THROW(findField(parameters, "parameters.omega")->remove(copy), InputError) << "the driver uses it";
  findField(parameters, "parameters.omega")->rename(copy, "speed");
  EXPECT_EQ(copy.drivers[0].motion, "speed*t");
}

/// A formula of a rate leaves open where the joint begins, that of a position says it.
TEST(Fields, DriversOfRatesHaveAStart) {
  Mechanism m = everything();
  const PartRef driver{PartRef::Kind::Driver, 0};
  const auto set = [&](const char* key, FieldValue value) {
    const auto groups = fieldsOf(m, driver);
    findField(groups, key)->set(m, value);
  };
  set("prescribes", int(Driver::Prescribes::Acceleration));
  set("startPosition", 0.5);
  set("startVelocity", 2.0);
  EXPECT_EQ(m.drivers[0].startPosition, 0.5);
  set("prescribes", int(Driver::Prescribes::Velocity));
  EXPECT_EQ(m.drivers[0].startPosition, 0.5);
  EXPECT_EQ(m.drivers[0].startVelocity, 0);
  EXPECT_EQ(findField(fieldsOf(m, driver), "startVelocity"), nullptr);
  set("prescribes", int(Driver::Prescribes::Position));
  EXPECT_EQ(m.drivers[0].startPosition, std::nullopt);
}

}  // namespace
}  // namespace holonom
