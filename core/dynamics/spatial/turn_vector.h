// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/dynamics/spatial/vector_function.h"

namespace holonom {

/// The rotation vector θ of the turn from axes fixed in the first frame of a pair to axes fixed in the
/// second, in the components that it has in either, at a place of the pair. |θ| ≤ π: at π it leaps to −θ, and
/// its derivatives are those on the near side. Lengths of Euler parameters make no difference.
class TurnVector {
 public:
  using Square = VectorFunction::Square;

  /// `first` and `second`: Euler parameters of the axes in their frames.
  TurnVector(const Vector4& first, const Vector4& second, const SpatialPair& pair);

  const Vector3& value() const { return value_; }
  const VectorFunction::Matrix& derivative() const { return derivative_; }  ///< ∂θ/∂u
  /// H += w · ∂²θ/∂u².
  void addCurvature(const Vector3& w, Square& H) const;

 private:
  Vector4 relative_;                    // ρ of the turn, ρ₀ ≥ 0
  double f_, g_, h_;                    // θ = f e, ∂f/∂e = g e, ∂g/∂e = h e for ρ = (ρ₀, e)
  Matrix34 byRelative_;                 // ∂θ/∂ρ
  Matrix4 firstFactor_, secondFactor_;  // ρ = a ∘ b, a and b linear in p of the first and the second
  Eigen::Matrix<double, 4, kSpatialPairSize> byU_;  // ∂ρ/∂u
  Vector3 value_;
  VectorFunction::Matrix derivative_;
};

}  // namespace holonom
