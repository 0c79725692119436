// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>

namespace holonom {

/// Integral of a power (W) over the accepted steps: a cubic through the last four values on their unequal times, so
/// that energy balances are not blurred by the quadrature. Between the last two points the work is a cubic Hermite.
class WorkLedger {
 public:
  void start(double t, double power);
  void advance(double t, double power);
  /// The power jumps at the last point: what was before does not enter later quadratures. The work so far stays.
  void jump(double power);
  double total() const { return total_; }        ///< J, at the last point
  double at(double t) const;                     ///< J, between the last two points

 private:
  static constexpr int kPoints = 4;
  double stepWork() const;
  std::array<double, kPoints> t_{}, power_{};    // newest last
  int count_ = 0;
  double total_ = 0, previousTotal_ = 0;
};

}  // namespace holonom
