// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <Eigen/Core>

#include "core/model/mechanism.h"

namespace holonom {

/// Vectors and matrices over the elastic coordinates of one beam; their size is bounded, so they live without
/// the heap.
using BeamVector = Eigen::Matrix<double, Eigen::Dynamic, 1, 0, FlexibleBeam::kMaxCoordinates, 1>;
using BeamMatrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, 0, FlexibleBeam::kMaxCoordinates,
                                 FlexibleBeam::kMaxCoordinates>;

/// The shape functions of a beam at one place, per elastic coordinate.
struct BeamShapesAt {
  BeamVector along, across;   ///< displacement u, w in the beam's axes
  BeamVector stretch, slope;  ///< u′, w′, 1/m
  BeamVector curvature;       ///< w″, 1/m²
};

/// sin nπξ (n = 1 … N); ξ(1−ξ)(2−ξ) and ξ(1−ξ)(1+ξ), the deflections under a moment at either end; 4ξ(1−ξ)
/// and ξ(2ξ−1) along the beam. All vanish at both ends but the last, which is 1 at ξ = 1. ξ = x/length from 0
/// to 1.
BeamShapesAt beamShapes(const FlexibleBeam& beam, double length, double xi);

/// The axis of the beam in its body's frame.
struct BeamAxis {
  Vector2 start, direction;  ///< m; unit vector
  double length = 0;         ///< m
};
BeamAxis beamAxis(const Body& body);

/// How a point of a beam follows the elastic coordinates, in body axes: displacement Φ q and rotation ψ·q. A
/// point beside the axis moves with its cross-section, one beyond an end with the cross-section of that end.
struct BeamPoint {
  /// undeformed, from the centre of mass, m
  Vector2 arm;
  Eigen::Matrix<double, 2, Eigen::Dynamic, 0, 2, FlexibleBeam::kMaxCoordinates> shapes;  ///< Φ
  BeamVector turns;                                                                      ///< ψ, rad/m
};
BeamPoint beamPoint(const Body& body, const Vector2& place);

}  // namespace holonom
