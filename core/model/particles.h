// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>

#include "core/model/mechanism.h"

/// What particles cannot do: they are points with mass, and have no axes and no angle; and what acts in the
/// plane only, or in space only. One rule for what is read, typed and drawn.
namespace holonom {

bool isParticle(const Mechanism& mechanism, int body);  ///< not the ground (kGround)

/// Why something cannot be, and what to do.
struct Misfit {
  std::string what, remedy;
};

/// Whether the part asks of a body what it does not have; nothing where all fits.
std::optional<Misfit> misfitOf(const Body& body);
/// Whether no rigid body in space has its moments and products of inertia.
std::optional<Misfit> misfitOfInertia(const Body& body);
std::optional<Misfit> misfitOf(const Mechanism& mechanism, const Joint& joint);
std::optional<Misfit> misfitOf(const Mechanism& mechanism, const Force& force);
/// What keeps the joint from having the coordinate that its kind has otherwise: a particle from an angle.
std::optional<Misfit> missingCoordinate(const Mechanism& mechanism, const Joint& joint);
/// Throws InputError where a part of the mechanism does not fit.
void requireFits(const Mechanism& mechanism);

/// The body as another kind. A particle has the mass and the motion of the centre of mass, where its points
/// must lie. A rigid body that was one begins with a moment of inertia of its mass times 1 m². From the plane
/// into space the moment of inertia is taken about every axis; back into the plane what is across it gets
/// lost. Joints keep how the bodies are turned against each other.
void changeKind(Mechanism& mechanism, int body, Body::Kind kind);

}  // namespace holonom
