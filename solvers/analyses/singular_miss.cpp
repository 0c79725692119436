// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/analyses/singular_miss.h"

#include <Eigen/LU>
#include <algorithm>
#include <cmath>

#include "solvers/analyses/scales.h"
#include "solvers/linear/least_squares.h"

namespace holonom {
namespace {

constexpr int kMostIterations = 12;
constexpr double kReach = 0.1, kConverged = 1e-9, kNearby = 1e-3;
// iterations near the place that bring it no nearer: several rows become dependent together there
constexpr int kMostStalls = 2;

constexpr double kStay = 1e-6;  // beside H: along what it does not see, nothing need move

SparsePattern withWholeDiagonal(const SparsePattern& square, int size) {
  std::vector<std::pair<int, int>> entries;
  for (int col = 0; col < square.cols; ++col)
    for (int k = square.colStart[col]; k < square.colStart[col + 1]; ++k)
      entries.emplace_back(square.rowIndex[k], col);
  for (int i = 0; i < size; ++i) entries.emplace_back(i, i);
  return SparsePattern::fromEntries(size, size, entries);
}

/// One more column.
void append(SparseMatrix& matrix, const Vector& column) {
  for (int row = 0; row < matrix.pattern.rows; ++row) {
    if (column[row] == 0) continue;
    matrix.pattern.rowIndex.push_back(row);
    matrix.values.push_back(column[row]);
  }
  matrix.pattern.colStart.push_back(matrix.pattern.nonZeros());
  ++matrix.pattern.cols;
}

/// The search for the place.
class Place {
 public:
  Place(DaeSystem& system, double t, const Vector& q)
      : system_(system), n_(system.coordinateCount()), m_(system.constraintCount()), rest_(Vector::Zero(n_)),
        t_(t), q_(q), moving_(m_) {
    system_.moveTo(t_, q_, rest_);
    scale_ = localScales(system_);
    system_.constraintTimeDerivative(moving_);
    all_ = n_ + (moving_.cwiseAbs().maxCoeff() > 0);
    rowScale_ = rowSizes(system_, scale_).cwiseInverse();
  }

  /// A step of Newton's method; its length, in scales. Not finite where there is none.
  double step() {
    system_.moveTo(t_, q_, rest_);
    evaluate();
    singular_ = singular_.left.size() ? smallestSingular(A_, singular_.left) : smallestSingular(A_);
    const Vector change = solve();
    if (!change.allFinite()) return std::nan("");
    q_ += scale_.cwiseProduct(change.head(n_));
    if (all_ > n_) t_ += system_.timeScale() * change[n_];
    return change.norm();
  }

  const Vector& q() const { return q_; }
  double miss() const { return std::abs(miss_); }
  double distance(const Vector& q) const { return (q_ - q).cwiseQuotient(scale_).norm(); }

 private:
  void evaluate() {
    A_ = {system_.constraintPattern(),
          std::vector<double>(std::size_t(system_.constraintPattern().nonZeros()))};
    system_.constraintJacobian(A_.values.data());
    for (int col = 0; col < n_; ++col)
      for (int k = A_.pattern.colStart[col]; k < A_.pattern.colStart[col + 1]; ++k)
        A_.values[k] *= rowScale_[A_.pattern.rowIndex[k]] * scale_[col];
    if (all_ == n_) return;
    system_.constraintTimeDerivative(moving_);
    append(A_, system_.timeScale() * rowScale_.cwiseProduct(moving_));
  }

  /// S H S + kStay and a one for the column of solve().
  SparseMatrix curvature() const {
    const SparsePattern& pattern = system_.stiffnessPattern();
    std::vector<double> hessian(std::size_t(pattern.nonZeros()), 0.0);
    system_.constraintHessian(rowScale_.cwiseProduct(singular_.left), hessian.data());
    SparseMatrix H{withWholeDiagonal(pattern, all_ + 1), {}};
    H.values.assign(std::size_t(H.pattern.nonZeros()), 0.0);
    for (int col = 0; col < n_; ++col)
      for (int k = pattern.colStart[col]; k < pattern.colStart[col + 1]; ++k)
        H.values[H.pattern.slot(pattern.rowIndex[k], col)] =
            hessian[k] * scale_[pattern.rowIndex[k]] * scale_[col];
    for (int i = 0; i < all_; ++i) H.values[H.pattern.slot(i, i)] += kStay;
    H.values[H.pattern.slot(all_, all_)] = 1;
    return H;
  }

  /// [H Aᵀ 0; A 0 −u; 0 uᵀ 0][x; y; s] = [−Aᵀu; −R C; 0]. Near the place [H Aᵀ; A 0] is singular: the row
  /// with the largest part in u gets a column of its own, and what that brings is taken back.
  Vector solve() {
    const Vector& u = singular_.left;
    Vector::Index row = 0;
    if (!u.allFinite() || !(u.cwiseAbs().maxCoeff(&row) > 0)) return Vector::Constant(all_, std::nan(""));
    const Vector one = Vector::Unit(m_, row);
    SparseMatrix B = A_;
    append(B, one);
    const SparseMatrix H = curvature();
    SaddleSolver solver(H.pattern, B.pattern, Vector::Ones(all_ + 1), SaddleSolver::Engine::Lu);
    if (!solver.factorize(H.values.data(), B.values.data())) return Vector::Constant(all_, std::nan(""));
    Eigen::MatrixXd x = Eigen::MatrixXd::Zero(all_ + 1 + m_, 3);
    Vector residual(m_);
    system_.constraints(residual);
    x.col(0).head(all_) = -singular_.value * singular_.right;
    x.col(0).tail(m_) = -rowScale_.cwiseProduct(residual);
    x.col(1).tail(m_) = u;
    x.col(2).tail(m_) = one;
    for (int i = 0; i < 3; ++i) solver.solve(x.col(i));
    Eigen::Matrix2d border;
    border << u.dot(x.col(1).tail(m_)), u.dot(x.col(2).tail(m_)), x(all_, 1), x(all_, 2) - 1;
    const Eigen::Vector2d factors =
        border.partialPivLu().solve(Eigen::Vector2d(-u.dot(x.col(0).tail(m_)), -x(all_, 0)));
    miss_ = factors[0];
    return (x.col(0) + x.rightCols(2) * factors).head(all_);
  }

  DaeSystem& system_;
  int n_, m_, all_;  // with the time, when constraints move
  Vector scale_, rest_;
  double t_;
  Vector q_, moving_, rowScale_;
  SparseMatrix A_;
  SingularTriplet singular_;
  double miss_ = 0;
};

}  // namespace

std::optional<double> singularMiss(DaeSystem& system, double t, const Vector& q) {
  const int n = system.coordinateCount(), m = system.constraintCount();
  if (m == 0 || m > n || system.holonomicCount() < m) return std::nullopt;
  Place place(system, t, q);
  double shortest = kNearby;
  for (int i = 0, stalls = 0; i < kMostIterations && stalls < kMostStalls; ++i) {
    const double length = place.step();
    if (!std::isfinite(length) || place.distance(q) > kReach) return std::nullopt;
    if (length < kConverged) return place.miss();
    stalls += shortest < kNearby && length > 0.5 * shortest;
    shortest = std::min(shortest, length);
  }
  return std::nullopt;
}

}  // namespace holonom
