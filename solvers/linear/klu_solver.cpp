// SPDX-License-Identifier: GPL-3.0-or-later
#include <klu.h>

#include <cmath>
#include <stdexcept>

#include "solvers/linear/linear_solver.h"

namespace holonom {
namespace {

/// KLU: order and analyse once, factor with pivoting the first time, refactor in place after; a refactorisation whose
/// pivots have become much worse than those of the last full one is replaced by a full one.
class KluSolver final : public LinearSolver {
 public:
  explicit KluSolver(const SparsePattern& pattern) : pattern_(pattern) {
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
    if (numeric_ && refactor(values) && ratio_ > kTrusted * firstRatio_) return true;
    return factor(values);
  }

  void solve(VectorRef x) const override {
    klu_solve(symbolic_, numeric_, pattern_.rows, 1, x.data(), &common_);
  }

  void solveTransposed(VectorRef x) const override {
    klu_tsolve(symbolic_, numeric_, pattern_.rows, 1, x.data(), &common_);
  }

  double pivotRatio() const override { return ratio_; }

 private:
  /// A rough measure decides only when to look for better pivots; whether the solution is good shows in the iteration.
  static constexpr double kTrusted = 1e-6;

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

  bool measure() {
    klu_rcond(symbolic_, numeric_, &common_);
    ratio_ = common_.rcond;
    return std::isfinite(ratio_) && ratio_ > 1e-17;
  }

  int* columns() { return pattern_.colStart.data(); }
  int* rows() { return pattern_.rowIndex.data(); }

  SparsePattern pattern_;
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
