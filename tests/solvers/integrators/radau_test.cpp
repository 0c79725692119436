// SPDX-License-Identifier: GPL-3.0-or-later
// Radau IIA: its coefficients against the conditions that define it, and the order with equal steps.
#include "solvers/integrators/implicit_runge_kutta/radau.h"

#include <gtest/gtest.h>

#include <Eigen/LU>
#include <cmath>

#include "core/dynamics/reference_problems/cartesian_pendulum.h"
#include "core/dynamics/reference_problems/flexible_slider_crank.h"
#include "core/io/examples.h"
#include "core/io/model_reader.h"
#include "core/results/recording.h"
#include "solvers/analyses/assembly.h"
#include "solvers/integrators/implicit_runge_kutta/stage_coefficients.h"
#include "solvers/simulation/run.h"
#include "tests/solvers/equal_steps.h"
#include "tests/solvers/led_oscillator.h"
#include "tests/solvers/run_helpers.h"

namespace holonom {
namespace {

class RadauStages : public testing::TestWithParam<int> {
 protected:
  const StageCoefficients& method() const { return radauOfStages(GetParam()); }
  Eigen::MatrixXd coefficients() const {
    const int s = GetParam();
    Eigen::MatrixXd inverse(s, s);
    for (int i = 0; i < s; ++i)
      for (int j = 0; j < s; ++j) inverse(i, j) = method().rate(i, j);
    return inverse.inverse();
  }
};

/// B(2s−1), C(s), D(s−1) of Butcher; the weights are the last row of A.
TEST_P(RadauStages, ObeyTheConditionsOfTheirOrder) {
  const int s = GetParam();
  const Eigen::MatrixXd A = coefficients();
  constexpr double kRounding = 1e-13;
  EXPECT_EQ(method().order(), 2 * s - 1);
  EXPECT_EQ(method().node(s - 1), 1);
  const auto power = [&](int i, int k) { return std::pow(method().node(i), k); };
  for (int k = 1; k <= 2 * s - 1; ++k) {
    double sum = 0;
    for (int i = 0; i < s; ++i) sum += A(s - 1, i) * power(i, k - 1);
    EXPECT_NEAR(sum, 1.0 / k, kRounding) << "B(" << k << ")";
  }
  for (int k = 1; k <= s; ++k)
    for (int i = 0; i < s; ++i) {
      double sum = 0;
      for (int j = 0; j < s; ++j) sum += A(i, j) * power(j, k - 1);
      EXPECT_NEAR(sum, power(i, k) / k, kRounding) << "C(" << k << "), stage " << i;
    }
  for (int k = 1; k < s; ++k)
    for (int j = 0; j < s; ++j) {
      double sum = 0;
      for (int i = 0; i < s; ++i) sum += A(s - 1, i) * power(i, k - 1) * A(i, j);
      EXPECT_NEAR(sum, A(s - 1, j) * (1 - power(j, k)) / k, kRounding) << "D(" << k << "), stage " << j;
    }
}

TEST_P(RadauStages, ModesMakeUpTheMatrix) {
  const int s = GetParam();
  ASSERT_EQ(method().pairs().size(), std::size_t(s / 2));
  ASSERT_TRUE(method().realMode());
  for (int i = 0; i < s; ++i)
    for (int j = 0; j < s; ++j) {
      const auto& real = *method().realMode();
      double sum = real.out[i] * real.eigenvalue * real.in[j];
      for (const auto& pair : method().pairs())
        sum += 2 * (pair.out[i] * pair.eigenvalue * pair.in[j]).real();
      EXPECT_NEAR(sum, method().rate(i, j), 2e-12) << i << ' ' << j;
    }
}

/// x^k through its values, for k up to the degree s, 1 among them.
TEST_P(RadauStages, InterpolateAndDifferentiatePolynomials) {
  const int s = GetParam();
  OfStages<double> weights;
  for (const double x : {0.0, 0.3, 1.0, 1.7})
    for (int k = 0; k <= s; ++k) {
      method().weightsAt(x, weights);
      double value = k == 0, slope = 0;
      for (int j = 0; j < s; ++j) value += weights[j] * (std::pow(method().node(j), k) - (k == 0));
      EXPECT_NEAR(value, std::pow(x, k), 1e-12 * (1 + std::pow(x, k))) << x << ' ' << k;
      if (x > 0) continue;
      for (int j = 0; j < s; ++j)
        slope += method().rateAtStart(j) * (std::pow(method().node(j), k) - (k == 0));
      EXPECT_NEAR(slope, k == 1, 1e-12) << k;
    }
}

TEST_P(RadauStages, IntegrateWhatTheyDifferentiate) {
  const int s = GetParam();
  const Eigen::MatrixXd A = coefficients();
  Vector twice = Vector::Zero(s);
  for (int i = 0; i < s; ++i)
    for (int j = 0; j < s; ++j) {
      EXPECT_NEAR(method().integral(i, j), A(i, j), 1e-13);
      twice[j] += method().integral(s - 1, i) * method().integral(i, j);
    }
  for (int j = 0; j < s; ++j) EXPECT_NEAR(method().endIntegral(j), twice[j], 1e-14);
}

INSTANTIATE_TEST_SUITE_P(Methods, RadauStages, testing::Values(3, 5, 7));

EndErrors errorsOf(DaeSystem& system, const State& start, const State& exact, int index, int order,
                   int steps) {
  Work work;
  const IntegratorSettings settings{
      .index = index, .rtol = 1e-10, .atol = 1e-10, .fixedOrder = order, .newtonTolerance = 1e-3};
  const auto integrator = radauMethod().make(system, settings, work);
  const EndErrors errors = errorsAfterEqualSteps(*integrator, start, exact, steps);
  EXPECT_EQ(integrator->order(), order);
  return errors;
}

class RadauOrder : public testing::TestWithParam<std::tuple<int, int>> {
 protected:
  int index() const { return std::get<0>(GetParam()); }
  int order() const { return std::get<1>(GetParam()); }

  /// Positions have 2s − 1 in every index, velocities s at index 3, multipliers 2s − 1, s and s − 1 (Hairer,
  /// Lubich and Roche, Lecture Notes in Mathematics 1409).
  void expectOrder(const EndErrors& coarse, const EndErrors& fine, double ratio) const {
    const auto measured = [&](double a, double b) { return std::log(a / b) / std::log(ratio); };
    const int s = (order() + 1) / 2;
    const double q = measured(coarse.position, fine.position), v = measured(coarse.velocity, fine.velocity),
                 lambda = measured(coarse.multiplier, fine.multiplier);
    std::printf("index %d, order %d: %.2f in q (%.1e), %.2f in v (%.1e), %.2f in λ (%.1e)\n", index(),
                order(), q, fine.position, v, fine.velocity, lambda, fine.multiplier);
    EXPECT_GT(q, order() - 0.6);
    EXPECT_GT(v, (index() == 3 ? s : order()) - 0.6);
    EXPECT_GT(lambda, (index() == 3 ? s - 1 : index() == 2 ? s : order()) - 0.6);
  }
};

TEST_P(RadauOrder, IsReachedByPendulum) {
  if (order() == 13) GTEST_SKIP() << "steps with an error above rounding are too large for the iteration";
  const PendulumReference& reference = kPendulumReferences[0];
  CartesianPendulum pendulum(reference.gravity, 1);
  const State start = assemble(pendulum, guessOf(Vector2(reference.startX, 0), Vector2::Zero())).state;
  const State exact = endOf(reference);
  const int coarse = order() == 5 ? 40 : 12, fine = order() == 5 ? 80 : 16;
  expectOrder(errorsOf(pendulum, start, exact, index(), order(), coarse),
              errorsOf(pendulum, start, exact, index(), order(), fine), double(fine) / coarse);
}

TEST_P(RadauOrder, IsReachedByLedOscillator) {
  LedOscillator system;
  const State start = LedOscillator::exact(0.5), exact = LedOscillator::exact(8.5);
  const int coarse = order() == 5   ? 20
                     : order() == 9 ? 8
                                    : 4,
            fine = order() == 5   ? 40
                   : order() == 9 ? 12
                                  : 6;
  const auto after = [&](int steps) { return errorsOf(system, start, exact, index(), order(), steps); };
  EndErrors few = after(coarse), more = after(fine);
  if (index() == 2 && order() == 9) {  // the lower order of λ shows in smaller steps
    constexpr int kSmaller = 40;
    few.multiplier = after(kSmaller).multiplier;
    more.multiplier = after(kSmaller * fine / coarse).multiplier;
  }
  expectOrder(few, more, double(fine) / coarse);
}

INSTANTIATE_TEST_SUITE_P(Forms, RadauOrder,
                         testing::Combine(testing::Values(3, 2, 1), testing::Values(5, 9, 13)),
                         [](const auto& info) {
                           return "Index" + std::to_string(std::get<0>(info.param)) + "Order" +
                                  std::to_string(std::get<1>(info.param));
                         });

/// Where the step stays, a factorisation serves on.
TEST(Radau, FactorisationsServeSeveralSteps) {
  const InitialGuess guess =
      guessOf(FlexibleSliderCrank::initialCoordinates(), FlexibleSliderCrank::initialVelocities());
  for (const int index : {1, 2, 3}) {
    FlexibleSliderCrank crank;
    const Outcome run = runSystem(crank, optionsOf({"", "radau", index}, 1e-6, 0.1), guess);
    EXPECT_EQ(run.termination, Termination::ReachedEnd);
    EXPECT_GT(run.counts.jacobianReuses, 0) << "index " << index;
    EXPECT_LT(run.counts.jacobians, run.counts.steps) << "index " << index;
  }
}

/// Where no shorter step follows, the iteration takes as many matrices as it needs.
TEST(Radau, FixedStepsAreIteratedToTheEnd) {
  for (const int index : {1, 2, 3}) {
    SimulationOptions options;
    selectMethod(options, "radau");
    options.index = index;
    options.endTime = 0.8;
    options.fixedStep = 0.05;
    options.rtol = options.atol = 1e-8;
    Recording recording;
    const Summary summary = runToEnd(readMechanism(findModel("double_pendulum")), options, recording, 2);
    EXPECT_EQ(summary.termination, Termination::ReachedEnd) << index << ' ' << summary.message;
  }
}

/// Index 1 solves for accelerations alone; its ends are brought back to both levels below.
TEST(Radau, EndsOfIndex1LieOnTheConstraints) {
  for (const char* name : {"andrews", "spatial_double_pendulum", "bicycle"}) {
    SimulationOptions options;
    selectMethod(options, "radau");
    options.index = 1;
    options.endTime = 0.02;
    options.rtol = options.atol = 1e-6;
    Recording projected, drifting;
    const Mechanism mechanism = readMechanism(findModel(name));
    EXPECT_EQ(runToEnd(mechanism, options, projected, 1).termination, Termination::ReachedEnd) << name;
    options.stabilisation = Stabilisation::None;  // of explicit methods, and none of Radau's options
    Recording again;
    EXPECT_EQ(runToEnd(mechanism, options, again, 1).termination, Termination::ReachedEnd) << name;
    options.endProjection = false;
    EXPECT_EQ(runToEnd(mechanism, options, drifting, 1).termination, Termination::ReachedEnd) << name;
    const auto drift = [](const Recording& recording) {
      const int column = recording.channelIndex("drift.position");
      double largest = 0;
      for (std::size_t row = 1; row < recording.size(); ++row)
        largest = std::max(largest, std::abs(recording.value(row, column)));
      return largest;
    };
    EXPECT_LT(drift(projected), 1e-11) << name;
    EXPECT_EQ(drift(again), drift(projected)) << name;
    EXPECT_GT(drift(drifting), 10 * drift(projected)) << name << ": nothing brings them back without it";
  }
}

/// A last step that the end time makes short has no smaller errors than rounding leaves.
TEST(Radau, ReachesTheEndAtTheTightestTolerances) {
  for (const char* name : {"double_pendulum", "spatial_double_pendulum", "n_pendulum"})
    for (const int index : {1, 2, 3})
      for (const double tolerance : {1e-10, 1e-11, 1e-12}) {
        SimulationOptions options;
        selectMethod(options, "radau");
        options.index = index;
        options.endTime = 1;
        options.rtol = options.atol = tolerance;
        Recording recording;
        const Summary summary = runToEnd(readMechanism(findModel(name)), options, recording, 2);
        EXPECT_EQ(summary.termination, Termination::ReachedEnd) << name << ' ' << index << summary.message;
        EXPECT_LT(summary.counts.steps, 300) << name << ' ' << index << ' ' << tolerance;
      }
}

}  // namespace
}  // namespace holonom
