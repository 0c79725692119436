// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/viewport/tools/frame.h"

#include <Eigen/Geometry>
#include <algorithm>

#include "core/model/building.h"
#include "core/model/editing.h"

namespace holonom {
namespace {

using Kind = PartRef::Kind;

/// Where a force acts; empty for those that are at no place.
std::vector<PointRef> pointsOf(const Force& force) {
  if (const auto line = lineOf(force)) return {line->first, line->second};
  if (const auto point = pointOf(force)) return {*point};
  return {};
}

}  // namespace

std::vector<PartRef> partsInside(const Mechanism& mechanism, const Vector2& corner, const Vector2& opposite) {
  const Eigen::AlignedBox2d frame(corner.cwiseMin(opposite), corner.cwiseMax(opposite));
  const auto inside = [&](const PointRef& ref) { return frame.contains(groundPosition(mechanism, ref)); };
  std::vector<PartRef> parts;
  for (int i = 0; i < int(mechanism.ground.points.size()); ++i)
    if (inside({kGround, i})) parts.push_back({Kind::Ground, 0, i});
  for (int i = 0; i < int(mechanism.forces.size()); ++i) {
    const std::vector<PointRef> points = pointsOf(mechanism.forces[std::size_t(i)]);
    if (!points.empty() && std::all_of(points.begin(), points.end(), inside))
      parts.push_back({Kind::Force, i});
  }
  for (int i = 0; i < int(mechanism.joints.size()); ++i)
    if (inside(endsOf(mechanism.joints[std::size_t(i)]).second)) parts.push_back({Kind::Joint, i});
  for (int i = 0; i < int(mechanism.bodies.size()); ++i) {
    const Body& body = mechanism.bodies[std::size_t(i)];
    bool all = frame.contains(groundPosition(mechanism, i, body.centreOfMass));
    for (int point = 0; point < int(body.points.size()); ++point) all = all && inside({i, point});
    if (all) parts.push_back({Kind::Body, i});
  }
  return parts;
}

Movable movableOf(const Mechanism& mechanism, const std::vector<PartRef>& parts) {
  Movable movable;
  const auto take = [&](const PointRef& ref) {
    if (ref.body == kGround) movable.groundPoints.insert(ref.point);
  };
  for (const PartRef& part : parts) {
    if (!exists(mechanism, part)) continue;
    if (part.kind == Kind::Body && part.point < 0) movable.bodies.insert(part.index);
    if (part.kind == Kind::Ground && part.point >= 0) movable.groundPoints.insert(part.point);
    if (part.kind == Kind::Joint)
      take(endsOf(mechanism.joints[std::size_t(part.index)]).first),
          take(endsOf(mechanism.joints[std::size_t(part.index)]).second);
    if (part.kind == Kind::Force)
      for (const PointRef& ref : pointsOf(mechanism.forces[std::size_t(part.index)])) take(ref);
  }
  return movable;
}

void shift(Mechanism& mechanism, const Movable& movable, const Vector3& way) {
  for (const int body : movable.bodies) moveBody(mechanism, body, way);
  for (const int point : movable.groundPoints) mechanism.ground.points[std::size_t(point)].position += way;
}

}  // namespace holonom
