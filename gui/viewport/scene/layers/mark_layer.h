// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/viewport/scene/layers/layer.h"
#include "gui/viewport/scene/solid.h"

namespace holonom {

/// Signs that move with the bodies: quartered discs, in space balls, at the centres of mass, and the axes of
/// the bodies' frames. Made when they are first shown.
class MarkLayer : public Layer {
 public:
  MarkLayer();
  void build(const Stage& stage) override;
  void show(const Frame& frame) override;
  void restyle() override;
  void setShown(bool centres, bool frames);

 private:
  /// One kind of sign.
  struct Signs {
    std::shared_ptr<const Mesh> inPlane, inSpace;  // of one body, about its place
    std::vector<Vector3> places;                   // in the axes of the bodies, about their centres of mass
    SolidStock stock;
    std::vector<Solid> solids;
    bool isShown = false;
  };
  void place(Signs& signs, std::span<const BodyPose> poses);

  std::vector<bool> spatial_;  // by bodies
  Signs centres_, frames_;
};

}  // namespace holonom
