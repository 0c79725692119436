// SPDX-License-Identifier: GPL-3.0-or-later
// Forces with fractional powers that begin and end at events.
#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "tests/solvers/simulation/event_models.h"

namespace holonom {
namespace {

using namespace samples;

class FractionalForces : public testing::TestWithParam<TestedMethod> {};

/// A block that runs against a wall without losses leaves it as fast as it came.
TEST_P(FractionalForces, AreLeftAsFastAsTheyAreMet) {
  for (const char* force :
       {"1e4*max(0, -block.x)^1.5", "if(block.x < 0, 1e4*(-block.x)^1.5, 0)", "1e4*abs(max(0, -block.x))^1.5",
        "3e3*max(0, -block.x)*sqrt(max(0, -block.x))", "200*max(0, -0.05 - block.x)^1.2"}) {
    const EventRun run = runWithEvents(pushedBlock(0.3, -1, force), optionsOf(GetParam(), 1e-7, 1.2));
    EXPECT_EQ(run.outcome.termination, Termination::ReachedEnd) << force << ": " << run.outcome.message;
    EXPECT_NEAR(run.outcome.end.v[0], 1, 1e-4) << force;
  }
}

/// Bounces on a floor after Hertz, whose errors add up from one to the next. Without gravity in the contact
/// it would be a matter of closed formulas; the references are by steps of an eighth-order method at 1e-13
/// that end at the contacts.
TEST(FractionalForcesInARow, KeepTheToleranceOfExplicitMethods) {
  struct Case {
    const char* force;
    double height, end, x;
  };
  const Case cases[] = {{"1e7*max(0, -block.x)^1.5 - 9.81", 1, 3, 0.6168633421188403},
                        {"1e9*max(0, -block.x)^1.5 - 9.81", 0.3, 2, 0.298263897597673},
                        {"1e7*abs(max(0, -block.x))^1.5 - 9.81", 1, 3, 0.6168633421188403}};
  for (const Case& c : cases)
    for (const char* method : {"dop853", "dopri5", "gbs", "auto"})
      for (const double tolerance : {1e-4, 1e-5, 1e-6, 1e-7, 1e-8}) {
        const EventRun run =
            runWithEvents(pushedBlock(c.height, 0, c.force),
                          optionsOf({"", method, method == std::string("auto") ? 2 : 1}, tolerance, c.end));
        ASSERT_EQ(run.outcome.termination, Termination::ReachedEnd) << run.outcome.message;
        EXPECT_LT(std::abs(run.outcome.end.q[0] - c.x), 200 * tolerance)
            << c.force << ", " << method << ", " << tolerance;
      }
}

/// Zero at both of its ends, which are events. By quadrature half a bump, at the start, gives 0.02776813 m/s
/// and a whole one twice that.
TEST_P(FractionalForces, BetweenTwoEventsAreSeen) {
  const bool slow = isSecondOrder(GetParam()) || isPenalty(GetParam());
  const EventRun run = runWithEvents(pushedBlock(0, 0.3, "1e8*max(0, cos(30*t) - 0.9999)^1.5"),
                                     optionsOf(GetParam(), 1e-6, 0.3));
  ASSERT_EQ(run.outcome.termination, Termination::ReachedEnd) << run.outcome.message;
  EXPECT_NEAR(run.outcome.end.v[0], 0.3833044, slow ? 5e-3 : 5e-4);
}

INSTANTIATE_TEST_SUITE_P(AllMethods, FractionalForces, testing::ValuesIn(kVariants),
                         [](const auto& info) { return info.param.name; });

TEST(FractionalForces, NameTheForceThatHasNoValue) {
  for (const char* force : {"sqrt(block.x + 0.1)", "if(block.x < 0.1, 5*block.x^1.5, 0)",
                            "min(0, block.x + 0.1)^1.5", "log(block.x)"})
    for (const char* method : {"bdf", "dop853", "generalized-alpha"}) {
      SimulationOptions options;
      options.method = method;
      options.index = options.method == "dop853" ? 1 : 2;
      options.endTime = 1.2;
      const EventRun run = runWithEvents(pushedBlock(0.3, -1, force), options);
      EXPECT_NE(run.outcome.termination, Termination::ReachedEnd) << force;
      EXPECT_NE(run.outcome.message.find("force 'push'"), std::string::npos)
          << method << ": " << run.outcome.message;
      EXPECT_NE(run.outcome.message.find(force), std::string::npos) << method << ": " << run.outcome.message;
    }
}

TEST(FractionalForces, AreNamedAtTheStart) {
  const EventRun run = runWithEvents(pushedBlock(-0.3, 1, "sqrt(block.x)"), {});
  EXPECT_EQ(run.outcome.termination, Termination::AssemblyFailed);
  EXPECT_NE(run.outcome.message.find("force 'push': sqrt(block.x)"), std::string::npos)
      << run.outcome.message;
}

}  // namespace
}  // namespace holonom
