// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/dynamics/pin_joints.h"

namespace holonom {
namespace {

Vector2 centripetal(const PlanarMotion& motion, const Vector2& s) {
  return motion.omega * motion.omega * motion.turn(s);
}

void putColumns(const std::array<int, 4>& slots, double sign, const Vector2& arm, double* values) {
  values[slots[0]] = values[slots[1]] = sign;
  values[slots[2]] = -sign * arm.y();
  values[slots[3]] = sign * arm.x();
}

}  // namespace

void PinJoints::add(const Coincidence& points, int bodyA, int bodyB, int row) {
  pins_.push_back({{points.sa, bodyA, {}}, {points.sb, bodyB, {}}, row});
}

void PinJoints::takeSlots(const CoordinateLayout& places, const SparsePattern& constraint) {
  for (Pin& pin : pins_)
    for (Point* point : {&pin.a, &pin.b}) {
      if (point->body == kGround) continue;
      const int x = places.place(point->body), angle = places.angle(point->body), row = pin.row;
      point->slots = {constraint.slot(row, x), constraint.slot(row + 1, x + 1), constraint.slot(row, angle),
                      constraint.slot(row + 1, angle)};
    }
}

void PinJoints::constraints(const Configuration& at, VectorRef c) const {
  for (const auto& [a, b, row] : pins_) Coincidence{a.s, b.s}.residual(at.pair(a.body, b.body), &c[row]);
}

void PinJoints::jacobian(const Configuration& at, double* values) const {
  for (const auto& [a, b, row] : pins_) {
    if (a.body != kGround) putColumns(a.slots, 1, at.motion(a.body).turn(a.s), values);
    if (b.body != kGround) putColumns(b.slots, -1, at.motion(b.body).turn(b.s), values);
  }
}

void PinJoints::gamma(const Configuration& at, VectorRef g) const {
  for (const auto& [a, b, row] : pins_)
    g.segment<2>(row) = centripetal(at.motion(a.body), a.s) - centripetal(at.motion(b.body), b.s);
}

}  // namespace holonom
