// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include "gui/panels/math_text.h"
#include "gui/session/method_facts.h"

namespace holonom {

/// A page about a method as HTML: when to choose it, its formula in mathematical type, what was measured of
/// it, its forms and options, and its source. `facts` may be null: they are being measured, or cannot be.
QString methodSheet(const MethodDescriptor& method, const SimulationOptions& options,
                    const MethodFacts* facts, TableSize size);

}  // namespace holonom
