// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/viewport/scene/work_plane.h"
#include "gui/viewport/tools/tool.h"

namespace holonom {

/// What catches the mouse: points, lines of bars where they cross the grid and with their middles, then the
/// lines of the grid.
struct Snapping {
  double grid = 0;       ///< m; 0: no grid
  double pixel = 0.001;  ///< m
  WorkPlane plane = {};  ///< whose coordinates places have; what is beside it catches by its shadow
};

/// The pointer for a mouse at `raw` over the body `under` (kGround: none), as the tool's surroundings catch
/// it.
Pointer caught(const Vector2& raw, int under, const Tool& tool, const Snapping& snapping);

/// The grid of a view: the largest of 1, 2, 5 times a power of ten (m) whose lines are at most 30 pixels
/// apart, and after how many lines comes one that is a power of ten or a half of one.
double gridSpacing(double pixel);
/// where a line of the grid is, m; number 0 goes through the origin
double gridLine(double number, double spacing);
Vector2 onGrid(const Vector2& place, double spacing);  ///< the nearest crossing of its lines
int gridMajor(double spacing);

}  // namespace holonom
