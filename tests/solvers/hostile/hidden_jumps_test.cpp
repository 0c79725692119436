// SPDX-License-Identifier: GPL-3.0-or-later
// Loose tolerances lead to long steps, and a jump that nothing declares may lie in one that the error test
// accepts: it is found and named, or does no harm. Compared with the same model that tells of its jump.
#include <gtest/gtest.h>

#include "solvers/integrators/explicit/jump_witness.h"
#include "tests/solvers/hostile/jump_models.h"

namespace holonom {
namespace {

constexpr int kPlaces = 12;

/// Every step function counts at least once in a difference, and no polynomial of degree 3.
TEST(JumpWitness, SeesEveryJumpAndNoCubic) {
  constexpr double h = 0.1, former = 0.07;
  const std::array<double, 2> inner = {0.3, 0.8};
  const auto run = [&](const std::function<double(double)>& f) {
    JumpWitness witness(1);
    const auto at = [&](double t) { return Vector(Vector::Constant(1, f(t))); };
    const auto rates = [&](double from, double step, std::array<Vector, 2>& values) {
      for (int i = 0; i < 2; ++i) values[i] = at(from + inner[i] * step);
      return InnerRates{2, {inner[0], inner[1]}, {values[0].data(), values[1].data()}};
    };
    std::array<Vector, 2> values;
    witness.keep(former, at(-former), rates(-former, former, values));
    const Vector difference = witness.difference(h, at(0), rates(0, h, values), at(h));
    return difference[0];
  };
  EXPECT_NEAR(run([](double t) { return 3 - 20 * t + 500 * t * t - 7000 * t * t * t; }), 0, 1e-9);
  for (const double place : {0.01, 0.29, 0.31, 0.5, 0.79, 0.81, 0.99})
    EXPECT_GE(std::abs(run([&](double t) { return t < place * h ? 2.0 : 5.0; })), 3 - 1e-9) << place;
}

class HiddenJumps : public testing::TestWithParam<TestedMethod> {};

TEST_P(HiddenJumps, AreNamedOrHarmlessAtLooseTolerances) {
  // Extrapolation goes on in steps as long as half a swing, in which a jump of the size of the motion is no
  // rougher than the motion.
  const double kLost = std::string_view(GetParam().method) == "gbs" ? 60 : 20;
  int named = 0, runs = 0;
  for (const jumps::Model& model : jumps::models()) {
    if (model.kink) continue;
    SCOPED_TRACE(model.name);
    for (const double tolerance : {1e-2, 1e-3}) {
      std::vector<double> silent;
      double told = 0;
      for (int i = 0; i < kPlaces; ++i) {
        const Mechanism mechanism = model.make((i + 0.37) / kPlaces);
        const auto shown = makeEquations(mechanism);
        const State exact =
            jumps::answer(*shown, *shown, optionsOf({"Reference", "dop853", 1}, 1e-12, model.end)).end;
        const SimulationOptions options = optionsOf(GetParam(), tolerance, model.end);
        told = std::max(
            told, jumps::distance(*shown, jumps::answer(*shown, *shown, options).end, exact) / tolerance);
        HiddenSwitches hidden(makeEquations(mechanism));
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
                    TestedMethod{"Automatic", "auto", 2},
                    TestedMethod{"GeneralizedAlphaIndex2", "generalized-alpha", 2},
                    TestedMethod{"BdfIndex3", "bdf", 3}, TestedMethod{"BdfIndex2", "bdf", 2}),
    [](const auto& info) { return info.param.name; });

}  // namespace
}  // namespace holonom
