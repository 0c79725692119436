// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>

#include "core/dynamics/spatial/spatial_rows.h"
#include "core/model/mechanism.h"
#include "core/model/turn_axes.h"

namespace holonom {

/// The coordinate of a joint in space as a function x(u) of its pair of frames with its derivatives: the way
/// w · d of the second point from the first along an axis w of the first body (m), or the turn of the second
/// body about the axis, θ = atan2(s, c) with s = g · f′ and c = f · f′ (rad; TurnAxes).
class CoordinateInSpace {
 public:
  using Square = VectorFunction::Square;

  /// Of a joint that isDrivable() and acts in space.
  CoordinateInSpace(const Mechanism& mechanism, const Joint& joint);
  explicit CoordinateInSpace(const TurnAxes& axes);

  bool turns() const { return sine_.has_value(); }
  double value(const SpatialPair& pair) const;  ///< of a turn in [−π, π]
  double rate(const SpatialPair& pair) const;
  SpatialPairVector gradient(const SpatialPair& pair) const;
  Square hessian(const SpatialPair& pair) const;
  /// ∂ẍ/∂u, where the coordinates of the pair have this acceleration ü.
  SpatialPairVector secondDerivative(const SpatialPair& pair, const SpatialPairValues& second) const;

 private:
  ProductRow way_;                  // or c
  std::optional<ProductRow> sine_;  // s
};

}  // namespace holonom
