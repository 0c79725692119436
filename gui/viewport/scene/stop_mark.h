// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <vector>

#include "gui/viewport/scene/body_shape.h"
#include "gui/viewport/scene/layout.h"
#include "gui/viewport/scene/solid.h"

namespace holonom {

/// What a stop is in the picture: buffers at the ends of a slider's way, cheeks beside a hinge at its
/// limiting angles, or a cord between two points whose distance is limited.
class StopMark {
 public:
  /// `force`: its index in the mechanism.
  StopMark(SolidStock& stock, const Mechanism& mechanism, const SceneLayout& layout, const Stop& stop,
           int force);

  void setPoses(const Mechanism& mechanism, std::span<const BodyPose> poses);

  // What a click can hit: buffers and cheeks, in the axes of the body that they are fixed to. (A cord is
  // clicked as a line.)
  int force() const { return force_; }
  int carrier() const { return carrier_; }
  const std::vector<Footprint>& plates() const { return plates_; }

 private:
  Mesh buffers(const Mechanism& mechanism, const SceneLayout& layout, const Joint& joint);
  Mesh cheeks(const Mechanism& mechanism, const SceneLayout& layout, const Joint& joint);
  void addPlate(Mesh& mesh, const Vector2& from, const Vector2& to, double radius, const PrismStyle& style);
  Mesh cord(const SceneLayout& layout) const;

  Stop stop_;
  int force_;
  std::vector<Footprint> plates_;
  int carrier_ = kGround;   // the body that the marks are fixed to
  double zA_ = 0, zB_ = 0;  // of a cord's ends
  Solid solid_;             // none when there is nothing to draw
};

}  // namespace holonom
