// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/io/json_cursor.h"
#include "core/io/reader_parts.h"
#include "core/io/writer_parts.h"
#include "core/model/part_view.h"

/// Values that a kind of part describes (core/model/described.h), from and to the object of the part.
namespace holonom {

/// A number in a range, whose upper end is left to the part; an angle may be a text with its unit.
double readNumber(const JsonCursor& cursor, bool isAngle, const FieldRange& range);
/// An expression; a number stands for itself.
std::string readFormula(const JsonCursor& cursor);
/// The index of a joint with a coordinate.
int readJointWithCoordinate(const JsonCursor& cursor, const References& references);
/// 0 or 1, in a file 1 or 2: which coordinate of the joint.
int readCoordinateNumber(const JsonCursor& cursor, const Mechanism& mechanism, int joint);
bool isAngle(const char* unit);
bool isAngle(const PartValue& value);
/// Fails where a list has fewer or more entries.
void requireCount(const JsonCursor& list, std::size_t least, std::size_t most);
/// A vector of length 1, of two numbers or, in space, also of three. Fails where it has no length.
Vector3 readDirection(const JsonCursor& cursor, int most = 3);

/// Before and behind the dot of "pose.angle"; the first is empty where there is none.
std::pair<std::string, std::string> outerAndInner(const std::string& key);

/// The i-th formula: an element of a list where there are several.
JsonCursor componentOf(const JsonCursor& at, const Formulas<void>& formulas, std::size_t i);

/// Reads the values of a part, which is seen anew when they are read. `more`: other keys of objects within.
void readValues(const JsonCursor& object, const std::function<PartView()>& part, const References& references,
                const std::vector<std::string>& more = {});
template <typename Part>
void readDescribed(const JsonCursor& object, Part& part, const References& references) {
  readValues(
      object, [&] { return viewOf(part); }, references);
}

/// A value as it stands in a file.
JsonValue valueJson(const PartValue& value, const Mechanism& mechanism, bool inSpace);
void writeValues(JsonObject& object, const Mechanism& mechanism, const PartView& part);
/// Of a copy, as a view leads into a part that can change.
template <typename Part>
void writeDescribed(JsonObject& object, const Mechanism& mechanism, Part part) {
  writeValues(object, mechanism, viewOf(part));
}

/// `own`, and the keys of the values.
std::vector<std::string> keysWith(std::vector<std::string> own, const PartView& part);

}  // namespace holonom
