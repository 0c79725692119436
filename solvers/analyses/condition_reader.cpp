// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/analyses/condition_reader.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>

#include "solvers/analyses/singularity_watch.h"

namespace holonom {
namespace {

constexpr double kRounding = std::numeric_limits<double>::epsilon();
constexpr double kResidual = 0.003;  // of the square: with less the value is good enough
constexpr int kImprovements = 2;     // of a reading
constexpr double kPart = 0.1;        // of the way between two measurements: between two readings
constexpr int kFirst = 10;           // for the largest value, of the first one
// of a vector that has a part of everything: else a vector that others have overtaken would stay
constexpr double kOther = 0.05;

}  // namespace

ConditionReader::ConditionReader(DaeSystem& system, const SingularityWatch& watch)
    : system_(system), watch_(watch), factors_(watch.factors()),
      jacobian_(system.constraintPattern().nonZeros()), rows_(jacobian_.size()),
      length_(Vector::Ones(factors_.m())), factorisedLength_(length_), any_(factors_.m()),
      direction_(factors_.m()), directionRight_(factors_.n()), x_(factors_.n() + factors_.m()),
      readAt_(factors_.n()) {
  std::mt19937 random(20261124);
  std::uniform_real_distribution<double> uniform(-1, 1);
  for (int i = 0; i < factors_.m(); ++i) any_[i] = uniform(random);
  any_.normalize();
  smallest_ = largest_ = {any_, directionRight_};
}

/// What the watch found with its R, in the rows of length one.
void ConditionReader::refresh(bool regular) {
  solvable_ = regular;
  measured_ = true;
  if (!regular) return;
  takeRows(factors_.jacobian().data());
  factorisedLength_ = length_;
  smallest_.left = watch_.participation().cwiseProduct(watch_.rowScale()).cwiseProduct(length_);
  smallest_.left.normalize();
  smallest_.square = 0;
}

const Independence& ConditionReader::at(const State& state, double way) {
  const auto moved = (state.q - readAt_).cwiseQuotient(watch_.scale()).cwiseAbs();
  if (begun_ && moved.maxCoeff() < kPart * way) return reading_;
  begun_ = true;
  readAt_ = state.q;
  system_.moveTo(state.t, state.q, state.v);
  read();
  return reading_;
}

/// At the state the system was moved to.
void ConditionReader::read() {
  system_.constraintJacobian(jacobian_.data());
  takeRows(jacobian_.data());
  shake(smallest_, kOther * std::min(1.0, smallest_.square));
  for (int i = 0; i < kImprovements && solvable_ && improve(smallest_, true);) ++i;
  if (measured_) {
    const int most = largest_.square > 0 ? kImprovements : kFirst;
    shake(largest_, kOther);
    for (int i = 0; i < most && improve(largest_, false);) ++i;
    measured_ = false;
  }
  const double sigma = std::sqrt(smallest_.square), largest = std::sqrt(largest_.square);
  reading_ = {sigma, sigma > kRounding * largest ? largest / sigma : 1 / kRounding};
}

void ConditionReader::takeRows(const double* jacobian) {
  const SparsePattern& pattern = system_.constraintPattern();
  length_.setZero();
  for (int col = 0; col < pattern.cols; ++col)
    for (int k = pattern.colStart[col]; k < pattern.colStart[col + 1]; ++k) {
      rows_[k] = jacobian[k] * watch_.scale()[col];
      length_[pattern.rowIndex[k]] += rows_[k] * rows_[k];
    }
  for (int i = 0; i < length_.size(); ++i) length_[i] = length_[i] > 0 ? std::sqrt(length_[i]) : 1;
  for (std::size_t k = 0; k < rows_.size(); ++k) rows_[k] /= length_[pattern.rowIndex[k]];
}

/// The mode in the present rows, with so much of everything.
void ConditionReader::shake(Mode& mode, double part) {
  mode.left += part * any_;
  mode.left.normalize();
  mode.right.setZero();
  addTransposedProduct(system_.constraintPattern(), rows_.data(), mode.left, 1, mode.right);
  mode.square = mode.right.squaredNorm();
}

/// The best vector in the plane of u and its residual AAᵀu − ‖Aᵀu‖² u. False where that is small.
bool ConditionReader::improve(Mode& mode, bool smallest) {
  const SparsePattern& pattern = system_.constraintPattern();
  direction_ = -mode.square * mode.left;
  addProduct(pattern, rows_.data(), mode.right, 1, direction_);
  if (!(direction_.norm() > kResidual * mode.square)) return false;
  if (smallest) precondition();
  direction_ -= mode.left.dot(direction_) * mode.left;
  direction_.normalize();
  if (!direction_.allFinite()) return false;
  directionRight_.setZero();
  addTransposedProduct(pattern, rows_.data(), direction_, 1, directionRight_);
  // ‖Aᵀ(u cos φ + d sin φ)‖² is the mean of both squares, plus a cosine of 2φ
  const double product = mode.right.dot(directionRight_);
  const double difference = 0.5 * (mode.square - directionRight_.squaredNorm());
  const double angle = 0.5 * (smallest ? std::atan2(-product, -difference) : std::atan2(product, difference));
  mode.left = std::cos(angle) * mode.left + std::sin(angle) * direction_;
  mode.right = std::cos(angle) * mode.right + std::sin(angle) * directionRight_;
  mode.square = mode.right.squaredNorm();
  return true;
}

/// d ← (A₀A₀ᵀ)⁻¹ d with A₀ as it was factorised: [S⁻² C₀ᵀ; C₀ 0] [… ; −R₀ y] = [0; R₀⁻¹ d] has it for y.
void ConditionReader::precondition() {
  x_.head(factors_.n()).setZero();
  x_.tail(factors_.m()) = direction_.cwiseProduct(factorisedLength_);
  factors_.solve(x_);
  direction_ = -x_.tail(factors_.m()).cwiseProduct(factorisedLength_);
}

}  // namespace holonom
