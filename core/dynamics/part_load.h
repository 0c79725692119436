// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/math/types.h"
#include "core/model/part_ref.h"

namespace holonom {

/// What a joint, a driver or a force does to a body at one moment: a force at a place and a torque about that
/// place.
struct PartLoad {
  enum class Kind { Reaction, Applied };
  Kind kind = Kind::Applied;  ///< reactions are those of joints and drivers, from λ
  PartRef part = {};
  Vector3 place = Vector3::Zero();  ///< ground axes, m
  Vector3 force = Vector3::Zero();  ///< ground axes, N
  Vector3 torque;                   ///< ground axes, N·m; in the plane along z
};

}  // namespace holonom
