// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <map>

#include "core/io/json_cursor.h"
#include "core/io/writer_parts.h"
#include "core/model/described.h"

/// Values that a kind of part describes (core/model/described.h), from and to the object of the part.
namespace holonom {

/// A number in a range; in rad it may be a text with its unit.
double readNumber(const JsonCursor& cursor, const char* unit, const FieldRange& range);
bool isAngle(const char* unit);
/// Of length 1. Fails where it has none.
Vector2 readDirection(const JsonCursor& cursor);

/// Before and behind the dot of "pose.angle"; the first is empty where there is none.
inline std::pair<std::string, std::string> outerAndInner(const std::string& key) {
  const auto dot = key.find('.');
  if (dot == std::string::npos) return {"", key};
  return {key.substr(0, dot), key.substr(dot + 1)};
}

/// Where a value stands; nothing where it is absent and may be.
template <typename Part>
std::optional<JsonCursor> findDescribed(const JsonCursor& object, const Described<Part>& value) {
  const auto [outer, inner] = outerAndInner(value.key);
  const auto owner = outer.empty() ? std::optional(object) : object.find(outer);
  if (!owner) return std::nullopt;
  return value.presence == Presence::Required ? owner->member(inner) : owner->find(inner);
}

/// Fails where an object within has other keys than those of the values.
template <typename Part>
void requireInnerKeys(const JsonCursor& object, const std::vector<Described<Part>>& values) {
  std::map<std::string, std::vector<std::string>> inner;
  for (const Described<Part>& value : values)
    if (const auto [outer, key] = outerAndInner(value.key); !outer.empty()) inner[outer].push_back(key);
  for (const auto& [outer, keys] : inner)
    if (const auto owner = object.find(outer)) owner->requireKeys(keys);
}

template <typename Part>
void readDescribed(const JsonCursor& object, Part& part, const std::vector<Described<Part>>& values) {
  requireInnerKeys(object, values);
  for (const Described<Part>& value : values) {
    const auto found = findDescribed(object, value);
    if (!found) continue;
    if (const auto* number = std::get_if<double Part::*>(&value.member))
      part.*(*number) = readNumber(*found, value.unit, value.range);
    else
      part.*std::get<Vector2 Part::*>(value.member) =
          value.isDirection ? readDirection(*found) : found->vector();
  }
}

/// The object within under that key, a new one at the end where there is none.
inline JsonObject& innerObject(JsonObject& object, const std::string& key) {
  for (JsonMember& member : object)
    if (member.key == key) return *member.value.object();
  object.push_back({key, JsonObject()});
  return *object.back().value.object();
}

template <typename Part>
void writeDescribed(JsonObject& object, const Part& part, const std::vector<Described<Part>>& values) {
  const Part usual;
  for (const Described<Part>& value : values)
    std::visit(
        [&](const auto member) {
          if (value.presence == Presence::Spared && part.*member == usual.*member) return;
          const auto [outer, inner] = outerAndInner(value.key);
          add(outer.empty() ? object : innerObject(object, outer), inner.c_str(), valueOf(part.*member));
        },
        value.member);
}

/// `own`, and the keys of the values.
template <typename Part>
std::vector<std::string> keysWith(std::vector<std::string> own, const std::vector<Described<Part>>& values) {
  for (const Described<Part>& value : values) {
    const auto [outer, inner] = outerAndInner(value.key);
    const std::string& key = outer.empty() ? inner : outer;
    if (own.empty() || own.back() != key) own.push_back(key);
  }
  return own;
}

}  // namespace holonom
