// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <map>
#include <type_traits>

#include "core/base/text.h"
#include "core/io/json_cursor.h"
#include "core/io/reader_parts.h"
#include "core/io/writer_parts.h"
#include "core/model/described.h"

/// Values that a kind of part describes (core/model/described.h), from and to the object of the part.
namespace holonom {

/// A number in a range, whose upper end is left to the part; an angle may be a text with its unit.
double readNumber(const JsonCursor& cursor, bool isAngle, const FieldRange& range);
/// An expression; a number stands for itself.
std::string readFormula(const JsonCursor& cursor);
/// The index of a joint with a coordinate.
int readLimited(const JsonCursor& cursor, const References& references);
bool isAngle(const char* unit);
template <typename Part>
bool isAngle(const Described<Part>& value) {
  return isAngle(value.unit) || isAngle(value.turning);
}
/// Fails where a list has fewer or more entries.
void requireCount(const JsonCursor& list, std::size_t least, std::size_t most);
/// A vector of length 1, of so many numbers. Fails where it has no length.
Vector3 readDirection(const JsonCursor& cursor, int least, int most);
/// Whether a part acts in space; of a kind of joint or force as soon as its points or bodies are known.
inline bool isInSpace(const Mechanism&, const Body& body) { return body.isSpatial(); }
inline bool isInSpace(const Mechanism& mechanism, const Hand::Grab& grab) {
  return isSpatial(mechanism, grab.body);
}
template <typename Part>
bool isInSpace(const Mechanism& mechanism, const Part& part) {
  if constexpr (std::is_constructible_v<AnyJoint, const Part&>)
    return actsInSpace(mechanism, Joint{{}, part});
  else if constexpr (std::is_constructible_v<AnyForce, const Part&>)
    return actsInSpace(mechanism, Force{{}, part});
  else return false;
}

/// Before and behind the dot of "pose.angle"; the first is empty where there is none.
inline std::pair<std::string, std::string> outerAndInner(const std::string& key) {
  const auto dot = key.find('.');
  if (dot == std::string::npos) return {"", key};
  return {key.substr(0, dot), key.substr(dot + 1)};
}

/// Where a value stands; nothing where it is absent and may be, as may all that have an alternative.
template <typename Part>
std::optional<JsonCursor> findDescribed(const JsonCursor& object, const Described<Part>& value) {
  const auto [outer, inner] = outerAndInner(value.key);
  const auto owner = outer.empty() ? std::optional(object) : object.find(outer);
  if (!owner) return std::nullopt;
  return value.presence == Presence::Required && !value.when ? owner->member(inner) : owner->find(inner);
}

/// Fails where an object within has other keys than those of the values and `more`.
template <typename Part>
void requireInnerKeys(const JsonCursor& object, const std::vector<Described<Part>>& values,
                      const std::vector<std::string>& more) {
  std::map<std::string, std::vector<std::string>> inner;
  const auto note = [&](const std::string& path) {
    if (const auto [outer, key] = outerAndInner(path); !outer.empty()) inner[outer].push_back(key);
  };
  for (const Described<Part>& value : values) note(value.key);
  for (const std::string& path : more) note(path);
  for (const auto& [outer, keys] : inner)
    if (const auto owner = object.find(outer)) owner->requireKeys(keys);
}

/// The i-th formula: an element of a list where there are several.
template <typename Part>
JsonCursor componentOf(const JsonCursor& at, const Formulas<Part>& formulas, std::size_t i) {
  return formulas.texts.size() == 1 ? at : at.element(i);
}

template <typename Part>
struct ValueReader {
  const JsonCursor& at;
  Part& part;
  const Described<Part>& value;
  const References& references;

  void operator()(double Part::*number) const { part.*number = readNumber(at, isAngle(value), value.range); }
  void operator()(std::optional<double> Part::*number) const {
    part.*number = readNumber(at, isAngle(value), value.range);
  }
  void operator()(Vector3 Part::*vector) const {
    const bool inSpace = value.where == Where::Space || isInSpace(references.mechanism(), part);
    const int least = inSpace ? value.leastNumbers : 2, most = inSpace ? 3 : 2;
    const std::string hint = inSpace ? value.help.str() : std::string();
    if (value.isDirection) part.*vector = readDirection(at, least, most);
    else if (isAngle(value)) part.*vector = at.threeAngles(hint);
    else part.*vector = at.vector(least, most, hint);
    if (value.range != kAnyNumber)
      for (std::size_t i = 0; i < at.size(); ++i) readNumber(at.element(i), false, value.range);
  }
  void operator()(PointRef Part::*point) const { part.*point = references.point(at); }
  void operator()(const EndPoints<Part>& ends) const {
    std::tie(part.*ends.a, part.*ends.b) = references.between(at);
  }
  void operator()(const BodyIndex<Part>& body) const { part.*body.index = references.body(at); }
  void operator()(const JointIndex<Part>& joint) const { part.*joint.index = readLimited(at, references); }
  void operator()(const Formulas<Part>& formulas) const {
    const auto texts = formulas.where(isInSpace(references.mechanism(), part));
    if (texts.size() > 1) requireCount(at, formulas.texts.size(), texts.size());
    for (std::size_t i = 0; i < texts.size() && (texts.size() == 1 || i < at.size()); ++i)
      part.*texts[i] = readFormula(componentOf(at, formulas, i));
  }
  void operator()(const Words<Part>& words) const {
    part.*words.flag = at.choice({words.inFile.begin(), words.inFile.end()}) == 1;
  }
  void operator()(const GivenAxes<Part>& axes) const {
    if (at.text().find('.') == std::string::npos) {
      part.*axes.bodyFixed = at.choice({"ground", "body"}) == 1;
      return;
    }
    part.*axes.point = references.point(at);
    if (!isInSpace(references.mechanism(), part))
      at.fail(tr("in the plane a point has no axes of its own"), tr("give \"ground\" or \"body\""));
  }
};

/// Whether it is what a new part has; references never are.
template <typename Part>
struct IsUsual {
  const Part &part, &usual;

  template <typename Value>
  bool operator()(Value Part::*member) const {
    return part.*member == usual.*member;
  }
  bool operator()(const Words<Part>& words) const { return (*this)(words.flag); }
  bool operator()(const GivenAxes<Part>& axes) const {
    return (*this)(axes.bodyFixed) && (*this)(axes.point);
  }
  bool operator()(const auto&) const { return false; }
};

/// Fails where the values do not go together, or have no meaning where the part acts, or belong to an
/// alternative that it does not have.
template <typename Part>
void requireWhole(const JsonCursor& object, const Part& part, const std::vector<Described<Part>>& values,
                  bool inSpace) {
  if constexpr (requires { part.objection(); })
    if (const auto why = part.objection())
      (*why->key ? object.member(why->key) : object).fail(why->what, why->inFile);
  for (const Described<Part>& value : values)
    if (value.when && !value.when(part))
      if (const auto found = object.find(value.key)) found->fail(tr("'{}' has no meaning here", value.key));
  const Part usual{};
  for (const Described<Part>& value : values)
    if (!value.isMeant(inSpace) && !std::visit(IsUsual<Part>{part, usual}, value.member))
      object.member(value.key).fail(
          tr("'{}' has no meaning here", value.key),
          inSpace ? tr("it belongs to parts in the plane") : tr("it belongs to parts in space"));
}

template <typename Part>
void readDescribed(const JsonCursor& object, Part& part, const std::vector<Described<Part>>& values,
                   const References& references, const std::vector<std::string>& more = {}) {
  requireInnerKeys(object, values, more);
  for (const Described<Part>& value : values)
    if (const auto found = findDescribed(object, value))
      std::visit(ValueReader<Part>{*found, part, value, references}, value.member);
  requireWhole(object, part, values, isInSpace(references.mechanism(), part));
}

/// The object within under that key, a new one at the end where there is none.
inline JsonObject& innerObject(JsonObject& object, const std::string& key) {
  for (JsonMember& member : object)
    if (member.key == key) return *member.value.object();
  object.push_back({key, JsonObject()});
  return *object.back().value.object();
}

/// A value as it stands in a file.
template <typename Part>
struct ValueWriter {
  const Mechanism& mechanism;
  const Part& part;
  bool inSpace = false;
  int leastNumbers = 2;

  JsonValue operator()(double Part::*number) const { return part.*number; }
  JsonValue operator()(std::optional<double> Part::*number) const { return (part.*number).value(); }
  JsonValue operator()(Vector3 Part::*vector) const {
    return inSpace ? spatialVectorOf(part.*vector, leastNumbers) : vectorOf(part.*vector);
  }
  JsonValue operator()(PointRef Part::*point) const { return nameOf(mechanism, part.*point); }
  JsonValue operator()(const EndPoints<Part>& ends) const {
    return JsonArray{nameOf(mechanism, part.*ends.a), nameOf(mechanism, part.*ends.b)};
  }
  JsonValue operator()(const BodyIndex<Part>& body) const {
    const int index = part.*body.index;
    return index == kGround ? "ground" : mechanism.bodies[std::size_t(index)].name;
  }
  JsonValue operator()(const JointIndex<Part>& joint) const {
    return mechanism.joints[std::size_t(part.*joint.index)].name;
  }
  JsonValue operator()(const Formulas<Part>& formulas) const {
    if (formulas.texts.size() == 1) return part.*formulas.texts[0];
    JsonArray texts;
    for (const auto text : formulas.where(inSpace)) texts.emplace_back(part.*text);
    return texts;
  }
  JsonValue operator()(const Words<Part>& words) const { return words.inFile[part.*words.flag ? 1 : 0]; }
  JsonValue operator()(const GivenAxes<Part>& axes) const {
    if (part.*axes.point) return nameOf(mechanism, *(part.*axes.point));
    return part.*axes.bodyFixed ? "body" : "ground";
  }
};

template <typename Part>
void writeDescribed(JsonObject& object, const Mechanism& mechanism, const Part& part,
                    const std::vector<Described<Part>>& values) {
  const Part usual{};
  const bool inSpace = isInSpace(mechanism, part);
  for (const Described<Part>& value : applying(values, part, inSpace)) {
    if (value.presence == Presence::Spared && std::visit(IsUsual<Part>{part, usual}, value.member)) continue;
    const auto [outer, inner] = outerAndInner(value.key);
    add(outer.empty() ? object : innerObject(object, outer), inner.c_str(),
        std::visit(ValueWriter<Part>{mechanism, part, inSpace, value.leastNumbers}, value.member));
  }
}

/// `own`, the keys of the values, and `more`.
template <typename Part>
std::vector<std::string> keysWith(std::vector<std::string> own, const std::vector<Described<Part>>& values,
                                  const std::vector<std::string>& more = {}) {
  for (const Described<Part>& value : values) {
    const auto [outer, inner] = outerAndInner(value.key);
    const std::string& key = outer.empty() ? inner : outer;
    if (own.empty() || own.back() != key) own.push_back(key);
  }
  own.insert(own.end(), more.begin(), more.end());
  return own;
}

}  // namespace holonom
