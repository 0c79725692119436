// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/viewport/scene/joint_mark.h"

namespace holonom {

/// What shows a nonholonomic joint: the line that a disc rolls on, fixed to the first body (hatched when that
/// is ground) and growing ahead of the disc, or the blade of a knife edge, fixed to the second.
class ContactMark : public JointMark {
 public:
  ContactMark(SolidStock& stock, const Mechanism& mechanism, const SceneLayout& layout,
              const RollingJoint& joint);
  ContactMark(SolidStock& stock, const Mechanism& mechanism, const SceneLayout& layout,
              const KnifeEdgeJoint& joint);

  void setPoses(const Mechanism& mechanism, std::span<const BodyPose> poses) override;

 private:
  Mesh line() const;
  Mesh blade() const;
  double displacement(std::span<const BodyPose> poses) const;

  bool isLine_;
  int carrier_, other_;  // bodies: of the mark, and the one that moves against it
  // start and axis in the carrier's frame about its centre of mass; place on the other
  Vector2 start_, axis_, contact_;
  double halfWidth_, zLow_, zHigh_, margin_ = 0;
  double low_ = 0, high_ = 0;  // extent along the axis
  Solid solid_;
};

}  // namespace holonom
