// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "core/base/spelling.h"
#include "core/model/mechanism.h"

namespace holonom {

/// Names that a force may use in its expressions, besides the parameters: functions of t, q and v.
///   t
///   body.x y theta vx vy omega                             (centre of mass; m, rad, m/s …)
///   body.point.x y vx vy                                   (a named point)
///   joint.position velocity                                (revolute: θ_b − θ_a, rad; prismatic: displacement, m)
///   force.length rate                                      (spring–dampers and actuators: distance of the points, m)
std::vector<std::string> stateSymbols(const Mechanism& mechanism);

/// Names that an output expression may use, besides the parameters: the stateSymbols() and
///   body.ax ay alpha, body.point.ax ay                     (m/s², rad/s²)
///   joint.lambda1 … lambdaN, driver.lambda1                (multipliers, N or N·m)
///   spring.force                                           (tension of a spring–damper, N)
///   torque.torque, push.fx fy, actuator.force              (forces with expressions, N·m or N)
std::vector<std::string> outputSymbols(const Mechanism& mechanism);

/// Names of the columns that every run of the mechanism has besides its outputs ("t", "crank.x", "pin.lambda1",
/// "energy.total" …). An output must have another name.
std::vector<std::string> columnNames(const Mechanism& mechanism);

}  // namespace holonom
