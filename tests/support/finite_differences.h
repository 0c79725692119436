// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "core/dynamics/dae_system.h"

namespace holonom {

/// Steps of the difference quotients: a coordinate moves by `coordinate` times its scale, a velocity by
/// `velocity` times max(1, |v_j|), time by `time` seconds. The defaults suit motions that change over 0.1 s
/// or longer; pass smaller ones for faster motions.
struct DifferenceSteps {
  double coordinate = 1e-4;
  double velocity = 1e-3;
  double time = 1e-4;
};

/// Compares the analytic blocks C_q, C_t, γ, P, ∂(C_q a − γ)/∂q, ∂(C_q a − γ)/∂v, K, D, (C_qᵀ λ)_q and
/// (C_qᵀ λ)_v of a system, with their nonholonomic rows, at one state with five-point central
/// differences of C, C_q v + C_t, C_q a − γ, C_qᵀ λ, M a + C_qᵀ λ − Q and Q. Full matrices are compared, so a
/// derivative that is missing in a sparsity pattern is found, and so is an entry that an evaluation leaves
/// unwritten. An entry counts as right within 1e-6 of the largest entry of its row (and 1e-9 of the largest
/// of the block, for rounding). The state need not satisfy the constraints. Returns one line per wrong entry,
/// with the names of its constraint and coordinate; empty when all agree. Leaves the system at the given
/// state.
std::string checkDerivatives(DaeSystem& system, double t, const Vector& q, const Vector& v, const Vector& a,
                             const Vector& lambda, const DifferenceSteps& steps = {});

}  // namespace holonom
