// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/dynamics/spatial/distance_in_space.h"

#include "core/dynamics/frames.h"

namespace holonom {

VectorFunction lineBetween(const Mechanism& mechanism, PointRef first, PointRef second) {
  return VectorFunction::point(1, inSpatialFrame(mechanism, second)) -
         VectorFunction::point(0, inSpatialFrame(mechanism, first));
}

VectorFunction::Square DistanceInSpace::hessian() const {
  VectorFunction::Square G = VectorFunction::Square::Zero();
  if (!(length > 0)) return G;
  G.noalias() += D.transpose() * D / length;
  G.noalias() -= g * g.transpose() / length;
  d.addCurvature(along, G.data());
  return G;
}

/// The gradient of l̈ = (d · d̈ + ḋ · ḋ − l̇²)/l.
SpatialPairVector DistanceInSpace::secondDerivative(const SpatialPair& pair,
                                                    const SpatialPairVector& second) const {
  if (!(length > 0)) return SpatialPairVector::Zero();
  const Vector3 velocity = d.rate(pair), acceleration = d.second(pair, second);
  const double products = length * along.dot(acceleration) + velocity.squaredNorm();
  const SpatialPairVector byProducts = D.transpose() * acceleration +
                                       length * d.secondDerivative(second).transpose() * along +
                                       2 * d.rateDerivative(pair).transpose() * velocity;
  return (byProducts - 2 * rate * (hessian() * v) + (rate * rate - products) / length * g) / length;
}

}  // namespace holonom
