// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/simulation/watches/switch_times.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "solvers/nonlinear/bracketed_root.h"

namespace holonom {
namespace {

// The interval is cut into so many pieces at least; a prime, so that they do not fall in step with a period.
constexpr double kPieces = 97;
constexpr double kPiecesOfGap = 4;         // what switches to and fro does so again about as soon
constexpr int kMostEvaluations = 200'000;  // of one look at most

std::vector<int> timeFunctions(const Switches& switches) {
  std::vector<int> found;
  for (int i = 0; i < switches.count(); ++i)
    if (switches.isOfTime(i)) found.push_back(i);
  return found;
}

}  // namespace

SwitchTimes::SwitchTimes(const Switches& switches, double interval)
    : switches_(switches), interval_(interval), functions_(timeFunctions(switches)),
      scan_(static_cast<int>(functions_.size())), modes_(switches.count(), 0) {}

double SwitchTimes::next(double t, double until, std::span<const signed char> modes) {
  if (functions_.empty()) return kNever;
  bool atChange = found_ <= t;
  if (!std::equal(modes.begin(), modes.end(), modes_.begin()) || t < from_) {
    std::copy(modes.begin(), modes.end(), modes_.begin());
    from_ = to_ = t;
    atChange = true;
  }
  if (atChange) {
    found_ = kNever;
    gap_ = t - std::exchange(change_, t);
  }
  to_ = std::max(to_, t);
  if (found_ == kNever && to_ < until) {
    found_ = search(to_, until, modes, atChange);
    to_ = std::min(until, found_);
  }
  return found_ <= until ? found_ : kNever;
}

double SwitchTimes::search(double t, double until, std::span<const signed char> modes, bool atChange) {
  const auto evaluate = [this](double at, Vector& values) {
    for (std::size_t k = 0; k < functions_.size(); ++k)
      values[static_cast<Eigen::Index>(k)] = switches_.valueAt(functions_[k], at);
  };
  // Behind a change the sign is sure a little later. Elsewhere the search goes on where it was, or a change
  // just there, behind a step as long as a period, would be lost.
  const double sure = atChange ? 64 * kEpsilon * std::max(std::abs(t), interval_) : 0;
  const double begin = std::min(t + sure, until);
  const double width = until - begin;
  const double pieces =
      std::ceil(std::max(kPieces * width / interval_, gap_ > 0 ? kPiecesOfGap * width / gap_ : 0));
  scan_.begin(begin, until, static_cast<int>(std::clamp(pieces, 1.0, kPieces)), kMostEvaluations, nullptr,
              evaluate);
  double first = kNever;
  while (first == kNever && scan_.next(evaluate)) {
    const double left = scan_.left(), right = scan_.right();
    for (std::size_t k = 0; k < functions_.size(); ++k) {
      const double mode = modes[functions_[k]];
      const double atLeft = scan_.atLeft()[static_cast<Eigen::Index>(k)],
                   atRight = scan_.atRight()[static_cast<Eigen::Index>(k)];
      if (!(atRight * mode < 0 || (atRight == 0 && atLeft != 0))) continue;
      const double tolerance = 4 * kEpsilon * std::max(std::abs(right), right - left);
      const auto value = [&](double at) { return switches_.valueAt(functions_[k], at); };
      first = std::min(first, atLeft * mode > 0
                                  ? narrowBracket(value, {left, right, atLeft, atRight}, tolerance).right
                                  : right);
    }
  }
  return first;
}

}  // namespace holonom
