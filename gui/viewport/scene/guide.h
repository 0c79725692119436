// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/viewport/scene/joint_mark.h"

namespace holonom {

/// The rails of a prismatic joint, or the edges of a slot, fixed to the first body (hatched when that is
/// ground). They are as long as the slider's reach; where nothing in the model bounds that, they grow ahead
/// of it.
class Guide : public JointMark {
 public:
  Guide(SolidStock& stock, const Mechanism& mechanism, const SceneLayout& layout, int joint);

  void setPoses(const Mechanism& mechanism, std::span<const BodyPose> poses) override;

 private:
  double displacement(std::span<const BodyPose> poses) const;
  Mesh rails() const;
  double hatchHeight() const { return 0.8 * halfWidth_; }
  void snapToHatching();  // so that the strokes of two sliders on one line fall together

  int carrier_, sliding_;  // bodies
  Vector2 start_, axis_;   // about the carrier's centre of mass, in its axes
  Vector2 slider_;         // b about its body's centre of mass
  Vector2 block_;          // half length and height of what slides
  double halfWidth_, zLow_, zHigh_, margin_, longest_;
  double low_, high_;  // extent of the rails along the axis
  Solid solid_;
};

}  // namespace holonom
