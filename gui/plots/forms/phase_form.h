// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/plots/forms/curve_form.h"
#include "gui/plots/forms/plot_form.h"

namespace holonom {

inline constexpr char kPhaseForm[] = "phase";

/// One quantity against another, while time passes through what all panes show.
PlotForm phaseForm();

/// Where the curve is at time t, s, in axis coordinates.
std::optional<QPointF> phasePointAt(const CurveSet& set, std::size_t curve, double t);

}  // namespace holonom
