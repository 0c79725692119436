// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <random>

#include "core/model/mechanism.h"

/// Mechanisms in which nothing is zero by symmetry: centres of mass off the origin, points off the axes.
namespace holonom::samples {

inline Body body(std::string name, double mass, double inertia, Vector2 centre, Vector2 first,
                 Vector2 second) {
  Body result;
  result.name = std::move(name);
  result.mass = mass;
  result.inertia = inertia;
  result.centreOfMass = std::move(centre);
  result.points = {{"first", std::move(first)}, {"second", std::move(second)}};
  return result;
}

/// Two bodies and two ground points, without joints.
inline Mechanism twoBodies() {
  Mechanism mechanism;
  mechanism.gravity = {1.7, -9.2};
  mechanism.ground.points = {{"G", {0.3, -0.2}}, {"H", {-0.6, 0.9}}};
  mechanism.bodies = {body("left", 1.3, 0.4, {0.2, 0.1}, {-0.3, 0.15}, {0.6, -0.25}),
                      body("right", 0.7, 0.15, {-0.1, 0.3}, {0.25, 0.35}, {-0.45, 0.05})};
  return mechanism;
}

/// Driven crank, free rod, slider on the rod with a plate fixed to it, driven cart whose guide is on ground;
/// springs, forces and a torque between them. 15 coordinates, 13 constraints.
inline Mechanism workshop() {
  Mechanism m;
  m.gravity = {0.4, -9.81};
  m.ground.points = {{"O", {0, 0}}, {"rail", {1.5, -0.4}}, {"hook", {-0.8, 1.2}}};
  m.bodies = {body("crank", 1.1, 0.08, {0.2, 0.03}, {0, 0}, {0.4, 0.05}),
              body("rod", 0.9, 0.11, {0.35, -0.02}, {0, 0}, {0.8, 0.1}),
              body("slider", 0.5, 0.02, {0.05, 0.04}, {0.02, -0.03}, {0.1, 0.1}),
              body("plate", 0.8, 0.05, {0.1, 0.2}, {-0.05, 0.02}, {0.3, 0.3}),
              body("cart", 2.1, 0.3, {0.03, 0.1}, {0.04, -0.05}, {0.2, 0.25})};
  m.bodies[1].position = {0.4, 0.05};
  m.bodies[1].angle = 0.3;
  m.bodies[2].position = {0.8, 0.4};
  m.bodies[2].angle = 0.8;
  m.bodies[3].position = {0.9, 0.5};
  m.bodies[3].angle = 0.1;
  m.bodies[4].position = {1.7, -0.4};
  constexpr int crank = 0, rod = 1, slider = 2, plate = 3, cart = 4;
  m.joints = {{"O", RevoluteJoint{{kGround, 0}, {crank, 0}}},
              {"A", RevoluteJoint{{crank, 1}, {rod, 0}}},
              {"sleeve", PrismaticJoint{{rod, 1}, {slider, 0}, {2, 0.5}, 0.5}},
              {"weld", FixedJoint{{slider, 1}, {plate, 0}, -0.7}},
              {"guide", PrismaticJoint{{cart, 0}, {kGround, 1}, {1, -0.3}, 0.2}}};
  m.drivers = {{"motor", 0, "0.3*sin(5*t)+t^2"}, {"push", 4, "0.2*cos(3*t)-0.5*t"}};
  m.forces = {{"link", SpringDamper{{plate, 1}, {cart, 1}, 40, 3, 0.6}},
              {"hanger", SpringDamper{{kGround, 2}, {rod, 1}, 25, 1.5, 0.7}},
              {"wind", ConstantForce{{rod, 1}, {3, -2}, false}},
              {"jet", ConstantForce{{plate, 1}, {-1, 4}, true}},
              {"twist", ConstantTorque{rod, cart, 0.6}},
              {"brake", ConstantTorque{slider, kGround, -0.3}}};
  return m;
}

/// Uniform random vectors from a fixed seed.
class RandomVectors {
 public:
  Vector operator()(int size, double scale = 1.5) {
    return Vector::NullaryExpr(size, [&] { return scale * unit_(engine_); });
  }

 private:
  std::mt19937 engine_{20240501};
  std::uniform_real_distribution<double> unit_{-1, 1};
};

}  // namespace holonom::samples
