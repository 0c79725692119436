// SPDX-License-Identifier: GPL-3.0-or-later
// The order of every method, as a user sees it: fixed steps, a fixed order, an iteration that leaves nothing
// undone, at a loose tolerance.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <tuple>

#include "core/dynamics/reference_problems/cartesian_pendulum.h"
#include "tests/solvers/run_helpers.h"

namespace holonom {
namespace {

struct FixedCase {
  const char* name;
  const char* method;
  int index, fixedOrder;
  double expected;
  double step;  // s, the coarsest of three
};

void PrintTo(const FixedCase& one, std::ostream* out) { *out << one.name; }

/// Error at t = 1 s of the pendulum with g = 10.
double errorAt(const FixedCase& one, double step) {
  const PendulumReference& reference = kPendulumReferences[0];
  CartesianPendulum system(reference.gravity, 1);
  SimulationOptions options = optionsOf({one.name, one.method, one.index}, 1e-3, reference.time);
  options.fixedStep = step;
  options.fixedOrder = one.fixedOrder;
  options.gamma = 0.6;
  for (const char* implicit : {"bdf", "newmark", "hht", "generalized-alpha", "trapezoidal", "radau", "esdirk",
                               "local-equivalence", "adams-moulton"})
    if (std::string(one.method) == implicit) options.newtonTolerance = 1e-9;
  const long steps = std::lround(reference.time / step);
  const Outcome outcome = runSystem(system, options, guessOf(Vector2(reference.startX, 0), Vector2::Zero()));
  EXPECT_EQ(outcome.termination, Termination::ReachedEnd) << outcome.message;
  EXPECT_EQ(outcome.counts.steps, steps);
  EXPECT_EQ(outcome.counts.rejected, 0);
  return (outcome.end.q - reference.position).norm() + (outcome.end.v - reference.velocity).norm();
}

class FixedSteps : public testing::TestWithParam<FixedCase> {};

TEST_P(FixedSteps, ShowTheOrder) {
  const FixedCase& one = GetParam();
  const double coarse = errorAt(one, one.step), middle = errorAt(one, one.step / 2),
               fine = errorAt(one, one.step / 4);
  const double early = std::log2(coarse / middle), late = std::log2(middle / fine);
  std::printf("%s: errors %.2e %.2e %.2e, orders %.2f %.2f\n", one.name, coarse, middle, fine, early, late);
  EXPECT_NEAR(late, one.expected, 0.35);
}

constexpr FixedCase kFixedCases[] = {
    {"BdfIndex3Order1", "bdf", 3, 1, 1, 5e-4},
    {"BdfIndex3Order2", "bdf", 3, 2, 2, 5e-3},
    {"BdfIndex3Order3", "bdf", 3, 3, 3, 5e-3},
    {"BdfIndex3Order4", "bdf", 3, 4, 4, 1e-2},
    {"BdfIndex3Order5", "bdf", 3, 5, 5, 1e-2},
    {"BdfIndex3Order6", "bdf", 3, 6, 6, 1e-2},
    {"BdfIndex2Order1", "bdf", 2, 1, 1, 5e-4},
    {"BdfIndex2Order2", "bdf", 2, 2, 2, 5e-3},
    {"BdfIndex2Order3", "bdf", 2, 3, 3, 5e-3},
    {"BdfIndex2Order4", "bdf", 2, 4, 4, 1e-2},
    {"BdfIndex2Order5", "bdf", 2, 5, 5, 1e-2},
    {"BdfIndex2Order6", "bdf", 2, 6, 6, 1e-2},
    {"BdfIndex1Order1", "bdf", 1, 1, 1, 5e-4},
    {"BdfIndex1Order2", "bdf", 1, 2, 2, 5e-3},
    {"BdfIndex1Order3", "bdf", 1, 3, 3, 5e-3},
    {"BdfIndex1Order4", "bdf", 1, 4, 4, 1e-2},
    {"BdfIndex1Order5", "bdf", 1, 5, 5, 1e-2},
    {"BdfIndex1Order6", "bdf", 1, 6, 6, 1e-2},
    {"BdfIndex3", "bdf", 3, 0, 5, 1e-2},
    {"BdfIndex2", "bdf", 2, 0, 5, 1e-2},
    {"BdfIndex1", "bdf", 1, 0, 5, 1e-2},
    {"GeneralizedAlphaIndex3", "generalized-alpha", 3, 0, 2, 5e-3},
    {"GeneralizedAlphaIndex2", "generalized-alpha", 2, 0, 2, 5e-3},
    {"GeneralizedAlphaIndex1", "generalized-alpha", 1, 0, 2, 5e-3},
    {"HhtIndex3", "hht", 3, 0, 2, 5e-3},
    {"HhtIndex2", "hht", 2, 0, 2, 5e-3},
    {"HhtIndex1", "hht", 1, 0, 2, 5e-3},
    {"NewmarkIndex3", "newmark", 3, 0, 1, 1e-3},
    {"NewmarkIndex2", "newmark", 2, 0, 1, 1e-3},
    {"NewmarkIndex1", "newmark", 1, 0, 1, 1e-3},
    {"TrapezoidalIndex2", "trapezoidal", 2, 0, 2, 5e-3},
    {"TrapezoidalIndex1", "trapezoidal", 1, 0, 2, 5e-3},
    {"Rattle", "rattle", 3, 0, 2, 5e-3},
    {"VariationalMidpoint", "variational-midpoint", 3, 0, 2, 5e-3},
    {"RadauIndex2Order5", "radau", 2, 5, 5, 4e-2},
    {"RadauIndex1Order5", "radau", 1, 5, 5, 4e-2},
    {"Esdirk", "esdirk", 1, 0, 4, 1e-2},
    {"Rosenbrock", "rosenbrock", 1, 0, 4, 1e-2},
    {"LocalEquivalence", "local-equivalence", 1, 0, 2, 5e-3},
    {"Euler", "euler", 1, 0, 1, 1e-3},
    {"Heun", "heun", 1, 0, 2, 1e-2},
    {"Kutta3", "kutta3", 1, 0, 3, 2e-2},
    {"LeapFrog", "leap-frog", 1, 0, 2, 1e-2},
    {"AdamsBashforthOrder2", "adams-bashforth", 1, 2, 2, 1e-2},
    {"AdamsBashforthOrder3", "adams-bashforth", 1, 3, 3, 1e-2},
    {"AdamsBashforthOrder4", "adams-bashforth", 1, 4, 4, 1e-2},
    {"PredictorCorrectorOrder2", "predictor-corrector", 1, 2, 2, 1e-2},
    {"PredictorCorrectorOrder3", "predictor-corrector", 1, 3, 3, 1e-2},
    {"PredictorCorrectorOrder4", "predictor-corrector", 1, 4, 4, 2e-2},
    {"Treanor", "treanor", 1, 0, 4, 2e-2},
    {"AdamsMoultonOrder3", "adams-moulton", 1, 3, 3, 1e-2},
    {"AdamsMoultonOrder4", "adams-moulton", 1, 4, 4, 2e-2},
    {"RungeKutta4", "rk4", 1, 0, 4, 2e-2},
    {"DormandPrince5", "dopri5", 1, 0, 5, 5e-2},
    {"DormandPrince8", "dop853", 1, 0, 8, 0.1},
    {"AdamsOrder2", "adams", 1, 2, 3, 1e-2},
    {"AdamsOrder4", "adams", 1, 4, 5, 1e-2},
    {"AdamsOrder6", "adams", 1, 6, 7, 2e-2},
    {"GbsOrder4", "gbs", 1, 4, 4, 5e-2},
    {"GbsOrder8", "gbs", 1, 8, 8, 0.1},
    {"RealTimeRungeKutta2", "rt-rk2", 1, 0, 2, 5e-3},
    {"RealTimeAdams", "rt-adams", 1, 0, 2, 5e-3},
    {"Rkc", "rkc", 1, 0, 2, 1e-3},
    {"Eserk4", "eserk4", 1, 0, 4, 1e-2},
    {"Rock4", "rock4", 1, 0, 4, 1e-2},
};

INSTANTIATE_TEST_SUITE_P(Methods, FixedSteps, testing::ValuesIn(kFixedCases),
                         [](const auto& info) { return std::string(info.param.name); });

Outcome runFixed(const char* method, int index, double step, double endTime = 1) {
  CartesianPendulum system(10, 1);
  SimulationOptions options = optionsOf({method, method, index}, 1e-3, endTime);
  options.fixedStep = step;
  return runSystem(system, options, guessOf(Vector2(1, 0), Vector2::Zero()));
}

/// Without a fixed order, too, BDF comes to orders whose errors are small, though those of the first steps
/// are beyond all tolerances.
TEST(FixedSteps, ComeToTheOrderThatSuitsThem) {
  for (const auto& [method, index, rule] : {std::tuple("bdf", 3, LocalRule::Trapezoidal),
                                            {"bdf", 2, LocalRule::Trapezoidal},
                                            {"bdf", 1, LocalRule::Trapezoidal},
                                            {"local-equivalence", 1, LocalRule::Bdf}}) {
    CartesianPendulum system(10, 1);
    SimulationOptions options = optionsOf({method, method, index}, 1e-8, 2);
    options.fixedStep = 0.01;
    options.localRule = rule;
    int highest = 0;
    const auto look = [&](const Simulation& simulation) {
      highest = std::max(highest, simulation.record().order);
    };
    const Outcome outcome = runSystem(system, options, guessOf(Vector2(1, 0), Vector2::Zero()), look);
    EXPECT_EQ(outcome.termination, Termination::ReachedEnd) << outcome.message;
    EXPECT_EQ(highest, 5) << method << " " << index;
  }
}

TEST(FixedSteps, FillTheIntervalWithoutATinyLastStep) {
  EXPECT_EQ(runFixed("bdf", 2, 1e-3).counts.steps, 1000);
  EXPECT_EQ(runFixed("generalized-alpha", 2, 0.03).counts.steps, 34) << "33 and a third";
}

TEST(FixedSteps, AreTakenWhateverTheirError) {
  EXPECT_EQ(runFixed("generalized-alpha", 2, 0.1).counts.steps, 10);
  EXPECT_EQ(runFixed("dopri5", 1, 0.25).counts.steps, 4);
}

TEST(FixedSteps, ARunSaysThatItsErrorsWereNotJudged) {
  for (const double step : {0.1, 1e-3}) {
    CartesianPendulum system(10, 1);
    SimulationOptions options = optionsOf({"bdf", "bdf", 2}, 1e-5, 1);
    options.fixedStep = step;
    Simulation simulation(system, options);
    ASSERT_TRUE(simulation.start(guessOf(Vector2(1, 0), Vector2::Zero())));
    while (simulation.advance() == Simulation::Advance::Accepted) continue;
    bool told = false;
    for (const Warning& warning : simulation.warnings())
      told = told || warning.text.find("not judged") != std::string::npos;
    EXPECT_EQ(told, step > 0.01);
  }
}

TEST(FixedSteps, TheCauseIsToldWhereOneCannotBeMade) {
  const Outcome outcome = runFixed("bdf", 2, 20, 40);
  EXPECT_EQ(outcome.termination, Termination::StepFailed);
  EXPECT_NE(outcome.message.find("fixed-step 20"), std::string::npos) << outcome.message;
}

}  // namespace
}  // namespace holonom
