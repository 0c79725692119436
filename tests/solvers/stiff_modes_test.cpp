// SPDX-License-Identifier: GPL-3.0-or-later
// Modes that decay faster than anything moves: implicit methods must step over them at the pace of the slow
// motion.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>

#include "core/dynamics/equations_of_motion.h"
#include "core/results/recording.h"
#include "solvers/analyses/assembly.h"
#include "solvers/simulation/run.h"
#include "tests/solvers/linkages.h"
#include "tests/solvers/run_helpers.h"

namespace holonom {
namespace {

std::string number(double x) {
  char text[32];
  std::snprintf(text, sizeof text, "%.17g", x);
  return text;
}

/// A bar without weight (inertia ⅓ about its hinge) turned by what a filter of time constant τ makes of 3 sin
/// 5t.
Mechanism filteredTorque(double tau) {
  Mechanism m = linkages::pendulum();
  m.gravity = {0, 0};
  ControlLaw law;
  law.states = {{"z", 0, "(3*sin(5*t)-c.z)/" + number(tau), 1}};
  m.controllers = {{"c", law}};
  m.forces = {{"torque", TorqueExpression{0, kGround, "c.z"}}};
  return m;
}

/// Of z = 3 (sin 5t − 5τ cos 5t + 5τ e^(−t/τ))/(1 + 25τ²), up to terms of τ².
double filteredAngle(double t, double tau) {
  return 9 * ((5 * t - std::sin(5 * t)) / 25 - 5 * tau * (1 - std::cos(5 * t)) / 25 + 5 * tau * tau * t);
}

/// A swinging bar whose brake feels the speed through two filters, one behind the other and the second not
/// linear: the motion is that of a brake that feels the speed itself.
Mechanism brakeBehindFilters(double tau) {
  Mechanism m = linkages::pendulum();
  m.gravity = {0, -9.81};
  ControlLaw law;
  law.states = {{"near", 0, "(hinge.velocity-c.near)/" + number(tau), 1},
                {"far", 0, "(c.near-c.far-0.1*c.far^3+0.1*c.near^3)/" + number(tau), 1}};
  m.controllers = {{"c", law}};
  m.forces = {{"brake", TorqueExpression{0, kGround, "-2*c.far"}}};
  return m;
}

Mechanism brake() {
  Mechanism m = linkages::pendulum();
  m.gravity = {0, -9.81};
  m.forces = {{"brake", TorqueExpression{0, kGround, "-2*hinge.velocity"}}};
  return m;
}

struct SeenRun {
  Outcome outcome;
  std::size_t events = 0;
};

SeenRun run(const Mechanism& mechanism, const TestedMethod& variant, double tolerance, double end,
            long mostSteps = 20000) {
  const auto equations = std::make_unique<EquationsOfMotion>(mechanism);
  SimulationOptions options = optionsOf(variant, tolerance, end);
  options.maxSteps = mostSteps;
  SeenRun result;
  result.outcome =
      runSystem(*equations, options, initialGuess(*equations, 0),
                [&](const Simulation& simulation) { result.events = simulation.allEvents().size(); });
  return result;
}

/// Not the generalized-α family on the index-1 form: there the acceleration of a first-order state obeys the
/// equations instead of the recursion, which is then unstable for steps of many time constants. Nor the
/// symplectic methods: theirs follow by the midpoint rule, which lets them ring about what they filter.
std::vector<TestedMethod> implicitVariants() {
  std::vector<TestedMethod> all;
  for (const TestedMethod& variant : kVariants) {
    const std::string_view method = variant.method;
    const bool symplectic = method == "rattle" || method == "variational-midpoint";
    if (!isExplicit(variant) && !isPenalty(variant) && !isForeign(variant) && !symplectic &&
        !(isSecondOrder(variant) && variant.index == 1))
      all.push_back(variant);
  }
  return all;
}

/// The automatic choice begins with an explicit method and learns that the problem is stiff.
long stepsToLearn(const TestedMethod& variant) { return isAutomatic(variant) ? 450 : 150; }

class StiffControllers : public testing::TestWithParam<TestedMethod> {};

TEST_P(StiffControllers, FilterDoesNotLimitTheSteps) {
  for (const double tolerance : {1e-4, 1e-6}) {
    const long slow = run(filteredTorque(0.1), GetParam(), tolerance, 1).outcome.counts.steps;
    for (const double tau : {1e-4, 1e-6, 1e-8}) {
      const SeenRun stiff = run(filteredTorque(tau), GetParam(), tolerance, 1);
      ASSERT_EQ(stiff.outcome.termination, Termination::ReachedEnd) << stiff.outcome.message;
      EXPECT_LT(stiff.outcome.counts.steps, 3 * slow + stepsToLearn(GetParam())) << tau;
      EXPECT_EQ(stiff.events, 0u) << "a jump where there is none";
      const double error = stiff.outcome.end.q[2] - filteredAngle(1, tau);
      std::printf("%s, tolerance %.0e, tau %.0e: %ld steps (%ld with 0.1 s), error %.1e\n", GetParam().name,
                  tolerance, tau, stiff.outcome.counts.steps, slow, error);
      EXPECT_LT(std::abs(error), 500 * tolerance);
    }
  }
}

/// What the iteration leaves of a fast state is divided by its time constant in its rate, and twice in its
/// acceleration: curves between the steps must not be made of that.
TEST_P(StiffControllers, FiltersFollowBetweenSteps) {
  constexpr double kTau = 1e-5;
  SimulationOptions options = optionsOf(GetParam(), 1e-4, 1);
  options.maxSteps = 20000;
  Recording recording;
  const Summary summary = runToEnd(filteredTorque(kTau), options, recording, 401);
  ASSERT_EQ(summary.termination, Termination::ReachedEnd) << summary.message;
  const int z = recording.channelIndex("c.z");
  double largest = 0;
  for (std::size_t row = 0; row < recording.size(); ++row)
    largest = std::max(largest, std::abs(recording.value(row, z) - 3 * std::sin(5 * recording.time(row))));
  std::printf("%s: %.1e off between steps\n", GetParam().name, largest);
  EXPECT_LT(largest, 0.01);
}

TEST_P(StiffControllers, FiltersInARowActLikeNone) {
  if (GetParam().index == 3) GTEST_SKIP() << "index 3 leaves noise in the velocities that the filters feel";
  const double exact = run(brake(), {"", "dop853", 1}, 1e-11, 2).outcome.end.q[2];
  for (const double tolerance : {1e-4, 1e-6}) {
    const long direct = run(brake(), GetParam(), tolerance, 2).outcome.counts.steps;
    for (const double tau : {1e-6, 1e-8}) {
      const SeenRun stiff = run(brakeBehindFilters(tau), GetParam(), tolerance, 2);
      ASSERT_EQ(stiff.outcome.termination, Termination::ReachedEnd) << stiff.outcome.message;
      EXPECT_LT(stiff.outcome.counts.steps, 3 * direct + stepsToLearn(GetParam())) << tau;
      EXPECT_EQ(stiff.events, 0u);
      const double error = stiff.outcome.end.q[2] - exact;
      std::printf("%s, tolerance %.0e, tau %.0e: %ld steps (%ld without), error %.1e\n", GetParam().name,
                  tolerance, tau, stiff.outcome.counts.steps, direct, error);
      EXPECT_LT(std::abs(error), 500 * tolerance + 100 * tau);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(All, StiffControllers, testing::ValuesIn(implicitVariants()),
                         [](const auto& info) { return info.param.name; });

/// A filter alone, followed to its own tolerance: what is small in ż must not be lost in z.
TEST(StiffControllerStates, AreAsAccurateAsAsked) {
  for (const int index : {1, 2, 3})
    for (const double tolerance : {1e-4, 1e-6, 1e-8}) {
      const SeenRun filter = run(filteredTorque(0.02), {"", "bdf", index}, tolerance, 1);
      const double tau = 0.02, exact = 3 * (std::sin(5.0) - 5 * tau * std::cos(5.0)) / (1 + 25 * tau * tau);
      EXPECT_NEAR(filter.outcome.end.q[3], exact, 100 * tolerance) << index;
    }
}

/// Two bars in a row, the second on a stiff damped spring of 0.05 m, and one bar in a hinge of two such
/// springs. Both swing as they would with rigid links once the springs have settled.
Mechanism barOnStiffSpring() {
  Mechanism m = linkages::pendulum();
  m.gravity = {0, -9.81};
  m.bodies.push_back(linkages::bar("second", 0.95, {1.05, 0}, 0));
  m.forces = {{"spring", SpringDamper{{0, linkages::kEnd}, {1, linkages::kStart}, 1e8, 1e5, 0.05}}};
  return m;
}

Mechanism barInStiffBushing() {
  Mechanism m = linkages::pendulum();
  m.gravity = {0, -9.81};
  m.joints.clear();
  m.ground.points = {{"left", {-1, 0}}, {"below", {0, -1}}};
  m.forces = {{"x", SpringDamper{{kGround, 0}, {0, linkages::kStart}, 1e8, 1e5, 1}},
              {"y", SpringDamper{{kGround, 1}, {0, linkages::kStart}, 1e8, 1e5, 1}}};
  return m;
}

TEST(StiffSprings, DecayedVibrationsDoNotLimitTheSteps) {
  for (const auto make : {barOnStiffSpring, barInStiffBushing}) {
    const SeenRun exact = run(make(), {"", "bdf", 2}, 1e-10, 0.5, 100000);
    ASSERT_EQ(exact.outcome.termination, Termination::ReachedEnd);
    for (const double tolerance : {1e-4, 1e-5, 1e-6}) {
      const SeenRun stiff = run(make(), {"", "bdf", 2}, tolerance, 0.5);
      ASSERT_EQ(stiff.outcome.termination, Termination::ReachedEnd) << stiff.outcome.message;
      const double error = (stiff.outcome.end.q - exact.outcome.end.q).cwiseAbs().maxCoeff();
      std::printf("tolerance %.0e: %ld steps, error %.1e\n", tolerance, stiff.outcome.counts.steps, error);
      EXPECT_LT(stiff.outcome.counts.steps, 500);
      EXPECT_LT(error, 300 * tolerance);
    }
  }
}

/// u² = 1 − t, and w³ − 3w = t − 1, whose branch through 0 ends at t = 3: no solution beyond.
Mechanism endingEquation(bool cubic) {
  Mechanism m = linkages::pendulum();
  ControlLaw law;
  law.variables = {cubic ? ControlVariable{"u", 0, "c.u^3-3*c.u+t-1", 1}
                         : ControlVariable{"u", 1, "c.u^2-1+t", 1}};
  m.controllers = {{"c", law}};
  m.forces = {{"torque", TorqueExpression{0, kGround, "c.u"}}};
  return m;
}

TEST(ControllersWithoutSolution, EndTheRunByName) {
  for (const TestedMethod& variant :
       {TestedMethod{"", "bdf", 2}, TestedMethod{"", "generalized-alpha", 3}, TestedMethod{"", "hht", 3},
        TestedMethod{"", "generalized-alpha", 2}, TestedMethod{"", "dop853", 1}})
    for (const bool cubic : {false, true}) {
      const SeenRun ended = run(endingEquation(cubic), variant, 1e-5, 6, 50000);
      EXPECT_TRUE(ended.outcome.termination == Termination::Locked ||
                  ended.outcome.termination == Termination::StepTooSmall)
          << variant.method << ": " << ended.outcome.message;
      EXPECT_NEAR(ended.outcome.end.t, cubic ? 3 : 1, 0.1) << variant.method;
      EXPECT_NE(ended.outcome.message.find("controller"), std::string::npos) << ended.outcome.message;
      EXPECT_EQ(ended.outcome.message.find("driver"), std::string::npos) << ended.outcome.message;
    }
}

TEST(ControllersWithoutSolution, StatesThatGrowBeyondAllLimits) {
  Mechanism m = linkages::pendulum();
  ControlLaw law;
  law.states = {{"z", 1, "c.z^2", 1}};
  m.controllers = {{"c", law}};
  for (const char* method : {"bdf", "dop853"}) {
    const SeenRun ended = run(m, {"", method, method[0] == 'b' ? 2 : 1}, 1e-6, 2, 2000000);
    EXPECT_NEAR(ended.outcome.end.t, 1, 0.01);
    EXPECT_NE(ended.outcome.message.find("c.z, a quantity of a controller"), std::string::npos)
        << ended.outcome.message;
  }
}

TEST(ImposedStabilisation, TooFastForTheMethodEndsTheRun) {
  for (const char* method : {"dop853", "dopri5", "rk4", "gbs", "rkc"}) {
    const auto equations = std::make_unique<EquationsOfMotion>(linkages::fourBar(2, 1, 2, 1.5, 0.7));
    SimulationOptions options = optionsOf({"", method, 1}, 1e-6, 5);
    options.stabilisation = Stabilisation::Baumgarte;
    options.baumgarteAlpha = options.baumgarteBeta = 1e6;
    options.penalty = 1e9;
    options.maxSteps = 20000;
    const Outcome outcome = runSystem(*equations, options, initialGuess(*equations, 0));
    EXPECT_EQ(outcome.termination, Termination::StepTooSmall) << method << ": " << outcome.message;
    const char* option = method == std::string("rkc") ? "penalty 1e+9" : "baumgarte-alpha 1e+6";
    EXPECT_NE(outcome.message.find(option), std::string::npos) << outcome.message;
    options.baumgarteAlpha = options.baumgarteBeta = options.penalty = 0;
    options.maxSteps = 0;
    options.endTime = 0.2;
    EXPECT_EQ(runSystem(*equations, options, initialGuess(*equations, 0)).termination,
              Termination::ReachedEnd)
        << method;
  }
}

}  // namespace
}  // namespace holonom
