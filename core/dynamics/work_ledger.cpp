// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/dynamics/work_ledger.h"

#include <algorithm>
#include <cmath>

namespace holonom {

void WorkLedger::start(double t, double power, double total) {
  t_.fill(t);
  power_.fill(power);
  totals_.fill(total);
  count_ = 1;
}

void WorkLedger::advance(double t, double power) {
  std::rotate(t_.begin(), t_.begin() + 1, t_.end());
  std::rotate(power_.begin(), power_.begin() + 1, power_.end());
  std::rotate(totals_.begin(), totals_.begin() + 1, totals_.end());
  t_.back() = t;
  power_.back() = power;
  count_ = std::min(count_ + 1, kKept);
  totals_.back() = totals_[kKept - 2] + stepWork();
}

void WorkLedger::jump(double power) {
  t_.fill(t_.back());
  power_.fill(power);
  totals_.fill(totals_.back());
  count_ = 1;
}

/// ∫ of the interpolation polynomial over the last step, by two-point Gauss quadrature (exact for cubics).
/// Where the points before are much closer together, powers that are not smooth (those of index 3 after a
/// start) throw it far off: what it adds to the trapezium cannot be more than the powers differ by.
double WorkLedger::stepWork() const {
  const double a = t_[kKept - 2], b = t_[kKept - 1], half = 0.5 * (b - a), middle = 0.5 * (a + b);
  const int first = kKept - std::min(count_, kPoints);
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

double WorkLedger::at(double t) const {
  int i = kKept - 2;  // the interval
  while (i > kKept - count_ && t < t_[i]) --i;
  const double h = t_[i + 1] - t_[i];
  if (count_ < 2 || !(h > 0)) return total();
  const double s = (t - t_[i]) / h;
  return totals_[i] * (1 + 2 * s) * (1 - s) * (1 - s) + totals_[i + 1] * s * s * (3 - 2 * s) +
         h * power_[i] * s * (1 - s) * (1 - s) - h * power_[i + 1] * s * s * (1 - s);
}

}  // namespace holonom
