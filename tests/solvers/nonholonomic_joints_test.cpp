// SPDX-License-Identifier: GPL-3.0-or-later
// Rolling discs and knife edges of a model in every method, against closed forms and against minimal
// equations of the same motion, written by hand and integrated on their own.
#include <gtest/gtest.h>

#include <Eigen/LU>
#include <cmath>
#include <numbers>

#include "core/dynamics/equations_of_motion.h"
#include "core/dynamics/observer.h"
#include "tests/solvers/linkages.h"
#include "tests/solvers/run_helpers.h"
#include "tests/support/nonholonomic_systems.h"

namespace holonom {
namespace {

using linkages::bodyAt;

/// y′ = f(y) from y0 to t, classical Runge–Kutta with many steps.
template <class Rate>
Vector integrated(Vector y, double t, Rate f, int steps = 20000) {
  const double h = t / steps;
  for (int i = 0; i < steps; ++i) {
    const Vector k1 = f(y), k2 = f(y + 0.5 * h * k1), k3 = f(y + 0.5 * h * k2), k4 = f(y + h * k3);
    y += h / 6 * (k1 + 2 * k2 + 2 * k3 + k4);
  }
  return y;
}

Outcome run(const Mechanism& mechanism, const SimulationOptions& options) {
  EquationsOfMotion equations(mechanism);
  const Outcome outcome = runSystem(equations, options, initialGuess(equations, 0));
  EXPECT_EQ(outcome.termination, Termination::ReachedEnd) << outcome.message;
  return outcome;
}

/// A disc whose centre of mass is off its centre, on a slope.
struct EccentricDisc {
  double slope = 0.2, radius = 0.3, mass = 2, inertia = 0.09, gravity = 9.81, spin = -4;
  Vector2 centreOfMass = {0.1, 0.05};

  Mechanism mechanism() const {
    Mechanism m;
    m.gravity = {0, -gravity};
    m.ground.points = {{"O", {0, 0}}};
    const Vector2 along(std::cos(slope), std::sin(slope)), normal = perpendicular(along);
    Body disc = bodyAt("disc", mass, inertia, radius * normal);
    disc.centreOfMass = centreOfMass;
    disc.angularVelocity = spin;
    disc.velocity = -radius * spin * along;
    disc.exact.angle = disc.exact.omega = true;
    m.bodies = {disc};
    m.joints = {{"contact", RollingJoint{{kGround, 0}, {0, 0}, along, radius}}};
    return m;
  }

  /// y = (θ, ω): with x = −ρ θ along the slope and P the centre of mass from the centre, in axes of the
  /// slope, I(θ) ω′ + ½ I′ ω² = moment of gravity, I = J + m ((ρ + P_y)² + P_x²).
  Vector rate(const Vector& y) const {
    const double c = std::cos(y[0] - slope), s = std::sin(y[0] - slope);
    const Vector2 P(c * centreOfMass.x() - s * centreOfMass.y(), s * centreOfMass.x() + c * centreOfMass.y());
    const Vector2 g = gravity * Vector2(-std::sin(slope), -std::cos(slope));
    const double I = inertia + mass * ((radius + P.y()) * (radius + P.y()) + P.x() * P.x());
    const double moment = mass * g.dot(Vector2(-radius - P.y(), P.x())) - mass * radius * P.x() * y[1] * y[1];
    return Vector2(y[1], moment / I);
  }
};

/// Chaplygin's sleigh: a blade ahead of the centre of mass, no forces. With the speed u along the blade at
/// its point and the distance a: u′ = a ω² − …, in closed minimal form below.
struct Sleigh {
  double mass = 3, inertia = 0.4, ahead = -0.35, speed = 1.2, spin = 2;

  Mechanism mechanism() const {
    Mechanism m;
    m.gravity = Vector2::Zero();
    m.ground.points = {{"O", {0.3, -0.7}}};
    Body sleigh = bodyAt("sleigh", mass, inertia, {0, 0}, 0.4);
    sleigh.centreOfMass = Vector2(-ahead, 0);  // the blade at the origin of the body
    const Vector2 along(std::cos(0.4), std::sin(0.4));
    sleigh.velocity = speed * along;
    sleigh.angularVelocity = spin;
    sleigh.exact.omega = true;
    m.bodies = {sleigh};
    m.joints = {{"blade", KnifeEdgeJoint{{kGround, 0}, {0, 0}, {2, 0}}}};
    return m;
  }

  /// y = (u, ω, θ, x, y of the blade). The centre of mass is at b = −ahead along the blade: its velocity is
  /// (u, b ω) in body axes, so m (u′ − b ω²) = 0 and (J + m b²) ω′ = −m b u ω.
  Vector rate(const Vector& y) const {
    const double b = -ahead, u = y[0], w = y[1];
    Vector f(5);
    f << b * w * w, -mass * b * u * w / (inertia + mass * b * b), w, u * std::cos(y[2]), u * std::sin(y[2]);
    return f;
  }
};

class NonholonomicJoints : public testing::TestWithParam<TestedMethod> {
 protected:
  bool alpha() const {
    return isSecondOrder(GetParam()) || (std::string(GetParam().method) != "bdf" && !isExplicit(GetParam()));
  }

  /// Errors at four tolerances follow a power of the tolerance, and are small at the tightest.
  void expectConvergence(const Mechanism& mechanism, double end,
                         const std::function<double(const State&)>& error) const {
    std::vector<double> errors;
    for (const double tolerance : {1e-4, 1e-5, 1e-6, 1e-7, 1e-8}) {
      const Outcome outcome = run(mechanism, optionsOf(GetParam(), tolerance, end));
      errors.push_back(error(outcome.end));
      std::printf("%s: tolerance %.0e, error %.1e, %ld steps\n", GetParam().name, tolerance, errors.back(),
                  outcome.counts.steps);
    }
    const double slope =
        std::max(std::log10(errors[0] / errors[4]) / 4, std::log10(errors[1] / errors[4]) / 3);
    EXPECT_GT(slope, alpha() ? 0.5 : 0.6);
    EXPECT_LT(errors[4], alpha() ? 3e-3 : 1e-4);
  }
};

TEST_P(NonholonomicJoints, EccentricDiscOnASlope) {
  const EccentricDisc disc;
  const double end = 2;
  const Vector exact = integrated(Vector2(0, disc.spin), end, [&](const Vector& y) { return disc.rate(y); });
  expectConvergence(disc.mechanism(), end,
                    [&](const State& s) { return std::hypot(s.q[2] - exact[0], 0.1 * (s.v[2] - exact[1])); });
}

TEST_P(NonholonomicJoints, ChaplyginsSleigh) {
  const Sleigh sleigh;
  const double end = 3;
  Vector start(5);
  start << sleigh.speed, sleigh.spin, 0.4, 0, 0;
  const Vector exact = integrated(start, end, [&](const Vector& y) { return sleigh.rate(y); });
  expectConvergence(sleigh.mechanism(), end, [&](const State& s) {
    const Vector2 blade = s.q.head<2>() + sleigh.ahead * Vector2(std::cos(s.q[2]), std::sin(s.q[2]));
    return (blade - exact.segment<2>(3)).norm() + std::abs(s.q[2] - exact[2]);
  });
}

/// On a plane of 30°, seen along its normal: gravity of the model lies in the plane.
TEST_P(NonholonomicJoints, KnifeEdgeOnAnInclinedPlane) {
  const double gravity = 9.81 * std::sin(std::numbers::pi / 6), spin = 1.5, turn = 0.7, end = 4;
  Mechanism m;
  m.gravity = {gravity, 0};
  m.ground.points = {{"O", {0, 0}}};
  Body skate = bodyAt("skate", 2, 0.3, {0, 0}, -turn);  // the blade begins along x
  skate.angularVelocity = spin;
  skate.exact.omega = true;
  m.bodies = {skate};
  m.joints = {{"blade", KnifeEdgeJoint{{kGround, 0}, {0, 0}, {std::cos(turn), std::sin(turn)}}}};
  const Eigen::Vector3d exact = KnifeEdgeSystem::exactPosition(gravity, spin, end);
  expectConvergence(m, end, [&](const State& s) {
    EXPECT_NEAR(s.q[2] + turn, exact[2], 1e-3);
    return (s.q.head<2>() - exact.head<2>()).norm();
  });
}

/// A disc rolls down a wedge that slides without friction: (M + m) X″ + m s″ cos α = 0,
/// m (X″ cos α + s″) + J/ρ² s″ = m g sin α. Constant accelerations, reactions in closed form.
TEST_P(NonholonomicJoints, DiscOnASlidingWedge) {
  const double M = 4, m = 1.5, J = 0.05, rho = 0.25, slope = 0.5, g = 9.81, end = 0.8;
  Mechanism model;
  model.gravity = {0, -g};
  model.ground.points = {{"O", {0, 0}}};
  const Vector2 down(std::cos(slope), -std::sin(slope)), normal = perpendicular(down);
  model.bodies = {bodyAt("wedge", M, 1, {0, 0}), bodyAt("disc", m, J, rho * normal)};
  model.bodies[0].exact.x = model.bodies[1].exact.angle = true;
  model.joints = {{"rail", PrismaticJoint{{kGround, 0}, {0, 0}, {1, 0}, 0}},
                  {"contact", RollingJoint{{0, 0}, {1, 0}, down, rho}}};
  Eigen::Matrix2d A;
  A << M + m, m * std::cos(slope), m * std::cos(slope), m + J / (rho * rho);
  const Vector2 a = A.inverse() * Vector2(0, m * g * std::sin(slope));
  const Outcome outcome = run(model, optionsOf(GetParam(), 1e-8, end));
  const State& s = outcome.end;
  EXPECT_NEAR(s.q[0], 0.5 * a[0] * end * end, 1e-5);
  EXPECT_NEAR(s.v[0], a[0] * end, 1e-4);
  EXPECT_NEAR(s.q[5], -0.5 * a[1] / rho * end * end, 1e-4);
  EquationsOfMotion equations(model);
  EXPECT_EQ(equations.holonomicCount(), 3);
  EXPECT_EQ(equations.constraintName(2), "joint 'contact': normal");
  EXPECT_EQ(equations.constraintName(3), "joint 'contact': rolling");
  const Vector2 force = m * (Vector2(a[0], 0) + a[1] * down + Vector2(0, g));  // of the contact on the disc
  EXPECT_NEAR(s.lambda[equations.rowOfJoint(1, 0)], force.dot(normal), 1e-2);
  EXPECT_NEAR(s.lambda[equations.rowOfJoint(1, 1)], force.dot(down), 1e-2);
}

/// No work is done by a blade or by rolling; the velocity level of all rows holds in the drift columns.
TEST_P(NonholonomicJoints, EnergyBalanceAndDrift) {
  const EccentricDisc disc;
  EquationsOfMotion equations(disc.mechanism());
  Observer observer(equations);
  const auto channel = [&](const char* name) {
    for (std::size_t i = 0; i < observer.channels().size(); ++i)
      if (observer.channels()[i].name == name) return i;
    return std::size_t(0);
  };
  const std::size_t balance = channel("energy.balance"), drift = channel("drift.position");
  std::vector<double> row(observer.channels().size());
  double first = 0, energy = 0, position = 0, velocity = 0;
  bool started = false;
  EquationsOfMotion integrated(disc.mechanism());
  runSystem(integrated, optionsOf(GetParam(), 1e-7, 2), initialGuess(integrated, 0),
            [&](const Simulation& simulation) {
              if (!started) observer.start(simulation.state());
              else observer.advance(simulation.state());
              observer.fill(simulation.state(), {}, row);
              if (!started) first = row[balance];
              started = true;
              energy = std::max(energy, std::abs(row[balance] - first));
              position = std::max(position, row[drift]);
              velocity = std::max(velocity, row[drift + 1]);
            });
  EXPECT_TRUE(started);
  EXPECT_LT(energy, alpha() ? 5e-2 : 2e-3);
  EXPECT_LT(position, isPenalty(GetParam()) ? 1e-4 : isForeign(GetParam()) ? 1e-7 : 1e-8);
  EXPECT_LT(velocity, GetParam().index == 3   ? 1e-2
                      : isPenalty(GetParam()) ? 1e-3
                      : isForeign(GetParam()) ? 1e-6
                                              : 1e-7);
}

INSTANTIATE_TEST_SUITE_P(All, NonholonomicJoints, testing::ValuesIn(kVariants),
                         [](const auto& info) { return info.param.name; });

}  // namespace
}  // namespace holonom
