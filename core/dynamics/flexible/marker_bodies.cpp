// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/dynamics/flexible/marker_bodies.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

namespace holonom {
namespace {

Body standInFor(const Body& body, const Point& point) {
  Body standIn;
  standIn.name = body.name + "." + point.name;
  standIn.mass = standIn.inertia = 0;
  standIn.angle = body.angle;
  standIn.position = body.position + std::cos(body.angle) * point.position +
                     std::sin(body.angle) * perpendicular(point.position);
  standIn.points = {{"at", Vector2::Zero()}};
  return standIn;
}

}  // namespace

bool hasFlexibleBodies(const Mechanism& mechanism) {
  return std::any_of(mechanism.bodies.begin(), mechanism.bodies.end(),
                     [](const Body& body) { return body.flexible.has_value(); });
}

Hand::Grab onMarker(Hand::Grab grab, const Mechanism& mechanism, const std::vector<Marker>& markers) {
  const Body& body = mechanism.bodies[grab.body];
  if (!body.flexible) return grab;
  double nearest = std::numeric_limits<double>::infinity();
  int standIn = grab.body;
  for (const Marker& marker : markers) {
    if (marker.body != grab.body) continue;
    const double distance = (body.points[marker.point].position - grab.at).norm();
    if (distance < nearest) nearest = distance, standIn = marker.standIn;
  }
  grab.body = standIn;
  grab.at = Vector2::Zero();
  return grab;
}

MarkedMechanism withMarkers(Mechanism mechanism) {
  const Mechanism given = mechanism;
  MarkedMechanism result;
  std::map<std::pair<int, int>, int> standIns;
  std::vector<Body> more;
  const int count = static_cast<int>(mechanism.bodies.size());
  for (int i = 0; i < count; ++i) {
    Body& body = mechanism.bodies[i];
    if (!body.flexible) continue;
    for (int k = 0; k < static_cast<int>(body.points.size()); ++k) {
      standIns[{i, k}] = count + static_cast<int>(more.size());
      result.markers.push_back({i, k, standIns[{i, k}]});
      more.push_back(standInFor(body, body.points[k]));
    }
    body.points.clear();
    body.flexible.reset();
  }
  mechanism.bodies.insert(mechanism.bodies.end(), more.begin(), more.end());
  const auto move = [&](PointRef& ref) {
    if (const auto found = standIns.find({ref.body, ref.point}); found != standIns.end())
      ref = {found->second, 0};
  };
  const auto moveAll = [&](auto& kind) {
    if constexpr (requires { kind.b; }) move(kind.a), move(kind.b);
    if constexpr (requires { kind.at; }) move(kind.at);
  };
  for (Joint& joint : mechanism.joints) std::visit(moveAll, joint.kind);
  for (Force& force : mechanism.forces) {
    std::visit(moveAll, force.kind);
    if (auto* hand = std::get_if<Hand>(&force.kind))
      for (Hand::Grab& grab : hand->grabs) grab = onMarker(grab, given, result.markers);
  }
  result.mechanism = std::move(mechanism);
  return result;
}

}  // namespace holonom
