// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>

#include "core/io/json_cursor.h"
#include "core/model/solids.h"

namespace holonom {

/// Of a body in space; they follow from solids where it has some.
inline constexpr std::string_view kMassKeys[] = {"mass", "inertia", "products", "centreOfMass"};

/// The list of homogeneous solids and mass points that a body in space is made of, beside what it has of its
/// own (`hasOwn`); its mass is theirs.
void readSolids(const JsonCursor& cursor, bool hasOwn, Body& body);
JsonArray solidsOf(const Body& body);

}  // namespace holonom
