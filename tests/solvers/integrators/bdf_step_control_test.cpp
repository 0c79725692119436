// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/integrators/bdf_step_control.h"

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

bool says(const StepPlan& plan, const char* text) { return std::string(plan.reason).find(text) != std::string::npos; }

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
  EXPECT_TRUE(says(plan, "higher"));
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
    const StepPlan below = planAfterSuccess(errorsOfOrder(order, 0.5, 0.5 * (kThreshold[order] - 0.01), 1), 5);
    EXPECT_FALSE(says(below, "stability")) << order;
    const StepPlan above = planAfterSuccess(errorsOfOrder(order, 0.5, 0.5 * (kThreshold[order] + 0.01), 1), 5);
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
