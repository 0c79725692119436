// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/dynamics/spatial/vector_function.h"
#include "core/model/mechanism.h"

namespace holonom {

/// The second point from the first, for a pair of their frames.
VectorFunction lineBetween(const Mechanism& mechanism, PointRef first, PointRef second);

/// Length l = |d| of the line d between two points, its rate and its derivatives by the coordinates u of the
/// pair. Where the points meet the direction is undefined; there it is 0 and the line carries no force.
struct DistanceInSpace {
  DistanceInSpace(const VectorFunction& between, const SpatialPair& pair)
      : d(between), D(between.derivative(pair)), v(pair.velocity()) {
    const Vector3 reach = d.value(pair);
    length = reach.norm();
    if (length > 0) along = reach / length;
    g = D.transpose() * along;
    rate = g.dot(v);
  }
  /// ∂²l/∂u² = Dᵀ (I − w wᵀ)/l D + w · d_uu with the direction w.
  VectorFunction::Square hessian() const;
  /// ∂l̈/∂u, where the coordinates of the pair have this acceleration ü.
  SpatialPairVector secondDerivative(const SpatialPair& pair, const SpatialPairVector& second) const;

  const VectorFunction& d;
  VectorFunction::Matrix D;
  SpatialPairVector v, g;  ///< u̇, ∂l/∂u
  Vector3 along;
  double length = 0, rate = 0;
};

/// The distance as a function of the pair, as CoordinateInSpace is one (joint_coordinate.h).
class LengthInSpace {
 public:
  explicit LengthInSpace(VectorFunction between) : d_(std::move(between)) {}
  static bool turns() { return false; }
  double value(const SpatialPair& pair) const { return d_.value(pair).norm(); }
  double rate(const SpatialPair& pair) const { return at(pair).rate; }
  SpatialPairVector gradient(const SpatialPair& pair) const { return at(pair).g; }
  VectorFunction::Square hessian(const SpatialPair& pair) const { return at(pair).hessian(); }
  SpatialPairVector secondDerivative(const SpatialPair& pair, const SpatialPairValues& second) const {
    return at(pair).secondDerivative(pair, Eigen::Map<const SpatialPairVector>(second.data()));
  }

 private:
  DistanceInSpace at(const SpatialPair& pair) const { return {d_, pair}; }
  VectorFunction d_;
};

}  // namespace holonom
