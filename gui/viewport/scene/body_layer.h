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
  static constexpr std::size_t kActorLimit = 150;
  static Detail detailFor(std::size_t bodies);

  /// `ghost`: all bodies translucent, in this colour, and a little behind their places.
  explicit BodyLayer(vtkRenderer& renderer, std::optional<Colour> ghost = {});
  ~BodyLayer();
  BodyLayer(const BodyLayer&) = delete;
  BodyLayer& operator=(const BodyLayer&) = delete;

  /// Bodies that are as they were stay in the picture; none is selected.
  void build(const Mechanism& mechanism, const SceneLayout& layout, const BodyShapes& shapes);
  void setPoses(std::span<const BodyPose> poses);
  void setBendingFactor(double factor);  ///< from the next poses on
  void setSelected(const std::vector<int>& bodies);
  void setVisible(bool visible);
  void restyle();  ///< after the colours of the theme have changed

 private:
  class Display;
  class Actors;
  class Batch;
  vtkRenderer& renderer_;
  std::optional<Colour> ghost_;
  std::unique_ptr<Display> display_;
  std::size_t count_ = 0;
  std::vector<int> selected_;
};

}  // namespace holonom
