// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/described_json.h"

#include <map>
#include <utility>

#include "core/base/spelling.h"
#include "core/base/text.h"
#include "core/base/units.h"

namespace holonom {
namespace {

/// Where a value stands; nothing where it is absent and may be, as may all that have an alternative.
std::optional<JsonCursor> findDescribed(const JsonCursor& object, const PartValue& value) {
  const auto [outer, inner] = outerAndInner(value.key);
  const auto owner = outer.empty() ? std::optional(object) : object.find(outer);
  if (!owner) return std::nullopt;
  return value.presence == Presence::Required && !value.when ? owner->member(inner) : owner->find(inner);
}

/// Fails where an object within has other keys than those of the values and `more`.
void requireInnerKeys(const JsonCursor& object, const std::vector<PartValue>& values,
                      const std::vector<std::string>& more) {
  std::map<std::string, std::vector<std::string>> inner;
  const auto note = [&](const std::string& path) {
    if (const auto [outer, key] = outerAndInner(path); !outer.empty()) inner[outer].push_back(key);
  };
  for (const PartValue& value : values) note(value.key);
  for (const std::string& path : more) note(path);
  for (const auto& [outer, keys] : inner)
    if (const auto owner = object.find(outer)) owner->requireKeys(keys);
}

struct ValueReader {
  const JsonCursor& at;
  const PartValue& value;
  const PartView& part;
  const References& references;
  bool namesSpace;  ///< one of the bodies that are named is in space, whatever is wrong with the names

  void operator()(double* number) const { *number = readNumber(at, isAngle(value), value.range); }
  void operator()(std::optional<double>* number) const {
    *number = readNumber(at, isAngle(value), value.range);
  }
  void operator()(Vector3* vector) const {
    const bool inSpace = value.where == Where::Space || isInSpace();
    const int least = inSpace ? value.leastNumbers : 2, most = inSpace ? 3 : 2;
    const std::string hint = inSpace ? value.help.str() : std::string();
    if (value.isDirection) *vector = readDirection(at, most);
    else if (isAngle(value)) *vector = at.threeAngles(hint);
    else *vector = at.vector(least, most, hint);
    if (value.range != kAnyNumber)
      for (std::size_t i = 0; i < at.size(); ++i) readNumber(at.element(i), false, value.range);
  }
  void operator()(PointRef* point) const { *point = references.point(at); }
  void operator()(const EndPoints<void>& ends) const { std::tie(*ends.a, *ends.b) = references.between(at); }
  void operator()(const BodyIndex<void>& body) const { *body.index = references.body(at); }
  void operator()(const JointIndex<void>& joint) const {
    *joint.index = readJointWithCoordinate(at, references);
  }
  void operator()(const CoordinateNumber<void>& coordinate) const {
    *coordinate.number = readCoordinateNumber(at, references.mechanism(), *coordinate.joint);
  }
  void operator()(const Formulas<void>& formulas) const {
    const auto texts = formulas.where(isInSpace());
    if (texts.size() > 1) requireCount(at, formulas.count(), texts.size());
    for (std::size_t i = 0; i < texts.size() && (texts.size() == 1 || i < at.size()); ++i)
      *texts[i] = readFormula(componentOf(at, formulas, i));
  }
  void operator()(const GivenAxes<void>& axes) const {
    if (at.text().find('.') == std::string::npos) {
      *axes.bodyFixed = at.choice({"ground", "body"}) == 1;
      return;
    }
    *axes.point = references.point(at);
    if (!isInSpace())
      at.fail(tr("in the plane a point has no axes of its own"), tr("give \"ground\" or \"body\""));
  }

 private:
  /// Known as soon as points and bodies, which come first, are read.
  bool isInSpace() const { return namesSpace || part.isInSpace(references.mechanism()); }
};

bool isNumber(const PartValue& value) {
  return std::holds_alternative<double*>(value.member) ||
         std::holds_alternative<std::optional<double>*>(value.member);
}

bool isReference(const PartValue& value) {
  return std::holds_alternative<PointRef*>(value.member) ||
         std::holds_alternative<EndPoints<void>>(value.member) ||
         std::holds_alternative<BodyIndex<void>>(value.member) ||
         std::holds_alternative<JointIndex<void>>(value.member) ||
         std::holds_alternative<CoordinateNumber<void>>(value.member);
}

/// Fails where the values do not go together, or have no meaning where the part acts, or belong to an
/// alternative that it does not have.
void requireWhole(const JsonCursor& object, const PartView& part, bool inSpace) {
  if (const auto& why = part.objection)
    (*why->key ? object.member(why->key) : object).fail(why->what, why->inFile);
  for (const PartValue& value : part.values)
    if (!value.has)
      if (const auto found = object.find(value.key)) found->fail(tr("'{}' has no meaning here", value.key));
  std::vector<std::string> ofSpace;
  for (const PartValue& value : part.values)
    if (value.where == Where::Space) ofSpace.push_back(value.key);
  for (const PartValue& value : part.values)
    if (const auto found = value.isMeant(inSpace) ? std::nullopt : object.find(value.key);
        found && (inSpace || !value.isUsual))
      found->fail(tr("'{}' has no meaning here", value.key),
                  inSpace ? tr("it belongs to parts in the plane; in space there are {}", quotedList(ofSpace))
                          : tr("it belongs to parts in space"));
}

/// The object within under that key, a new one at the end where there is none.
JsonObject& innerObject(JsonObject& object, const std::string& key) {
  for (JsonMember& member : object)
    if (member.key == key) return *member.value.object();
  object.push_back({key, JsonObject()});
  return *object.back().value.object();
}

struct ValueWriter {
  const PartValue& value;
  const Mechanism& mechanism;
  bool inSpace;

  JsonValue operator()(const double* number) const { return *number; }
  JsonValue operator()(const std::optional<double>* number) const { return number->value(); }
  JsonValue operator()(const Vector3* vector) const {
    return inSpace ? spatialVectorOf(*vector, value.leastNumbers) : vectorOf(*vector);
  }
  JsonValue operator()(const PointRef* point) const { return nameOf(mechanism, *point); }
  JsonValue operator()(const EndPoints<void>& ends) const {
    return JsonArray{nameOf(mechanism, *ends.a), nameOf(mechanism, *ends.b)};
  }
  JsonValue operator()(const BodyIndex<void>& body) const {
    return *body.index == kGround ? "ground" : mechanism.bodies[std::size_t(*body.index)].name;
  }
  JsonValue operator()(const JointIndex<void>& joint) const {
    return mechanism.joints[std::size_t(*joint.index)].name;
  }
  JsonValue operator()(const CoordinateNumber<void>& coordinate) const { return *coordinate.number + 1.0; }
  JsonValue operator()(const Formulas<void>& formulas) const {
    if (formulas.count() == 1) return *formulas.texts[0];
    JsonArray texts;
    for (const std::string* text : formulas.where(inSpace)) texts.emplace_back(*text);
    return texts;
  }
  JsonValue operator()(const GivenAxes<void>& axes) const {
    if (*axes.point) return nameOf(mechanism, **axes.point);
    return *axes.bodyFixed ? "body" : "ground";
  }
};

}  // namespace

bool isAngle(const char* unit) { return *unit && parseUnit(unit).measuresAs(parseUnit("rad")); }

bool isAngle(const PartValue& value) { return isAngle(value.unit) || isAngle(value.turning); }

std::pair<std::string, std::string> outerAndInner(const std::string& key) {
  const auto dot = key.find('.');
  if (dot == std::string::npos) return {"", key};
  return {key.substr(0, dot), key.substr(dot + 1)};
}

JsonCursor componentOf(const JsonCursor& at, const Formulas<void>& formulas, std::size_t i) {
  return formulas.count() == 1 ? at : at.element(i);
}

void readValues(const JsonCursor& object, const std::function<PartView()>& part, const References& references,
                const std::vector<std::string>& more) {
  const PartView given = part();
  requireInnerKeys(object, given.values, more);
  // what it refers to tells whether it acts in space, and so what its vectors hold
  const auto needsPlace = [](const PartValue& value) {
    return value.where != Where::Space && !isNumber(value) && !isReference(value);
  };
  bool isPlaced = true, namesSpace = false;
  object.readEach(given.values.size(), [&](std::size_t i) {
    const PartValue& value = given.values[i];
    if (!isPlaced && !namesSpace && needsPlace(value)) return;
    const bool wasPlaced = std::exchange(isPlaced, isPlaced && !isReference(value));
    if (const auto found = findDescribed(object, value)) {
      if (isReference(value)) namesSpace = namesSpace || references.namesBodyInSpace(*found);
      std::visit(ValueReader{*found, value, given, references, namesSpace}, value.member);
    }
    isPlaced = wasPlaced;
  });
  requireWhole(object, part(), given.isInSpace(references.mechanism()));
}

JsonValue valueJson(const PartValue& value, const Mechanism& mechanism, bool inSpace) {
  return std::visit(ValueWriter{value, mechanism, inSpace}, value.member);
}

void writeValues(JsonObject& object, const Mechanism& mechanism, const PartView& part) {
  const bool inSpace = part.isInSpace(mechanism);
  for (const PartValue& value : part.values) {
    if (!value.applies(inSpace) || (value.presence == Presence::Spared && value.isUsual)) continue;
    const auto [outer, inner] = outerAndInner(value.key);
    add(outer.empty() ? object : innerObject(object, outer), inner.c_str(),
        valueJson(value, mechanism, inSpace));
  }
}

std::vector<std::string> keysWith(std::vector<std::string> own, const PartView& part) {
  for (const PartValue& value : part.values) {
    const auto [outer, inner] = outerAndInner(value.key);
    const std::string& key = outer.empty() ? inner : outer;
    if (own.empty() || own.back() != key) own.push_back(key);
  }
  return own;
}

}  // namespace holonom
