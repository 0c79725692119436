// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <vector>

#include "core/dynamics/part_load.h"
#include "core/model/mechanism.h"
#include "core/results/body_pose.h"
#include "gui/viewport/scene/layout.h"

class vtkRenderer;

namespace holonom {

/// Where a layer puts what it draws, and for whom.
struct Stage {
  vtkRenderer& renderer;
  const Mechanism& mechanism;
  const SceneLayout& layout;
  const WorkPlane& plane;
};

/// One moment of the picture.
struct Frame {
  const Mechanism& mechanism;
  std::span<const BodyPose> poses;       ///< one per body
  double time = 0;                       ///< s, of a run
  std::span<const PartLoad> loads = {};  ///< what parts do to bodies; empty where no run is shown
};

/// Poses along a run, or several of them with an empty entry between.
using Way = std::vector<std::vector<BodyPose>>;

/// One kind of thing in the picture. What a mechanism has of it is built once; from then on it is only moved.
class Layer {
 public:
  virtual ~Layer() = default;
  virtual void build(const Stage& stage) = 0;
  virtual void show(const Frame& frame) = 0;
  virtual void restyle() = 0;  ///< after the colours of the theme have changed; show() follows
  virtual void lengthen(const Frame& /*met*/) {}  ///< a run gets there: rails and tracks reach as far
};

}  // namespace holonom
