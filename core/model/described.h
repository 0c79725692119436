// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cmath>
#include <optional>
#include <variant>
#include <vector>

#include "core/math/types.h"

namespace holonom {

struct FieldRange {
  double lowest = -1e100, highest = 1e100;
  bool operator==(const FieldRange&) const = default;
};
inline constexpr FieldRange kAnyNumber{}, kNotNegative{0, 1e100}, kPositive{1e-100, 1e100};

/// Of length 1; one that already has it stays as it is to the last bit, so that writing and reading agree.
/// Nothing where the vector has no length.
inline std::optional<Vector2> unitDirection(const Vector2& vector) {
  constexpr double kShortest = 1e-100;
  const double length = std::hypot(vector.x(), vector.y());
  if (length < kShortest) return std::nullopt;
  return std::fabs(length - 1) < 1e-15 ? vector : Vector2(vector / length);
}

/// How a value stands in a model file: it must be there, or it may be absent and then is what a new part has.
/// Of those that may be absent the writer leaves out some where they are as usual.
enum class Presence { Required, Written, Spared };

/// What a kind of part says of one of its values. Reader, writer and schema (core/io), the property panel
/// (fieldsOf()) and the check of the manual are made from lists of these.
template <typename Part>
struct Described {
  const char* key;    ///< in the object of the model file
  const char* label;  ///< in engineers' words
  const char* unit;   ///< SI; empty for a pure number. An angle in rad may have its unit in the file.
  const char* help;   ///< one sentence
  std::variant<double Part::*, Vector2 Part::*> member;
  FieldRange range = kAnyNumber;
  Presence presence = Presence::Written;
  bool isDirection = false;  ///< of a vector: its length does not matter, and must not be 0
};

}  // namespace holonom
