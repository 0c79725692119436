// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/io/json_cursor.h"
#include "core/model/solids.h"

namespace holonom {

/// Adds homogeneous solids and mass points to what a body in space has of its own, or where it has nothing
/// makes it of them: its mass, centre of mass and moments and products of inertia.
void addSolids(const JsonCursor& solids, bool hasOwn, Body& body);

}  // namespace holonom
