// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/mechanism.h"

#include <algorithm>
#include <cmath>
#include <concepts>

#include "core/model/particles.h"
#include "core/model/points_of.h"

namespace holonom {
namespace {

/// Points of ground that joints or forces act at; nothing depends on where the others lie.
std::vector<int> usedGroundPoints(const Mechanism& mechanism) {
  std::vector<int> used;
  const auto note = [&](const PointRef& ref) {
    if (ref.body == kGround) used.push_back(ref.point);
  };
  for (const Joint& joint : mechanism.joints) {
    const auto [a, b] = endsOf(joint);
    note(a);
    note(b);
  }
  for (const Force& force : mechanism.forces)
    if (const auto line = lineOf(force)) {
      note(line->first);
      note(line->second);
    }
  return used;
}

/// Points of all bodies at their initial pose, the bodies' origins, and the used points of ground, in ground
/// axes.
std::vector<Vector2> initialPlaces(const Mechanism& mechanism) {
  std::vector<Vector2> places;
  for (const int point : usedGroundPoints(mechanism))
    places.push_back(inPlane(mechanism.ground.points.at(static_cast<std::size_t>(point)).position));
  for (const Body& body : mechanism.bodies) {
    const double c = std::cos(body.angle), s = std::sin(body.angle);
    const Vector2 origin = inPlane(body.position);
    places.push_back(origin);
    for (const Point& point : body.points) {
      const Vector2 local = inPlane(point.position);
      places.push_back(origin + c * local + s * perpendicular(local));
    }
  }
  return places;
}

/// One half of the convex hull (Andrew's monotone chain) of places sorted in either direction.
template <typename Iterator>
void appendHalfHull(Iterator begin, Iterator end, std::vector<Vector2>& hull) {
  const std::size_t first = hull.size();
  for (; begin != end; ++begin) {
    const auto turnsRight = [&] {
      const Vector2 a = hull.back() - hull[hull.size() - 2], b = *begin - hull.back();
      return perpendicular(a).dot(b) <= 0;
    };
    while (hull.size() >= first + 2 && turnsRight()) hull.pop_back();
    hull.push_back(*begin);
  }
}

/// Of stops and springs, where all points lie on each other; 0 when there is none.
double lengthOfForces(const Mechanism& mechanism) {
  double largest = 0;
  for (const Force& force : mechanism.forces) {
    if (const auto* spring = std::get_if<SpringDamper>(&force.kind))
      largest = std::max(largest, spring->freeLength);
    const auto* stop = std::get_if<Stop>(&force.kind);
    if (!stop) continue;
    if (stop->joint >= 0 && !slideAxis(mechanism.joints.at(static_cast<std::size_t>(stop->joint))))
      continue;  // limits of an angle
    for (const std::optional<double>& limit : {stop->lower, stop->upper})
      if (limit) largest = std::max(largest, std::abs(*limit));
  }
  return largest;
}

/// √(J/m), the largest of all bodies; 0 when there is none.
double largestGyrationRadius(const Mechanism& mechanism) {
  double largest = 0;
  for (const Body& body : mechanism.bodies)
    if (body.turns() && body.mass > 0 && body.inertia > 0)
      largest = std::max(largest, std::sqrt(body.inertia / body.mass));
  return largest;
}

/// What `find` gives of a joint's kind; null where it does not apply to it.
template <typename Value, typename Find>
const Value* memberOf(const Joint& joint, Find find) {
  return std::visit(
      [&](const auto& kind) -> const Value* {
        if constexpr (std::invocable<Find, decltype(kind)>) return find(kind);
        else return nullptr;
      },
      joint.kind);
}

}  // namespace

const JointKind& kindOf(const Joint& joint) { return jointKinds()[joint.kind.index()]; }

std::pair<PointRef, PointRef> endsOf(const Joint& joint) {
  return std::visit([](const auto& kind) { return std::pair(kind.a, kind.b); }, joint.kind);
}

std::optional<std::pair<PointRef, PointRef>> lineOf(const Force& force) {
  return std::visit(
      [](const auto& kind) -> std::optional<std::pair<PointRef, PointRef>> {
        if constexpr (requires { kind.joint; })
          if (kind.joint >= 0) return std::nullopt;
        if constexpr (requires { kind.a, kind.b; }) return std::pair(kind.a, kind.b);
        return std::nullopt;
      },
      force.kind);
}

std::optional<PointRef> pointOf(const Force& force) {
  return std::visit(
      [](const auto& kind) -> std::optional<PointRef> {
        if constexpr (requires { kind.at; }) return kind.at;
        return std::nullopt;
      },
      force.kind);
}

const Vector3& localPosition(const Mechanism& mechanism, PointRef ref) {
  return pointsOf(mechanism, ref.body).at(static_cast<std::size_t>(ref.point)).position;
}

std::string nameOf(const Mechanism& mechanism, PointRef ref) {
  const std::string body =
      ref.body == kGround ? "ground" : mechanism.bodies.at(static_cast<std::size_t>(ref.body)).name;
  return body + "." + pointsOf(mechanism, ref.body).at(static_cast<std::size_t>(ref.point)).name;
}

int rowCount(const Joint& joint) { return int(kindOf(joint).rows.size()); }

bool isDrivable(const Mechanism& mechanism, const Joint& joint) {
  const auto [a, b] = endsOf(joint);
  const JointCoordinate coordinate = kindOf(joint).coordinate;
  return coordinate == JointCoordinate::Way ||
         (coordinate == JointCoordinate::Angle && !isParticle(mechanism, a.body) &&
          !isParticle(mechanism, b.body));
}

const Vector3* axisOf(const Joint& joint) {
  return memberOf<Vector3>(
      joint, [](auto& kind) requires requires { kind.axis; } { return &kind.axis; });
}

Vector3* axisOf(Joint& joint) { return const_cast<Vector3*>(axisOf(std::as_const(joint))); }

const Vector3* slideAxis(const Joint& joint) {
  return kindOf(joint).coordinate == JointCoordinate::Way ? axisOf(joint) : nullptr;
}

const double* keptAngle(const Joint& joint) {
  return memberOf<double>(
      joint, [](auto& kind) requires requires { kind.angle; } { return &kind.angle; });
}

double* keptAngle(Joint& joint) { return const_cast<double*>(keptAngle(std::as_const(joint))); }

const double* discRadius(const Joint& joint) {
  return memberOf<double>(
      joint, [](auto& kind) requires requires { kind.radius; } { return &kind.radius; });
}

bool isAngleRow(const Joint& joint, int k) {
  return kindOf(joint).rows.at(std::size_t(k)).keeps == JointRow::Keeps::Angle;
}

double characteristicLength(const Mechanism& mechanism) {
  std::vector<Vector2> places = initialPlaces(mechanism);
  std::sort(places.begin(), places.end(), [](const Vector2& a, const Vector2& b) {
    return a.x() != b.x() ? a.x() < b.x() : a.y() < b.y();
  });
  std::vector<Vector2> hull;  // the two farthest places are corners of the convex hull
  appendHalfHull(places.begin(), places.end(), hull);
  appendHalfHull(places.rbegin(), places.rend(), hull);
  double largest = 0;
  for (std::size_t i = 0; i < hull.size(); ++i)
    for (std::size_t j = i + 1; j < hull.size(); ++j) largest = std::max(largest, (hull[i] - hull[j]).norm());
  for (const Joint& joint : mechanism.joints)
    if (const double* radius = discRadius(joint)) largest = std::max(largest, 2 * *radius);
  if (!(largest > 0)) largest = lengthOfForces(mechanism);
  if (!(largest > 0)) largest = largestGyrationRadius(mechanism);
  return largest > 0 ? largest : 1;
}

}  // namespace holonom
