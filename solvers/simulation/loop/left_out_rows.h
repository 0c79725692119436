// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "solvers/analyses/assembly.h"
#include "solvers/simulation/loop/course.h"

namespace holonom {

class ConfigurationGuard;

/// The redundant rows of a run: whether those that are left out still follow from the kept ones, and when
/// others would serve better.
class LeftOutRows {
 public:
  /// Both must outlive this object.
  LeftOutRows(Course& course, ConfigurationGuard& guard) : course_(course), guard_(guard) {}

  void begin() { contradicted_ = -1; }
  /// Other rows are kept from here on.
  void useRows();
  bool any() const { return !course_.steps.leftOut().empty(); }
  /// Other rows to go on with, if they are better by much; null mostly. `allowed`: whether such rows may be
  /// kept.
  std::optional<Assembly> reselect(const std::function<bool(const std::vector<int>&)>& allowed);
  /// Whether these rows still follow from the others, at the end of each step.
  bool hold();
  /// What contradicts what, where they do not.
  std::string describeContradiction() const;

 private:
  bool velocitiesHold(double limit);
  bool isBetter(const std::vector<int>& rows) const;

  Course& course_;
  ConfigurationGuard& guard_;
  Vector size_, residual_;  // of all rows
  std::vector<double> jacobian_;
  int contradicted_ = -1;                                        // row that the others have left behind
  double triedSigma_ = std::numeric_limits<double>::infinity();  // at the last search for better rows
};

}  // namespace holonom
