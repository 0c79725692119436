// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/turn_axes.h"

#include <Eigen/Geometry>

#include "core/model/mechanism.h"

namespace holonom {

TurnAxes turnAxes(const Vector3& axis, const Vector3& secondAxis) {
  const Vector3 w = axis.normalized(), f = w.unitOrthogonal(), g = w.cross(f);
  const Eigen::Quaterniond least = Eigen::Quaterniond::FromTwoVectors(w, secondAxis);
  return {w, f, g, least * f, least * g};
}

std::optional<TurnAxes> turnAxes(const Joint& joint) {
  if (const auto* hinge = std::get_if<RevoluteJoint>(&joint.kind))
    return turnAxes(hinge->hinge, hinge->secondHinge);
  if (const auto* screw = std::get_if<ScrewJoint>(&joint.kind))
    return turnAxes(screw->axis, screw->secondAxis);
  return {};
}

}  // namespace holonom
