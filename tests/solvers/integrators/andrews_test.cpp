// SPDX-License-Identifier: GPL-3.0-or-later
// What the program promises about Andrews' mechanism: steps and errors, both formulations, filter, drift.
#include <gtest/gtest.h>

#include <cmath>

#include "core/dynamics/equations_of_motion.h"
#include "core/dynamics/reference_problems/andrews_relative.h"
#include "core/io/examples.h"
#include "core/io/model_reader.h"
#include "core/results/recording.h"
#include "solvers/simulation/run.h"
#include "tests/solvers/run_helpers.h"
#include "tests/support/andrews_bodies.h"
#include "tests/support/dense_evaluation.h"

namespace holonom {
namespace {

constexpr const TestedMethod &kBdf3 = kVariants[0], &kBdf2 = kVariants[1], &kAlpha = kVariants[2],
                             &kBdf1 = kVariants[3];
constexpr double kEnd = AndrewsRelative::kEndTime;

InitialGuess relativeStart() {
  return guessOf(AndrewsRelative::initialCoordinates(), AndrewsRelative::initialVelocities());
}

/// Largest error of an angle, relative to its size where that exceeds 1 rad.
double angleError(const Vector& angles, const Vector& reference) {
  return ((angles - reference).array() / reference.array().abs().max(1)).abs().maxCoeff();
}

struct Result {
  Outcome outcome;
  double error = 0;
};

Result runRelative(const SimulationOptions& options) {
  AndrewsRelative system;
  const Outcome outcome = runSystem(system, options, relativeStart());
  return {outcome, angleError(outcome.end.q, AndrewsRelative::referenceCoordinates())};
}

Result runBodies(const SimulationOptions& options) {
  EquationsOfMotion system(andrewsBodies());
  const Outcome outcome =
      runSystem(system, options, guessOf(system.givenCoordinates(), system.givenVelocities()));
  const Vector angles = Vector::NullaryExpr(7, [&](Eigen::Index i) { return outcome.end.q[3 * i + 2]; });
  return {outcome, angleError(angles, andrewsBodyAngles(AndrewsRelative::referenceCoordinates()))};
}

void print(const char* formulation, const TestedMethod& variant, double tolerance, const Result& result) {
  std::printf("%s, %s at %.0e: %ld steps, %ld rejected, error %.2e\n", formulation, variant.name, tolerance,
              result.outcome.counts.steps, result.outcome.counts.rejected, result.error);
}

/// Table 5 of the paper: 568 steps of BDF at 1e-4, 3148 of generalized-α at 1e-6.
TEST(Andrews, NeedsFewerStepsThanThePublishedCounts) {
  const Result bdf = runRelative(optionsOf(kBdf3, 1e-4, kEnd)),
               alpha = runRelative(optionsOf(kAlpha, 1e-6, kEnd));
  print("relative angles", kBdf3, 1e-4, bdf);
  print("relative angles", kAlpha, 1e-6, alpha);
  ASSERT_EQ(bdf.outcome.termination, Termination::ReachedEnd);
  ASSERT_EQ(alpha.outcome.termination, Termination::ReachedEnd);
  EXPECT_LT(bdf.outcome.counts.steps, 568);
  EXPECT_LT(alpha.outcome.counts.steps, 3148);
  EXPECT_LT(bdf.error, 0.05) << "few steps must not be bought by a wrong motion";
  EXPECT_LT(alpha.error, 0.005);
}

class AndrewsMethods : public testing::TestWithParam<TestedMethod> {};

TEST_P(AndrewsMethods, MeetsTheReferenceInBothFormulations) {
  const SimulationOptions options = optionsOf(GetParam(), 1e-8, kEnd);
  const double limit = GetParam().index < 3 ? 1e-4 : 1e-3;
  const Result relative = runRelative(options), bodies = runBodies(options);
  print("relative angles", GetParam(), 1e-8, relative);
  print("bodies", GetParam(), 1e-8, bodies);
  EXPECT_EQ(relative.outcome.termination, Termination::ReachedEnd) << relative.outcome.message;
  EXPECT_EQ(bodies.outcome.termination, Termination::ReachedEnd) << bodies.outcome.message;
  EXPECT_LT(relative.error, limit);
  EXPECT_LT(bodies.error, limit);
  const Vector difference =
      Vector::NullaryExpr(7, [&](Eigen::Index i) { return bodies.outcome.end.q[3 * i + 2]; }) -
      andrewsBodyAngles(relative.outcome.end.q);
  EXPECT_LT(difference.cwiseAbs().maxCoeff(), 10 * limit);
}

/// The shipped model: its outputs are the angles of K1, K3, K5 and K7.
TEST_P(AndrewsMethods, MeetsTheReferenceFromTheModelFile) {
  const Mechanism mechanism = readMechanism(findModel("andrews"));
  Recording recording;
  const Summary summary = runToEnd(mechanism, optionsOf(GetParam(), 1e-8, kEnd), recording);
  ASSERT_EQ(summary.termination, Termination::ReachedEnd) << summary.message;
  const Vector reference = AndrewsRelative::referenceCoordinates();
  const double limit = GetParam().index < 3 ? 1e-4 : 1e-3;
  for (const auto& [output, coordinate] :
       {std::pair("beta", 0), std::pair("gamma", 2), std::pair("delta", 4), std::pair("epsilon", 6)}) {
    const int channel = recording.channelIndex(output);
    ASSERT_GE(channel, 0) << output;
    const double error = recording.value(recording.size() - 1, channel) - reference[coordinate];
    std::printf("model file, %s: error of %s %.2e\n", GetParam().name, output, error);
    EXPECT_LT(std::abs(error), limit) << output;
  }
}

/// The angles at 30 equidistant times, from dense output: one per column.
Eigen::MatrixXd anglesOnTheWay(const SimulationOptions& options) {
  constexpr int kSamples = 30;
  AndrewsRelative system;
  Eigen::MatrixXd angles = Eigen::MatrixXd::Zero(7, kSamples);
  State sample;
  int next = 0;
  runSystem(system, options, relativeStart(), [&](const Simulation& simulation) {
    sample = simulation.state();
    for (; next < kSamples && kEnd * (next + 1) / kSamples <= simulation.state().t * (1 + 1e-12); ++next) {
      simulation.interpolate(std::min(kEnd * (next + 1) / kSamples, simulation.state().t), sample);
      angles.col(next) = sample.q;
    }
  });
  EXPECT_EQ(next, kSamples);
  return angles;
}

/// Judged on the way, against BDF index 2 at 1e-11: at a single time an error may be small by chance.
TEST_P(AndrewsMethods, TighterTolerancesReduceTheError) {
  const Eigen::MatrixXd reference = anglesOnTheWay(optionsOf(kBdf2, 1e-11, kEnd));
  ASSERT_LT(angleError(reference.rightCols(1), AndrewsRelative::referenceCoordinates()), 1e-8);
  std::vector<double> errors;
  for (const double tolerance : {1e-4, 1e-6, 1e-8}) {
    const Eigen::MatrixXd angles = anglesOnTheWay(optionsOf(GetParam(), tolerance, kEnd));
    errors.push_back(((angles - reference).array() / reference.array().abs().max(1)).abs().maxCoeff());
    std::printf("%s at %.0e: error %.2e\n", GetParam().name, tolerance, errors.back());
  }
  EXPECT_LT(errors[1], 0.2 * errors[0]);
  // twice the tolerance is right in any case; the curve of Radau has the order of its stages, as its estimate
  const bool ofStages = std::string_view(GetParam().method) == "radau";
  EXPECT_LT(errors[2], std::max(0.2 * errors[1], ofStages ? 1e-6 : 2e-8));
}

TEST_P(AndrewsMethods, EnergyBalances) {
  AndrewsRelative system;
  double largest = 0, scale = 0;
  const auto balance = [&](const State& state) {
    system.moveTo(state.t, state.q, state.v);
    scale = std::max(scale, system.work());
    return system.kineticEnergy() + system.potentialEnergy() - system.work();
  };
  double start = 0;
  {
    system.moveTo(0, AndrewsRelative::initialCoordinates(), AndrewsRelative::initialVelocities());
    start = system.kineticEnergy() + system.potentialEnergy() - system.work();
  }
  runSystem(system, optionsOf(GetParam(), 1e-8, kEnd), relativeStart(), [&](const Simulation& simulation) {
    largest = std::max(largest, std::abs(balance(simulation.state()) - start));
  });
  EXPECT_LT(largest, 1e-3 * scale);
}

INSTANTIATE_TEST_SUITE_P(All, AndrewsMethods, testing::ValuesIn(kVariants),
                         [](const auto& info) { return info.param.name; });

TEST(Andrews, WithoutTheProjectionFilterTheStepSizeCollapses) {
  SimulationOptions options = optionsOf(kBdf3, 1e-4, kEnd);
  options.maxSteps = 20000;
  const Result with = runRelative(options);
  options.projectionFilter = false;
  const Result without = runRelative(options);
  std::printf("with the filter: %ld steps (%s); without: %ld steps, %ld rejected, t = %.3g s (%s)\n",
              with.outcome.counts.steps, toString(with.outcome.termination), without.outcome.counts.steps,
              without.outcome.counts.rejected, without.outcome.end.t, toString(without.outcome.termination));
  EXPECT_EQ(with.outcome.termination, Termination::ReachedEnd);
  const bool collapsed = without.outcome.termination != Termination::ReachedEnd ||
                         without.outcome.counts.steps > 10 * with.outcome.counts.steps;
  EXPECT_TRUE(collapsed);
}

/// Largest |C_q v + C_t| over the run, m/s.
double velocityDrift(const TestedMethod& variant, double tolerance) {
  AndrewsRelative system;
  Vector residual(system.constraintCount());
  std::vector<double> jacobian(system.constraintPattern().nonZeros());
  double largest = 0;
  runSystem(system, optionsOf(variant, tolerance, kEnd), relativeStart(), [&](const Simulation& simulation) {
    const State& state = simulation.state();
    system.moveTo(state.t, state.q, state.v);
    system.constraintTimeDerivative(residual);
    system.constraintJacobian(jacobian.data());
    addProduct(system.constraintPattern(), jacobian.data(), state.v, 1, residual);
    largest = std::max(largest, residual.cwiseAbs().maxCoeff());
  });
  return largest;
}

TEST(Andrews, Index2HoldsTheVelocitiesOnTheirManifold) {
  for (const double tolerance : {1e-4, 1e-6}) {
    const double index3 = velocityDrift(kBdf3, tolerance), index2 = velocityDrift(kBdf2, tolerance);
    std::printf("velocity drift at %.0e: index 3 %.2e m/s, index 2 %.2e m/s (ratio %.0f)\n", tolerance,
                index3, index2, index3 / index2);
    EXPECT_GT(index3, 100 * index2);
    // The iteration stops at 1e-3 of the error tolerance, rtol times velocities of 1e3 rad/s and lengths of
    // 1e-2 m.
    EXPECT_LT(index2, 1e-3 * tolerance * 1e3 * 1e-1);
  }
}

struct AccelerationErrors {
  double acceleration = 0, multiplier = 0;  ///< against a(q, v) and λ(q, v), relative to the largest
  double drift = 0;                         ///< largest |C_q a − γ|, m/s²
  long steps = 0;
};

/// Largest over the steps after the first ten.
AccelerationErrors accelerationErrors(const TestedMethod& variant, double tolerance) {
  AndrewsRelative system;
  AccelerationErrors errors;
  const double largestA = AndrewsRelative::referenceAccelerations().cwiseAbs().maxCoeff();
  const double largestLambda = AndrewsRelative::referenceMultipliers().cwiseAbs().maxCoeff();
  runSystem(system, optionsOf(variant, tolerance, kEnd), relativeStart(), [&](const Simulation& simulation) {
    if (++errors.steps <= 10) return;
    const State& state = simulation.state();
    system.moveTo(state.t, state.q, state.v);
    const Vector drift = denseConstraintJacobian(system) * state.a - gammaOf(system);
    const AccelerationsAndMultipliers exact = solveAccelerations(system);
    errors.drift = std::max(errors.drift, drift.cwiseAbs().maxCoeff());
    errors.acceleration = std::max(errors.acceleration, (state.a - exact.a).cwiseAbs().maxCoeff() / largestA);
    errors.multiplier =
        std::max(errors.multiplier, (state.lambda - exact.lambda).cwiseAbs().maxCoeff() / largestLambda);
  });
  return errors;
}

/// What the larger equations of index 1 buy: a and λ that fit q and v instead of being quotients of
/// differences.
TEST(Andrews, Index1HoldsTheAccelerationsOnTheirManifold) {
  for (const double tolerance : {1e-4, 1e-6, 1e-8}) {
    const AccelerationErrors two = accelerationErrors(kBdf2, tolerance),
                             one = accelerationErrors(kBdf1, tolerance);
    std::printf(
        "%.0e: index 2 %ld steps, drift %.2e m/s², misfit %.1e of a, %.1e of λ; index 1 %ld steps, %.2e "
        "m/s², "
        "%.1e, %.1e\n",
        tolerance, two.steps, two.drift, two.acceleration, two.multiplier, one.steps, one.drift,
        one.acceleration, one.multiplier);
    EXPECT_GT(two.drift, 100 * one.drift);
    EXPECT_GT(two.acceleration, 100 * one.acceleration);
    EXPECT_GT(two.multiplier, 100 * one.multiplier);
  }
}

}  // namespace
}  // namespace holonom
