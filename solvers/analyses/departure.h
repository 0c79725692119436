// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "solvers/analyses/assembly.h"

namespace holonom {

/// First regular point of a motion that starts in the singular configuration `start`, at which rows were left out that are
/// independent nearby. The motion without those rows is followed over 1e-4 of the model's size (two steps of second order)
/// and brought back to all constraints in the metric of M, which keeps its momentum along the branch of the given
/// velocities. Empty when nothing moves, or when no regular point lies there.
std::optional<Assembly> departure(DaeSystem& system, const Assembly& start);

/// A regular configuration beside a singular one.
struct NearbyStart {
  Vector q;
  std::string description;  ///< "crank.theta +0.001, coupler.theta −0.002": the largest changes
};

/// One start on each branch that leaves the singular configuration q (at time t): directions of the null space of C_q are
/// tried, brought onto the constraints, and kept where the constraints are independent. At most six; dense, for small
/// systems.
std::vector<NearbyStart> nearbyStarts(DaeSystem& system, double t, const Vector& q);

}  // namespace holonom
