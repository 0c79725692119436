// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/integrators/local_equivalence/null_space.h"

#include <Eigen/QR>
#include <algorithm>
#include <cmath>
#include <limits>

#include "solvers/linear/linear_solver.h"

namespace holonom {
namespace {

/// m of the coordinates are functions of the others: with B = (B_d B_i), V = (−B_d⁻¹ B_i; 1). The choice
/// stands until the others move them much faster than when it was made.
class Elimination final : public NullSpace {
 public:
  Elimination(const SparsePattern& pattern, int rows, const Vector& scale)
      : NullSpace(pattern.cols, rows), pattern_(pattern), scale_(scale), column_(rows),
        basis_(n_, freedoms()) {}

  bool take(const double* B) override {
    constexpr double kFaster = 3;
    if (chosen_ && renew(B)) {
      findBasis();
      if (largest() <= kFaster * first_) return true;
    }
    choose(B);
    if (!renew(B)) return false;
    findBasis();
    first_ = std::max(1.0, largest());
    return true;
  }

  bool forget() override {
    chosen_ = false;
    return true;
  }

  bool renew(const double* B) override {
    values_.assign(B, B + pattern_.nonZeros());
    found_ = false;
    if (m_ == 0) return true;
    std::size_t k = 0;
    for (const int col : dependent_)
      for (int slot = pattern_.colStart[col]; slot < pattern_.colStart[col + 1]; ++slot)
        if (pattern_.rowIndex[slot] < m_) pivots_[k++] = B[slot];
    return solver_->factorize(pivots_);
  }

  void readBasis(Eigen::MatrixXd& V) const override {
    findBasis();
    V = basis_;
  }

  void tangential(ConstVectorRef r, VectorRef out) const override {
    if (m_ > 0) solveTransposed(r);
    for (int j = 0; j < freedoms(); ++j) {
      out[j] = r[independent_[j]];
      eachEntry(independent_[j], [&](int row, double value) { out[j] -= value * column_[row]; });
    }
  }

  void particular(ConstVectorRef c, VectorRef x) const override {
    x.setZero();
    if (m_ == 0) return;
    column_ = c;
    solver_->solve(column_);
    for (int i = 0; i < m_; ++i) x[dependent_[i]] = column_[i];
  }

  void multipliers(ConstVectorRef r, VectorRef lambda) const override {
    if (m_ == 0) return;
    solveTransposed(r);
    lambda = column_;
  }

 private:
  void findBasis() const {
    if (found_) return;
    found_ = true;
    basis_.setZero();
    for (int j = 0; j < freedoms(); ++j) {
      basis_(independent_[j], j) = 1;
      if (m_ == 0) continue;
      column_.setZero();
      bool empty = true;
      eachEntry(independent_[j], [&](int row, double value) {
        column_[row] = -value;
        empty = false;
      });
      if (empty) continue;
      solver_->solve(column_);
      for (int i = 0; i < m_; ++i) basis_(dependent_[i], j) = column_[i];
    }
  }

  /// How fast a dependent coordinate moves with one of the others, in their scales.
  double largest() const {
    double found = 0;
    for (int j = 0; j < freedoms(); ++j)
      for (const int i : dependent_)
        found = std::max(found, std::abs(basis_(i, j)) * scale_[independent_[j]] / scale_[i]);
    return found;
  }

  void choose(const double* B) {
    Eigen::MatrixXd scaled = Eigen::MatrixXd::Zero(m_, n_);
    for (int col = 0; col < n_; ++col)
      for (int k = pattern_.colStart[col]; k < pattern_.colStart[col + 1]; ++k)
        if (pattern_.rowIndex[k] < m_) scaled(pattern_.rowIndex[k], col) = B[k] * scale_[col];
    const std::vector<bool> depends = dependentColumns(std::move(scaled));
    dependent_.clear(), independent_.clear();
    for (int col = 0; col < n_; ++col) (depends[std::size_t(col)] ? dependent_ : independent_).push_back(col);
    SparsePattern square{m_, m_, {0}, {}};
    Vector sizes(m_);
    for (int i = 0; i < m_; ++i) {
      const int col = dependent_[i];
      for (int k = pattern_.colStart[col]; k < pattern_.colStart[col + 1]; ++k)
        if (pattern_.rowIndex[k] < m_) square.rowIndex.push_back(pattern_.rowIndex[k]);
      square.colStart.push_back(square.nonZeros());
      sizes[i] = scale_[col];
    }
    pivots_.resize(square.rowIndex.size());
    if (m_ > 0) solver_ = makeScaledSolver(square, std::move(sizes));
    chosen_ = true;
    found_ = false;
  }

  template <typename Use>
  void eachEntry(int col, const Use& use) const {
    for (int k = pattern_.colStart[col]; k < pattern_.colStart[col + 1]; ++k)
      if (pattern_.rowIndex[k] < m_) use(pattern_.rowIndex[k], values_[std::size_t(k)]);
  }

  void solveTransposed(ConstVectorRef r) const {
    for (int i = 0; i < m_; ++i) column_[i] = r[dependent_[i]];
    solver_->solveTransposed(column_);
  }

  SparsePattern pattern_;
  Vector scale_;
  bool chosen_ = false;
  std::vector<int> dependent_, independent_;
  std::vector<double> values_, pivots_;  // B; B_d
  std::unique_ptr<LinearSolver> solver_;
  double first_ = 0;  // largest() when they were chosen
  mutable Vector column_;
  mutable Eigen::MatrixXd basis_;
  mutable bool found_ = false;  // basis_ is that of values_
};

/// Householder's reflections, (B S)ᵀ = Q (R; 0) with the scales S of the coordinates: V = S Q (0; 1). As a
/// dense matrix: SuiteSparse's QR takes memory with each factorisation, and where a basis of the null space
/// pays there are few coordinates.
class Orthogonal final : public NullSpace {
 public:
  Orthogonal(const SparsePattern& pattern, int rows, const Vector& scale)
      : NullSpace(pattern.cols, rows), pattern_(pattern), scale_(scale),
        factors_(Eigen::MatrixXd::Zero(n_, m_)), tau_(m_), turned_(n_), row_(n_) {}

  bool take(const double* B) override { return renew(B); }

  bool renew(const double* B) override {
    factors_.setZero();
    for (int col = 0; col < n_; ++col)
      for (int k = pattern_.colStart[col]; k < pattern_.colStart[col + 1]; ++k)
        if (pattern_.rowIndex[k] < m_) factors_(col, pattern_.rowIndex[k]) = B[k] * scale_[col];
    double largest = 0, least = std::numeric_limits<double>::infinity();
    for (int k = 0; k < m_; ++k) {
      const double length = factors_.col(k).norm();
      double beta = 0;
      factors_.col(k).tail(n_ - k).makeHouseholderInPlace(tau_[k], beta);
      factors_(k, k) = beta;
      if (k + 1 < m_)
        factors_.bottomRightCorner(n_ - k, m_ - k - 1)
            .applyHouseholderOnTheLeft(factors_.col(k).tail(n_ - k - 1), tau_[k], row_.data());
      const double pivot = length > 0 ? std::abs(beta) / length : 0;  // the sine of an angle between rows
      largest = std::max(largest, pivot);
      least = std::min(least, pivot);
      if (!std::isfinite(beta)) return false;
    }
    return m_ == 0 || least > 1e-14 * largest;
  }

  void readBasis(Eigen::MatrixXd& V) const override {
    for (int j = 0; j < freedoms(); ++j) {
      turned_.setZero();
      turned_[m_ + j] = 1;
      turnBack();
      V.col(j) = turned_.cwiseProduct(scale_);
    }
  }

  void tangential(ConstVectorRef r, VectorRef out) const override {
    turn(r);
    out = turned_.tail(freedoms());
  }

  void particular(ConstVectorRef c, VectorRef x) const override {
    turned_.setZero();
    turned_.head(m_) = c;
    for (int i = 0; i < m_; ++i) {  // Rᵀ z = c
      for (int k = 0; k < i; ++k) turned_[i] -= factors_(k, i) * turned_[k];
      turned_[i] /= factors_(i, i);
    }
    turnBack();
    x = turned_.cwiseProduct(scale_);
  }

  void multipliers(ConstVectorRef r, VectorRef lambda) const override {
    turn(r);
    for (int i = m_ - 1; i >= 0; --i) {  // R λ = z
      lambda[i] = turned_[i];
      for (int k = i + 1; k < m_; ++k) lambda[i] -= factors_(i, k) * lambda[k];
      lambda[i] /= factors_(i, i);
    }
  }

 private:
  void reflect(int k) const {
    turned_.tail(n_ - k).applyHouseholderOnTheLeft(factors_.col(k).tail(n_ - k - 1), tau_[k], row_.data());
  }
  void turn(ConstVectorRef r) const {  // Qᵀ S r
    turned_ = r.cwiseProduct(scale_);
    for (int k = 0; k < m_; ++k) reflect(k);
  }
  void turnBack() const {  // Q
    for (int k = m_ - 1; k >= 0; --k) reflect(k);
  }

  SparsePattern pattern_;
  Vector scale_;
  Eigen::MatrixXd factors_;  // R, and below its diagonal the reflections
  Vector tau_;
  mutable Vector turned_, row_;
};

}  // namespace

std::unique_ptr<NullSpace> makeNullSpace(NullSpaceKind kind, const SparsePattern& pattern, int rows,
                                         const Vector& scale) {
  if (kind == NullSpaceKind::Orthogonal) return std::make_unique<Orthogonal>(pattern, rows, scale);
  return std::make_unique<Elimination>(pattern, rows, scale);
}

std::vector<bool> dependentColumns(Eigen::MatrixXd B) {
  B.rowwise().normalize();
  std::vector<bool> dependent(static_cast<std::size_t>(B.cols()), false);
  if (B.rows() == 0) return dependent;
  const auto order = Eigen::ColPivHouseholderQR<Eigen::MatrixXd>(B).colsPermutation().indices().eval();
  for (int k = 0; k < B.rows(); ++k) dependent[static_cast<std::size_t>(order[k])] = true;
  return dependent;
}

}  // namespace holonom
