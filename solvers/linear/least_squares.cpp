// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/linear/least_squares.h"

#include <algorithm>
#include <cmath>
#include <random>

namespace holonom {

DampedLeastSquares::DampedLeastSquares(const SparsePattern& A)
    : n_(A.cols), m_(A.rows),
      solver_(diagonalPattern(A.cols + A.rows), withDiagonal(A), Vector::Ones(A.cols + A.rows)),
      ones_(std::size_t(A.cols + A.rows), 1.0) {}

bool DampedLeastSquares::factorize(const std::vector<double>& A, double damping) {
  values_ = A;
  values_.resize(A.size() + std::size_t(m_), std::sqrt(damping));
  return solver_.factorize(ones_.data(), values_.data());
}

void DampedLeastSquares::solve(ConstVectorRef b, Vector& x, Vector& y) const {
  Vector whole = Vector::Zero(n_ + 2 * m_);
  whole.tail(m_) = b;
  solver_.solve(whole);
  x = whole.head(n_);
  y = -whole.tail(m_);
}

RowSpace::RowSpace(const SparseMatrix& matrix, const std::vector<int>& independentRows)
    : matrix_(matrix), basis_(rowsOf(matrix, independentRows)),
      solver_(diagonalPattern(matrix.pattern.cols), basis_.pattern, Vector::Ones(matrix.pattern.cols),
              SaddleSolver::Engine::Lu) {
  const std::vector<double> ones(std::size_t(matrix.pattern.cols), 1.0);
  works_ = solver_.factorize(ones.data(), basis_.values.data());
}

RowSpace::Parts RowSpace::split(ConstVectorRef z) const {
  const int n = matrix_.pattern.cols, m = basis_.pattern.rows;
  Vector x = Vector::Constant(n + m, works_ ? 0 : std::nan(""));
  if (works_) {
    x.head(n) = z;
    solver_.solve(x);
  }
  return {x.head(n), x.tail(m)};
}

SingularTriplet smallestSingular(const SparseMatrix& A, Vector left) {
  constexpr int kMost = 60;
  constexpr double kSame = 1e-14, kLeastDamping = 1e-15, kMostDamping = 1e-9;
  SingularTriplet found{0, std::move(left), Vector::Zero(A.pattern.cols)};
  DampedLeastSquares inverse(A.pattern);
  double damping = kLeastDamping;
  while (!inverse.factorize(A.values, damping))
    if ((damping *= 100) > kMostDamping) return found;
  Vector& u = found.left;
  Vector former, y;
  for (int i = 0; i < kMost; ++i) {
    former = u;
    inverse.solve(former, found.right, y);
    u = y.normalized();
    if (std::min((u - former).norm(), (u + former).norm()) < kSame) break;
  }
  found.right.setZero();
  A.addTransposed(u, 1, found.right);
  found.value = found.right.norm();
  if (found.value > 0) found.right /= found.value;
  return found;
}

SingularTriplet smallestSingular(const SparseMatrix& A) {
  std::mt19937 random(20200098);
  std::uniform_real_distribution<double> uniform(0.5, 1);
  return smallestSingular(A,
                          Vector::NullaryExpr(A.pattern.rows, [&] { return uniform(random); }).normalized());
}

}  // namespace holonom
