// SPDX-License-Identifier: GPL-3.0-or-later
// Controllers in every method against the same loop written as plain ordinary differential equations.
#include <gtest/gtest.h>

#include <cmath>

#include "core/dynamics/equations_of_motion.h"
#include "core/results/recording.h"
#include "solvers/analyses/assembly.h"
#include "solvers/simulation/run.h"
#include "tests/solvers/hinged_bar.h"
#include "tests/solvers/run_helpers.h"
#include "tests/support/finite_differences.h"
#include "tests/support/integrated.h"

namespace holonom {
namespace {

constexpr double kMass = 2, kInertia = 0.2, kArm = 0.5, kGravity = 9.81;

/// A bar on a hinge that hangs to the right at the start and turns with 0.5 rad/s.
Mechanism arm() {
  Mechanism m = samples::hingedBar(kMass, kInertia);
  m.gravity = {0, -kGravity};
  Body& bar = m.bodies[0];
  bar.centreOfMass = {kArm, 0};
  bar.angularVelocity = 0.5;
  bar.exact.angle = bar.exact.omega = true;
  return m;
}

double angularAcceleration(double angle, double torque) {
  return (torque - kMass * kGravity * kArm * std::cos(angle)) / (kInertia + kMass * kArm * kArm);
}

/// A PID whose set-point moves.
Mechanism pidArm() {
  Mechanism m = arm();
  m.controllers = {{"pid", PidController{0, "0.8+0.3*sin(2*t)", 60, 40, 12}}};
  m.forces = {{"motor", TorqueExpression{0, kGround, "pid.u"}}};
  return m;
}

Vector pidRate(double t, const Vector& y) {  // angle, speed, integral
  const double e = 0.8 + 0.3 * std::sin(2 * t) - y[0];
  return Eigen::Vector3d(y[1], angularAcceleration(y[0], 60 * e + 40 * y[2] - 12 * y[1]), e);
}

/// A nonlinear valve behind a filter of the measured speed: w³ + w = demand, an algebraic equation.
Mechanism valveArm() {
  Mechanism m = arm();
  ControlLaw law;
  law.states = {{"speed", 0.5, "(hinge.velocity-valve.speed)/0.05", 1}};
  law.variables = {{"flow", 0, "valve.flow^3+valve.flow-valve.demand", 1}};
  law.formulas = {{"demand", "40*(0.6-hinge.position)-5*valve.speed+cos(t)"}, {"torque", "8*valve.flow"}};
  m.controllers = {{"valve", law}};
  m.forces = {{"motor", TorqueExpression{0, kGround, "valve.torque"}}};
  return m;
}

double flowFor(double demand) {  // of w³ + w = demand, Cardano
  const double root = std::sqrt(0.25 * demand * demand + 1.0 / 27);
  return std::cbrt(0.5 * demand + root) + std::cbrt(0.5 * demand - root);
}

Vector valveRate(double t, const Vector& y) {  // angle, speed, filtered speed
  const double demand = 40 * (0.6 - y[0]) - 5 * y[2] + std::cos(t);
  return Eigen::Vector3d(y[1], angularAcceleration(y[0], 8 * flowFor(demand)), (y[1] - y[2]) / 0.05);
}

class Controllers : public testing::TestWithParam<TestedMethod> {
 protected:
  bool alpha() const { return std::string(GetParam().method) != "bdf" && !isExplicit(GetParam()); }

  void expectConvergence(const Mechanism& mechanism, const Vector& exact, double end) const {
    std::vector<double> errors;
    for (const double tolerance : {1e-4, 1e-5, 1e-6, 1e-7, 1e-8}) {
      EquationsOfMotion equations(mechanism);
      const Outcome outcome =
          runSystem(equations, optionsOf(GetParam(), tolerance, end), initialGuess(equations, 0));
      ASSERT_EQ(outcome.termination, Termination::ReachedEnd) << outcome.message;
      const State& s = outcome.end;
      errors.push_back(std::abs(s.q[2] - exact[0]) + 0.1 * std::abs(s.v[2] - exact[1]) +
                       std::abs(s.q[3] - exact[2]));
      EXPECT_LT(s.lambda.tail(equations.constraintCount() - 2).cwiseAbs().maxCoeff(), 1e-9)
          << "rows that act on nothing";
      std::printf("%s: tolerance %.0e, error %.1e, %ld steps\n", GetParam().name, tolerance, errors.back(),
                  outcome.counts.steps);
    }
    const double slope =
        std::max(std::log10(errors[0] / errors[4]) / 4, std::log10(errors[1] / errors[4]) / 3);
    EXPECT_GT(slope, alpha() ? 0.5 : 0.6);
    EXPECT_LT(errors[4], alpha() ? 1e-3 : 1e-5);
  }
};

TEST_P(Controllers, PidFollowsItsSetPoint) {
  const Vector exact = integrated(Eigen::Vector3d(0, 0.5, 0), 2, pidRate);
  expectConvergence(pidArm(), exact, 2);
}

TEST_P(Controllers, FilterAndAlgebraicEquation) {
  const Vector exact = integrated(Eigen::Vector3d(0, 0.5, 0.5), 1.5, valveRate);
  expectConvergence(valveArm(), exact, 1.5);
}

INSTANTIATE_TEST_SUITE_P(All, Controllers, testing::ValuesIn(kVariants),
                         [](const auto& info) { return info.param.name; });

/// Blocks of the rows against differences, at states that satisfy nothing; their multipliers are zero by
/// construction.
TEST(ControllerRows, Derivatives) {
  for (const Mechanism& mechanism : {pidArm(), valveArm()}) {
    EquationsOfMotion equations(mechanism);
    const int n = equations.coordinateCount(), m = equations.constraintCount();
    for (int i = 0; i < 5; ++i) {
      const auto vector = [&](int size, double phase) {
        return Vector(Vector::NullaryExpr(
            size, [&](Eigen::Index k) { return std::sin(phase + 1.7 * i + 2.3 * double(k)); }));
      };
      Vector lambda = vector(m, 3);
      lambda.tail(m - 2).setZero();
      EXPECT_EQ(checkDerivatives(equations, 0.3 * i, vector(n, 0), vector(n, 1), vector(n, 2), lambda), "");
    }
  }
}

TEST(ControllerAssembly, ControllersDoNotMoveTheMechanism) {
  EquationsOfMotion equations(valveArm());
  const Assembly assembly = assemble(equations, initialGuess(equations, 0));
  ASSERT_TRUE(assembly.consistent) << assembly.failure;
  EXPECT_EQ(assembly.state.v[2], 0.5);
  EXPECT_EQ(assembly.state.q[3], 0.5);
  EXPECT_NEAR(assembly.state.v[3], 0, 1e-12) << "filter at rest";
  EXPECT_NEAR(assembly.state.v[4], flowFor(40 * 0.6 - 2.5 + 1), 1e-12);
  EXPECT_EQ(equations.constraintName(2), "controller 'valve': speed");
  EXPECT_EQ(equations.coordinateName(4), "valve.flow");
  EXPECT_EQ(equations.coordinateCount() - static_cast<int>(assembly.independentRows.size()), 1);
}

/// The columns of a run show what the controller does.
TEST(ControllerColumns, AreThoseOfTheQuantities) {
  Recording recording;
  SimulationOptions options = optionsOf(kVariants[1], 1e-7, 1);
  runToEnd(valveArm(), options, recording);
  const auto last = [&](const char* name) {
    const int channel = recording.channelIndex(name);
    EXPECT_GE(channel, 0) << name;
    return channel < 0 ? NAN : recording.value(recording.size() - 1, channel);
  };
  const double demand = 40 * (0.6 - last("bar.theta")) - 5 * last("valve.speed") + std::cos(1.0);
  EXPECT_NEAR(last("valve.demand"), demand, 1e-12);
  EXPECT_NEAR(last("valve.flow"), flowFor(demand), 1e-6);
  EXPECT_NEAR(last("valve.torque"), 8 * last("valve.flow"), 1e-12);
}

}  // namespace
}  // namespace holonom
