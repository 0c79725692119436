// SPDX-License-Identifier: GPL-3.0-or-later
// Linkages that pass near a singular configuration, so near that most tolerances cannot tell which branch
// follows: no method answers wrongly: a run that was not resolved ends with the cause. And exact ones with
// redundant bars at tight tolerances: they are passed.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "core/dynamics/equations_of_motion.h"
#include "core/model/generators.h"
#include "core/results/recording.h"
#include "solvers/analyses/singular_miss.h"
#include "solvers/simulation/run.h"
#include "tests/solvers/hostile/hidden_switches.h"
#include "tests/solvers/linkages.h"
#include "tests/solvers/run_helpers.h"

namespace holonom {
namespace {

using namespace linkages;

/// Flat at crank angle π; there the constraints miss an exactly singular configuration by about `longer`.
Mechanism almostParallelogram(double ground, double longer, double speed) {
  Mechanism m = fourBar(ground, 1, ground, 1 + longer, 1.9);
  m.bodies[0].angularVelocity = speed;
  m.bodies[0].exact.omega = true;
  return m;
}

TEST(SingularMiss, IsTheMisfitOfTheBars) {
  for (const double longer : {1e-3, 1e-6, 1e-9}) {
    const Mechanism m = almostParallelogram(2, longer, 0);
    const auto equations = std::make_unique<EquationsOfMotion>(m);
    Vector q(9);  // the flat position of the exact parallelogram: crank, coupler, rocker
    q << -0.5, 0, std::acos(-1), 0, 0, 0, 1.5, 0, std::acos(-1);
    const auto miss = singularMiss(*equations, 0, q);
    ASSERT_TRUE(miss);
    EXPECT_GT(*miss, 0.05 * longer);
    EXPECT_LT(*miss, longer);
  }
}

/// Counts how often it is moved.
class CountedSystem final : public HiddenSwitches {
 public:
  using HiddenSwitches::HiddenSwitches;
  void moveTo(double t, ConstVectorRef q, ConstVectorRef v) override {
    ++moves;
    HiddenSwitches::moveTo(t, q, v);
  }
  int moves = 0;
};

/// Ten equal four-bars become flat together: ten rows become dependent at once, the iteration finds no single
/// place, and the search ends soon.
TEST(SingularMiss, GivesUpSoonWhereManyRowsBecomeDependentTogether) {
  CountedSystem bars(std::make_unique<EquationsOfMotion>(makeFourBars(10)));
  Simulation simulation(bars, optionsOf({"", "dopri5", 1}, 1e-2, 3));
  ASSERT_TRUE(simulation.start(guessOf(bars.shown().givenCoordinates(), bars.shown().givenVelocities())));
  std::size_t points = 0;
  while (simulation.advance() == Simulation::Advance::Accepted) {
    if (simulation.singularPoints().size() == points) continue;
    points = simulation.singularPoints().size();
    State flat;
    simulation.interpolate(simulation.singularPoints().back().t, flat);
    bars.moves = 0;
    singularMiss(bars, flat.t, flat.q);
    EXPECT_LE(bars.moves, 8) << flat.t;
  }
  EXPECT_GE(points, 2u);
}

class NearSingular : public testing::TestWithParam<TestedMethod> {};

TEST_P(NearSingular, EndsTheRunWithTheCause) {
  const Mechanism models[] = {almostParallelogram(2, 1e-9, 6), almostParallelogram(3, -2e-8, 4)};
  for (const Mechanism& m : models) {
    Recording recording;
    const Summary summary = runToEnd(m, optionsOf(GetParam(), 1e-6, 1), recording);
    EXPECT_NE(summary.termination, Termination::ReachedEnd);
    EXPECT_NE(summary.message.find("ranch"), std::string::npos) << summary.message;
    EXPECT_GT(summary.time, 0.1);
  }
}

INSTANTIATE_TEST_SUITE_P(EveryMethod, NearSingular, testing::ValuesIn(kVariants),
                         [](const auto& info) { return std::string(info.param.name); });

/// Any number of equal bars under one coupler without weight: the bars turn steadily.
TEST(ExactlySingular, RedundantBarsPassAtTightTolerances) {
  for (const bool third : {false, true}) {
    Mechanism m = parallelogram(0.7, third);
    m.gravity = {0, 0};
    m.bodies[0].angularVelocity = 5;
    m.bodies[0].exact.omega = true;
    double last = 0;
    for (const double tolerance : {1e-10, 1e-11, 1e-12}) {
      Recording recording;
      const Summary summary =
          runToEnd(m, optionsOf({"DormandPrince8", "dop853", 1}, tolerance, 2.5), recording);
      ASSERT_EQ(summary.termination, Termination::ReachedEnd)
          << third << ", " << tolerance << ": " << summary.message;
      const int speed = recording.channelIndex(m.bodies[0].name + ".omega");
      const double end = recording.value(recording.size() - 1, speed);
      EXPECT_NEAR(end, 5, 1e-4) << third << ", " << tolerance;
      if (last != 0) EXPECT_NEAR(end, last, 1e-8) << third << ", " << tolerance;
      last = end;
    }
  }
}

}  // namespace
}  // namespace holonom
