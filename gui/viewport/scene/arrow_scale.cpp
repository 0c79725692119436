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
  for (std::size_t i = 0; i < values_.size() / 2; ++i) values_[i] = std::max(values_[2 * i], values_[2 * i + 1]);
  values_.resize(values_.size() / 2);
  stride_ *= 2;
}

double ArrowScale::Peaks::reference() const {
  if (values_.empty()) return 1;
  std::vector<double> sorted = values_;
  const auto at = sorted.begin() + static_cast<std::ptrdiff_t>(kShare * static_cast<double>(sorted.size() - 1));
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

void ArrowScale::forget() {
  force_.clear();
  torque_.clear();
}

void ArrowScale::meet(std::span<const PartLoad> loads) {
  if (loads.empty()) return;
  double force = 0, torque = 0;
  for (const PartLoad& load : loads) {
    force = std::max(force, load.force.norm());
    torque = std::max(torque, std::abs(load.torque));
  }
  force_.add(force);
  torque_.add(torque);
}

void ArrowScale::setAutomatic(bool on) {
  if (automatic_ && !on) {
    heldForce_ = force_.reference();
    heldTorque_ = torque_.reference();
  }
  automatic_ = on;
}

}  // namespace holonom
