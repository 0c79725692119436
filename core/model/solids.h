// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/math/pose.h"
#include "core/model/mechanism.h"

/// Homogeneous solids, and what bodies in space are made of them.
namespace holonom {

/// About its centre of mass, in axes of its own: about z where it is round.
struct Solid {
  double volume = 0;  ///< m³
  Vector3 moments;    ///< principal moments of inertia of 1 kg, m²
};
Solid boxOf(const Vector3& edges);
Solid ballOf(double radius);
/// A hollow one has an inner radius.
Solid cylinderOf(double radius, double length, double innerRadius = 0);
/// Its centre of mass lies a quarter of its length above the base.
Solid coneOf(double radius, double length);

/// Of something rigid, in axes of its own or of the body it belongs to.
struct MassProperties {
  double mass = 0;                   ///< kg
  Vector3 centre;                    ///< of mass, m
  Matrix3 tensor = Matrix3::Zero();  ///< about the centre of mass, kg·m²
};
MassProperties massOf(const Solid& solid, double mass);
MassProperties massOf(const Body& body);
/// In the axes in which `pose` says where its own are.
MassProperties placed(const MassProperties& part, const Pose& pose);
/// Of two parts that are rigidly joined; of one, where the other has no mass.
MassProperties joined(const MassProperties& a, const MassProperties& b);
/// Gives them to a body in space.
void setMass(Body& body, const MassProperties& properties);

}  // namespace holonom
