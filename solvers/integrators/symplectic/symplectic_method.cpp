// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/integrators/symplectic/symplectic_method.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/base/text.h"
#include "solvers/integrators/bdf/bdf_history.h"
#include "solvers/integrators/fixed_order_plan.h"
#include "solvers/integrators/forms/newton_blame.h"
#include "solvers/integrators/forms/newton_status.h"
#include "solvers/integrators/hermite.h"

namespace holonom {
namespace {

/// The iteration ends where rounding does: what it leaves is not symplectic, and adds up over long runs.
constexpr double kRounding = 1e-15;  // of the scales

NewtonSettings iterationSettings(const IntegratorSettings& settings) {
  NewtonSettings newton = newtonSettings(settings);
  newton.usesPerJacobian = 10;
  return newton;
}

/// Where the steps may vary their error is judged by h³/6 x⃛ of q and v, the largest that they leave in a
/// step, found as the trapezoidal rule finds its own (trapezoidal.cpp): from the distance δ of the new values
/// from the parabola through the last three, h³/6 x⃛ = h²/(τ₂τ₃) δ. From values only: accelerations carry the
/// errors of stiff directions many times over.
class SymplecticMethod final : public Integrator, private NewtonSystem {
 public:
  SymplecticMethod(DaeSystem& system, LagrangianAt at, const IntegratorSettings& settings, Work& work)
      : step_(system, at, work),
        weights_(system, settings.rtol, settings.atol, ErrorWeights::Scope::OwnQuantities),
        newton_(step_.n() + step_.m(), iterationSettings(settings)),
        aim_(kRounding / (newton_.settings().tolerance * std::max(settings.rtol, settings.atol))),
        history_(2 * step_.n()), predicted_(2 * step_.n()), change_(2 * step_.n()), moved_(step_.n()),
        multiplier_(step_.m()) {}

  void start(const State& state, double firstStep) override {
    state_ = previous_ = trial_ = state;
    predicted_ << state.q, state.v;
    change_ << state.v, state.a;
    history_.start(predicted_, change_, firstStep);
    weights_.start(state.q, state.v);
  }

  Attempt attempt(double h) override {
    h_ = h;
    step_.begin(state_, h);
    Attempt attempt = iterate();
    if (attempt.status != AttemptStatus::Success) return attempt;
    attempt.status = step_.finish(trial_, weights_);
    if (attempt.status != AttemptStatus::Success) return attempt;
    estimateError(attempt);
    attempt.judgeError();
    error_ = std::max(attempt.error, 1e-30);
    return attempt;
  }

  StepPlan accept() override {
    if (const double before = state_.t - previous_.t; before > 0) {
      ++steps_;
      if (std::abs(h_ - before) > kEqual * h_) ++resized_;
    }
    history_.accept(change_);
    std::swap(previous_, state_);
    std::swap(state_, trial_);
    weights_.follow(state_.q, state_.v);
    return planAfterStep(h_, growth(), 2);
  }

  StepPlan reject(const Attempt& attempt, int failures) override {
    if (attempt.status == AttemptStatus::ErrorTooLarge) ++rejected_;
    return planAfterRejection(attempt, failures, h_, growth(), 2);
  }

  const State& state() const override { return state_; }
  const State* attempted() const override { return &trial_; }
  int order() const override { return 2; }
  void interpolate(double t, State& out) const override { hermite(previous_, state_, t, out); }

  std::vector<std::string> remarks() const override {
    constexpr long kFew = 20;  // steps; of so many one may have been shortened by an event
    if (resized_ <= kFew || kFew * resized_ <= steps_) return {};
    if (4 * rejected_ > steps_)
      return {
          tr("The steps changed their size, and {} were rejected: each change disturbs fast springs and "
             "dampers anew, which the error test meets in the next step. This method keeps the energy "
             "bounded with steps of one size, and then these disturbances fade: give one (--fixed-step).",
             rejected_)};
    return {
        tr("The steps changed their size. This method keeps the energy bounded with steps of one size: give "
           "one (--fixed-step).")};
  }

 private:
  static constexpr double kEqual = 1e-6;

  Attempt iterate() {
    Attempt attempt;
    const NewtonOutcome outcome = newton_.solve(*this, true, 1, 0, aim_);
    step_.balance().work().newtonIterations += outcome.iterations;
    attempt.newtonIterations = outcome.iterations;
    attempt.jacobians = outcome.jacobians;
    attempt.status = statusOf(outcome.status);
    attempt.rate = observedRate(outcome);
    if (ranAway(outcome.status)) {
      const double way = 0.5 * h_ * h_;
      multiplier_ = step_.scaledLambda() / way;
      moved_ = step_.u() - h_ * state_.v;
      blame(step_.balance(), weights_, moved_, state_.lambda, multiplier_, way, attempt);
    }
    return attempt;
  }

  void estimateError(Attempt& attempt) {
    history_.prepare(h_, 2);
    history_.predict(0, predicted_, change_);
    change_ << trial_.q, trial_.v;
    change_ -= predicted_;
    attempt.error = std::max(history_.errorConstant(1) * history_.errorConstant(2) *  // h/τ₂, h/τ₃
                                 weights_.stateNorm(change_, &attempt.coordinate),
                             unforeseen());
  }

  /// Forces in the middle of the step do not tell of what begins behind it, such as a contact that is entered
  /// at full speed. Accelerations do, at its end; stiff directions make them rough, so that only a change of
  /// velocity which is many times what is allowed, against their straight continuation, counts.
  double unforeseen() {
    constexpr double kMany = 1000;  // tolerances
    const double before = state_.t - previous_.t;
    if (before <= 0) return 0;
    moved_ = h_ * (trial_.a - state_.a - h_ / before * (state_.a - previous_.a));
    return weights_.velocityNorm(moved_) / kMany;
  }

  double growth() const { return 0.9 / std::cbrt(error_); }

  void residual(VectorRef F) override { step_.residual(F); }
  bool renewJacobian() override { return step_.renewMatrix(); }
  void solve(VectorRef x) override { step_.solve(x); }
  void update(ConstVectorRef d) override { step_.update(d); }
  double norm(ConstVectorRef d) override { return weights_.positionNorm(d.head(step_.n())); }

  VariationalStep step_;
  ErrorWeights weights_;
  QuasiNewton newton_;
  double aim_;
  State state_, previous_, trial_;
  BdfHistory history_;         // of (q, v)
  Vector predicted_, change_;  // by the history; the new values less that
  Vector moved_, multiplier_;  // by an iteration that failed
  double h_ = 0, error_ = 1;
  long steps_ = 0, resized_ = 0;  // that followed another; of another size than that
  long rejected_ = 0;             // by the error test
};

}  // namespace

std::unique_ptr<Integrator> makeSymplecticMethod(DaeSystem& system, LagrangianAt at,
                                                 const IntegratorSettings& settings, Work& work) {
  return std::make_unique<SymplecticMethod>(system, at, settings, work);
}

}  // namespace holonom
