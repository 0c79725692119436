// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/linear/rank_analysis.h"

#include <SuiteSparseQR.hpp>

#include <Eigen/LU>
#include <algorithm>
#include <cmath>
#include <iterator>
#include <memory>
#include <new>
#include <numeric>

#include "solvers/linear/constraint_cholesky.h"
#include "solvers/linear/saddle_solver.h"

namespace holonom {
namespace {

/// A sparse matrix by its columns.
struct Sparse {
  SparsePattern pattern;
  std::vector<double> values;
};

/// Columns times their scales, then rows in parts of their largest entries.
Sparse normalised(const SparsePattern& pattern, const std::vector<double>& values,
                  ConstVectorRef columnScale) {
  Sparse scaled{pattern, values};
  Vector largest = Vector::Zero(pattern.rows);
  for (int col = 0; col < pattern.cols; ++col)
    for (int k = pattern.colStart[col]; k < pattern.colStart[col + 1]; ++k) {
      scaled.values[k] *= columnScale[col];
      largest[pattern.rowIndex[k]] = std::max(largest[pattern.rowIndex[k]], std::abs(scaled.values[k]));
    }
  for (int k = 0; k < pattern.nonZeros(); ++k)
    if (largest[pattern.rowIndex[k]] > 0) scaled.values[k] /= largest[pattern.rowIndex[k]];
  return scaled;
}

/// Some rows of a matrix, in the order given.
Sparse rowsOf(const Sparse& all, const std::vector<int>& rows) {
  std::vector<int> place(all.pattern.rows, -1);
  for (std::size_t i = 0; i < rows.size(); ++i) place[rows[i]] = static_cast<int>(i);
  std::vector<std::pair<int, int>> order;
  Sparse some{{static_cast<int>(rows.size()), all.pattern.cols, {0}, {}}, {}};
  for (int col = 0; col < all.pattern.cols; ++col) {
    order.clear();
    for (int k = all.pattern.colStart[col]; k < all.pattern.colStart[col + 1]; ++k)
      if (place[all.pattern.rowIndex[k]] >= 0) order.emplace_back(place[all.pattern.rowIndex[k]], k);
    std::sort(order.begin(), order.end());
    for (const auto& [row, k] : order) {
      some.pattern.rowIndex.push_back(row);
      some.values.push_back(all.values[k]);
    }
    some.pattern.colStart.push_back(some.pattern.nonZeros());
  }
  return some;
}

/// A row as a vector.
Vector rowVector(const Sparse& matrix, int row) {
  Vector entries = Vector::Zero(matrix.pattern.cols);
  for (int col = 0; col < matrix.pattern.cols; ++col)
    if (const int k = matrix.pattern.slot(row, col); k >= 0) entries[col] = matrix.values[k];
  return entries;
}

RowRank split(int rows, std::vector<int> independent) {
  std::sort(independent.begin(), independent.end());
  RowRank rank{std::move(independent), {}};
  for (int row = 0, next = 0; row < rows; ++row) {
    if (next < static_cast<int>(rank.independent.size()) && rank.independent[next] == row) ++next;
    else rank.dependent.push_back(row);
  }
  return rank;
}

/// Whether no row comes near to what the others span: seen in the pivots of A Aᵀ, in time that is near linear
/// for mechanisms. False says nothing.
bool clearlyIndependent(const Sparse& matrix, ConstraintCholesky::Quality least) {
  if (matrix.pattern.rows > matrix.pattern.cols) return false;
  const auto cholesky = ConstraintCholesky::make(diagonalPattern(matrix.pattern.cols), matrix.pattern);
  const std::vector<double> ones(std::size_t(matrix.pattern.cols), 1.0);
  return cholesky && cholesky->factorize(ones.data(), matrix.values.data()) <= least;
}

/// Independent rows by rank-revealing QR of Aᵀ: its dependent columns are the dependent rows of A.
/// SuiteSparseQR puts the independent ones first.
std::vector<int> sparseRank(const Sparse& matrix, double tolerance) {
  const SparsePattern& pattern = matrix.pattern;
  cholmod_common common;
  cholmod_l_start(&common);
  cholmod_triplet* triplet =
      cholmod_l_allocate_triplet(pattern.cols, pattern.rows, pattern.nonZeros(), 0, CHOLMOD_REAL, &common);
  if (!triplet) throw std::bad_alloc();
  for (int col = 0, k = 0; col < pattern.cols; ++col)
    for (; k < pattern.colStart[col + 1]; ++k) {
      static_cast<SuiteSparse_long*>(triplet->i)[k] = col;
      static_cast<SuiteSparse_long*>(triplet->j)[k] = pattern.rowIndex[k];
      static_cast<double*>(triplet->x)[k] = matrix.values[k];
    }
  triplet->nnz = pattern.nonZeros();
  cholmod_sparse* transposed = cholmod_l_triplet_to_sparse(triplet, triplet->nnz, &common);
  cholmod_sparse* R = nullptr;
  SuiteSparse_long* order = nullptr;
  const auto rank = SuiteSparseQR<double>(SPQR_ORDERING_DEFAULT, tolerance, SuiteSparse_long{0}, transposed,
                                          &R, &order, &common);
  std::vector<int> independent;
  for (SuiteSparse_long i = 0; i < rank; ++i) independent.push_back(static_cast<int>(order ? order[i] : i));
  cholmod_l_free(pattern.rows, sizeof(SuiteSparse_long), order, &common);
  cholmod_l_free_sparse(&R, &common);
  cholmod_l_free_sparse(&transposed, &common);
  cholmod_l_free_triplet(&triplet, &common);
  cholmod_l_finish(&common);
  return independent;
}

/// Rows as combinations of independent ones: x with A_Iᵀ x = a in the sense of least squares, as the
/// multipliers of [1 A_Iᵀ; A_I 0].
class Combinations {
 public:
  Combinations(const Sparse& matrix, const std::vector<int>& independent)
      : matrix_(matrix), basis_(rowsOf(matrix, independent)),
        solver_(diagonalPattern(matrix.pattern.cols), basis_.pattern, Vector::Ones(matrix.pattern.cols),
                SaddleSolver::Engine::Lu) {
    const std::vector<double> ones(std::size_t(matrix.pattern.cols), 1.0);
    works_ = solver_.factorize(ones.data(), basis_.values.data());
  }

  /// The coefficients of a row; not finite where they could not be found.
  Vector of(int row) const {
    const int n = matrix_.pattern.cols, m = basis_.pattern.rows;
    Vector x = Vector::Zero(n + m);
    if (!works_) return Vector::Constant(m, std::nan(""));
    x.head(n) = rowVector(matrix_, row);
    solver_.solve(x);
    return x.tail(m);
  }

 private:
  const Sparse& matrix_;
  Sparse basis_;
  SaddleSolver solver_;
  bool works_;
};

/// All rows that take part in a dependency, ascending.
std::vector<int> takingPart(const Sparse& matrix, const RowRank& rank) {
  constexpr double kTakesPart = 1e-7;
  std::vector<int> rows = rank.dependent;
  if (rank.independent.empty() || rank.dependent.empty()) return rows;
  const Combinations combinations(matrix, rank.independent);
  Vector largest = Vector::Zero(static_cast<Eigen::Index>(rank.independent.size()));
  for (const int row : rank.dependent) largest = largest.cwiseMax(combinations.of(row).cwiseAbs());
  for (std::size_t i = 0; i < rank.independent.size(); ++i)
    if (!(largest[static_cast<Eigen::Index>(i)] <= kTakesPart)) rows.push_back(rank.independent[i]);
  std::sort(rows.begin(), rows.end());
  return rows;
}

/// The given rows as a full matrix of the columns in which they have entries.
Eigen::MatrixXd compressed(const Sparse& matrix, const std::vector<int>& rows) {
  const Sparse some = rowsOf(matrix, rows);
  std::vector<int> columns;
  for (int col = 0; col < some.pattern.cols; ++col)
    if (some.pattern.colStart[col] < some.pattern.colStart[col + 1]) columns.push_back(col);
  Eigen::MatrixXd full = Eigen::MatrixXd::Zero(some.pattern.rows, static_cast<Eigen::Index>(columns.size()));
  for (std::size_t i = 0; i < columns.size(); ++i)
    for (int k = some.pattern.colStart[columns[i]]; k < some.pattern.colStart[columns[i] + 1]; ++k)
      full(some.pattern.rowIndex[k], static_cast<Eigen::Index>(i)) = some.values[k];
  return full;
}

/// Of these rows a well-conditioned set of independent ones: LU with full pivoting (000 §1).
std::vector<int> bestOf(const Sparse& matrix, const std::vector<int>& rows, double tolerance) {
  const Eigen::MatrixXd full = compressed(matrix, rows);
  if (full.size() == 0) return {};
  Eigen::FullPivLU<Eigen::MatrixXd> lu(full);
  lu.setThreshold(tolerance);
  // P A Q = L U: row i of the product is the row whose image under P is i.
  const Eigen::PermutationMatrix<Eigen::Dynamic> inverse = lu.permutationP().inverse();
  std::vector<int> independent;
  for (Eigen::Index i = 0; i < lu.rank(); ++i) independent.push_back(rows[inverse.indices()[i]]);
  return independent;
}

std::vector<int> allRows(int rows) {
  std::vector<int> all(static_cast<std::size_t>(rows));
  std::iota(all.begin(), all.end(), 0);
  return all;
}

RowRank rankOf(const Sparse& matrix, double tolerance) {
  constexpr double kRounding = 1e-8, kFarFromClear = 1e-4;  // tolerances
  /// Dependencies in which more rows take part than this are left as QR has found them: no choice among them
  /// is worth a full LU.
  constexpr std::size_t kWorthAChoice = 300;
  const int rows = matrix.pattern.rows;
  const auto least =
      tolerance < kRounding ? ConstraintCholesky::Quality::Poor : ConstraintCholesky::Quality::Good;
  if (tolerance < kFarFromClear && clearlyIndependent(matrix, least)) return {allRows(rows), {}};
  if (std::size_t(rows) <= kWorthAChoice) return split(rows, bestOf(matrix, allRows(rows), tolerance));
  RowRank rank = split(rows, sparseRank(matrix, tolerance));
  if (rank.dependent.empty()) return rank;
  const std::vector<int> involved = takingPart(matrix, rank);
  if (involved.size() > kWorthAChoice) return rank;
  std::vector<int> independent;
  std::set_difference(rank.independent.begin(), rank.independent.end(), involved.begin(), involved.end(),
                      std::back_inserter(independent));
  for (const int row : bestOf(matrix, involved, tolerance)) independent.push_back(row);
  return split(rows, std::move(independent));
}

/// The rows from `first` on that are independent of the rows `basis` and of each other: what is left of them
/// across the space of the basis, ranked.
std::vector<int> independentOf(const Sparse& matrix, const std::vector<int>& basis, int first,
                               double tolerance) {
  const int rows = matrix.pattern.rows - first, n = matrix.pattern.cols;
  Eigen::MatrixXd rest(rows, n);
  const Combinations combinations(matrix, basis);
  const Sparse kept = rowsOf(matrix, basis);
  for (int i = 0; i < rows; ++i) {
    Vector left = rowVector(matrix, first + i);
    if (!basis.empty())
      addTransposedProduct(kept.pattern, kept.values.data(), combinations.of(first + i), -1, left);
    if (!(left.cwiseAbs().maxCoeff() > tolerance)) left.setZero();
    rest.row(i) = left.transpose();
  }
  std::vector<int> found;
  if (rest.isZero(0)) return found;
  Eigen::FullPivLU<Eigen::MatrixXd> lu(rest);
  lu.setThreshold(tolerance);
  const Eigen::PermutationMatrix<Eigen::Dynamic> inverse = lu.permutationP().inverse();
  for (Eigen::Index i = 0; i < lu.rank(); ++i) found.push_back(first + inverse.indices()[i]);
  return found;
}

}  // namespace

RowRank independentRows(const SparsePattern& pattern, const std::vector<double>& values,
                        ConstVectorRef columnScale, double tolerance) {
  if (pattern.rows == 0) return {};
  return rankOf(normalised(pattern, values, columnScale), tolerance);
}

RowRank independentRowsAfter(int first, const SparsePattern& pattern, const std::vector<double>& values,
                             ConstVectorRef columnScale, double tolerance) {
  if (pattern.rows == 0) return {};
  const Sparse matrix = normalised(pattern, values, columnScale);
  RowRank all = rankOf(matrix, tolerance);
  if (all.dependent.empty() || first == 0 || first == pattern.rows) return all;
  std::vector<int> independent = rankOf(rowsOf(matrix, allRows(first)), tolerance).independent;
  for (const int row : independentOf(matrix, independent, first, tolerance)) independent.push_back(row);
  return split(pattern.rows, std::move(independent));
}

std::vector<int> rowsThatImply(const SparsePattern& pattern, const std::vector<double>& values,
                               ConstVectorRef columnScale, int dependentRow,
                               const std::vector<int>& independentRows) {
  constexpr double kImplies = 1e-8;
  if (independentRows.empty()) return {};
  const Sparse matrix = normalised(pattern, values, columnScale);
  const Vector coefficients = Combinations(matrix, independentRows).of(dependentRow);
  std::vector<int> rows;
  for (std::size_t i = 0; i < independentRows.size(); ++i)
    if (std::abs(coefficients[static_cast<Eigen::Index>(i)]) > kImplies) rows.push_back(independentRows[i]);
  return rows;
}

std::vector<int> rowsInDependencies(const SparsePattern& pattern, const std::vector<double>& values,
                                    ConstVectorRef columnScale, const RowRank& rank) {
  return takingPart(normalised(pattern, values, columnScale), rank);
}

}  // namespace holonom
