// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <Eigen/Core>

/// Arithmetic with blocks of two rows, stored by columns, written so that compilers use vector instructions.
namespace holonom {

using PairBlock = Eigen::Map<Eigen::Matrix2d>;
using ConstPairBlock = Eigen::Map<const Eigen::Matrix2d>;

inline void copyPair(const double* from, double* to) { PairBlock{to} = ConstPairBlock(from); }

/// S += X Yᵀ for X, Y with two rows and `columns` columns.
[[gnu::always_inline]] inline void addPairProduct(const double* X, const double* Y, int columns, double* S) {
  Eigen::Array2d left = Eigen::Map<const Eigen::Array2d>(S), right = Eigen::Map<const Eigen::Array2d>(S + 2);
  for (int i = 0; i < columns; ++i, X += 2, Y += 2) {
    const Eigen::Map<const Eigen::Array2d> x(X);
    left += x * Y[0];
    right += x * Y[1];
  }
  Eigen::Map<Eigen::Array2d>{S} = left;
  Eigen::Map<Eigen::Array2d>{S + 2} = right;
}

/// S −= X Yᵀ
[[gnu::always_inline]] inline void subtractPairProduct(const double* X, const double* Y, double* S) {
  const Eigen::Map<const Eigen::Array2d> first(X), second(X + 2);
  Eigen::Map<Eigen::Array2d>{S} -= first * Y[0] + second * Y[2];
  Eigen::Map<Eigen::Array2d>{S + 2} -= first * Y[1] + second * Y[3];
}

/// X ← X D for a symmetric D given by D₀₀, D₀₁, D₁₁.
[[gnu::always_inline]] inline void multiplyBySymmetric(const double* D, double* X) {
  const Eigen::Array2d first = Eigen::Map<const Eigen::Array2d>(X),
                       second = Eigen::Map<const Eigen::Array2d>(X + 2);
  Eigen::Map<Eigen::Array2d>{X} = first * D[0] + second * D[1];
  Eigen::Map<Eigen::Array2d>{X + 2} = first * D[1] + second * D[2];
}

}  // namespace holonom
