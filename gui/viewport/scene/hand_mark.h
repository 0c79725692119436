// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>

#include "gui/viewport/scene/layout.h"
#include "gui/viewport/scene/solid.h"

namespace holonom {

/// The way of a hand that the model has: a ball where it holds a body, with a handle, and while it pulls an
/// elastic cord from the ball to the handle.
class HandMark {
 public:
  /// `hand`: of one grab at least.
  HandMark(SolidStock& stock, const SceneLayout& layout, const Hand& hand);
  /// Of the ball, and of the ring that is the handle, m.
  static double radiusOf(const SceneSizes& sizes) { return 1.3 * sizes.halfWidth; }
  /// `time`: s; before the first grab the hand waits where that begins.
  void setPoses(const Mechanism& mechanism, std::span<const BodyPose> poses, double time);

 private:
  Hand hand_;
  std::vector<double> z_;  // of what is drawn at each grab, m
  Solid ball_, cord_, handle_;
};

}  // namespace holonom
