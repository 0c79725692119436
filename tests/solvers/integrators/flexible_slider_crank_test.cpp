// SPDX-License-Identifier: GPL-3.0-or-later
// The flexible slider–crank: end states of all variants by unrelated methods, spikes of index 3, and the
// order that BDF chooses by itself.
#include "core/dynamics/reference_problems/flexible_slider_crank.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <vector>

#include "core/dynamics/equations_of_motion.h"
#include "core/dynamics/reference_problems/andrews_relative.h"
#include "core/io/examples.h"
#include "core/io/model_reader.h"
#include "solvers/analyses/assembly.h"
#include "tests/solvers/run_helpers.h"
#include "tests/support/dense_evaluation.h"

namespace holonom {
namespace {

using Crank = FlexibleSliderCrank;
using Start = Crank::Start;

struct CrankCase {
  Start start;
  Crank::Options options;
  std::array<double, 6> end;  // φ2, x3, q1 … q4 at 0.1 s
};

/// No values are published but for the first row. These were established here by two explicit methods without
/// relation, Dormand–Prince 8(5,3) at 1e-12 and Gragg–Bulirsch–Stoer at 1e-13, which agree to 2e-12 in all of
/// them; BDF index 2 at 1e-10 agrees to 1.1e-8. (The first row of the literature has x3 larger by the
/// 2.03e-10 m that its start is off; here assembly closes the mechanism.)
const CrankCase kCrankCases[] = {
    {Start::Smooth,
     {false, false},
     {-0.3311734988263, 0.1697373326394, 0.000189319290098, 2.375751243502e-05, -5.323896484716e-06,
      -8.363313850443e-06}},
    {Start::Smooth,
     {false, true},
     {-0.3311735025565, 0.1697373291979, 0.0002108031934764, 2.382368224454e-05, -5.332459127129e-06,
      -8.366568358188e-06}},
    {Start::Smooth,
     {true, false},
     {-0.3311738876273, 0.1697369739254, -0.0001180767244196, 2.365146467659e-05, -5.475026320912e-06,
      -8.702535813812e-06}},
    {Start::Smooth,
     {true, true},
     {-0.3311736882146, 0.1697371579066, 8.67549331261e-05, 2.423670561531e-05, -5.436629875414e-06,
      -8.528551873669e-06}},
    {Start::Rigid,
     {false, false},
     {-0.331179006045, 0.1697322516677, -0.0001417236823273, 2.16252966458e-05, -7.934711517595e-06,
      -1.31681882006e-05}},
    {Start::Rigid,
     {false, true},
     {-0.3311736182302, 0.1697372224754, 0.0001985162664875, 2.38009290452e-05, -5.401975507949e-06,
      -8.467491703332e-06}},
    {Start::Rigid,
     {true, false},
     {-0.3311840519791, 0.1697275964212, 0.0001019882769467, 1.505386998187e-05, -1.131607768648e-05,
      -1.757046316203e-05}},
    {Start::Rigid,
     {true, true},
     {-0.3311738922225, 0.1697369696858, 9.846419146281e-05, 2.417707069144e-05, -5.559221380846e-06,
      -8.706545016163e-06}},
};

std::string nameOf(const CrankCase& c) {
  return std::string(c.start == Start::Smooth ? "Smooth" : "Rigid") +
         (c.options.nonlinear ? "Nonlinear" : "Linear") + (c.options.damped ? "Damped" : "Undamped");
}
void PrintTo(const CrankCase& c, std::ostream* out) { *out << nameOf(c); }

/// The mechanism is closed by moving the slider: everything else keeps the printed digits.
InitialGuess guessFor(Start start) {
  InitialGuess guess = guessOf(Crank::initialCoordinates(start), Crank::initialVelocities(start));
  guess.exactQ = Vector::Ones(Crank::kCoordinates);
  guess.exactQ[2] = 0;
  guess.exactV = Vector::Zero(Crank::kCoordinates);
  return guess;
}

Outcome runCrank(const Crank::Options& options, Start start, const char* method, int index, double tolerance,
                 const std::function<void(const Simulation&)>& everyStep = {}) {
  Crank system(options);
  SimulationOptions settings;
  settings.method = method;
  settings.index = index;
  settings.rtol = settings.atol = tolerance;
  settings.endTime = Crank::kEndTime;
  const Outcome outcome = runSystem(system, settings, guessFor(start), everyStep);
  EXPECT_EQ(outcome.termination, Termination::ReachedEnd) << outcome.message;
  return outcome;
}

class FlexibleSliderCrankRuns : public testing::TestWithParam<CrankCase> {};

TEST_P(FlexibleSliderCrankRuns, MeetTheEndStateByUnrelatedMethods) {
  const CrankCase& c = GetParam();
  const Vector expected = Eigen::Map<const Vector>(c.end.data(), 6);
  const struct {
    const char* method;
    int index;
    double tolerance, limit;
  } runs[] = {
      {"dop853", 1, 1e-11, 1e-10}, {"gbs", 1, 1e-13, 1e-11}, {"bdf", 2, 1e-10, 3e-8}, {"bdf", 3, 1e-8, 1e-6}};
  for (const auto& [method, index, tolerance, limit] : runs) {
    const Vector q = runCrank(c.options, c.start, method, index, tolerance).end.q;
    EXPECT_NEAR(q[0], 15, 1e-12);
    EXPECT_LT((q.tail(6) - expected).cwiseAbs().maxCoeff(), limit) << method << " " << index;
  }
}

INSTANTIATE_TEST_SUITE_P(All, FlexibleSliderCrankRuns, testing::ValuesIn(kCrankCases),
                         [](const auto& info) { return nameOf(info.param); });

/// Published values: BDF index 2 and an explicit method at tight tolerance, all levels.
TEST(FlexibleSliderCrankReference, IsMetByBdfAndByAnExplicitMethod) {
  const Vector gap = 2.03e-10 * Vector::Unit(7, 2);  // closed by assembly
  for (const auto& [method, index, tolerance, limit] :
       {std::tuple("bdf", 2, 1e-10, 1e-8), std::tuple("dop853", 1, 1e-12, 1e-11)}) {
    const State end = runCrank({}, Start::Smooth, method, index, tolerance).end;
    EXPECT_LT((end.q + gap - Crank::referenceCoordinates()).cwiseAbs().maxCoeff(), limit) << method;
    EXPECT_LT((end.v - Crank::referenceVelocities()).cwiseAbs().maxCoeff(), 1e4 * limit) << method;
    EXPECT_LT((end.a - Crank::referenceAccelerations()).cwiseAbs().maxCoeff(), 3e8 * limit) << method;
    EXPECT_LT((end.lambda - Crank::referenceMultipliers()).cwiseAbs().maxCoeff(), 3e7 * limit) << method;
  }
}

TEST(FlexibleSliderCrankReference, StiffeningAndDampingMatter) {
  const Vector plain = Eigen::Map<const Vector>(kCrankCases[0].end.data(), 6);
  for (std::size_t i = 1; i < std::size(kCrankCases); ++i)
    EXPECT_GT((Eigen::Map<const Vector>(kCrankCases[i].end.data(), 6) - plain).cwiseAbs().maxCoeff(), 1e-6);
}

/// Share of the accepted steps with order 2, above and below.
struct OrderShares {
  double two = 0, above = 0, below = 0;
  long steps = 0;
  void add(const Simulation& simulation) {
    const int order = simulation.record().order;
    ++(order == 2 ? two : order > 2 ? above : below);
    ++steps;
  }
  double shareOf(double count) const { return count / static_cast<double>(steps); }
};

/// 000, §8.2 and Figure 7: order 2 without any limit set by hand, because the elastic vibrations lie where
/// the higher orders are unstable; §8.1 and Figure 4: above 2 on the seven-body mechanism.
TEST(BdfOrder, StaysMostlyAtTwoOnTheFlexibleSliderCrankAndAboveOnTheSevenBodyMechanism) {
  for (const int index : {3, 2}) {
    OrderShares crank, andrews;
    const Outcome outcome =
        runCrank({}, Start::Smooth, "bdf", index, 1e-4, [&](const Simulation& s) { crank.add(s); });
    AndrewsRelative system;
    runSystem(system, optionsOf({"", "bdf", index}, 1e-4, AndrewsRelative::kEndTime),
              guessOf(AndrewsRelative::initialCoordinates(), AndrewsRelative::initialVelocities()),
              [&](const Simulation& s) { andrews.add(s); });
    std::printf(
        "index %d: crank %ld steps, order 2 in %.0f %%, above in %.0f %%, lowered for stability %ld times; "
        "Andrews %ld steps, above 2 in %.0f %%\n",
        index, crank.steps, 100 * crank.shareOf(crank.two), 100 * crank.shareOf(crank.above),
        outcome.counts.loweredForStability, andrews.steps, 100 * andrews.shareOf(andrews.above));
    EXPECT_GT(crank.shareOf(crank.two), 0.5);
    EXPECT_GT(outcome.counts.loweredForStability, 10);
    EXPECT_GT(andrews.shareOf(andrews.above), 0.65);
  }
}

/// Largest misfit of the integrator's accelerations and multipliers to those that belong to its q and v,
/// after 0.01 s.
std::pair<double, double> misfit(int index, double tolerance) {
  Crank exact;
  double acceleration = 0, multiplier = 0;
  runCrank({}, Start::Smooth, "bdf", index, tolerance, [&](const Simulation& simulation) {
    const State& state = simulation.state();
    if (state.t < 0.01) return;
    exact.moveTo(state.t, state.q, state.v);
    const auto [a, lambda] = solveAccelerations(exact);
    acceleration = std::max(acceleration, (state.a - a).cwiseAbs().maxCoeff());
    multiplier = std::max(multiplier, (state.lambda - lambda).cwiseAbs().maxCoeff());
  });
  return {acceleration, multiplier};
}

/// The vibration of the rod along itself dies out, or high orders come to follow it in 2 to 6 times as many
/// steps: which of both hangs on rounding, and in some four runs of ten it is the second. One run tells
/// nothing; a change for the worse shows in many.
TEST(BdfOrder, ManyRunsDoNotFollowTheVibrationAtIndex3) {
  constexpr int kRuns = 15;
  std::vector<long> steps;
  for (int k = 0; k < kRuns; ++k) {
    const auto equations =
        std::make_unique<EquationsOfMotion>(readMechanism(findModel("flexible_slider_crank")));
    const Outcome outcome = runSystem(*equations, optionsOf({"", "bdf", 3}, 1e-5 * (1 + 1e-9 * k), 0.1),
                                      initialGuess(*equations, 0));
    EXPECT_EQ(outcome.termination, Termination::ReachedEnd) << outcome.message;
    steps.push_back(outcome.counts.steps);
  }
  std::sort(steps.begin(), steps.end());
  EXPECT_LT(steps.front(), 2400);
  EXPECT_LT(steps[kRuns / 3], 3200);
  EXPECT_LT(steps.back(), 16000);
}

TEST(BdfAccelerations, AreErrorAmplifiedByIndex3AndNotByIndex2) {
  for (const double tolerance : {1e-3, 1e-4, 1e-5}) {
    const auto [a3, lambda3] = misfit(3, tolerance);
    const auto [a2, lambda2] = misfit(2, tolerance);
    std::printf(
        "%.0e: misfit of accelerations %.3g (index 3), %.3g (index 2); of multipliers %.3g N, %.3g N\n",
        tolerance, a3, a2, lambda3, lambda2);
    EXPECT_GT(a3, 5 * a2);
    EXPECT_GT(lambda3, 3 * lambda2);
  }
  EXPECT_LT(misfit(2, 1e-4).first, 0.01 * 13000) << "the largest acceleration is 13 000 rad/s²";
}

}  // namespace
}  // namespace holonom
