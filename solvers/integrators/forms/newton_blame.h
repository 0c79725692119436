// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "solvers/integrators/error_weights.h"
#include "solvers/integrators/forms/balance.h"
#include "solvers/integrators/integrator.h"

namespace holonom {

/// Tells of an iteration that failed what it moved most, in tolerances: a coordinate of q (`moved`, length
/// n), and the multiplier whose change λ₁ − λ₀ (length m) would have moved one much farther if nothing had
/// pulled back: way |C_q,ik Δλ_i| / M_kk. Reactions that fight each other, as where a mechanism locks, are
/// found so although no error test knows λ. `way`: of a coordinate for an acceleration of one, s². At the
/// state where `balance` was evaluated last.
void blame(const Balance& balance, const ErrorWeights& weights, ConstVectorRef moved, const Vector& from,
           const Vector& to, double way, Attempt& attempt);

}  // namespace holonom
