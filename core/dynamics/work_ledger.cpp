// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/dynamics/work_ledger.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace holonom {

void WorkLedger::start(double t, double power, double total) {
  t_.fill(t);
  power_.fill(power);
  totals_.fill(total);
  count_ = 1;
  innerCount_ = nodes_ = 0;
}

void WorkLedger::advance(double t, double power) {
  std::rotate(t_.begin(), t_.begin() + 1, t_.end());
  std::rotate(power_.begin(), power_.begin() + 1, power_.end());
  t_.back() = t;
  power_.back() = power;
  count_ = std::min(count_ + 1, kKept);
  nodes_ = std::exchange(innerCount_, 0);
  totals_[0] = totals_[1];
  totals_[1] += stepWork();
}

void WorkLedger::jump(double power) {
  t_.fill(t_.back());
  power_.fill(power);
  totals_.fill(totals_.back());
  count_ = 1;
  nodes_ = 0;
}

/// ∫ of the interpolation polynomial over the last step, by two-point Gauss quadrature (exact for cubics).
/// Where the points before are much closer together, powers that are not smooth (those of index 3 after a
/// start) throw it far off: what it adds to the trapezium cannot be more than the powers differ by.
double WorkLedger::stepWork() const {
  const double a = t_[kKept - 2], b = t_[kKept - 1], half = 0.5 * (b - a), middle = 0.5 * (a + b);
  if (nodes_ > 0) {
    const GaussRule& rule = gaussRule(nodes_);
    double mean = 0;
    for (int i = 0; i < nodes_; ++i) mean += rule.weights[std::size_t(i)] * inner_[std::size_t(i)];
    return (b - a) * mean;
  }
  const int first = kKept - count_;
  double sum = 0;
  for (const double x : {middle - half / std::sqrt(3.0), middle + half / std::sqrt(3.0)}) {
    for (int i = first; i < kKept; ++i) {
      double weight = 1;
      for (int j = first; j < kKept; ++j)
        if (j != i) weight *= (x - t_[j]) / (t_[i] - t_[j]);
      sum += weight * power_[i];
    }
  }
  const auto [least, most] = std::minmax_element(power_.begin() + first, power_.end());
  const double trapezium = half * (power_[kKept - 2] + power_[kKept - 1]), cubic = half * sum;
  return std::abs(cubic - trapezium) > 2 * half * (*most - *least) ? trapezium : cubic;
}

/// ∫ from the start of the last step over that share of it, in parts of its length: of the polynomial through
/// the powers at the nodes and at both ends.
double WorkLedger::workOfNodes(double share) const {
  const GaussRule &rule = gaussRule(nodes_), &outer = gaussRule(nodes_ / 2 + 1);
  const int points = nodes_ + 2;
  std::array<double, GaussRule::kMost + 2> x{0}, power{power_[kKept - 2]};
  for (int i = 0; i < nodes_; ++i) {
    x[std::size_t(i + 1)] = rule.nodes[std::size_t(i)];
    power[std::size_t(i + 1)] = inner_[std::size_t(i)];
  }
  x[std::size_t(nodes_ + 1)] = 1;
  power[std::size_t(nodes_ + 1)] = power_.back();
  double work = 0;
  for (int k = 0; k < outer.count; ++k) {
    const double at = share * outer.nodes[std::size_t(k)];
    for (int i = 0; i < points; ++i) {
      double weight = outer.weights[std::size_t(k)];
      for (int j = 0; j < points; ++j)
        if (j != i) weight *= (at - x[std::size_t(j)]) / (x[std::size_t(i)] - x[std::size_t(j)]);
      work += weight * power[std::size_t(i)];
    }
  }
  return share * work;
}

/// A cubic Hermite, or by the powers within the step; either ends at the total.
double WorkLedger::at(double t) const {
  const double a = t_[kKept - 2], h = t_[kKept - 1] - a;
  if (count_ < 2 || !(h > 0)) return total();
  const double s = std::max(0.0, (t - a) / h), done = totals_[1] - totals_[0];
  if (nodes_ > 0) return totals_[0] + h * workOfNodes(s) + s * (done - h * workOfNodes(1));
  return totals_[0] * (1 + 2 * s) * (1 - s) * (1 - s) + totals_[1] * s * s * (3 - 2 * s) +
         h * power_[kKept - 2] * s * (1 - s) * (1 - s) - h * power_[kKept - 1] * s * s * (1 - s);
}

}  // namespace holonom
