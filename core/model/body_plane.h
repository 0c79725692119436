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

/// The moment of inertia of such a body about the normal through its centre of mass, kg·m².
double momentInPlane(const Body& body);

/// The direction across which both bodies of a joint move, and about which they turn, in the axes of the
/// first: the normal of such bodies, z of rigid bodies in the plane, any of the ground. None where a body
/// moves otherwise or the two have different ones.
std::optional<Vector3> commonNormal(const Mechanism& mechanism, const Joint& joint);

/// The same for a joint in space that has the rows which it would have in the plane: a hinge about that
/// normal, a slider along the plane or the normal, bodies that do not turn against each other. The rows of
/// other joints (a ball, a slot …) that hold for any motion in the plane are left to the equations.
std::optional<Vector3> planeNormal(const Mechanism& mechanism, const Joint& joint);
/// Whether the direction lies along the normal, or in the plane across it, but for digits that a model
/// leaves out; both in the same axes, the normal of length 1.
bool liesAlong(const Vector3& direction, const Vector3& normal);
bool liesInPlane(const Vector3& direction, const Vector3& normal);

}  // namespace holonom
