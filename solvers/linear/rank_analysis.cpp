// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/linear/rank_analysis.h"

#include <SuiteSparseQR.hpp>

#include <Eigen/LU>
#include <algorithm>
#include <cmath>
#include <iterator>
#include <new>
#include <numeric>
#include <random>

#include "solvers/linear/constraint_cholesky.h"
#include "solvers/linear/least_squares.h"

namespace holonom {
namespace {

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
bool clearlyIndependent(const SparseMatrix& matrix, ConstraintCholesky::Quality least) {
  if (matrix.pattern.rows > matrix.pattern.cols) return false;
  const auto cholesky = ConstraintCholesky::make(diagonalPattern(matrix.pattern.cols), matrix.pattern);
  const std::vector<double> ones(std::size_t(matrix.pattern.cols), 1.0);
  return cholesky && cholesky->factorize(ones.data(), matrix.values.data()) <= least;
}

/// Independent rows by rank-revealing QR of Aᵀ: its dependent columns are the dependent rows of A.
/// SuiteSparseQR puts the independent ones first.
std::vector<int> sparseRank(const SparseMatrix& matrix, double tolerance) {
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

/// All rows that take part in a dependency, ascending. Of many dependent rows a few mixtures are looked at:
/// what takes part in one of them has a part in almost every mixture.
std::vector<int> takingPart(const SparseMatrix& matrix, const RowRank& rank) {
  constexpr double kTakesPart = 1e-7;
  constexpr std::size_t kMixtures = 8;
  std::vector<int> rows = rank.dependent;
  if (rank.independent.empty() || rank.dependent.empty()) return rows;
  const RowSpace space(matrix, rank.independent);
  std::mt19937 random(20200098);
  std::normal_distribution<double> normal;
  Vector largest = Vector::Zero(static_cast<Eigen::Index>(rank.independent.size()));
  for (std::size_t i = 0; i < std::min(kMixtures, rank.dependent.size()); ++i) {
    Vector part = Vector::Zero(matrix.pattern.rows), mixture = Vector::Zero(matrix.pattern.cols);
    if (rank.dependent.size() <= kMixtures) part[rank.dependent[i]] = 1;
    else
      for (const int row : rank.dependent) part[row] = normal(random);
    matrix.addTransposed(part, 1, mixture);
    largest = largest.cwiseMax(space.split(mixture).coefficients.cwiseAbs());
  }
  for (std::size_t i = 0; i < rank.independent.size(); ++i)
    if (!(largest[static_cast<Eigen::Index>(i)] <= kTakesPart)) rows.push_back(rank.independent[i]);
  std::sort(rows.begin(), rows.end());
  return rows;
}

/// The given rows as a full matrix of the columns in which they have entries.
Eigen::MatrixXd compressed(const SparseMatrix& matrix, const std::vector<int>& rows) {
  const SparseMatrix some = rowsOf(matrix, rows);
  const std::vector<int> columns = columnsOf(matrix.pattern, rows);
  Eigen::MatrixXd full = Eigen::MatrixXd::Zero(some.pattern.rows, static_cast<Eigen::Index>(columns.size()));
  for (std::size_t i = 0; i < columns.size(); ++i)
    for (int k = some.pattern.colStart[columns[i]]; k < some.pattern.colStart[columns[i] + 1]; ++k)
      full(some.pattern.rowIndex[k], static_cast<Eigen::Index>(i)) = some.values[k];
  return full;
}

/// Of these rows (full, one for each number) a well-conditioned set of independent ones: LU with full
/// pivoting (000 §1).
std::vector<int> bestOf(const Eigen::MatrixXd& full, const std::vector<int>& rows, double tolerance) {
  std::vector<int> independent;
  if (full.size() == 0 || full.isZero(0)) return independent;
  Eigen::FullPivLU<Eigen::MatrixXd> lu(full);
  lu.setThreshold(tolerance);
  // P A Q = L U: row i of the product is the row whose image under P is i.
  const Eigen::PermutationMatrix<Eigen::Dynamic> inverse = lu.permutationP().inverse();
  for (Eigen::Index i = 0; i < lu.rank(); ++i) independent.push_back(rows[inverse.indices()[i]]);
  return independent;
}

std::vector<int> allRows(int rows) {
  std::vector<int> all(static_cast<std::size_t>(rows));
  std::iota(all.begin(), all.end(), 0);
  return all;
}

RowRank rankOf(const SparseMatrix& matrix, double tolerance) {
  constexpr double kRounding = 1e-8, kFarFromClear = 1e-4;  // tolerances
  /// Dependencies in which more rows take part than this are left as QR has found them: no choice among them
  /// is worth a full LU.
  constexpr std::size_t kWorthAChoice = 300;
  const int rows = matrix.pattern.rows;
  const auto least =
      tolerance < kRounding ? ConstraintCholesky::Quality::Poor : ConstraintCholesky::Quality::Good;
  if (tolerance < kFarFromClear && clearlyIndependent(matrix, least)) return {allRows(rows), {}};
  if (std::size_t(rows) <= kWorthAChoice)
    return split(rows, bestOf(compressed(matrix, allRows(rows)), allRows(rows), tolerance));
  RowRank rank = split(rows, sparseRank(matrix, tolerance));
  if (rank.dependent.empty()) return rank;
  const std::vector<int> involved = takingPart(matrix, rank);
  if (involved.size() > kWorthAChoice) return rank;
  std::vector<int> independent;
  std::set_difference(rank.independent.begin(), rank.independent.end(), involved.begin(), involved.end(),
                      std::back_inserter(independent));
  for (const int row : bestOf(compressed(matrix, involved), involved, tolerance)) independent.push_back(row);
  return split(rows, std::move(independent));
}

/// Of some rows those that are independent of the rows `basis` and of each other: what is left of them across
/// the space of the basis, ranked.
std::vector<int> independentOf(const SparseMatrix& matrix, const std::vector<int>& basis,
                               const std::vector<int>& rows, double tolerance) {
  Eigen::MatrixXd across(static_cast<Eigen::Index>(rows.size()), matrix.pattern.cols);
  const RowSpace space(matrix, basis);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    Vector rest = basis.empty() ? rowVector(matrix, rows[i]) : space.splitRow(rows[i]).rest;
    if (!(rest.cwiseAbs().maxCoeff() > tolerance)) rest.setZero();
    across.row(static_cast<Eigen::Index>(i)) = rest.transpose();
  }
  return bestOf(across, rows, tolerance);
}

RowRank rankAfter(int first, const SparseMatrix& matrix, double tolerance) {
  const int rows = matrix.pattern.rows;
  RowRank all = rankOf(matrix, tolerance);
  if (all.dependent.empty() || first == 0 || first == rows) return all;
  std::vector<int> independent = rankOf(rowsOf(matrix, allRows(first)), tolerance).independent, inQuestion;
  const std::vector<int> basis = independent, involved = takingPart(matrix, all);
  for (int row = first; row < rows; ++row)
    (std::binary_search(involved.begin(), involved.end(), row) ? inQuestion : independent).push_back(row);
  for (const int row : independentOf(matrix, basis, inQuestion, tolerance)) independent.push_back(row);
  return split(rows, std::move(independent));
}

/// Of the rows behind the kept ones, ranked across these; all with their numbers.
RowRank behind(int kept, RowRank others) {
  for (auto* rows : {&others.independent, &others.dependent})
    for (int& row : *rows) row += kept;
  const std::vector<int> first = allRows(kept);
  others.independent.insert(others.independent.begin(), first.begin(), first.end());
  return others;
}

}  // namespace

RowRank independentRows(const SparsePattern& pattern, const std::vector<double>& values,
                        ConstVectorRef columnScale, double tolerance, int kept) {
  return independentRowsAfter(kept, pattern, values, columnScale, tolerance, kept);
}

RowRank independentRowsAfter(int first, const SparsePattern& pattern, const std::vector<double>& values,
                             ConstVectorRef columnScale, double tolerance, int kept) {
  if (pattern.rows == 0) return {};
  const SparseMatrix matrix = normalised(pattern, values, columnScale);
  if (kept == 0) return rankAfter(first, matrix, tolerance);
  if (kept == pattern.rows) return {allRows(kept), {}};
  return behind(kept, rankAfter(first - kept, acrossFirst(matrix, kept), tolerance));
}

std::vector<int> rowsThatImply(const SparsePattern& pattern, const std::vector<double>& values,
                               ConstVectorRef columnScale, int dependentRow,
                               const std::vector<int>& independentRows) {
  constexpr double kImplies = 1e-8;
  if (independentRows.empty()) return {};
  const SparseMatrix matrix = normalised(pattern, values, columnScale);
  const Vector coefficients = RowSpace(matrix, independentRows).splitRow(dependentRow).coefficients;
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
