// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>

#include "core/math/gauss_rule.h"

namespace holonom {

/// What was done before a run that goes on from another one, J.
struct WorkDone {
  double supplied = 0, dissipated = 0;
};

/// Integral of a power (W) over the accepted steps, by Gauss' formula where powers within the step are told,
/// for methods whose steps are long and steps that are so beside those before; else by a cubic through the
/// last four values on their unequal times, so that energy balances are not blurred by the quadrature.
class WorkLedger {
 public:
  void start(double t, double power, double total = 0);
  /// Whether the values before are too few, or too close together, to tell those within a step of h (s).
  bool needsNodes(double h) const { return count_ < kKept || 2 * h > t_.back() - t_.front(); }
  /// At the next node of gaussRule() in the step that advance() then ends: at all of them, or at none.
  void within(double power) { inner_[std::size_t(innerCount_++)] = power; }
  void advance(double t, double power);
  /// The power jumps at the last point: what was before does not enter later quadratures. The work so far
  /// stays.
  void jump(double power);
  bool moves() const { return power_.front() != 0 || power_.back() != 0; }
  double total() const { return totals_.back(); }  ///< J, at the last point
  double at(double t) const;                       ///< J, within the last step

 private:
  static constexpr int kKept = 4;  // points of the cubic
  double stepWork() const;
  double workOfNodes(double share) const;
  std::array<double, kKept> t_{}, power_{};  // newest last
  std::array<double, 2> totals_{};
  std::array<double, GaussRule::kMost> inner_{};  // powers at the nodes of the last step
  int count_ = 0, innerCount_ = 0, nodes_ = 0;    // nodes_: of the last step
};

}  // namespace holonom
