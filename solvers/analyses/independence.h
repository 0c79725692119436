// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace holonom {

/// How independent the constraints are in a configuration: singular values of A = R C_q S (S: localScales()
/// of the start, R: rows of length one). σ, the smallest of them, is the distance to the nearest matrix with
/// dependent rows (Eckart, Young, Psychometrika 1, 1936): at most 1, and 0 in a singular configuration.
struct Independence {
  double sigma = 1;      ///< smallest; 1 without constraints
  double condition = 1;  ///< largest over smallest, 1/ε at most
};

}  // namespace holonom
