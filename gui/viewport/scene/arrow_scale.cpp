// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/viewport/scene/arrow_scale.h"

#include <algorithm>
#include <cmath>

#include "gui/viewport/scene/grid.h"

namespace holonom {
namespace {

constexpr std::size_t kMostPeaks = 512;
constexpr double kShare = 0.9;
constexpr double kNothing = 1e-9;  // of the largest: rounding of what is zero

}  // namespace

void ArrowScale::Peaks::clear() {
  values_.clear();
  stride_ = 1;
  skipped_ = 0;
}

void ArrowScale::Peaks::add(double value) {
  if (!std::isfinite(value) || ++skipped_ < stride_) return;
  skipped_ = 0;
  values_.push_back(value);
  if (values_.size() < kMostPeaks) return;
  for (std::size_t i = 0; i < values_.size() / 2; ++i)
    values_[i] = std::max(values_[2 * i], values_[2 * i + 1]);
  values_.resize(values_.size() / 2);
  stride_ *= 2;
}

double ArrowScale::Peaks::reference() const {
  if (values_.empty()) return 1;
  std::vector<double> sorted = values_;
  const auto at =
      sorted.begin() + static_cast<std::ptrdiff_t>(kShare * static_cast<double>(sorted.size() - 1));
  const double largest = *std::max_element(sorted.begin(), sorted.end());
  std::nth_element(sorted.begin(), at, sorted.end());
  const double typical = std::max(*at, kNothing * largest);
  if (!(typical > 0)) return 1;
  const double below = niceSpacing(typical);
  if (below >= typical * (1 - 1e-9)) return below;
  for (const double step : {2.0, 2.5}) {  // 1 → 2 → 5 → 10
    const double next = niceSpacing(below * step * (1 + 1e-9));
    if (next >= typical) return next;
  }
  return typical;
}

void ArrowScale::Both::clear() {
  force.clear();
  torque.clear();
}

void ArrowScale::Both::add(std::span<const PartLoad> loads) {
  if (loads.empty()) return;
  double largestForce = 0, largestTorque = 0;
  for (const PartLoad& load : loads) {
    largestForce = std::max(largestForce, load.force.norm());
    largestTorque = std::max(largestTorque, load.torque.norm());
  }
  force.add(largestForce);
  torque.add(largestTorque);
}

void ArrowScale::forget() {
  shown_.clear();
  survey_.clear();
  settled_ = false;
}

void ArrowScale::meet(std::span<const PartLoad> loads) {
  if (!settled_) shown_.add(loads);
}

void ArrowScale::survey(std::span<const PartLoad> loads) { survey_.add(loads); }

void ArrowScale::settle() {
  shown_ = std::move(survey_);
  survey_ = {};
  settled_ = true;
}

void ArrowScale::setAutomatic(bool on) {
  if (automatic_ && !on) {
    heldForce_ = shown_.force.reference();
    heldTorque_ = shown_.torque.reference();
  }
  automatic_ = on;
}

}  // namespace holonom
