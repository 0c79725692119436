// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/simulation/watches/jump_watch.h"

#include <algorithm>
#include <cmath>

#include "solvers/simulation/loop/crossing.h"
#include "solvers/simulation/watches/rates.h"

namespace holonom {

/// One rejection is what step control does; behind one, a step that succeeds may still have its cause inside.
/// Near a singular configuration accelerations grow without a jump.
bool JumpWatch::isSuspicious(const Tried& step) const {
  constexpr double kClear = 0.25;  // σ, of its largest value
  const auto& rejections = course_.journal.rejections();
  return step.solved() && !rejections.empty() && rejections.back().cause == RejectionCause::ErrorTest &&
         guard_.closeness() > kClear && guard_.expectedTime() > course_.state.t + 2 * step.h;
}

Verdict JumpWatch::judge(const Tried& step) {
  constexpr int kTries = 6;
  if (!step.to || (step.shortened > 0 ? !step.succeeded() : !isSuspicious(step))) return {};
  const double width = std::max(1e-12 * step.h, course_.rounding(step.h));
  const auto place = step.shortened < kTries ? search(step.curve(), width) : std::nullopt;
  if (place && *place > width) return {.kind = Verdict::Kind::Shorten, .h = *place};
  if (step.shortened == 0 && !place) return {};
  return {.kind = Verdict::Kind::Cross, .gap = width, .coordinate = coordinate_};
}

bool JumpWatch::ratesAt(const StepCurve& step, double t, Vector& rates) {
  step.at(t, probe_);
  return course_.rates().at(probe_, rates);
}

/// How far it is from the begin of a step to a jump within it, less than `width`: of each interval the half
/// with the larger change. Where all is smooth changes shrink with the intervals.
std::optional<double> JumpWatch::search(const StepCurve& step, double width) {
  constexpr int kLookBack = 4;
  constexpr double kLasts = 0.3;  // of a change, that is left after so many halvings if it is a jump
  double left = step.from(), right = step.to(), changes[kLookBack] = {};
  if (!ratesAt(step, left, atLeft_) || !ratesAt(step, right, atRight_)) return std::nullopt;
  for (int i = 0; right - left > width; ++i) {
    const double middle = left + 0.5 * (right - left);
    if (!ratesAt(step, middle, atMiddle_)) return std::nullopt;
    const double first = (atMiddle_ - atLeft_).cwiseQuotient(scale_).lpNorm<Eigen::Infinity>(),
                 second = (atRight_ - atMiddle_).cwiseQuotient(scale_).lpNorm<Eigen::Infinity>();
    (second > first ? left : right) = middle;
    (second > first ? atLeft_ : atRight_).swap(atMiddle_);
    double& former = changes[i % kLookBack];
    if (i >= kLookBack && !(std::max(first, second) > kLasts * former)) return std::nullopt;
    former = std::max(first, second);
  }
  (atRight_ - atLeft_).cwiseQuotient(scale_).cwiseAbs().maxCoeff(&coordinate_);
  return left - step.from();
}

/// By how much the rates of two states differ, in scales; `part`: of their size, of those of the mechanism or
/// of the controllers, whichever is more.
double JumpWatch::change(const State& one, const State& other, double& part) const {
  Vector x, y;
  takeRates(course_.system, one, x);
  takeRates(course_.system, other, y);
  const double time = course_.system.timeScale(), least = usedAtol(course_.options) / (time * time);
  double size[] = {least, least}, change[] = {0, 0};
  for (int i = 0; i < x.size(); ++i) {
    const int group = course_.system.role(i) != DaeSystem::Role::Motion;
    size[group] = std::max({size[group], std::abs(x[i]) / scale_[i], std::abs(y[i]) / scale_[i]});
    change[group] = std::max(change[group], std::abs(x[i] - y[i]) / scale_[i]);
  }
  part = std::max(change[0] / size[0], change[1] / size[1]);
  return std::max(change[0], change[1]);
}

/// The state behind a jump at the end of a step of size h, along its motion, of the kept rows; none where the
/// accelerations on both sides agree. Both sides lie on the constraints: what a method leaves of them (index
/// 3: of the velocities) stiff modes turn into accelerations of any size. A place of a jump by the state
/// differs a little from that along the step, and a steep slope goes on for a while: the gap is widened until
/// the jump is in it, as far as what it leaves out does not count.
std::optional<State> JumpWatch::behind(double gap, double h) {
  constexpr double kSmooth = 1e-4, kStillGrowing = 1.01, kWidest = 1e-3, kOfTolerance = 0.5;
  const double allowed = kOfTolerance * course_.tolerance() / course_.system.timeScale();
  State front = course_.steps.method().state();
  if (!crossing_.settle(front)) return std::nullopt;
  std::optional<State> found;
  for (double former = 0; gap <= kWidest * h; gap *= 8) {
    State to = front;
    moveAlong(to, gap);
    if (!crossing_.settle(to)) break;
    double part = 0;
    const double size = change(front, to, part);
    if (size * gap > allowed || (found && size <= kStillGrowing * former)) break;
    if (part > std::max(kSmooth, 1e2 * gap / h)) found = to;
    former = size;
  }
  return found;
}

Event JumpWatch::event(const Verdict& found, double t) const {
  if (found.front >= 0) return {t, course_.offers.fronts.name(found.front), "changes at once"};
  const std::string name =
      found.coordinate >= 0 ? course_.system.coordinateName(found.coordinate) : "the motion";
  return {t, name, "jumps, which nothing in the model declares", Event::Kind::UndeclaredJump};
}

bool JumpWatch::cross(const Verdict& found, const StepCurve& step) {
  if (const auto to = behind(found.gap, step.to() - step.from())) crossing_.jump(*to, event(found, to->t));
  return true;
}

}  // namespace holonom
