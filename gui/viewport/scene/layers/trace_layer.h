// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/viewport/scene/layers/layer.h"
#include "gui/viewport/scene/solid.h"

namespace holonom {

/// The lines that blades draw, and the paths of the points that are traced.
class TraceLayer : public Layer {
 public:
  void build(const Stage& stage) override;
  void show(const Frame&) override {}
  void trace(const Mechanism& mechanism, const Way& way) override;

 private:
  vtkRenderer* renderer_ = nullptr;
  double zFront_ = 0;
  Solid traces_;
};

}  // namespace holonom
