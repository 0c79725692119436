// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "core/base/text.h"
#include "core/math/pose.h"
#include "core/model/mechanism.h"
#include "core/model/particles.h"

/// Homogeneous solids, and what bodies in space are made of them.
namespace holonom {

/// About its centre of mass, in axes of its own: about z where it is round.
struct SolidGeometry {
  double volume = 0;  ///< m³
  Vector3 moments;    ///< principal moments of inertia of 1 kg, m²
};
SolidGeometry boxOf(const Vector3& edges);
SolidGeometry ballOf(double radius);
/// A hollow one has an inner radius.
SolidGeometry cylinderOf(double radius, double length, double innerRadius = 0);
/// Its centre of mass lies a quarter of its length above the base.
SolidGeometry coneOf(double radius, double length);

/// Of something rigid, in axes of its own or of the body it belongs to.
struct MassProperties {
  double mass = 0;                   ///< kg
  Vector3 centre;                    ///< of mass, m
  Matrix3 tensor = Matrix3::Zero();  ///< about the centre of mass, kg·m²
};
MassProperties massOf(const SolidGeometry& solid, double mass);
MassProperties massOf(const Body& body);
/// In the axes in which `pose` says where its own are.
MassProperties placed(const MassProperties& part, const Pose& pose);
/// Of two parts that are rigidly joined; of one, where the other has no mass.
MassProperties joined(const MassProperties& a, const MassProperties& b);
/// Gives them to a body in space.
void setMass(Body& body, const MassProperties& properties);

/// A length that a shape has.
struct SolidLength {
  const char* key;  ///< in files
  Text label;
  double BodySolid::*member;
  bool mayBeThin = false;  ///< absent, or 0
};
/// What there is to know of a shape.
struct SolidKind {
  const char* name;  ///< in files; empty of Shape::Other
  Text title;
  int edges;  ///< numbers in its size
  std::vector<SolidLength> lengths;
};
/// In the order of BodySolid::Shape.
std::span<const SolidKind> solidKinds();
const SolidKind& kindOf(const BodySolid& solid);

SolidGeometry shapeOf(const BodySolid& solid);
Pose poseOf(const BodySolid& solid);
MassProperties massOf(const BodySolid& solid);
/// What a body has of its own, as one of its solids.
BodySolid ownMassOf(const Body& body);
/// Gives a body the mass of its solids. What is wrong where no body can have it, and nothing is changed.
std::optional<Misfit> composeMass(Body& body);

}  // namespace holonom
