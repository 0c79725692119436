// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/building.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <set>

#include "core/math/pose.h"
#include "core/math/tidied.h"
#include "core/model/centre_motion.h"
#include "core/model/editing.h"
#include "core/model/particles.h"
#include "core/model/points_of.h"
#include "core/model/uniform_shape.h"

namespace holonom {
namespace {

constexpr double kSameShare = 1e-9;  // of the size of the model: closer points are one

/// The angle of a line between two places; exact where they lie above, beside or diagonal to each other.
double angleAlong(const Vector2& along) {
  constexpr double kEighth = std::numbers::pi / 4;
  const double angle = std::atan2(along.y(), along.x()), count = std::round(angle / kEighth);
  if (std::abs(angle - count * kEighth) > kTrace) return angle;
  // no −0° and no −180°
  return count == 0 ? 0 : std::abs(count) * kEighth == std::numbers::pi ? std::numbers::pi : count * kEighth;
}

/// A, B … as in a textbook: a letter that no point and no part has yet.
std::string nextLetter(const Mechanism& mechanism) {
  std::set<std::string> taken;
  for (int body = kGround; body < int(mechanism.bodies.size()); ++body)
    for (const Point& point : pointsOf(mechanism, body)) taken.insert(point.name);
  for (char letter = 'A'; letter <= 'Z'; ++letter)
    if (const std::string name(1, letter); !taken.contains(name) && uniqueName(mechanism, name) == name)
      return name;
  for (int number = 1;; ++number)
    if (const std::string name = "P" + std::to_string(number); !taken.contains(name)) return name;
}

/// The letter of a place: that of the point that is there.
std::string letterOf(const Mechanism& mechanism, const Place& place) {
  if (!place.point) return nextLetter(mechanism);
  return pointsOf(mechanism, place.point->body)[std::size_t(place.point->point)].name;
}

int addBody(Mechanism& mechanism, Body body, const char* name) {
  body.name = uniqueName(mechanism, name);
  body.position = tidied(inPlane(body.position), characteristicLength(mechanism));
  mechanism.bodies.push_back(std::move(body));
  return int(mechanism.bodies.size()) - 1;
}

/// Gives the new body a point at a place and joins it to what is there.
void attach(Mechanism& mechanism, int body, Place place) {
  if (!place.point && place.body) place.point = pointAt(mechanism, *place.body, place.position);
  auto& points = pointsOf(mechanism, body);
  const std::string name = uniquePointName(mechanism, body, letterOf(mechanism, place));
  const Vector2 local = localPlace(mechanism, body, place.position);
  points.push_back({name, tidied(local, std::max(local.norm(), characteristicLength(mechanism)))});
  if (place.point) join(mechanism, *place.point, {body, int(points.size()) - 1});
}

Body uniformDisc(const Vector2& centre, double radius) {
  Body disc;
  disc.mass = kPlateMassPerArea * std::numbers::pi * radius * radius;
  disc.inertia = 0.5 * disc.mass * radius * radius;
  disc.position = centre;
  disc.display.shape = Shape::Disc;
  disc.display.width = 2 * radius;
  return disc;
}

/// With its frame at the centroid and without points. None where the corners enclose no area.
std::optional<Body> uniformPlate(std::span<const Place> corners) {
  Body plate;
  for (const Place& corner : corners) plate.points.push_back({"", corner.position});
  if (!takeShape(plate, {UniformShape::Kind::Plate, kPlateMassPerArea})) return {};
  plate.position = plate.centreOfMass;
  plate.points.clear();
  plate.display.shape = Shape::Plate;
  return plate;
}

int addJoint(Mechanism& mechanism, const std::string& name, AnyJoint kind) {
  mechanism.joints.push_back({uniqueName(mechanism, name), std::move(kind)});
  return int(mechanism.joints.size()) - 1;
}

bool samePlace(const Mechanism& mechanism, const PointRef& a, const PointRef& b) {
  return a.body == b.body && (localPosition(mechanism, a) - localPosition(mechanism, b)).norm() <=
                                 kSameShare * characteristicLength(mechanism);
}

/// A direction of the ground in the axes of a body.
Vector3 localDirection(const Mechanism& mechanism, int body, const Vector3& direction) {
  if (isSpatial(mechanism, body))
    return initialPose(mechanism.bodies[std::size_t(body)]).rotation.transpose() * direction;
  const Vector2 origin = groundPosition(mechanism, body, Vector2::Zero());
  return localPlace(mechanism, body, origin + inPlane(direction));
}

/// With its axis along z of the ground.
RevoluteJoint hingeBetween(const Mechanism& mechanism, PointRef a, PointRef b) {
  const auto axisIn = [&](int body) -> Vector3 {
    return isSpatial(mechanism, body) ? localDirection(mechanism, body, Vector3::UnitZ()) : Vector3::UnitZ();
  };
  return {a, b, axisIn(a.body), axisIn(b.body)};
}

/// Whether joints hold the two points together already, directly or by way of others.
bool joined(const Mechanism& mechanism, PointRef a, PointRef b) {
  std::vector<PointRef> cluster{a};
  for (std::size_t next = 0; next < cluster.size(); ++next)
    for (const Joint& joint : mechanism.joints) {
      if (!kindOf(joint).pointsCoincide()) continue;
      const auto [p, q] = endsOf(joint);
      for (const auto& [here, there] : {std::pair(p, q), std::pair(q, p)}) {
        const auto known = [&](const PointRef& ref) { return samePlace(mechanism, ref, there); };
        if (samePlace(mechanism, cluster[next], here) && std::none_of(cluster.begin(), cluster.end(), known))
          cluster.push_back(there);
      }
    }
  return std::any_of(cluster.begin(), cluster.end(),
                     [&](const PointRef& ref) { return samePlace(mechanism, ref, b); });
}

}  // namespace

Vector2 groundPosition(const Mechanism& mechanism, int body, const Vector3& local) {
  if (body == kGround) return inPlane(local);
  const Body& frame = mechanism.bodies[std::size_t(body)];
  if (frame.isSpatial()) return inPlane(initialPose(frame).toGround(local));
  return inPlane(frame.position) + Eigen::Rotation2Dd(frame.angle) * inPlane(local);
}

Vector2 groundPosition(const Mechanism& mechanism, PointRef ref) {
  return groundPosition(mechanism, ref.body, localPosition(mechanism, ref));
}

Vector2 localPlace(const Mechanism& mechanism, int body, const Vector2& position) {
  if (body == kGround) return position;
  const Body& frame = mechanism.bodies[std::size_t(body)];
  if (frame.isSpatial())
    return inPlane(initialPose(frame).toLocal({position.x(), position.y(), frame.position.z()}));
  return Eigen::Rotation2Dd(-frame.angle) * (position - inPlane(frame.position));
}

Vector3 startPlace(const Mechanism& mechanism, PointRef ref) {
  const Vector3& local = localPosition(mechanism, ref);
  if (ref.body == kGround) return local;
  if (!isSpatial(mechanism, ref.body)) return groundPosition(mechanism, ref);
  return initialPose(mechanism.bodies[std::size_t(ref.body)]).toGround(local);
}

Matrix3 startRotation(const Mechanism& mechanism, int body) {
  return body == kGround ? Matrix3::Identity() : initialPose(mechanism.bodies[std::size_t(body)]).rotation;
}

double startAngle(const Mechanism& mechanism, int first, int second) {
  if (isSpatial(mechanism, first) || isSpatial(mechanism, second)) return 0;
  const auto angleOf = [&](int body) {
    return body == kGround ? 0 : mechanism.bodies[std::size_t(body)].angle;
  };
  return angleOf(second) - angleOf(first);
}

Vector3 startTurn(const Mechanism& mechanism, int first, int second) {
  if (!isSpatial(mechanism, first) && !isSpatial(mechanism, second)) return Vector3::Zero();
  const auto turnOf = [&](int body) -> Vector4 {
    if (body == kGround) return Vector4::Unit(0);
    return initialTurn(mechanism.bodies[std::size_t(body)]);
  };
  const AxisAngle turn = axisAngle(composed(inverse(turnOf(first)), turnOf(second)));
  return turn.angle * turn.axis;
}

PointRef pointAt(Mechanism& mechanism, int body, const Vector2& position) {
  auto& points = pointsOf(mechanism, body);
  const double size = characteristicLength(mechanism), near = kSameShare * size;
  const Vector2 local =
      isParticle(mechanism, body) ? Vector2(0, 0) : tidied(localPlace(mechanism, body, position), size);
  for (std::size_t i = 0; i < points.size(); ++i)
    if ((inPlane(points[i].position) - local).norm() <= near) return {body, int(i)};
  const std::string name = uniquePointName(mechanism, body, nextLetter(mechanism));
  const auto add = [&](auto& owner) { owner.points.push_back({name, local}); };
  if (body == kGround) add(mechanism.ground);
  else changePoints(mechanism.bodies[std::size_t(body)], add);
  return {body, int(points.size()) - 1};
}

PointRef pointAt(Mechanism& mechanism, const Place& place) {
  return place.point ? *place.point : pointAt(mechanism, place.body.value_or(kGround), place.position);
}

std::optional<int> addLink(Mechanism& mechanism, const Place& from, const Place& to) {
  const Vector2 along = to.position - from.position;
  const double length = along.norm();
  if (!(length > 0)) return {};
  Body bar;
  bar.position = from.position;
  bar.angle = angleAlong(along);
  bar.centreOfMass = {0.5 * length, 0};
  bar.mass = kLinkMassPerLength * length;
  bar.inertia = bar.mass * length * length / 12;
  const int body = addBody(mechanism, std::move(bar), "link1");
  attach(mechanism, body, from);
  attach(mechanism, body, to);
  return body;
}

std::optional<int> addDisc(Mechanism& mechanism, const Place& centre, double radius) {
  if (!(radius > 0)) return {};
  const int body = addBody(mechanism, uniformDisc(centre.position, radius), "disc1");
  attach(mechanism, body, centre);
  return body;
}

std::optional<int> addPlate(Mechanism& mechanism, std::span<const Place> corners) {
  const auto plate = uniformPlate(corners);
  if (!plate) return {};
  const int body = addBody(mechanism, *plate, "plate1");
  for (const Place& corner : corners) attach(mechanism, body, corner);
  takeShape(mechanism.bodies[std::size_t(body)], {UniformShape::Kind::Plate, kPlateMassPerArea});
  return body;
}

std::optional<int> join(Mechanism& mechanism, PointRef a, PointRef b) {
  if (a.body == b.body || joined(mechanism, a, b)) return {};
  const std::string name =
      pointsOf(mechanism,
               b.body == kGround ? a.body : b.body)[std::size_t(b.body == kGround ? a.point : b.point)]
          .name;
  if (b.body == kGround) std::swap(a, b);  // ground comes first: motors turn the body, not the ground
  return addJoint(mechanism, name, hingeBetween(mechanism, a, b));
}

std::optional<int> pinToGround(Mechanism& mechanism, const Place& place) {
  const bool held = (place.point && place.point->body != kGround) || (place.body && *place.body != kGround);
  const PointRef own = pointAt(mechanism, place);
  if (!held) return {};
  const Vector2 position = groundPosition(mechanism, own);
  const std::string name = pointsOf(mechanism, own.body)[std::size_t(own.point)].name;
  auto& points = mechanism.ground.points;
  const std::size_t before = points.size();
  const PointRef fixed = pointAt(mechanism, kGround, position);
  if (points.size() > before) points.back().name = uniquePointName(mechanism, kGround, name);
  return join(mechanism, fixed, own);
}

std::optional<int> addSlider(Mechanism& mechanism, const Place& place, const Vector2& direction) {
  const bool onBody = place.body && *place.body != kGround && !place.point;
  if (!(direction.norm() > 0)) return {};
  const int carrier = onBody ? *place.body : kGround;
  const Vector2 axis = direction.normalized();
  Body block;
  block.mass = kBlockMass;
  block.inertia = kBlockMass * (0.08 * 0.08 + 0.05 * 0.05) / 12;  // 80 mm × 50 mm
  block.position = place.position;
  block.angle = angleAlong(axis);
  block.display.shape = Shape::Box;
  const int body = addBody(mechanism, std::move(block), "slider1");
  Place meeting = place;
  if (onBody) meeting.body.reset();  // it slides there instead of turning
  if (place.point && place.point->body == kGround) meeting.point.reset();
  attach(mechanism, body, meeting);
  const PointRef guide = pointAt(mechanism, carrier, place.position);
  return addJoint(mechanism, "slide1",
                  PrismaticJoint{guide,
                                 {body, 0},
                                 localDirection(mechanism, carrier, axis),
                                 startAngle(mechanism, carrier, body),
                                 startTurn(mechanism, carrier, body)});
}

std::optional<int> addSlot(Mechanism& mechanism, const Place& pin, int carrier, const Vector2& on,
                           const Vector2& direction) {
  const int own = pin.point ? pin.point->body : pin.body.value_or(kGround);
  if (own == carrier || !(direction.norm() > 0)) return {};
  const PointRef slides = pointAt(mechanism, pin), through = pointAt(mechanism, carrier, on);
  return addJoint(mechanism, "slot1",
                  SlotJoint{through, slides, localDirection(mechanism, carrier, direction.normalized())});
}

std::optional<int> weld(Mechanism& mechanism, PointRef a, PointRef b) {
  if (a.body == b.body) return {};
  if (isParticle(mechanism, a.body) || isParticle(mechanism, b.body)) return join(mechanism, a, b);
  if (b.body == kGround) std::swap(a, b);
  const double angle = startAngle(mechanism, a.body, b.body);
  for (std::size_t i = 0; i < mechanism.joints.size(); ++i) {
    Joint& joint = mechanism.joints[i];
    const auto [p, q] = endsOf(joint);
    const bool same = (samePlace(mechanism, p, a) && samePlace(mechanism, q, b)) ||
                      (samePlace(mechanism, p, b) && samePlace(mechanism, q, a));
    if (!same || !kindOf(joint).pointsCoincide()) continue;
    if (kindOf(joint).keepsAngle()) return {};
    joint.kind =
        FixedJoint{p, q, startAngle(mechanism, p.body, q.body), startTurn(mechanism, p.body, q.body)};
    for (int driver = int(mechanism.drivers.size()) - 1; driver >= 0; --driver)
      if (mechanism.drivers[std::size_t(driver)].joint == int(i))
        removePart(mechanism, {PartRef::Kind::Driver, driver});
    return int(i);
  }
  if (joined(mechanism, a, b)) return {};
  return addJoint(mechanism, pointsOf(mechanism, b.body)[std::size_t(b.point)].name,
                  FixedJoint{a, b, angle, startTurn(mechanism, a.body, b.body)});
}

std::optional<int> addRollingDisc(Mechanism& mechanism, const Place& centre, const Vector2& contact) {
  const Vector2 up = centre.position - contact;
  const double radius = up.norm();
  if (!(radius > 0)) return {};
  const int body = addBody(mechanism, uniformDisc(centre.position, radius), "wheel1");
  attach(mechanism, body, centre);
  const PointRef track = pointAt(mechanism, kGround, contact);
  // The disc is on the left of the axis.
  return addJoint(mechanism, "roll1",
                  RollingJoint{track, {body, 0}, Vector2(up.y(), -up.x()) / radius, radius});
}

}  // namespace holonom
