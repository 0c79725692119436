// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/cli/png_chart.h"

#include <cairo.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/base/text.h"
#include "gui/cli/axis_ticks.h"
#include "gui/cli/chart_painter.h"

namespace holonom::cli {
namespace {

constexpr double kWidth = 1200, kPanelGap = 40, kTop = 96, kBottom = 60, kLeft = 96, kRight = 24;
constexpr double kLegendMark = 36, kLegendLine = 22;
constexpr double kDecadesBelow = 12;  // a logarithmic axis reaches at most this far below its largest value

struct Box {
  double left, top, right, bottom;
};

struct Span {
  double low, high;
};

// Where the values of a panel lie on the picture.
class ValueAxis {
 public:
  ValueAxis(const ChartPanel& panel, Box box)
      : box_(box), logarithmic_(panel.logarithmic), wholeNumbers_(panel.wholeNumbers) {
    const Span values = spanOf(panel);
    span_ = logarithmic_ ? logarithmicSpan(values) : linearSpan(values);
    if (wholeNumbers_) span_ = {std::floor(values.low) - 0.5, std::ceil(values.high) + 0.5};
  }
  double y(double value) const {
    const double low = scaled(span_.low), high = scaled(span_.high);
    const double at = logarithmic_ ? scaled(std::max(value, span_.low)) : value;
    return box_.bottom - (at - low) / (high - low) * (box_.bottom - box_.top);
  }
  std::vector<Tick> ticks(std::string& factor) const {
    if (logarithmic_) return logarithmicTicks(span_.low, span_.high, 7);
    const int wanted = wholeNumbers_ ? std::clamp(static_cast<int>(span_.high - span_.low), 1, 8) : 5;
    return linearTicks(span_.low, span_.high, wanted, factor);
  }

 private:
  double scaled(double value) const { return logarithmic_ ? std::log10(value) : value; }

  Span spanOf(const ChartPanel& panel) const {
    Span span{std::numeric_limits<double>::infinity(), -std::numeric_limits<double>::infinity()};
    for (const ChartCurve& curve : panel.curves) {
      for (const PlotPoint& point : curve.points) {
        if (!std::isfinite(point.y) || (logarithmic_ && point.y <= 0)) continue;
        span.low = std::min(span.low, point.y);
        span.high = std::max(span.high, point.y);
      }
    }
    return span;
  }
  static Span logarithmicSpan(Span values) {
    if (!(values.high >= values.low)) return {1e-16, 1};
    const double high = std::ceil(std::log10(values.high) + 0.05);  // no curve lies on a border
    const double low = std::max(std::floor(std::log10(values.low) - 0.05), high - kDecadesBelow);
    return {std::pow(10.0, low), std::pow(10.0, high)};
  }
  static Span linearSpan(Span values) {
    if (!(values.high >= values.low)) return {0, 1};
    const double margin = values.high > values.low ? 0.06 * (values.high - values.low)
                                                   : std::max(0.1 * std::abs(values.high), 1e-12);
    return {values.low - margin, values.high + margin};
  }

  Box box_;
  bool logarithmic_, wholeNumbers_;
  Span span_{};
};

class CommonAxis {
 public:
  explicit CommonAxis(const Chart& chart)
      : start_(chart.start), end_(chart.end), logarithmic_(chart.logarithmicAxis),
        name_(chart.axis.empty() ? tr("time (s)") : chart.axis) {}
  double x(double value) const {
    const double at = (scaled(value) - scaled(start_)) / (scaled(end_) - scaled(start_));
    return kLeft + at * (kWidth - kLeft - kRight);
  }
  std::vector<Tick> ticks(std::string& factor) const {
    return logarithmic_ ? logarithmicTicks(start_, end_, 8) : linearTicks(start_, end_, 8, factor);
  }
  const std::string& name() const { return name_; }

 private:
  double scaled(double value) const { return logarithmic_ ? std::log10(value) : value; }
  double start_, end_;
  bool logarithmic_;
  std::string name_;
};

void drawCurve(ChartPainter& paint, const ChartCurve& curve, const CommonAxis& common,
               const ValueAxis& values) {
  cairo_t* cr = *paint;
  bool open = false;
  double lastX = 0;
  for (const PlotPoint& point : curve.points) {
    if (!std::isfinite(point.y)) {
      open = false;
      continue;
    }
    const double x = common.x(point.x), y = values.y(point.y);
    if (!open) cairo_move_to(cr, x, y);
    if (open && curve.stairs) cairo_line_to(cr, lastX, y);
    if (open) cairo_line_to(cr, x, y);
    open = true;
    lastX = x;
  }
  cairo_set_source_rgb(cr, curve.colour.red, curve.colour.green, curve.colour.blue);
  cairo_set_line_width(cr, 1.6);
  cairo_stroke(cr);
}

void drawPanel(ChartPainter& paint, const ChartPanel& panel, const Box& box, const CommonAxis& common,
               bool last) {
  const ValueAxis values(panel, box);
  std::string factor, commonFactor;
  for (const Tick& tick : values.ticks(factor)) {
    const double y = values.y(tick.value);
    paint.grey(0.88);
    paint.line(box.left, y, box.right, y, 1);
    paint.grey(0.25);
    paint.text(box.left - 8, y + 5, tick.label, kText, 1);
  }
  for (const Tick& tick : common.ticks(commonFactor)) {
    paint.grey(0.88);
    paint.line(common.x(tick.value), box.top, common.x(tick.value), box.bottom, 1);
    paint.grey(0.25);
    if (last) paint.text(common.x(tick.value), box.bottom + 20, tick.label, kText, 0.5);
  }
  if (last)
    paint.text(0.5 * (box.left + box.right), box.bottom + 42,
               common.name() + (commonFactor.empty() ? "" : "  " + commonFactor), kText, 0.5);
  paint.text(box.left, box.top - 8, panel.title + (panel.unit.empty() ? "" : " (" + panel.unit + ")"), kText,
             0, true);
  paint.text(box.left - 8, box.top - 8, factor, kText, 1);

  cairo_t* cr = *paint;
  cairo_save(cr);
  cairo_rectangle(cr, box.left, box.top, box.right - box.left, box.bottom - box.top);
  cairo_clip(cr);
  for (const ChartCurve& curve : panel.curves) drawCurve(paint, curve, common, values);
  cairo_restore(cr);
  paint.grey(0.45);
  paint.line(box.left, box.top, box.left, box.bottom, 1);
  paint.line(box.left, box.bottom, box.right, box.bottom, 1);
}

struct Place {
  double x, baseline;
};

/// The legend begins a new line where names do not fit into one.
std::vector<Place> legendPlaces(ChartPainter& paint, const Chart& chart) {
  constexpr double kFirst = 58, kGap = 28;
  std::vector<Place> places;
  Place next{kLeft, kFirst};
  for (const Chart::LegendEntry& entry : chart.legend) {
    const double width = kLegendMark + paint.widthOf(entry.text, kText);
    if (next.x > kLeft && next.x + width > kWidth - kRight) next = {kLeft, next.baseline + kLegendLine};
    places.push_back(next);
    next.x += width + kGap;
  }
  return places;
}

void drawHeading(ChartPainter& paint, const Chart& chart, const std::vector<Place>& legend) {
  paint.grey(0.1);
  const double width = paint.text(kLeft, 30, chart.title, kTitle, 0, true);
  paint.grey(0.4);
  paint.text(kLeft + width + 16, 30, chart.subtitle, kText, 0);
  for (std::size_t i = 0; i < legend.size(); ++i) {
    const auto& [x, baseline] = legend[i];
    paint.colour(chart.legend[i].colour);
    paint.line(x, baseline - 5, x + 28, baseline - 5, 3);
    paint.grey(0.25);
    paint.text(x + kLegendMark, baseline, chart.legend[i].text, kText, 0);
  }
}

}  // namespace

void writeChart(const Chart& chart, const std::filesystem::path& file) {
  ChartPainter ruler(1, 1);
  const std::vector<Place> legend = legendPlaces(ruler, chart);
  double top = kTop + (legend.empty() ? 0 : legend.back().baseline - legend.front().baseline);
  const double count = static_cast<double>(chart.panels.size());
  ChartPainter paint(kWidth, top + count * chart.panelHeight + (count - 1) * kPanelGap + kBottom);
  drawHeading(paint, chart, legend);
  const CommonAxis common(chart);
  for (const ChartPanel& panel : chart.panels) {
    drawPanel(paint, panel, {kLeft, top, kWidth - kRight, top + chart.panelHeight}, common,
              &panel == &chart.panels.back());
    top += chart.panelHeight + kPanelGap;
  }
  paint.save(file);
}

}  // namespace holonom::cli
