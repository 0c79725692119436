// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/cli/work_precision_chart.h"

#include <cairo.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/base/text.h"
#include "gui/cli/axis_ticks.h"
#include "gui/cli/chart_painter.h"

namespace holonom::cli {
namespace {

constexpr double kDiagramWidth = 1200, kDiagramHeight = 800, kAreaLeft = 96, kAreaTop = 64, kAreaRight = 896,
                 kAreaBottom = 730;
constexpr double kLegend = 924, kLegendPitch = 30;
constexpr double kCoarsest = 1, kFinest = 1e-13;  // errors outside are no results

// Okabe and Ito's colours; methods that share one differ in their marks, the forms of one method in their
// lines.
constexpr ChartColour kVariantColours[] = {{0.00, 0.45, 0.70}, {0.84, 0.37, 0.00}, {0.00, 0.62, 0.45},
                                           {0.80, 0.47, 0.65}, {0.90, 0.62, 0.00}, {0.34, 0.71, 0.91},
                                           {0.25, 0.25, 0.25}};
enum class Mark { Disc, Square, Triangle, Ring };

struct Curve {
  std::string variant, name;
  int index;
  std::vector<std::pair<double, double>> points;  // error, milliseconds
  ChartColour colour;
  Mark mark;
};

/// What the forms of one method with the same settings have in common.
std::string familyOf(const Measurement& m) {
  return m.method + m.variant.substr(std::min(m.variant.size(), m.variant.find(':', m.method.size() + 1)));
}

std::vector<Curve> curvesOf(const std::vector<Measurement>& measurements) {
  std::vector<Curve> curves;
  std::vector<std::string> families;
  for (const Measurement& m : measurements) {
    if (!m.finished() || !(m.error > kFinest && m.error < kCoarsest) || m.cpuSeconds <= 0) continue;
    auto curve =
        std::find_if(curves.begin(), curves.end(), [&](const Curve& c) { return c.variant == m.variant; });
    if (curve == curves.end()) {
      auto family = std::find(families.begin(), families.end(), familyOf(m));
      if (family == families.end()) family = families.insert(families.end(), familyOf(m));
      const auto number = static_cast<std::size_t>(family - families.begin());
      const auto mark = static_cast<Mark>(number / std::size(kVariantColours) % 4);
      curve = curves.insert(
          curves.end(),
          {m.variant, m.name, m.index, {}, kVariantColours[number % std::size(kVariantColours)], mark});
    }
    curve->points.emplace_back(m.error, 1e3 * m.cpuSeconds);
  }
  return curves;
}

/// A logarithmic axis between two places of the picture.
struct LogAxis {
  double low, high;   // whole decades
  double start, end;  // pixels
  double at(double value) const {
    return start +
           (std::log10(value) - std::log10(low)) / (std::log10(high) - std::log10(low)) * (end - start);
  }
};

LogAxis axisOver(double smallest, double largest, double start, double end) {
  const double low = std::floor(std::log10(smallest)),
               high = std::max(std::ceil(std::log10(largest)), low + 1);
  return {std::pow(10.0, low), std::pow(10.0, high), start, end};
}

void drawMark(ChartPainter& paint, double x, double y, Mark mark) {
  cairo_t* cr = *paint;
  constexpr double r = 4;
  cairo_new_path(cr);
  switch (mark) {
    case Mark::Square: cairo_rectangle(cr, x - r, y - r, 2 * r, 2 * r); break;
    case Mark::Triangle:
      cairo_move_to(cr, x, y - 1.2 * r);
      cairo_line_to(cr, x + 1.1 * r, y + r);
      cairo_line_to(cr, x - 1.1 * r, y + r);
      cairo_close_path(cr);
      break;
    default: cairo_arc(cr, x, y, r, 0, 2 * std::numbers::pi);
  }
  if (mark == Mark::Ring) {
    cairo_set_line_width(cr, 1.6);
    cairo_stroke(cr);
  } else {
    cairo_fill(cr);
  }
}

void setDashes(ChartPainter& paint, int index) {
  const double dashed[] = {8, 4}, dotted[] = {2, 4};
  cairo_set_dash(*paint, index == 3 ? dashed : dotted, index == 2 ? 0 : 2, 0);
}

void drawCurve(ChartPainter& paint, const Curve& curve, const LogAxis& error, const LogAxis& time) {
  paint.colour(curve.colour);
  setDashes(paint, curve.index);
  cairo_set_line_width(*paint, 1.8);
  for (const auto& [e, t] : curve.points) cairo_line_to(*paint, error.at(e), time.at(t));
  cairo_stroke(*paint);
  cairo_set_dash(*paint, nullptr, 0, 0);
  for (const auto& [e, t] : curve.points) drawMark(paint, error.at(e), time.at(t), curve.mark);
}

void drawAxes(ChartPainter& paint, const LogAxis& error, const LogAxis& time, Judged judged) {
  for (const Tick& tick : logarithmicTicks(error.low, error.high, 14)) {
    paint.grey(0.88);
    paint.line(error.at(tick.value), kAreaTop, error.at(tick.value), kAreaBottom, 1);
    paint.grey(0.25);
    paint.text(error.at(tick.value), kAreaBottom + 22, tick.label, kText, 0.5);
  }
  for (const Tick& tick : logarithmicTicks(time.low, time.high, 10)) {
    paint.grey(0.88);
    paint.line(kAreaLeft, time.at(tick.value), kAreaRight, time.at(tick.value), 1);
    paint.grey(0.25);
    paint.text(kAreaLeft - 8, time.at(tick.value) + 5, tick.label, kText, 1);
  }
  paint.text(0.5 * (kAreaLeft + kAreaRight), kAreaBottom + 50,
             tr("{} (better to the right)", inWords(judged)), kText, 0.5);
  paint.uprightText(28, 0.5 * (kAreaTop + kAreaBottom), tr("CPU time (ms)"), kText);
  paint.grey(0.45);
  paint.line(kAreaLeft, kAreaTop, kAreaLeft, kAreaBottom, 1);
  paint.line(kAreaLeft, kAreaBottom, kAreaRight, kAreaBottom, 1);
}

void shadeUncertain(ChartPainter& paint, const LogAxis& error, double uncertainty) {
  if (!(10 * uncertainty > error.low)) return;
  const double border = std::max(error.at(std::min(10 * uncertainty, error.high)), kAreaLeft);
  cairo_set_source_rgb(*paint, 0.95, 0.95, 0.95);
  cairo_rectangle(*paint, border, kAreaTop, kAreaRight - border, kAreaBottom - kAreaTop);
  cairo_fill(*paint);
}

void drawLegend(ChartPainter& paint, const std::vector<Curve>& curves) {
  double y = kAreaTop + 10;
  const double line = std::min(
      kLegendPitch, (kAreaBottom - kAreaTop) / std::max<double>(1, static_cast<double>(curves.size())));
  for (const Curve& curve : curves) {
    paint.colour(curve.colour);
    setDashes(paint, curve.index);
    paint.line(kLegend, y, kLegend + 44, y, 1.8);
    cairo_set_dash(*paint, nullptr, 0, 0);
    drawMark(paint, kLegend + 22, y, curve.mark);
    paint.grey(0.25);
    paint.text(kLegend + 54, y + 5, curve.name, 0.93 * kText, 0);
    y += line;
  }
}

}  // namespace

void writeWorkPrecisionChart(const std::string& title, const std::vector<Measurement>& measurements,
                             const ReferenceEnd& reference, const std::filesystem::path& file) {
  ChartPainter paint(kDiagramWidth, kDiagramHeight);
  paint.grey(0.1);
  paint.text(kAreaLeft, 32, tr("{}: what accuracy costs", title), kTitle, 0, true);
  std::vector<Curve> curves = curvesOf(measurements);
  double smallestError = 1e-3, largestError = 1e-2, fastest = 1, slowest = 10;
  bool first = true;
  for (const Curve& curve : curves)
    for (const auto& [e, t] : curve.points) {
      smallestError = first ? e : std::min(smallestError, e);
      largestError = first ? e : std::max(largestError, e);
      fastest = first ? t : std::min(fastest, t);
      slowest = first ? t : std::max(slowest, t);
      first = false;
    }
  const LogAxis error =
      axisOver(smallestError, largestError, kAreaRight, kAreaLeft);  // small errors to the right
  const LogAxis time = axisOver(fastest, slowest, kAreaBottom, kAreaTop);
  shadeUncertain(paint, error, reference.uncertainty);
  drawAxes(paint, error, time, reference.judged);
  for (const Curve& curve : curves) drawCurve(paint, curve, error, time);
  drawLegend(paint, curves);
  paint.save(file);
}

}  // namespace holonom::cli
