// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/integrators/automatic/method_watch.h"

#include <algorithm>
#include <utility>

#include "core/base/text.h"
#include "solvers/integrators/automatic/chosen_method.h"

namespace holonom {
namespace {

using Method = MethodChoice::Method;

constexpr int kExplicitLook = 40, kImplicitLook = 50;  // steps between estimates of the eigenvalue
// steps between forecasts; the gap doubles while they promise nothing
constexpr int kForecastLook = 3, kRareForecast = 48;
constexpr double kGrowing = 1.5;  // steps that grow faster tell nothing yet
// explicit steps at the border of stability before another method is tried
constexpr int kBorderSteps = 10;
constexpr int kFirstPatience = 200;  // steps without a further trial of what has lost one; doubles each time
constexpr double kRoughShare = 0.4;  // rejected over accepted
constexpr double kWorthwhile = 1.5;  // predicted saving that is worth a trial of an explicit method
constexpr double kSurely = 30;       // the estimate ends early where it is below a hundredth of what counts
constexpr int kStartOrder = 16;      // of an extrapolation that has not begun

std::size_t contender(const MethodChoice& choice) {
  if (isExplicit(choice.method)) return 0;
  return choice.method == Method::Bdf ? 1 : choice.method == Method::Radau ? 2 : 3;
}

}  // namespace

MethodWatch::MethodWatch(DaeSystem& system, const IntegratorSettings& settings, Work& work)
    : work_(work), probe_(system, settings, alphaTolerance(settings.rtol), work), endTime_(settings.endTime),
      patience_(kFirstPatience) {
  character_ = {.rtol = settings.rtol,
                .freedoms = system.coordinateCount() - system.constraintCount(),
                .constraints = system.constraintCount()};
  // Kinematics knows positions only: where rows on velocities prescribe the motion, it is integrated.
  if (system.constrainsVelocities()) character_.freedoms = std::max(1, character_.freedoms);
}

MethodChoice MethodWatch::firstChoice(const State& state, double firstStep) {
  const MethodChoice choice = chooseMethod(character_);
  firstStep_ = firstStep;
  if (!isExplicit(choice.method)) return choice;
  const double span = endTime_ - state.t,
               tooFast = explicitStep(choice.method, kStartOrder, true).limit / firstStep,
               tried = span > 0 ? kWorthATrial / (followingWork(character_.rtol) * span) : tooFast;
  estimateFastest(state, std::min(tooFast, kSurely * tried));
  character_.reach =
      probe_.fastest() * firstStep / explicitStep(choice.method, kStartOrder, character_.oscillatory).limit;
  character_.workToFollow = std::max(0.0, followingWork(character_.rtol) * probe_.fastest() * span);
  return chooseMethod(character_);
}

std::optional<MethodWatch::Proposal> MethodWatch::tryAtOnce() const {
  const auto other = implicitAtOnce(character_);
  if (!other || character_.reach > kStiffReach) return std::nullopt;
  return Proposal{*other, followingWork(character_.rtol) * probe_.fastest()};
}

void MethodWatch::use(const MethodChoice& choice, double time) {
  choice_ = choice;
  time_ = time;
  steps_ = rejected_ = lookedAt_ = 0;
  border_ = forecasts_ = 0;
  character_.bdfWork = character_.alphaWork = character_.radauWork = 0;
  lastBdfWork_ = lastAlphaWork_ = lastRadauWork_ = 0;
  look_ = false;
  lookGap_ = kForecastLook;
  nextLook_ = kForecastLook;
  begun_ = window_ = forecastWindow_ = now();
}

void MethodWatch::follow(const State& state, double nextStep) {
  probe_.follow(state);
  ++steps_;
  ++allSteps_;
  size_ = state.t - time_;
  time_ = state.t;
  nextStep_ = nextStep;
}

void MethodWatch::reject(int failures) {
  ++rejected_;
  if (failures == 2) look_ = true;  // the equations may have changed their character
}

std::optional<MethodWatch::Proposal> MethodWatch::propose(int order) {
  return isExplicit(choice_.method) ? proposeInsteadOfExplicit(order) : proposeInsteadOfImplicit();
}

std::optional<MethodWatch::Proposal> MethodWatch::proposeInsteadOfExplicit(int order) {
  if (look_ || steps_ % kExplicitLook == 0) estimateFastest(probe_.latest(), 0);
  character_.reach =
      probe_.fastest() * size_ / explicitStep(choice_.method, order, character_.oscillatory).limit;
  border_ = character_.reach > kStiffReach ? border_ + 1 : 0;
  if (border_ == 1) beginWindow();
  if (const auto proposal = byForecast()) return proposal;
  if (border_ > 0 && border_ % kBorderSteps == 0) {
    const MethodChoice other = chooseMethod(character_);
    if (!isExplicit(other.method))
      return mayTry(other) ? std::optional<Proposal>({other, windowRate()}) : std::nullopt;
    if (choice_.method == Method::DormandPrince5 && !(other == choice_)) return Proposal{other, 0, false};
  }
  return border_ == 0 && steps_ % kExplicitLook == 0 ? judgeSmoothness() : std::nullopt;
}

/// One stretch with many rejections may be a single event.
std::optional<MethodWatch::Proposal> MethodWatch::judgeSmoothness() {
  roughWindows_ = static_cast<double>(rejected_) > kRoughShare * kExplicitLook ? roughWindows_ + 1 : 0;
  rejected_ = 0;
  if (roughWindows_ < 2 || character_.rough) return std::nullopt;
  character_.rough = true;
  const MethodChoice better = chooseMethod(character_);
  return better == choice_ ? std::nullopt : std::optional<Proposal>({better, 0, false});
}

std::optional<MethodWatch::Proposal> MethodWatch::proposeInsteadOfImplicit() {
  if (const auto proposal = byForecast()) return proposal;
  if (!look_ && steps_ % kImplicitLook != 0) return std::nullopt;
  estimateFastest(probe_.latest(), 0);
  const double rate = windowRate();
  beginWindow();
  MotionCharacter free = character_;
  free.reach = free.bdfWork = free.alphaWork = free.radauWork = 0;
  MethodChoice other = chooseMethod(free);
  other.because = Text("steps as short as its stability asks cost less than those of the method before");
  const ExplicitStep step = explicitStep(other.method, kStartOrder, character_.oscillatory);
  const double expected = step.work * probe_.fastest() / (kStiffReach * step.limit);
  if (!mayTry(other) || kWorthwhile * expected >= rate) return std::nullopt;
  return Proposal{other, rate};
}

std::optional<MethodWatch::Proposal> MethodWatch::byForecast() {
  if (steps_ < nextLook_ || !takeForecasts()) return std::nullopt;
  auto other = implicitThatSaves(character_);
  if (other && other->method == Method::Radau && mayTry(*other) && !passesOver(probe_.radau().h)) {
    character_.radauWork = 0;
    other = implicitThatSaves(character_);
  }
  if (other && other->method == Method::GeneralizedAlpha && mayTry(*other) &&
      !passesOver(probe_.generalizedAlpha().h)) {
    character_.alphaWork = 0;
    other = implicitThatSaves(character_);
  }
  if (!other || !mayTry(*other)) return std::nullopt;
  return Proposal{*other, forecastRate_};
}

/// Steps h over a vibration of the mechanism itself, which they damp. One that a force imposes is taken at
/// whatever phase the steps happen to meet it, and goes into velocities that index 3 does not test.
bool MethodWatch::passesOver(double h) {
  constexpr double kOver = 1;  // rad
  estimateFastest(probe_.latest(), 0);
  return probe_.fastest() * h > kOver;
}

/// Work of the implicit methods beside that of the present one: the worse of two forecasts in a row, true
/// from the second on. Steps that still grow tell nothing.
bool MethodWatch::takeForecasts() {
  const double stepWork = (now().work - forecastWindow_.work) / static_cast<double>(steps_ - lookedAt_);
  nextLook_ = steps_ + kForecastLook;
  lookedAt_ = steps_;
  forecastWindow_ = now();
  if (nextStep_ > kGrowing * size_ || stepWork <= 0) return false;
  forecastRate_ = stepWork / nextStep_;
  const auto relative = [&](double work, const StepForecast& forecast) {
    return forecast.h > 0 ? work / (forecast.h * forecastRate_) : 0;
  };
  const double bdf = choice_.method == Method::Bdf ? 0 : relative(kBdfStepWork, probe_.bdf()),
               alpha = choice_.method == Method::GeneralizedAlpha
                           ? 0
                           : relative(kAlphaStepWork, probe_.generalizedAlpha()),
               radau = choice_.method == Method::Radau ? 0 : relative(kRadauStepWork, probe_.radau());
  character_.bdfWork = std::max(bdf, std::exchange(lastBdfWork_, bdf));
  character_.alphaWork = std::max(alpha, std::exchange(lastAlphaWork_, alpha));
  character_.radauWork = std::max(radau, std::exchange(lastRadauWork_, radau));
  const auto saves = [](double work) { return work > 0 && work * kForecastSaving < 1; };
  const bool promising = saves(bdf) || saves(alpha) || saves(radau);
  lookGap_ = promising || border_ > 0 ? kForecastLook : std::min(2 * lookGap_, kRareForecast);
  nextLook_ = steps_ + lookGap_;
  return ++forecasts_ >= 2;
}

bool MethodWatch::mayTry(const MethodChoice& other) const {
  return !(other == choice_) && allSteps_ >= blockedUntil_[contender(other)];
}

void MethodWatch::block(const MethodChoice& loser) {
  blockedUntil_[contender(loser)] = allSteps_ + patience_;
  patience_ *= 2;
}

void MethodWatch::estimateFastest(const State& here, double negligible) {
  look_ = false;
  if (probe_.estimateFastest(here, negligible)) character_.oscillatory = probe_.vibrates();
}

MethodWatch::Window MethodWatch::now() const { return {workOf(choice_, work_), time_, steps_}; }

double MethodWatch::rateSince(const Window& w) const {
  return (workOf(choice_, work_) - w.work) / std::max(time_ - w.time, 1e-300);
}

std::string MethodWatch::measured() const {
  if (probe_.fastest() <= 0) return "";
  const std::string fastest = significant(probe_.fastest(), 3),
                    turned = significant(probe_.fastest() * (size_ > 0 ? size_ : firstStep_), 2);
  const std::string mode = character_.oscillatory ? tr("fastest mode {} 1/s, vibrating", fastest)
                                                  : tr("fastest mode {} 1/s, not vibrating", fastest);
  if (!isExplicit(choice_.method)) return tr("{}; times the step: {}", mode, turned);
  const double limit = explicitStep(choice_.method, kStartOrder, character_.oscillatory).limit;
  return tr("{}; times the step: {}, of {} to which the choice lets it go", mode, turned,
            significant(limit, 2));
}

}  // namespace holonom
