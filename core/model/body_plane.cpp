// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/body_plane.h"

#include <cmath>

#include "core/model/centre_motion.h"

namespace holonom {
namespace {

constexpr double kAlong = 1e-6;  // sine of the angle by which digits that a model leaves out turn a direction

}  // namespace

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

double momentInPlane(const Body& body) {
  const Vector3 axis = rotationMatrix(initialTurn(body)).transpose() * body.normal.normalized();
  return axis.dot(inertiaTensor(body) * axis);
}

std::optional<Vector3> commonNormal(const Mechanism& mechanism, const Joint& joint) {
  std::optional<Vector3> common;
  const auto [a, b] = endsOf(joint);
  for (const int index : {a.body, b.body}) {
    if (index == kGround) continue;
    const Body& body = mechanism.bodies[std::size_t(index)];
    if (!body.keepsPlane() && (body.kind != Body::Kind::Rigid || body.flexible)) return {};
    const Vector3 normal = body.keepsPlane() ? Vector3(body.normal.normalized()) : Vector3(Vector3::UnitZ());
    if (common && !liesAlong(*common, normal)) return {};
    if (!common) common = normal;
  }
  if (common && a.body != kGround)
    *common = rotationMatrix(initialTurn(mechanism.bodies[std::size_t(a.body)])).transpose() * *common;
  return common;
}

std::optional<Vector3> planeNormal(const Mechanism& mechanism, const Joint& joint) {
  const std::optional<Vector3> normal = commonNormal(mechanism, joint);
  if (!normal) return {};
  const auto* hinge = std::get_if<RevoluteJoint>(&joint.kind);
  const bool acts = hinge ? liesAlong(hinge->hinge, *normal)
                          : std::holds_alternative<PrismaticJoint>(joint.kind) ||
                                std::holds_alternative<FixedJoint>(joint.kind) ||
                                std::holds_alternative<SameOrientationJoint>(joint.kind);
  return acts ? normal : std::nullopt;
}

bool liesAlong(const Vector3& direction, const Vector3& normal) {
  return normal.cross(direction.normalized()).norm() < kAlong;
}

bool liesInPlane(const Vector3& direction, const Vector3& normal) {
  return std::abs(direction.normalized().dot(normal)) < kAlong;
}

}  // namespace holonom
