// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/expressions/running_integral.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/expressions/fronts.h"
#include "core/math/gauss_rule.h"

namespace holonom {
namespace {

constexpr std::size_t kRoom = 1 << 14;  // knots before the first new allocation
constexpr double kAgreement = 1e-14;    // of halves and whole, in parts of ∫|f|
constexpr double kNoise = 1e-15;        // of f: rounding of terms that cancel, tails of peaks
constexpr double kGrowth = 8;           // of a part over the one before
constexpr double kPartOfAFront = 4;     // in its argument: seen by the nodes in a part
constexpr double kShortest = 4 * std::numeric_limits<double>::epsilon();  // part, of the time asked for

}  // namespace

RunningIntegral::RunningIntegral(Function f, Marks marks, int jumps, int markCount)
    : f_(std::move(f)), marks_(std::move(marks)), jumps_(std::size_t(jumps)), before_(std::size_t(markCount)),
      behind_(std::size_t(markCount)) {
  for (Side* side : {&later_, &earlier_}) side->knots.reserve(kRoom);
}

/// By Gauss' rule, ∫∫ f = (t − a) ∫₀ᵃ f + ∫ₐᵗ (t − s) f(s) ds.
RunningIntegral::Knot RunningIntegral::advanced(const Side& side, const Knot& from, double t) const {
  const GaussRule& rule = gaussRule(GaussRule::kMost);
  const double width = t - from.t;
  double once = 0, twice = 0, size = 0;
  for (int i = 0; i < rule.count; ++i) {
    const double x = rule.nodes[std::size_t(i)], w = rule.weights[std::size_t(i)] * width;
    const double f = f_(origin_ + side.sign * (from.t + x * width));
    once += w * f;
    twice += w * (1 - x) * width * f;
    size += w * std::abs(f);
  }
  return {
      t,
      {from.value.once + once, from.value.twice + width * from.value.once + twice, from.value.size + size}};
}

bool RunningIntegral::isResolved(const Side& side, const Knot& from, const Knot& to, double shortest) const {
  const double width = to.t - from.t;
  if (width <= shortest) return true;
  if (!before_.empty()) {
    marks_(origin_ + side.sign * from.t, before_.data());
    marks_(origin_ + side.sign * to.t, behind_.data());
    for (std::size_t i = 0; i < jumps_; ++i)
      if ((before_[i] < 0) != (behind_[i] < 0)) return false;
    for (std::size_t i = jumps_; i < before_.size(); ++i) {
      const auto [low, high] = std::minmax(before_[i], behind_[i]);
      if (low < Front::kZone && high > -Front::kZone && high - low > kPartOfAFront) return false;
    }
  }
  const Knot halves = advanced(side, advanced(side, from, from.t + 0.5 * width), to.t);
  const double miss = std::abs(halves.value.once - to.value.once);
  return !(miss > std::max(kAgreement * halves.value.size, kNoise * width));
}

void RunningIntegral::reach(Side& side, double t) const {
  const double shortest =
      std::max({kShortest * t, kShortest * std::abs(origin_), std::numeric_limits<double>::min()});
  while (side.knots.back().t < t) {
    const Knot from = side.knots.back();
    double width = t - from.t;
    if (side.knots.size() > 1)
      width = std::min(width, kGrowth * (from.t - std::prev(side.knots.end(), 2)->t));
    Knot to = advanced(side, from, width < t - from.t ? from.t + width : t);
    while (!isResolved(side, from, to, shortest)) {
      width *= 0.5;
      to = advanced(side, from, from.t + width);
    }
    side.knots.push_back(to);
  }
}

RunningIntegral::Value RunningIntegral::valueOn(Side& side, double t) const {
  reach(side, t);
  const auto behind = std::ranges::upper_bound(side.knots, t, {}, &Knot::t);
  return advanced(side, *std::prev(behind), t).value;
}

void RunningIntegral::restart(double origin, double size) {
  origin_ = origin;
  for (Side* side : {&later_, &earlier_}) side->knots.assign(1, {0, {0, 0, size}});
}

RunningIntegral::Value RunningIntegral::at(double t) const {
  if (!std::isfinite(t)) return {t, t, t};
  if (t >= origin_) return valueOn(later_, t - origin_);
  const Value back = valueOn(earlier_, origin_ - t);
  return {-back.once, back.twice, back.size};
}

}  // namespace holonom
