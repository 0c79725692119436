// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/integrators/constraint_matrix.h"

#include <algorithm>
#include <cmath>

#include "solvers/integrators/scaled_solver.h"

namespace holonom {

ConstraintMatrix::ConstraintMatrix(DaeSystem& system, Work& work)
    : system_(system), work_(work), matrix_(n() + m()), massValues_(system.massPattern().nonZeros()),
      jacobianValues_(system.constraintPattern().nonZeros()) {
  mass_ = matrix_.declare(system.massPattern(), 0, 0);
  transposed_ = matrix_.declare(system.constraintPattern(), 0, n(), true);
  jacobian_ = matrix_.declare(system.constraintPattern(), n(), 0);
  matrix_.freeze();
  solver_ = makeScaledSolver(matrix_, system, {0});
}

AttemptStatus ConstraintMatrix::factorize() {
  {
    PhaseTimer timer(work_.residualTime);
    system_.mass(massValues_.data());
    system_.constraintJacobian(jacobianValues_.data());
  }
  matrix_.setZero();
  matrix_.add(mass_, massValues_.data());
  matrix_.add(transposed_, jacobianValues_.data());
  matrix_.add(jacobian_, jacobianValues_.data());
  PhaseTimer timer(work_.factorizationTime);
  ++work_.factorizations;
  if (solver_->factorize(matrix_.values())) return AttemptStatus::Success;
  const bool finite = std::all_of(matrix_.values().begin(), matrix_.values().end(),
                                  [](double x) { return std::isfinite(x); });
  return finite ? AttemptStatus::SingularMatrix : AttemptStatus::NotFinite;
}

void ConstraintMatrix::solve(VectorRef x) {
  PhaseTimer timer(work_.solveTime);
  solver_->solve(x);
}

void ConstraintMatrix::addMassProduct(ConstVectorRef v, VectorRef out) const {
  addProduct(system_.massPattern(), massValues_.data(), v, 1, out);
}

void ConstraintMatrix::addConstraintProduct(ConstVectorRef v, VectorRef out) const {
  addProduct(system_.constraintPattern(), jacobianValues_.data(), v, 1, out);
}

}  // namespace holonom
