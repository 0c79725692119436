// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/simulation/watches/motion_ahead.h"

#include <algorithm>
#include <cmath>

#include "solvers/analyses/scales.h"
#include "solvers/integrators/quintic_hermite.h"

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
    : system_(system), n_(system.coordinateCount()), m_(system.constraintCount()), byMass_(system),
      scale_(coordinateScales(system)), x_(n_ + m_), c_(m_), target_(n_), difference_(n_), before_(n_),
      atLeft_(n_), atRight_(n_), atMiddle_(n_), slope_(Vector::Zero(n_)) {
  for (Vector& rates : rates_) rates = Vector::Zero(n_);
  for (const double scale : scale_) weight_.push_back(1 / (scale * scale));
  for (int i = 0; i < n_; ++i) controlled_ = controlled_ || system.role(i) != DaeSystem::Role::Motion;
}

bool MotionAhead::begin(const State& present, const State* end) {
  front_ = present;
  endKnown_ = end && end->t > present.t;
  if (endKnown_) {
    end_ = *end;
    return true;
  }
  return accelerations(front_);
}

bool MotionAhead::ratesAt(const State& state, Vector& rates) {
  ahead_ = state;
  if (controlled_ && m_ > 0 && !(ontoPositions() && ontoVelocities())) return false;
  if (!accelerations(ahead_)) return false;
  takeRates(system_, ahead_, rates);
  return true;
}

/// Of each interval the half with the larger change, beyond that of the smooth motion around it. Where all is
/// smooth, changes shrink with the intervals.
std::optional<double> MotionAhead::findJump(double h, double width, int* coordinate) {
  constexpr int kLookBack = 4;
  constexpr double kLasts = 0.3;  // part of a change that is left after kLookBack halvings if it is a jump
  const int part = roughestPart(h);
  if (part < 0) return std::nullopt;
  double left = part * h / kParts, right = left + h / kParts, changes[kLookBack] = {};
  for (int i = 0; right - left > width; ++i) {
    const double middle = left + 0.5 * (right - left);
    if (!look(middle, controlled_)) return std::nullopt;
    takeRates(system_, ahead_, atMiddle_);
    const double first = size(atMiddle_, atLeft_, middle - left),
                 second = size(atRight_, atMiddle_, right - middle);
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

/// Of a few equal parts of the way that with a jump, if there is one: the third differences of the rates are
/// then J, −2 J or 0 in a pattern that tells the part, and else small. Its ends are then at the left and at
/// the right, and the slope beside it is known.
int MotionAhead::roughestPart(double h) {
  constexpr double kRough = 0.3;  // third differences over first ones
  for (int i = 0; i <= kParts; ++i) {
    if (i == 0) ahead_ = front_;
    else if (i == kParts && endKnown_ && front_.t + h >= end_.t) ahead_ = end_;
    else if (!look(i * h / kParts, controlled_)) return -1;
    takeRates(system_, ahead_, rates_[i]);
  }
  double largest = 0, square[2] = {}, product = 0;
  slope_.setZero();
  for (int i = 0; i < kParts; ++i) largest = std::max(largest, size(rates_[i + 1], rates_[i], 0));
  for (int i = 0; i < n_; ++i) {
    const auto third = [&](int k) {
      return (rates_[k + 3][i] - 3 * rates_[k + 2][i] + 3 * rates_[k + 1][i] - rates_[k][i]) / scale_[i];
    };
    const double first = third(0), second = third(1);
    square[0] += first * first, square[1] += second * second, product += first * second;
  }
  if (!(std::sqrt(std::max(square[0], square[1])) > kRough * largest)) return -1;
  constexpr double kPattern[kParts][2] = {{1, 0}, {-2, 1}, {1, -2}, {0, 1}};
  int part = 0;
  double best = -1;
  for (int k = 0; k < kParts; ++k) {
    const auto& [x, y] = kPattern[k];
    const double explained = (x * x * square[0] + 2 * x * y * product + y * y * square[1]) / (x * x + y * y);
    if (explained > best) best = explained, part = k;
  }
  atLeft_ = rates_[part];
  atRight_ = rates_[part + 1];
  const auto change = [&](int k) { return rates_[k + 1] - rates_[k]; };
  if (part == 0) slope_ = 2 * change(1) - change(2);
  else if (part == kParts - 1) slope_ = 2 * change(part - 1) - change(part - 2);
  else slope_ = 0.5 * (change(part - 1) + change(part + 1));
  slope_ *= kParts / h;
  return part;
}

bool MotionAhead::velocityContinues(double place, double width) {
  constexpr double kSame = 1e-6;
  if (!look(place - width, true)) return false;
  before_ = ahead_.v;
  if (!look(place + 2 * width, true)) return false;
  return scaledSize(ahead_.v - before_, scale_) <=
         kSame * (scaledSize(before_, scale_) + 1 / system_.timeScale());
}

bool MotionAhead::look(double span, bool ontoConstraints) {
  ahead_ = front_;
  if (endKnown_ && ahead_.t + span <= end_.t) {
    ahead_.t += span;
    quinticHermite(front_, end_, ahead_.t, ahead_.q);
    quinticHermiteRate(front_, end_, ahead_.t, ahead_.v);
    return (!ontoConstraints || m_ == 0 || (ontoPositions() && ontoVelocities())) && accelerations(ahead_);
  }
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
    measureRows(system_, near_->jacobian(), scale_, rowSize_);
    near_->solve(x_);
    if (!x_.allFinite()) return false;
    ahead_.q += stepFraction(scale_, x_.head(n_)) * x_.head(n_);
    const double change = scaledSize(x_.head(n_), scale_), gap = scaledSize(c_, rowSize_);
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
  if (!byMass_.factorize()) return false;
  system_.constraintTimeDerivative(c_);
  byMass_.addConstraintProduct(ahead_.v, c_);
  x_.head(n_).setZero();
  x_.tail(m_) = -c_;
  byMass_.solve(x_);
  ahead_.v += x_.head(n_);
  return x_.allFinite();
}

bool MotionAhead::accelerations(State& state) {
  system_.moveTo(state.t, state.q, state.v);
  system_.forces(x_.head(n_));
  system_.gamma(x_.tail(m_));
  if (!byMass_.factorize()) return false;
  byMass_.solve(x_);
  state.a = x_.head(n_);
  return x_.allFinite();
}

/// Largest difference beyond that of the slope over a time, in scales of the coordinates.
double MotionAhead::size(const Vector& x, const Vector& y, double time) const {
  double largest = 0;
  for (int i = 0; i < n_; ++i) {
    const double size = std::abs(x[i] - y[i] - time * slope_[i]) / scale_[i];
    if (!(size <= largest)) largest = size;
  }
  return largest;
}

}  // namespace holonom
