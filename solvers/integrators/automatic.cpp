// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/integrators/automatic.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>

#include "solvers/integrators/chosen_method.h"
#include "solvers/integrators/method_choice.h"
#include "solvers/integrators/motion_probe.h"

namespace holonom {
namespace {

using Method = MethodChoice::Method;

constexpr int kExplicitLook = 40, kImplicitLook = 50;  // steps between estimates of the eigenvalue
constexpr int kForecastLook = 3, kRareForecast = 48;  // steps between forecasts; the gap doubles while they promise nothing
constexpr int kForecasts = 2;        // in a row that must agree
constexpr double kGrowing = 1.5;     // steps that grow faster tell nothing yet
constexpr int kBorderSteps = 10;     // explicit steps at the border of stability before another method is tried
constexpr int kFirstPatience = 200;  // steps without a further trial after one that did not pay; doubles each time
constexpr double kRoughShare = 0.4;  // rejected over accepted
constexpr double kWorthwhile = 1.5;  // predicted saving that is worth a trial of an explicit method
constexpr double kClearly = 0.5;     // what a method that passes over vibrations must save to be kept
constexpr double kNoisy = 0.1;       // part of the accelerations at index 3 that leaves the constraints
constexpr int kNoiseSamples = 6;
constexpr int kStartOrder = 16;      // of an extrapolation that has not begun

struct TrialLength {
  int settle, measure;  // steps
};

TrialLength trialLength(Method method) {
  if (method == Method::Bdf) return {10, 15};
  return method == Method::GeneralizedAlpha ? TrialLength{6, 14} : TrialLength{5, 8};
}

std::string format(const char* pattern, double a, double b = 0) {
  char text[160];
  std::snprintf(text, sizeof text, pattern, a, b);
  return text;
}

/// The method that fits the motion (chooseMethod), changed when its character changes. It begins with an explicit method,
/// whose first steps tell most for the least work, unless even the first step would be too long for one. What MotionProbe
/// measures leads to trials:
/// - of an implicit method, when its forecast steps save much, or when stability limits kBorderSteps explicit steps in a row;
/// - of an explicit one, when it could take the steps of the implicit one for clearly less work.
/// A trial that does not advance further per work than the method before goes back, and the next one waits longer. A
/// change takes memory; a run without one does not after its start.
class Automatic final : public Integrator {
 public:
  Automatic(DaeSystem& system, const IntegratorSettings& settings, Work& work)
      : system_(system), settings_(settings), work_(work),
        probe_(system, settings, alphaTolerance(settings.rtol), work) {
    character_ = {.rtol = settings.rtol, .freedoms = system.coordinateCount() - system.constraintCount(),
                  .constraints = system.constraintCount()};
    // Kinematics knows positions only: where rows on velocities prescribe the motion, it is integrated.
    if (system.holonomicCount() < system.constraintCount()) character_.freedoms = std::max(1, character_.freedoms);
  }

  void start(const State& state, double firstStep) override {
    probe_.start(state);
    retired_.reset();
    pending_ = trial_ = waitAfter_ = false;
    if (current_) {  // a restart does not change the character of the model
      current_->start(state, firstStep);
      beginCounting();
      return;
    }
    choice_ = chooseMethod(character_);
    if (isExplicit(choice_.method)) {
      const double limit = explicitStep(choice_.method, kStartOrder, true).limit;
      estimateFastest(state, limit / firstStep);
      character_.reach = probe_.fastest() * firstStep / explicitStep(choice_.method, kStartOrder, character_.oscillatory).limit;
      choice_ = chooseMethod(character_);
    }
    current_ = makeChosen(choice_, system_, settings_, work_);
    current_->start(state, firstStep);
    beginCounting();
    remark(state.t, measured());
  }

  Attempt attempt(double h) override {
    if (pending_) change(h);
    return current_->attempt(h);
  }

  StepPlan accept() override {
    const double before = state().t;
    StepPlan plan = current_->accept();
    retired_.reset();
    if (choice_.method == Method::Kinematics) return plan;
    probe_.follow(state());
    ++steps_;
    currentSize_ = state().t - before;
    lastStep_ = plan.h;
    if (trial_) judgeTrial();
    else if (explicitNow()) watchExplicit();
    else watchImplicit();
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
  std::vector<std::string> remarks() const override { return remarks_; }

 private:
  /// The method that made the last accepted step.
  const Integrator& maker() const { return retired_ ? *retired_ : *current_; }
  bool explicitNow() const { return isExplicit(choice_.method); }

  /// A stretch of the motion whose work is measured.
  struct Window {
    double work = 0, time = 0;
  };
  Window now() const { return {workOf(choice_, work_), state().t}; }
  double rateSince(const Window& w) const { return (workOf(choice_, work_) - w.work) / std::max(state().t - w.time, 1e-300); }

  void beginCounting() {
    steps_ = rejected_ = border_ = agreeing_ = 0;
    look_ = false;
    lookGap_ = nextLook_ = kForecastLook;
    lookedAt_ = 0;
    window_ = forecastWindow_ = now();
  }

  void watchExplicit() {
    if (look_ || steps_ % kExplicitLook == 0) estimateFastest(state(), 0);
    const ExplicitStep step = explicitStep(choice_.method, current_->order(), character_.oscillatory);
    character_.reach = probe_.fastest() * currentSize_ / step.limit;
    border_ = character_.reach > kStiffReach ? border_ + 1 : 0;
    if (border_ == 1) window_ = now();
    const bool forecast = steps_ >= nextLook_ && takeForecasts();
    if (steps_ < patienceUntil_) return;
    if (forecast) {
      if (const auto other = implicitThatSaves(character_)) return beginTrial(*other, forecastRate_);
    }
    if (border_ > 0 && border_ % kBorderSteps == 0) {
      const MethodChoice other = chooseMethod(character_);
      if (!isExplicit(other.method)) return beginTrial(other, rateSince(window_));
    }
    if (border_ == 0 && steps_ % kExplicitLook == 0) judgeSmoothness();
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
    const bool forecast = steps_ >= nextLook_ && takeForecasts();
    if (forecast && steps_ >= patienceUntil_) {
      if (const auto other = implicitThatSaves(character_); other && !(*other == choice_))
        return beginTrial(*other, forecastRate_);
    }
    if (!look_ && steps_ % kImplicitLook != 0) return;
    estimateFastest(state(), 0);
    const double rate = rateSince(window_);
    window_ = now();
    if (steps_ < patienceUntil_) return;
    MotionCharacter free = character_;
    free.reach = free.bdfWork = free.alphaWork = 0;
    const MethodChoice alternative = chooseMethod(free);
    const ExplicitStep step = explicitStep(alternative.method, kStartOrder, character_.oscillatory);
    if (kWorthwhile * step.work * probe_.fastest() / (kStiffReach * step.limit) < rate) beginTrial(alternative, rate);
  }

  /// Work of the implicit methods beside that of the present one. True when kForecasts in a row see the same saving.
  bool takeForecasts() {
    const double stepWork = (workOf(choice_, work_) - forecastWindow_.work) / static_cast<double>(steps_ - lookedAt_);
    nextLook_ = steps_ + kForecastLook;
    lookedAt_ = steps_;
    forecastWindow_ = now();
    if (lastStep_ > kGrowing * currentSize_) return false;
    forecastRate_ = stepWork / lastStep_;
    const auto relative = [&](double work, const StepForecast& forecast) {
      return forecast.h > 0 && forecastRate_ > 0 ? work / (forecast.h * forecastRate_) : 0;
    };
    character_.bdfWork = choice_.method == Method::Bdf ? 0 : relative(kBdfStepWork, probe_.bdf());
    character_.alphaWork =
        choice_.method == Method::GeneralizedAlpha ? 0 : relative(kAlphaStepWork, probe_.generalizedAlpha());
    if (getenv("AUTO_DEBUG"))
      std::printf("    t %.5g step %ld %s h %.3g o%d: bdf h %.3g o%d s%d rel %.2f | alpha h %.3g rel %.2f reach %.2f osc %d\n", state().t, steps_,
                  nameOf(choice_.method), currentSize_, current_->order(), probe_.bdf().h, probe_.bdf().order, probe_.bdf().stride, character_.bdfWork, probe_.generalizedAlpha().h,
                  character_.alphaWork, character_.reach, character_.oscillatory);
    const bool saves = implicitThatSaves(character_).has_value();
    agreeing_ = saves ? agreeing_ + 1 : 0;
    lookGap_ = saves || border_ > 0 ? kForecastLook : std::min(2 * lookGap_, kRareForecast);
    nextLook_ = steps_ + lookGap_;
    return agreeing_ >= kForecasts;
  }

  void beginTrial(const MethodChoice& other, double rate) {
    oldRate_ = rate;
    former_ = choice_;
    formerStep_ = lastStep_;
    trial_ = true;
    changeTo(other, lastStep_);
  }

  /// After some steps to get going the work is measured, and at index 3 the noise.
  void judgeTrial() {
    const TrialLength length = trialLength(choice_.method);
    if (steps_ == length.settle) window_ = now();
    const bool hopeless = explicitNow() && rejected_ > 6;
    if (steps_ < length.settle + length.measure && !hopeless) return;
    trial_ = false;
    const bool passesOver = isExplicit(former_.method) && character_.oscillatory;
    const double saved = rateSince(window_) / oldRate_;
    const bool checksNoise = choice_.method == Method::GeneralizedAlpha && character_.constraints > 0;
    const double noise = checksNoise ? probe_.noise(kNoiseSamples) : 0;
    const bool noisy = noise > kNoisy;
    if (getenv("AUTO_DEBUG")) std::printf("    trial %s: t %.5g rate %.3g noise %.3g rejected %ld\n", nameOf(choice_.method), state().t, saved, noise, rejected_);
    remarks_.pop_back();
    if (saved < (passesOver ? kClearly : 1) && !hopeless && !noisy) {
      std::string found = measured() + format("; %.2g of the work of the method before", saved);
      if (checksNoise) found += format(", noise of the accelerations %.2g", noise);
      remark(trialBegin_, found);
      patience_ = kFirstPatience;
      patienceUntil_ = 0;
      window_ = now();
      return;
    }
    if (noisy && !hopeless) {
      character_.noisyAtIndex3 = true;
      remarks_.push_back(format("At t = %.6g s generalized-α with index 3 was tried and left: errors of the positions came out "
                                "as noise in its accelerations (%.2g of them).", state().t, noise));
    }
    waitAfter_ = true;
    changeTo(former_, formerStep_);
  }

  void changeTo(const MethodChoice& choice, double firstStep) {
    constexpr double kCarefully = 0.05;
    next_ = choice;
    nextStep_ = firstStep;
    pending_ = true;
    if (choice.method == Method::GeneralizedAlpha) {
      if (const StepForecast forecast = probe_.generalizedAlpha(); forecast.h > 0) nextStep_ = forecast.h;
    } else if (choice.method == Method::Bdf) {
      nextForecast_ = probe_.bdf();
      nextStep_ = nextForecast_.h > 0 ? nextForecast_.h : kCarefully * firstStep;
    }
  }

  /// At the beginning of an attempt, so that the dense output of the last step was there until now.
  void change(double h) {
    retired_ = std::move(current_);
    choice_ = next_;
    current_ = makeChosen(choice_, system_, settings_, work_);
    const bool remembers = choice_.method == Method::Bdf && nextForecast_.h > 0;
    if (remembers) current_->startFrom(probe_.past(nextForecast_.stride, nextForecast_.order + 2), h, nextForecast_.order);
    else current_->start(State(state()), h);
    pending_ = false;
    beginCounting();
    patienceUntil_ = 0;
    trialBegin_ = state().t;
    if (!waitAfter_) return remark(trialBegin_, measured());
    patienceUntil_ = patience_;
    patience_ *= 2;
    waitAfter_ = false;
  }

  void estimateFastest(const State& here, double negligible) {
    look_ = false;
    if (probe_.estimateFastest(here, negligible)) character_.oscillatory = probe_.vibrates();
  }

  std::string measured() const {
    if (probe_.fastest() <= 0) return "";
    return format("fastest mode %.3g 1/s", probe_.fastest()) + (character_.oscillatory ? ", vibrating" : ", fading");
  }

  void remark(double t, const std::string& found) {
    std::string text = format("From t = %.6g s: ", t) + nameOf(choice_.method);
    if (choice_.method == Method::Bdf || choice_.method == Method::GeneralizedAlpha)
      text += ", index " + std::to_string(choice_.index);
    text += std::string(", because ") + choice_.because;
    if (!found.empty()) text += " (" + found + ")";
    remarks_.push_back(text + ".");
  }

  DaeSystem& system_;
  IntegratorSettings settings_;
  Work& work_;
  MotionProbe probe_;
  MotionCharacter character_;
  MethodChoice choice_, former_, next_;
  StepForecast nextForecast_;
  std::unique_ptr<Integrator> current_, retired_;
  std::vector<std::string> remarks_;
  Window window_, forecastWindow_;
  double lastStep_ = 0, nextStep_ = 0, formerStep_ = 0, currentSize_ = 0;
  double oldRate_ = 0, forecastRate_ = 0, trialBegin_ = 0;
  long steps_ = 0, rejected_ = 0, nextLook_ = kForecastLook, lookedAt_ = 0, patienceUntil_ = 0, patience_ = kFirstPatience;
  int lookGap_ = kForecastLook, border_ = 0, agreeing_ = 0, roughWindows_ = 0;
  bool look_ = false, pending_ = false, trial_ = false, waitAfter_ = false;
};

}  // namespace

std::unique_ptr<Integrator> makeAutomatic(DaeSystem& system, const IntegratorSettings& settings, Work& work) {
  return std::make_unique<Automatic>(system, settings, work);
}

}  // namespace holonom
