// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/text.h"
#include "solvers/integrators/bdf/bdf_step_control.h"

namespace holonom {

/// Orders and sizes of the steps of the rule Bdf, chosen as those of BDF.
class LocalOrder {
 public:
  explicit LocalOrder(const IntegratorSettings& settings)
      : highest_(settings.maxOrder), fixed_(settings.fixedOrder) {}

  int highest() const { return fixed_ > 0 ? fixed_ : highest_; }
  /// `accepted`: steps that the past stands for, 0 or 1.
  void start(const StepPlan& plan, int accepted) { plan_ = plan, accepted_ = accepted; }

  /// Where something else keeps the step below the planned size, the best order for this one.
  int orderOf(double h) const {
    constexpr double kAsPlanned = 1 - 1e-10;
    if (fixed_ > 0 || accepted_ < 2 || plan_.h * kAsPlanned <= h) return plan_.order;
    return planForSmallerStep(judged_, plan_, h, highest_).order;
  }

  /// Of an attempt, by norm(j, coordinate) of ∇^j of the solution and what of it is the largest.
  template <typename Norm>
  void estimate(const BdfHistory& history, const Norm& norm, Attempt& attempt) {
    const int k = history.order();
    errors_ = {.order = k, .h = history.h()};
    errors_.presentConstant = history.errorConstant(k);
    errors_.present = norm(k + 1, &attempt.coordinate);
    attempt.error = errors_.presentConstant * errors_.present;
    errors_.higherKnown = accepted_ > 0 && k < highest_;  // of steps of one size also at larger errors
    judgeNeighbours(
        history, [&](int j) { return norm(j, nullptr); }, errors_);
  }

  StepPlan accept() {
    judged_ = errors_;
    if (accepted_++ == 0) plan_ = {judged_.h, 1, Text("start")};  // too little history to judge
    else plan_ = fixed_ > 0 ? planAtOrder(judged_, fixed_) : planAfterSuccess(judged_, highest_);
    return plan_;
  }

  StepPlan reject(const Attempt& attempt, int failures, const BdfHistory& history) {
    if (attempt.status == AttemptStatus::ErrorTooLarge) plan_ = planAfterErrorFailure(errors_, failures);
    else plan_ = {0.25 * history.h(), failures > 2 ? 1 : history.order(), Text("Newton iteration failed")};
    if (fixed_ > 0) plan_ = {plan_.h, history.order(), Text("fixed order")};
    return plan_;
  }

 private:
  int highest_, fixed_;
  StepPlan plan_;
  BdfErrors errors_, judged_;  // of the attempt, of the last accepted step
  long accepted_ = 0;
};

}  // namespace holonom
