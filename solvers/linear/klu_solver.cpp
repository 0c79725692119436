// SPDX-License-Identifier: GPL-3.0-or-later
#include <klu.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "solvers/linear/linear_solver.h"

namespace holonom {
namespace {

/// KLU: order and analyse once, factor with pivoting the first time, refactor in place after; a refactorisation whose
/// pivots have become much worse than those of the last full one is replaced by a full one. KLU scales the rows. Where
/// pivots vanish all the same, rows and columns may differ by the units of their unknowns: both are scaled from then on.
class KluSolver final : public LinearSolver {
 public:
  explicit KluSolver(const SparsePattern& pattern)
      : pattern_(pattern), columnScale_(pattern.cols), rowScale_(pattern.rows), rowSize_(pattern.rows),
        columnSize_(pattern.cols), scaled_(pattern.nonZeros()) {
    klu_defaults(&common_);
    symbolic_ = klu_analyze(pattern_.rows, pattern_.colStart.data(), pattern_.rowIndex.data(), &common_);
    if (!symbolic_ && pattern_.rows > 0) throw std::logic_error("KLU could not analyse the matrix");
  }
  ~KluSolver() override {
    klu_free_numeric(&numeric_, &common_);
    klu_free_symbolic(&symbolic_, &common_);
  }
  KluSolver(const KluSolver&) = delete;
  KluSolver& operator=(const KluSolver&) = delete;

  bool factorize(const std::vector<double>& values) override {
    for (const double value : values)
      if (!std::isfinite(value)) return false;
    if (numeric_ && refactor(scaling_ ? applyScales(values) : values) && ratio_ > kTrusted * firstRatio_) return true;
    if (!scaling_ && factor(values) && ratio_ > kSuspicious) return true;
    if (!findScales(values)) return numeric_ != nullptr;
    scaling_ = factor(applyScales(values));
    return scaling_;
  }

  void solve(VectorRef x) const override {
    if (scaling_) x.array() *= rowScale_.array();
    klu_solve(symbolic_, numeric_, pattern_.rows, 1, x.data(), &common_);
    if (scaling_) x.array() *= columnScale_.array();
  }

  void solveTransposed(VectorRef x) const override {
    if (scaling_) x.array() *= columnScale_.array();
    klu_tsolve(symbolic_, numeric_, pattern_.rows, 1, x.data(), &common_);
    if (scaling_) x.array() *= rowScale_.array();
  }

  double pivotRatio() const override { return ratio_; }

 private:
  /// A rough measure decides only when to look for better pivots; whether the solution is good shows in the iteration.
  static constexpr double kTrusted = 1e-6;
  static constexpr double kSuspicious = 1e-13;  // ratio of pivots that scales might mend

  bool refactor(const std::vector<double>& values) {
    const bool done = klu_refactor(columns(), rows(), const_cast<double*>(values.data()), symbolic_, numeric_, &common_);
    return done && common_.status == KLU_OK && measure();
  }

  bool factor(const std::vector<double>& values) {
    klu_free_numeric(&numeric_, &common_);
    numeric_ = klu_factor(columns(), rows(), const_cast<double*>(values.data()), symbolic_, &common_);
    if (!numeric_ || common_.status != KLU_OK || !measure()) {
      klu_free_numeric(&numeric_, &common_);
      return false;
    }
    firstRatio_ = ratio_;
    return true;
  }

  /// Scales with which the largest entries of all rows and columns are near 1 (Ruiz: roots of the sizes, in turn). False for an
  /// empty row or column.
  bool findScales(const std::vector<double>& values) {
    constexpr int kPasses = 8;
    rowScale_.setOnes();
    columnScale_.setOnes();
    for (int pass = 0; pass < kPasses; ++pass) {
      applyScales(values);
      rowSize_.setZero();
      columnSize_.setZero();
      for (int col = 0; col < pattern_.cols; ++col)
        for (int k = pattern_.colStart[col]; k < pattern_.colStart[col + 1]; ++k) {
          const double size = std::abs(scaled_[k]);
          rowSize_[pattern_.rowIndex[k]] = std::max(rowSize_[pattern_.rowIndex[k]], size);
          columnSize_[col] = std::max(columnSize_[col], size);
        }
      if (pattern_.rows == 0 || !(rowSize_.minCoeff() > 0) || !(columnSize_.minCoeff() > 0)) return false;
      rowScale_.array() /= rowSize_.array().sqrt();
      columnScale_.array() /= columnSize_.array().sqrt();
    }
    return rowScale_.allFinite() && columnScale_.allFinite();
  }

  const std::vector<double>& applyScales(const std::vector<double>& values) {
    for (int col = 0; col < pattern_.cols; ++col)
      for (int k = pattern_.colStart[col]; k < pattern_.colStart[col + 1]; ++k)
        scaled_[k] = values[k] * columnScale_[col] * rowScale_[pattern_.rowIndex[k]];
    return scaled_;
  }

  bool measure() {
    klu_rcond(symbolic_, numeric_, &common_);
    ratio_ = common_.rcond;
    return std::isfinite(ratio_) && ratio_ > 1e-17;
  }

  int* columns() { return pattern_.colStart.data(); }
  int* rows() { return pattern_.rowIndex.data(); }

  SparsePattern pattern_;
  Vector columnScale_, rowScale_, rowSize_, columnSize_;
  std::vector<double> scaled_;
  bool scaling_ = false;  // the scales are in use
  mutable klu_common common_{};
  klu_symbolic* symbolic_ = nullptr;
  klu_numeric* numeric_ = nullptr;
  double ratio_ = 0, firstRatio_ = 0;
};

}  // namespace

std::unique_ptr<LinearSolver> makeLinearSolver(const SparsePattern& pattern) {
  return std::make_unique<KluSolver>(pattern);
}

}  // namespace holonom
