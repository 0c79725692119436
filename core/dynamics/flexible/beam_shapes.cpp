// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/dynamics/flexible/beam_shapes.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace holonom {

BeamShapesAt beamShapes(const FlexibleBeam& beam, double length, double xi) {
  const int count = beam.coordinateCount();
  BeamShapesAt at;
  for (BeamVector* values : {&at.along, &at.across, &at.stretch, &at.slope, &at.curvature})
    *values = BeamVector::Zero(count);
  int j = 0;
  for (int n = 1; n <= beam.lateralModes; ++n, ++j) {
    const double k = n * std::numbers::pi, s = std::sin(k * xi), c = std::cos(k * xi);
    at.across[j] = s;
    at.slope[j] = k * c / length;
    at.curvature[j] = -k * k * s / (length * length);
  }
  if (beam.endShapes)
    for (const double sign : {-1.0, 1.0}) {  // ξ(1−ξ)(2−ξ) = 2ξ − 3ξ² + ξ³; ξ(1−ξ)(1+ξ) = ξ − ξ³
      const double a = sign < 0 ? 2 : 1, b = sign < 0 ? -3 : 0, c = -sign;
      at.across[j] = xi * (a + xi * (b + xi * c));
      at.slope[j] = (a + xi * (2 * b + xi * 3 * c)) / length;
      at.curvature[j++] = (2 * b + 6 * c * xi) / (length * length);
    }
  if (beam.longitudinal) {
    at.along[j] = 4 * xi * (1 - xi);
    at.stretch[j++] = (4 - 8 * xi) / length;
    at.along[j] = xi * (2 * xi - 1);
    at.stretch[j] = (4 * xi - 1) / length;
  }
  return at;
}

BeamAxis beamAxis(const Body& body) {
  const Vector2 start = inPlane(body.points.at(body.flexible->from).position);
  const Vector2 along = inPlane(body.points.at(body.flexible->to).position) - start;
  return {start, along.normalized(), along.norm()};
}

BeamPoint beamPoint(const Body& body, const Vector2& place) {
  const BeamAxis axis = beamAxis(body);
  const double xi = std::clamp((place - axis.start).dot(axis.direction) / axis.length, 0.0, 1.0);
  const Vector2 beside = perpendicular(place - axis.start - xi * axis.length * axis.direction);
  const BeamShapesAt at = beamShapes(*body.flexible, axis.length, xi);
  BeamPoint point;
  point.arm = place - inPlane(body.centreOfMass);
  point.turns = at.slope;
  point.shapes = axis.direction * at.along.transpose() +
                 perpendicular(axis.direction) * at.across.transpose() + beside * at.slope.transpose();
  return point;
}

}  // namespace holonom
