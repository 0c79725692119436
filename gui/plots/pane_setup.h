// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/plots/chart_area.h"
#include "gui/plots/pane_selection.h"

namespace holonom {

/// What a pane shows, made of what is selected: curves, legend and axes, and what is said of them.
struct PaneSetup {
  ChartSetup chart;
  std::vector<Channel> channels;  ///< that have curves
  QString title, hint;
};

/// `drawn`: the runs of the selection, or their differences. Curves that were there `before` hand on what
/// they have taken in.
PaneSetup paneSetup(const PaneSelection& selection, const std::vector<PlottedRun>& drawn,
                    const CurveSet& before);

/// The same channels as a table of the rows in a stretch of time, s.
DataTable visibleTable(const PaneSelection& selection, const std::vector<PlottedRun>& drawn,
                       AxisRange window);

}  // namespace holonom
