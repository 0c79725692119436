// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/simulation/watches/switch_times.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "solvers/nonlinear/bracketed_root.h"

namespace holonom {
namespace {

// The interval is cut into so many pieces at least; a prime, so that they do not fall in step with a period.
constexpr double kPieces = 97;
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
  if (!std::equal(modes.begin(), modes.end(), modes_.begin()) || t < from_) {
    std::copy(modes.begin(), modes.end(), modes_.begin());
    from_ = to_ = t;
    found_ = kNever;
  }
  if (found_ <= t) found_ = kNever;
  to_ = std::max(to_, t);
  if (found_ == kNever && to_ < until) {
    found_ = search(to_, until, modes);
    to_ = std::min(until, found_);
  }
  return found_ <= until ? found_ : kNever;
}

double SwitchTimes::search(double t, double until, std::span<const signed char> modes) {
  const auto evaluate = [this](double at, Vector& values) {
    for (std::size_t k = 0; k < functions_.size(); ++k)
      values[static_cast<Eigen::Index>(k)] = switches_.valueAt(functions_[k], at);
  };
  // Where the run stands, one may just have changed: its sign is sure a little later.
  const double begin = std::min(t + 64 * kEpsilon * std::max(std::abs(t), interval_), until);
  const double pieces = std::ceil(kPieces * (until - begin) / interval_);
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
