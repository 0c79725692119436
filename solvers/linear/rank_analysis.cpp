// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/linear/rank_analysis.h"

#include <SuiteSparseQR.hpp>

#include <Eigen/LU>
#include <Eigen/QR>
#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace holonom {
namespace {

constexpr int kDenseRows = 400;

RowRank split(int rows, std::vector<int> independent) {
  std::sort(independent.begin(), independent.end());
  RowRank rank{std::move(independent), {}};
  for (int row = 0, next = 0; row < rows; ++row) {
    if (next < static_cast<int>(rank.independent.size()) && rank.independent[next] == row) ++next;
    else rank.dependent.push_back(row);
  }
  return rank;
}

std::vector<double> normalised(const SparsePattern& pattern, const std::vector<double>& values,
                               ConstVectorRef columnScale) {
  std::vector<double> scaled(values);
  Vector largest = Vector::Zero(pattern.rows);
  for (int col = 0; col < pattern.cols; ++col)
    for (int k = pattern.colStart[col]; k < pattern.colStart[col + 1]; ++k) {
      scaled[k] *= columnScale[col];
      largest[pattern.rowIndex[k]] = std::max(largest[pattern.rowIndex[k]], std::abs(scaled[k]));
    }
  for (int k = 0; k < pattern.nonZeros(); ++k)
    if (largest[pattern.rowIndex[k]] > 0) scaled[k] /= largest[pattern.rowIndex[k]];
  return scaled;
}

Eigen::MatrixXd dense(const SparsePattern& pattern, const std::vector<double>& values) {
  Eigen::MatrixXd matrix = Eigen::MatrixXd::Zero(pattern.rows, pattern.cols);
  for (int col = 0; col < pattern.cols; ++col)
    for (int k = pattern.colStart[col]; k < pattern.colStart[col + 1]; ++k)
      matrix(pattern.rowIndex[k], col) = values[k];
  return matrix;
}

RowRank denseRank(const SparsePattern& pattern, const std::vector<double>& values, double tolerance) {
  Eigen::FullPivLU<Eigen::MatrixXd> lu(dense(pattern, values));
  lu.setThreshold(tolerance);
  // P A Q = L U: row i of the product is the row whose image under P is i.
  const Eigen::PermutationMatrix<Eigen::Dynamic> inverse = lu.permutationP().inverse();
  std::vector<int> independent(inverse.indices().data(), inverse.indices().data() + lu.rank());
  return split(pattern.rows, std::move(independent));
}

/// QR of Aᵀ: its dependent columns are the dependent rows of A. SuiteSparseQR puts the independent ones
/// first.
RowRank sparseRank(const SparsePattern& pattern, const std::vector<double>& values, double tolerance) {
  cholmod_common common;
  cholmod_l_start(&common);
  cholmod_triplet* triplet =
      cholmod_l_allocate_triplet(pattern.cols, pattern.rows, pattern.nonZeros(), 0, CHOLMOD_REAL, &common);
  if (!triplet) throw std::bad_alloc();
  for (int col = 0, k = 0; col < pattern.cols; ++col)
    for (; k < pattern.colStart[col + 1]; ++k) {
      static_cast<SuiteSparse_long*>(triplet->i)[k] = col;
      static_cast<SuiteSparse_long*>(triplet->j)[k] = pattern.rowIndex[k];
      static_cast<double*>(triplet->x)[k] = values[k];
    }
  triplet->nnz = pattern.nonZeros();
  cholmod_sparse* transposed = cholmod_l_triplet_to_sparse(triplet, triplet->nnz, &common);
  cholmod_sparse* R = nullptr;
  SuiteSparse_long* order = nullptr;
  const auto rank =
      SuiteSparseQR<double>(SPQR_ORDERING_DEFAULT, tolerance, 0, transposed, &R, &order, &common);
  std::vector<int> independent;
  for (SuiteSparse_long i = 0; i < rank; ++i) independent.push_back(static_cast<int>(order ? order[i] : i));
  cholmod_l_free(pattern.rows, sizeof(SuiteSparse_long), order, &common);
  cholmod_l_free_sparse(&R, &common);
  cholmod_l_free_sparse(&transposed, &common);
  cholmod_l_free_triplet(&triplet, &common);
  cholmod_l_finish(&common);
  return split(pattern.rows, std::move(independent));
}

/// The rows from `first` on that are independent of the rows `basis` and of each other: what is left of them
/// across the space of the basis is ranked. Dense; called where a rank defect is known to exist.
std::vector<int> independentOf(const Eigen::MatrixXd& matrix, const std::vector<int>& basis, int first,
                               double tolerance) {
  Eigen::MatrixXd rest = matrix.bottomRows(matrix.rows() - first);
  if (!basis.empty()) {
    const Eigen::MatrixXd columns = matrix(basis, Eigen::all).transpose();
    const Eigen::HouseholderQR<Eigen::MatrixXd> qr(columns);
    const Eigen::MatrixXd thin =
        qr.householderQ() *
        Eigen::MatrixXd::Identity(columns.rows(), static_cast<Eigen::Index>(basis.size()));
    rest -= (rest * thin) * thin.transpose();
  }
  std::vector<int> rows;
  for (Eigen::Index row = 0; row < rest.rows(); ++row)
    if (rest.row(row).cwiseAbs().maxCoeff() <= tolerance) rest.row(row).setZero();
  if (rest.isZero(0)) return rows;
  Eigen::FullPivLU<Eigen::MatrixXd> lu(rest);
  lu.setThreshold(tolerance);
  const Eigen::PermutationMatrix<Eigen::Dynamic> inverse = lu.permutationP().inverse();
  for (Eigen::Index i = 0; i < lu.rank(); ++i) rows.push_back(first + inverse.indices()[i]);
  return rows;
}

}  // namespace

RowRank independentRows(const SparsePattern& pattern, const std::vector<double>& values,
                        ConstVectorRef columnScale, double tolerance) {
  if (pattern.rows == 0) return {};
  const std::vector<double> scaled = normalised(pattern, values, columnScale);
  return pattern.rows <= kDenseRows ? denseRank(pattern, scaled, tolerance)
                                    : sparseRank(pattern, scaled, tolerance);
}

RowRank independentRowsAfter(int first, const SparsePattern& pattern, const std::vector<double>& values,
                             ConstVectorRef columnScale, double tolerance) {
  RowRank all = independentRows(pattern, values, columnScale, tolerance);
  if (all.dependent.empty() || first == 0 || first == pattern.rows) return all;
  Eigen::MatrixXd matrix = dense(pattern, normalised(pattern, values, columnScale));
  std::vector<int> independent;
  Eigen::FullPivLU<Eigen::MatrixXd> lu(matrix.topRows(first));
  lu.setThreshold(tolerance);
  const Eigen::PermutationMatrix<Eigen::Dynamic> inverse = lu.permutationP().inverse();
  independent.assign(inverse.indices().data(), inverse.indices().data() + lu.rank());
  for (const int row : independentOf(matrix, independent, first, tolerance)) independent.push_back(row);
  return split(pattern.rows, std::move(independent));
}

std::vector<int> rowsThatImply(const SparsePattern& pattern, const std::vector<double>& values,
                               ConstVectorRef columnScale, int dependentRow,
                               const std::vector<int>& independentRows) {
  if (independentRows.empty()) return {};
  const Eigen::MatrixXd transposed = dense(pattern, normalised(pattern, values, columnScale)).transpose();
  const Eigen::MatrixXd basis = transposed(Eigen::all, independentRows);
  const Vector coefficients = basis.colPivHouseholderQr().solve(transposed.col(dependentRow));
  std::vector<int> rows;
  for (std::size_t i = 0; i < independentRows.size(); ++i)
    if (std::abs(coefficients[i]) > 1e-8) rows.push_back(independentRows[i]);
  return rows;
}

std::vector<int> rowsInDependencies(const SparsePattern& pattern, const std::vector<double>& values,
                                    ConstVectorRef columnScale, const RowRank& rank) {
  if (rank.dependent.empty() || rank.independent.empty()) return rank.dependent;
  // Row d = Σ x_i (row i) over the independent ones: e_d − Σ x_i e_i for all d spans the null space.
  const Eigen::MatrixXd transposed = dense(pattern, normalised(pattern, values, columnScale)).transpose();
  const Eigen::MatrixXd basis = transposed(Eigen::all, rank.independent);
  const Eigen::MatrixXd coefficients =
      basis.colPivHouseholderQr().solve(transposed(Eigen::all, rank.dependent));
  std::vector<int> rows = rank.dependent;
  for (std::size_t i = 0; i < rank.independent.size(); ++i)
    if (coefficients.row(static_cast<Eigen::Index>(i)).cwiseAbs().maxCoeff() > 1e-7)
      rows.push_back(rank.independent[i]);
  std::sort(rows.begin(), rows.end());
  return rows;
}

}  // namespace holonom
