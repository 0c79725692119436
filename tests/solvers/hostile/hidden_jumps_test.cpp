// SPDX-License-Identifier: GPL-3.0-or-later
// Loose tolerances lead to long steps, and a jump that nothing declares may lie in one that the error test
// accepts. Most are found and named where a step fails; how much harm the others do. Compared with the same
// model that tells of its jump.
#include <gtest/gtest.h>

#include "tests/solvers/hostile/jump_models.h"

namespace holonom {
namespace {

constexpr int kPlaces = 12;

class HiddenJumps : public testing::TestWithParam<TestedMethod> {};

TEST_P(HiddenJumps, DoBoundedHarmAtLooseTolerances) {
  // Extrapolation goes on in steps as long as half a swing, in which a jump of the size of the motion is no
  // rougher than the motion, and Adams' formulas judge a step by its ends alone; so does ROCK4 its steps.
  const std::string_view method = GetParam().method;
  const double kLost = method == "adams"       ? 1000
                       : method == "gbs"       ? 500
                       : method == "rock4"     ? 50
                       : isPenalty(GetParam()) ? 20
                                               : 250;
  int named = 0, runs = 0;
  for (const jumps::Model& model : jumps::models()) {
    if (model.kink) continue;
    SCOPED_TRACE(model.name);
    for (const double tolerance : {1e-2, 1e-3}) {
      std::vector<double> silent;
      double told = 0;
      for (int i = 0; i < kPlaces; ++i) {
        const Mechanism mechanism = model.make((i + 0.37) / kPlaces);
        const auto shown = std::make_unique<EquationsOfMotion>(mechanism);
        const State exact =
            jumps::answer(*shown, *shown, optionsOf({"Reference", "dop853", 1}, 1e-12, model.end)).end;
        const SimulationOptions options = optionsOf(GetParam(), tolerance, model.end);
        told = std::max(
            told, jumps::distance(*shown, jumps::answer(*shown, *shown, options).end, exact) / tolerance);
        HiddenSwitches hidden(std::make_unique<EquationsOfMotion>(mechanism));
        const jumps::Answer answer = jumps::answer(hidden, hidden.shown(), options);
        ASSERT_TRUE(answer.ended);
        if (!answer.named) silent.push_back(jumps::distance(hidden, answer.end, exact) / tolerance);
        named += answer.named;
        ++runs;
      }
      for (const double error : silent) EXPECT_LT(error, std::max(kLost, 4 * told)) << tolerance;
    }
  }
  std::printf("%s: %d of %d jumps named\n", GetParam().name, named, runs);
}

INSTANTIATE_TEST_SUITE_P(
    Methods, HiddenJumps,
    testing::Values(TestedMethod{"DormandPrince8", "dop853", 1}, TestedMethod{"DormandPrince5", "dopri5", 1},
                    TestedMethod{"RungeKutta4", "rk4", 1}, TestedMethod{"Adams", "adams", 1},
                    TestedMethod{"GraggBulirschStoer", "gbs", 1}, TestedMethod{"Eserk4", "eserk4", 1},
                    TestedMethod{"Rock4", "rock4", 1}, TestedMethod{"Automatic", "auto", 2},
                    TestedMethod{"GeneralizedAlphaIndex2", "generalized-alpha", 2},
                    TestedMethod{"BdfIndex3", "bdf", 3}, TestedMethod{"BdfIndex2", "bdf", 2}),
    [](const auto& info) { return info.param.name; });

}  // namespace
}  // namespace holonom
