// SPDX-License-Identifier: GPL-3.0-or-later
// How a run finds and meets jumps that the system does not declare.
#include <algorithm>
#include <cmath>
#include <limits>

#include "solvers/analyses/manifold_projection.h"
#include "solvers/analyses/row_sizes.h"
#include "solvers/simulation/event_watch.h"
#include "solvers/simulation/front_watch.h"
#include "solvers/simulation/motion_ahead.h"
#include "solvers/simulation/pole_watch.h"
#include "solvers/simulation/simulation.h"

namespace holonom {
namespace {

constexpr int kFew = 3;
constexpr double kMargin = 0.05;  // of the way to a jump that is a guess
constexpr double kShrunk = 0.25;  // of the size at which a row of rejections began
constexpr double kRounding = 16 * std::numeric_limits<double>::epsilon();

}  // namespace

/// Whether a step rejected at size h may lie across a jump: it failed again and again, or the steps before it
/// did as well and all of them together have become much smaller. A method that walks up to a jump in small
/// steps fails only once or twice in each of them; one that rejects for other reasons too is not judged by
/// its row. Searches in vain become rarer.
bool Simulation::jumpSuspected(double h, int failures) {
  if (counts_.steps - searchedAt_ < betweenSearches_) return false;
  const int many = integrator_->suspiciousRejections();
  return failures == many || (failures < many && many <= kFew && row_ >= many && h <= kShrunk * rowFrom_);
}

/// The front moved on by a span along its present motion and back onto the constraints, in eventState_.
bool Simulation::moveAhead(const State& front, double span) {
  eventState_ = front;
  moveAlong(eventState_, span);
  return watch_->settle(eventState_);
}

Vector Simulation::ratesOf(const State& state) const {
  Vector rates;
  takeRates(system_, state, rates);
  return rates;
}

/// The difference of these rates as a part of their size, of those of the mechanism or of the controllers,
/// whichever is more.
double Simulation::relativeJump(const State& one, const State& other) const {
  const Vector x = ratesOf(one), y = ratesOf(other);
  const double least = usedAtol(options_) / (system_.timeScale() * system_.timeScale());
  double size[] = {least, least}, change[] = {0, 0};
  for (int i = 0; i < x.size(); ++i) {
    const int group = isControl(i);
    size[group] = std::max({size[group], std::abs(x[i]) / scale_[i], std::abs(y[i]) / scale_[i]});
    change[group] = std::max(change[group], std::abs(x[i] - y[i]) / scale_[i]);
  }
  return std::max(change[0] / size[0], change[1] / size[1]);
}

/// How far it is from here to a jump of the accelerations within h, up to `width` before it.
std::optional<double> Simulation::jumpOfRates(double h, double width, int* coordinate, const State* end) {
  if (!ahead_->begin(integrator_->state(), end)) return std::nullopt;
  return ahead_->findJump(h, width, coordinate);
}

/// Whether the rates of a step that succeeded are rough enough for a look. Every one in vain asks for half as
/// much roughness again, for it costs about half a step; steps that raise no suspicion bring it back.
bool Simulation::suspects(double suspicion) const {
  constexpr double kRough = 2.5, kMore = 1.5, kMost = 40;
  constexpr long kFree = 2, kStepsPerLook = 40;
  const long vain = suspectedInVain_ - kFree - counts_.steps / kStepsPerLook;
  return suspicion > kRough && suspicion > kRough * std::pow(kMore, std::clamp<double>(vain, 0, kMost));
}

/// A step that succeeds after a rejection may still have the jump inside that was the cause: error estimates
/// see it with a small weight, or none, when it lies at certain places between those where the method looks
/// at the forces. How far ahead of the present state to look, at a step of size h; 0: not worth it. Looks in
/// vain are limited to a part of the steps.
double Simulation::lookAhead(double h, const Attempt& attempt) const {
  constexpr long kFree = 8, kStepsPerLook = 12;
  constexpr double kBeyond = 1.1;
  constexpr int kRepeated = 2;  // once in a step is what step control does
  if (jumpAhead_) return std::max(h, kBeyond * (*jumpAhead_ - state_.t));
  if (suspects(attempt.suspicion)) return std::min(h, options_.endTime - state_.t);
  if (looksInVain_ > kFree + counts_.steps / kStepsPerLook) return 0;
  double span = 0;
  for (const Rejection& rejection : rejections_)
    if (rejection.cause == RejectionCause::ErrorTest) span = std::max({span, h, rejection.h});
  if (attempt.repeatedForError >= kRepeated) span = std::max(span, h);
  return std::min(span, options_.endTime - state_.t);
}

/// Of the step just attempted with size h: a method that repeats steps by itself may have made it shorter.
double Simulation::lengthOf(double h) const {
  const State* reached = integrator_->attempted();
  return reached ? std::min(h, reached->t - state_.t) : h;
}

/// Looks at the accelerations along the present motion, as far as the steps went that were rejected. Where
/// they jump within the step just attempted, a shorter one ends a little before, because the motion ahead is
/// a guess, and from there the look is repeated; near enough the jump is crossed. Else the step stands: h and
/// its attempt are those to go on with.
Simulation::Search Simulation::lookForJump(double& h, Attempt& attempt) {
  const double span = lookAhead(h, attempt);
  if (!(span > 0)) return Search::NoJump;
  // Near a singular configuration the motion ahead may come back onto the constraints on another branch,
  // which is no jump.
  constexpr double kClear = 0.25;
  if (guard_.closeness() < kClear || guard_.expectedTime() < state_.t + 2 * span) {
    jumpAhead_.reset();
    return Search::NoJump;
  }
  int coordinate = -1;
  // Steps in front of a jump are small already; what lies within a tiny part of the usual ones is one jump.
  const double width = std::max(1e-9 * std::max(h, usual_), kRounding * std::max(std::abs(state_.t), h));
  const bool suspected = span <= h && !jumpAhead_ && suspects(attempt.suspicion);
  auto place = jumpOfRates(span, width, &coordinate, suspected ? integrator_->attempted() : nullptr);
  if (place && !ahead_->velocityContinues(*place, width)) place.reset();
  (suspected ? suspectedInVain_ : looksInVain_) += !place;
  jumpAhead_.reset();
  if (place) jumpAhead_ = state_.t + *place;
  if (!place) return Search::NoJump;  // the look has moved the system, but accept() evaluates nothing
  const double taken = lengthOf(h);
  const bool near = !suspected && isNear(*place), there = near && std::abs(*place - taken) <= 2 * width;
  if (!there) {
    if (*place >= taken) return Search::NoJump;
    h = near ? *place : (1 - kMargin) * *place;
    attempt = integrator_->attempt(h);
    record_.jacobians += attempt.jacobians;
    if (!near || attempt.status != AttemptStatus::Success || lengthOf(h) < h - width) return Search::NoJump;
  }
  jumpAhead_.reset();
  return acceptUpToJump(attempt, width, coordinate);
}

/// A step that leads over a place where something is infinite is none: tried again and again it shows that
/// nothing leads across, or that the motion turns back before. One that leads over a jump whose place a
/// function tells ends before it.
Simulation::Search Simulation::meetPole(double& h, Attempt& attempt) {
  const bool succeeded = attempt.status == AttemptStatus::Success;
  const State* reached = integrator_->attempted();
  const auto finding =
      poles_->active() && reached && (succeeded || attempt.status == AttemptStatus::ErrorTooLarge)
          ? poles_->look(integrator_->state(), *reached)
          : std::nullopt;
  if (finding && finding->kind == PoleWatch::Kind::Jump)
    return approach(finding->pole, finding->t, h, attempt);
  if (!succeeded) return Search::NoJump;
  if (!finding) return lookForJump(h, attempt);
  poles_->note(*finding);
  attempt.status = AttemptStatus::NotFinite;
  return Search::NoJump;
}

/// Towards a jump at time t in a few steps, of which each knows the place better; the last one ends so near
/// that the motion straight on leads across. h and its attempt are those to go on with.
Simulation::Search Simulation::approach(int pole, double t, double& h, Attempt& attempt) {
  constexpr double kCloser = 0.01, kClose = 1e-4, kLast = 1e-5, kBeyond = 1.5;
  constexpr int kTries = 6;
  const State& front = integrator_->state();
  double way = t - front.t;
  const bool last = way < kClose * usual_;
  if (last) {
    State end = front;
    moveAlong(end, kBeyond * way);
    if (const auto ahead = poles_->look(front, end)) way = ahead->t - front.t;
  }
  for (int k = 0; k < kTries; ++k) {
    h = (1 - (last ? kLast : isNear(way) ? kCloser : kMargin)) * way;
    attempt = integrator_->attempt(h);
    record_.jacobians += attempt.jacobians;
    if (attempt.status != AttemptStatus::Success) return Search::NoJump;
    const auto inside = poles_->look(front, *integrator_->attempted());
    if (!inside) break;
    way = inside->t - front.t;
  }
  if (!last) return Search::NoJump;
  const double gap = std::max(3 * kLast * way, kRounding * std::abs(t));
  const Search search = acceptUpToJump(attempt, gap, attempt.coordinate);
  if (search == Search::Crossed && !events_.empty() && events_.back().what == EventWatch::kJumpFound)
    events_.back() = {events_.back().t, offers_.poles.name(pole),
                      offers_.poles.isLine(pole) ? EventWatch::kTurnsOver : EventWatch::kJumpFound};
  return search;
}

/// A step that passes over a front that it cannot see is made anew, shorter: up to the front, and there in
/// steps that see it. What the shorter step leads to tells better where the front is, until it ends there.
/// One that fails for its error is not worth a search for a jump when there is a front in it.
void Simulation::meetFronts(double& h, Attempt& attempt) {
  // of a jump of the accelerations times the step: an error in the velocities
  constexpr double kCounts = 0.25;
  constexpr int kTries = 40, kExact = 8;
  const double worth = tolerance() / (kCounts * system_.timeScale());
  double beyond = 0;
  const auto arrived = [&] {
    return attempt.status == AttemptStatus::Success || attempt.status == AttemptStatus::ErrorTooLarge;
  };
  for (int tries = 0; tries < kTries && arrived() && integrator_->attempted(); ++tries) {
    const State& end = *integrator_->attempted();
    const auto way =
        attempt.newtonIterations > 0 ? FrontWatch::Way::ByVelocities : FrontWatch::Way::ByAccelerations;
    const auto size = fronts_->cut(
        integrator_->state(), end, way, worth, {integrator_->judgesVelocities(), integrator_->judgesInside()},
        [this](const State& at, Vector& rates) { return ahead_->ratesAt(at, rates); });
    const double taken = lengthOf(h), rounding = kRounding * std::max(std::abs(state_.t), taken);
    double next = size.value_or(taken);
    if (size) beyond = taken;
    else if (attempt.status != AttemptStatus::Success) return;
    else if (beyond > taken && tries < kExact) next += fronts_->missing(end, beyond - taken);
    if (tries >= kExact) next = taken + 0.9 * (next - taken);
    if (std::abs(next - taken) <= rounding || next < rounding) return;
    h = next;
    attempt = integrator_->attempt(h);
    record_.jacobians += attempt.jacobians;
  }
}

/// A jump so far ahead is approached no further in steps.
bool Simulation::isNear(double way) const {
  constexpr double kNear = 0.1;  // of the usual step
  return way < kNear * usual_;
}

/// A method that repeats steps by itself, and could not take one back, does not pass over the jump seen
/// ahead.
double Simulation::limitedByJump(double h) const {
  if (!repeatsItself_ || !jumpAhead_ || *jumpAhead_ <= state_.t) return h;
  const double way = *jumpAhead_ - state_.t;
  return std::min(h, isNear(way) ? way : (1 - kMargin) * way);
}

/// A step that fails again and again although it became as small as its error asked for may lie across a jump
/// that nobody declared (000 §5.3). The accelerations along the present motion may show its place at once.
/// Else the error estimate tells: as a function of the step size it is continuous, and at a jump it is not.
/// Bisection finds where it passes the tolerance; there the sides differ by much, or the step was only too
/// large. The step that ends before the jump is accepted, and the run restarts behind it.
Simulation::Search Simulation::searchJump(double h, double error) {
  constexpr double kContrast = 3;
  double before = 0, behind = h, errorBefore = 0;
  int coordinate = -1;
  const double width = std::max(1e-9 * h, kRounding * std::max(std::abs(state_.t), h));
  searchedAt_ = counts_.steps;
  betweenSearches_ = std::min(2 * betweenSearches_, kLongestBetweenSearches);
  if (const auto place = jumpOfRates(h, width, &coordinate)) {
    const Attempt upToIt = integrator_->attempt(*place);
    record_.jacobians += upToIt.jacobians;
    if (upToIt.status == AttemptStatus::Success) {
      return acceptUpToJump(upToIt, width, coordinate);
    }
  }
  while (behind - before > width) {
    const double middle = before + 0.5 * (behind - before);
    const Attempt attempt = integrator_->attempt(middle);
    record_.jacobians += attempt.jacobians;
    if (attempt.status == AttemptStatus::Success) {
      before = middle;
      errorBefore = attempt.error;
    } else if (attempt.status == AttemptStatus::ErrorTooLarge) {
      behind = middle;
      error = attempt.error;
      coordinate = attempt.coordinate;
    } else {
      return Search::NoJump;
    }
    if (behind - before < 1e-3 * h && error < kContrast * errorBefore) return Search::NoJump;
  }
  if (before == 0) return Search::NoJump;
  const Attempt last = integrator_->attempt(before);
  if (last.status != AttemptStatus::Success) return Search::NoJump;
  return acceptUpToJump(last, behind - before, coordinate);
}

/// A step that ends before a jump is a step like any other: an event inside it comes first.
Simulation::Search Simulation::acceptUpToJump(const Attempt& attempt, double gap, int coordinate) {
  const double stepStart = state_.t;
  acceptStep(attempt);
  const double end = state_.t;
  if (watch_->active() && !watchEvents(stepStart)) return Search::Failed;
  if (state_.t != end || !events_.empty()) return Search::Crossed;
  return crossJump(gap, coordinate) ? Search::Crossed : Search::Failed;
}

/// Over the last gap, far below what the tolerances see, along the present motion; then a and λ as they are
/// behind. The accelerations on both sides have the last word: an error estimate may also jump by itself
/// (extrapolation methods). Both sides lie on the constraints: what a method leaves of them (index 3: of the
/// velocities) stiff modes turn into accelerations of any size.
bool Simulation::crossJump(double gap, int coordinate) {
  constexpr double kSmooth = 1e-4, kStillGrowing = 1.01, kSteep = 1e-5, kPeak = 2, kSides = 64,
                   kOfTolerance = 0.5;
  State front = integrator_->state();
  if (!watch_->settle(front) || poles_->ahead(front, gap, kSides * gap)) return true;
  searchedAt_ = counts_.steps;
  // the method's own place of a jump in q differs a little from that of its end
  const double widest = 1e-2 * record_.h;
  const double narrowest = gap;
  double jump = 0;
  for (;; gap *= 8) {
    if (gap > widest) return true;
    if (!moveAhead(front, gap)) return false;
    if (relativeJump(front, eventState_) > std::max(kSmooth, 1e2 * gap / record_.h)) break;
  }
  const Vector before = ratesOf(front);
  jump = scaledSize(ratesOf(eventState_) - before, scale_);
  // Where within a gap that had to be widened the jump is, is not known: the error that this makes must not
  // count.
  const auto counts = [&] { return jump * gap * system_.timeScale() > kOfTolerance * tolerance(); };
  if (gap > narrowest && counts()) return true;
  // A jump that is a steep slope: on until it is over.
  for (double former = 0; jump > kStillGrowing * former && 8 * gap <= kSteep * record_.h;) {
    former = jump;
    gap *= 8;
    if (!moveAhead(front, gap)) return false;
    jump = scaledSize(ratesOf(eventState_) - before, scale_);
    if (jump > kStillGrowing * former && counts()) return true;
  }
  // At a pole the accelerations fall off on both sides: nothing leads across it.
  const double peak = std::max(scaledSize(before, scale_), scaledSize(ratesOf(eventState_), scale_));
  if (!moveAhead(front, -8 * gap)) return false;
  double sides = scaledSize(ratesOf(eventState_), scale_);
  if (!moveAhead(front, 8 * gap)) return false;
  sides = std::max(sides, scaledSize(ratesOf(eventState_), scale_));
  if (!(peak < kPeak * sides)) return true;
  if (!moveAhead(front, gap)) return false;
  searchedAt_ = counts_.steps - kStepsBetweenSearches;
  betweenSearches_ = kStepsBetweenSearches;
  row_ = 0;
  before_ = state_;
  restartPending_ = true;
  events_.push_back({eventState_.t, coordinate >= 0 ? system_.coordinateName(coordinate) : "the motion",
                     EventWatch::kJumpFound});
  copyState(eventState_);
  record_.h += gap;
  record_.t = state_.t;
  return true;
}

/// The last try where no step is small enough for its error: a jump at the very end of the last step, over
/// which the search by step sizes could not see, or one that this step has passed without noticing.
bool Simulation::forceJump(int coordinate) {
  const std::size_t known = events_.size();
  const double h = std::max({record_.h, rejections_.front().h, usual_});  // before they became small
  record_.h = h;
  if (!crossJump(kRounding * std::max(std::abs(state_.t), h), coordinate)) return false;
  if (events_.size() == known && !restartAtJump(coordinate)) return false;
  record_.h -= h;
  record_.rejections = rejections_;
  ++counts_.steps;
  return true;
}

/// The method still carries accelerations that the equations do not have any more.
bool Simulation::restartAtJump(int coordinate) {
  constexpr double kOther = 0.1;
  if (state_.t <= restartedAt_) return false;  // it did not help
  eventState_ = integrator_->state();
  const Vector carried = eventState_.a;
  if (!solveAccelerations(*integrated_, eventState_)) return false;
  const double size = std::max(carried.cwiseAbs().maxCoeff(), eventState_.a.cwiseAbs().maxCoeff());
  if ((eventState_.a - carried).cwiseAbs().maxCoeff() < kOther * size) return false;
  restartedAt_ = state_.t;
  before_ = state_;
  restartPending_ = true;
  events_.push_back({state_.t, coordinate >= 0 ? system_.coordinateName(coordinate) : "the motion",
                     EventWatch::kJumpFound});
  copyState(eventState_);
  return true;
}

}  // namespace holonom
