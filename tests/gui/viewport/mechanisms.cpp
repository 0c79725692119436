// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/gui/viewport/mechanisms.h"

#include <Eigen/Geometry>
#include <cmath>
#include <numbers>

namespace holonom::samples {
namespace {

/// A bar from `a` to `b` with its frame in `a` and points "a" and "b".
Body bar(const std::string& name, const Vector2& a, const Vector2& b) {
  Body body;
  body.name = name;
  const double length = (b - a).norm();
  body.position = a;
  body.angle = std::atan2(b.y() - a.y(), b.x() - a.x());
  body.centreOfMass = {0.5 * length, 0};
  body.points = {{"a", {0, 0}}, {"b", {length, 0}}};
  return body;
}

Joint hinge(const std::string& name, PointRef a, PointRef b) { return {name, RevoluteJoint{a, b}}; }

/// A body given by points in ground axes; its frame is the ground's, so local and global places agree at the
/// start.
Body inPlace(const std::string& name, std::vector<Vector2> points) {
  Body body;
  body.name = name;
  for (const Vector2& point : points)
    body.points.push_back({"p" + std::to_string(body.points.size()), point});
  for (const Vector2& point : points)
    body.centreOfMass += Vector3(point / static_cast<double>(points.size()));
  return body;
}

}  // namespace

Mechanism pendulum() {
  Mechanism m;
  m.name = "pendulum";
  m.ground.points = {{"O", {0, 0}}};
  m.bodies = {bar("rod", {0, 0}, {0.8, -0.6})};
  m.joints = {hinge("pivot", {kGround, 0}, {0, 0})};
  return m;
}

Mechanism sliderCrank() {
  Mechanism m;
  m.name = "slider-crank";
  m.ground.points = {{"O", {0, 0}}};
  const Vector2 crankEnd = Eigen::Rotation2Dd(0.9) * Vector2(0.15, 0);
  const Vector2 sliderPin(crankEnd.x() + std::sqrt(0.16 - crankEnd.y() * crankEnd.y()), 0);
  m.bodies = {bar("crank", {0, 0}, crankEnd), bar("rod", crankEnd, sliderPin), Body{}};
  m.bodies[2].name = "slider";
  m.bodies[2].position = sliderPin;
  m.bodies[2].points = {{"c", {0, 0}}};
  m.joints = {hinge("O", {kGround, 0}, {0, 0}),
              hinge("A", {0, 1}, {1, 0}),
              hinge("B", {1, 1}, {2, 0}),
              {"guide", PrismaticJoint{{kGround, 0}, {2, 0}, Vector2::UnitX(), 0}}};
  return m;
}

Mechanism fourBar() {
  Mechanism m;
  m.name = "four-bar";
  m.ground.points = {{"A", {0, 0}}, {"D", {1, 0}}};
  const Vector2 b(0.2, 0.3), c(0.85, 0.75);
  m.bodies = {bar("crank", {0, 0}, b), inPlace("coupler", {b, c, {0.35, 0.85}}), bar("rocker", {1, 0}, c)};
  m.joints = {hinge("A", {kGround, 0}, {0, 0}), hinge("B", {0, 1}, {1, 0}), hinge("C", {1, 1}, {2, 1}),
              hinge("D", {kGround, 1}, {2, 0})};
  return m;
}

Mechanism springDamper() {
  Mechanism m;
  m.name = "springs";
  m.ground.points = {{"wall", {0, 0}}, {"top", {1.1, 0.5}}};
  for (double x : {0.4, 0.8}) {
    Body block;
    block.name = x < 0.5 ? "left" : "right";
    block.position = {x, 0};
    block.points = {{"c", {0, 0}}};
    m.bodies.push_back(block);
  }
  m.bodies.push_back(bar("arm", {1.1, 0.5}, {0.7, 0.75}));
  m.joints = {{"g1", PrismaticJoint{{kGround, 0}, {0, 0}}},
              {"g2", PrismaticJoint{{kGround, 0}, {1, 0}}},
              hinge("h", {kGround, 1}, {2, 0})};
  m.forces = {{"s", SpringDamper{{kGround, 0}, {0, 0}, 100, 0, 0.4}},
              {"sd", SpringDamper{{0, 0}, {1, 0}, 100, 5, 0.4}},
              {"d", SpringDamper{{1, 0}, {2, 1}, 0, 5, 0}},
              {"f", ConstantForce{{2, 1}, {-3, 4}, false}},
              {"m", ConstantTorque{2, kGround, -2}}};
  return m;
}

Mechanism andrews() {
  // Lengths and initial angles of the benchmark in its usual notation.
  const double xa = -.06934, ya = -.00227, xb = -.03635, yb = .03273, xc = .014, yc = .072, d = .028, e = .02,
               rr = .007, ss = .035;
  const double sc = .018, sd = .02, u = .04, zf = .02, zt = .04, ta = .02308, tb = .00916, ua = .01228,
               ub = .00449;
  const double be = -0.0617138900142764, ga = 0.45527981916307, ph = 0.222668390165886,
               de = 0.487364979543843, om = -0.222668390165886, ep = 1.2305474445498;
  const Vector2 o(0, 0), a(xa, ya), b(xb, yb), c(xc, yc);
  const Vector2 k1 = rr * Vector2(std::cos(be), std::sin(be));
  const Vector2 f = k1 - d * Vector2(std::cos(be), std::sin(be));  // Θ = 0
  const Vector2 eE = a + zt * Vector2(std::cos(de), std::sin(de));
  const Vector2 h = a + u * Vector2(std::sin(ep), -std::cos(ep));
  const Vector2 dD(sd * std::cos(ga) + sc * std::sin(ga) + xb, sd * std::sin(ga) - sc * std::cos(ga) + yb);
  (void)ss, (void)e, (void)zf, (void)ph, (void)om;
  const Vector2 p5 = a + Eigen::Rotation2Dd(de) * Vector2(ta, tb),
                p7 = a + Eigen::Rotation2Dd(ep) * Vector2(ua, -ub);
  Mechanism m;
  m.name = "andrews";
  m.ground.points = {{"O", o}, {"A", a}, {"B", b}, {"C", c}};
  m.bodies = {bar("K1", o, k1),           bar("K2", k1, f), inPlace("K3", {b, f, dD}), bar("K4", f, eE),
              inPlace("K5", {a, eE, p5}), bar("K6", f, h),  inPlace("K7", {a, h, p7})};
  m.joints = {hinge("O", {kGround, 0}, {0, 0}), hinge("P", {0, 1}, {1, 0}),
              hinge("F3", {1, 1}, {2, 1}),      hinge("F4", {1, 1}, {3, 0}),
              hinge("F6", {1, 1}, {5, 0}),      hinge("B", {kGround, 2}, {2, 0}),
              hinge("E", {3, 1}, {4, 1}),       hinge("A5", {kGround, 1}, {4, 0}),
              hinge("H", {5, 1}, {6, 1}),       hinge("A7", {kGround, 1}, {6, 0})};
  m.forces = {{"spring", SpringDamper{{kGround, 3}, {2, 2}, 4530, 0, .07785}},
              {"drive", ConstantTorque{0, kGround, .033}}};
  return m;
}

Mechanism chain(int links) {
  Mechanism m;
  m.name = "chain";
  m.ground.points = {{"O", {0, 0}}};
  Vector2 at(0, 0);
  for (int i = 0; i < links; ++i) {
    const double angle = -0.9 + 1.6 * std::sin(2 * std::numbers::pi * i / links);
    const Vector2 next = at + Vector2(std::cos(angle), std::sin(angle));
    m.bodies.push_back(bar("link" + std::to_string(i + 1), at, next));
    m.joints.push_back(
        hinge("j" + std::to_string(i + 1), i == 0 ? PointRef{kGround, 0} : PointRef{i - 1, 1}, {i, 0}));
    at = next;
  }
  return m;
}

}  // namespace holonom::samples
