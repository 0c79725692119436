// SPDX-License-Identifier: GPL-3.0-or-later
// What the writers of the parts of a model share.
#pragma once

#include <optional>
#include <type_traits>
#include <utility>
#include <vector>

#include "core/io/json_value.h"
#include "core/model/mechanism.h"

namespace holonom {

inline JsonValue vectorOf(const Vector3& v) { return JsonArray{v.x(), v.y()}; }
/// Without z where it is 0, if a file may leave it out.
inline JsonValue spatialVectorOf(const Vector3& v, int leastNumbers = 2) {
  if (leastNumbers < 3 && v.z() == 0) return vectorOf(v);
  return JsonArray{v.x(), v.y(), v.z()};
}

template <typename Value>
JsonValue valueOf(const Value& value) {
  if constexpr (std::is_same_v<Value, Vector3>) return vectorOf(value);
  else return value;
}

inline void add(JsonObject& object, const char* key, JsonValue value) {
  object.push_back({key, std::move(value)});
}

/// Adds the value unless it is what a reader assumes anyway.
template <typename Value>
void addUnless(JsonObject& object, const char* key, const Value& value, const Value& usual) {
  if (!(value == usual)) add(object, key, valueOf(value));
}

template <typename Value>
void addIfSet(JsonObject& object, const char* key, const std::optional<Value>& value) {
  if (value) add(object, key, *value);
}

inline void addIfAny(JsonObject& object, const char* key, JsonObject part) {
  if (!part.empty()) add(object, key, std::move(part));
}

/// A list under `key` with one object per part, made by `write(part, object)` after the name.
template <typename Part, typename Write>
void addList(JsonObject& root, const char* key, const std::vector<Part>& parts, Write&& write) {
  if (parts.empty()) return;
  JsonArray list;
  for (const Part& part : parts) {
    JsonObject object{{"name", part.name}};
    write(part, object);
    list.emplace_back(std::move(object));
  }
  add(root, key, std::move(list));
}

/// Type and contents of a controller, after its name.
void writeController(const Mechanism& mechanism, const Controller& controller, JsonObject& object);

}  // namespace holonom
