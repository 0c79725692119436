// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/simulation/watches/step_scan.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace holonom {
namespace {

constexpr double kNoise = 1e-13;      // of the largest value of a function
constexpr double kDifference = 1e-5;  // of a piece

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

StepScan::StepScan(int functions) : ahead_(kDepth + 2), beside_(Vector::Zero(functions)), sizes_(beside_) {
  left_.values = left_.rates = beside_;
  for (Place& place : ahead_) place = left_;
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
  given_ = false;
  const double width = (t1 - t0) / pieces_, least = 256 * kEpsilon * std::max(std::abs(t0), std::abs(t1));
  delta_ = std::max(kDifference * width, least);
  evaluationsLeft_ = delta_ < 0.05 * width ? most : 0;  // else too short to be looked into
  measure(left_, t0, evaluate);
  if (evaluationsLeft_ > 0) measureRates(left_, evaluate);
}

/// Each piece is given out as two intervals, since its middle is known.
bool StepScan::next(const Evaluate& evaluate) {
  if (given_) std::swap(left_, ahead_[--count_]);
  given_ = count_ > 0 || piece_ < pieces_;
  if (!given_) return false;
  if (count_ == 0) {
    ++piece_;
    Place& end = ahead_[count_++];
    measure(end, piece_ == pieces_ ? t1_ : t0_ + (t1_ - t0_) * piece_ / pieces_, evaluate);
    if (evaluationsLeft_ > 0) measureRates(end, evaluate);
    end.settled = false;
  }
  while (!ahead_[count_ - 1].settled) {
    Place &end = ahead_[count_ - 1], &middle = ahead_[count_];
    measure(middle, left_.t + 0.5 * (end.t - left_.t), evaluate);
    bool turns = false;
    for (int i = 0; i < sizes_.size() && !turns; ++i)
      turns = !(ignored_ && (*ignored_)[i]) && mayTurn(i, middle, end);
    middle.settled = end.settled = !turns || count_ > kDepth || evaluationsLeft_ <= 0;
    if (!middle.settled) {
      evaluationsLeft_ -= 2;
      measureRates(middle, evaluate);
    }
    ++count_;
  }
  return true;
}

/// Whether function i may change its sign more than once in the present piece. What the value in the middle
/// adds to the cubic of the ends says how far a polynomial can be trusted.
bool StepScan::mayTurn(int i, const Place& middle, const Place& end) const {
  const double h = end.t - left_.t, a = left_.values[i], b = end.values[i];
  const double p1 = a + left_.rates[i] * h / 3, p2 = b - end.rates[i] * h / 3;  // of the cubic
  const double correction = middle.values[i] - (a + 3 * p1 + 3 * p2 + b) / 8;
  const double centre = 0.5 * (p1 + p2) + 8.0 / 3 * correction, doubt = 2 * std::abs(correction);
  const double zero = kNoise * sizes_[i];
  const double low[] = {a, 0.25 * (a + 3 * p1), centre - doubt, 0.25 * (3 * p2 + b), b};
  const double high[] = {a, low[1], centre + doubt, low[3], b};
  return signChanges(low, zero) > 1 || signChanges(high, zero) > 1;
}

}  // namespace holonom
