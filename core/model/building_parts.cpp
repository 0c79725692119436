// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/math/pose.h"
#include "core/model/building.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <numbers>
#include <string_view>

#include "core/base/units.h"
#include "core/math/tidied.h"
#include "core/model/centre_motion.h"
#include "core/model/editing.h"
#include "core/model/part_view.h"
#include "core/model/particles.h"
#include "core/model/points_of.h"
#include "core/model/symbols.h"
#include "core/model/turn_axes.h"
#include "core/model/uniform_shape.h"

namespace holonom {
namespace {

/// The motion later by a constant: a number in front that stands alone changes, anything else gets one.
std::string shifted(const std::string& motion, double shift) {
  double value = 0;
  const char* end = motion.data() + motion.size();
  const auto [stop, error] = std::from_chars(motion.data(), end, value);
  const std::string rest(stop, end);
  if (error == std::errc() && (rest.empty() || rest.starts_with(" + ") || rest.starts_with(" - ")))
    return numberText(value + shift) + rest;
  return numberText(shift) + " + (" + motion + ")";
}

/// The other end stays.
bool stretchBar(Mechanism& mechanism, PointRef end, const Vector2& target) {
  const PointRef other{end.body, 1 - end.point};
  const Vector2 fixed = groundPosition(mechanism, other), before = groundPosition(mechanism, end) - fixed,
                after = target - fixed;
  if (!(after.norm() > 1e-6 * characteristicLength(mechanism)) || !(before.norm() > 0)) return false;
  Body& bar = mechanism.bodies[std::size_t(end.body)];
  const double ratio = after.norm() / before.norm();
  const double turn = std::atan2(before.x() * after.y() - before.y() * after.x(), before.dot(after));
  for (Point& point : bar.points) point.position *= ratio;
  bar.angle += turn;
  bar.position += Vector3(fixed - groundPosition(mechanism, other));
  return true;
}

/// As long as the last body in space is from its first to its second point.
double lengthOfBox(const Mechanism& mechanism) {
  constexpr double kLength = 0.3;  // m, and of the size of what is there
  for (auto body = mechanism.bodies.rbegin(); body != mechanism.bodies.rend(); ++body)
    if (body->isSpatial() && body->points.size() > 1)
      if (const double length = (body->points[1].position - body->points[0].position).norm(); length > 0)
        return length;
  return mechanism.bodies.empty() ? kLength : kLength * characteristicLength(mechanism);
}

/// Of a body in space.
void turnAboutZ(Body& body, double angle) {
  const AxisAngle turn = axisAngle(composed(eulerParameters(Vector3::UnitZ(), angle), initialTurn(body)));
  body.axis = turn.axis;
  body.angle = turn.angle;
}

/// The point of a body in space, which keeps its z.
void moveInItsPlane(Mechanism& mechanism, PointRef end, const Vector2& target) {
  Body& body = mechanism.bodies[std::size_t(end.body)];
  const double z = startPlace(mechanism, end).z();
  body.points[std::size_t(end.point)].position = initialPose(body).toLocal({target.x(), target.y(), z});
}

constexpr std::array<const char*, 2> kAxisKeys{"axis", "secondAxis"};

/// The axes that a kind of joint has in space, in its first and in its second body; null where it has none.
std::array<Vector3*, 2> axesInSpace(Joint& joint) {
  std::array<Vector3*, 2> axes{};
  for (const PartValue& value : viewOf(joint).values)
    for (std::size_t i = 0; i < 2; ++i)
      if (value.isDirection && value.where == Where::Space && std::string_view(value.key) == kAxisKeys[i])
        axes[i] = std::get<Vector3*>(value.member);
  return axes;
}

bool hasOwnAxes(const Mechanism& mechanism, PointRef end) {
  return pointsOf(mechanism, end.body)[std::size_t(end.point)].angle != 0;
}

/// Where one of the points has no axes of its own, an axis that lies along that of the other follows it.
void alignAxes(const Mechanism& mechanism, Joint& joint, const Vector3& turn) {
  const auto [a, b] = endsOf(joint);
  const bool first = hasOwnAxes(mechanism, a);
  if (first == hasOwnAxes(mechanism, b) || !actsInSpace(mechanism, joint)) return;
  const Matrix3 R = rotationMatrix(eulerParameters(turn));  // from the axes of the second body
  Joint usual{"", newJoint(joint.kind.index())};
  const auto [axis, second] = axesInSpace(joint);
  const auto [usualAxis, usualSecond] = axesInSpace(usual);
  if (!axis || !second || *usualAxis != *usualSecond) return;
  if (first) *second = R.transpose() * *axis;
  else *axis = R * *second;
}

}  // namespace

void takeAxesOfPoints(const Mechanism& mechanism, Joint& joint,
                      const std::function<bool(const char* key)>& isGiven) {
  if (!actsInSpace(mechanism, joint)) return;
  const std::array<Vector3*, 2> axes = axesInSpace(joint);
  const auto [a, b] = endsOf(joint);
  const PointRef ends[] = {a, b};
  for (std::size_t i = 0; i < 2; ++i)
    if (axes[i] && !(isGiven && isGiven(kAxisKeys[i])) && hasOwnAxes(mechanism, ends[i]))
      *axes[i] = unitDirection(Vector3(localAxes(mechanism, ends[i]).col(2))).value();
}

Joint converted(const Mechanism& mechanism, const Joint& joint, std::size_t kind) {
  const auto [a, b] = endsOf(joint);
  JointStart start;
  if (const Vector3* axis = axisOf(joint)) start.axis = *axis;
  const double* kept = actsInSpace(mechanism, joint) ? nullptr : keptAngle(joint);
  start.angle = kept ? *kept : startAngle(mechanism, a.body, b.body);
  start.turn = startTurn(mechanism, a.body, b.body);
  start.distance = (startPlace(mechanism, b) - startPlace(mechanism, a)).norm();
  start.size = characteristicLength(mechanism);
  Joint made{joint.name, makeJoint(kind, a, b, start)};
  if (auto* disc = std::get_if<RollingJoint>(&made.kind); disc && actsInSpace(mechanism, made))
    disc->axis = RollingJoint().axis;  // of the plane only, not written
  takeAxesOfPoints(mechanism, made);
  alignAxes(mechanism, made, start.turn);
  return made;
}

double jointCoordinate(const Mechanism& mechanism, const Joint& joint, int coordinate) {
  const auto [a, b] = endsOf(joint);
  if (actsInSpace(mechanism, joint)) {
    const Matrix3 first = startRotation(mechanism, a.body), second = startRotation(mechanism, b.body);
    if (const auto slide = slideAxis(joint, coordinate))
      return (first * slide->normalized()).dot(startPlace(mechanism, b) - startPlace(mechanism, a));
    const Matrix3 turned = first.transpose() * second;
    if (const auto tilt = tiltOf(mechanism, joint, coordinate))
      return std::asin(std::clamp(tilt->first.dot(turned * tilt->second), -1.0, 1.0));
    const auto turn = turnOf(mechanism, joint, coordinate);
    if (!turn) return 0;
    const Vector3 line = first.transpose() * (startPlace(mechanism, b) - startPlace(mechanism, a));
    const double angle = turn->ofLine ? std::atan2(turn->g.dot(line), turn->f.dot(line))
                                      : std::atan2(turn->g.dot(turned * turn->secondOfSine),
                                                   turn->f.dot(turned * turn->second));
    constexpr double kTurn = 2 * std::numbers::pi, kRounding = 1e-9;
    if (const auto* screw = std::get_if<ScrewJoint>(&joint.kind)) {  // its way tells whole turns
      const double way =
          (first * screw->axis.normalized()).dot(startPlace(mechanism, b) - startPlace(mechanism, a));
      return angle + kTurn * std::round(way / screw->pitch - angle / kTurn);
    }
    // of half a turn rounding has the sign
    return angle < kRounding - kTurn / 2 ? angle + kTurn : angle;
  }
  if (coordinateOf(joint) == JointCoordinate::Angle) return startAngle(mechanism, a.body, b.body);
  if (const auto slide = slideAxis(joint)) {
    const Vector2 axis =
        Eigen::Rotation2Dd(startAngle(mechanism, kGround, a.body)) * directionInPlane(*slide);
    return axis.dot(groundPosition(mechanism, b) - groundPosition(mechanism, a));
  }
  return 0;
}

std::optional<int> addMotor(Mechanism& mechanism, int joint) {
  int coordinate = 0;  // the first that has none
  const auto same = [&](const Driver& driver) {
    return driver.joint == joint && driver.coordinate == coordinate;
  };
  const Joint& driven = mechanism.joints[std::size_t(joint)];
  while (std::ranges::any_of(mechanism.drivers, same)) ++coordinate;
  if (!isDrivable(mechanism, driven, coordinate)) return {};
  const auto sort = coordinateOf(driven, coordinate);
  const bool swings = sort != JointCoordinate::Angle && sort != JointCoordinate::Swing;
  const char* motion = swings ? " + 0.1*sin(2*pi*t)" : " + 2*pi*t";
  const double start = jointCoordinate(mechanism, driven, coordinate);
  const double clean = std::abs(start) < 1e-12 ? 0 : start;  // nobody wants to read what rounding left
  mechanism.drivers.push_back(
      {uniqueName(mechanism, "motor1"), joint, numberText(clean) + motion, coordinate});
  return int(mechanism.drivers.size()) - 1;
}

std::optional<int> addSpring(Mechanism& mechanism, PointRef a, PointRef b) {
  const double length = (startPlace(mechanism, a) - startPlace(mechanism, b)).norm();
  if (a.body == b.body || !(length > 0)) return {};
  mechanism.forces.push_back(
      {uniqueName(mechanism, "spring1"), SpringDamper{a, b, kSpringStiffness, kSpringDamping, length}});
  return int(mechanism.forces.size()) - 1;
}

int addForce(Mechanism& mechanism, PointRef at, const Vector2& force) {
  mechanism.forces.push_back({uniqueName(mechanism, "force1"), ConstantForce{at, force, false}});
  return int(mechanism.forces.size()) - 1;
}

int addTorque(Mechanism& mechanism, int body, double torque) {
  mechanism.forces.push_back({uniqueName(mechanism, "torque1"), ConstantTorque{body, kGround, torque}});
  return int(mechanism.forces.size()) - 1;
}

std::optional<int> addStop(Mechanism& mechanism, int joint) {
  const Joint& limited = mechanism.joints[std::size_t(joint)];
  if (!isDrivable(mechanism, limited)) return {};
  const bool turns = !slideAxis(limited);
  const double place = jointCoordinate(mechanism, limited),
               way = turns ? 0.5 * std::numbers::pi : 0.25 * characteristicLength(mechanism);
  Stop stop{joint, {}, {}, place - way, place + way, 0, 0, 0.5};
  if (!mechanism.drivers.empty()) {  // a prescribed motion cannot be thrown back
    stop.restitution.reset();
    stop.stiffness = usualStopStiffness(turns);
  }
  mechanism.forces.push_back({uniqueName(mechanism, "stop1"), stop});
  return int(mechanism.forces.size()) - 1;
}

std::optional<int> addPid(Mechanism& mechanism, int joint) {
  const Joint& held = mechanism.joints[std::size_t(joint)];
  if (!isDrivable(mechanism, held)) return {};
  const double place = jointCoordinate(mechanism, held);
  const std::string name = uniqueName(mechanism, "pid1");
  mechanism.controllers.push_back(
      {name, PidController{joint, numberText(std::abs(place) < 1e-12 ? 0 : place), 50, 20, 5, {}}});
  mechanism.forces.push_back({uniqueName(mechanism, "drive1"), JointForce{joint, name + ".u"}});
  return int(mechanism.controllers.size()) - 1;
}

std::optional<int> addJointForce(Mechanism& mechanism, int joint) {
  if (!isDrivable(mechanism, mechanism.joints[std::size_t(joint)])) return {};
  mechanism.forces.push_back({uniqueName(mechanism, "drive1"), JointForce{joint, "1"}});
  return int(mechanism.forces.size()) - 1;
}

std::optional<int> addJointSpring(Mechanism& mechanism, int joint) {
  const Joint& pulled = mechanism.joints[std::size_t(joint)];
  if (!isDrivable(mechanism, pulled)) return {};
  const double place = jointCoordinate(mechanism, pulled);
  JointSpring spring{joint, slideAxis(pulled) ? kSpringStiffness : kTorsionStiffness, 0, 0};
  spring.rest = std::abs(place) < 1e-12 ? 0 : place;
  mechanism.forces.push_back({uniqueName(mechanism, "spring1"), spring});
  return int(mechanism.forces.size()) - 1;
}

std::optional<int> addConstraint(Mechanism& mechanism) {
  if (mechanism.bodies.empty()) return {};
  const Body& body = mechanism.bodies.front();
  const Vector3 centre = centreMotion(body).place;
  mechanism.constraints.push_back({uniqueName(mechanism, "constraint1"),
                                   FormulaConstraint{body.name + ".y - (" + numberText(centre.y()) + ")"}});
  return int(mechanism.constraints.size()) - 1;
}

std::string startText(const Mechanism& mechanism, PointRef point, int component) {
  constexpr int kDigits = 12;  // further ones are rounding
  return numberText(tidied(startPlace(mechanism, point)[component], characteristicLength(mechanism)),
                    kDigits);
}

int addPath(Mechanism& mechanism, PointRef point) {
  PathConstraint path{point, startText(mechanism, point, 0), startText(mechanism, point, 1), ""};
  if (isSpatial(mechanism, point.body)) path.z = startText(mechanism, point, 2);
  mechanism.constraints.push_back({uniqueName(mechanism, "path1"), path});
  return int(mechanism.constraints.size()) - 1;
}

int addEquations(Mechanism& mechanism) {
  const std::string name = uniqueName(mechanism, "controller1");
  mechanism.controllers.push_back(
      {name, ControlLaw{{{"x", 0, "(1 - " + name + ".x)/0.1"}}, {}, {{"u", name + ".x"}}}});
  return int(mechanism.controllers.size()) - 1;
}

int addEvent(Mechanism& mechanism) {
  mechanism.events.push_back({uniqueName(mechanism, "event1"), "t - 1"});
  return int(mechanism.events.size()) - 1;
}

int addOutput(Mechanism& mechanism, const PartRef& of) {
  const std::string name = partName(mechanism, of);
  const std::string whole = of.point < 0 ? name : partName(mechanism, {of.kind, of.index}) + "." + name;
  std::string symbol = firstSymbolOf(mechanism, whole);
  if (symbol.empty()) symbol = mechanism.bodies.empty() ? "t" : mechanism.bodies.front().name + ".y";
  mechanism.outputs.push_back(
      {uniqueName(mechanism, "output1"), symbol, unitOf(mechanism, symbol).value_or("")});
  return int(mechanism.outputs.size()) - 1;
}

int addSpatialBody(Mechanism& mechanism) {
  const double length = lengthOfBox(mechanism);
  const Vector3 edges = length * Vector3(1, 2. / 3, 1. / 3);
  Body body;
  body.name = uniqueName(mechanism, "body1");
  body.kind = Body::Kind::Spatial;
  for (int k = 0; k < 3; ++k) body.moments[k] = body.mass / 12 * (edges.squaredNorm() - edges[k] * edges[k]);
  body.points = {{"A", {-0.5 * length, 0}}, {"B", {0.5 * length, 0}}};
  body.display.shape = Shape::Box;
  const auto isTaken = [&](const Body& other) {
    return other.isSpatial() && (other.position - body.position).norm() < length;
  };
  while (std::any_of(mechanism.bodies.begin(), mechanism.bodies.end(), isTaken))
    body.position.x() += 1.5 * length;
  mechanism.bodies.push_back(std::move(body));
  return int(mechanism.bodies.size()) - 1;
}

std::optional<int> joinInSpace(Mechanism& mechanism, PointRef a, PointRef b) {
  const std::optional<int> added = join(mechanism, a, b);
  if (!added) return {};
  Joint& joint = mechanism.joints[std::size_t(*added)];
  if (!actsInSpace(mechanism, joint)) return added;
  const auto [first, second] = endsOf(joint);
  joint.kind = SphericalJoint{first, second};
  return added;
}

bool isFree(const Mechanism& mechanism, int body) {
  return std::none_of(mechanism.joints.begin(), mechanism.joints.end(), [&](const Joint& joint) {
    const auto [a, b] = endsOf(joint);
    return a.body == body || b.body == body;
  });
}

void moveBody(Mechanism& mechanism, int body, const Vector3& shift) {
  mechanism.bodies[std::size_t(body)].position +=
      isSpatial(mechanism, body) ? shift : Vector3(inPlane(shift));
}

void turnBody(Mechanism& mechanism, int body, const Vector2& about, double angle) {
  Body& turned = mechanism.bodies[std::size_t(body)];
  const Vector2 place = about + Eigen::Rotation2Dd(angle) * (inPlane(turned.position) - about);
  turned.position = Vector3(place.x(), place.y(), turned.position.z());
  if (!turned.turns()) return;
  if (turned.isSpatial()) turnAboutZ(turned, angle);
  else turned.angle += angle;
}

bool stretch(Mechanism& mechanism, PointRef end, const Vector2& target) {
  if (end.body == kGround) {
    Vector3& place = mechanism.ground.points[std::size_t(end.point)].position;
    place = Vector3(target.x(), target.y(), place.z());
    return true;
  }
  if (isParticle(mechanism, end.body)) {
    moveBody(mechanism, end.body, target - groundPosition(mechanism, end));
    return true;
  }
  Body& body = mechanism.bodies[std::size_t(end.body)];
  const Body before = body;
  bool done = true;
  const bool shaped = changePoints(body, [&](Body& changed) {
    if (changed.isSpatial()) moveInItsPlane(mechanism, end, target);
    else if (changed.points.size() == 2) done = stretchBar(mechanism, end, target);
    else changed.points[std::size_t(end.point)].position = localPlace(mechanism, end.body, target);
  });
  if (done && shaped) return true;
  body = before;
  return false;
}

void keepAngles(Mechanism& mechanism) {
  for (Joint& joint : mechanism.joints) keepAngles(mechanism, joint);
}

void keepAngles(const Mechanism& mechanism, Joint& joint) {
  const auto [a, b] = endsOf(joint);
  if (double* kept = keptAngle(joint)) *kept = startAngle(mechanism, a.body, b.body);
  if (Vector3* kept = keptTurn(joint)) *kept = startTurn(mechanism, a.body, b.body);
}

void keepPrescribed(Mechanism& mechanism, const Mechanism& before) {
  constexpr double kAssembled = 1e-9;  // drivers hold their joints as exactly
  for (Driver& driver : mechanism.drivers) {
    if (driver.prescribes == Driver::Prescribes::Position || driver.startPosition) continue;
    const Joint& joint = before.joints[std::size_t(driver.joint)];
    const double start = jointCoordinate(before, joint, driver.coordinate);
    if (std::abs(jointCoordinate(mechanism, joint, driver.coordinate) - start) > kAssembled)
      driver.startPosition = start;
  }
}

void keepMotors(Mechanism& mechanism, const Mechanism& before) {
  for (Driver& driver : mechanism.drivers) {
    const std::size_t joint = std::size_t(driver.joint);
    const double shift = jointCoordinate(mechanism, mechanism.joints[joint], driver.coordinate) -
                         jointCoordinate(before, before.joints[joint], driver.coordinate);
    if (std::abs(shift) < 1e-12) continue;
    if (driver.prescribes == Driver::Prescribes::Position) driver.motion = shifted(driver.motion, shift);
    else if (driver.startPosition) *driver.startPosition += shift;
  }
}

}  // namespace holonom
