// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/dynamics/frames.h"

#include <algorithm>

#include "core/dynamics/mass_frame.h"

namespace holonom {
namespace {

bool isFlexible(const Mechanism& mechanism, int body) {
  return body != kGround && mechanism.bodies[body].flexible.has_value();
}

}  // namespace

std::vector<PointRef> stationsOf(const Mechanism& mechanism) {
  std::vector<PointRef> stations;
  for (int body = 0; body < static_cast<int>(mechanism.bodies.size()); ++body)
    for (int point = 0; point < static_cast<int>(mechanism.bodies[body].points.size()); ++point)
      if (isFlexible(mechanism, body)) stations.push_back({body, point});
  return stations;
}

int frameOf(const Mechanism& mechanism, PointRef ref) {
  if (!isFlexible(mechanism, ref.body)) return ref.body;
  const std::vector<PointRef> stations = stationsOf(mechanism);
  const auto station = std::find(stations.begin(), stations.end(), ref);
  return static_cast<int>(mechanism.bodies.size() + (station - stations.begin()));
}

Vector2 inFrame(const Mechanism& mechanism, PointRef ref) {
  return isFlexible(mechanism, ref.body) ? Vector2(Vector2::Zero()) : fromCentre(mechanism, ref);
}

Vector3 inSpatialFrame(const Mechanism& mechanism, PointRef ref) {
  if (isFlexible(mechanism, ref.body)) return {};
  const Vector3& place = localPosition(mechanism, ref);
  return ref.body == kGround ? place : Vector3(place - mechanism.bodies[ref.body].centreOfMass);
}

PointRef nearestStation(const Mechanism& mechanism, int body, const Vector2& place) {
  const std::vector<Point>& points = mechanism.bodies[body].points;
  const auto nearest = std::min_element(points.begin(), points.end(), [&](const Point& a, const Point& b) {
    return (inPlane(a.position) - place).norm() < (inPlane(b.position) - place).norm();
  });
  return {body, static_cast<int>(nearest - points.begin())};
}

}  // namespace holonom
