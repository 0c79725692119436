// SPDX-License-Identifier: GPL-3.0-or-later
// Forces that become infinite end the run with the place named; those that only seem to, and those that jump,
// do not.
#include <gtest/gtest.h>

#include <cmath>

#include "core/results/recording.h"
#include "solvers/options/variants.h"
#include "solvers/simulation/run.h"
#include "tests/solvers/linkages.h"
#include "tests/solvers/simulation/event_models.h"
#include "tests/solvers/spatial/spatial_models.h"

namespace holonom {
namespace {

using namespace samples;

class PolesAhead : public testing::TestWithParam<TestedMethod> {};

TEST_P(PolesAhead, EndTheRunWithTheirName) {
  const struct {
    const char* force;
    double at;  // s, the pole
  } cases[] = {{"1/(t - 0.5)", 0.5},
               {"tan(3*t)", std::acos(0.0) / 3},
               {"0.3 + 1/((t - 0.5)^2)", 0.5},
               {"2/(0.5 - block.x)", 0.5}};
  for (const auto& one : cases)
    for (const double tolerance : {1e-3, 1e-6}) {
      const EventRun run = runWithEvents(pushedBlock(0, 2, one.force), optionsOf(GetParam(), tolerance, 1));
      EXPECT_NE(run.outcome.termination, Termination::ReachedEnd) << one.force;
      EXPECT_NE(run.outcome.message.find("force 'push'"), std::string::npos)
          << one.force << ": " << run.outcome.message;
      EXPECT_LT(run.outcome.end.t, one.at + 1e-6) << one.force;
    }
}

/// Numerator and denominator vanish together, or a power makes the value finite: as if nothing were there.
TEST_P(PolesAhead, ThatAreRemovableAreNone) {
  constexpr double kTolerance = 1e-6;
  for (const char* force :
       {"3*sin(5*(block.x - 0.3))/(block.x - 0.3)", "(block.x - 0.3)/tanh(4*(block.x - 0.3))",
        "1/(block.x - 30)", "if(block.x > 0.3, 1/(block.x + 0.1), 2)"}) {
    SimulationOptions exact = optionsOf({"", "dop853", 1}, 1e-12, 0.5);
    const EventRun reference = runWithEvents(pushedBlock(0, 2, force), exact);
    const EventRun run = runWithEvents(pushedBlock(0, 2, force), optionsOf(GetParam(), kTolerance, 0.5));
    ASSERT_EQ(run.outcome.termination, Termination::ReachedEnd) << force << ": " << run.outcome.message;
    EXPECT_LT(std::abs(run.outcome.end.q[0] - reference.outcome.end.q[0]), 100 * kTolerance) << force;
    EXPECT_EQ(run.events.size(), reference.events.size()) << force;
  }
}

/// A sign written as a quotient.
TEST_P(PolesAhead, OfSignsAreSwitches) {
  const double v0 = 2, t1 = (-v0 + std::sqrt(v0 * v0 + 12 * 0.3)) / 6, v1 = v0 + 6 * t1, end = 0.5;
  const double exact = 0.3 + v1 * (end - t1) - 3 * (end - t1) * (end - t1);
  for (const char* force :
       {"-6*(block.x - 0.3)/abs(block.x - 0.3)", "-6*(block.x - 0.3)/sqrt((block.x - 0.3)^2)"})
    for (const double tolerance : {1e-3, 1e-6}) {
      const EventRun run = runWithEvents(pushedBlock(0, v0, force), optionsOf(GetParam(), tolerance, end));
      ASSERT_EQ(run.outcome.termination, Termination::ReachedEnd) << run.outcome.message;
      EXPECT_LT(std::abs(run.outcome.end.q[0] - exact), 30 * tolerance) << force << " at " << tolerance;
    }
}

/// A mass on a guide through the anchor of its spring: the force turns over in the anchor. Between the
/// passages it is an oscillation about ±l0.
TEST_P(PolesAhead, SpringThroughItsAnchor) {
  constexpr double k = 10, l0 = 0.4, start = 1, end = 1.2;
  const double w = std::sqrt(k), first = std::acos(-l0 / (start - l0)) / w;  // l0 + (start − l0) cos(w t) = 0
  const double speed = (start - l0) * w * std::sin(w * first), rest = end - first;
  const double exact = -(l0 - l0 * std::cos(w * rest) + speed / w * std::sin(w * rest));
  Mechanism m = block(start, 0);
  SpringDamper spring;
  spring.a = {kGround, 0};
  spring.b = {0, 0};
  spring.stiffness = k;
  spring.freeLength = l0;
  m.forces = {{"spring", spring}};
  // Methods of second order have errors of hundreds of tolerances at 1e-8 without any event.
  const bool explicitSecond = isExplicit(GetParam()) && isSecondOrder(GetParam());
  const double allowed = explicitSecond ? 1000 : isExplicit(GetParam()) || isAutomatic(GetParam()) ? 60 : 500;
  for (const double tolerance : {1e-4, 1e-6, 1e-8}) {
    const EventRun run = runWithEvents(m, optionsOf(GetParam(), tolerance, end));
    ASSERT_EQ(run.outcome.termination, Termination::ReachedEnd) << run.outcome.message;
    EXPECT_LT(std::abs(run.outcome.end.q[0] - exact), allowed * tolerance) << tolerance;
  }
}

INSTANTIATE_TEST_SUITE_P(AllMethods, PolesAhead, testing::ValuesIn(kVariants),
                         [](const auto& info) { return info.param.name; });

/// A wave folded by its inverse, along steps that would pass several of its kinks.
TEST(FoldedWaves, KeepTheirBranchInLongSteps) {
  for (const char* force : {"-20*acos(cos(5*block.x)) + 10", "-20*asin(sin(5*block.x)) + 10"}) {
    SimulationOptions exact = optionsOf({"", "dop853", 1}, 1e-13, 2);
    exact.maxStep = 0.005;
    const EventRun reference = runWithEvents(pushedBlock(0, 3, force), exact);
    for (const char* method : {"dop853", "auto", "gbs", "dopri5", "adams"})
      for (const double tolerance : {1e-3, 1e-4, 1e-5, 1e-6, 1e-7}) {
        const EventRun run = runWithEvents(
            pushedBlock(0, 3, force),
            optionsOf({"", method, method[0] == 'a' && method[1] == 'u' ? 2 : 1}, tolerance, 2));
        ASSERT_EQ(run.outcome.termination, Termination::ReachedEnd) << run.outcome.message;
        EXPECT_LT(std::abs(run.outcome.end.q[0] / reference.outcome.end.q[0] - 1), 50 * tolerance)
            << force << " " << method << " " << tolerance;
      }
  }
}

/// A driver that turns ever faster towards a pole, in the plane and in space, where steps shorten with the
/// square of what is left.
TEST(Poles, OfDriversEndTheRunWithTheirName) {
  Mechanism planar = linkages::pendulum();
  planar.drivers = {{"motor", 0, "1/(0.5 - t)"}};
  Mechanism spatial = spatial_models::inSpace(linkages::pendulum());
  spatial.joints[0].kind = RevoluteJoint{{kGround, 0}, {0, 0}};
  spatial.drivers = planar.drivers;
  for (const Mechanism& m : {planar, spatial})
    for (const TestedMethod& method : {TestedMethod{"", "bdf", 2}, TestedMethod{"", "radau", 2},
                                       TestedMethod{"", "auto", 2}, TestedMethod{"", "kinematics", 1}})
      for (const double tolerance : {1e-4, 1e-7}) {
        SCOPED_TRACE(method.method + std::string(isSpatial(m) ? " in space " : " ") +
                     std::to_string(tolerance));
        const EventRun run = runWithEvents(m, optionsOf(method, tolerance, 1));
        EXPECT_NE(run.outcome.termination, Termination::ReachedEnd);
        EXPECT_NE(run.outcome.message.find("driver 'motor'"), std::string::npos) << run.outcome.message;
        EXPECT_NE(run.outcome.message.find("becomes infinite"), std::string::npos) << run.outcome.message;
        EXPECT_LT(run.outcome.counts.steps, 200000);
      }
}

/// Of the second order: methods of steps that are short beside it meet no end of time before.
TEST(Poles, OfDriversAreNamedBeforeTheMotionExplodes) {
  Mechanism m = linkages::pendulum();
  m.drivers = {{"motor", 0, "1/(0.5 - t)^2"}};
  for (const char* variant :
       {"generalized-alpha:1", "generalized-alpha:2", "generalized-alpha:3", "bdf:2", "dop853:1"}) {
    Recording recording;
    const Summary summary =
        runToEnd(m, parseVariant(std::string(variant) + ":t-end=1", optionsFor(m)), recording);
    EXPECT_EQ(summary.termination, Termination::NotFinite) << variant << ": " << summary.message;
    EXPECT_NE(summary.message.find("driver 'motor'"), std::string::npos) << summary.message;
    EXPECT_NE(summary.message.find("becomes infinite"), std::string::npos) << summary.message;
    EXPECT_LT(summary.counts.steps, 2000000) << variant;
  }
}

/// No row is made behind the end of a formula.
TEST(Poles, DriversWithoutAValueAreNamed) {
  using Prescribes = Driver::Prescribes;
  for (const bool inSpace : {false, true})
    for (const auto& [formula, what] :
         {std::pair("sqrt(0.5 - t)", Prescribes::Acceleration),
          std::pair("(0.5 - t)^1.5", Prescribes::Velocity), std::pair("(0.5 - t)^2.5", Prescribes::Position)})
      for (const char* method : {"bdf", "radau", "dop853"}) {
        Mechanism m = linkages::pendulum();
        if (inSpace) m = spatial_models::inSpace(m);
        Driver motor{"motor", 0, formula};
        motor.prescribes = what;
        m.drivers = {motor};
        SCOPED_TRACE(std::string(formula) + ' ' + method + (inSpace ? " in space" : ""));
        const int index = method == std::string("dop853") ? 1 : 2;
        const EventRun run = runWithEvents(m, optionsOf({"", method, index}, 1e-5, 1));
        EXPECT_NE(run.outcome.termination, Termination::ReachedEnd);
        EXPECT_NE(run.outcome.message.find("driver 'motor'"), std::string::npos) << run.outcome.message;
        EXPECT_LE(run.outcome.end.t, 0.5 + 1e-9);
      }
}

}  // namespace
}  // namespace holonom
