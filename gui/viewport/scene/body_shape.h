// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/viewport/scene/layout.h"

namespace holonom {

/// A plate over the rounded hull of some points, in the axes of a body about its centre of mass: what a click
/// can hit.
struct Footprint {
  std::vector<Vector2> hull;
  double radius = 0;
  double low = 0, high = 0;  ///< along z
};

/// A body as drawn: axes of the body, origin in its centre of mass.
struct BodyShape {
  Mesh mesh;
  std::vector<Footprint> footprints;
};

/// How fine the mesh is. Mechanisms of many bodies take the coarse one.
struct Detail {
  int segments = 32;  ///< for a full turn
  bool bevels = true;
  bool pins = true;
  /// lines through the points, so that links stay visible when thinner than a pixel
  bool centreLines = false;
};

BodyShape shapeOf(const Mechanism& mechanism, const SceneLayout& layout, int body, const Detail& detail);

/// The pin of a cluster: a round one for hinges, a square one for welds, through z from low to high.
void addPin(Mesh& mesh, const Vector2& at, bool welded, double radius, double zLow, double zHigh,
            int segments);

/// Half length and half height of a slider's block.
Vector2 blockSize(const Mechanism& mechanism, const SceneLayout& layout, int body);

}  // namespace holonom
