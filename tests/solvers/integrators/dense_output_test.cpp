// SPDX-License-Identifier: GPL-3.0-or-later
// Values between two steps: as good as those at their ends, for every method, however far a step goes.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "core/dynamics/equations_of_motion.h"
#include "core/dynamics/reference_problems/cartesian_pendulum.h"
#include "solvers/integrators/explicit/hermite_nodes.h"
#include "tests/solvers/linkages.h"
#include "tests/solvers/run_helpers.h"
#include "tests/support/one_unknown.h"

namespace holonom {
namespace {

/// φ″ = −k sin φ.
OneUnknown turning(double k, double phi, double rate) {
  return OneUnknown([k](double y) { return -k * std::sin(y); }, phi, rate, 2e-5);
}

/// Largest error at the ends of the steps, and at nine places within each.
struct StepErrors {
  double ends = 0, between = 0;
};

template <typename Error>
StepErrors follow(DaeSystem& system, const SimulationOptions& options, const InitialGuess& guess,
                  Error error) {
  StepErrors worst;
  double last = options.startTime;
  State inner;
  const Outcome outcome = runSystem(system, options, guess, [&](const Simulation& simulation) {
    const State& end = simulation.state();
    inner = end;
    constexpr int kParts = 10;
    for (int i = 1; i < kParts; ++i) {
      simulation.interpolate(last + (end.t - last) * i / kParts, inner);
      worst.between = std::max(worst.between, error(inner));
    }
    worst.ends = std::max(worst.ends, error(end));
    last = end.t;
  });
  EXPECT_EQ(outcome.termination, Termination::ReachedEnd) << outcome.message;
  return worst;
}

class DenseOutput : public testing::TestWithParam<TestedMethod> {};

/// Some ten turns, of which the longest steps of the methods of variable order make a large part at once.
TEST_P(DenseOutput, IsAsGoodAsTheStepsOfATurningPendulum) {
  for (const double tolerance : {1e-5, 1e-8}) {
    CartesianPendulum pendulum(9.81, 1);
    OneUnknown reference = turning(9.81, 0, 20);
    const auto error = [&](const State& at) {
      const double phi = reference.at(at.t);
      return (at.q - Vector2(std::sin(phi), -std::cos(phi))).norm();
    };
    const StepErrors errors =
        follow(pendulum, optionsOf(GetParam(), tolerance, 3), guessOf(Vector2(0, -1), Vector2(20, 0)), error);
    std::printf("%s: tolerance %.0e, ends %.2e, between %.2e\n", GetParam().name, tolerance, errors.ends,
                errors.between);
    EXPECT_LT(errors.between, 2 * errors.ends + 20 * tolerance) << tolerance;
  }
}

INSTANTIATE_TEST_SUITE_P(All, DenseOutput, testing::ValuesIn(kVariants),
                         [](const auto& info) { return info.param.name; });

INSTANTIATE_TEST_SUITE_P(FirstOrder, DenseOutput, testing::ValuesIn(kFirstOrderVariants),
                         [](const auto& info) { return info.param.name; });
INSTANTIATE_TEST_SUITE_P(Special, DenseOutput, testing::ValuesIn(kSpecialVariants),
                         [](const auto& info) { return info.param.name; });

/// Steps of gbs go over several flat positions, near which the equations tell accelerations badly.
TEST(DenseOutputOfGbs, HoldsAcrossFlatPositions) {
  for (const double tolerance : {1e-5, 1e-6, 1e-7, 1e-8}) {
    Mechanism mechanism = linkages::parallelogram(0.5, false);
    constexpr double kRate = 40;
    mechanism.bodies[0].angularVelocity = mechanism.bodies[2].angularVelocity = kRate;
    mechanism.bodies[1].velocity = {-kRate * std::sin(0.5), kRate * std::cos(0.5)};
    EquationsOfMotion equations(mechanism);
    // Two bars of 1 kg about their ends and the coupler of 2 kg: (2/3 + 2) φ″ = −(1 + 2) g cos φ, φ = ψ − π/2
    // from the horizontal.
    OneUnknown reference = turning(9.0 / 8 * 9.81, 0.5 + std::acos(-1) / 2, kRate);
    const auto error = [&](const State& at) {
      return std::abs(at.q[2] + std::acos(-1) / 2 - reference.at(at.t));
    };
    SimulationOptions options = optionsOf({"", "gbs", 1}, tolerance, 2);
    const StepErrors errors = follow(equations, options, initialGuess(equations, 0), error);
    std::printf("tolerance %.0e, ends %.2e, between %.2e\n", tolerance, errors.ends, errors.between);
    // which nodes near a flat position are kept hangs on rounding
    EXPECT_LT(errors.between, 3 * errors.ends + 20 * tolerance) << tolerance;
  }
}

/// p(s) = s⁹ − 2 s⁴ + 1 is met by five nodes wherever they are, and without any of them it is not.
TEST(HermiteNodes, MeetAPolynomialOfTheirDegree) {
  HermiteNodes nodes(1, 5);
  const auto value = [](double s) { return std::pow(s, 9) - 2 * std::pow(s, 4) + 1; };
  const auto slope = [](double s) { return 9 * std::pow(s, 8) - 8 * std::pow(s, 3); };
  for (const double s : {0.0, 1.0, 0.6, 0.15, 0.3})
    nodes.add(s, Vector::Constant(1, value(s)), Vector::Constant(1, slope(s)));
  Vector y(1);
  for (double s = 0; s <= 1; s += 0.05) {
    nodes.evaluate(s, y);
    EXPECT_NEAR(y[0], value(s), 1e-13) << s;
  }
  for (int i = 1; i < nodes.count(); ++i) EXPECT_LT(nodes.place(i - 1), nodes.place(i));
  nodes.evaluate(0.3, y, 2);
  EXPECT_GT(std::abs(y[0] - value(0.3)), 1e-6);
}

}  // namespace
}  // namespace holonom
