// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <optional>
#include <span>

#include "gui/viewport/scene/body_shape.h"

class vtkRenderer;

namespace holonom {

/// All bodies of one run. Few bodies: an actor for each, moved by its matrix. Many: one mesh whose vertices
/// are transformed here, because a thousand draw calls cost more than a hundred thousand vertices.
class BodyLayer {
 public:
  static constexpr int kActorLimit = 150;

  /// `ghost`: all bodies translucent and in this colour.
  BodyLayer(vtkRenderer& renderer, const Mechanism& mechanism, const SceneLayout& layout,
            std::optional<Colour> ghost = {});
  ~BodyLayer();
  BodyLayer(const BodyLayer&) = delete;
  BodyLayer& operator=(const BodyLayer&) = delete;

  void setPoses(std::span<const BodyPose> poses);
  void setBendingFactor(double factor);  ///< from the next poses on
  void setSelected(const std::vector<int>& bodies);
  void setVisible(bool visible);
  void restyle();  ///< after the colours of the theme have changed

  /// The second run, seen through; empty hides it. Made when first needed.
  void setGhostPoses(std::span<const BodyPose> poses);

  const std::vector<Footprint>& footprints(int body) const { return footprints_[body]; }

 private:
  class Display;
  class Actors;
  class Batch;
  std::unique_ptr<Display> display_;
  std::vector<std::vector<Footprint>> footprints_;
  std::vector<int> selected_;
};

}  // namespace holonom
