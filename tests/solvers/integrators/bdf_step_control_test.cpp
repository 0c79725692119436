// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/integrators/bdf/bdf_step_control.h"

#include <gtest/gtest.h>

#include <cmath>
#include <string>

namespace holonom {
namespace {

/// Norms that make keeping the order the natural choice; constants 1 so that errors are the norms.
BdfErrors errorsOfOrder(int order, double lower, double present, double higher) {
  BdfErrors errors;
  errors.order = order;
  errors.h = 0.1;
  errors.lower = lower, errors.present = present, errors.higher = higher;
  errors.higherKnown = true;
  return errors;
}

bool says(const StepPlan& plan, const char* text) {
  return std::string(plan.reason.text).find(text) != std::string::npos;
}

TEST(BdfStepControl, KeepsTheOrderWithTheSafetyFactor) {
  const BdfErrors errors = errorsOfOrder(2, 0.5, 0.4, 0.9);
  const StepPlan plan = planAfterSuccess(errors, 5);
  EXPECT_EQ(plan.order, 2);
  EXPECT_DOUBLE_EQ(plan.h, 0.1 / (1.2 * std::cbrt(0.4)));
}

TEST(BdfStepControl, UsesTheErrorConstants) {
  BdfErrors errors = errorsOfOrder(2, 0.5, 0.4, 0.9);
  errors.presentConstant = 0.25;
  EXPECT_DOUBLE_EQ(planAfterSuccess(errors, 5).h, 0.1 / (1.2 * std::cbrt(0.1)));
}

TEST(BdfStepControl, LimitsTheGrowthByOrder) {
  constexpr double kLimit[] = {0, 1e4, 2.6, 1.9, 1.5, 1.2};
  for (int order = 2; order <= 5; ++order) {
    BdfErrors errors = errorsOfOrder(order, 1, 1e-30, 1);
    errors.higherKnown = false;
    const StepPlan plan = planAfterSuccess(errors, 5);
    EXPECT_EQ(plan.order, order);
    EXPECT_DOUBLE_EQ(plan.h, 0.1 * kLimit[order]) << "order " << order;
  }
  BdfErrors first = errorsOfOrder(1, 1e-30, 1e-30, 1);
  first.higherKnown = false;
  EXPECT_GT(planAfterSuccess(first, 5).h, 100 * first.h) << "order 1 may grow freely";
}

TEST(BdfStepControl, RaisesTheOrderWhenDifferencesFallAndTheStepGains) {
  const StepPlan plan = planAfterSuccess(errorsOfOrder(2, 0.9, 0.5, 0.01), 5);
  EXPECT_EQ(plan.order, 3);
  EXPECT_EQ(plan.reason.kind, OrderReason::Kind::Higher);
  EXPECT_DOUBLE_EQ(plan.h, 0.1 * std::min(1.9, 1 / (1.4 * std::pow(0.01, 0.25))));
}

TEST(BdfStepControl, DoesNotRaiseTheOrderWhileDifferencesGrow) {
  EXPECT_EQ(planAfterSuccess(errorsOfOrder(2, 0.9, 0.95, 0.01), 5).order, 2) << "∇^{k+1} above ∇^k";
  BdfErrors cheaper = errorsOfOrder(2, 0.9, 0.5, 0.6);
  cheaper.higherConstant = 1e-6;  // order 3 would allow a larger step, but ∇^{k+2} is above ∇^{k+1}
  EXPECT_EQ(planAfterSuccess(cheaper, 5).order, 2);
}

TEST(BdfStepControl, DoesNotRaiseTheOrderBeyondTheLimitOrWithoutHistory) {
  const BdfErrors tempting = errorsOfOrder(2, 0.9, 0.5, 0.01);
  EXPECT_EQ(planAfterSuccess(tempting, 2).order, 2);
  BdfErrors unknown = tempting;
  unknown.higherKnown = false;
  EXPECT_EQ(planAfterSuccess(unknown, 5).order, 2);
  EXPECT_EQ(planAfterSuccess(errorsOfOrder(5, 0.9, 0.5, 1e-9), 5).order, 5);
}

TEST(BdfStepControl, LowersTheOrderWhenThatAllowsALargerStep) {
  BdfErrors errors = errorsOfOrder(2, 1e-6, 0.9, 1);
  const StepPlan plan = planAfterSuccess(errors, 5);
  EXPECT_EQ(plan.order, 1);
  EXPECT_TRUE(says(plan, "larger step"));
  EXPECT_DOUBLE_EQ(plan.h, 0.1 / (1.3 * std::sqrt(1e-6)));
}

TEST(BdfStepControl, StabilityTestForcesALowerOrder) {
  constexpr double kThreshold[] = {0, 0, 0, 0.59, 0.65, 0.89};
  for (int order = 3; order <= 5; ++order) {
    const StepPlan below =
        planAfterSuccess(errorsOfOrder(order, 0.5, 0.5 * (kThreshold[order] - 0.01), 1), 5);
    EXPECT_FALSE(says(below, "stability")) << order;
    const StepPlan above =
        planAfterSuccess(errorsOfOrder(order, 0.5, 0.5 * (kThreshold[order] + 0.01), 1), 5);
    EXPECT_EQ(above.order, order - 1);
    EXPECT_TRUE(says(above, "stability")) << order;
  }
  for (const int order : {1, 2})
    EXPECT_FALSE(says(planAfterSuccess(errorsOfOrder(order, 0.1, 0.9, 1), 5), "stability")) << order;
}

TEST(BdfStepControl, LowersAnOrderAboveTheLimit) {
  EXPECT_EQ(planAfterSuccess(errorsOfOrder(4, 0.9, 0.5, 0.4), 3).order, 3);
}

TEST(BdfStepControl, FailureShrinksTheStepWithinLimits) {
  for (const double error : {1.01, 2.0, 30.0, 1e9}) {
    const BdfErrors errors = errorsOfOrder(2, 5 * error, error, 0);
    const StepPlan first = planAfterErrorFailure(errors, 1), second = planAfterErrorFailure(errors, 2);
    EXPECT_EQ(first.order, 2);
    EXPECT_LE(first.h, 0.9 * errors.h);
    EXPECT_GE(first.h, 0.1 * errors.h);
    EXPECT_LE(second.h, first.h);
    EXPECT_EQ(planAfterErrorFailure(errors, 3).order, 1) << "back to order 1 after three failures";
  }
  const BdfErrors errors = errorsOfOrder(2, 50, 8, 0);
  EXPECT_DOUBLE_EQ(planAfterErrorFailure(errors, 1).h, 0.1 / (1.2 * 2));
  EXPECT_DOUBLE_EQ(planAfterErrorFailure(errors, 2).h, 0.05 / (1.2 * 2));
}

TEST(BdfStepControl, FailureWithGrowingDifferencesLowersTheOrder) {
  EXPECT_EQ(planAfterErrorFailure(errorsOfOrder(4, 2, 3, 0), 1).order, 3);
}

/// Differences fall all the way from ∇^{k−1}; ∇^{k+2} small enough that order k+1 allows the larger step.
BdfErrors fallingErrors(int order) {
  BdfErrors errors = errorsOfOrder(order, 0.9, 0.5 * 0.9, 0.001);
  errors.lowest = 1;
  return errors;
}

StepPlan planOf(const BdfErrors& errors, OrderStrategy strategy) {
  return planAfterSuccess(errors, 5, strategy);
}

TEST(OrderStrategies, AllRaiseTheOrderOnSmoothMotion) {
  for (const auto& [strategy, name] : kOrderStrategies)
    for (int order = 1; order <= 4; ++order)
      EXPECT_EQ(planOf(fallingErrors(order), strategy).order, order + 1) << name << ", order " << order;
}

TEST(OrderStrategies, SafetyFactorsAreThoseOfTheirSource) {
  for (int order = 1; order <= 5; ++order) {
    BdfErrors errors = errorsOfOrder(order, 1e3, 0.7, 1);
    errors.higherKnown = false;
    const double error = std::pow(0.7, 1.0 / (order + 1));
    EXPECT_DOUBLE_EQ(planOf(errors, OrderStrategy::Dassl).h, 0.1 / ((1.0 / order + std::sqrt(2.0)) * error));
    for (const auto strategy :
         {OrderStrategy::Combined, OrderStrategy::Difsub, OrderStrategy::Skelboe, OrderStrategy::Stewart})
      EXPECT_DOUBLE_EQ(planOf(errors, strategy).h, 0.1 / (1.2 * error));
  }
}

TEST(OrderStrategies, OnlySkelboesTestForcesALowerOrder) {
  for (const auto& [strategy, name] : kOrderStrategies) {
    const bool forces = strategy == OrderStrategy::Combined || strategy == OrderStrategy::Skelboe;
    const BdfErrors growing = errorsOfOrder(4, 0.9, 0.8, 0.9);
    const StepPlan plan = planOf(growing, strategy), failed = planAfterErrorFailure(growing, 1, strategy);
    EXPECT_EQ(plan.loweredForStability, forces) << name;
    EXPECT_EQ(plan.order, forces ? 3 : 4) << name;
    EXPECT_EQ(failed.loweredForStability, forces) << name;
    EXPECT_FALSE(planOf(fallingErrors(4), strategy).loweredForStability) << name;
  }
}

/// ∇^{k+1} above ∇^k at order 2, where Skelboe's test does not look; order 3 would allow the larger step.
TEST(OrderStrategies, WhoRaisesTheOrderWhileDifferencesGrow) {
  const BdfErrors errors = errorsOfOrder(2, 0.85, 0.9, 1e-4);
  EXPECT_EQ(planOf(errors, OrderStrategy::Difsub).order, 3);
  EXPECT_EQ(planOf(errors, OrderStrategy::Skelboe).order, 3);
  EXPECT_EQ(planOf(errors, OrderStrategy::Stewart).order, 3);
  for (const auto strategy : {OrderStrategy::Combined, OrderStrategy::Dassl}) {
    const StepPlan plan = planOf(errors, strategy);
    EXPECT_EQ(plan.order, 2);
    EXPECT_TRUE(says(plan, "do not fall")) << plan.reason.text;
  }
}

TEST(OrderStrategies, DasslLooksOneDifferenceFurtherBack) {
  for (int order = 2; order <= 4; ++order) {
    BdfErrors errors = fallingErrors(order);
    errors.lowest = 0.89;  // below ∇^k
    EXPECT_EQ(planOf(errors, OrderStrategy::Dassl).order, order);
    EXPECT_EQ(planOf(errors, OrderStrategy::Combined).order, order + 1);
  }
  BdfErrors first = fallingErrors(1);
  first.lowest = 0;
  EXPECT_EQ(planOf(first, OrderStrategy::Dassl).order, 2) << "order 1 has no ∇^{k−1} to compare with";
}

TEST(OrderStrategies, StewartHoldsTheOrderWhileStepsGrowFast) {
  BdfErrors errors = errorsOfOrder(3, 0.9, 0.5, 0.05);
  errors.higherConstant = 1e-3;
  errors.stepChange = 0.8 / 0.05;  // ℓ ‖∇^{k+2}‖ = 0.8, below 0.9 · 0.9
  EXPECT_EQ(planOf(errors, OrderStrategy::Stewart).order, 4);
  errors.stepChange = 0.82 / 0.05;
  EXPECT_EQ(planOf(errors, OrderStrategy::Stewart).order, 3);
  EXPECT_EQ(planOf(errors, OrderStrategy::Combined).order, 4);
}

/// All orders reach the size allowed, and order 1 would allow the largest step: its error is the largest.
TEST(LimitedSteps, TakeTheOrderOfTheLeastError) {
  const BdfErrors errors = errorsOfOrder(2, 1e-4, 1e-7, 1e-10);
  const StepPlan free = planAfterSuccess(errors, 5);
  ASSERT_EQ(free.order, 1);
  EXPECT_EQ(planForSmallerStep(errors, free, 0.1, 5).order, 3);
  EXPECT_EQ(planForSmallerStep(errors, free, 0.1, 2).order, 2) << "the highest order stays";
  const BdfErrors noise = errorsOfOrder(3, 1e-9, 1e-8, 1e-7);
  EXPECT_LT(planForSmallerStep(noise, {1, 3, Text("kept")}, 0.1, 5).order, 3)
      << "differences that are rounding";
}

TEST(LimitedSteps, KeepWhatTheOrderIsGuardedBy) {
  BdfErrors errors = errorsOfOrder(2, 1e-9, 1e-7, 1);
  errors.leastOrder = 2;
  EXPECT_EQ(planForSmallerStep(errors, {1, 2, Text("kept")}, 0.1, 5).order, 2)
      << "index 3 does not fall to order 1";
  StepPlan fall{1, 3, Text("lower")};
  fall.loweredForStability = true;
  EXPECT_EQ(planForSmallerStep(errorsOfOrder(4, 1, 1e-3, 1e-6), fall, 0.1, 5).order, 3);
  const BdfErrors growing = errorsOfOrder(2, 1e-4, 1e-7, 1e-12);
  EXPECT_EQ(planForSmallerStep(growing, planAfterSuccess(growing, 5), 0.5, 5).order, 1)
      << "no other order may grow so far";
}

TEST(BdfStepControl, IsAPureFunction) {
  const BdfErrors errors = errorsOfOrder(3, 0.9, 0.3, 0.1);
  const StepPlan first = planAfterSuccess(errors, 5);
  planAfterErrorFailure(errorsOfOrder(5, 9, 9, 9), 3);
  const StepPlan again = planAfterSuccess(errors, 5);
  EXPECT_EQ(first.h, again.h);
  EXPECT_EQ(first.order, again.order);
}

}  // namespace
}  // namespace holonom
