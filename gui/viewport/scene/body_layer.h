// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "gui/viewport/scene/body_shape.h"
#include "gui/viewport/scene/solid.h"

namespace holonom {

/// All bodies of one run.
class BodyLayer {
 public:
  /// `ghost`: all bodies translucent, in this colour, and hidden by what is at the same place, as by ghosts
  /// of a smaller `rank`.
  explicit BodyLayer(vtkRenderer& renderer, std::optional<Colour> ghost = {}, std::size_t rank = 0);

  /// None is selected.
  void build(const Mechanism& mechanism, const BodyShapes& shapes);
  void setPoses(std::span<const BodyPose> poses);
  void setBendingFactor(double factor) { bendingFactor_ = factor; }  ///< from the next poses on
  void setSelected(const std::vector<int>& bodies);
  void setVisible(bool visible) { stock_.setVisible(visible); }
  void restyle() { stock_.restyle(); }  ///< after the colours of the theme have changed

 private:
  vtkRenderer& renderer_;
  std::optional<Colour> ghost_;
  SolidStock stock_;
  std::vector<std::shared_ptr<const BodyShape>> shapes_;
  std::vector<Solid> solids_;
  double bendingFactor_ = 1;
};

}  // namespace holonom
