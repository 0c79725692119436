// SPDX-License-Identifier: GPL-3.0-or-later
// Forces that go from one value to another one within a tiny part of the motion: smooth, but narrower than a
// step of most methods.
#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <string>

#include "tests/solvers/hostile/hidden_switches.h"
#include "tests/solvers/run_helpers.h"
#include "tests/solvers/simulation/event_models.h"

namespace holonom {
namespace {

std::string text(double value) {
  char out[32];
  std::snprintf(out, sizeof out, "%.9g", value);
  return out;
}

struct BlockRun {
  Termination termination;
  std::string message;
  double x;
  Counts counts;
};

BlockRun runBlock(double speed, const std::string& force, const SimulationOptions& options) {
  const auto equations = std::make_unique<EquationsOfMotion>(samples::pushedBlock(0, speed, force));
  const Outcome outcome =
      runSystem(*equations, options, guessOf(equations->givenCoordinates(), equations->givenVelocities()));
  return {outcome.termination, outcome.message, outcome.end.q[0], outcome.counts};
}

/// That a method cannot follow friction which holds is told.
bool told(const BlockRun& run) {
  return run.message.find("stiff") != std::string::npos ||
         run.message.find("so small") != std::string::npos || run.termination == Termination::StepLimit;
}

class FrontPassages : public testing::TestWithParam<TestedMethod> {
 protected:
  /// Tolerances of error that count as right: index 3 and the generalized-α family amplify theirs.
  double allowed() const {
    if (isSecondOrder(GetParam()) || isPenalty(GetParam()) || isForeign(GetParam()))
      return std::string_view(GetParam().method) == "trapezoidal" ? 800 : 400;
    return isExplicit(GetParam()) ? 30 : 100;
  }
};

/// A force that appears within 1e-7 m or less throws a block back at x₀, after x₀ s; it passes the place
/// again 0.05 s later, at −1 m/s.
TEST_P(FrontPassages, ThatThrowBackAreSeenWhereverTheyAre) {
  const bool slow = isSecondOrder(GetParam()) || isPenalty(GetParam());
  for (const double place : {0.13, 0.2, 0.31, 0.44})
    for (const double steepness : {1e6, 1e8, 1e10})
      for (const double tolerance : {1e-3, 1e-5, 1e-8}) {
        if (slow && tolerance < 1e-5) continue;
        const BlockRun run =
            runBlock(1, "-20*(1 + tanh(" + text(steepness) + "*(block.x - " + text(place) + ")))",
                     optionsOf(GetParam(), tolerance, 0.9));
        SCOPED_TRACE("at " + text(place) + ", steepness " + text(steepness) + ", tolerance " +
                     text(tolerance));
        // Index 1 of BDF and IDA, with accelerations among the unknowns, needs steps below the rounding of
        // the time at 1e-8, and says so.
        const bool judgesAccelerations =
            GetParam().index == 1 && (std::string_view(GetParam().method) == "bdf" || isForeign(GetParam()));
        if (judgesAccelerations && steepness > 1e9 && run.message.find("small") != std::string::npos)
          continue;
        ASSERT_EQ(run.termination, Termination::ReachedEnd) << run.message;
        const double exact = 2 * place + 0.05 - 0.9, size = std::max(std::abs(exact), 0.45);
        EXPECT_LT(std::abs(run.x - exact) / size, allowed() * tolerance + 3 / steepness);
      }
}

/// Friction that holds, gives way and holds again, narrower and narrower. References by BDF with index 2 at
/// 1e-10.
TEST_P(FrontPassages, OfFrictionAreSeenAtEveryTolerance) {
  if (isPenalty(GetParam())) return;  // thousands of stages in each of thousands of steps
  if (isForeign(GetParam())) return;  // IDA begins anew at each cut and is not held to the bound
  static const std::map<std::string, double> references = [] {
    std::map<std::string, double> all;
    for (const char* width : {"1e-2", "1e-4", "1e-6"}) {
      const BlockRun run = runBlock(0, std::string("-5*tanh(block.vx/") + width + ") + 6*sin(3*t)",
                                    optionsOf({"Reference", "bdf", 2}, 1e-10, 3));
      all[width] = run.x;
    }
    return all;
  }();
  for (const auto& [width, exact] : references)
    for (const double tolerance : {1e-3, 1e-4, 1e-5, 1e-6}) {
      SimulationOptions options = optionsOf(GetParam(), tolerance, 3);
      options.maxSteps = 5000;
      options.maxStep = 0.2;  // half of the time for which it slides: a block at rest has nothing to judge by
      const BlockRun run = runBlock(0, "-5*tanh(block.vx/" + width + ") + 6*sin(3*t)", options);
      SCOPED_TRACE("width " + width + ", tolerance " + text(tolerance));
      if (told(run)) continue;
      ASSERT_EQ(run.termination, Termination::ReachedEnd) << run.message;
      // Extrapolation is at its stability limit there, which the run warns of.
      const double factor = std::string_view(GetParam().method) == "gbs" ? 2 : 0.5;
      EXPECT_LT(std::abs(run.x - exact), factor * allowed() * tolerance);
    }
}

/// The same by a law with |v| in an exponent, whose branch would outgrow all numbers on the other side of v =
/// 0.
TEST_P(FrontPassages, OfFrictionByAnExponentialAreSeen) {
  if (isPenalty(GetParam()) || isForeign(GetParam())) return;  // as above
  for (const char* width : {"1e-3", "1e-5"}) {
    const std::string force =
        std::string("-5*sign(block.vx)*(1 - exp(-abs(block.vx)/") + width + ")) + 6*sin(3*t)";
    static std::map<std::string, double> references;
    if (!references.contains(width))
      references[width] = runBlock(0.3, force, optionsOf({"Reference", "bdf", 2}, 1e-10, 3)).x;
    for (const double tolerance : {1e-4, 1e-6}) {
      SimulationOptions options = optionsOf(GetParam(), tolerance, 3);
      options.maxSteps = 5000;
      const BlockRun run = runBlock(0.3, force, options);
      SCOPED_TRACE(std::string("width ") + width + ", tolerance " + text(tolerance));
      if (told(run)) continue;
      ASSERT_EQ(run.termination, Termination::ReachedEnd) << run.message;
      EXPECT_LT(std::abs(run.x - references[width]), allowed() * tolerance);
    }
  }
}

/// By time, as a step and as a pulse, in the forms that are common.
TEST_P(FrontPassages, OverTimeAreSeen) {
  struct Case {
    const char* force;
    double end;  ///< x(1)
  };
  const double pi = std::acos(-1);
  const Case cases[] = {
      {"5*(1 + tanh(1e9*(t - 0.5)))", 1.25},
      {"10/(1 + exp(-1e7*(t - 0.5)))", 1.25},
      {"5 + 5*(t - 0.5)/sqrt((t - 0.5)^2 + 1e-14)", 1.25},
      {"1e4*exp(-((t - 0.5)/1e-4)^2)", 0.5 * std::sqrt(pi)},
      {"1e4/exp(((t - 0.5)/1e-4)^2)", 0.5 * std::sqrt(pi)},
      {"1e4*exp(-((t - 0.5)/1e-4)^4)", std::tgamma(1.25)},
      {"1e4/(1 + ((t - 0.5)/1e-4)^4)", pi / std::sqrt(8.0)},
      {"100*sin(pi*t)^20000", 50 / std::sqrt(pi) * std::exp(std::lgamma(10000.5) - std::lgamma(10001.0))},
      {"1e4*exp(-abs(t - 0.5)*1e4)", 1}};
  for (const Case& c : cases)
    for (const double tolerance : {1e-3, 1e-5}) {
      const BlockRun run = runBlock(0, c.force, optionsOf(GetParam(), tolerance, 1));
      SCOPED_TRACE(std::string(c.force) + ", tolerance " + text(tolerance));
      ASSERT_EQ(run.termination, Termination::ReachedEnd) << run.message;
      // A cusp misleads methods that do not judge velocities, which tell so.
      const bool untested = isSecondOrder(GetParam()) && GetParam().index == 3;
      const bool cusp = std::string_view(c.force).find("abs") != std::string_view::npos;
      EXPECT_LT(std::abs(run.x - c.end), std::max(untested && cusp ? 0.05 : 0, allowed() * tolerance));
    }
}

/// A power of a wave has many peaks, and a long step leads over several of them. References: an eighth-order
/// method at 1e-13 in steps much shorter than a peak, apart from this program; the speed behind five of them
/// follows from their work, too.
TEST_P(FrontPassages, InARowAreAllSeen) {
  struct Case {
    const char* force;
    double x, speed, end;
  };
  const Case cases[] = {{"-30*sin(20*block.x)^2000", 0, 1, 0.73048609},
                        {"-30*abs(sin(20*block.x))^2000", 0, 1, 0.73048609},
                        {"-300*exp(-(sin(20*block.x + 1)/0.02)^2)", 0, 1, -1.85175603},
                        {"-4*block.x + 30*sin(20*t)^2000", 0.2, 0.3, 0.24252807}};
  const bool slow = isSecondOrder(GetParam()) || isPenalty(GetParam()) || isForeign(GetParam());
  for (const Case& c : cases)
    for (const double tolerance : {1e-4, 1e-6}) {
      const auto equations = std::make_unique<EquationsOfMotion>(samples::pushedBlock(c.x, c.speed, c.force));
      const Outcome outcome = runSystem(*equations, optionsOf(GetParam(), tolerance, 1),
                                        guessOf(equations->givenCoordinates(), equations->givenVelocities()));
      SCOPED_TRACE(std::string(c.force) + ", tolerance " + text(tolerance));
      ASSERT_EQ(outcome.termination, Termination::ReachedEnd) << outcome.message;
      EXPECT_LT(std::abs(outcome.end.q[0] - c.end),
                (slow ? 10 * allowed() : 3 * allowed()) * tolerance + 1e-7);
    }
}

/// Those as wide as the motion cost next to nothing, beside the same system that tells of none.
TEST_P(FrontPassages, AsWideAsTheMotionAreFree) {
  for (const char* force :
       {"-9*block.x - 0.1*tanh(block.vx/0.5)", "-9*block.x/sqrt(1 + block.x^2) + exp(-t^2)"})
    for (const double tolerance : {1e-3, 1e-6}) {
      const SimulationOptions options = optionsOf(GetParam(), tolerance, 2);
      HiddenSwitches hidden(std::make_unique<EquationsOfMotion>(samples::pushedBlock(0, 1, force)));
      const InitialGuess guess = guessOf(hidden.shown().givenCoordinates(), hidden.shown().givenVelocities());
      EXPECT_LE(runBlock(1, force, options).counts.steps, runSystem(hidden, options, guess).counts.steps + 2)
          << force << ", " << tolerance;
    }
}

/// A narrow one costs the steps through its zone, whether or not it changes much: here twice.
TEST_P(FrontPassages, CostTheirZonesOnly) {
  const char* force = "-9*block.x + 1e-14*tanh(1e6*(block.x - 0.1))";
  for (const double tolerance : {1e-3, 1e-6}) {
    const SimulationOptions options = optionsOf(GetParam(), tolerance, 2);
    HiddenSwitches hidden(std::make_unique<EquationsOfMotion>(samples::pushedBlock(0, 1, force)));
    const InitialGuess guess = guessOf(hidden.shown().givenCoordinates(), hidden.shown().givenVelocities());
    EXPECT_LT(runBlock(1, force, options).counts.steps,
              runSystem(hidden, options, guess).counts.steps +
                  (isSecondOrder(GetParam()) || isForeign(GetParam()) ? 150 : 70));
  }
}

INSTANTIATE_TEST_SUITE_P(Methods, FrontPassages, testing::ValuesIn(kVariants),
                         [](const auto& info) { return info.param.name; });

}  // namespace
}  // namespace holonom
