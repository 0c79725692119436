// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <Eigen/Core>

#include "core/dynamics/dae_system.h"

/// Full matrices of a DaeSystem and the direct solution of its equations: slow, simple, independent of the
/// solvers.
namespace holonom {

using Matrix = Eigen::MatrixXd;

Matrix denseMatrix(const SparsePattern& pattern, const double* values);

// Blocks at the present state. Arrays are filled with NaN beforehand: what an evaluation does not write
// shows.
Matrix denseMass(const DaeSystem& system);
Matrix denseConstraintJacobian(const DaeSystem& system);
Matrix denseVelocityJacobian(const DaeSystem& system);
Matrix denseAccelerationJacobian(const DaeSystem& system, const Vector& a);
Matrix denseAccelerationVelocityJacobian(const DaeSystem& system, const Vector& a);  ///< m × n
Matrix denseConstraintDamping(const DaeSystem& system, const Vector& lambda);        ///< n × n
Matrix denseStiffness(const DaeSystem& system, const Vector& a, const Vector& lambda);
Matrix denseConstraintHessian(const DaeSystem& system, const Vector& lambda);
Matrix denseDamping(const DaeSystem& system);
Vector forcesOf(const DaeSystem& system);
Vector constraintsOf(const DaeSystem& system);
Vector constraintTimeDerivativeOf(const DaeSystem& system);
Vector gammaOf(const DaeSystem& system);

struct AccelerationsAndMultipliers {
  Vector a, lambda;
};

/// Solves M a + C_qᵀ λ = Q, C_q a = γ at the present state by dense LU. C_q must have full rank.
AccelerationsAndMultipliers solveAccelerations(const DaeSystem& system);

/// Moves q onto C = 0 and v onto C_q v + C_t = 0 by the smallest changes (Gauss–Newton), to rounding; leaves
/// the system there. Returns false when the positions do not converge.
bool projectOntoConstraints(DaeSystem& system, double t, Vector& q, Vector& v);

}  // namespace holonom
