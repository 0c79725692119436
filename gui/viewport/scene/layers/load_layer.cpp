// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/viewport/scene/layers/load_layer.h"

#include <vtkRenderer.h>

namespace holonom {

void LoadLayer::build(const Stage& stage) {
  arrows_ = loadArrowsOf(stage.mechanism, stage.layout);
  for (const LoadArrow& arrow : arrows_) stage.renderer.AddActor(arrow.actor());
}

void LoadLayer::show(const Frame& frame) {
  for (LoadArrow& arrow : arrows_) arrow.setPoses(frame.mechanism, frame.poses);
}

}  // namespace holonom
