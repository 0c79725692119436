// SPDX-License-Identifier: GPL-3.0-or-later
// What a run tells of errors that its method does not test.
#include <gtest/gtest.h>

#include <cmath>
#include <regex>
#include <string>

#include "tests/solvers/simulation/event_models.h"

namespace holonom {
namespace {

struct Told {
  double speed = 0;  ///< at the end, m/s
  double part = 0;   ///< of the velocities that can be wrong by what the run says; 0: it says nothing
};

/// Four bounces on a floor with damped contacts.
Told runIndex(int index, double tolerance) {
  EquationsOfMotion equations(
      samples::pushedBlock(0.3, 0, "-9.81 + 1e7*max(0, -block.x)^2.2*(1 - 0.3*block.vx)"));
  SimulationOptions options;
  options.method = "generalized-alpha";
  options.index = index;
  options.rtol = options.atol = tolerance;
  options.endTime = 2;
  Simulation simulation(equations, options);
  EXPECT_TRUE(simulation.start(guessOf(equations.givenCoordinates(), equations.givenVelocities())));
  while (simulation.advance() == Simulation::Advance::Accepted) {}
  EXPECT_EQ(simulation.termination(), Termination::ReachedEnd) << simulation.message();
  Told told{simulation.state().v[0]};
  const std::regex pattern("tests positions, not velocities: .* add up to ([0-9.e+-]+) times");
  for (const std::string& remark : simulation.remarks())
    if (std::smatch match; std::regex_search(remark, match, pattern)) told.part = std::stod(match[1]);
  return told;
}

/// Reference: an eighth-order method at 1e-13 in steps that end at the contacts, apart from this program. The
/// block moves at 2.4 m/s.
TEST(UntestedVelocities, AreToldWithAnEstimateThatHolds) {
  const double reference = -0.19620239194884445, speed = 2.4;
  double former = 10;
  for (const double tolerance : {1e-5, 1e-6, 1e-7}) {
    const Told told = runIndex(3, tolerance);
    EXPECT_GT(told.part * speed, std::abs(told.speed - reference)) << tolerance;
    EXPECT_LT(told.part, 0.5 * former) << tolerance;
    former = told.part;
  }
}

TEST(UntestedVelocities, AreNoneAtIndex2) { EXPECT_EQ(runIndex(2, 1e-6).part, 0); }

}  // namespace
}  // namespace holonom
