// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>

namespace holonom {

/// What was done before a run that goes on from another one, J.
struct WorkDone {
  double supplied = 0, dissipated = 0;
};

/// Integral of a power (W) over the accepted steps: a cubic through the last four values on their unequal
/// times, so that energy balances are not blurred by the quadrature. Between the last points the work is a
/// cubic Hermite. Methods of high order take steps that are long for a cubic; points within a step, from the
/// dense output, help there.
class WorkLedger {
 public:
  static constexpr int kKept = 9;  ///< points that at() reaches back over

  void start(double t, double power, double total = 0);
  void advance(double t, double power);
  /// The power jumps at the last point: what was before does not enter later quadratures. The work so far
  /// stays.
  void jump(double power);
  bool moves() const { return power_.front() != 0 || power_.back() != 0; }
  double total() const { return totals_.back(); }  ///< J, at the last point
  double at(double t) const;                       ///< J, between the last kKept points

 private:
  static constexpr int kPoints = 4;  // of a quadrature
  double stepWork() const;
  std::array<double, kKept> t_{}, power_{}, totals_{};  // newest last
  int count_ = 0;
};

}  // namespace holonom
