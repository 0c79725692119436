// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QIcon>

#include "solvers/analyses/doctor.h"

namespace holonom {

/// Told apart by form as well as by colour: an octagon with a bar, a triangle with an exclamation mark, a
/// disc with an i, a disc with a tick.
QIcon severityIcon(Severity severity);
/// "In the way", "Warning", "Hint", "Fine".
QString severityWord(Severity severity);

}  // namespace holonom
