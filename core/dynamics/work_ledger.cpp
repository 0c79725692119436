// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/dynamics/work_ledger.h"

#include <algorithm>
#include <cmath>

namespace holonom {

void WorkLedger::start(double t, double power) {
  t_.fill(t);
  power_.fill(power);
  count_ = 1;
  total_ = previousTotal_ = 0;
}

void WorkLedger::advance(double t, double power) {
  std::rotate(t_.begin(), t_.begin() + 1, t_.end());
  std::rotate(power_.begin(), power_.begin() + 1, power_.end());
  t_.back() = t;
  power_.back() = power;
  count_ = std::min(count_ + 1, kPoints);
  previousTotal_ = total_;
  total_ += stepWork();
}

void WorkLedger::jump(double power) {
  t_.fill(t_.back());
  power_.fill(power);
  count_ = 1;
  previousTotal_ = total_;
}

/// ∫ of the interpolation polynomial over the last step, by two-point Gauss quadrature (exact for cubics).
double WorkLedger::stepWork() const {
  const double a = t_[kPoints - 2], b = t_[kPoints - 1], half = 0.5 * (b - a), middle = 0.5 * (a + b);
  double sum = 0;
  for (const double x : {middle - half / std::sqrt(3.0), middle + half / std::sqrt(3.0)}) {
    for (int i = kPoints - count_; i < kPoints; ++i) {
      double weight = 1;
      for (int j = kPoints - count_; j < kPoints; ++j)
        if (j != i) weight *= (x - t_[j]) / (t_[i] - t_[j]);
      sum += weight * power_[i];
    }
  }
  return half * sum;
}

double WorkLedger::at(double t) const {
  const double a = t_[kPoints - 2], h = t_[kPoints - 1] - a;
  if (count_ < 2 || !(h > 0)) return total_;
  const double s = (t - a) / h;
  return previousTotal_ * (1 + 2 * s) * (1 - s) * (1 - s) + total_ * s * s * (3 - 2 * s) +
         h * power_[kPoints - 2] * s * (1 - s) * (1 - s) - h * power_[kPoints - 1] * s * s * (1 - s);
}

}  // namespace holonom
