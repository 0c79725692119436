// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

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

template <typename Part>
void readDescribed(const JsonCursor& object, Part& part, const std::vector<Described<Part>>& values) {
  for (const Described<Part>& value : values) {
    const auto found =
        value.presence == Presence::Required ? object.member(value.key) : object.find(value.key);
    if (!found) continue;
    if (const auto* number = std::get_if<double Part::*>(&value.member))
      part.*(*number) = readNumber(*found, value.unit, value.range);
    else
      part.*std::get<Vector2 Part::*>(value.member) =
          value.isDirection ? readDirection(*found) : found->vector();
  }
}

template <typename Part>
void writeDescribed(JsonObject& object, const Part& part, const std::vector<Described<Part>>& values) {
  const Part usual;
  for (const Described<Part>& value : values)
    std::visit(
        [&](const auto member) {
          if (value.presence == Presence::Spared) addUnless(object, value.key, part.*member, usual.*member);
          else add(object, value.key, valueOf(part.*member));
        },
        value.member);
}

/// `own`, and the keys of the values.
template <typename Part>
std::vector<std::string> keysWith(std::vector<std::string> own, const std::vector<Described<Part>>& values) {
  for (const Described<Part>& value : values) own.push_back(value.key);
  return own;
}

}  // namespace holonom
