// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "core/math/types.h"

namespace holonom {

/// The coefficients of ROCK4 with s ≥ 5 stages (A. Abdulle, Fourth order Chebyshev methods with recurrence
/// relation, SIAM J. Sci. Comput. 23 (2002) 2041–2054). Its stability polynomial is
///
///     R_s(z) = w(z) Q_{s−4}(z),   w of degree 4,   Q_j orthogonal on [−l_s, 0] for w²/√(−z (z + l_s)),
///
/// R_s = e^z + O(z⁵), and |R_s| ≤ 0.95 behind its first minimum. Four stages have w as their polynomial, the
/// Q_j come as stages of their recursion, and together they are of order 4 for any f.
///
/// The four stages come first here, last with Abdulle: what changes within a step and drives a stiff mode
/// (z = hλ ≪ −1) leaves ~ z³ of it in them, which the recursion behind them damps like 1/w.
struct Rock4Coefficients {
  explicit Rock4Coefficients(int stages);

  /// F_i = f(t + c_i h, y + h Σ_{j<i} a_ij F_j) and Y_0 = y + h Σ b_i F_i, i = 1 … 4.
  Eigen::Matrix4d a;
  Eigen::Vector4d b, c;

  /// Y_{j+1} = last Y_j + older Y_{j−1} + rate h f(t + c h, Y_j), c that of Y_j; the last one ends the step.
  struct Recursion {
    double last, older, rate, c;
  };
  std::vector<Recursion> recursion;

  /// l_s, at which the maximum between the first minimum and the first zero of R_s reaches 0.95 but for the
  /// last digits; all that follow are lower.
  static double stabilityInterval(int stages) { return kReach * (stages * stages - 8); }
  static constexpr double kReach = 0.351;
};

/// Made when they are first asked for, and kept.
const Rock4Coefficients& rock4Coefficients(int stages);

}  // namespace holonom
