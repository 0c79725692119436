// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <limits>
#include <span>
#include <vector>

#include "core/dynamics/offers/switches.h"
#include "solvers/simulation/watches/step_scan.h"

namespace holonom {

/// The switching functions of time alone: when the first of them changes its sign. They are looked through
/// finely ahead of the motion, whatever its steps, and only once.
class SwitchTimes {
 public:
  static constexpr double kNever = std::numeric_limits<double>::infinity();

  /// `interval`: of the run, s. The switches must outlive this object.
  SwitchTimes(const Switches& switches, double interval);

  bool any() const { return !functions_.empty(); }
  /// Just behind the first change in (t, until], with the branches of `modes`; kNever when there is none.
  double next(double t, double until, std::span<const signed char> modes);

 private:
  double search(double t, double until, std::span<const signed char> modes, bool atChange);

  const Switches& switches_;
  double interval_;
  std::vector<int> functions_;
  StepScan scan_;
  std::vector<signed char> modes_;  // with which the part below was looked through
  // nothing changes between from_ and to_; found_ is the first change behind
  double from_ = 0, to_ = 0, found_ = 0;
  double change_ = -kNever, gap_ = kNever;  // where the last one was, and its way from the one before
};

}  // namespace holonom
