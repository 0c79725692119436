// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/analyses/singularity_watch.h"

#include <cmath>
#include <random>

#include "solvers/analyses/scales.h"

namespace holonom {
namespace {

constexpr int kFirstIterations = 8, kIterations = 2;
// of a vector that has a part of everything: what falls apart into blocks would else show one of them only
constexpr double kOther = 0.05;
constexpr double kSameVector = 0.5;  // cosine between the vectors of two points

}  // namespace

SingularityWatch::SingularityWatch(DaeSystem& system)
    : system_(system), n_(system.coordinateCount()), m_(system.constraintCount()),
      matrix_(system, diagonalPattern(n_)), scale_(Vector::Ones(n_)), topLeft_(n_),
      rowScale_(Vector::Ones(m_)), left_(m_), oldLeft_(m_), right_(n_), oldRight_(n_), x_(n_ + m_) {}

void SingularityWatch::start(double t, ConstVectorRef q, ConstVectorRef v) {
  std::mt19937 random(20200098);
  std::uniform_real_distribution<double> uniform(0.5, 1);
  for (int i = 0; i < m_; ++i) left_[i] = uniform(random);
  left_.normalize();
  any_ = left_;
  right_.setZero();
  sign_ = 1;
  sigma_ = 0;
  system_.moveTo(t, q, v);
  scale_ = localScales(system_);
  topLeft_ = scale_.array().square().inverse();
  const bool regular = factorize(t, q, v);
  rowScale_.setZero();
  const SparsePattern& pattern = system_.constraintPattern();
  for (int col = 0; col < n_; ++col)
    for (int k = pattern.colStart[col]; k < pattern.colStart[col + 1]; ++k)
      rowScale_[pattern.rowIndex[k]] =
          std::hypot(rowScale_[pattern.rowIndex[k]], matrix_.jacobian()[k] * scale_[col]);
  for (int i = 0; i < m_; ++i) rowScale_[i] = rowScale_[i] > 0 ? 1 / rowScale_[i] : 1;
  if (regular) sigma_ = iterate(kFirstIterations);
}

double SingularityWatch::follow(double t, ConstVectorRef q, ConstVectorRef v) {
  oldLeft_ = left_;
  oldRight_ = right_;
  if (!factorize(t, q, v)) return sigma_ = 0;
  const bool afterSingular = sigma_ == 0;
  left_ += kOther * any_;
  sigma_ = iterate(kIterations);
  if (left_.dot(oldLeft_) < 0) {
    left_ = -left_;
    right_ = -right_;
  }
  const double turn = right_.dot(oldRight_);
  if (!afterSingular && left_.dot(oldLeft_) > kSameVector && turn < -kSameVector) sign_ = -sign_;
  return sign_ * sigma_;
}

void SingularityWatch::resetSign() { sign_ = 1; }

/// At the state given.
bool SingularityWatch::factorize(double t, ConstVectorRef q, ConstVectorRef v) {
  system_.moveTo(t, q, v);
  return matrix_.factorize(topLeft_.data());
}

/// Solves [S⁻² C_qᵀ; C_q 0] [S z; −R y] = [0; R⁻¹ u]: y = (A Aᵀ)⁻¹ u and z = Aᵀ y, of length 1/σ.
double SingularityWatch::iterate(int times) {
  double sigma = 0;
  for (int i = 0; i < times; ++i) {
    x_.head(n_).setZero();
    x_.tail(m_) = left_.cwiseQuotient(rowScale_);
    matrix_.solve(x_);
    if (!x_.allFinite()) return 0;
    right_ = x_.head(n_).cwiseQuotient(scale_);
    sigma = 1 / right_.norm();
    right_ *= sigma;
    left_ = -x_.tail(m_).cwiseQuotient(rowScale_);
    left_.normalize();
  }
  return sigma;
}

}  // namespace holonom
