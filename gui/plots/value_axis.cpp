// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/plots/value_axis.h"

#include <algorithm>
#include <cmath>

namespace holonom {

namespace {

constexpr AxisRange kNothingOnLogAxis{-16, -12};  // all values zero: an axis that says "tiny"
constexpr double kMostDecades = 18;
constexpr double kSmallestDecades = 0.5, kLargestDecades = 60;
constexpr double kSmallestSpan = 1e-6;  // of the largest value; labels cannot tell more
constexpr double kLargestValue = 1e150;

// Whole decades, so that the labels are powers of ten, and not so many that one tiny value flattens the rest.
AxisRange decades(AxisRange data) {
  if (data.low > data.high) return kNothingOnLogAxis;
  constexpr double kRoom = 0.1;  // a constant curve at a power of ten must not lie on the border
  AxisRange range{std::floor(data.low - kRoom), std::ceil(data.high + kRoom)};
  range.low = std::max(range.low, range.high - kMostDecades);
  return range;
}

}  // namespace

void ValueAxis::describe(PlotScale newScale, const QString& newQuantity, const QString& newUnit) {
  if (newScale != scale || (newUnit != unit && !newUnit.startsWith(unit + ", "))) chosen.reset();
  scale = newScale;
  quantity = newQuantity;
  unit = newUnit;
  refit();
}

void ValueAxis::follow(AxisRange data, bool live, double now) {
  if (chosen) {
    range = *chosen;
    return;
  }
  switch (scale) {
    case PlotScale::Logarithmic: range = decades(data); break;
    case PlotScale::Steps:
      range = data.low <= data.high ? AxisRange{std::min(0.0, data.low), data.high + 0.5} : AxisRange{0, 5.5};
      break;
    case PlotScale::Linear: range = quiet_.update(data, live, now); break;
  }
}

bool ValueAxis::choose(AxisRange wanted) {
  const double largest = std::max(std::abs(wanted.low), std::abs(wanted.high));
  if (!(largest < kLargestValue)) return false;
  const bool logarithmic = scale == PlotScale::Logarithmic;
  if (!(wanted.span() >= (logarithmic ? kSmallestDecades : kSmallestSpan * largest))) return false;
  if (logarithmic && wanted.span() > kLargestDecades) return false;
  if (!(wanted.span() > 0)) return false;
  chosen = range = wanted;
  return true;
}

bool ValueAxis::zoom(double factor, double about) {
  return choose({about - factor * (about - range.low), about + factor * (range.high - about)});
}

}  // namespace holonom
