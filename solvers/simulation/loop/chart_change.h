// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>

#include "solvers/simulation/loop/course.h"

namespace holonom {

/// Other coordinates where the present ones come near a singularity of their parametrisation (000 §5.2). It
/// happens between two steps, so that every step and its dense output are in one chart.
class ChartChange {
 public:
  explicit ChartChange(Course& course) : course_(course) {}

  void begin() { strainedSince_.reset(); }
  /// A method with memory takes its past along; the others begin anew with the step they had. True: the
  /// coordinates are others now.
  bool changeWhereStrained();
  /// Time since which the coordinates are near a singularity without way out, s.
  const std::optional<double>& strainedSince() const { return strainedSince_; }

 private:
  Course& course_;
  std::optional<double> strainedSince_;
};

}  // namespace holonom
