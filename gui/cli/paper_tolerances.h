// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

/// Ren and Zhou (§8) found that methods of the generalized-α family need a local tolerance two decades below
/// that of BDF for a similar error at the end. Here the two tolerances are measured.
namespace holonom::cli {

/// BDF at a tolerance, and generalized-α, index 3, at the tolerance that gives the same error at the end.
/// Both come from straight lines through (log tolerance, log error): a single error may be small by accident.
struct EqualError {
  std::string problem;
  int bdfIndex = 0;
  double bdfTolerance = 0, error = 0, alphaTolerance = 0;

  double ratio() const { return bdfTolerance / alphaTolerance; }  ///< 100 by the rule
};

/// Line through the logarithms: error = factor · tolerance^slope.
struct PowerLaw {
  double factor = 0, slope = 0;
};
PowerLaw fitPowerLaw(const std::vector<double>& tolerances, const std::vector<double>& errors);

/// The two problems of the paper, BDF index 3 and 2, at 1e-3, 1e-4 and 1e-5.
std::vector<EqualError> measureEqualErrors();

}  // namespace holonom::cli
