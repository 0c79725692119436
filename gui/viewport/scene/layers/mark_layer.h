// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/viewport/scene/layers/layer.h"
#include "gui/viewport/scene/solid.h"

namespace holonom {

/// Signs that move with the bodies: quartered discs, in space balls, at the centres of mass, and the axes of
/// the bodies' frames. Each kind is one mesh whose vertices are moved here, whatever the number of bodies.
class MarkLayer : public Layer {
 public:
  void build(const Stage& stage) override;
  void show(const Frame& frame) override;
  void setShown(bool centres, bool frames);

 private:
  struct Batch {
    Mesh mark;  // of one body, about its place
    std::vector<std::size_t> bodies;
    std::vector<Vector3> places;  // in the axes of the bodies, about their centres of mass
    Solid solid;
    bool shown = false;
  };
  void build(Batch& batch);
  void place(Batch& batch, std::span<const BodyPose> poses);

  vtkRenderer* renderer_ = nullptr;
  Batch centres_, frames_, spatialCentres_, spatialFrames_;
};

}  // namespace holonom
