// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/plots/chart_content.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace holonom {

namespace {

template <typename ExtentOf>
AxisRange extentOfSide(const PlotCurves& curves, int side, ExtentOf&& extentOf) {
  AxisRange all = kNoRange;
  for (std::size_t i = 0; i < curves.size(); ++i) {
    if (curves[i]->side() != side) continue;
    const AxisRange one = extentOf(i);
    all = {std::min(all.low, one.low), std::max(all.high, one.high)};
  }
  return all;
}

}  // namespace

ChartContent::ChartContent() : form_(&plotForms().front()), drawing_(form_->makeCurves()) {}

ChartContent::~ChartContent() = default;

bool ChartContent::set(CurveSet set, const PlotForm& form) {
  const bool another = form.makeCurves && &form != form_;
  if (another) {
    form_ = &form;
    drawing_ = form.makeCurves();
  }
  set_ = std::move(set);
  drawing_->forget();
  return another;
}

bool ChartContent::takeIn(std::size_t most, AxisRange window) {
  bool visible = false;
  for (PlotCurves* list : {&set_.curves, &set_.abscissae})
    for (auto& curve : *list) {
      const double before = curve->lastTime();
      if (curve->takeIn(most) && !(before > window.high)) visible = true;
    }
  return visible;
}

double ChartContent::growth(AxisRange window) const {
  double largest = 0;
  for (std::size_t i = 0; i < curves().size(); ++i) {
    const double from = i < sampledTo_.size() ? sampledTo_[i] : NAN;
    const double grown = std::isfinite(from) ? curves()[i]->lastTime() - from : window.span();
    largest = std::max(largest, grown / window.span());
  }
  return largest;
}

void ChartContent::sample(AxisRange window, int columns) {
  sampledTo_.clear();
  for (const auto& curve : curves()) sampledTo_.push_back(curve->lastTime());
  drawing_->sample(set_, window, columns);
}

AxisRange ChartContent::extent(int side) const {
  return extentOfSide(curves(), side, [this](std::size_t i) { return drawing_->extent(set_, i); });
}

AxisRange ChartContent::wholeExtent(int side) const {
  return extentOfSide(curves(), side, [this](std::size_t i) { return drawing_->wholeExtent(set_, i); });
}

}  // namespace holonom
