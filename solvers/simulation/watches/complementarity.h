// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <Eigen/Dense>
#include <vector>

#include "core/math/types.h"

namespace holonom {

/// 0 ≤ x ⊥ r + G x ≥ 0 for a symmetric positive semidefinite G of a few rows, by principal pivots that always
/// take the first row that is violated (Murty's rule: it ends for a positive definite G). Rows that depend on
/// the chosen ones are never chosen. `slack`: per row, how far x·G_ii or the right side may be below zero;
/// `reluctance`: the same for rows that shall rather stay out. `chosen`: the rows with x > 0. False: no end
/// was found.
inline bool solveComplementarity(const Eigen::MatrixXd& G, const Vector& r, const Vector& slack,
                                 const Vector& reluctance, Vector& x, std::vector<int>& chosen) {
  constexpr double kDependent = 1e-9;
  const int n = static_cast<int>(r.size());
  std::vector<char> in(std::size_t(n), 0);
  chosen.clear();
  for (int round = 0; round < 20 + 20 * n; ++round) {
    x = Vector::Zero(n);
    Eigen::LDLT<Eigen::MatrixXd> inner;
    if (!chosen.empty()) {
      inner.compute(G(chosen, chosen));
      const Vector part = inner.solve(-r(chosen));
      if (!part.allFinite()) return false;
      x(chosen) = part;
    }
    const Vector w = r + G * x;
    int flip = -1;
    for (int i = 0; i < n && flip < 0; ++i) {
      if (in[std::size_t(i)] ? x[i] * G(i, i) < -slack[i] : w[i] < -std::max(slack[i], reluctance[i]))
        flip = i;
      if (flip != i || in[std::size_t(i)]) continue;
      const Vector column = G(chosen, i);
      const double left = chosen.empty() ? G(i, i) : G(i, i) - column.dot(inner.solve(column));
      if (!(left > kDependent * G(i, i))) flip = -1;
    }
    if (flip < 0) return true;
    in[std::size_t(flip)] ^= 1;
    chosen.clear();
    for (int i = 0; i < n; ++i)
      if (in[std::size_t(i)]) chosen.push_back(i);
  }
  return false;
}

}  // namespace holonom
