// SPDX-License-Identifier: GPL-3.0-or-later
// A model in other units takes the same steps to the same result, with every method. Units that differ by a
// power of two change no digit, so nothing in a run may hang on units: no constant, no pivot, no tolerance.
// Others round otherwise, which may cost 2 % of the steps and 20 tolerances, and what rounding does to the
// run anyway.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "core/dynamics/equations_of_motion.h"
#include "core/io/examples.h"
#include "core/io/model_reader.h"
#include "solvers/analyses/assembly.h"
#include "tests/solvers/hostile/units.h"
#include "tests/solvers/linkages.h"
#include "tests/solvers/run_helpers.h"
#include "tests/solvers/simulation/event_models.h"
#include "tests/support/andrews_bodies.h"

namespace holonom {
namespace {

struct Model {
  const char* name;
  Mechanism (*make)();
  double endTime;
  // expressions add in an order that hangs on their constants: this much of the results
  double orderOfSums = 0;
};

Mechanism example(const char* name) { return readMechanism(findModel(name)); }

Mechanism blockAtAStop() {
  Mechanism m = samples::block(0.2, 2);
  m.forces = {{"buffer", Stop{0, {}, {}, {}, 1, 400, 3, {}}},
              {"pull", ForceExpression{{0, 0}, "-2*block.x-0.1*block.vx", "0", "0", false}}};
  return m;
}

const Model kModels[] = {
    {"Andrews", andrewsBodies, 0.02},
    {"SliderCrank", [] { return example("slider_crank"); }, 0.1},
    {"FourBar", [] { return example("four_bar"); }, 1},
    {"FlexibleSliderCrank", [] { return example("flexible_slider_crank"); }, 0.004},
    {"RollingDisc", [] { return example("rolling_disc"); }, 1},
    {"PidArm", [] { return example("pid_arm"); }, 1, 1e-9},
    {"BlockAtAStop", blockAtAStop, 1.5},
    {"BouncingSlider", [] { return example("bouncing_slider"); }, 1.2},
};

struct Units {
  double length, mass;
};
constexpr double kTwoTo40 = 1099511627776;
constexpr Units kPowersOfTwo[] = {{1024, 1},     {1 / 1024.0, 1},   {1, 1024},     {1024, 1024},
                                  {kTwoTo40, 1}, {1 / kTwoTo40, 1}, {1, kTwoTo40}, {1, 1 / kTwoTo40}};
constexpr Units kUnits[] = {{1000, 1}, {1000, 1000}, {1e12, 1}, {1e-12, 1}, {1, 1e12}, {1, 1e-12}};

struct MotionRun {
  Outcome outcome;
  Vector scaledEnd;  // coordinates in parts of their scales
};

/// `shift`: of the ninth digit of the tolerance.
MotionRun runIn(const Model& model, const Units& units, const TestedMethod& variant, double shift = 0) {
  const auto equations = std::make_unique<EquationsOfMotion>(inUnits(model.make(), units.length, units.mass));
  MotionRun run;
  run.outcome = runSystem(*equations, optionsOf(variant, 1e-5 * (1 + shift), model.endTime),
                          initialGuess(*equations, 0));
  run.scaledEnd = run.outcome.end.q;
  for (int i = 0; i < run.scaledEnd.size(); ++i) run.scaledEnd[i] /= equations->coordinateScale(i);
  return run;
}

/// How much runs differ that differ in nothing but rounding, by tolerances that differ in the ninth digit and
/// by lengths in units of much the same size: the seven-body mechanism and the four-bar pass places where
/// rounding grows, and the steps of some methods live with its noise.
struct Spread {
  double steps = 0, places = 0;
};

Spread spreadOfRounding(const Model& model, const TestedMethod& variant, const MotionRun& run) {
  constexpr int kRuns = 6;
  Spread spread;
  for (int k = 1; k <= kRuns; ++k)
    for (const MotionRun& other :
         {runIn(model, {1, 1}, variant, 1e-9 * k), runIn(model, {1 + 0.13 * k, 1}, variant)}) {
      if (other.outcome.termination != Termination::ReachedEnd) continue;
      spread.steps =
          std::max<double>(spread.steps, std::abs(other.outcome.counts.steps - run.outcome.counts.steps));
      spread.places = std::max(spread.places, (other.scaledEnd - run.scaledEnd).cwiseAbs().maxCoeff());
    }
  return spread;
}

class OtherUnits : public testing::TestWithParam<std::tuple<TestedMethod, int>> {};

TEST_P(OtherUnits, ByPowersOfTwoChangeNothing) {
  const auto& [variant, index] = GetParam();
  const Model& model = kModels[index];
  const MotionRun metres = runIn(model, {1, 1}, variant);
  ASSERT_EQ(metres.outcome.termination, Termination::ReachedEnd) << metres.outcome.message;
  for (const Units& units : kPowersOfTwo) {
    SCOPED_TRACE(std::to_string(units.length) + " " + std::to_string(units.mass));
    const MotionRun other = runIn(model, units, variant);
    EXPECT_EQ(other.outcome.termination, Termination::ReachedEnd) << other.outcome.message;
    if (isForeign(variant)) {  // it feels the last bit of what it starts from
      EXPECT_NEAR(double(other.outcome.counts.steps), double(metres.outcome.counts.steps),
                  0.02 * double(metres.outcome.counts.steps));
      EXPECT_LT((other.scaledEnd - metres.scaledEnd).cwiseAbs().maxCoeff(), 1e-3);
      continue;
    }
    EXPECT_EQ(other.outcome.counts.steps, metres.outcome.counts.steps);
    EXPECT_LE((other.scaledEnd - metres.scaledEnd).cwiseAbs().maxCoeff(), model.orderOfSums);
  }
}

TEST_P(OtherUnits, ChangeNeitherStepsNorResults) {
  const auto& [variant, index] = GetParam();
  const Model& model = kModels[index];
  const MotionRun metres = runIn(model, {1, 1}, variant);
  ASSERT_EQ(metres.outcome.termination, Termination::ReachedEnd) << metres.outcome.message;
  const double steps = static_cast<double>(metres.outcome.counts.steps);
  const Spread spread = spreadOfRounding(model, variant, metres);
  std::printf("%s %s: %ld steps; rounding changes %.0f of them and results by %.1e\n", variant.name,
              model.name, metres.outcome.counts.steps, spread.steps, spread.places);
  for (const Units& units : kUnits) {
    SCOPED_TRACE(std::to_string(units.length) + " " + std::to_string(units.mass));
    const MotionRun other = runIn(model, units, variant);
    ASSERT_EQ(other.outcome.termination, Termination::ReachedEnd) << other.outcome.message;
    std::printf("  %g %g: %ld steps\n", units.length, units.mass, other.outcome.counts.steps);
    EXPECT_LT((other.scaledEnd - metres.scaledEnd).cwiseAbs().maxCoeff(), std::max(2e-4, 5 * spread.places));
    EXPECT_NEAR(static_cast<double>(other.outcome.counts.steps), steps,
                std::max({2.0, 0.04 * steps, 3 * spread.steps}));
  }
}

INSTANTIATE_TEST_SUITE_P(All, OtherUnits,
                         testing::Combine(testing::ValuesIn(kVariants),
                                          testing::Range(0, static_cast<int>(std::size(kModels)))),
                         [](const auto& info) {
                           return std::string(std::get<0>(info.param).name) +
                                  kModels[std::get<1>(info.param)].name;
                         });

}  // namespace
}  // namespace holonom
