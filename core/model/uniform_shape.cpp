// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/uniform_shape.h"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "core/base/error.h"
#include "core/base/text.h"
#include "core/math/convex_hull.h"
#include "core/math/cross.h"
#include "core/math/tidied.h"

namespace holonom {
namespace {

using Kind = UniformShape::Kind;

constexpr double kSame = 1e-9;       // of a value: digits that a file leaves out
constexpr double kLeastArea = 1e-6;  // of the square of the size: less is a line

/// Of density 1.
struct MassProperties {
  double mass = 0, inertia = 0;
  Vector3 centre = Vector3::Zero();
  double size = 0;  // m
  bool operator==(const MassProperties&) const = default;
};

/// The ends of a beam, else the two points that are farthest apart.
std::pair<Vector3, Vector3> barEnds(const Body& body) {
  if (body.flexible)
    return {body.points[std::size_t(body.flexible->from)].position,
            body.points[std::size_t(body.flexible->to)].position};
  std::pair<Vector3, Vector3> ends{Vector3::Zero(), Vector3::Zero()};
  double longest = 0;
  for (std::size_t i = 0; i < body.points.size(); ++i)
    for (std::size_t k = 0; k < i; ++k) {
      const Vector3 &a = body.points[k].position, &b = body.points[i].position;
      if (!((b - a).norm() > longest)) continue;
      longest = (b - a).norm();
      ends = {a, b};
    }
  return ends;
}

std::optional<MassProperties> ofBar(const Body& body) {
  const auto [a, b] = barEnds(body);
  const double length = (b - a).norm();
  if (!(length > 0)) return {};
  return MassProperties{length, length * length * length / 12, 0.5 * (a + b), length};
}

std::optional<MassProperties> ofPlate(const Body& body) {
  std::vector<Vector2> points;
  for (const Point& point : body.points) points.push_back(inPlane(point.position));
  const std::vector<Vector2> hull = convexHull(points);
  if (hull.size() < 3) return {};
  const Vector2 origin = hull.front();
  double area = 0, second = 0, size = 0;  // second: about the origin
  Vector2 first = Vector2::Zero();
  for (std::size_t i = 0; i < hull.size(); ++i) {
    const Vector2 p = hull[i] - origin, q = hull[(i + 1) % hull.size()] - origin;
    const double twice = cross(p, q);
    area += twice / 2;
    first += twice / 6 * (p + q);
    second += twice / 12 * (p.squaredNorm() + p.dot(q) + q.squaredNorm());
    size = std::max(size, p.norm());
  }
  if (!(area > kLeastArea * size * size)) return {};
  const Vector2 centre = first / area;
  const double inertia = second - area * centre.squaredNorm();
  if (!(inertia > 0)) return {};
  return MassProperties{area, inertia, tidied(origin + centre, size), size};
}

std::optional<MassProperties> propertiesOf(const Body& body, Kind kind) {
  if (kind == Kind::Bar) return ofBar(body);
  return body.flexible ? std::nullopt : ofPlate(body);
}

}  // namespace

std::optional<UniformShape> uniformShapeOf(const Body& body) {
  if (body.isSpatial()) return {};  // its values are its own
  // A rectangle has the mass properties of a bar along its diagonal: what encloses an area is asked first.
  for (const Kind kind : {Kind::Plate, Kind::Bar}) {
    const auto shape = propertiesOf(body, kind);
    if (!shape) continue;
    const double density = body.mass / shape->mass;
    if (std::abs(body.inertia - density * shape->inertia) <= kSame * body.inertia &&
        (body.centreOfMass - shape->centre).norm() <= kSame * shape->size)
      return UniformShape{kind, density};
  }
  return {};
}

bool takeShape(Body& body, const UniformShape& shape) {
  if (body.isSpatial()) return false;
  const auto properties = propertiesOf(body, shape.kind);
  if (!properties) return false;
  body.mass = shape.density * properties->mass;
  body.inertia = shape.density * properties->inertia;
  body.centreOfMass = properties->centre;
  return true;
}

UniformShape shapeOfItsMass(const Body& body, Kind kind) {
  const auto properties = propertiesOf(body, kind);
  if (!properties && body.flexible)
    throw InputError(body.name, tr("a flexible body is a bar between its ends"), tr("choose the bar"));
  if (!properties)
    throw InputError(body.name,
                     kind == Kind::Bar ? tr("a bar needs two points that are apart, its ends")
                                       : tr("a plate needs three points that enclose an area, its corners"),
                     tr("add points to the body, or move them, first"));
  return {kind, body.mass / properties->mass};
}

bool changePoints(Body& body, const std::function<void(Body&)>& change) {
  const auto shape = uniformShapeOf(body);
  if (!shape) return change(body), true;
  const auto before = propertiesOf(body, shape->kind);
  change(body);
  if (propertiesOf(body, shape->kind) == before) return true;  // given values keep their last digit
  return takeShape(body, *shape);
}

}  // namespace holonom
