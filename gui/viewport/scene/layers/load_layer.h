// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/viewport/scene/layers/layer.h"
#include "gui/viewport/scene/load_arrow.h"

namespace holonom {

/// The constant loads of the model as arrows.
class LoadLayer : public Layer {
 public:
  void build(const Stage& stage) override;
  void show(const Frame& frame) override;

 private:
  std::vector<LoadArrow> arrows_;
};

}  // namespace holonom
