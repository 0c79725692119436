// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/viewport/scene/layers/grid_layer.h"

#include <vtkProperty.h>

#include "gui/viewport/scene/grid.h"

namespace holonom {
namespace {

constexpr double kGridCells = 12;  // across the model, at least

}  // namespace

Box2 GridLayer::extent(const Box2& box) {
  const Vector2 margin = Vector2::Constant(0.6 * box.sizes().maxCoeff());
  return {box.min() - margin, box.max() + margin};
}

GridLayer::GridLayer() {
  stock_.look().LightingOff();
  stock_.look().SetLineWidth(1);
}

void GridLayer::build(const Stage& stage) {
  renderer_ = &stage.renderer;
  size_ = stage.layout.sizes.model;
  const Box3 current = currentExtent(stage.mechanism, stage.layout.initial);
  lay(extent(stage.plane.shadowOf(stage.layout.reach.box.merged(current))));
}

void GridLayer::lay(Box2 box) {
  if (box.isEmpty() || box.sizes().maxCoeff() <= 0)
    box = Box2(Vector2::Constant(-size_), Vector2::Constant(size_));
  lay(box, niceSpacing(box.sizes().maxCoeff() / (2.2 * kGridCells)), 5);
}

void GridLayer::lay(const Box2& box, double spacing, int major) {
  if (grid_ && box_.min() == box.min() && box_.max() == box.max() && isLaid(box, spacing, major)) return;
  box_ = box;
  cell_ = spacing;
  major_ = major;
  stock_.begin(*renderer_);
  grid_ = stock_.take(gridMesh(box.min(), box.max(), spacing, 0, major));
  stock_.update();
}

}  // namespace holonom
