// SPDX-License-Identifier: GPL-3.0-or-later
// A run that fails because the user has switched a safeguard off says so, instead of a story about the model.
#include <gtest/gtest.h>

#include "core/dynamics/reference_problems/andrews_relative.h"
#include "tests/solvers/run_helpers.h"

namespace holonom {
namespace {

TEST(SwitchedOff, TheProjectionFilterIsNamedAsTheCause) {
  AndrewsRelative system;
  SimulationOptions options = optionsOf({"bdf", "bdf", 3}, 1e-5, AndrewsRelative::kEndTime);
  options.projectionFilter = false;
  const InitialGuess start =
      guessOf(AndrewsRelative::initialCoordinates(), AndrewsRelative::initialVelocities());
  const Outcome outcome = runSystem(system, options, start);
  ASSERT_NE(outcome.termination, Termination::ReachedEnd);
  EXPECT_NE(outcome.message.find("projection-filter off"), std::string::npos) << outcome.message;
  for (const char* story : {"lock", "driver", "jump"})
    EXPECT_EQ(outcome.message.find(story), std::string::npos) << outcome.message;
  options.projectionFilter = true;
  EXPECT_EQ(runSystem(system, options, start).termination, Termination::ReachedEnd);
}

}  // namespace
}  // namespace holonom
