// SPDX-License-Identifier: GPL-3.0-or-later
// Constraints by formulas in motion: against joints that keep the same, and against minimal equations of the
// same motion, written by hand and integrated on their own.
#include <gtest/gtest.h>

#include <cmath>

#include "core/dynamics/equations_of_motion.h"
#include "core/results/recording.h"
#include "solvers/options/variants.h"
#include "solvers/simulation/run.h"
#include "tests/solvers/linkages.h"
#include "tests/solvers/run_helpers.h"
#include "tests/support/integrated.h"

namespace holonom {
namespace {

using linkages::bodyAt;

class Ran : public Recording {
 public:
  Ran(const Mechanism& mechanism, const std::string& variant, double end) {
    SimulationOptions options = parseVariant(variant, optionsFor(mechanism));
    options.endTime = end;
    const Summary summary = runToEnd(mechanism, options, *this);
    EXPECT_EQ(summary.termination, Termination::ReachedEnd) << summary.message;
  }
};

double valueOf(const Recording& recording, const std::string& channel, std::size_t row) {
  const int at = recording.channelIndex(channel);
  EXPECT_GE(at, 0) << channel;
  return at < 0 ? NAN : recording.value(row, at);
}
double first(const Recording& recording, const std::string& channel) {
  return valueOf(recording, channel, 0);
}
double last(const Recording& recording, const std::string& channel) {
  return valueOf(recording, channel, recording.size() - 1);
}

constexpr const char* kVariantsOfAll[] = {"bdf:3:rtol=1e-8:atol=1e-8", "bdf:2:rtol=1e-8:atol=1e-8",
                                          "bdf:1:rtol=1e-8:atol=1e-8", "generalized-alpha:2:rtol=1e-7",
                                          "dop853:1:rtol=1e-10:atol=1e-10"};

/// A bar on a hinge, and the same held by two formulas.
TEST(FormulaConstraintsInMotion, APendulumByFormulasIsOneOnAHinge) {
  const Mechanism hinged = linkages::pendulum(0.4);
  Mechanism held = hinged;
  held.joints.clear();
  held.constraints = {{"across", FormulaConstraint{"bar.start.x"}}, {"up", FormulaConstraint{"bar.start.y"}}};
  for (const char* variant : kVariantsOfAll) {
    SCOPED_TRACE(variant);
    const Ran one(hinged, variant, 2), other(held, variant, 2);
    EXPECT_NEAR(last(other, "bar.theta"), last(one, "bar.theta"), 2e-5);
    EXPECT_NEAR(last(other, "bar.omega"), last(one, "bar.omega"), 1e-4);
  }
  // C = x: its force on the bar is −λ
  const Ran one(hinged, kVariantsOfAll[1], 2), other(held, kVariantsOfAll[1], 2);
  EXPECT_NEAR(-last(other, "across.lambda1"), last(one, "hinge.lambda1"), 1e-3);
  EXPECT_NEAR(-last(other, "up.lambda1"), last(one, "hinge.lambda2"), 1e-3);
}

/// y = a x²: (1 + 4 a² x²) x″ = −4 a² x x′² − 2 a g x.
TEST(FormulaConstraintsInMotion, ABeadOnAParabola) {
  constexpr double a = 0.7, g = 9.81, x0 = 0.8, end = 1.7;
  Mechanism m;
  Body bead = bodyAt("bead", 0.3, 1, {x0, a * x0 * x0});
  bead.kind = Body::Kind::Particle;
  m.bodies = {bead};
  m.parameters = {{"a", a}};
  m.constraints = {{"wire", FormulaConstraint{"bead.y - a*bead.x^2"}}};
  const Vector exact = integrated(Vector2(x0, 0), end, [](double, const Vector& y) -> Vector {
    const double slope = 2 * a * y[0];
    return Vector2(y[1], -slope * (2 * a * y[1] * y[1] + g) / (1 + slope * slope));
  });
  for (const char* variant : kVariantsOfAll) {
    SCOPED_TRACE(variant);
    const Ran run(m, variant, end);
    EXPECT_NEAR(last(run, "bead.x"), exact[0], 2e-5);
    EXPECT_NEAR(last(run, "bead.vx"), exact[1], 2e-4);
    EXPECT_NEAR(last(run, "energy.balance"), first(run, "energy.balance"), 1e-4);
  }
}

/// A wire that rises and falls with the time: y = a x² + b sin(w t). Its force does work.
TEST(FormulaConstraintsInMotion, ABeadOnAWireThatMoves) {
  constexpr double a = 0.7, b = 0.2, w = 5, g = 9.81, x0 = 0.3, end = 1.3;
  Mechanism m;
  Body bead = bodyAt("bead", 0.3, 1, {x0, a * x0 * x0});
  bead.kind = Body::Kind::Particle;
  bead.velocity = {0, b * w};
  m.bodies = {bead};
  m.constraints = {{"wire", FormulaConstraint{"bead.y - 0.7*bead.x^2 - 0.2*sin(5*t)"}}};
  const auto rate = [](double t, const Vector& y) -> Vector {
    const double slope = 2 * a * y[0], lift = -b * w * w * std::sin(w * t);
    return Vector2(y[1], -slope * (2 * a * y[1] * y[1] + lift + g) / (1 + slope * slope));
  };
  const Vector exact = integrated(Vector2(x0, 0), end, rate);
  for (const char* variant : kVariantsOfAll) {
    SCOPED_TRACE(variant);
    const Ran run(m, variant, end);
    EXPECT_NEAR(last(run, "bead.x"), exact[0], 2e-5);
    EXPECT_GT(std::abs(last(run, "energy.work")), 0.01);
    EXPECT_NEAR(last(run, "energy.balance"), first(run, "energy.balance"), 2e-4);
  }
}

Mechanism sleigh() {
  Mechanism m;
  m.gravity = {1.2, -0.7};
  m.ground.points = {{"O", {0, 0}}};
  Body body = bodyAt("sleigh", 3, 0.4, {0, 0}, 0.4);
  body.centreOfMass = {0.35, 0.1};
  body.velocity = 1.2 * Vector2(std::cos(0.4), std::sin(0.4));
  body.angularVelocity = 2;
  m.bodies = {body};
  return m;
}

TEST(FormulaConstraintsInMotion, AKnifeEdgeByFormulaIsTheJoint) {
  Mechanism joint = sleigh(), formula = sleigh();
  joint.joints = {{"blade", KnifeEdgeJoint{{kGround, 0}, {0, 0}, {1, 0}}}};
  formula.constraints = {
      {"blade", FormulaConstraint{"sleigh.P.vy*cos(sleigh.theta) - sleigh.P.vx*sin(sleigh.theta)"}}};
  for (const char* variant : kVariantsOfAll) {
    SCOPED_TRACE(variant);
    const Ran one(joint, variant, 2), other(formula, variant, 2);
    for (const char* channel : {"sleigh.x", "sleigh.y", "sleigh.theta"})
      EXPECT_NEAR(last(other, channel), last(one, channel), 1e-4) << channel;
    EXPECT_NEAR(-last(other, "blade.lambda1"), last(one, "blade.lambda1"), 2e-3);
  }
}

/// Not linear in the velocities: a particle whose speed is kept (Appell–Hamel): its velocity V (1/cosh s,
/// −tanh s), s = g t/V.
TEST(FormulaConstraintsInMotion, AParticleThatKeepsItsSpeed) {
  constexpr double V = 2, g = 9.81, end = 0.5;
  Mechanism m;
  Body bead = bodyAt("bead", 1, 1, {0, 0});
  bead.kind = Body::Kind::Particle;
  bead.velocity = {V, 0};
  m.bodies = {bead};
  m.constraints = {{"governor", FormulaConstraint{"(bead.vx^2 + bead.vy^2 - 4)/2"}}};
  for (const char* variant : kVariantsOfAll) {
    SCOPED_TRACE(variant);
    const Ran run(m, variant, end);
    EXPECT_NEAR(last(run, "bead.vx"), V / std::cosh(g * end / V), 1e-4);
    EXPECT_NEAR(last(run, "bead.vy"), -V * std::tanh(g * end / V), 1e-4);
  }
}

/// A ball of a chain in space: its point on a sphere by formula, and on a rod of the same length.
Mechanism ballInSpace() {
  Mechanism m;
  m.gravity = {0, 0, -9.81};
  m.ground.points = {{"O", {0, 0}}};
  Body ball = bodyAt("ball", 2, 1, {0, 0});
  ball.kind = Body::Kind::Spatial;
  ball.moments = {0.2, 0.3, 0.25};
  ball.position = {0.6, 0, -0.8};
  ball.velocity = {0, 1.5, 0};
  ball.spin = {1, 2, 3};
  m.bodies = {ball};
  return m;
}

TEST(FormulaConstraintsInMotion, APointOnASphereIsOneOnARod) {
  Mechanism rod = ballInSpace(), formula = ballInSpace();
  for (Mechanism* m : {&rod, &formula}) m->bodies[0].centreOfMass = {0.05, -0.1, 0.02};
  rod.joints = {{"rod", RodJoint{{kGround, 0}, {0, 0}, 1}}};
  formula.constraints = {{"sphere", FormulaConstraint{"ball.P.x^2 + ball.P.y^2 + ball.P.z^2 - 1"}}};
  for (const char* variant : kVariantsOfAll) {
    SCOPED_TRACE(variant);
    const Ran one(rod, variant, 1.5), other(formula, variant, 1.5);
    for (const char* channel : {"ball.x", "ball.y", "ball.z", "ball.omegax", "ball.omegaz"})
      EXPECT_NEAR(last(other, channel), last(one, channel), 3e-4) << channel;
  }
}

/// x²/a² + y²/b² + z²/c² = 1, the point at the centre of mass: C = 0 differentiated twice gives the force
/// along the normal n = ∇C, x″ = g − n (n · g + 2 x′ᵀ D x′)/(n · n), n = 2 D x.
TEST(FormulaConstraintsInMotion, APointOnAnEllipsoid) {
  constexpr double end = 1.2;
  Mechanism m = ballInSpace();
  m.bodies[0].position = {0.6, 0, -0.4};  // c = 0.5: 0.36 + 0.64
  m.constraints = {{"bowl", FormulaConstraint{"ball.x^2 + ball.y^2/2.25 + ball.z^2/0.25 - 1"}}};
  const Eigen::Vector3d D(1, 1 / 2.25, 4), gravity(0, 0, -9.81);
  Vector start(6);
  start << 0.6, 0, -0.4, 0, 1.5, 0;
  const Vector exact = integrated(start, end, [&](double, const Vector& y) -> Vector {
    const Eigen::Vector3d x = y.head<3>(), v = y.tail<3>(), n = 2 * D.cwiseProduct(x);
    Vector rate(6);
    rate << v, gravity - n * (n.dot(gravity) + 2 * v.dot(D.cwiseProduct(v))) / n.dot(n);
    return rate;
  });
  for (const char* variant : kVariantsOfAll) {
    SCOPED_TRACE(variant);
    const Ran run(m, variant, end);
    EXPECT_NEAR(last(run, "ball.x"), exact[0], 1e-4);
    EXPECT_NEAR(last(run, "ball.y"), exact[1], 1e-4);
    EXPECT_NEAR(last(run, "ball.z"), exact[2], 1e-4);
    EXPECT_NEAR(last(run, "ball.omegay"), last(Ran(ballInSpace(), variant, end), "ball.omegay"), 1e-3);
  }
}

/// More than one turn: φ = 4 t, as a driver prescribes it, and the count of turns with it.
TEST(FormulaConstraintsInMotion, ATurnInSpaceIsCounted) {
  Mechanism m = ballInSpace();
  m.bodies[0].position = {0, 0, 0};
  m.bodies[0].velocity = {0, 0, 0};
  m.bodies[0].spin = {0, 0, 4};
  m.joints = {{"hinge", RevoluteJoint{{kGround, 0}, {0, 0}}}};
  m.constraints = {{"drive", FormulaConstraint{"hinge.position - 4*t"}}};
  m.outputs = {{"turn", "hinge.position", "rad"}};
  for (const char* variant : {kVariantsOfAll[0], kVariantsOfAll[1], kVariantsOfAll[4]}) {
    SCOPED_TRACE(variant);
    EXPECT_NEAR(last(Ran(m, variant, 3), "turn"), 12, 1e-5);
  }
}

/// A formula with a branch, smooth once: at rest up to 0.5 s, from there moved by (t − 0.5)³.
TEST(FormulaConstraintsInMotion, ABranchInTime) {
  Mechanism m;
  m.gravity = {0, 0};
  m.bodies = {bodyAt("body", 2, 1, {0, 0})};
  m.constraints = {{"move", FormulaConstraint{"body.x - if(t > 0.5, (t - 0.5)^3, 0)"}}};
  const Ran run(m, kVariantsOfAll[1], 1.5);
  EXPECT_NEAR(last(run, "body.x"), 1, 1e-6);
  EXPECT_NEAR(-last(run, "move.lambda1"), 2 * 6, 1e-3);
}

/// The tip of an arm of two bars on a circle: nothing is free.
TEST(FormulaConstraintsInMotion, APathDrivesAnArm) {
  Mechanism m = linkages::doublePendulum();
  m.bodies[0].angle = 0.9;
  m.bodies[1].position = {std::cos(0.9), std::sin(0.9)};
  m.bodies[1].angle = -0.4;
  m.constraints = {{"path", PathConstraint{{1, linkages::kEnd}, "1.2 + 0.3*cos(3*t)", "0.3*sin(3*t)", ""}}};
  m.outputs = {{"x", "lower.end.x", "m"}, {"y", "lower.end.y", "m"}};
  const double end = 1.4;
  const Vector2 tip(1.2 + 0.3 * std::cos(3 * end), 0.3 * std::sin(3 * end));
  const double elbow = -std::acos(tip.squaredNorm() / 2 - 1),
               shoulder = std::atan2(tip.y(), tip.x()) - elbow / 2;
  for (const char* variant : {kVariantsOfAll[0], kVariantsOfAll[1], "kinematics:1"}) {
    SCOPED_TRACE(variant);
    const Ran run(m, variant, end);
    EXPECT_NEAR(last(run, "x"), tip.x(), 1e-7);
    EXPECT_NEAR(last(run, "y"), tip.y(), 1e-7);
    EXPECT_NEAR(last(run, "upper.theta"), shoulder, 1e-6);
    EXPECT_NEAR(last(run, "lower.theta"), shoulder + elbow, 1e-6);
  }
  // the force on the tip does the work of both: what it gives is what the arm gains
  const Ran run(m, kVariantsOfAll[1], end);
  EXPECT_NEAR(last(run, "energy.balance"), first(run, "energy.balance"), 1e-4);
  EXPECT_GT(std::abs(last(run, "path.lambda2")), 1);
}

}  // namespace
}  // namespace holonom
