// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <vector>

#include "core/dynamics/body_law.h"
#include "core/dynamics/coordinate_layout.h"
#include "core/dynamics/element_slots.h"

namespace holonom {

/// A body with a law of its own among the equations of a mechanism.
struct BodyElement {
  std::unique_ptr<BodyLaw> law;
  int body = 0;
  CoordinateLayout::Span own;                          // that moveTo() is told of
  std::vector<int> coordinates;                        // of its local ones
  EntrySlots massSlots, stiffnessSlots, dampingSlots;  // of entries of its matrices, column-major
};

}  // namespace holonom
