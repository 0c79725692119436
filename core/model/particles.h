// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>

#include "core/model/mechanism.h"

/// What particles cannot do: they are points with mass, and have no axes and no angle. One rule for what is
/// read, typed and drawn.
namespace holonom {

bool isParticle(const Mechanism& mechanism, int body);  ///< not the ground (kGround)

/// Why something cannot be, and what to do.
struct Misfit {
  std::string what, remedy;
};

/// Whether the part asks of a particle what it does not have; nothing where all fits.
std::optional<Misfit> misfitOf(const Body& body);
std::optional<Misfit> misfitOf(const Mechanism& mechanism, const Joint& joint);
std::optional<Misfit> misfitOf(const Mechanism& mechanism, const Force& force);
/// That a particle at the joint keeps it from having the angle that its kind has otherwise.
std::optional<Misfit> missingAngle(const Mechanism& mechanism, const Joint& joint);
/// Throws InputError where a part of the mechanism does not fit.
void requireFits(const Mechanism& mechanism);

/// The body as another kind. A particle has the mass and the motion of the centre of mass, where its points
/// must lie. A rigid body that was one begins with a moment of inertia of its mass times 1 m².
void changeKind(Body& body, Body::Kind kind);

}  // namespace holonom
