// SPDX-License-Identifier: GPL-3.0-or-later
// Observed order with constant steps: the integrators are driven directly, and steps are accepted whatever
// their error.
#include <gtest/gtest.h>

#include <cmath>

#include "solvers/integrators/bdf/bdf.h"
#include "tests/solvers/integrators/pendulum_runs.h"

namespace holonom {
namespace {

/// Steps of size h whatever the error test says; false when the equations could not be solved.
bool forceStep(Integrator& integrator, double h, StepPlan& plan) {
  const Attempt attempt = integrator.attempt(h);
  if (attempt.status != AttemptStatus::Success && attempt.status != AttemptStatus::ErrorTooLarge)
    return false;
  plan = integrator.accept();
  return true;
}

/// Climbs to order k under error control at tight tolerance, grows the step to about h, then goes on to t = 1
/// s with equal steps; with `wave` steps are by this part shorter and longer in turn.
PendulumErrors bdfErrors(int index, int order, double h, BdfForm form = BdfForm::Variable, double wave = 0) {
  CartesianPendulum pendulum(kReference.gravity, 1);
  Work work;
  const double tolerance = index == 3 ? 1e-8 : 1e-10;
  const IntegratorSettings settings{
      .rtol = tolerance, .atol = tolerance, .maxOrder = order, .fixedOrder = order, .bdfForm = form};
  const auto integrator = makeBdf(pendulum, index, settings, work);
  const double firstStep = order == 1 ? h : 1e-6;
  integrator->start(pendulumStart(pendulum), firstStep);
  StepPlan plan{firstStep, 1, {}};
  double step = firstStep;
  while (order > 1 && (plan.order < order || step < h)) {
    if (plan.order == order) step = std::min(h, 1.1 * step);
    else step = std::min(plan.h, h);
    EXPECT_TRUE(forceStep(*integrator, step, plan));
    if (integrator->state().t > 0.5) return {1, 1, 1};
  }
  const double remaining = kReference.time - integrator->state().t;
  int count = static_cast<int>(std::lround(remaining / h));
  if (wave > 0) count += count % 2;  // as many long steps as short ones
  int lowered = 0;
  for (int i = 0; i < count; ++i) {
    EXPECT_TRUE(forceStep(*integrator, remaining / count * (i % 2 ? 1 + wave : 1 - wave), plan));
    lowered += integrator->order() != order;
  }
  // What the climb leaves in the differences of index 3 can look unstable to the order control at k = 5.
  EXPECT_LE(lowered, order == 5 && index == 3 ? 3 : 0);
  EXPECT_NEAR(integrator->state().t, kReference.time, 1e-12);
  return errorsAtEnd(integrator->state());
}

class BdfOrder : public testing::TestWithParam<std::tuple<int, int>> {};

TEST_P(BdfOrder, IsReachedInPositionVelocityAndTension) {
  const auto [index, order] = GetParam();
  // Small enough for the leading term, large enough that it stands out from rounding divided by h.
  constexpr double kStep[] = {0, 2e-4, 4e-3, 4e-3, 1e-2, 1e-2};
  const double h = kStep[order];
  const PendulumErrors coarse = bdfErrors(index, order, h), fine = bdfErrors(index, order, h / 2);
  const double q = std::log2(coarse.position / fine.position), v = std::log2(coarse.velocity / fine.velocity),
               tension = std::log2(coarse.tension / fine.tension);
  std::printf("index %d, k = %d: order %.2f in q (error %.1e), %.2f in v, %.2f in λ (%.1e)\n", index, order,
              q, fine.position, v, tension, fine.tension);
  EXPECT_GT(q, order - (order == 5 ? 0.5 : 0.2));
  EXPECT_LT(q, order + 1.3);
  EXPECT_GT(v, order - 0.3);
  // λ of index 3 carries the noise of the iteration divided by h², which is above its error at order 5. With
  // index 1 λ = v² − g y is as accurate as q and v: its error is the sum of theirs, which may cancel in part.
  if (index == 1) {
    EXPECT_LT(fine.tension,
              2 * kReference.velocity.norm() * fine.velocity + kReference.gravity * fine.position);
  } else if (index == 2 || order < 5) {
    EXPECT_GT(tension, order - 0.5);
  }
}

INSTANTIATE_TEST_SUITE_P(Forms, BdfOrder, testing::Combine(testing::Values(3, 2, 1), testing::Range(1, 6)),
                         [](const auto& info) {
                           return "Index" + std::to_string(std::get<0>(info.param)) + "Order" +
                                  std::to_string(std::get<1>(info.param));
                         });

class UnequalSteps : public testing::TestWithParam<std::tuple<BdfForm, int>> {};

TEST_P(UnequalSteps, KeepTheOrder) {
  const auto [form, order] = GetParam();
  constexpr double kStep[] = {0, 2e-4, 4e-3, 4e-3, 1e-2, 1e-2}, kWave = 0.08;
  const double h = kStep[order];
  const PendulumErrors coarse = bdfErrors(2, order, h, form, kWave),
                       fine = bdfErrors(2, order, h / 2, form, kWave);
  const double q = std::log2(coarse.position / fine.position), v = std::log2(coarse.velocity / fine.velocity);
  std::printf("form %d, k = %d, steps ±8 %%: order %.2f in q (error %.1e), %.2f in v\n",
              static_cast<int>(form), order, q, fine.position, v);
  EXPECT_GT(q, order - 0.3);
  EXPECT_LT(q, order + 1.3);
  EXPECT_GT(v, order - 0.3);
}

INSTANTIATE_TEST_SUITE_P(Forms, UnequalSteps,
                         testing::Combine(testing::Values(BdfForm::Variable, BdfForm::QuasiConstant),
                                          testing::Range(1, 6)),
                         [](const auto& info) {
                           const bool variable = std::get<0>(info.param) == BdfForm::Variable;
                           return (variable ? "VariableOrder" : "QuasiConstantOrder") +
                                  std::to_string(std::get<1>(info.param));
                         });

}  // namespace
}  // namespace holonom
