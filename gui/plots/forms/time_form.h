// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/plots/forms/plot_form.h"

namespace holonom {

inline constexpr char kTimeForm[] = "time";

/// Curves over the time that all panes share, with its events.
PlotForm timeForm();

}  // namespace holonom
