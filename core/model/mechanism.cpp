// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/mechanism.h"

#include <algorithm>
#include <cmath>
#include <concepts>

#include "core/math/euler_parameters.h"
#include "core/math/pose.h"
#include "core/model/body_plane.h"
#include "core/model/centre_motion.h"
#include "core/model/particles.h"
#include "core/model/points_of.h"

namespace holonom {

Mechanism::Mechanism() = default;
Mechanism::Mechanism(const Mechanism&) = default;
Mechanism::Mechanism(Mechanism&&) noexcept = default;
Mechanism& Mechanism::operator=(const Mechanism&) = default;
Mechanism& Mechanism::operator=(Mechanism&&) noexcept = default;
Mechanism::~Mechanism() = default;
bool Mechanism::operator==(const Mechanism&) const = default;
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
std::vector<Vector3> initialPlaces(const Mechanism& mechanism) {
  std::vector<Vector3> places;
  for (const int point : usedGroundPoints(mechanism))
    places.push_back(mechanism.ground.points.at(static_cast<std::size_t>(point)).position);
  for (const Body& body : mechanism.bodies) {
    const Pose pose = initialPose(body);
    places.push_back(pose.position);
    for (const Point& point : body.points) places.push_back(pose.toGround(point.position));
  }
  return places;
}

/// In space all pairs are compared up to so many places, of more the diagonal of their box is near enough.
constexpr std::size_t kFewPlaces = 400;

double largestDistance(const std::vector<Vector3>& places) {
  double largest = 0;
  if (places.size() > kFewPlaces) {
    Vector3 low = places.front(), high = low;
    for (const Vector3& place : places) {
      low = low.cwiseMin(place);
      high = high.cwiseMax(place);
    }
    return (high - low).norm();
  }
  for (std::size_t i = 0; i < places.size(); ++i)
    for (std::size_t j = i + 1; j < places.size(); ++j)
      largest = std::max(largest, (places[i] - places[j]).norm());
  return largest;
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

/// The two farthest places are corners of the convex hull.
double largestDistanceInPlane(const std::vector<Vector3>& all) {
  std::vector<Vector2> places;
  for (const Vector3& place : all) places.push_back(inPlane(place));
  std::sort(places.begin(), places.end(), [](const Vector2& a, const Vector2& b) {
    return a.x() != b.x() ? a.x() < b.x() : a.y() < b.y();
  });
  std::vector<Vector2> hull;
  appendHalfHull(places.begin(), places.end(), hull);
  appendHalfHull(places.rbegin(), places.rend(), hull);
  double largest = 0;
  for (std::size_t i = 0; i < hull.size(); ++i)
    for (std::size_t j = i + 1; j < hull.size(); ++j) largest = std::max(largest, (hull[i] - hull[j]).norm());
  return largest;
}

/// Of stops and springs, where all points lie on each other; 0 when there is none.
double lengthOfForces(const Mechanism& mechanism) {
  double largest = 0;
  for (const Force& force : mechanism.forces) {
    if (const auto* spring = std::get_if<SpringDamper>(&force.kind))
      largest = std::max(largest, spring->freeLength);
    const auto* stop = std::get_if<Stop>(&force.kind);
    if (!stop) continue;
    if (stop->joint >= 0 && !slideAxis(mechanism.joints.at(std::size_t(stop->joint)), stop->coordinate))
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
    if (const double inertia = body.isSpatial() ? body.moments.maxCoeff() : body.inertia;
        body.turns() && body.mass > 0 && inertia > 0)
      largest = std::max(largest, std::sqrt(inertia / body.mass));
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

int jointOf(const Force& force) {
  return std::visit(
      [](const auto& kind) {
        if constexpr (requires { kind.joint; }) return kind.joint;
        return -1;
      },
      force.kind);
}

int jointCoordinateOf(const Force& force) {
  return std::visit(
      [](const auto& kind) {
        if constexpr (requires { kind.coordinate; }) return kind.coordinate;
        return 0;
      },
      force.kind);
}

const Vector3& localPosition(const Mechanism& mechanism, PointRef ref) {
  return pointsOf(mechanism, ref.body).at(static_cast<std::size_t>(ref.point)).position;
}

Matrix3 localAxes(const Mechanism& mechanism, PointRef ref) {
  const Point& point = pointsOf(mechanism, ref.body).at(static_cast<std::size_t>(ref.point));
  return rotationMatrix(eulerParameters(point.axis, point.angle));
}

std::string nameOf(const Mechanism& mechanism, PointRef ref) {
  const std::string body =
      ref.body == kGround ? "ground" : mechanism.bodies.at(static_cast<std::size_t>(ref.body)).name;
  return body + "." + pointsOf(mechanism, ref.body).at(static_cast<std::size_t>(ref.point)).name;
}

bool isSpatial(const Mechanism& mechanism, int body) {
  return body != kGround && mechanism.bodies[std::size_t(body)].isSpatial();
}

bool isSpatial(const Mechanism& mechanism) { return std::ranges::any_of(mechanism.bodies, &Body::isSpatial); }

bool actsInSpace(const Mechanism& mechanism, const Joint& joint) {
  const auto [a, b] = endsOf(joint);
  return isSpatial(mechanism, a.body) || isSpatial(mechanism, b.body) || kindOf(joint).rows.empty();
}

bool actsInSpace(const Mechanism& mechanism, const Force& force) {
  if (const int joint = jointOf(force); joint >= 0)
    return actsInSpace(mechanism, mechanism.joints[std::size_t(joint)]);
  return std::visit(
      [&](const auto& kind) {
        if constexpr (requires { kind.grabs; })
          return kind.grabs.empty()  // it may take hold of any body yet
                     ? isSpatial(mechanism)
                     : std::ranges::any_of(kind.grabs,
                                           [&](const auto& grab) { return isSpatial(mechanism, grab.body); });
        if constexpr (requires { kind.a, kind.b; })
          return isSpatial(mechanism, kind.a.body) || isSpatial(mechanism, kind.b.body);
        if constexpr (requires { kind.at.body; }) return isSpatial(mechanism, kind.at.body);
        if constexpr (requires { kind.body, kind.reaction; })
          return isSpatial(mechanism, kind.body) || isSpatial(mechanism, kind.reaction);
        return false;
      },
      force.kind);
}

const std::vector<JointRow>& rowsOf(const Mechanism& mechanism, const Joint& joint) {
  if (!actsInSpace(mechanism, joint)) return kindOf(joint).rows;
  const std::optional<Vector3> normal = planeNormal(mechanism, joint);
  if (!normal) return kindOf(joint).rowsInSpace;
  static const std::vector<JointRow> turn{kRowAngle}, slider{kRowNormal, kRowAngle},
      weld = acrossInSpace() + turn;
  if (std::holds_alternative<RevoluteJoint>(joint.kind)) return acrossInSpace();
  if (std::holds_alternative<SameOrientationJoint>(joint.kind)) return turn;
  const auto* slide = std::get_if<PrismaticJoint>(&joint.kind);
  return slide && liesInPlane(slide->axis, *normal) ? slider : weld;
}

bool keepsPositions(const Mechanism& mechanism, const Joint& joint) {
  return std::ranges::any_of(rowsOf(mechanism, joint),
                             [](const JointRow& row) { return row.keeps != JointRow::Keeps::Velocity; });
}

int rowCount(const Mechanism& mechanism, const Joint& joint) { return int(rowsOf(mechanism, joint).size()); }

std::optional<JointCoordinate> coordinateOf(const Joint& joint, int number) {
  const std::vector<JointCoordinate>& all = kindOf(joint).coordinates;
  if (number < 0 || number >= std::ssize(all)) return {};
  return all[std::size_t(number)];
}

int coordinateCount(const Joint& joint) { return int(kindOf(joint).coordinates.size()); }

const std::array<const char*, 2>& coordinateSymbols(int number) {
  static constexpr std::array<std::array<const char*, 2>, kMostJointCoordinates> kSymbols{
      {{".position", ".velocity"},
       {".position2", ".velocity2"},
       {".position3", ".velocity3"},
       {".position4", ".velocity4"},
       {".position5", ".velocity5"}}};
  return kSymbols.at(std::size_t(number));
}

namespace {

std::vector<std::string> wordsOfWays(const Joint& joint) {
  if (std::holds_alternative<ParallelAxesJoint>(joint.kind))
    return {tr("first way across the axis"), tr("second way across the axis"), tr("way along the axis")};
  switch (std::ranges::count(kindOf(joint).coordinates, JointCoordinate::Way)) {
    case 1: return {tr("way along the axis")};
    case 2: return {tr("first way on the plane"), tr("second way on the plane")};
    default:
      return {tr("way along x of the first body"), tr("way along y of the first body"),
              tr("way along z of the first body")};
  }
}

std::vector<std::string> wordsOfCardanAngles(const Joint& joint) {
  if (std::holds_alternative<ConstantVelocityJoint>(joint.kind))
    return {tr("bend about an axis across the first shaft"), tr("bend across that, up to a right angle")};
  if (std::holds_alternative<RollingJoint>(joint.kind))
    return {tr("heading about the normal"), tr("lean of the axle, up to a right angle"),
            tr("roll about the axle")};
  return {tr("turn about x of the first point"), tr("tilt about the turned y, up to a right angle"),
          tr("turn about z of the second point")};
}

}  // namespace

std::vector<std::string> coordinateWords(const Joint& joint) {
  const std::vector<JointCoordinate>& all = kindOf(joint).coordinates;
  const std::vector<std::string> ways = wordsOfWays(joint), angles = wordsOfCardanAngles(joint);
  const bool onPlane = std::holds_alternative<PlanarJoint>(joint.kind);
  std::vector<std::string> words;
  std::size_t way = 0, angle = 0;
  for (std::size_t i = 0; i < all.size(); ++i) switch (all[i]) {
      case JointCoordinate::Way: words.push_back(ways.at(way++)); break;
      case JointCoordinate::Angle:
        words.push_back(onPlane ? tr("turn about the normal")
                        : i > 0 ? tr("turn about the second axis")
                        : std::ranges::count(all, JointCoordinate::Angle) > 1
                            ? tr("turn about the first axis")
                            : tr("turn about the axis"));
        break;
      case JointCoordinate::Swing: words.push_back(tr("turn of the rod about the hinge")); break;
      case JointCoordinate::Cardan: words.push_back(angles.at(angle++)); break;
    }
  return words;
}

const char* formulaKey(Driver::Prescribes prescribes) {
  switch (prescribes) {
    case Driver::Prescribes::Velocity: return "velocity";
    case Driver::Prescribes::Acceleration: return "acceleration";
    case Driver::Prescribes::Position: break;
  }
  return "motion";
}

bool isDrivable(const Mechanism& mechanism, const Joint& joint, int coordinate) {
  const auto [a, b] = endsOf(joint);
  const std::optional<JointCoordinate> sort = coordinateOf(joint, coordinate);
  if (!sort || (!actsInSpace(mechanism, joint) && (coordinate > 0 || sort == JointCoordinate::Cardan)))
    return false;
  return sort == JointCoordinate::Way || sort == JointCoordinate::Swing ||
         (!isParticle(mechanism, a.body) && !isParticle(mechanism, b.body));
}

const Vector3* axisOf(const Joint& joint) {
  return memberOf<Vector3>(
      joint, [](auto& kind) requires requires { kind.axis; } { return &kind.axis; });
}

Vector3* axisOf(Joint& joint) { return const_cast<Vector3*>(axisOf(std::as_const(joint))); }

std::array<Vector3, 2> waysOnPlane(const Vector3& normal) {
  constexpr double kNear = 0.9;
  const Vector3 n = normal.normalized(),
                start = std::abs(n.x()) < kNear ? Vector3::UnitX() : Vector3::UnitY();
  const Vector3 first = (start - start.dot(n) * n).normalized();
  return {first, n.cross(first)};
}

std::optional<Vector3> slideAxis(const Joint& joint, int coordinate) {
  if (coordinateOf(joint, coordinate) != JointCoordinate::Way) return {};
  const auto first = kindOf(joint).coordinates.begin();
  const auto way = std::size_t(std::count(first, first + coordinate, JointCoordinate::Way));
  if (const Vector3* normal = groundNormal(joint)) return waysOnPlane(*normal).at(way);
  if (const auto* parallel = std::get_if<ParallelAxesJoint>(&joint.kind))
    return way < 2 ? waysOnPlane(parallel->axis)[way] : parallel->axis;
  switch (std::ranges::count(kindOf(joint).coordinates, JointCoordinate::Way)) {
    case 1: return *axisOf(joint);
    case 2: return waysOnPlane(*axisOf(joint)).at(way);
    default: return Vector3::Unit(Eigen::Index(way));
  }
}

const Vector3* groundNormal(const Joint& joint) {
  return memberOf<Vector3>(
      joint, [](auto& kind) requires requires { kind.normal; } { return &kind.normal; });
}

const double* keptAngle(const Joint& joint) {
  return memberOf<double>(
      joint, [](auto& kind) requires requires { kind.angle; } { return &kind.angle; });
}

double* keptAngle(Joint& joint) { return const_cast<double*>(keptAngle(std::as_const(joint))); }

Vector3* keptTurn(Joint& joint) {
  return const_cast<Vector3*>(memberOf<Vector3>(
      joint, [](auto& kind) requires requires { kind.turn; } { return &kind.turn; }));
}

const double* discRadius(const Joint& joint) {
  return memberOf<double>(
      joint, [](auto& kind) requires requires { kind.radius; } { return &kind.radius; });
}

const double* rodLength(const Joint& joint) {
  return memberOf<double>(
      joint, [](auto& kind) requires requires { kind.length; } { return &kind.length; });
}

bool isAngleRow(const Mechanism& mechanism, const Joint& joint, int k) {
  return rowsOf(mechanism, joint).at(std::size_t(k)).keeps == JointRow::Keeps::Angle;
}

double characteristicLength(const Mechanism& mechanism) {
  const std::vector<Vector3> places = initialPlaces(mechanism);
  double largest = isSpatial(mechanism) ? largestDistance(places) : largestDistanceInPlane(places);
  for (const Joint& joint : mechanism.joints)
    if (const double* radius = discRadius(joint)) largest = std::max(largest, 2 * *radius);
  // of bodies whose points all lie on each other, written files may leave them apart by rounding
  constexpr double kShare = 0.01;
  const double gyration = largestGyrationRadius(mechanism), least = kShare * gyration;
  if (!(largest > least)) largest = lengthOfForces(mechanism);
  if (!(largest > least)) largest = gyration;
  return largest > 0 ? largest : 1;
}

}  // namespace holonom
