// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "core/base/text.h"
#include "core/math/types.h"
#include "core/model/point_ref.h"

namespace holonom {

struct FieldRange {
  double lowest = -1e100, highest = 1e100;
  bool operator==(const FieldRange&) const = default;
};
inline constexpr FieldRange kAnyNumber{}, kNotNegative{0, 1e100}, kPositive{1e-100, 1e100};

/// Of length 1; one that already has it stays as it is to the last bit, so that writing and reading agree.
/// Nothing where the vector has no length.
inline std::optional<Vector3> unitDirection(const Vector3& vector) {
  constexpr double kShortest = 1e-100;
  const double length = std::hypot(std::hypot(vector.x(), vector.y()), vector.z());
  if (length < kShortest) return std::nullopt;
  return std::fabs(length - 1) < 1e-15 ? vector : Vector3(vector / length);
}

/// How a value stands in a model file: it must be there, or it may be absent and then is what a new part has.
/// Of those that may be absent the writer leaves out some where they are as usual.
enum class Presence { Required, Written, Spared };

/// How a value is found: in any part of a kind, or (of void) in one part, as PartValue has it.
template <typename Part>
struct Access {
  template <typename Value>
  using Member = Value Part::*;
  using Condition = bool (*)(const Part&);
};
template <>
struct Access<void> {
  template <typename Value>
  using Member = Value*;
  using Condition = bool;
};
template <typename Part, typename Value>
using Member = typename Access<Part>::template Member<Value>;

/// Two points of different bodies between which a part acts; in a file a list.
template <typename Part>
struct EndPoints {
  Member<Part, PointRef> a, b;
  Text second;  ///< label of b
};
/// The index of a body, by its name in files.
template <typename Part>
struct BodyIndex {
  Member<Part, int> index;
  bool orGround = false;
};
/// The index of a joint with a coordinate, by its name in files.
template <typename Part>
struct JointIndex {
  Member<Part, int> index;
};
/// Which coordinate of that joint, of those that it has in space; in files from 1 on.
template <typename Part>
struct CoordinateNumber {
  Member<Part, int> number, joint;
};
/// An expression of stateSymbols(), or a list of them along x and y, in space and z. A number stands for
/// itself.
template <typename Part>
struct Formulas {
  using Component = Member<Part, std::string>;
  std::array<Component, 3> texts;  ///< null where there are fewer
  Component third = nullptr;       ///< along z, where there is one; "0" where a file leaves it out

  std::size_t count() const { return 3 - std::size_t(std::count(texts.begin(), texts.end(), nullptr)); }
  std::vector<Component> where(bool inSpace) const {
    std::vector<Component> all(texts.begin(), texts.begin() + std::ptrdiff_t(count()));
    if (inSpace && third) all.push_back(third);
    return all;
  }
};

/// In whose axes components are given: those of ground or of the body, or in space those of a point.
template <typename Part>
struct GivenAxes {
  Member<Part, bool> bodyFixed;
  Member<Part, std::optional<PointRef>> point;
};

/// A point alone is one of a body, not of ground.
template <typename Part>
using AnyMember =
    std::variant<Member<Part, double>, Member<Part, std::optional<double>>, Member<Part, Vector3>,
                 Member<Part, PointRef>, EndPoints<Part>, BodyIndex<Part>, JointIndex<Part>,
                 CoordinateNumber<Part>, Formulas<Part>, GivenAxes<Part>>;

/// Where a value has a meaning: everywhere, or only where the part acts in the plane, or in space.
enum class Where { Anywhere, Plane, Space };

/// What a kind of part says of one of its values. All that works with values sees them in one part, as a
/// PartView: reader, writer and schema (core/io), the property panel (fieldsOf()), referencesOf().
template <typename Part>
struct Described {
  const char* key;   ///< in the object of the model file
  Text label;        ///< in engineers' words
  const char* unit;  ///< SI; empty for a pure number. An angle in rad may have its unit in the file.
  Text help;         ///< one sentence
  AnyMember<Part> member;
  FieldRange range = kAnyNumber;
  Presence presence = Presence::Written;
  bool isDirection = false;                    ///< of a vector: its length does not matter, and must not be 0
  typename Access<Part>::Condition when = {};  ///< of an alternative: whether the part has this value
  const char* turning = "";                    ///< unit where the part acts at a joint that turns
  Where where = Where::Anywhere;
  int leastNumbers = 2;  ///< of a vector in space, which has three; those that a file leaves out are 0

  bool isMeant(bool inSpace) const { return where == Where::Anywhere || (where == Where::Space) == inSpace; }
};

/// Why the values of a part do not go together; a kind that can object has a member objection().
struct Objection {
  const char* key;  ///< of the value that is wrong; empty: the whole part
  Text what;
  Text inFile, inWindow;  ///< what to do about it
};

/// A kind of force or controller; several kinds may have one name in files, told apart by their values.
struct PartKind {
  const char* name;  ///< in files
  Text title;        ///< in engineers' words, within a sentence
  Text what;         ///< what it does, one sentence
};

}  // namespace holonom
