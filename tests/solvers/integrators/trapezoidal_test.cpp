// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/integrators/implicit_runge_kutta/trapezoidal.h"

#include <gtest/gtest.h>

#include <cmath>

#include "core/dynamics/reference_problems/andrews_relative.h"
#include "solvers/analyses/assembly.h"
#include "solvers/integrators/alpha/generalized_alpha.h"
#include "tests/solvers/integrators/pendulum_runs.h"

namespace holonom {
namespace {

/// At the time of the reference, after pairs of steps of the lengths 1 − wave and 1 + wave.
PendulumErrors errors(int index, int pairs, double wave) {
  CartesianPendulum pendulum(kReference.gravity, 1);
  Work work;
  const auto integrator = makeTrapezoidal(pendulum, index, {.rtol = 1e-9, .atol = 1e-9}, work);
  const double h = kReference.time / (2 * pairs);
  integrator->start(pendulumStart(pendulum), h);
  for (int i = 0; i < 2 * pairs; ++i) {
    const Attempt attempt = integrator->attempt(h * (i % 2 ? 1 + wave : 1 - wave));
    EXPECT_TRUE(attempt.status == AttemptStatus::Success || attempt.status == AttemptStatus::ErrorTooLarge);
    integrator->accept();
  }
  return errorsAtEnd(integrator->state());
}

class Trapezoidal : public testing::TestWithParam<int> {};

TEST_P(Trapezoidal, HasOrderTwoWithEqualAndUnequalSteps) {
  for (const double wave : {0.0, 0.3}) {
    const PendulumErrors coarse = errors(GetParam(), 100, wave), fine = errors(GetParam(), 200, wave);
    EXPECT_NEAR(std::log2(coarse.position / fine.position), 2, 0.1) << wave;
    EXPECT_NEAR(std::log2(coarse.velocity / fine.velocity), 2, 0.1) << wave;
    if (GetParam() == 1) EXPECT_NEAR(std::log2(coarse.tension / fine.tension), 2, 0.1) << wave;
  }
}

/// h³/12 x⃛ of a pendulum, against the difference of one step and the exact motion.
TEST_P(Trapezoidal, EstimatesItsLocalError) {
  CartesianPendulum pendulum(kReference.gravity, 1);
  Work work, workOfExact;
  const double atol = 1e-6, h = 0.01;
  const auto integrator = makeTrapezoidal(pendulum, GetParam(), {.rtol = 1e-13, .atol = atol}, work);
  const auto exact = makeTrapezoidal(pendulum, 1, {.rtol = 1e-13, .atol = 1e-13}, workOfExact);
  integrator->start(pendulumStart(pendulum), h);
  for (int i = 0; i < 20; ++i) {
    integrator->attempt(h);
    integrator->accept();
  }
  exact->start(integrator->state(), h / 256);
  for (int i = 0; i < 256; ++i) {
    exact->attempt(h / 256);
    exact->accept();
  }
  const Attempt attempt = integrator->attempt(h);
  const State &reached = *integrator->attempted(), &meant = exact->state();
  const double position = (reached.q - meant.q).cwiseAbs().maxCoeff(),
               velocity = (reached.v - meant.v).cwiseAbs().maxCoeff();
  EXPECT_NEAR(attempt.error, std::max(position, velocity) / atol, 0.2 * attempt.error);
}

TEST_P(Trapezoidal, ErrorFollowsTheToleranceOnAndrewsMechanism) {
  const Vector reference = AndrewsRelative::referenceCoordinates();
  for (const double tolerance : {1e-5, 1e-7}) {
    AndrewsRelative andrews;
    const Outcome outcome =
        runSystem(andrews, optionsOf({"", "trapezoidal", GetParam()}, tolerance, AndrewsRelative::kEndTime),
                  guessOf(AndrewsRelative::initialCoordinates(), AndrewsRelative::initialVelocities()));
    ASSERT_EQ(outcome.termination, Termination::ReachedEnd) << outcome.message;
    const double error =
        ((outcome.end.q - reference).array() / reference.array().abs().max(1)).abs().maxCoeff();
    std::printf("index %d at %.0e: error %.1e, %ld steps, %ld rejected, %ld residuals, %ld matrices\n",
                GetParam(), tolerance, error, outcome.counts.steps, outcome.counts.rejected,
                outcome.counts.residuals, outcome.counts.jacobians);
    EXPECT_LT(error, 2 * std::pow(tolerance, 2.0 / 3));
    EXPECT_LT(outcome.counts.jacobians, outcome.counts.steps / 2) << "factorisations are used again";
  }
}

/// No damping at all: a small vibration keeps its energy through a thousand steps of a tenth of its period,
/// of which generalized-α takes a sixth.
TEST_P(Trapezoidal, KeepsVibrations) {
  const double angle = 1e-3, g = 9.81;
  const auto kept = [&](bool trapezoidal) {
    CartesianPendulum pendulum(g, 1);
    Work work;
    const IntegratorSettings settings{.rtol = 1e-12, .atol = 1e-12};
    const auto integrator =
        trapezoidal
            ? makeTrapezoidal(pendulum, GetParam(), settings, work)
            : makeGeneralizedAlpha(pendulum, GetParam(), GeneralizedAlphaParameters::fromSpectralRadius(0.8),
                                   settings, work);
    integrator->start(
        assemble(pendulum, guessOf(Vector2(std::sin(angle), -std::cos(angle)), Vector2::Zero())).state, 0.2);
    for (int i = 0; i < 1000; ++i) {
      integrator->attempt(0.2);
      integrator->accept();
    }
    const State& end = integrator->state();
    return (0.5 * end.v.squaredNorm() + g * (1 + end.q.y())) / (g * (1 - std::cos(angle)));
  };
  EXPECT_NEAR(kept(true), 1, 0.01);
  EXPECT_LT(kept(false), 0.9);
}

INSTANTIATE_TEST_SUITE_P(Forms, Trapezoidal, testing::Values(2, 1),
                         [](const auto& info) { return "Index" + std::to_string(info.param); });

}  // namespace
}  // namespace holonom
