// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <utility>
#include <vector>

#include "core/math/sparse_pattern.h"

namespace holonom {

/// Rows and columns of a matrix of the whole system.
using Entries = std::vector<std::pair<int, int>>;

/// An entry of the local matrix of an element, and the slot of the pattern that it is added to.
struct EntrySlot {
  int entry, slot;
};
using EntrySlots = std::vector<EntrySlot>;

/// `entries`: of every local one its place in the whole, (−1, −1) for those that are structurally zero or on
/// ground, which have no slot.
inline EntrySlots slotsOf(const Entries& entries, const SparsePattern& pattern) {
  EntrySlots slots;
  for (std::size_t k = 0; k < entries.size(); ++k)
    if (const auto& [row, col] = entries[k]; row >= 0)
      slots.push_back({static_cast<int>(k), pattern.slot(row, col)});
  return slots;
}

inline void scatter(const double* local, const EntrySlots& slots, double* values) {
  for (const auto& [entry, slot] : slots) values[slot] += local[entry];
}

}  // namespace holonom
