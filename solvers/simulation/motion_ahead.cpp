// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/simulation/motion_ahead.h"

namespace holonom {

void moveAlong(State& state, double span) {
  state.t += span;
  state.q += span * state.v + 0.5 * span * span * state.a;
  state.v += span * state.a;
}

void takeRates(const DaeSystem& system, const State& state, Vector& rates) {
  rates = state.a;
  for (int i = 0; i < rates.size(); ++i)
    if (system.role(i) != DaeSystem::Role::Motion) rates[i] = state.v[i] / system.timeScale();
}

MotionAhead::MotionAhead(DaeSystem& system)
    : system_(system), n_(system.coordinateCount()), m_(system.constraintCount()), byMass_(system, system.massPattern()), mass_(system.massPattern().nonZeros()),
      jacobian_(system.constraintPattern().nonZeros()), scale_(coordinateScales(system)), x_(n_ + m_), c_(m_), target_(n_),
      difference_(n_), before_(n_), atLeft_(n_), atRight_(n_), atMiddle_(n_) {
  for (const double scale : scale_) weight_.push_back(1 / (scale * scale));
  for (int i = 0; i < n_; ++i) controlled_ = controlled_ || system.role(i) != DaeSystem::Role::Motion;
}

bool MotionAhead::begin(const State& present) {
  front_ = present;
  return accelerations(front_);
}

/// Of each interval the half with the larger change. Where all is smooth, changes shrink with the intervals.
std::optional<double> MotionAhead::findJump(double h, double width, int* coordinate) {
  constexpr int kLookBack = 4;
  constexpr double kLasts = 0.3;  // part of a change that is left after kLookBack halvings if it is a jump
  double left = 0, right = h, changes[kLookBack] = {};
  ahead_ = front_;
  takeRates(system_, ahead_, atLeft_);
  if (!look(h, controlled_)) return std::nullopt;
  takeRates(system_, ahead_, atRight_);
  for (int i = 0; right - left > width; ++i) {
    const double middle = left + 0.5 * (right - left);
    if (!look(middle, controlled_)) return std::nullopt;
    takeRates(system_, ahead_, atMiddle_);
    const double first = size(atMiddle_, atLeft_), second = size(atRight_, atMiddle_);
    (second > first ? left : right) = middle;
    (second > first ? atLeft_ : atRight_).swap(atMiddle_);
    double& change = changes[i % kLookBack];
    if (i >= kLookBack && std::max(first, second) < kLasts * change) return std::nullopt;
    change = std::max(first, second);
  }
  (atRight_ - atLeft_).cwiseQuotient(scale_).cwiseAbs().maxCoeff(coordinate);
  if (!(changes[0] > 0) || left == 0) return std::nullopt;
  return left;
}

bool MotionAhead::velocityContinues(double place, double width) {
  constexpr double kSame = 1e-6;
  if (!look(place - width, true)) return false;
  before_ = ahead_.v;
  if (!look(place + 2 * width, true)) return false;
  return size(ahead_.v, before_) <= kSame * (scaledSize(before_, scale_) + 1 / system_.timeScale());
}

bool MotionAhead::look(double span, bool ontoConstraints) {
  ahead_ = front_;
  moveAlong(ahead_, span);
  if (ontoConstraints && m_ > 0 && !(ontoPositions() && ontoVelocities())) return false;
  return accelerations(ahead_);
}

/// The nearest positions, as projectPositions() finds them.
bool MotionAhead::ontoPositions() {
  constexpr double kTolerance = 1e-13;  // of the sizes of the rows
  if (!near_) near_ = std::make_unique<SaddlePoint>(system_, diagonalPattern(n_));
  target_ = ahead_.q;
  double previous = 0;
  for (int iteration = 0; iteration < 60; ++iteration) {
    system_.moveTo(ahead_.t, ahead_.q, ahead_.v);
    system_.constraints(c_);
    if (!c_.allFinite() || !near_->factorize(weight_.data())) return false;
    for (int i = 0; i < n_; ++i) x_[i] = weight_[i] * (target_[i] - ahead_.q[i]);
    x_.tail(m_) = -c_;
    near_->solve(x_);
    if (!x_.allFinite()) return false;
    ahead_.q += stepFraction(scale_, x_.head(n_)) * x_.head(n_);
    const double change = scaledSize(x_.head(n_), scale_), gap = scaledSize(c_, near_->rowSize());
    const bool stalled = iteration > 5 && change > 0.5 * previous;
    previous = change;
    if (gap < kTolerance && (change < 1e-11 || stalled)) return true;
    if (gap < 100 * kTolerance && change < 1e-10) return true;
  }
  return false;
}

/// By the impulses of the constraints.
bool MotionAhead::ontoVelocities() {
  system_.moveTo(ahead_.t, ahead_.q, ahead_.v);
  system_.constraintJacobian(jacobian_.data());
  system_.constraintTimeDerivative(c_);
  addProduct(system_.constraintPattern(), jacobian_.data(), ahead_.v, 1, c_);
  system_.mass(mass_.data());
  if (!byMass_.factorize(mass_.data())) return false;
  x_.head(n_).setZero();
  x_.tail(m_) = -c_;
  byMass_.solve(x_);
  ahead_.v += x_.head(n_);
  return x_.allFinite();
}

bool MotionAhead::accelerations(State& state) {
  system_.moveTo(state.t, state.q, state.v);
  system_.mass(mass_.data());
  system_.forces(x_.head(n_));
  system_.gamma(x_.tail(m_));
  if (!byMass_.factorize(mass_.data())) return false;
  byMass_.solve(x_);
  state.a = x_.head(n_);
  return x_.allFinite();
}

/// Largest difference, in scales of the coordinates.
double MotionAhead::size(const Vector& x, const Vector& y) const {
  double largest = 0;
  for (int i = 0; i < n_; ++i) {
    const double size = std::abs(x[i] - y[i]) / scale_[i];
    if (!(size <= largest)) largest = size;
  }
  return largest;
}

}  // namespace holonom
