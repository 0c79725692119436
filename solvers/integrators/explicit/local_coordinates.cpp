// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/integrators/explicit/local_coordinates.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "solvers/integrators/local_equivalence/null_space.h"

namespace holonom {
namespace {

/// Whether a linearly converging iteration is done; `change` and `previous` in tolerances of the error test.
enum class Progress { GoOn, Done, Failed };
Progress progressOf(double change, double previous, double tolerance) {
  constexpr double kRounding = 1e-3;  // of the error tolerance: no matter
  if (!std::isfinite(change)) return Progress::Failed;
  const double rate = previous > 0 ? change / previous : 1;
  if (change == 0 || (rate < 1 && rate / (1 - rate) * change <= tolerance)) return Progress::Done;
  if (rate < 0.9 || previous == 0) return Progress::GoOn;
  return change <= kRounding ? Progress::Done : Progress::Failed;
}

}  // namespace

LocalCoordinates::LocalCoordinates(DaeSystem& system, bool partitions, Work& work)
    : system_(system), partitions_(partitions), work_(work), base_(n()), x_(n() + m()), scale_(n()),
      pattern_(system.constraintPattern()), matrix_(n() + m()), mass_(system.massPattern().nonZeros()),
      jacobian_(pattern_.nonZeros()), scaled_(jacobian_.size()), first_(jacobian_.size()) {
  for (int i = 0; i < n(); ++i) scale_[i] = partitions ? system.coordinateScale(i) : 1;
  leading_ = partitions ? matrix_.declareIdentity(n(), 0, 0) : matrix_.declare(system.massPattern(), 0, 0);
  directions_ = matrix_.declare(pattern_, 0, n(), true);
  rows_ = matrix_.declare(pattern_, n(), 0);
  matrix_.freeze();
  Vector sizes = Vector::Zero(n() + m());
  for (int i = 0; i < n(); ++i) sizes[i] = partitions ? 1 : system.coordinateScale(i);
  solver_ = makeScaledSolver(matrix_.pattern(), std::move(sizes));
}

void LocalCoordinates::readJacobian() {
  system_.constraintJacobian(jacobian_.data());
  for (int col = 0; col < n(); ++col) {
    const double factor = dependent_.empty() || dependent_[col] ? scale_[col] : 0;
    for (int k = pattern_.colStart[col]; k < pattern_.colStart[col + 1]; ++k)
      scaled_[k] = jacobian_[k] * factor;
  }
}

/// Takes memory, once in many steps.
void LocalCoordinates::choose() {
  dependent_.clear();
  readJacobian();
  Eigen::MatrixXd B = Eigen::MatrixXd::Zero(m(), n());
  for (int col = 0; col < n(); ++col)
    for (int k = pattern_.colStart[col]; k < pattern_.colStart[col + 1]; ++k)
      B(pattern_.rowIndex[k], col) = scaled_[k];
  dependent_ = dependentColumns(std::move(B));
}

bool LocalCoordinates::factorize() {
  PhaseTimer timer(work_.factorizationTime);
  ++work_.factorizations;
  readJacobian();
  matrix_.setZero();
  if (partitions_) matrix_.addIdentity(leading_, 1);
  else matrix_.add(leading_, mass_.data());
  matrix_.add(directions_, first_.data());
  matrix_.add(rows_, scaled_.data());
  return solver_->factorize(matrix_.values());
}

void LocalCoordinates::solve() {
  PhaseTimer timer(work_.solveTime);
  solver_->solve(x_);
  if (partitions_) x_.head(n()).array() *= scale_.array();
}

/// The largest change of a dependent coordinate with a local one, in their scales: above one, the two would
/// better change their parts (the determinant of the dependent columns is multiplied by it). Pivots do not
/// show that, since rows are scaled by what the dependent columns leave of them. At the state whose chart has
/// been factorised.
double LocalCoordinates::largestSlope() {
  double largest = 0;
  for (int col = 0; col < n(); ++col) {
    if (dependent_[col]) continue;
    x_.setZero();
    for (int k = pattern_.colStart[col]; k < pattern_.colStart[col + 1]; ++k)
      x_[n() + pattern_.rowIndex[k]] = jacobian_[k] * scale_[col];
    solver_->solve(x_);
    largest = std::max(largest, x_.head(n()).lpNorm<Eigen::Infinity>());
  }
  return largest;
}

AttemptStatus LocalCoordinates::takeAt(const State& state) {
  if (taken_ && time_ == state.t && base_ == state.q) return AttemptStatus::Success;
  constexpr double kSteeper = 1.25;
  taken_ = false;
  system_.moveTo(state.t, state.q, state.v);
  if (!partitions_) system_.mass(mass_.data());
  const auto start = [this] {
    readJacobian();
    first_ = scaled_;
    return factorize();
  };
  bool regular = (!partitions_ || !dependent_.empty()) && start();
  if (partitions_ && (!regular || !(largestSlope() <= kSteeper * firstSlope_))) {
    choose();
    regular = start();
    firstSlope_ = regular ? std::max(1.0, largestSlope()) : 0;
  }
  if (!regular) return AttemptStatus::SingularMatrix;
  taken_ = true;
  time_ = state.t;
  base_ = state.q;
  return AttemptStatus::Success;
}

AttemptStatus LocalCoordinates::settle(double t, VectorRef q, VectorRef v, const ErrorWeights& weights,
                                       double tolerance) {
  if (m() == 0) return AttemptStatus::Success;
  const AttemptStatus status = iterate(Level::Position, t, q, v, weights, tolerance);
  return status == AttemptStatus::Success ? iterate(Level::Velocity, t, q, v, weights, tolerance) : status;
}

/// x ← [0; −C], or [0; −(C_q v + C_t)], at the present state.
void LocalCoordinates::readResidual(Level level, ConstVectorRef v) {
  x_.head(n()).setZero();
  if (level == Level::Position) {
    system_.constraints(x_.tail(m()));
  } else {
    system_.constraintTimeDerivative(x_.tail(m()));
    system_.constraintJacobian(jacobian_.data());
    addProduct(pattern_, jacobian_.data(), v, 1, x_.tail(m()));
  }
  x_ *= -1;
}

AttemptStatus LocalCoordinates::iterate(Level level, double t, VectorRef q, VectorRef v,
                                        const ErrorWeights& weights, double tolerance) {
  constexpr int kMaxCorrections = 25;
  constexpr double kSlow = 0.2;  // contraction with which a matrix of the present configuration pays
  bool renewed = false;
  double previous = 0;
  for (int correction = 1; correction <= kMaxCorrections; ++correction) {
    system_.moveTo(t, q, v);
    readResidual(level, v);
    solve();
    const double change =
        level == Level::Position ? weights.positionNorm(x_.head(n())) : weights.velocityNorm(x_.head(n()));
    (level == Level::Position ? q : v) += x_.head(n());
    const Progress progress = progressOf(change, previous, tolerance);
    if (progress == Progress::Done) return AttemptStatus::Success;
    if (!std::isfinite(change) || (renewed && progress == Progress::Failed)) break;
    renewed = previous > 0 && change > kSlow * previous;
    if (renewed) {
      system_.moveTo(t, q, v);
      if (!factorize()) return AttemptStatus::SingularMatrix;
    }
    previous = change;
  }
  return AttemptStatus::NotClosed;
}

std::unique_ptr<LocalCoordinates> makeLocalCoordinates(Stabilisation stabilisation, DaeSystem& system,
                                                       Work& work) {
  const bool partitions = stabilisation == Stabilisation::Partitioning;
  if (!partitions && stabilisation != Stabilisation::TangentSpace) return nullptr;
  return std::make_unique<LocalCoordinates>(system, partitions, work);
}

}  // namespace holonom
