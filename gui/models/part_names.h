// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include "core/model/mechanism.h"

namespace holonom {

/// Engineers' names of the kinds of parts: "Hinge (revolute)", "Spring–damper" …
QString kindName(const Joint& joint);
QString kindName(const Force& force);
QString kindName(const Controller& controller);

/// "0.25 kg"; six significant digits.
QString withUnit(double value, const QString& unit);
/// "30° (0.5236 rad)".
QString angleText(double radians);

}  // namespace holonom
