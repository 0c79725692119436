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
constexpr double kAhead = 0.2;  // of σ: the most by which it is thought to change behind the last point
constexpr int kFirst = 20, kEvery = 4;
// of a vector that has a part of everything: else a vector that others have overtaken would stay
constexpr double kOther = 0.05;

}  // namespace

void ConditionReader::start(DaeSystem& system, const SingularityWatch& watch, double t, double sigma) {
  system_ = &system;
  watch_ = &watch;
  std::mt19937 random(20261124);
  std::uniform_real_distribution<double> uniform(-1, 1);
  any_ = Vector::NullaryExpr(system.constraintCount(), [&] { return uniform(random); }).normalized();
  left_ = any_;
  length_.resize(left_.size());
  right_.resize(system.coordinateCount());
  timeBefore_ = t_;
  sigmaBefore_ = sigma_;
  t_ = from_ = t;
  slope_ = 0;
  untilLargest_ = 0;
  read(sigma);
  improveLargest(kFirst);
}

void ConditionReader::measured(double t, double sigma, bool passed) {
  const double before = t_;
  const double sigmaBefore = passed ? -sigma_ : sigma_;
  t_ = t;
  read(sigma);
  line(before, sigmaBefore);
}

void ConditionReader::leapt() { line(timeBefore_, -sigmaBefore_); }

void ConditionReader::line(double fromTime, double fromSigma) {
  from_ = fromTime;
  slope_ = t_ > fromTime ? (sigma_ - fromSigma) / (t_ - fromTime) : 0;
}

Independence ConditionReader::at(double t) const {
  const double way = slope_ * (std::max(t, from_) - t_);
  const double sigma = std::abs(sigma_ + (t > t_ ? std::clamp(way, -kAhead * sigma_, kAhead * sigma_) : way));
  return {sigma, sigma > kRounding * largest_ ? largest_ / sigma : 1 / kRounding};
}

/// σ where rows count by their lengths at the last point of the watch, by its vector.
void ConditionReader::read(double sigma) {
  const SparsePattern& pattern = system_->constraintPattern();
  const std::vector<double>& jacobian = watch_->jacobian();
  length_.setZero();
  for (int col = 0; col < pattern.cols; ++col)
    for (int k = pattern.colStart[col]; k < pattern.colStart[col + 1]; ++k) {
      const double entry = jacobian[k] * watch_->scale()[col];
      length_[pattern.rowIndex[k]] += entry * entry;
    }
  for (double& length : length_) length = length > 0 ? std::sqrt(length) : 1;
  sigma_ = sigma / watch_->participation().cwiseProduct(watch_->rowScale()).cwiseProduct(length_).norm();
  if (--untilLargest_ < 0) {
    improveLargest(1);
    untilLargest_ = kEvery - 1;
  }
}

/// u ← A Aᵀ u with A = R C_q S.
void ConditionReader::improveLargest(int times) {
  const SparsePattern& pattern = system_->constraintPattern();
  const double* jacobian = watch_->jacobian().data();
  left_ += kOther * any_;
  left_.normalize();
  for (int i = 0; i < times; ++i) {
    left_ = left_.cwiseQuotient(length_);
    right_.setZero();
    addTransposedProduct(pattern, jacobian, left_, 1, right_);
    right_ = right_.cwiseProduct(watch_->scale());
    largest_ = right_.norm();
    right_ = right_.cwiseProduct(watch_->scale());
    left_.setZero();
    addProduct(pattern, jacobian, right_, 1, left_);
    left_ = left_.cwiseQuotient(length_);
    left_.normalize();
  }
}

}  // namespace holonom
