// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/viewport/scene/spatial_coordinate.h"

#include <cmath>

#include "core/model/building.h"
#include "gui/viewport/scene/layout.h"

namespace holonom {

Vector3 directionFrom(const Mechanism& mechanism, const PointRef& ref) {
  if (ref.body == kGround) return Vector3::Zero();
  const Body& body = mechanism.bodies[std::size_t(ref.body)];
  const Vector3 from = localPosition(mechanism, ref);
  Vector3 farthest = body.centreOfMass - from;
  for (const Point& point : body.points)
    if ((point.position - from).norm() > 1.0001 * farthest.norm()) farthest = point.position - from;
  return farthest;
}

std::optional<Turn> drawnTurn(const Mechanism& mechanism, const Joint& joint, int coordinate) {
  const auto tilt = tiltOf(mechanism, joint, coordinate);
  if (!tilt) return turnOf(mechanism, joint, coordinate);
  const auto [a, b] = endsOf(joint);
  const Matrix3 first = startRotation(mechanism, a.body), second = startRotation(mechanism, b.body);
  const Vector3 leaning = first.transpose() * (second * tilt->second), x = tilt->first;
  const Vector3 across = x.cross(Vector3(x.unitOrthogonal())), side = leaning.cross(x);
  const Vector3 axis = side.norm() > 1e-6 ? Vector3(side.normalized()) : across;
  return Turn{false, axis, x.cross(axis), tilt->second, x, tilt->second};
}

std::optional<SpatialCoordinate> spatialCoordinate(const Mechanism& mechanism, const Joint& joint,
                                                   int coordinate) {
  if (!actsInSpace(mechanism, joint) || !isDrivable(mechanism, joint, coordinate)) return {};
  const auto [a, b] = endsOf(joint);
  SpatialCoordinate x;
  x.bearer = a.body;
  x.origin = aboutCentre(mechanism, a);
  if (const auto way = slideAxis(joint, coordinate)) {
    x.axis = way->normalized();
    return x;
  }
  const auto turn = drawnTurn(mechanism, joint, coordinate);
  if (!turn) return {};
  if (turn->aboutSecond) {
    x = {b.body, true, aboutCentre(mechanism, b), turn->axis, turn->second};
    x.across = x.along.cross(x.axis);  // seen from the second body the first one turns the other way
    return x;
  }
  constexpr double kAcross = 1e-3;
  const Vector3 lies = turn->ofLine ? Vector3() : directionFrom(mechanism, b);
  const double c = lies.dot(turn->second), s = lies.dot(secondAxisOf(joint).cross(turn->second));
  const double angle = std::hypot(c, s) > kAcross * lies.norm() ? std::atan2(s, c) : 0;
  x.turns = true;
  x.axis = turn->axis;
  x.along = std::cos(angle) * turn->f + std::sin(angle) * turn->axis.cross(turn->f);
  x.across = x.axis.cross(x.along);
  return x;
}

}  // namespace holonom
