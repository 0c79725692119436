// SPDX-License-Identifier: GPL-3.0-or-later
#include <klu.h>

#include <algorithm>
#include <cmath>
#include <complex>
#include <stdexcept>
#include <utility>

#include "solvers/linear/linear_solver.h"
#include "solvers/linear/unknown_sizes.h"

namespace holonom {
namespace {

/// KLU's functions for either kind of number.
template <class Scalar>
struct Klu;

template <>
struct Klu<double> {
  static double* raw(const double* x) { return const_cast<double*>(x); }
  static constexpr auto factor = klu_factor;
  static constexpr auto refactor = klu_refactor;
  static constexpr auto solve = klu_solve;
  static constexpr auto solveTransposed = klu_tsolve;
  static constexpr auto rcond = klu_rcond;
  static constexpr auto free = klu_free_numeric;
};

template <>
struct Klu<std::complex<double>> {
  static double* raw(const std::complex<double>* x) {
    return const_cast<double*>(reinterpret_cast<const double*>(x));
  }
  static constexpr auto factor = klu_z_factor;
  static constexpr auto refactor = klu_z_refactor;
  static constexpr auto solve = klu_z_solve;
  static constexpr auto solveTransposed = [](klu_symbolic* symbolic, klu_numeric* numeric, int size,
                                             int count, double* x, klu_common* common) {
    return klu_z_tsolve(symbolic, numeric, size, count, x, 0, common);
  };
  static constexpr auto rcond = klu_z_rcond;
  static constexpr auto free = klu_z_free_numeric;
};

bool isFinite(double x) { return std::isfinite(x); }
bool isFinite(const std::complex<double>& x) { return std::isfinite(x.real()) && std::isfinite(x.imag()); }

/// KLU: order and analyse once, factor with pivoting the first time, refactor in place after; a
/// refactorisation whose pivots have become much worse than those of the last full one is replaced by a full
/// one. KLU scales the rows; which of them give the pivots must not hang on units, and the sizes of the
/// unknowns, where they are known, multiply the columns before. Where pivots vanish all the same, rows and
/// columns are scaled to entries of equal size from then on.
template <class Scalar>
class KluSolver final : public LinearSolverOf<Scalar> {
  using Values = std::vector<Scalar>;
  using typename LinearSolverOf<Scalar>::Unknowns;

 public:
  KluSolver(const SparsePattern& pattern, Vector unknownSizes)
      : pattern_(pattern), unknownSize_(std::move(unknownSizes)), columnScale_(Vector::Ones(pattern.cols)),
        rowScale_(Vector::Ones(pattern.rows)), rowSize_(pattern.rows), columnSize_(pattern.cols),
        entryScale_(pattern.nonZeros(), 1), scaled_(entryScale_.size()),
        scalesColumns_(unknownSize_.size() > 0) {
    klu_defaults(&common_);
    // The permutation to block triangular form pairs positions with rows of velocities, and the order of
    // least degree, which looks at A + Aᵀ, then fills up to twice as much. Small matrices keep it: its pivots
    // are better near singular configurations.
    common_.btf = pattern_.rows < kManyUnknowns;
    symbolic_ = klu_analyze(pattern_.rows, pattern_.colStart.data(), pattern_.rowIndex.data(), &common_);
    if (!symbolic_ && pattern_.rows > 0) throw std::logic_error("KLU could not analyse the matrix");
  }
  ~KluSolver() override {
    Klu<Scalar>::free(&numeric_, &common_);
    klu_free_symbolic(&symbolic_, &common_);
  }
  KluSolver(const KluSolver&) = delete;
  KluSolver& operator=(const KluSolver&) = delete;

  bool factorize(const Values& values) override {
    for (const Scalar& value : values)
      if (!isFinite(value)) return false;
    if (numeric_ && refactor(applyScales(values)) && ratio_ > kTrusted * firstRatio_) return true;
    if (!scalesRows_) {
      sizeColumns(values);
      if (factor(applyScales(values)) && ratio_ > kSuspicious) return true;
    }
    return factorEquilibrated(values);
  }

  void solve(Unknowns x) const override {
    if (scalesRows_) x.array() *= rowScale_.array();
    Klu<Scalar>::solve(symbolic_, numeric_, pattern_.rows, 1, Klu<Scalar>::raw(x.data()), &common_);
    if (scalesColumns_) x.array() *= columnScale_.array();
  }

  void solveTransposed(Unknowns x) const override {
    if (scalesColumns_) x.array() *= columnScale_.array();
    Klu<Scalar>::solveTransposed(symbolic_, numeric_, pattern_.rows, 1, Klu<Scalar>::raw(x.data()), &common_);
    if (scalesRows_) x.array() *= rowScale_.array();
  }

  double pivotRatio() const override { return ratio_; }

 private:
  /// A rough measure decides only when to look for better pivots; whether the solution is good shows in the
  /// iteration.
  static constexpr double kTrusted = 1e-6;
  static constexpr int kManyUnknowns = 2000;
  static constexpr double kSuspicious = 1e-13;  // ratio of pivots that scales might mend

  bool refactor(const Values& values) {
    const bool done = Klu<Scalar>::refactor(columns(), rows(), Klu<Scalar>::raw(values.data()), symbolic_,
                                            numeric_, &common_);
    return done && common_.status == KLU_OK && measure();
  }

  bool factor(const Values& values) {
    Klu<Scalar>::free(&numeric_, &common_);
    numeric_ = Klu<Scalar>::factor(columns(), rows(), Klu<Scalar>::raw(values.data()), symbolic_, &common_);
    if (!numeric_ || common_.status != KLU_OK || !measure()) {
      Klu<Scalar>::free(&numeric_, &common_);
      return false;
    }
    firstRatio_ = ratio_;
    return true;
  }

  void sizeColumns(const Values& values) {
    if (unknownSize_.size() > 0) completeSizes(pattern_, sizesOf(values), unknownSize_, columnScale_);
    scaleEntries();
  }

  static std::vector<double> sizesOf(const Values& values) {
    std::vector<double> sizes(values.size());
    std::transform(values.begin(), values.end(), sizes.begin(), [](const Scalar& x) { return std::abs(x); });
    return sizes;
  }

  void scaleEntries() {
    for (int col = 0; col < pattern_.cols; ++col)
      for (int k = pattern_.colStart[col]; k < pattern_.colStart[col + 1]; ++k)
        entryScale_[k] = columnScale_[col] * rowScale_[pattern_.rowIndex[k]];
  }

  bool factorEquilibrated(const Values& values) {
    const bool found = findScales(values);
    if (found) {
      scalesRows_ = scalesColumns_ = true;
      scaleEntries();
      if (factor(applyScales(values))) return true;
    } else if (scalesRows_) {
      Klu<Scalar>::free(&numeric_, &common_);  // it was made in other scales
    }
    scalesRows_ = false;
    scalesColumns_ = unknownSize_.size() > 0;
    rowScale_.setOnes();
    columnScale_.setOnes();
    sizeColumns(values);
    return numeric_ != nullptr;
  }

  /// Scales with which the largest entries of all rows and columns are near 1 (Ruiz: roots of the sizes, in
  /// turn). False for an empty row or column.
  bool findScales(const Values& values) {
    constexpr int kPasses = 8;
    columnScale_.setOnes();
    rowScale_.setOnes();
    sizeColumns(values);
    for (int pass = 0; pass < kPasses; ++pass) {
      rowSize_.setZero();
      columnSize_.setZero();
      for (int col = 0; col < pattern_.cols; ++col)
        for (int k = pattern_.colStart[col]; k < pattern_.colStart[col + 1]; ++k) {
          const int row = pattern_.rowIndex[k];
          const double size = std::abs(values[k]) * columnScale_[col] * rowScale_[row];
          rowSize_[row] = std::max(rowSize_[row], size);
          columnSize_[col] = std::max(columnSize_[col], size);
        }
      if (pattern_.rows == 0 || !(rowSize_.minCoeff() > 0)) return false;
      // rows first: what follows does not hang on their units then
      if (pass == 0 && unknownSize_.size() > 0) {
        rowScale_.array() /= rowSize_.array();
        continue;
      }
      if (!(columnSize_.minCoeff() > 0)) return false;
      rowScale_.array() /= rowSize_.array().sqrt();
      columnScale_.array() /= columnSize_.array().sqrt();
    }
    return rowScale_.allFinite() && columnScale_.allFinite();
  }

  const Values& applyScales(const Values& values) {
    if (!scalesColumns_) return values;
    for (std::size_t k = 0; k < values.size(); ++k) scaled_[k] = values[k] * entryScale_[k];
    return scaled_;
  }

  bool measure() {
    Klu<Scalar>::rcond(symbolic_, numeric_, &common_);
    ratio_ = common_.rcond;
    return std::isfinite(ratio_) && ratio_ > 1e-17;
  }

  int* columns() { return pattern_.colStart.data(); }
  int* rows() { return pattern_.rowIndex.data(); }

  SparsePattern pattern_;
  Vector unknownSize_;  // empty, or one per column: 0 where it is to be found
  Vector columnScale_, rowScale_, rowSize_, columnSize_;
  std::vector<double> entryScale_;
  Values scaled_;
  bool scalesColumns_, scalesRows_ = false;
  mutable klu_common common_{};
  klu_symbolic* symbolic_ = nullptr;
  klu_numeric* numeric_ = nullptr;
  double ratio_ = 0, firstRatio_ = 0;
};

}  // namespace

std::unique_ptr<LinearSolver> makeLinearSolver(const SparsePattern& pattern) {
  return std::make_unique<KluSolver<double>>(pattern, Vector());
}

std::unique_ptr<LinearSolver> makeScaledSolver(const SparsePattern& pattern, Vector unknownSizes) {
  if (unknownSizes.size() != pattern.cols) throw std::invalid_argument("one size per unknown is needed");
  return std::make_unique<KluSolver<double>>(pattern, std::move(unknownSizes));
}

std::unique_ptr<ComplexSolver> makeScaledComplexSolver(const SparsePattern& pattern, Vector unknownSizes) {
  if (unknownSizes.size() != pattern.cols) throw std::invalid_argument("one size per unknown is needed");
  return std::make_unique<KluSolver<std::complex<double>>>(pattern, std::move(unknownSizes));
}

}  // namespace holonom
