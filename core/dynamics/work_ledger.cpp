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

/// ∫ of the interpolation polynomial over the last step. Where the points before are much closer together,
/// powers that are not smooth (those of index 3 after a start) throw it far off: what it adds to the
/// trapezium cannot be more than the powers differ by.
double WorkLedger::stepWork() const {
  const double a = t_[kKept - 2], h = t_[kKept - 1] - a;
  if (nodes_ > 0) return h * workOfNodes(1);
  const int first = kKept - count_;
  std::array<double, kKept> points;  // in parts of the step
  for (int i = first; i < kKept; ++i) points[std::size_t(i)] = (t_[std::size_t(i)] - a) / h;
  double mean = 0;
  for (int i = first; i < kKept; ++i)
    mean += lagrangeIntegral(&points[std::size_t(first)], count_, i - first) * power_[std::size_t(i)];
  const auto [least, most] = std::minmax_element(power_.begin() + first, power_.end());
  const double trapezium = 0.5 * (power_[kKept - 2] + power_[kKept - 1]);
  return h * (std::abs(mean - trapezium) > *most - *least ? trapezium : mean);
}

/// ∫ from the start of the last step over that share of it, in parts of its length: of the polynomial through
/// the powers at the nodes and at both ends. The whole is that of Gauss' formula, for which the ends count
/// nothing.
double WorkLedger::workOfNodes(double share) const {
  if (share == 0) return 0;
  const auto last = std::size_t(nodes_ + 1);
  std::array<double, GaussRule::kMost + 2> points{}, powers{power_[kKept - 2]};  // in parts of the share
  for (std::size_t i = 1; i < last; ++i) {
    points[i] = gaussRule(nodes_).nodes[i - 1] / share;
    powers[i] = inner_[i - 1];
  }
  points[last] = 1 / share;
  powers[last] = power_.back();
  double work = 0;
  for (std::size_t i = 0; i <= last; ++i)
    work += lagrangeIntegral(points.data(), nodes_ + 2, int(i)) * powers[i];
  return share * work;
}

/// A cubic Hermite, or by the powers within the step.
double WorkLedger::at(double t) const {
  const double a = t_[kKept - 2], h = t_[kKept - 1] - a;
  if (count_ < 2 || !(h > 0)) return total();
  const double s = std::max(0.0, (t - a) / h);
  if (nodes_ > 0) return totals_[0] + h * workOfNodes(s);
  return totals_[0] * (1 + 2 * s) * (1 - s) * (1 - s) + totals_[1] * s * s * (3 - 2 * s) +
         h * power_[kKept - 2] * s * (1 - s) * (1 - s) - h * power_[kKept - 1] * s * s * (1 - s);
}

}  // namespace holonom
