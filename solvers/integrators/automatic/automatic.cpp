// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/integrators/automatic/automatic.h"

#include <algorithm>

#include "core/base/text.h"
#include "solvers/integrators/automatic/chosen_method.h"
#include "solvers/integrators/automatic/method_watch.h"

namespace holonom {
namespace {

using Method = MethodChoice::Method;

constexpr double kForetold = 0.25;  // of the time since the start
constexpr double kLonger = 100;     // than the step before
// work of a method that passes over vibrations, over that of one that follows them, to be kept
constexpr double kClearly = 0.5;
constexpr double kDamps = 1;    // |λ| times a step that damps what it passes over
constexpr double kNoisy = 0.1;  // part of the accelerations at index 3 that leaves the constraints
constexpr int kNoiseSamples = 6;
constexpr double kCarefully = 0.05;  // of the step before, where nothing is forecast

struct TrialLength {
  int settle, measure;  // steps
};

TrialLength trialLength(Method method) {
  const bool oneStep = isExplicit(method) || method == Method::Radau;
  return oneStep ? TrialLength{5, 8} : TrialLength{10, 15};
}

/// What the descriptor below does not name is for the methods that it makes as if nobody had set it.
IntegratorSettings settingsRead(const IntegratorSettings& given) {
  return {.index = given.index,
          .rtol = given.rtol,
          .atol = given.atol,
          .reuseJacobian = given.reuseJacobian,
          .endTime = given.endTime};
}

/// The method that fits the motion, changed when MethodWatch proposes another one. A trial that does not
/// advance further per work than the method before, or whose index makes the accelerations noisy, goes back.
/// A change takes memory; a run without one does not after its start.
class Automatic final : public Integrator {
 public:
  Automatic(DaeSystem& system, const IntegratorSettings& settings, Work& work)
      : system_(system), settings_(settingsRead(settings)), work_(work), watch_(system, settings, work) {}

  void start(const State& state, double firstStep) override {
    watch_.start(state);
    begin_ = state.t;
    retired_.reset();
    const bool first = !current_;  // a restart does not change the character of the model
    const bool cutShort = trial_ == Trial::AtOnce && watch_.steps() > 0, lost = pending_ && next_ == former_;
    const bool tell = first || cutShort || (lost && !silent_);
    pending_ = silent_ = false;
    if (cutShort || trial_ == Trial::OnTheWay) trial_ = Trial::None;
    if (first) takeFirst(state, firstStep);
    else if (cutShort || lost) take(former_);
    current_->start(state, firstStep);
    watch_.use(choice_, state.t);
    if (tell) remark(state.t, watch_.measured());
  }

  Attempt attempt(double h) override {
    if (pending_) change(h);
    return current_->attempt(h);
  }

  StepPlan accept() override {
    const StepPlan plan = current_->accept();
    retired_.reset();
    if (choice_.method == Method::Kinematics) return plan;
    watch_.follow(state(), plan.h);
    if (trial_ == Trial::AtOnce) judgeTrialAtOnce();
    else if (trial_ == Trial::OnTheWay) judgeTrial();
    else if (const auto proposal = watch_.propose(current_->order())) follow(*proposal);
    return pending_ ? StepPlan{nextStep_, 1, Text("another method")} : plan;
  }

  StepPlan reject(const Attempt& attempt, int failures) override {
    watch_.reject(failures);
    return current_->reject(attempt, failures);
  }

  const State& state() const override { return maker().state(); }
  const State* attempted() const override { return current_->attempted(); }
  int order() const override { return maker().order(); }
  void interpolate(double t, State& out) const override { maker().interpolate(t, out); }
  std::optional<double> endStepAt(double t) override {
    return (retired_ ? *retired_ : *current_).endStepAt(t);
  }
  /// With what the method in use remembers; forecasts of others begin anew.
  bool changeChart(const ChartMap& map) override {
    if (pending_ || !current_->changeChart(map)) return false;
    watch_.probe().start(state());
    return true;
  }
  double untestedErrors() const override { return maker().untestedErrors(); }
  std::vector<std::string> remarks() const override { return remarks_; }

 private:
  enum class Trial { None, AtOnce, OnTheWay };

  /// The method that made the last accepted step.
  const Integrator& maker() const { return retired_ ? *retired_ : *current_; }

  void take(const MethodChoice& choice) {
    choice_ = choice;
    current_ = makeChosen(choice_, system_, settings_, work_);
    judgeAsCurrent();
  }

  void takeFirst(const State& state, double firstStep) {
    former_ = watch_.firstChoice(state, firstStep);
    const auto trial = watch_.tryAtOnce();
    take(trial ? trial->method : former_);
    if (!trial) return;
    trial_ = Trial::AtOnce;
    trialBegin_ = state.t;
    formerRate_ = trial->rate;
  }

  /// What steps show and what they hide is that of the method in use. How runs begin and go on behind events,
  /// and whether stability limits them, is decided here.
  void judgeAsCurrent() { properties_.judgesVelocities = current_->properties().judgesVelocities; }

  void follow(const MethodWatch::Proposal& proposal) {
    former_ = choice_;
    formerStep_ = watch_.nextStep();
    formerRate_ = proposal.rate;
    trial_ = proposal.onTrial ? Trial::OnTheWay : Trial::None;
    changeTo(proposal.method, formerStep_);
  }

  /// After some steps to get going the work is measured, and at index 3 the noise.
  void judgeTrial() {
    const TrialLength length = trialLength(choice_.method);
    if (watch_.steps() == length.settle) watch_.beginWindow();
    const bool hopeless = isExplicit(choice_.method) && watch_.rejected() > 6;
    if (watch_.steps() < length.settle + length.measure && !hopeless) return;
    const bool passesOver = isExplicit(former_.method) && watch_.character().oscillatory;
    const double work = watch_.windowRate() / formerRate_;
    const bool mayBeNoisy = choice_.method == Method::GeneralizedAlpha && watch_.character().constraints > 0;
    const double noise = mayBeNoisy ? watch_.probe().noise(kNoiseSamples) : 0;
    const bool noisy = noise > std::max(kNoisy, watch_.probe().toleratedNoise());
    if (work < (passesOver ? kClearly : 1) && !hopeless && !noisy) {
      std::string found = tr("{} of the work of the method before", significant(work, 2));
      if (mayBeNoisy) found += "; " + tr("noise of the accelerations {}", significant(noise, 2));
      return confirmTrial(found);
    }
    trial_ = Trial::None;
    remarks_.pop_back();
    if (noisy) {
      watch_.character().noisyAtIndex3 = true;
      remarks_.push_back(tr(
          "At t = {} s generalized-α with index 3 was tried and left, because errors of the positions come "
          "out as noise in its accelerations ({} of them).",
          significant(state().t, 6), significant(noise, 2)));
    }
    silent_ = true;
    watch_.block(choice_);
    changeTo(former_, formerStep_);
  }

  /// Steps over a mode damp it and grow as it fades: the trial goes on while they are long enough for that
  /// and it is not dear. One that is lost does not block the method, of which nothing was forecast.
  void judgeTrialAtOnce() {
    const TrialLength length = trialLength(choice_.method);
    const long measured = watch_.steps() - length.settle;
    const bool dear = watch_.trialIsDear();
    if (measured == 0) return watch_.beginWindow();
    if (!dear && (measured < 0 || measured % length.measure != 0)) return;
    const double work = watch_.windowRate() / formerRate_, fastest = watch_.probe().fastest();
    if (work * kForecastSaving < 1)
      return confirmTrial(tr("{} of the least work of an explicit method", significant(work, 2)));
    if (!dear && watch_.meanStep() * fastest > kDamps) return watch_.beginWindow();
    trial_ = Trial::None;
    changeTo(former_, std::min(watch_.nextStep(), 1 / fastest));
  }

  void confirmTrial(const std::string& found) {
    trial_ = Trial::None;
    remarks_.pop_back();
    remark(trialBegin_, watch_.measured() + "; " + found);
    watch_.block(former_);
    watch_.beginWindow();
  }

  void changeTo(const MethodChoice& choice, double firstStep) {
    next_ = choice;
    nextStep_ = firstStep;
    pending_ = true;
    forecast_ = choice.method == Method::Bdf                ? watch_.probe().bdf()
                : choice.method == Method::GeneralizedAlpha ? watch_.probe().generalizedAlpha()
                : choice.method == Method::Radau            ? watch_.probe().radau()
                                                            : StepForecast{};
    // A past in short steps foretells no more than a part of its own length: a front that made them short may
    // lie ahead.
    const double foretold = std::max(kForetold * (state().t - begin_), kLonger * firstStep);
    if (forecast_.h > 0) nextStep_ = forecast_.h = std::min(forecast_.h, foretold);
    else if (choice.method == Method::Bdf) nextStep_ *= kCarefully;
  }

  /// At the beginning of an attempt, so that the dense output of the last step was there until now.
  void change(double h) {
    retired_ = std::move(current_);
    take(next_);
    if (forecast_.h > 0)
      current_->startFrom(watch_.probe().past(forecast_.stride, forecast_.order + 2), h, forecast_.order);
    else current_->start(State(state()), h);
    pending_ = false;
    trialBegin_ = state().t;
    watch_.use(choice_, trialBegin_);
    if (!silent_) remark(trialBegin_, watch_.measured());
    silent_ = false;
  }

  void remark(double t, const std::string& found) {
    const bool hasForms = !isExplicit(choice_.method) && choice_.method != Method::Kinematics;
    const std::string name = nameOf(choice_.method);
    const std::string text = tr("From t = {} s: {}, because {}", significant(t, 6),
                                hasForms ? tr("{}, index {}", name, choice_.index) : name, choice_.because);
    remarks_.push_back(text + (found.empty() ? "." : " (" + found + ")."));
  }

  DaeSystem& system_;
  IntegratorSettings settings_;
  Work& work_;
  MethodWatch watch_;
  MethodChoice choice_, former_, next_;
  StepForecast forecast_;  // of next_
  std::unique_ptr<Integrator> current_, retired_;
  std::vector<std::string> remarks_;
  double nextStep_ = 0, formerStep_ = 0, formerRate_ = 0, trialBegin_ = 0, begin_ = 0;
  Trial trial_ = Trial::None;
  bool pending_ = false, silent_ = false;
};

}  // namespace

std::unique_ptr<Integrator> makeAutomatic(DaeSystem& system, const IntegratorSettings& settings, Work& work) {
  return std::make_unique<Automatic>(system, settings, work);
}

constexpr MethodFamily kAutomaticFamily{
    Text("Automatic choice"),
    Text("Shampine and Petzold (1983) let programs find out during a run whether it is stiff; LSODA "
         "changes between Adams and BDF by that. Here the tolerance, kinks and the forecast of each "
         "method's work decide, too.")};

MethodDescriptor automaticMethod() {
  return {
      .name = "auto",
      .shortName = Text("Automatic"),
      .label = Text("Automatic choice"),
      .indices = {2},
      .defaultRtol = 1e-5,
      .whenToChoose = Text("When you do not know: measures on the model how stiff and how smooth its "
                           "motion is, picks an explicit method, BDF, Radau or generalized-α, says which and "
                           "why, and changes it when the motion changes."),
      .source = Text("Holonom: the page of theory on the automatic choice"),
      .create = makeAutomatic,
      .role = MethodRole::Chooses,
      .options = {MethodOption::ReuseJacobian},
      .family = &kAutomaticFamily,
      .costPerStep = Text("that of its choice")};
}

}  // namespace holonom
