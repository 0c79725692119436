// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "solvers/analyses/assembly.h"

namespace holonom {

/// First regular point of a motion that starts in the singular configuration `start`, at which rows were left
/// out that are independent nearby. The motion without those rows is followed over 1e-4 of the model's size
/// (two steps of second order) and brought back to all constraints in the metric of M, which keeps its
/// momentum along the branch of the given velocities. Empty when nothing moves, or when no regular point lies
/// there.
std::optional<Assembly> departure(DaeSystem& system, const Assembly& start);

/// Whether nothing can leave the singular configuration q (at time t), though velocities could: for a motion
/// along w with C_q w = 0 every u with uᵀ C_q = 0 needs wᵀ (Σ u_i ∂²C_i/∂q²) w = 0 at second order, and one
/// of these forms has a definite sign, as for bars that are stretched in a line between two fixed points.
/// For holonomic rows that do not change with time.
bool isImmovable(DaeSystem& system, double t, const Vector& q);

/// A regular configuration beside a singular one.
struct NearbyStart {
  Vector q;
  std::string description;  ///< "crank.theta +0.001, coupler.theta −0.002": the largest changes
};

/// One start on each branch that leaves the singular configuration q (at time t): directions of the null
/// space of C_q are tried, brought onto the constraints, and kept where the constraints are independent. At
/// most six.
std::vector<NearbyStart> nearbyStarts(DaeSystem& system, double t, const Vector& q);

}  // namespace holonom
