// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/body_plane.h"

#include <cmath>

#include "core/model/centre_motion.h"

namespace holonom {

double BodyPlane::angleOf(const Vector4& turned) const {
  const Vector4 turn = composed(turned, inverse(start));
  return 2 * std::atan2(normal.dot(Vector3(turn.tail<3>())), turn[0]);
}

BodyPlane planeOf(const Body& body) {
  const CentreMotion begins = centreMotion(body);
  const Vector3 normal = body.normal.normalized();
  const auto [first, second] = waysOnPlane(normal);
  return {first, second, normal, normal.dot(begins.place), begins.p};
}

std::optional<Vector3> planeOf(const Mechanism& mechanism, const Joint& joint) {
  constexpr double kAlong = 1e-9;
  const auto [a, b] = endsOf(joint);
  const auto body = [&](int index) -> const Body* {
    return index == kGround ? nullptr : &mechanism.bodies[std::size_t(index)];
  };
  const Body *first = body(a.body), *second = body(b.body);
  for (const Body* end : {first, second})
    if (end && !end->keepsPlane()) return {};
  const Vector3 normal = (first ? first : second)->normal.normalized();
  if (second && normal.cross(second->normal.normalized()).norm() > kAlong) return {};
  const Vector3 inFirst = first ? rotationMatrix(initialTurn(*first)).transpose() * normal : normal;
  if (const auto* hinge = std::get_if<RevoluteJoint>(&joint.kind))
    if (inFirst.cross(hinge->hinge.normalized()).norm() < kAlong) return inFirst;
  if (const auto* slider = std::get_if<PrismaticJoint>(&joint.kind))
    if (std::abs(inFirst.dot(slider->axis.normalized())) < kAlong) return inFirst;
  return {};
}

}  // namespace holonom
