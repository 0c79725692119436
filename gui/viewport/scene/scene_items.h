// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace holonom {

/// What is drawn beside the mechanism itself.
struct SceneItems {
  enum class Up { AgainstGravity, Y, Z };
  bool grid = true, traces = true, centres = false, frames = false;
  bool reactions = false, loads = false;  ///< arrows of joints and drivers, of forces
  double arrowFactor = 1;
  bool arrowsAutomatic = true;
  bool parallel = false;       ///< the same scale at every depth, as while drawing
  Up up = Up::AgainstGravity;  ///< of a mechanism in space
  bool operator==(const SceneItems&) const = default;
};

}  // namespace holonom
