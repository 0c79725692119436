// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/dynamics/dae_system.h"
#include "core/dynamics/state.h"
#include "solvers/analyses/start_metric.h"

namespace holonom {

/// min (q − q0)ᵀ W (q − q0) subject to C(q, t) = 0, by Newton's method on the stationarity system without
/// second derivatives of C (000, eq. (6), (7)). The rows must be independent and holonomic. False when it
/// does not converge.
bool projectPositions(DaeSystem& system, double t, ConstVectorRef v, const StartMetric& W, const Vector& q0,
                      Vector& q);
/// The same with a diagonal W.
bool projectPositions(DaeSystem& system, double t, ConstVectorRef v, const Vector& weight, const Vector& q0,
                      Vector& q);

/// min (v − v0)ᵀ W (v − v0) subject to C_q v + C_t = 0 at state.t, state.q (eq. (8), (9)); result in state.v.
/// One linear solve; with nonholonomic rows G = 0, which may be nonlinear in v, Newton's method on the
/// stationarity system.
bool projectVelocities(DaeSystem& system, State& state, const StartMetric& W, const Vector& v0);

/// The same in the metric of M: min (v − v0)ᵀ M (v − v0), which keeps the momentum along the motions left
/// free.
bool projectVelocitiesByMass(DaeSystem& system, State& state, const Vector& v0);

/// a and λ of [M C_qᵀ; C_q 0][a; λ] = [Q; γ] at state.t, q, v (eq. (10)).
bool solveAccelerations(DaeSystem& system, State& state);

/// Velocities onto C_q v + C_t = 0 by the impulses of the constraints: M Δv + C_qᵀΛ = 0, at state.t, state.q.
bool projectByImpulse(DaeSystem& system, State& state);

/// What an impulse p (length n, N·s) does to the velocities: M Δv + C_qᵀΛ = p, C_q Δv = 0, at state.t,
/// state.q.
bool impulseResponse(DaeSystem& system, const State& state, ConstVectorRef p, Vector& change);

/// Damped least squares (Levenberg–Marquardt) on C = 0 with all holonomic rows, dependent or not. Moves q;
/// false when the residual cannot be brought to zero.
bool leastSquaresProjection(DaeSystem& system, double t, const Vector& v, const Vector& weight, Vector& q);

}  // namespace holonom
