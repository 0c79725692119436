// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/viewport/scene/layers/layer.h"
#include "gui/viewport/scene/solid.h"

namespace holonom {

/// Lines over a rectangle of the plane that is drawn in, behind the mechanism.
class GridLayer : public Layer {
 public:
  GridLayer();
  void build(const Stage& stage) override;
  void show(const Frame&) override {}
  void restyle() override { stock_.restyle(); }

  /// With cells as the size of the rectangle wants them; an empty one: as large as the mechanism.
  void lay(Box2 box);
  void lay(const Box2& box, double spacing, int major);
  bool isLaid(const Box2& seen, double spacing, int major) const {
    return cell_ == spacing && major_ == major && box_.contains(seen);
  }
  const Box2& box() const { return box_; }
  void setVisible(bool visible) { stock_.setVisible(visible); }
  /// `above` (m) the plane that its coordinates are of.
  void place(const WorkPlane& plane, double above) {
    grid_.place({plane.at({0, 0}, above), plane.frame().rotation});
    stock_.update();
  }

  /// What the grid of a mechanism covers.
  static Box2 extent(const Box2& mechanism);

 private:
  vtkRenderer* renderer_ = nullptr;
  double size_ = 1;  // of the model, m
  Box2 box_;
  double cell_ = 0;
  int major_ = 5;
  SolidStock stock_;
  Solid grid_;
};

}  // namespace holonom
