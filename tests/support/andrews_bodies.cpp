// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/andrews_bodies.h"

#include <array>
#include <cmath>

#include "core/dynamics/reference_problems/andrews_parameters.h"
#include "core/dynamics/reference_problems/andrews_relative.h"

namespace holonom {
namespace {

using namespace andrews;

enum { K1, K2, K3, K4, K5, K6, K7, kBodies };
enum { kO, kA, kB, kC };            // points of ground
enum { kFrame, kEnd, kSpringEnd };  // points of a body

struct BodyData {
  double mass, inertia;
  // in the body's frame, m; the frame's origin is the joint nearer to ground (K2: to the crank)
  Vector2 centre, end;
};

const std::array<BodyData, kBodies>& bodyData() {
  static const std::array<BodyData, kBodies> data{{{m1, I1, {ra, 0}, {rr, 0}},
                                                   {m2, I2, {-da, 0}, {-d, 0}},
                                                   {m3, I3, {sb, -sa}, {0, -ss}},
                                                   {m4, I4, {0, ea - e}, {0, -e}},
                                                   {m5, I5, {tb, -ta}, {zt, 0}},
                                                   {m6, I6, {zf - fa, 0}, {zf, 0}},
                                                   {m7, I7, {ua, -ub}, {0, -u}}}};
  return data;
}

struct Motion {
  Vector2 position = Vector2::Zero(), velocity = Vector2::Zero();
};

Motion carried(const Motion& frame, const Vector2& s, double angle, double rate) {
  const double c = std::cos(angle), si = std::sin(angle);
  const Vector2 arm(c * s.x() - si * s.y(), si * s.x() + c * s.y());
  return {frame.position + arm, frame.velocity + rate * perpendicular(arm)};
}

/// Motion of each body's frame: K1, K3, K5, K7 turn about ground points, K2, K4, K6 about the ends of K1, K5,
/// K7.
std::array<Motion, kBodies> frames(const Vector& angles, const Vector& rates) {
  const auto end = [&](const Motion& frame, int body) {
    return carried(frame, bodyData()[body].end, angles[body], rates[body]);
  };
  const Motion o, a{{xa, ya}, Vector2::Zero()}, b{{xb, yb}, Vector2::Zero()};
  return {o, end(o, K1), b, end(a, K5), a, end(a, K7), a};
}

}  // namespace

Vector andrewsBodyAngles(const Vector& q) {
  return (Vector(7) << q[0], q[0] + q[1], q[2], q[3] + q[4], q[4], q[5] + q[6], q[6]).finished();
}

BodyState andrewsBodyState(const Vector& relativeAngles, const Vector& relativeRates) {
  const Vector angles = andrewsBodyAngles(relativeAngles), rates = andrewsBodyAngles(relativeRates);
  const auto frame = frames(angles, rates);
  BodyState state{Vector(3 * kBodies), Vector(3 * kBodies)};
  for (int i = 0; i < kBodies; ++i) {
    const Motion centre = carried(frame[i], bodyData()[i].centre, angles[i], rates[i]);
    state.q.segment<3>(3 * i) << centre.position, angles[i];
    state.v.segment<3>(3 * i) << centre.velocity, rates[i];
  }
  return state;
}

Mechanism andrewsBodies() {
  Mechanism mechanism;
  mechanism.name = "Andrews' squeezing mechanism";
  mechanism.gravity.setZero();
  mechanism.ground.points = {{"O", {0, 0}}, {"A", {xa, ya}}, {"B", {xb, yb}}, {"C", {xc, yc}}};
  const Vector angles = andrewsBodyAngles(AndrewsRelative::initialCoordinates());
  const auto frame = frames(angles, Vector::Zero(kBodies));
  for (int i = 0; i < kBodies; ++i) {
    const BodyData& data = bodyData()[i];
    Body body;
    body.name = "K" + std::to_string(i + 1);
    body.mass = data.mass;
    body.inertia = data.inertia;
    body.centreOfMass = data.centre;
    body.position = frame[i].position;
    body.angle = angles[i];
    body.points = {{"frame", Vector2::Zero()}, {"end", data.end}};
    mechanism.bodies.push_back(std::move(body));
  }
  mechanism.bodies[K3].points.push_back({"D", {sd, -sc}});
  const auto pin = [](int bodyA, int pointA, int bodyB, int pointB) {
    return RevoluteJoint{{bodyA, pointA}, {bodyB, pointB}};
  };
  mechanism.joints = {{"O", pin(kGround, kO, K1, kFrame)}, {"F", pin(K1, kEnd, K2, kFrame)},
                      {"B", pin(kGround, kB, K3, kFrame)}, {"A5", pin(kGround, kA, K5, kFrame)},
                      {"H", pin(K5, kEnd, K4, kFrame)},    {"A7", pin(kGround, kA, K7, kFrame)},
                      {"G", pin(K7, kEnd, K6, kFrame)},    {"E3", pin(K2, kEnd, K3, kEnd)},
                      {"E4", pin(K2, kEnd, K4, kEnd)},     {"E6", pin(K2, kEnd, K6, kEnd)}};
  mechanism.forces = {
      {"spring", SpringDamper{{kGround, kC}, {K3, kSpringEnd}, kSpringStiffness, 0, kSpringLength}},
      {"motor", ConstantTorque{K1, kGround, kTorque}}};
  return mechanism;
}

}  // namespace holonom
