// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "core/dynamics/spatial/spatial_pair.h"

namespace holonom {

/// A vector (in ground axes) as a function x(u) of two frames: sums of ± r and ± A(p) s. Joints in space
/// are made of components and products of such vectors. All of them are quadratic in u, so that the matrix
/// of the derivative is linear in the state: with X(u) = ∂x/∂u, ∂ẋ/∂u = X(u̇) and ∂(X ü)/∂u = X(ü),
/// without the parts that are constant, and the bias X(u̇) u̇ of ẍ does not depend on u.
class VectorFunction {
 public:
  using Matrix = Eigen::Matrix<double, 3, kSpatialPairSize>;
  using Square = Eigen::Matrix<double, kSpatialPairSize, kSpatialPairSize, Eigen::RowMajor>;

  /// The place of a point s (m, in the axes of the frame) of frame 0 or 1 of the pair.
  static VectorFunction point(int frame, const Vector3& s) { return {{{frame, 1, s, true}}}; }
  /// A direction fixed in a frame.
  static VectorFunction direction(int frame, const Vector3& s) { return {{{frame, 1, s, false}}}; }
  VectorFunction operator-(const VectorFunction& other) const;

  Vector3 value(const SpatialPair& pair) const;
  Vector3 rate(const SpatialPair& pair) const;
  Vector3 bias(const SpatialPair& pair) const;
  Vector3 second(const SpatialPair& pair, const SpatialPairVector& acceleration) const;  ///< ẍ

  Matrix derivative(const SpatialPair& pair) const;                ///< X
  Matrix rateDerivative(const SpatialPair& pair) const;            ///< ∂ẋ/∂u
  Matrix secondDerivative(const SpatialPairVector& second) const;  ///< ∂(X ü)/∂u
  /// H += w · ∂²x/∂u², 14 × 14, row-major.
  void addCurvature(const Vector3& w, double* H) const;

 private:
  struct Term {
    int frame;
    double sign;
    Vector3 s;
    bool hasPlace;
  };
  VectorFunction(std::vector<Term> terms) : terms_(std::move(terms)) {}
  std::vector<Term> terms_;  // one or two
};

}  // namespace holonom
