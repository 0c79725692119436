// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace holonom {

class PlotBoard;
struct Workspace;

/// The selected part and its curves go together: curves of the selected parts stand out, and who clicks a
/// curve selects its part. Both live as long as the board.
void linkSelection(Workspace& workspace, PlotBoard& plots);

}  // namespace holonom
