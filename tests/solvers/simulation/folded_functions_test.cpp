// SPDX-License-Identifier: GPL-3.0-or-later
// Waves and saws that are written with inverse functions: their kinks and jumps are met as those of abs and
// sign are.
#include <gtest/gtest.h>

#include <cmath>

#include "solvers/simulation/watches/event_watch.h"
#include "tests/solvers/simulation/event_models.h"

namespace holonom {
namespace {

using namespace samples;

class FoldedFunctions : public testing::TestWithParam<TestedMethod> {};

/// The same waves written with declared branches, whose runs are those to compare with.
TEST_P(FoldedFunctions, AreAsGoodAsDeclaredBranches) {
  constexpr double kTolerance = 1e-6, kEnd = 1;
  const struct {
    const char *folded, *declared;
    int events;
  } pairs[] = {
      {"asin(sin(9*t))", "pi/2 - abs(abs(abs(9*t - pi/2) - pi) - pi)", 3},  // for 9 t < 7π/2
      {"atan(tan(9*t))", "9*t - pi*(step(9*t - pi/2) + step(9*t - 3*pi/2) + step(9*t - 5*pi/2))", 3},
      {"-3*sqrt((block.x - 0.2)^2)", "-3*abs(block.x - 0.2)", 1},
      {"-3*((block.x - 0.2)^2)^0.5", "-3*abs(block.x - 0.2)", 1},
      {"-3*((block.x - 0.2)*(block.x - 0.2))^0.75", "-3*abs(block.x - 0.2)^1.5", 1},
      {"atan(sin(9*t)/cos(9*t))", "9*t - pi*(step(9*t - pi/2) + step(9*t - 3*pi/2) + step(9*t - 5*pi/2))", 3},
      // leaps at π, and changes its mode at 5π/2
      {"atan2(sin(9*t), cos(9*t))", "9*t - 2*pi*step(9*t - pi)", 2},
      {"-0.5*atan2(0.2 - block.x, -1)", "-0.5*(pi*sign(0.2 - block.x) + atan(block.x - 0.2))", 1},
      {"9*sin(3*atan2(sin(9*t), cos(9*t)))", "9*sin(27*t)", 0},
  };
  for (const auto& pair : pairs) {
    SimulationOptions exact = optionsOf({"", "dop853", 1}, 1e-12, kEnd);
    exact.maxStep = 0.01;
    const EventRun reference = runWithEvents(pushedBlock(0, 1, pair.declared), exact);
    const EventRun declared =
        runWithEvents(pushedBlock(0, 1, pair.declared), optionsOf(GetParam(), kTolerance, kEnd));
    const EventRun folded =
        runWithEvents(pushedBlock(0, 1, pair.folded), optionsOf(GetParam(), kTolerance, kEnd));
    ASSERT_EQ(folded.outcome.termination, Termination::ReachedEnd) << folded.outcome.message;
    const auto errorOf = [&](const EventRun& run) {
      return std::abs(run.outcome.end.q[0] - reference.outcome.end.q[0]);
    };
    EXPECT_LT(errorOf(folded), 3 * errorOf(declared) + 10 * kTolerance) << pair.folded;
    EXPECT_EQ(folded.events.size(), static_cast<std::size_t>(pair.events)) << pair.folded;
    for (const Event& event : folded.events)
      EXPECT_NE(event.kind, Event::Kind::UndeclaredJump) << pair.folded;
  }
}

INSTANTIATE_TEST_SUITE_P(AllMethods, FoldedFunctions, testing::ValuesIn(kVariants),
                         [](const auto& info) { return info.param.name; });

/// Functions of time inside one another, some of which change together or only where another one has changed.
TEST(NestedTimes, TakeTheirBranchAtOnce) {
  const struct {
    const char* force;
    double end;  // x(1) = 1 + ∫ (1 − t) f dt
  } cases[] = {{"abs(abs(t - 0.5))", 1.125},
               {"abs(abs(abs(t - 0.5) - 0.2) - 0.2)", 1.045},
               {"if(t > 0.3, if(t > 0.9, 1, 2), 0)", 1.485},
               {"sign(abs(t - 0.5) - 0.1*step(t - 0.5))", 1.5 - 2 * (0.125 - 0.08)}};
  for (const auto& one : cases) {
    for (const char* method : {"dop853", "gbs", "bdf", "dopri5", "rk4"}) {
      const EventRun run = runWithEvents(pushedBlock(0, 1, one.force),
                                         optionsOf({"", method, method[0] == 'b' ? 2 : 1}, 1e-9, 1));
      ASSERT_EQ(run.outcome.termination, Termination::ReachedEnd) << run.outcome.message;
      EXPECT_NEAR(run.outcome.end.q[0], one.end, 1e-7) << one.force << " " << method;
    }
  }
}

}  // namespace
}  // namespace holonom
