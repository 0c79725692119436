// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>

#include "core/model/mechanism.h"

namespace holonom {

/// The plane in which the centre of mass of a body moves: r = h n + x w₁ + y w₂ (m), with the body turned
/// about n by θ from where it begins (rad). That of a body in the plane of the ground has the ground's axes.
struct BodyPlane {
  Vector3 first = Vector3::UnitX(), second = Vector3::UnitY(), normal = Vector3::UnitZ();  ///< w₁, w₂, n
  double height = 0;                                                                       ///< h, m
  Vector4 start = Vector4::Unit(0);  ///< Euler parameters at θ = 0

  Vector2 inPlane(const Vector3& vector) const { return {first.dot(vector), second.dot(vector)}; }
  Vector3 inSpace(const Vector2& vector) const { return vector.x() * first + vector.y() * second; }
  Vector3 place(const Vector2& at) const { return height * normal + inSpace(at); }
  Vector4 turned(double angle) const { return composed(eulerParameters(normal, angle), start); }
  double angleOf(const Vector4& turned) const;  ///< the other way, up to whole turns
};

/// Of a body in space that keeps to a plane (Body::keepsPlane()), as its initial values say.
BodyPlane planeOf(const Body& body);

/// The normal of the plane, in the axes of the first body, of a hinge or slider in space that acts in one
/// plane only: both its bodies keep to planes across one direction (ground does to any), its hinge points
/// along that direction, its slide lies in the plane. It then has the two rows that it has in the plane.
std::optional<Vector3> planeOf(const Mechanism& mechanism, const Joint& joint);

}  // namespace holonom
