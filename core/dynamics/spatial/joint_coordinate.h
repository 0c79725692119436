// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>

#include "core/dynamics/spatial/spatial_rows.h"
#include "core/model/mechanism.h"
#include "core/model/turn_axes.h"

namespace holonom {

/// A coordinate of a joint in space as a function x(u) of its pair of frames with its derivatives: the way
/// w · d of the second point from the first along an axis w of the first body (m), a turn about an axis,
/// θ = atan2(s, c) with the products s and c of Turn, or a tilt, asin s with that of Tilt (rad).
class CoordinateInSpace {
 public:
  using Square = VectorFunction::Square;

  /// Of a joint whose coordinate isDrivable() and that acts in space.
  CoordinateInSpace(const Mechanism& mechanism, const Joint& joint, int coordinate = 0);
  explicit CoordinateInSpace(const TurnAxes& axes);

  bool turns() const { return sine_.has_value(); }
  double value(const SpatialPair& pair) const;  ///< of a turn in [−π, π]
  double rate(const SpatialPair& pair) const;
  SpatialPairVector gradient(const SpatialPair& pair) const;
  Square hessian(const SpatialPair& pair) const;
  /// ∂ẍ/∂u, where the coordinates of the pair have this acceleration ü.
  SpatialPairVector secondDerivative(const SpatialPair& pair, const SpatialPairValues& second) const;

 private:
  ProductRow way_;                  // c of a turn, s of a tilt
  std::optional<ProductRow> sine_;  // s of a turn
  bool tilts_ = false;
};

}  // namespace holonom
