// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/integrators/automatic.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "solvers/integrators/bdf.h"
#include "solvers/integrators/explicit_method.h"
#include "solvers/integrators/generalized_alpha.h"
#include "solvers/integrators/kinematics.h"
#include "solvers/integrators/method_choice.h"
#include "solvers/integrators/penalty_equations.h"
#include "solvers/integrators/spectral_radius.h"

namespace holonom {
namespace {

using Method = MethodChoice::Method;

constexpr int kExplicitLook = 40, kImplicitLook = 50;  // steps between estimates of the eigenvalue
constexpr int kBorderSteps = 10;     // explicit steps at the border of stability before another method is tried
constexpr int kFirstPatience = 200;  // steps without a further trial after one that did not pay; doubles each time
constexpr double kRoughShare = 0.4;  // rejected over accepted
constexpr double kWorthwhile = 1.5;  // predicted saving that is worth a trial of an explicit method
// Work in evaluations of an explicit method (with its LU): residuals and Jacobians with LU of the larger implicit systems.
constexpr double kResidualCost = 0.8, kMatrixCost = 3;

constexpr int kStartOrder = 16;  // of an extrapolation that has not begun

constexpr double kClearly = 0.5;     // a vibration that BDF damps away must save this much to be given up

/// Evaluations of a step and h |λ| that it bears: on the negative real axis, or on the imaginary one for a vibration.
struct Stability {
  double evaluations, limit;
};

Stability stabilityOf(Method method, int order, bool oscillatory) {
  switch (method) {
    case Method::DormandPrince5: return {6, oscillatory ? 1.0 : 3.25};
    case Method::DormandPrince8: return {12, oscillatory ? 3.0 : 6.1};
    default: return {0.25 * order * order + 0.5 * order, (oscillatory ? 0.4 : 0.7) * order};
  }
}

/// The method that fits the motion (chooseMethod), changed when its character changes. It begins with an explicit method,
/// whose first steps tell most for the least work, unless even the first step would be too long for one. The largest
/// eigenvalue is estimated by power iteration at the start and now and then:
/// - explicit steps that stability limits, kBorderSteps in a row, lead to a trial of BDF;
/// - implicit steps that an explicit method could take for clearly less work lead to a trial of that method;
/// - a trial that does not advance further per work than the method before goes back, and the next one waits longer.
/// Work is counted, not timed: the same input takes the same steps. A change takes memory; a run without one does not
/// after its start.
class Automatic final : public Integrator {
 public:
  Automatic(DaeSystem& system, const IntegratorSettings& settings, Work& work)
      : system_(system), settings_(settings), work_(work), weights_(system, settings.rtol, settings.atol),
        equations_(system, work), power_(2 * system.coordinateCount()), y_(2 * system.coordinateCount()), f_(y_.size()),
        scale_(y_.size()) {
    const int n = system.coordinateCount();
    character_ = {.rtol = settings.rtol, .freedoms = n - system.constraintCount(), .constraints = system.constraintCount()};
    // Kinematics knows positions only: where rows on velocities prescribe the motion, it is integrated.
    if (system.holonomicCount() < system.constraintCount()) character_.freedoms = std::max(1, character_.freedoms);
    for (int i = 0; i < n; ++i) {
      scale_[i] = system.coordinateScale(i);
      scale_[n + i] = scale_[i] / system.timeScale();
    }
  }

  void start(const State& state, double firstStep) override {
    weights_.start(state.q, state.v);
    retired_.reset();
    pending_ = trial_ = waitAfter_ = false;
    if (current_) {  // a restart does not change the character of the model
      current_->start(state, firstStep);
      beginCounting();
      return;
    }
    power_.start(scale_);
    if (character_.freedoms > 0) estimateEigenvalue(state);
    choice_ = chooseMethod(character_);
    if (isExplicit(choice_.method)) {
      character_.reach = radius_ * firstStep / stabilityOf(choice_.method, kStartOrder, character_.oscillatory).limit;
      choice_ = chooseMethod(character_);
    }
    current_ = make(choice_);
    current_->start(state, firstStep);
    beginCounting();
    remark(state.t, choice_.because);
  }

  Attempt attempt(double h) override {
    if (pending_) change(h);
    return current_->attempt(h);
  }

  StepPlan accept() override {
    const double before = state().t;
    StepPlan plan = current_->accept();
    retired_.reset();
    weights_.follow(state().q, state().v);
    ++steps_;
    currentSize_ = state().t - before;
    orders_ += current_->order();
    lastStep_ = plan.h;
    if (choice_.method != Method::Kinematics) decide();
    if (pending_) plan = {nextStep_, 1, "automatic: another method"};
    return plan;
  }

  StepPlan reject(const Attempt& attempt, int failures) override {
    ++rejected_;
    if (failures == 2) look_ = true;  // the equations may have changed their character
    return current_->reject(attempt, failures);
  }

  const State& state() const override { return maker().state(); }
  int order() const override { return maker().order(); }
  void interpolate(double t, State& out) const override { maker().interpolate(t, out); }
  double defaultFirstStep(double interval) const override { return 1e-5 * interval; }
  double imposedRate() const override { return current_->imposedRate(); }
  std::vector<std::string> remarks() const override { return remarks_; }

 private:
  /// The method that made the last accepted step.
  const Integrator& maker() const { return retired_ ? *retired_ : *current_; }

  std::unique_ptr<Integrator> make(const MethodChoice& choice) const {
    IntegratorSettings settings = settings_;
    switch (choice.method) {
      case Method::Kinematics: return makeKinematics(system_, settings, work_);
      case Method::DormandPrince5: return makeDormandPrince5(system_, settings, work_);
      case Method::DormandPrince8: return makeDormandPrince8(system_, settings, work_);
      case Method::GraggBulirschStoer: return makeGbs(system_, settings, work_);
      case Method::Bdf:
        return choice.index == 3 ? makeBdfIndex3(system_, settings, work_) : makeBdfIndex2(system_, settings, work_);
      case Method::GeneralizedAlpha: {
        // Two decades below BDF for the same error (000, evaluation).
        settings.rtol *= 0.01;
        settings.atol *= 0.01;
        settings.stepCorrection = choice.index < 3;
        const auto parameters = GeneralizedAlphaParameters::fromSpectralRadius(0.8);
        return choice.index == 3 ? makeGeneralizedAlphaIndex3(system_, parameters, settings, work_)
                                 : makeGeneralizedAlphaIndex2(system_, parameters, settings, work_);
      }
    }
    return nullptr;
  }

  bool explicitNow() const { return isExplicit(choice_.method); }

  double workDone() const {
    return explicitNow() ? static_cast<double>(work_.factorizations)
                         : kResidualCost * work_.residuals + kMatrixCost * work_.factorizations;
  }

  void beginCounting() {
    steps_ = rejected_ = border_ = 0;
    orders_ = 0;
    look_ = false;
    beginWindow();
  }

  void beginWindow() {
    windowWork_ = workDone();
    windowTime_ = state().t;
  }

  /// Work per second of motion since beginWindow().
  double windowRate() const { return (workDone() - windowWork_) / std::max(state().t - windowTime_, 1e-300); }

  void decide() {
    if (trial_) judgeTrial();
    else if (explicitNow()) watchExplicit();
    else watchImplicit();
  }

  void watchExplicit() {
    if (look_ || steps_ % kExplicitLook == 0) estimateEigenvalue(state());
    const Stability stability = stabilityOf(choice_.method, current_->order(), character_.oscillatory);
    character_.reach = radius_ * currentSize_ / stability.limit;
    if (character_.reach > kStiffReach) {
      if (border_++ == 0) beginWindow();
      if (border_ >= kBorderSteps && steps_ >= patienceUntil_) tryMethod(chooseMethod(character_));
    } else {
      border_ = 0;
      if (steps_ % kExplicitLook == 0) judgeSmoothness();
    }
  }

  /// One window with many rejections may be a single event.
  void judgeSmoothness() {
    roughWindows_ = rejected_ > kRoughShare * kExplicitLook ? roughWindows_ + 1 : 0;
    rejected_ = 0;
    if (roughWindows_ < 2 || character_.rough) return;
    character_.rough = true;
    const MethodChoice better = chooseMethod(character_);
    if (!(better == choice_)) changeTo(better, lastStep_);
  }

  void watchImplicit() {
    if (!look_ && steps_ % kImplicitLook != 0) return;
    estimateEigenvalue(state());
    const double mean = orders_ / std::max<long>(1, steps_), rate = windowRate();
    beginWindow();
    if (steps_ < patienceUntil_) return;
    MotionCharacter free = character_;
    free.reach = 0;
    const MethodChoice alternative = chooseMethod(free);
    const Stability stability = stabilityOf(alternative.method, kStartOrder, character_.oscillatory);
    if (kWorthwhile * stability.evaluations * radius_ / (kStiffReach * stability.limit) < rate) {
      oldRate_ = rate;
      beginTrial(alternative);
    } else if (choice_.method == Method::Bdf && character_.oscillatory) {
      character_.bdfOrder = mean;
      character_.reach = 1;
      const MethodChoice other = chooseMethod(character_);
      if (other == choice_) return;
      oldRate_ = rate;
      beginTrial(other);
    }
  }

  void tryMethod(const MethodChoice& other) {
    if (other == choice_) return;
    oldRate_ = windowRate();
    beginTrial(other);
  }

  void beginTrial(const MethodChoice& other) {
    former_ = choice_;
    trial_ = true;
    changeTo(other, isExplicit(other.method) || other.method == Method::GeneralizedAlpha ? lastStep_ : 0.05 * lastStep_);
  }

  /// After some steps to get going the work is measured.
  void judgeTrial() {
    const int settle = choice_.method == Method::Bdf ? 30 : 5, measure = explicitNow() ? 8 : 20;
    if (steps_ == settle) beginWindow();
    const bool hopeless = explicitNow() && rejected_ > 6;
    if (steps_ < settle + measure && !hopeless) return;
    trial_ = false;
    const double rate = windowRate();
    const bool leavesVibration = isExplicit(former_.method) && character_.oscillatory;
    if (rate < (leavesVibration ? kClearly : 1) * oldRate_ && !hopeless) {
      patience_ = kFirstPatience;
      patienceUntil_ = 0;
      beginWindow();
      return;
    }
    remarks_.pop_back();  // as if it had not been
    waitAfter_ = true;
    changeTo(former_, lastStep_ * (former_.method == Method::Bdf ? 0.05 : 1));
  }

  void changeTo(const MethodChoice& choice, double firstStep) {
    next_ = choice;
    nextStep_ = firstStep;
    pending_ = true;
  }

  /// At the beginning of an attempt, so that the dense output of the last step was there until now.
  void change(double h) {
    const State from = state();
    retired_ = std::move(current_);
    choice_ = next_;
    current_ = make(choice_);
    current_->start(from, h);
    pending_ = false;
    beginCounting();
    patienceUntil_ = 0;
    if (!waitAfter_) return remark(from.t, choice_.because);
    patienceUntil_ = patience_;
    patience_ *= 2;
    waitAfter_ = false;
  }

  void estimateEigenvalue(const State& here) {
    look_ = false;
    y_ << here.q, here.v;
    const auto found =
        equations_.rate(here.t, y_, f_) == AttemptStatus::Success
            ? power_.estimate(
                  y_, f_, settings_.rtol,
                  [&](const Vector& y, Vector& f) { return equations_.rate(here.t, y, f) == AttemptStatus::Success; },
                  [&](const Vector& x) {
                    const int n = equations_.n();
                    return largestNorm({weights_.positionNorm(x.head(n)), weights_.velocityNorm(x.tail(n))});
                  })
            : std::nullopt;
    if (!found) return;
    radius_ = *found;
    character_.oscillatory = power_.oscillatory();
  }

  void remark(double t, const char* because) {
    char text[256];
    std::string method = nameOf(choice_.method);
    if (choice_.method == Method::Bdf || choice_.method == Method::GeneralizedAlpha)
      method += ", index " + std::to_string(choice_.index);
    if (radius_ > 0)
      std::snprintf(text, sizeof text, "From t = %.6g s: %s, because %s (fastest mode %.3g 1/s).", t, method.c_str(), because,
                    radius_);
    else
      std::snprintf(text, sizeof text, "From t = %.6g s: %s, because %s.", t, method.c_str(), because);
    remarks_.push_back(text);
  }

  DaeSystem& system_;
  IntegratorSettings settings_;
  Work& work_;
  ErrorWeights weights_;
  PenaltyEquations equations_;  // without penalty: for the eigenvalue
  SpectralRadius power_;
  Vector y_, f_, scale_;
  MotionCharacter character_;
  MethodChoice choice_, former_, next_;
  std::unique_ptr<Integrator> current_, retired_;
  std::vector<std::string> remarks_;
  double radius_ = 0;  // |λ|max, 1/s
  double lastStep_ = 0, nextStep_ = 0, currentSize_ = 0;
  double windowWork_ = 0, windowTime_ = 0, oldRate_ = 0, orders_ = 0;
  long steps_ = 0, rejected_ = 0, patienceUntil_ = 0, patience_ = kFirstPatience;
  int border_ = 0, roughWindows_ = 0;
  bool look_ = false, pending_ = false, trial_ = false, waitAfter_ = false;
};

}  // namespace

std::unique_ptr<Integrator> makeAutomatic(DaeSystem& system, const IntegratorSettings& settings, Work& work) {
  return std::make_unique<Automatic>(system, settings, work);
}

}  // namespace holonom
