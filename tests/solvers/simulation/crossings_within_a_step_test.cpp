// SPDX-License-Identifier: GPL-3.0-or-later
// Functions that change their sign twice within what would be one step, against closed forms, with every
// method.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "solvers/simulation/watches/step_scan.h"
#include "tests/solvers/hinged_bar.h"
#include "tests/solvers/simulation/event_models.h"

namespace holonom {
namespace {

using samples::block;
using samples::EventRun;
using samples::hingedBar;
using samples::pushedBlock;
using samples::runWithEvents;

std::size_t countOf(const EventRun& run, std::string_view what) {
  return static_cast<std::size_t>(std::count_if(run.events.begin(), run.events.end(),
                                                [&](const Event& event) { return event.what == what; }));
}

class CrossingsWithinAStep : public testing::TestWithParam<TestedMethod> {
 protected:
  EventRun run(const Mechanism& m, double tolerance, double endTime) const {
    const EventRun run = runWithEvents(m, optionsOf(GetParam(), tolerance, endTime));
    EXPECT_EQ(run.outcome.message.find("pile up"), std::string::npos) << run.outcome.message;
    return run;
  }
};

/// Thrown up against a ceiling 2 mm below the top of its flight: away from it with half the speed √(2 g 2
/// mm).
TEST_P(CrossingsWithinAStep, CeilingJustBelowTheTop) {
  Mechanism m = pushedBlock(0, 4, "-8");
  m.forces.push_back({"ceiling", Stop{0, {}, {}, {}, 0.998, 0, 0, 0.5}});
  const EventRun result = run(m, 1e-6, 0.9);
  ASSERT_EQ(result.outcome.termination, Termination::ReachedEnd) << result.outcome.message;
  ASSERT_EQ(countOf(result, "is hit"), 1u);
  const double speed = std::sqrt(2 * 8 * 0.002), hit = (4 - speed) / 8, rest = 0.9 - hit;
  EXPECT_NEAR(result.events[0].t, hit, 1e-4);
  EXPECT_NEAR(result.outcome.end.q[0], 0.998 - 0.5 * speed * rest - 4 * rest * rest, 1e-3);
}

/// A block that comes back from a post of 0.1 m around x = 1, 0.02 m beside its way, which a step would jump
/// over.
TEST_P(CrossingsWithinAStep, PostBesideTheWay) {
  Mechanism m = block(-2, 3);
  m.ground.points.push_back({"P", {1, 0.02}});
  m.forces = {{"post", Stop{-1, {kGround, 1}, {0, 0}, 0.1, {}, 0, 0, 1.0}}};
  const EventRun result = run(m, 1e-6, 4);
  ASSERT_EQ(result.outcome.termination, Termination::ReachedEnd) << result.outcome.message;
  ASSERT_EQ(countOf(result, "is hit"), 1u);
  const double at = 1 - std::sqrt(0.01 - 0.0004);
  EXPECT_NEAR(result.events[0].t, (at + 2) / 3, 1e-8);
  EXPECT_NEAR(result.outcome.end.q[0], at - 3 * (4 - (at + 2) / 3), 1e-6);
}

/// A turning bar meets a post a little in front of its way round.
TEST_P(CrossingsWithinAStep, PostBesideATurningBar) {
  Mechanism m = hingedBar(1, 1.0 / 3);
  m.gravity = {0, 0};
  m.bodies[0].angularVelocity = 5;
  m.bodies[0].points.push_back({"tip", {1, 0}});
  m.ground.points.push_back({"P", {-0.6, 0.8}});
  m.forces = {{"post", Stop{-1, {kGround, 1}, {0, 1}, 0.05, {}, 0, 0, 1.0}}};
  const EventRun result = run(m, 1e-6, 1);
  ASSERT_EQ(result.outcome.termination, Termination::ReachedEnd) << result.outcome.message;
  ASSERT_GE(countOf(result, "is hit"), 1u);
  const double angle = std::atan2(0.8, -0.6) - 2 * std::asin(0.025);
  EXPECT_NEAR(result.events[0].t, angle / 5, 1e-4);
  EXPECT_LT(result.outcome.end.q[2], angle);
}

/// A force in a window of 0.1 m takes 2 J of 4.5 J.
TEST_P(CrossingsWithinAStep, ForceInAWindowOfTheWay) {
  for (const char* force : {"if(abs(block.x - 1) < 0.05, -20, 0)", "if((block.x - 1)^2 < 0.0025, -20, 0)"}) {
    const EventRun result = run(pushedBlock(-2, 3, force), 1e-6, 2);
    ASSERT_EQ(result.outcome.termination, Termination::ReachedEnd) << result.outcome.message;
    EXPECT_NEAR(result.outcome.end.v[0], std::sqrt(5.0), 3e-4) << force;
  }
}

/// 64 windows of time of 2 arccos(0.99)/200 each.
TEST_P(CrossingsWithinAStep, ForceInShortWindowsOfTime) {
  const EventRun result = run(pushedBlock(-2, 3, "if(sin(200*t) > 0.99, -20, 0)"), 1e-6, 2);
  ASSERT_EQ(result.outcome.termination, Termination::ReachedEnd) << result.outcome.message;
  EXPECT_EQ(result.events.size(), 128u);
  EXPECT_NEAR(result.outcome.end.v[0], 3 - 20 * 64 * 2 * std::acos(0.99) / 200, 1e-5);
}

/// A window of 1 ms in a run of 100 s, at the tolerance of everyday use.
TEST_P(CrossingsWithinAStep, ShortPulseInALongRun) {
  const EventRun result = run(pushedBlock(0, 0, "if(abs(t - 61.8) < 0.0005, 1000, 0)"), 1e-4, 100);
  ASSERT_EQ(result.outcome.termination, Termination::ReachedEnd) << result.outcome.message;
  EXPECT_NEAR(result.outcome.end.v[0], 1, 1e-6);
}

/// A named event in a window that is narrow beside the steps, and both of its edges.
TEST_P(CrossingsWithinAStep, NamedEventInAWindow) {
  Mechanism m = block(-2, 3);
  m.events = {{"near", "(block.x - 1)^2 - 0.0025", NamedEvent::Direction::Both, NamedEvent::Action::Record}};
  const EventRun passed = run(m, 1e-4, 2);
  ASSERT_EQ(passed.events.size(), 2u);
  EXPECT_NEAR(passed.events[0].t, 2.95 / 3, 1e-8);
  EXPECT_NEAR(passed.events[1].t, 3.05 / 3, 1e-8);
  m.events[0].action = NamedEvent::Action::Stop;
  const EventRun ended = run(m, 1e-4, 2);
  EXPECT_EQ(ended.outcome.termination, Termination::EventReached);
  EXPECT_NEAR(ended.outcome.end.q[0], 0.95, 1e-7);
}

/// Steps lead over several teeth of a rack, each 0.45 mm wide and 31 mm from the next. The speed follows from
/// the work up to the end.
TEST_P(CrossingsWithinAStep, TeethOfARack) {
  constexpr double pi = std::numbers::pi, push = 8, drag = 0.2;
  for (const double pitch : {200.0, 60.0}) {
    const double level = pitch == 60 ? 0.9 : 0.999, half = std::acos(level) / pitch;
    const std::string wave = "sin(" + std::to_string(pitch) + "*block.x)";
    Mechanism m = pushedBlock(0, 2, "if(" + wave + " > " + std::to_string(level) + ", 8, -0.2)");
    m.events = {{"valley", wave + " + " + std::to_string(level), NamedEvent::Direction::Both,
                 NamedEvent::Action::Record}};
    const EventRun result = run(m, 1e-6, 1);
    ASSERT_EQ(result.outcome.termination, Termination::ReachedEnd) << result.outcome.message;
    const double x = result.outcome.end.q[0];
    const auto edges = [&](double phase) {  // of teeth whose middles have this phase
      std::size_t count = 0;
      for (double middle = phase / pitch; middle - half < x; middle += 2 * pi / pitch)
        count += 1 + (middle + half < x);
      return count;
    };
    double within = 0;
    for (double middle = 0.5 * pi / pitch; middle - half < x; middle += 2 * pi / pitch)
      within += std::min(middle + half, x) - (middle - half);
    EXPECT_NEAR(0.5 * std::pow(result.outcome.end.v[0], 2), 2 + push * within - drag * (x - within), 1e-3)
        << pitch;
    EXPECT_EQ(result.events.size(), edges(0.5 * pi) + edges(1.5 * pi)) << pitch;
  }
}

/// Behind one event the next is a millisecond away, and the first steps suspect a jump on their way to it.
TEST_P(CrossingsWithinAStep, AGateOfAMillisecond) {
  Mechanism m = block(0, 1);
  m.bodies.push_back(m.bodies[0]);
  m.bodies[1].name = "target";
  m.bodies[1].velocity = Vector2::Zero();
  m.joints.push_back({"guide2", PrismaticJoint{{kGround, 0}, {1, 0}, {1, 0}, 0}});
  m.forces = {{"gate", ForceExpression{
                           {1, 0}, "if(block.x > 1.2345, if(block.x < 1.2355, 80, 0), 0)", "0", "0", false}}};
  const EventRun result = run(m, 1e-6, 2);
  ASSERT_EQ(result.outcome.termination, Termination::ReachedEnd) << result.outcome.message;
  EXPECT_NEAR(result.outcome.end.v[3], 0.08, 1e-5);
  ASSERT_EQ(result.events.size(), 2u);
  EXPECT_NEAR(result.events[0].t, 1.2345, 1e-7);
  EXPECT_NEAR(result.events[1].t, 1.2355, 1e-7);
}

/// A block that rests on a driven one is thrown off where that is slower than −g: at 0.7188474464 s, and then
/// in free flight. Behind the landing nothing is free, and the peak of the motion is far narrower than steps
/// could be.
TEST_P(CrossingsWithinAStep, APeakOfADriverThrowsOffWhatRests) {
  Mechanism m = block(0, 0);
  m.bodies.push_back(m.bodies[0]);
  m.bodies[1].name = "rider";
  m.bodies[1].position = {0.2, 0};
  m.joints.push_back({"guide2", PrismaticJoint{{0, 0}, {1, 0}, {1, 0}, 0}});
  m.drivers = {{"shaker", 0, "0.02*exp(-1000*(t - 0.737)*(t - 0.737))"}};
  m.forces = {{"weight", ForceExpression{{1, 0}, "-9.81", "0", "0", false}},
              {"seat", Stop{1, {}, {}, 0.0, {}, 0, 0, 0.0}}};
  const EventRun result = run(m, 1e-6, 0.75);
  ASSERT_EQ(result.outcome.termination, Termination::ReachedEnd) << result.outcome.message;
  EXPECT_EQ(countOf(result, "opens"), 1u);
  EXPECT_NEAR(result.outcome.end.q[3], 0.0258951293, 1e-4);
}

/// A second block falls onto one that bounces on a floor, and both come to rest there.
Mechanism blocksOnEachOther() {
  Mechanism m = block(1, 0);
  m.bodies.push_back(m.bodies[0]);
  m.bodies[1].name = "upper";
  m.bodies[1].mass = 2;
  m.bodies[1].position = {2, 0};
  m.joints.push_back({"guide2", PrismaticJoint{{kGround, 0}, {1, 0}, {1, 0}, 0}});
  m.forces = {{"weight", ForceExpression{{0, 0}, "-9.81", "0", "0", false}},
              {"weight2", ForceExpression{{1, 0}, "-19.62", "0", "0", false}},
              {"floor", Stop{0, {}, {}, 0.0, {}, 0, 0, 0.4}},
              {"between", Stop{-1, {0, 0}, {1, 0}, 0.5, {}, 0, 0, 0.4}}};
  return m;
}

TEST_P(CrossingsWithinAStep, BlocksComeToRestOnEachOther) {
  const Mechanism m = blocksOnEachOther();
  const EventRun result = run(m, 1e-4, 4);
  ASSERT_EQ(result.outcome.termination, Termination::ReachedEnd) << result.outcome.message;
  EXPECT_NEAR(result.outcome.end.q[0], 0, 1e-7);
  EXPECT_NEAR(result.outcome.end.q[3], 0.5, 1e-7);
  EXPECT_NEAR(result.outcome.end.v[3], 0, 1e-7);
  const EquationsOfMotion equations(m);
  EXPECT_NEAR(result.outcome.end.lambda[equations.rowOfStop(2, 0)], 3 * 9.81, 1e-4);
  EXPECT_NEAR(result.outcome.end.lambda[equations.rowOfStop(3, 0)], 2 * 9.81, 1e-4);
}

/// The series of bounces ends at 3 s however tight the tolerance is: long before numbers cannot tell the
/// flights from rest.
TEST_P(CrossingsWithinAStep, BouncesEndAtTightTolerances) {
  const TestedMethod& variant = GetParam();
  const bool exact = isExplicit(variant) || isAutomatic(variant) || std::string_view(variant.method) == "bdf";
  if (!exact) GTEST_SKIP() << "needs steps without number at such tolerances";
  Mechanism m = block(1, 0);
  m.forces = {{"load", ForceExpression{{0, 0}, "-2", "0", "0", false}},
              {"floor", Stop{0, {}, {}, 0.0, {}, 0, 0, 0.5}},
              {"later", ForceExpression{{0, 0}, "if(t > 4, 2*(t - 4), 0)", "0", "0", false}}};
  for (const double tolerance : {1e-11, 1e-13}) {
    const EventRun result = run(m, tolerance, 5);
    ASSERT_EQ(result.outcome.termination, Termination::ReachedEnd) << result.outcome.message;
    EXPECT_EQ(countOf(result, "closes"), 1u);
    EXPECT_LT(countOf(result, "is hit"), 40u);
    EXPECT_NEAR(result.outcome.end.q[0], 0, 1e-9);
  }
}

/// Friction that holds with a time of 1/1500 s, in a band ten tolerances wide: the dense output of long
/// explicit steps leaves the band that the motion stays in, which is no event. Reference: an eighth-order
/// method at 1e-13 in steps that end at the borders.
TEST(CrossingsOfDenseOutputAlone, AreNoEvents) {
  const char* force =
      "-20*block.x + 3*sin(2*t) - 1.5*if(abs(block.vx) < 1e-3, block.vx/1e-3, sign(block.vx))";
  for (const char* method : {"dop853", "dopri5", "gbs", "rk4", "auto"}) {
    const EventRun result = runWithEvents(
        pushedBlock(0.3, 1, force), optionsOf({"", method, method == std::string("auto") ? 2 : 1}, 1e-4, 3));
    ASSERT_EQ(result.outcome.termination, Termination::ReachedEnd)
        << method << ": " << result.outcome.message;
    EXPECT_NEAR(result.outcome.end.q[0], -0.17051028, 1e-3) << method;
    EXPECT_LT(result.events.size(), 40u) << method;  // of which 12 are crossings of the motion
  }
}

INSTANTIATE_TEST_SUITE_P(EveryMethod, CrossingsWithinAStep, testing::ValuesIn(kVariants),
                         [](const auto& info) { return std::string(info.param.name); });

/// A bar between two hinged ones, each with a stop: leaves the stop and returns, from positions that the
/// method keeps to the tolerance only.
TEST(StopsOfLinkage, LeavesAStopBehindWhichErrorsHavePutIt) {
  Mechanism m = hingedBar(1, 1.0 / 12);
  m.bodies[0].points.push_back({"tip", {1, 0}});
  Body lower = m.bodies[0];
  lower.name = "lower";
  lower.position = {1, 0};
  m.bodies.push_back(lower);
  m.joints.push_back({"elbow", RevoluteJoint{{0, 1}, {1, 0}}});
  m.forces = {{"bench", Stop{0, {}, {}, -1.2, {}, 0, 0, 0.6}},
              {"elbow stop", Stop{1, {}, {}, -0.3, 0.3, 0, 0, 0.0}}};
  for (const TestedMethod& variant : kVariants) {
    SCOPED_TRACE(variant.name);
    const EventRun result = runWithEvents(m, optionsOf(variant, 1e-4, 1.5));
    EXPECT_EQ(result.outcome.termination, Termination::ReachedEnd) << result.outcome.message;
    EXPECT_NEAR(result.outcome.end.q[2], -1.2, 1e-3);
  }
}

/// The scan itself: every sign of a function with many narrow dips is seen in some interval, and none has two
/// roots.
TEST(StepScan, LeavesOneRootInEachInterval) {
  int evaluations = 0;
  const StepScan::Evaluate dips = [&](double t, Vector& values) {
    ++evaluations;
    values[0] = std::cos(7 * t) + 0.999;   // narrow dips below zero
    values[1] = (t - 1) * (t - 1) + 1e-4;  // does not reach zero
    values[2] = 0;
  };
  StepScan scan(3);
  scan.begin(0, 3, 1, 1000, nullptr, dips);
  int changes = 0;
  double at = 0;
  while (scan.next(dips)) {
    EXPECT_EQ(scan.left(), at);
    at = scan.right();
    changes += scan.atLeft()[0] * scan.atRight()[0] < 0;
    EXPECT_GT(scan.atRight()[1], 0);
  }
  EXPECT_EQ(at, 3);
  EXPECT_EQ(changes, 6);  // at π/7, 3π/7, 5π/7
  EXPECT_LT(evaluations, 400);
}

TEST(StepScan, SpendsLittleOnFunctionsFarFromZero) {
  int evaluations = 0;
  const StepScan::Evaluate far = [&](double t, Vector& values) {
    ++evaluations;
    values[0] = 5 + std::sin(t);
  };
  StepScan scan(1);
  scan.begin(0, 1, 1, 1000, nullptr, far);
  while (scan.next(far)) {}
  EXPECT_EQ(evaluations, 5);
}

}  // namespace
}  // namespace holonom
