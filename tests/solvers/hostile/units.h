// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/mechanism.h"

namespace holonom {

/// The same mechanism in other units of length and mass: every length becomes `length` times as large a
/// number and every mass `mass` times, and all other quantities follow (forces length·mass, moments
/// length²·mass, stresses mass/length …); time stays. The motion is the same: coordinates and velocities that
/// are lengths are `length` times as large. Expressions of forces and controllers see the old numbers.
/// Outputs are left out, and PID controllers must act on revolute joints.
Mechanism inUnits(Mechanism mechanism, double length, double mass);

}  // namespace holonom
