// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/simulation/watches/jump_watch.h"

#include <algorithm>
#include <cmath>

#include "core/base/text.h"
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

/// The step has ended in front of the jump; the run goes on behind the gap, where the rates are others on the
/// constraints, too (index 3 leaves the velocities off them by its error, which stiff modes turn into
/// accelerations of any size). A place of a jump by the state differs a little from that along the step: the
/// gap is widened until the jump is in it, as far as what it leaves out does not count.
bool JumpWatch::cross(const Verdict& found, const StepCurve& step) {
  constexpr double kWidest = 1e-3;  // of the step
  constexpr double kJumps = 1e-4;   // of the rates
  const double allowed = 0.5 * course_.tolerance() / course_.system.timeScale();
  State before = course_.steps.method().state(), behind;
  if (!crossing_.settle(before)) return true;
  takeRates(course_.system, before, atLeft_);
  for (double gap = found.gap; gap <= std::max(found.gap, kWidest * (step.to() - step.from())); gap *= 8) {
    behind = before;
    moveAlong(behind, gap);
    if (!crossing_.settle(behind)) return true;
    takeRates(course_.system, behind, atRight_);
    const double change = (atRight_ - atLeft_).cwiseQuotient(scale_).lpNorm<Eigen::Infinity>();
    const double size = std::max(atLeft_.cwiseQuotient(scale_).lpNorm<Eigen::Infinity>(),
                                 atRight_.cwiseQuotient(scale_).lpNorm<Eigen::Infinity>());
    if (change * gap > allowed) return true;
    if (!(change > kJumps * size)) continue;
    const auto event =
        found.front >= 0
            ? Event{behind.t, course_.offers.fronts.name(found.front), Text("changes at once")}
            : Event{behind.t, course_.system.coordinateName(found.coordinate),
                    Text("jumps, which nothing in the model declares"), Event::Kind::UndeclaredJump};
    crossing_.jump(behind, event);
    return true;
  }
  return true;
}

}  // namespace holonom
