// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/io/json_cursor.h"
#include "core/math/euler_parameters.h"

/// The ways to give an orientation in space besides an axis and an angle.
namespace holonom {

/// Their keys in the object of a pose.
const std::vector<std::string>& orientationKeys();

/// The words for sequences of turns about axes of the body: "xyz", "zxz" …
const std::vector<std::string>& sequenceWords();

/// Fails where a pose has a key that is a name of one of them elsewhere, and tells the one here.
void refuseOtherNamesOfOrientation(const JsonCursor& pose);

/// What a pose says by them; nothing where it has none of them. Fails where it says it twice.
std::optional<Vector4> readOrientation(const JsonCursor& pose);

}  // namespace holonom
