// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "core/model/mechanism.h"

namespace holonom {

/// Makes a controller (an index into controllers) one of another kind, counted as in Controller::kind, which
/// does the same as far as that kind can: a PID controller becomes the equations that it stands for, with or
/// without samples; states that are held between samples follow explicit Euler steps of their rates, and the
/// other way round. What a PID controller cannot do is given up, unless other parts use it; equations that
/// are those of a PID controller become that one again. Throws InputError that says what stands in the way.
void changeControllerKind(Mechanism& mechanism, int controller, int kind);

/// Names of the quantities that are written down in a controller; none of a PID controller, whose are always
/// the same.
std::vector<std::string> quantityNames(const Controller& controller);

}  // namespace holonom
