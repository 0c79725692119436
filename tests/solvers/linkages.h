// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cmath>
#include <string>

#include "core/model/mechanism.h"

/// Planar linkages of uniform bars (1 kg per metre) for tests. Every bar has the points start, end and
/// middle.
namespace holonom::linkages {

enum BarPoint { kStart, kEnd, kMiddle };

inline Body bar(std::string name, double length, Vector2 from, double angle) {
  Body body;
  body.name = std::move(name);
  body.mass = length;
  body.inertia = length * length * length / 12;
  body.centreOfMass = {0.5 * length, 0};
  body.position = from;
  body.angle = angle;
  body.points = {{"start", {0, 0}}, {"end", {length, 0}}, {"middle", {0.5 * length, 0}}};
  return body;
}

/// A body with one point P, at its centre of mass and its origin.
inline Body bodyAt(const char* name, double mass, double inertia, Vector2 position, double angle = 0) {
  Body body;
  body.name = name;
  body.mass = mass;
  body.inertia = inertia;
  body.position = std::move(position);
  body.angle = angle;
  body.points = {{"P", Vector2::Zero()}};
  return body;
}

/// One bar of 1 m hinged at the origin.
inline Mechanism pendulum(double angle = 0) {
  Mechanism m;
  m.ground.points = {{"O", {0, 0}}};
  m.bodies = {bar("bar", 1, {0, 0}, angle)};
  m.joints = {{"hinge", RevoluteJoint{{kGround, 0}, {0, kStart}}}};
  return m;
}

/// Two bars of 1 m, the second hinged to the end of the first, both along x. Joints O (ground), A.
inline Mechanism doublePendulum() {
  Mechanism m;
  m.ground.points = {{"O", {0, 0}}};
  m.bodies = {bar("upper", 1, {0, 0}, 0), bar("lower", 1, {1, 0}, 0)};
  m.joints = {{"O", RevoluteJoint{{kGround, 0}, {0, kStart}}}, {"A", RevoluteJoint{{0, kEnd}, {1, kStart}}}};
  return m;
}

/// Crank, coupler and rocker between the pivots (0, 0) and (ground, 0), closed with the coupler above the
/// line from the end of the crank to the second pivot. Joints A (ground), B, C, D (ground).
inline Mechanism fourBar(double ground, double crank, double coupler, double rocker, double crankAngle) {
  Mechanism m;
  const Vector2 b = crank * Vector2(std::cos(crankAngle), std::sin(crankAngle)), d(ground, 0);
  const double distance = (d - b).norm(), direction = std::atan2(d.y() - b.y(), d.x() - b.x());
  const double cosine =
      (coupler * coupler + distance * distance - rocker * rocker) / (2 * coupler * distance);
  const double couplerAngle = direction + std::acos(std::min(1.0, cosine));
  const Vector2 c = b + coupler * Vector2(std::cos(couplerAngle), std::sin(couplerAngle));
  m.ground.points = {{"A", {0, 0}}, {"D", d}, {"M", 0.5 * d}};
  m.bodies = {bar("crank", crank, {0, 0}, crankAngle), bar("coupler", coupler, b, couplerAngle),
              bar("rocker", rocker, d, std::atan2(c.y() - d.y(), c.x() - d.x()))};
  m.joints = {{"A", RevoluteJoint{{kGround, 0}, {0, kStart}}},
              {"B", RevoluteJoint{{0, kEnd}, {1, kStart}}},
              {"C", RevoluteJoint{{1, kEnd}, {2, kEnd}}},
              {"D", RevoluteJoint{{kGround, 1}, {2, kStart}}}};
  return m;
}

/// Parallelogram of 2 m × 1 m; with a third parallel bar in the middle it is over-constrained by one row and
/// still moves.
inline Mechanism parallelogram(double angle, bool thirdBar) {
  Mechanism m = fourBar(2, 1, 2, 1, 0.7);
  const Vector2 b(std::cos(angle), std::sin(angle));
  m.bodies = {bar("crank", 1, {0, 0}, angle), bar("coupler", 2, b, 0), bar("rocker", 1, {2, 0}, angle)};
  if (!thirdBar) return m;
  m.bodies.push_back(bar("third", 1, {1, 0}, angle));
  m.joints.push_back({"M", RevoluteJoint{{kGround, 2}, {3, kStart}}});
  m.joints.push_back({"N", RevoluteJoint{{3, kEnd}, {1, kMiddle}}});
  return m;
}

}  // namespace holonom::linkages
