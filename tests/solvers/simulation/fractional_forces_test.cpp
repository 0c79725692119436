// SPDX-License-Identifier: GPL-3.0-or-later
// Forces with fractional powers that begin and end at events.
#include <gtest/gtest.h>

#include "tests/solvers/simulation/event_models.h"

namespace holonom {
namespace {

using namespace samples;

class FractionalForces : public testing::TestWithParam<Variant> {};

/// A block that runs against a wall without losses leaves it as fast as it came.
TEST_P(FractionalForces, AreLeftAsFastAsTheyAreMet) {
  for (const char* force : {"1e4*max(0, -block.x)^1.5", "if(block.x < 0, 1e4*(-block.x)^1.5, 0)", "1e4*abs(max(0, -block.x))^1.5",
                            "3e3*max(0, -block.x)*sqrt(max(0, -block.x))", "200*max(0, -0.05 - block.x)^1.2"}) {
    const EventRun run = runWithEvents(pushedBlock(0.3, -1, force), optionsOf(GetParam(), 1e-7, 1.2));
    EXPECT_EQ(run.outcome.termination, Termination::ReachedEnd) << force << ": " << run.outcome.message;
    EXPECT_NEAR(run.outcome.end.v[0], 1, 1e-4) << force;
  }
}

INSTANTIATE_TEST_SUITE_P(AllMethods, FractionalForces, testing::ValuesIn(kVariants),
                         [](const auto& info) { return info.param.name; });

TEST(FractionalForces, NameTheForceThatHasNoValue) {
  for (const char* force : {"sqrt(block.x + 0.1)", "if(block.x < 0.1, 5*block.x^1.5, 0)", "min(0, block.x + 0.1)^1.5", "log(block.x)"})
    for (const char* method : {"bdf", "dop853", "generalized-alpha"}) {
      SimulationOptions options;
      options.method = method;
      options.index = options.method == "dop853" ? 1 : 2;
      options.endTime = 1.2;
      const EventRun run = runWithEvents(pushedBlock(0.3, -1, force), options);
      EXPECT_NE(run.outcome.termination, Termination::ReachedEnd) << force;
      EXPECT_NE(run.outcome.message.find("force 'push'"), std::string::npos) << method << ": " << run.outcome.message;
      EXPECT_NE(run.outcome.message.find(force), std::string::npos) << method << ": " << run.outcome.message;
    }
}

TEST(FractionalForces, AreNamedAtTheStart) {
  const EventRun run = runWithEvents(pushedBlock(-0.3, 1, "sqrt(block.x)"), {});
  EXPECT_EQ(run.outcome.termination, Termination::AssemblyFailed);
  EXPECT_NE(run.outcome.message.find("force 'push': sqrt(block.x)"), std::string::npos) << run.outcome.message;
}

}  // namespace
}  // namespace holonom
