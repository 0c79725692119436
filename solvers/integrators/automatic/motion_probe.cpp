// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/integrators/automatic/motion_probe.h"

#include <algorithm>
#include <cmath>

namespace holonom {
namespace {

constexpr int kHighestOrder = 4;
constexpr double kSafety = 1.2;  // of BDF's step control
constexpr double kReach = 2;     // a forecast goes no further beyond the intervals that it was taken from
constexpr double kShrink = 0.7;  // a forecast from intervals of several steps says little about shorter ones
constexpr double kAlphaSafety = 0.73;  // 0.9³, of generalized-α's step control

}  // namespace

MotionProbe::MotionProbe(DaeSystem& system, const IntegratorSettings& settings, double alphaTolerance,
                         Work& work)
    : equations_(system, work), power_(2 * system.coordinateCount()),
      weights_(system, settings.rtol, settings.atol), rtol_(settings.rtol), alphaTolerance_(alphaTolerance),
      y_(2 * system.coordinateCount()), f_(y_.size()), scale_(y_.size()), q_(system.coordinateCount()),
      v_(q_.size()) {
  const int n = system.coordinateCount();
  for (int i = 0; i < n; ++i) {
    scale_[i] = system.coordinateScale(i);
    scale_[n + i] = scale_[i] / system.timeScale();
  }
  power_.start(scale_);
}

void MotionProbe::start(const State& state) {
  weights_.start(state.q, state.v);
  states_.assign(kPast, state);  // memory for the run
  latest_ = 0;
  count_ = 1;
}

void MotionProbe::follow(const State& state) {
  weights_.follow(state.q, state.v);
  latest_ = (latest_ + 1) % kPast;
  states_[static_cast<std::size_t>(latest_)] = state;
  count_ = std::min(count_ + 1, kPast);
}

bool MotionProbe::estimateFastest(const State& here, double negligible) {
  y_ << here.q, here.v;
  if (equations_.rate(here.t, y_, f_) != AttemptStatus::Success) return false;
  const auto found = power_.estimate(
      y_, f_, rtol_,
      [&](const Vector& y, Vector& f) { return equations_.rate(here.t, y, f) == AttemptStatus::Success; },
      [&](const Vector& x) {
        const int n = equations_.n();
        return largestNorm({weights_.positionNorm(x.head(n)), weights_.velocityNorm(x.tail(n))});
      },
      negligible);
  if (found) fastest_ = *found;
  return found.has_value();
}

/// Weighted norm of the divided difference of (q, v) of this order, over every stride-th state.
double MotionProbe::difference(int order, int stride, int from) const {
  q_.setZero();
  v_.setZero();
  for (int j = 0; j <= order; ++j) {
    const State& here = state(from + j * stride);
    double weight = 1;
    for (int i = 0; i <= order; ++i)
      if (i != j) weight /= here.t - state(from + i * stride).t;
    q_ += weight * here.q;
    v_ += weight * here.v;
  }
  return largestNorm({weights_.positionNorm(q_), weights_.velocityNorm(v_)});
}

/// On equal steps BDF's error of order k is h/τ_{k+1} ‖∇^{k+1}‖ = k! h^{k+1} ‖x[t_0 … t_{k+1}]‖. The larger
/// of two neighbouring differences counts: one alone may just pass through zero.
StepForecast MotionProbe::bdf() const {
  StepForecast best;
  for (const int stride : {1, 2, 4}) {
    double factorial = 1;
    for (int k = 1; k <= kHighestOrder; ++k) {
      factorial *= k;
      const int reach = (k + 1) * stride;
      if (reach + 2 > count_) break;
      const double size = std::max(difference(k + 1, stride, 0), difference(k + 1, stride, 1));
      if (!std::isfinite(size)) break;
      const double spacing = (state(0).t - state(reach).t) / (k + 1);
      const double h =
          std::min(std::pow(factorial * std::max(size, 1e-300), -1.0 / (k + 1)) / kSafety, kReach * spacing);
      if (h > best.h && (stride == 1 || h > kShrink * spacing)) best = {h, k, stride};
    }
  }
  return best;
}

/// The estimate is exact for polynomials of degree 3; of degree 4 it leaves γ₀/10 h⁴ x[t_0 … t_4] with the
/// real eigenvalue γ₀ of the stages. Its tolerance is tol^(2/3)/100 where that is larger than tol.
StepForecast MotionProbe::radau() const {
  constexpr int kDegree = 4;
  constexpr double kEstimate = 0.1 * 0.2748888295956773, kRadauSafety = 0.9;
  const double tolerance = std::max(1.0, 0.01 * std::pow(rtol_, -1.0 / 3));  // in units of rtol
  StepForecast best;
  for (const int stride : {1, 2, 4}) {
    const int reach = kDegree * stride;
    if (reach + 2 > count_) break;
    const double size = std::max(difference(kDegree, stride, 0), difference(kDegree, stride, 1));
    if (!std::isfinite(size)) break;
    const double spacing = (state(0).t - state(reach).t) / kDegree;
    const double h =
        std::min(kRadauSafety * std::pow(tolerance / std::max(kEstimate * size, 1e-300), 1.0 / kDegree),
                 kReach * spacing);
    if (h > best.h && (stride == 1 || h > kShrink * spacing)) best = {h, kDegree, stride};
  }
  return best;
}

/// Between states that lie far enough apart the difference of a vibration does not grow further, that of a
/// smooth motion in proportion to the interval.
StepForecast MotionProbe::generalizedAlpha() const {
  constexpr int kSamples = 4;
  StepForecast best;
  for (const int stride : {1, 2, 4, 8, 16}) {
    if (stride + kSamples > count_) break;
    double growth = 0, span = 0;  // of the difference with the interval
    for (int i = 0; i < kSamples; ++i) {
      q_ = state(i).a - state(i + stride).a;
      const double interval = state(i).t - state(i + stride).t;
      span = std::max(span, interval);
      growth = std::max(growth, weights_.positionNorm(q_) / interval);
    }
    growth *= rtol_ / alphaTolerance_;
    if (!std::isfinite(growth)) break;
    const double h = std::min(std::cbrt(kAlphaSafety / std::max(growth, 1e-300)), kReach * span);
    if (h > best.h && (stride == 1 || h > kShrink * span)) best = {h, 2, stride};
  }
  return best;
}

double MotionProbe::noise(int steps) {
  double sum = 0, largest = 0;
  for (int back = 0; back < std::min(steps, count_); ++back) {
    if (equations_.acrossConstraints(state(back), v_) != AttemptStatus::Success) return 0;
    sum += weights_.velocityNorm(v_);
    largest = std::max(largest, weights_.velocityNorm(state(back).a));
  }
  return largest > 0 ? sum / (std::min(steps, count_) * largest) : 0;
}

double MotionProbe::toleratedNoise() const {
  double largest = 0;
  for (int back = 0; back < count_; ++back) largest = std::max(largest, weights_.velocityNorm(state(back).a));
  return largest > 0 ? fastest_ / largest : 0;
}

std::vector<State> MotionProbe::past(int stride, int most) const {
  std::vector<State> states;
  for (int back = 0; back < count_ && static_cast<int>(states.size()) < most; back += stride)
    states.push_back(state(back));
  return states;
}

}  // namespace holonom
