// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/simulation/watches/step_scan.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace holonom {
namespace {

constexpr double kRounding = 1e-13;   // of the largest value of a function
constexpr double kDifference = 1e-5;  // of a piece
constexpr double kEpsilon = std::numeric_limits<double>::epsilon();

/// Changes of sign in a row of numbers, zeros left out.
int signChanges(const double (&numbers)[5], double zero) {
  int changes = 0, last = 0;
  for (const double number : numbers) {
    const int sign = (number > zero) - (number < -zero);
    if (sign == 0) continue;
    changes += last != 0 && sign != last;
    last = sign;
  }
  return changes;
}

}  // namespace

StepPieces::StepPieces(DaeSystem& system)
    : system_(system), source_(system.offers().waves),
      ways_(Vector::Constant(system.coordinateCount(), std::numeric_limits<double>::infinity())),
      waves_(Vector::Zero(source_.count())), before_(waves_), turned_(waves_) {
  constexpr double kWay = 0.2;
  for (int i = 0; i < ways_.size(); ++i)
    if (system.role(i) == DaeSystem::Role::Motion) ways_[i] = kWay * system.coordinateScale(i);
}

int StepPieces::count(State& probe, double t0, double t1, const StepCurve& step) {
  double rate = 0;
  for (const double t : {t0, t1}) {
    step.at(t, probe);
    rate = std::max(rate, (probe.v.array() / ways_.array()).abs().maxCoeff());
  }
  double pieces = std::min(0.5 * rate * (t1 - t0), kMost);
  if (waves_.size() > 0) {
    for (int k = 0; k <= kParts; ++k) {
      step.at(t0 + (t1 - t0) * k / kParts, probe);
      follow(probe, k == 0);
    }
    pieces = std::max(pieces, std::min(0.5 * turned_.maxCoeff() / kTurn, kMostOfWaves));
  }
  return pieces > 1 ? static_cast<int>(std::ceil(pieces)) : 1;
}

void StepPieces::follow(const State& at, bool first) {
  before_.swap(waves_);
  system_.moveTo(at.t, at.q, at.v);
  source_.values(waves_);
  if (first) turned_.setZero();
  else turned_ += (waves_ - before_).cwiseAbs();
}

StepScan::StepScan(int functions) : ahead_(kDepth + 1), beside_(Vector::Zero(functions)), sizes_(beside_) {
  for (Place* place : {&left_, &middle_}) place->values = place->rates = beside_;
  for (Place& place : ahead_) place.values = place.rates = beside_;
}

void StepScan::measure(Place& place, double t, const Evaluate& evaluate) {
  place.t = t;
  evaluate(t, place.values);
  for (int i = 0; i < sizes_.size(); ++i)
    if (std::isfinite(place.values[i])) sizes_[i] = std::max(sizes_[i], std::abs(place.values[i]));
}

/// By a difference to the left, at the beginning to the right.
void StepScan::measureRates(Place& place, const Evaluate& evaluate) {
  const double side = place.t > t0_ ? -delta_ : delta_;
  evaluate(place.t + side, beside_);
  place.rates = (beside_ - place.values) / side;
}

void StepScan::begin(double t0, double t1, int pieces, int most, const std::vector<char>* ignored,
                     const Evaluate& evaluate) {
  t0_ = t0;
  t1_ = t1;
  pieces_ = std::max(pieces, 1);
  piece_ = count_ = 0;
  ignored_ = ignored;
  half_ = whole_ = false;
  const double width = (t1 - t0) / pieces_, least = 256 * kEpsilon * std::max(std::abs(t0), std::abs(t1));
  delta_ = std::max(kDifference * width, least);
  evaluationsLeft_ = delta_ < 0.05 * width ? most : 0;  // else too short to be looked into
  measure(left_, t0, evaluate);
  if (evaluationsLeft_ > 0) measureRates(left_, evaluate);
}

bool StepScan::next(const Evaluate& evaluate) {
  if (half_) {
    half_ = false;
    std::swap(left_, middle_);
    return true;
  }
  if (whole_) std::swap(left_, ahead_[--count_]);
  whole_ = false;
  if (count_ == 0) {
    if (piece_ == pieces_) return false;
    ++piece_;
    Place& end = ahead_[count_++];
    measure(end, piece_ == pieces_ ? t1_ : t0_ + (t1_ - t0_) * piece_ / pieces_, evaluate);
    if (evaluationsLeft_ > 0) measureRates(end, evaluate);
  }
  for (;;) {
    measure(middle_, left_.t + 0.5 * (ahead_[count_ - 1].t - left_.t), evaluate);
    if (count_ > kDepth || evaluationsLeft_ <= 0 || settled()) break;
    evaluationsLeft_ -= 2;
    measureRates(middle_, evaluate);
    std::swap(ahead_[count_++], middle_);
  }
  half_ = whole_ = true;
  return true;
}

/// Whether function i may change its sign more than once in the present piece. What the value in the middle
/// adds to the cubic of the ends says how far a polynomial can be trusted.
bool StepScan::mayTurn(int i) const {
  const Place& end = ahead_[count_ - 1];
  const double h = end.t - left_.t, a = left_.values[i], b = end.values[i];
  const double p1 = a + left_.rates[i] * h / 3, p2 = b - end.rates[i] * h / 3;  // of the cubic
  const double correction = middle_.values[i] - (a + 3 * p1 + 3 * p2 + b) / 8;
  const double centre = 0.5 * (p1 + p2) + 8.0 / 3 * correction, doubt = 2 * std::abs(correction);
  const double zero = kRounding * sizes_[i];
  const double low[] = {a, 0.25 * (a + 3 * p1), centre - doubt, 0.25 * (3 * p2 + b), b};
  const double high[] = {a, low[1], centre + doubt, low[3], b};
  return signChanges(low, zero) > 1 || signChanges(high, zero) > 1;
}

bool StepScan::settled() {
  for (int i = 0; i < sizes_.size(); ++i)
    if (!(ignored_ && (*ignored_)[i]) && mayTurn(i)) return false;
  return true;
}

}  // namespace holonom
