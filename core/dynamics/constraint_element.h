// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>

#include "core/dynamics/element_slots.h"
#include "core/dynamics/force_laws/force_law.h"
#include "core/dynamics/joint_constraints/joint_constraint.h"
#include "core/dynamics/pair_map.h"
#include "core/model/part_ref.h"

namespace holonom {

/// A joint, driver, limit of an ideal stop or normalisation among the equations of a mechanism, and its rows.
struct ConstraintRows {
  RowLaw* law = nullptr;
  PartRef part;  // a joint, a driver, a force: its stop, or a body: the length of its Euler parameters
  int firstRow = 0, firstNonholonomicRow = 0;
  int rows = 0, holonomicRows = 0;  // of the law, the holonomic ones first
  bool open = false;                // of a stop: the row says nothing

  int row(int k) const { return k < holonomicRows ? firstRow + k : firstNonholonomicRow + k - holonomicRows; }
};

/// The same with its law in one of the spaces, and the slots of the sparsity patterns that it writes into.
template <class S>
struct ConstraintElement : ConstraintRows {
  std::unique_ptr<ConstraintIn<S>> formulas;
  PairMapIn<S> map;
  EntrySlots jacobianSlots, hessianSlots;
  bool pinned = false;  // C, C_q and γ are evaluated by PinJoints
};

/// A force without formulas.
template <class S>
struct ForceElement {
  std::unique_ptr<ForceLawIn<S>> law;
  PairMapIn<S> map;
  int number;  // among the forces of the model
  EntrySlots stiffnessSlots, dampingSlots;
};

}  // namespace holonom
