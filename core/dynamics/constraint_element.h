// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <vector>

#include "core/dynamics/element_slots.h"
#include "core/dynamics/joint_constraints/joint_constraint.h"
#include "core/dynamics/pair_map.h"
#include "core/model/part_ref.h"

namespace holonom {

/// A joint, driver or limit of an ideal stop among the equations of a mechanism: its law, its rows and the
/// slots of the sparsity patterns that it writes into.
struct ConstraintElement {
  std::unique_ptr<JointConstraint> law;
  PairMap map;
  PartRef part;  // a joint, a driver, or a force: its stop
  int firstRow = 0, firstNonholonomicRow = 0;
  int rows = 0, holonomicRows = 0;  // of the law, the holonomic ones first
  EntrySlots jacobianSlots, hessianSlots;
  bool pinned = false;  // C, C_q and γ are evaluated by PinJoints
  bool open = false;    // of a stop: the row says nothing

  int row(int k) const { return k < holonomicRows ? firstRow + k : firstNonholonomicRow + k - holonomicRows; }
};

}  // namespace holonom
