// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/simulation/watches/jump_watch.h"

#include <algorithm>
#include <cmath>

#include "solvers/simulation/loop/crossing.h"
#include "solvers/simulation/watches/motion_ahead.h"

namespace holonom {
namespace {

constexpr double kMargin = 0.05;  // of the way to a jump that is a guess

}  // namespace

/// A jump so near is approached no further in steps.
bool JumpWatch::isNear(double way) const {
  constexpr double kNear = 0.1;  // of the usual step
  return way < kNear * course_.journal.usualStep();
}

/// Up to the jump seen ahead: a little less far while its place is a guess, and to it when it is near. A
/// method that repeats steps by itself could not take one back.
StepLimit JumpWatch::limit(double /*h*/) {
  if (!seen_ || *seen_ <= course_.state.t) return {};
  const double way = *seen_ - course_.state.t;
  return {.size = isNear(way) ? way : (1 - kMargin) * way};
}

/// Whether the rates of a step that succeeded are rough enough for a look. Every one in vain asks for half as
/// much roughness again, for it costs about half a step; steps that raise no suspicion bring it back.
bool JumpWatch::suspects(double suspicion) const {
  constexpr double kRough = 2.5, kMore = 1.5, kMost = 40;
  constexpr long kFree = 2, kStepsPerLook = 40;
  const long vain = suspectedInVain_ - kFree - course_.journal.counts().steps / kStepsPerLook;
  return suspicion > kRough && suspicion > kRough * std::pow(kMore, std::clamp<double>(vain, 0, kMost));
}

/// How far ahead of the present state to look; 0: not worth it. A step that succeeds after a rejection may
/// still have the jump inside that was the cause: error estimates see it with a small weight, or none, when
/// it lies at certain places between those where the method looks at the forces. Looks in vain are limited to
/// a part of the steps.
double JumpWatch::reach(const Tried& step) const {
  constexpr long kFree = 8, kStepsPerLook = 12;
  constexpr double kBeyond = 1.1;
  constexpr int kRepeated = 2;  // once in a step is what step control does
  const StepJournal& journal = course_.journal;
  const int failures = static_cast<int>(journal.rejections().size()) + !step.succeeded();
  if (!step.succeeded())
    return step.solved() && failures == course_.steps.properties().suspiciousRejections ? step.h : 0;
  if (seen_) return std::max(step.h, kBeyond * (*seen_ - course_.state.t));
  if (suspects(step.attempt.suspicion)) return std::min(step.h, course_.toGo());
  if (looksInVain_ > kFree + journal.counts().steps / kStepsPerLook) return 0;
  double span = 0;
  for (const Rejection& rejection : journal.rejections())
    if (rejection.cause == RejectionCause::ErrorTest) span = std::max({span, step.h, rejection.h});
  if (step.attempt.repeatedForError >= kRepeated) span = std::max(span, step.h);
  return std::min(span, course_.toGo());
}

/// How far it is from here to a jump of the accelerations. Near a singular configuration the motion ahead may
/// come back onto the constraints on another branch, which is no jump.
std::optional<double> JumpWatch::search(double span, double width, const State* end, int& coordinate) {
  MotionAhead& ahead = *course_.ahead;
  if (!ahead.begin(course_.steps.method().state(), end)) return std::nullopt;
  auto place = ahead.findJump(span, width, &coordinate);
  if (place && !ahead.velocityContinues(*place, width)) place.reset();
  return place;
}

/// The motion ahead is a guess: a shorter step ends a little before the jump, and from there the look is
/// repeated. Near enough the step ends at the jump.
Verdict JumpWatch::judge(const Tried& step) {
  constexpr double kClear = 0.25;  // σ, of its largest value
  if (near_) return arrive(step);
  const double span = reach(step), t = course_.state.t;
  if (!(span > 0)) return {};
  const bool suspected = step.succeeded() && span <= step.h && !seen_ && suspects(step.attempt.suspicion);
  seen_.reset();
  if (guard_.closeness() < kClear || guard_.expectedTime() < t + 2 * span) return {};
  Near near{std::max(1e-9 * std::max(step.h, course_.journal.usualStep()), course_.rounding(step.h)), -1,
            false};
  const auto place = search(span, near.width, suspected ? step.to : nullptr, near.coordinate);
  (suspected ? suspectedInVain_ : looksInVain_) += !place;
  if (!place) return {};
  seen_ = t + *place;
  const double taken = step.length();
  near.exact = !suspected && isNear(*place);
  near_ = near;
  if (near.exact && step.succeeded() && std::abs(*place - taken) <= 2 * near.width) return arrive(step);
  if (*place >= taken) return {};
  return {.kind = Verdict::Kind::Shorten, .h = near.exact ? *place : (1 - kMargin) * *place};
}

/// With the attempt that was asked for.
Verdict JumpWatch::arrive(const Tried& step) {
  if (!near_->exact || !step.succeeded() || step.length() < step.h - near_->width) return {};
  seen_.reset();
  return {.kind = Verdict::Kind::Cross, .gap = near_->width, .coordinate = near_->coordinate};
}

/// The front moved on by a span along its present motion and back onto the constraints.
bool JumpWatch::moveAhead(const State& front, double span, Crossing& crossing, State& to) const {
  to = front;
  moveAlong(to, span);
  return crossing.settle(to);
}

/// The difference of the rates of two states as a part of their size, of those of the mechanism or of the
/// controllers, whichever is more.
double JumpWatch::relativeJump(const State& one, const State& other) const {
  Vector x, y;
  takeRates(course_.system, one, x);
  takeRates(course_.system, other, y);
  const double time = course_.system.timeScale(), least = usedAtol(course_.options) / (time * time);
  double size[] = {least, least}, change[] = {0, 0};
  for (int i = 0; i < x.size(); ++i) {
    const int group = course_.system.role(i) != DaeSystem::Role::Motion;
    const double scale = course_.scale[i];
    size[group] = std::max({size[group], std::abs(x[i]) / scale, std::abs(y[i]) / scale});
    change[group] = std::max(change[group], std::abs(x[i] - y[i]) / scale);
  }
  return std::max(change[0] / size[0], change[1] / size[1]);
}

/// The accelerations on both sides have the last word. Both sides lie on the constraints: what a method
/// leaves of them (index 3: of the velocities) stiff modes turn into accelerations of any size. The method's
/// own place of a jump in q differs a little from that of its end, and a steep slope goes on for a while: the
/// gap is widened until the jump is in it.
std::optional<State> JumpWatch::behind(double gap, double h, Crossing& crossing) {
  constexpr double kSmooth = 1e-4, kStillGrowing = 1.01, kWidest = 1e-2, kSteep = 1e-5, kOfTolerance = 0.5;
  const double narrowest = gap;
  State front = course_.steps.method().state(), to;
  if (!crossing.settle(front)) return std::nullopt;
  for (;; gap *= 8) {
    if (gap > kWidest * h || !moveAhead(front, gap, crossing, to)) return std::nullopt;
    if (relativeJump(front, to) > std::max(kSmooth, 1e2 * gap / h)) break;
  }
  Vector before, rates;
  takeRates(course_.system, front, before);
  const auto jump = [&] {
    takeRates(course_.system, to, rates);
    return scaledSize(rates - before, course_.scale);
  };
  double size = jump();
  // Where within a gap that had to be widened the jump is, is not known: the error that this makes must not
  // count.
  const auto counts = [&] {
    return size * gap * course_.system.timeScale() > kOfTolerance * course_.tolerance();
  };
  if (gap > narrowest && counts()) return std::nullopt;
  for (double former = 0; size > kStillGrowing * former && 8 * gap <= kSteep * h;) {
    former = size;
    gap *= 8;
    if (!moveAhead(front, gap, crossing, to)) return std::nullopt;
    size = jump();
    if (size > kStillGrowing * former && counts()) return std::nullopt;
  }
  return to;
}

}  // namespace holonom
