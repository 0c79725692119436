// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/spelling.h"
#include "core/model/mechanism.h"

namespace holonom {

/// Names that a force may use in its expressions, besides the parameters: functions of t, q and v.
///   t
///   body.x y theta vx vy omega        (centre of mass; m, rad, m/s …)
///   body.a11 a12 … a33                (of a body in space: rotation matrix from its axes to the ground)
///   body.point.x y vx vy              (a named point)
///   joint.position velocity           (revolute: θ_b − θ_a, rad; prismatic: displacement, m)
///   joint.position2 velocity2 …       (further coordinates of a joint in space that has several)
///   force.length rate                 (spring–dampers, actuators, stops: distance of the points, m)
///   controller.quantity               (its states, algebraic variables and signals)
std::vector<std::string> stateSymbols(const Mechanism& mechanism);

/// Those of them that a constraint may use: without the quantities of controllers, on which nothing may act.
std::vector<std::string> constraintSymbols(const Mechanism& mechanism);

/// The stateSymbols() without this signal of a controller and those after it: what its formula may use.
std::vector<std::string> stateSymbolsBefore(const Mechanism& mechanism, const std::string& signal);

/// Whether a formula of those reads the time.
bool usesTime(const std::string& formula);

/// Names that an output expression may use, besides the parameters: the stateSymbols() and
///   body.ax ay alpha, body.point.ax ay        (m/s², rad/s²)
///   body.q1 vq1 aq1 …                         (elastic coordinates of a flexible body; m, m/s, m/s²)
///   body.point.theta omega alpha deflection   (of its points; deflection across the chord, m)
///   joint.lambda1 … lambdaN, driver.lambda1, constraint.lambda1 …   (multipliers, N or N·m)
///   spring.force                              (tension of a spring–damper, N)
///   torque.torque, push.fx fy, hand.fx fy, actuator.force, stop.force
///                                             (forces with expressions, stops with stiffness; N·m or N)
std::vector<std::string> outputSymbols(const Mechanism& mechanism);

/// Unit of one of them; none where a name is no such symbol, or its unit is not known (controllers).
std::optional<std::string> unitOf(const Mechanism& mechanism, const std::string& symbol);
/// The same of a name that is known to be one, without looking for it among all.
std::optional<std::string> unitOfSymbol(const Mechanism& mechanism, const std::string& symbol);

/// The one of a part or point ("leg3", "crank.B") that people ask for first; empty where it has none.
std::string firstSymbolOf(const Mechanism& mechanism, const std::string& name);

/// What a force exerts, as those symbols name it: "force", or "fx", "fy", in space "fz".
std::vector<const char*> exertedBy(const Mechanism& mechanism, const Force& force);

/// Whether one of those is a moment: about the axis of a joint, a torque, "tx".
bool isMoment(const Mechanism& mechanism, const Force& force, std::string_view quantity);

/// Names of the columns that every run of the mechanism has besides its outputs ("t", "crank.x",
/// "pin.lambda1", "energy.total" …). An output must have another name.
std::vector<std::string> columnNames(const Mechanism& mechanism);

}  // namespace holonom
