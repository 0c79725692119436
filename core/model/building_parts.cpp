// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/building.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <charconv>
#include <cmath>
#include <numbers>

#include "core/base/units.h"
#include "core/model/editing.h"
#include "core/model/particles.h"
#include "core/model/uniform_shape.h"

namespace holonom {
namespace {

double angleOf(const Mechanism& mechanism, int body) {
  return body == kGround ? 0 : mechanism.bodies[std::size_t(body)].angle;
}

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

}  // namespace

Joint converted(const Mechanism& mechanism, const Joint& joint, std::size_t kind) {
  const auto [a, b] = endsOf(joint);
  JointStart start;
  if (const Vector3* axis = axisOf(joint)) start.axis = *axis;
  const double* kept = keptAngle(joint);
  start.angle = kept ? *kept : angleOf(mechanism, b.body) - angleOf(mechanism, a.body);
  start.distance = (groundPosition(mechanism, b) - groundPosition(mechanism, a)).norm();
  start.size = characteristicLength(mechanism);
  return {joint.name, makeJoint(kind, a, b, start)};
}

double jointCoordinate(const Mechanism& mechanism, const Joint& joint) {
  const auto [a, b] = endsOf(joint);
  if (kindOf(joint).coordinate == JointCoordinate::Angle)
    return angleOf(mechanism, b.body) - angleOf(mechanism, a.body);
  if (const Vector3* slide = slideAxis(joint)) {
    const Vector2 axis = Eigen::Rotation2Dd(angleOf(mechanism, a.body)) * inPlane(*slide).normalized();
    return axis.dot(groundPosition(mechanism, b) - groundPosition(mechanism, a));
  }
  return 0;
}

std::optional<int> addMotor(Mechanism& mechanism, int joint) {
  const auto same = [joint](const Driver& driver) { return driver.joint == joint; };
  const Joint& driven = mechanism.joints[std::size_t(joint)];
  if (!isDrivable(mechanism, driven) || std::ranges::any_of(mechanism.drivers, same)) return {};
  const char* motion = slideAxis(driven) ? " + 0.1*sin(2*pi*t)" : " + 2*pi*t";
  const double start = jointCoordinate(mechanism, driven);
  const double clean = std::abs(start) < 1e-12 ? 0 : start;  // nobody wants to read what rounding left
  mechanism.drivers.push_back({uniqueName(mechanism, "motor1"), joint, numberText(clean) + motion});
  return int(mechanism.drivers.size()) - 1;
}

std::optional<int> addSpring(Mechanism& mechanism, PointRef a, PointRef b) {
  const double length = (groundPosition(mechanism, a) - groundPosition(mechanism, b)).norm();
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
  if (!slideAxis(held)) {
    const auto [a, b] = endsOf(held);
    mechanism.forces.push_back(
        {uniqueName(mechanism, "torque1"), TorqueExpression{b.body, a.body, name + ".u"}});
  }
  return int(mechanism.controllers.size()) - 1;
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

int addOutput(Mechanism& mechanism) {
  const bool empty = mechanism.bodies.empty();
  mechanism.outputs.push_back({uniqueName(mechanism, "output1"),
                               empty ? "t" : mechanism.bodies.front().name + ".y", empty ? "s" : "m"});
  return int(mechanism.outputs.size()) - 1;
}

bool isFree(const Mechanism& mechanism, int body) {
  return std::none_of(mechanism.joints.begin(), mechanism.joints.end(), [&](const Joint& joint) {
    const auto [a, b] = endsOf(joint);
    return a.body == body || b.body == body;
  });
}

void moveBody(Mechanism& mechanism, int body, const Vector2& shift) {
  mechanism.bodies[std::size_t(body)].position += Vector3(shift);
}

void turnBody(Mechanism& mechanism, int body, const Vector2& about, double angle) {
  Body& turned = mechanism.bodies[std::size_t(body)];
  turned.position = about + Eigen::Rotation2Dd(angle) * (inPlane(turned.position) - about);
  if (turned.turns()) turned.angle += angle;
}

bool stretch(Mechanism& mechanism, PointRef end, const Vector2& target) {
  if (end.body == kGround) {
    mechanism.ground.points[std::size_t(end.point)].position = target;
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
    if (changed.points.size() == 2) done = stretchBar(mechanism, end, target);
    else changed.points[std::size_t(end.point)].position = localPlace(mechanism, end.body, target);
  });
  if (done && shaped) return true;
  body = before;
  return false;
}

void keepAngles(Mechanism& mechanism) {
  for (Joint& joint : mechanism.joints) {
    const auto [a, b] = endsOf(joint);
    if (double* kept = keptAngle(joint)) *kept = angleOf(mechanism, b.body) - angleOf(mechanism, a.body);
  }
}

void keepMotors(Mechanism& mechanism, const Mechanism& before) {
  for (Driver& driver : mechanism.drivers) {
    const std::size_t joint = std::size_t(driver.joint);
    const double shift =
        jointCoordinate(mechanism, mechanism.joints[joint]) - jointCoordinate(before, before.joints[joint]);
    if (std::abs(shift) > 1e-12) driver.motion = shifted(driver.motion, shift);
  }
}

}  // namespace holonom
