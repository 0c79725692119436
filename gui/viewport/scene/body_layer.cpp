// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/viewport/scene/body_layer.h"

#include <vtkProperty.h>

namespace holonom {
namespace {

constexpr double kGhostOpacity = 0.35;
constexpr double kGhostDepth = 1e-4;  // more than rounding, less than the distance of the layers

}  // namespace

BodyLayer::BodyLayer(vtkRenderer& renderer, std::optional<Colour> ghost, std::size_t rank)
    : renderer_(renderer), ghost_(ghost) {
  if (!ghost) return;
  stock_.makeTranslucent(kGhostOpacity);
  stock_.putBehind(kGhostDepth * double(rank + 1));
}

void BodyLayer::build(const Mechanism& mechanism, const BodyShapes& shapes) {
  const auto colourOf = [&](std::size_t body) {
    return ghost_.value_or(
        parseColour(mechanism.bodies[body].display.colour, paletteColour(static_cast<int>(body))));
  };
  stock_.begin(renderer_);
  shapes_.clear();
  solids_.clear();
  for (std::size_t i = 0; i < shapes.size(); ++i) {
    shapes_.push_back(shapes[i]);
    solids_.push_back(stock_.take({shapes[i], &shapes[i]->mesh}, colourOf(i)));
  }
}

void BodyLayer::setPoses(std::span<const BodyPose> poses) {
  for (std::size_t i = 0; i < solids_.size() && i < poses.size(); ++i) {
    solids_[i].place({poses[i].position, poses[i].rotation});
    if (const auto& bending = shapes_[i]->bending)
      bending->apply(poses[i], bendingFactor_, solids_[i].bend());
  }
  stock_.update();
}

void BodyLayer::setSelected(const std::vector<int>& bodies) {
  for (Solid& solid : solids_) solid.setSelected(false);
  for (const int body : bodies)
    if (body >= 0 && static_cast<std::size_t>(body) < solids_.size())
      solids_[static_cast<std::size_t>(body)].setSelected(true);
  stock_.update();
}

}  // namespace holonom
