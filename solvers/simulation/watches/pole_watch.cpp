// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/simulation/watches/pole_watch.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "solvers/nonlinear/bracketed_root.h"
#include "solvers/simulation/watches/motion_ahead.h"

namespace holonom {
namespace {

constexpr double kEpsilon = std::numeric_limits<double>::epsilon();
constexpr int kEvaluations = 60;      // within one step, beyond the regular ones
constexpr int kDecades = 10;          // of distances from a zero at which values are compared
constexpr double kNearest = 1e3;      // times the rounding of the time
constexpr double kMuchFarther = 1e7;  // than that
constexpr double kLast = 1e-5;        // of the way to a jump, left by the last step before it

/// What a formula does towards a zero, from its values at distances 10⁻¹, 10⁻² … on one side: whether they
/// grow by a power of the distance up to the last one. A logarithm, whose integral is finite, does not count.
bool grows(const double* values, int count) {
  constexpr int kLast = 4;
  constexpr double kGrowth = 1.5, kMuch = 5;
  if (count <= kLast) return false;
  if (!std::isfinite(values[count - 1])) return true;
  for (int k = count - kLast; k < count; ++k)
    if (!(std::abs(values[k]) > kGrowth * std::abs(values[k - 1]))) return false;
  return std::abs(values[count - 1]) > kMuch * std::abs(values[0]);
}

}  // namespace

PoleWatch::PoleWatch(DaeSystem& system, const Course& course)
    : system_(system), poles_(system.offers().poles), course_(course), scan_(poles_.count()), pieces_(system),
      values_(Vector::Zero(poles_.count())) {}

void PoleWatch::moveTo(const StepCurve& step, double t) {
  step.at(t, probe_);
  system_.moveTo(t, probe_.q, probe_.v);
}

double PoleWatch::valueAt(const StepCurve& step, int i, double t) {
  moveTo(step, t);
  poles_.values(values_);
  return values_[i];
}

/// Straight on from where moveTo() led last; the value of function i.
double PoleWatch::valueBeside(int i, double t, double distance) {
  system_.moveTo(t + distance, probe_.q + distance * probe_.v, probe_.v);
  poles_.values(values_);
  return values_[i];
}

/// What happens where function i, with this sign before, goes through zero. Steps towards a pole may have
/// become so short that nothing can be seen within them: it is looked at as far away as it takes.
PoleWatch::Character PoleWatch::characterAt(const StepCurve& step, int i, double t, double before) {
  constexpr double kFar = 0.1, kSame = 0.2, kOfSize = 1e-5;
  constexpr int kCompared = 6;
  const double h = step.to() - step.from(), least = kNearest * kEpsilon * std::max(std::abs(t), h);
  std::array<double, kDecades> left, right;
  int count = 0;
  moveTo(step, t);
  for (double distance = std::max(kFar * h, kMuchFarther * least); count < kDecades && distance > least;
       distance *= 0.1) {
    // beyond another zero, or too near for its rounding
    if (!(valueBeside(i, t, -distance) * before > 0)) continue;
    const double value = poles_.near(i);
    if (!(valueBeside(i, t, distance) * before < 0)) continue;
    left[count] = value;
    right[count++] = poles_.near(i);
  }
  if (count == 0) return Character::Smooth;
  if (grows(left.data(), count) || grows(right.data(), count)) return Character::Infinite;
  // What differs by a jump does so at all distances; what is smooth is near to nothing at some of them,
  // before rounding takes over.
  double leastGap = std::numeric_limits<double>::infinity(), most = 0, size = 0;
  for (int k = std::max(count - kCompared, 0); k < count; ++k) {
    const double gap = std::abs(left[k] - right[k]);
    leastGap = std::min(leastGap, gap);
    most = std::max(most, gap);
    size = std::max({size, std::abs(left[k]), std::abs(right[k])});
  }
  return leastGap > kOfSize * size && leastGap > kSame * most ? Character::Jump : Character::Smooth;
}

/// The first such place in a step.
std::optional<PoleWatch::Finding> PoleWatch::look(const StepCurve& step) {
  moveTo(step, step.from());
  poles_.holdLines();
  const StepScan::Evaluate evaluate = [this, &step](double t, Vector& values) {
    moveTo(step, t);
    poles_.values(values);
  };
  const int pieces = pieces_.count(probe_, step.from(), step.to(), step);
  scan_.begin(step.from(), step.to(), pieces, kEvaluations + 2 * pieces, nullptr, evaluate);
  while (scan_.next(evaluate))
    if (const auto first = firstIn(step)) return first;
  return std::nullopt;
}

/// In the present part of the scan.
std::optional<PoleWatch::Finding> PoleWatch::firstIn(const StepCurve& step) {
  const double tolerance = 4 * kEpsilon * std::max(std::abs(step.to()), step.to() - step.from());
  std::optional<Finding> first;
  for (int i = 0; i < values_.size(); ++i) {
    const double left = scan_.atLeft()[i], right = scan_.atRight()[i];
    if (!(left * right < 0) && !(right == 0 && left != 0)) continue;
    const Bracket bracket{scan_.left(), scan_.right(), left, right};
    const double at =
        right == 0 ? scan_.right()
                   : narrowBracket([&](double t) { return valueAt(step, i, t); }, bracket, tolerance).right;
    if (first && first->t <= at) continue;
    const Character character = characterAt(step, i, at, left);
    if (character != Character::Smooth)
      first = Finding{character == Character::Jump ? Kind::Jump : Kind::Infinite, at, i};
  }
  return first;
}

Verdict PoleWatch::judge(const Tried& step) {
  if (!active() || !step.to || !step.to->q.allFinite() || !step.to->v.allFinite()) return {};
  if (approach_) return approachFurther(step);
  const auto finding = step.solved() ? look(step.curve()) : std::nullopt;
  if (finding && finding->kind == Kind::Jump) return approach(step, *finding);
  if (!finding || !step.succeeded()) return {};
  noted_ = *finding;
  return {.kind = Verdict::Kind::Fail};
}

Verdict PoleWatch::approach(const Tried& step, const Finding& finding) {
  constexpr double kClose = 1e-4, kBeyond = 1.5;
  double way = finding.t - step.from->t;
  const bool last = way < kClose * course_.journal.usualStep();
  if (last) {
    ahead_ = *step.from;
    moveAlong(ahead_, kBeyond * way);
    if (const auto nearer = look(GuessedCurve(*step.from, ahead_, false))) way = nearer->t - step.from->t;
  }
  approach_ = Approach{finding.pole, way, last};
  return tryUpTo(way);
}

/// With the attempt that was asked for.
Verdict PoleWatch::approachFurther(const Tried& step) {
  constexpr int kTries = 6;
  if (!step.succeeded()) return {};
  if (++approach_->tries < kTries)
    if (const auto inside = look(step.curve())) return tryUpTo(inside->t - step.from->t);
  if (!approach_->last) return {};
  const double gap =
      std::max(3 * kLast * approach_->way, Course::kRounding * std::abs(step.from->t + approach_->way));
  return {.kind = Verdict::Kind::Cross,
          .gap = gap,
          .coordinate = step.attempt.coordinate,
          .pole = approach_->pole};
}

Verdict PoleWatch::tryUpTo(double way) {
  constexpr double kMargin = 0.05, kCloser = 0.01, kNear = 0.1;  // of the way; near: of the usual step
  const bool near = way < kNear * course_.journal.usualStep();
  approach_->way = way;
  return {.kind = Verdict::Kind::Shorten,
          .h = (1 - (approach_->last ? kLast
                     : near          ? kCloser
                                     : kMargin)) *
               way};
}

std::optional<PoleWatch::Finding> PoleWatch::ahead(const State& from, double least, double span) {
  constexpr double kFarther = 4;
  if (!active()) return std::nullopt;
  for (double h = least; h <= span; h *= kFarther) {
    ahead_ = from;
    ahead_.t += h;
    ahead_.q += h * from.v;
    const auto finding = look(GuessedCurve(from, ahead_, false));
    if (finding && finding->kind == Kind::Infinite) return finding;
  }
  return std::nullopt;
}

}  // namespace holonom
