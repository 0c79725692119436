// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/simulation/pole_watch.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "solvers/nonlinear/bracketed_root.h"

namespace holonom {
namespace {

constexpr double kEpsilon = std::numeric_limits<double>::epsilon();
constexpr int kEvaluations = 60;      // within one step, beyond the regular ones
constexpr int kDecades = 10;          // of distances from a zero at which values are compared
constexpr double kNearest = 1e3;      // times the rounding of the time
constexpr double kMuchFarther = 1e7;  // than that

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

PoleWatch::PoleWatch(DaeSystem& system)
    : system_(system), poles_(system.offers().poles), scan_(poles_.count()), pieces_(system),
      values_(Vector::Zero(poles_.count())) {}

/// Along the cubic between both states.
void PoleWatch::moveTo(double t) {
  const State &a = *from_, &b = *to_;
  const double h = b.t - a.t, s = (t - a.t) / h, u = 1 - s;
  probe_.q = u * u * (1 + 2 * s) * a.q + s * s * (1 + 2 * u) * b.q + h * s * u * (u * a.v - s * b.v);
  probe_.v = 6 * s * u / h * (b.q - a.q) + u * (1 - 3 * s) * a.v + s * (3 * s - 2) * b.v;
  system_.moveTo(t, probe_.q, probe_.v);
}

double PoleWatch::valueAt(int i, double t) {
  moveTo(t);
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
PoleWatch::Character PoleWatch::characterAt(int i, double t, double before) {
  constexpr double kFar = 0.1, kSame = 0.2, kOfSize = 1e-5;
  constexpr int kCompared = 6;
  const double h = to_->t - from_->t, least = kNearest * kEpsilon * std::max(std::abs(t), h);
  std::array<double, kDecades> left, right;
  int count = 0;
  moveTo(t);
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

std::optional<PoleWatch::Finding> PoleWatch::look(const State& from, const State& to) {
  from_ = &from;
  to_ = &to;
  if (!to.q.allFinite() || !to.v.allFinite()) return std::nullopt;
  probe_.q.resizeLike(from.q);
  probe_.v.resizeLike(from.v);
  system_.moveTo(from.t, from.q, from.v);
  poles_.holdLines();
  const auto interpolate = [this](double t, State& out) {
    moveTo(t);
    out.t = t;
  };
  const StepScan::Evaluate evaluate = [this](double t, Vector& values) {
    moveTo(t);
    poles_.values(values);
  };
  const int pieces = pieces_.count(probe_, from.t, to.t, interpolate);
  const double tolerance = 4 * kEpsilon * std::max(std::abs(to.t), to.t - from.t);
  scan_.begin(from.t, to.t, pieces, kEvaluations + 2 * pieces, nullptr, evaluate);
  while (scan_.next(evaluate)) {
    std::optional<Finding> first;
    for (int i = 0; i < values_.size(); ++i) {
      const double left = scan_.atLeft()[i], right = scan_.atRight()[i];
      if (!(left * right < 0) && !(right == 0 && left != 0)) continue;
      const Bracket bracket{scan_.left(), scan_.right(), left, right};
      const double at =
          right == 0 ? scan_.right()
                     : narrowBracket([&](double t) { return valueAt(i, t); }, bracket, tolerance).right;
      if (first && first->t <= at) continue;
      const Character character = characterAt(i, at, left);
      if (character != Character::Smooth)
        first = Finding{character == Character::Jump ? Kind::Jump : Kind::Infinite, at, i};
    }
    if (first) return first;
  }
  return std::nullopt;
}

std::optional<PoleWatch::Finding> PoleWatch::ahead(const State& from, double least, double span) {
  constexpr double kFarther = 4;
  if (!active()) return std::nullopt;
  for (double h = least; h <= span; h *= kFarther) {
    ahead_ = from;
    ahead_.t += h;
    ahead_.q += h * from.v;
    const auto finding = look(from, ahead_);
    if (finding && finding->kind == Kind::Infinite) return finding;
  }
  return std::nullopt;
}

std::string PoleWatch::describe(const Finding& finding) const {
  return poles_.name(finding.pole) +
         " becomes infinite there: what it divides by passes zero, and no motion leads across. "
         "Keep the motion away from this place, end the run before, or write a formula that stays finite; if "
         "the motion should turn "
         "back before, tighten the tolerances.";
}

}  // namespace holonom
