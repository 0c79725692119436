// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/linear/saddle_solver.h"

#include <algorithm>
#include <utility>

namespace holonom {
namespace {

/// Near singular configurations both engines would be tried again and again.
constexpr int kDistrusted = 20;

}  // namespace

SaddleSolver::SaddleSolver(const SparsePattern& A, const SparsePattern& B, Vector unknownSizes, Engine engine)
    : A_(A), B_(B), sizes_(std::move(unknownSizes)), a_(A.nonZeros()), b_(B.nonZeros()),
      right_(A.cols + B.rows), residual_(A.cols + B.rows) {
  if (engine == Engine::Automatic) cholesky_ = ConstraintCholesky::make(A, B);
  if (!cholesky_) makeWhole();
}

void SaddleSolver::makeWhole() {
  matrix_ = std::make_unique<BlockMatrix>(A_.cols + B_.rows);
  matrix_->declare(A_, 0, 0);
  matrix_->declare(B_, 0, A_.cols, true);
  matrix_->declare(B_, A_.cols, 0);
  matrix_->freeze();
  Vector sizes = Vector::Zero(A_.cols + B_.rows);
  sizes.head(A_.cols) = sizes_;
  lu_ = makeScaledSolver(matrix_->pattern(), std::move(sizes));
}

bool SaddleSolver::factorize(const double* A, const double* B) {
  constraintSpace_ = cholesky_ && distrusted_ == 0;
  if (!constraintSpace_) {
    if (distrusted_ > 0) --distrusted_;
    return factorizeWhole(A, B);
  }
  const auto quality = cholesky_->factorize(A, B);
  refines_ = quality == ConstraintCholesky::Quality::Poor;
  if (refines_) {
    std::copy_n(A, a_.size(), a_.begin());
    std::copy_n(B, b_.size(), b_.begin());
  }
  if (quality != ConstraintCholesky::Quality::Failed) return true;
  constraintSpace_ = false;
  distrusted_ = kDistrusted;
  return factorizeWhole(A, B);
}

bool SaddleSolver::factorizeWhole(const double* A, const double* B) {
  if (!lu_) makeWhole();
  matrix_->setZero();
  matrix_->add(0, A);
  matrix_->add(1, B);
  matrix_->add(2, B);
  return lu_->factorize(matrix_->values());
}

void SaddleSolver::solve(VectorRef x) const {
  if (!constraintSpace_) return lu_->solve(x);
  if (refines_) right_ = x;
  cholesky_->solve(x);
  if (refines_) refine(x);
}

/// One step of iterative refinement.
void SaddleSolver::refine(VectorRef x) const {
  const int n = A_.cols, m = B_.rows;
  residual_ = right_;
  addProduct(A_, a_.data(), x.head(n), -1, residual_.head(n));
  addTransposedProduct(B_, b_.data(), x.tail(m), -1, residual_.head(n));
  addProduct(B_, b_.data(), x.head(n), -1, residual_.tail(m));
  cholesky_->solve(residual_);
  x += residual_;
}

}  // namespace holonom
