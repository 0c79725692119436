// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <Eigen/Core>

/// Arithmetic with numbers of two rows, written so that compilers use vector instructions.
namespace holonom {

/// Of two rows.
using Pair = Eigen::Array2d;

/// Two rows and two columns.
struct PairBlock {
  Pair left, right;

  void setZero() { left = right = Pair::Zero(); }
};

/// B y
[[gnu::always_inline]] inline Pair product(const PairBlock& B, const Pair& y) {
  return B.left * y[0] + B.right * y[1];
}

/// X D
[[gnu::always_inline]] inline PairBlock product(const PairBlock& X, const PairBlock& D) {
  return {product(X, D.left), product(X, D.right)};
}

/// S += x yᵀ
[[gnu::always_inline]] inline void addOuterProduct(const Pair& x, const Pair& y, PairBlock& S) {
  S.left += x * y[0];
  S.right += x * y[1];
}

/// S −= X Yᵀ
[[gnu::always_inline]] inline void subtractProduct(const PairBlock& X, const PairBlock& Y, PairBlock& S) {
  S.left -= X.left * Y.left[0] + X.right * Y.right[0];
  S.right -= X.left * Y.left[1] + X.right * Y.right[1];
}

}  // namespace holonom
