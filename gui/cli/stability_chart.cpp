// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/cli/stability_chart.h"

#include <cairo.h>

#include <algorithm>
#include <cmath>

#include "core/base/text.h"
#include "gui/cli/axis_ticks.h"
#include "gui/cli/chart_painter.h"

namespace holonom::cli {
namespace {

constexpr double kPictureWidth = 900, kPictureHeight = 820, kSquareLeft = 90, kSquareTop = 70, kSquare = 680;
constexpr int kCells = 136;  // along each side

double xOf(const StabilityWindow& window, double real) {
  return kSquareLeft + kSquare * (real - window.left) / (window.right - window.left);
}
double yOf(const StabilityWindow& window, double imaginary) {
  return kSquareTop + kSquare * 0.5 * (1 - imaginary / window.top);
}

/// Green and paler the less is damped; white is unstable.
void setColour(cairo_t* cr, double size) {
  if (size > 1 + kNeutral) return cairo_set_source_rgb(cr, 1, 1, 1);
  const double level = size <= 0.01 ? 0 : 1 + std::log10(std::max(size, 0.01)) / 2;  // 0.01 … 1 to 0 … 1
  cairo_set_source_rgb(cr, 0.15 + 0.65 * level, 0.45 + 0.45 * level, 0.35 + 0.45 * level);
}

void drawRegion(ChartPainter& paint, const StabilityProbe& probe, const StabilityWindow& window) {
  cairo_t* cr = *paint;
  cairo_set_antialias(cr, CAIRO_ANTIALIAS_NONE);
  const double cell = kSquare / kCells;
  const StabilityRegion region = stabilityRegion(probe, window, kCells, kCells / 2);
  for (int row = 0; row < kCells / 2; ++row)
    for (int column = 0; column < kCells; ++column) {
      setColour(cr, region.at(row, column));
      for (const int mirrored : {row, kCells - 1 - row}) {
        cairo_rectangle(cr, kSquareLeft + column * cell, kSquareTop + mirrored * cell, cell, cell);
        cairo_fill(cr);
      }
    }
  cairo_set_antialias(cr, CAIRO_ANTIALIAS_DEFAULT);
}

/// A region without an inside, which no cell meets.
void drawSegment(ChartPainter& paint, const StabilityWindow& window, double end) {
  setColour(*paint, 0.1);
  cairo_set_line_width(*paint, 5);
  cairo_move_to(*paint, xOf(window, 0), yOf(window, -end));
  cairo_line_to(*paint, xOf(window, 0), yOf(window, end));
  cairo_stroke(*paint);
}

void drawAxes(ChartPainter& paint, const StabilityWindow& window) {
  std::string factor;
  for (const Tick& tick : linearTicks(window.left, window.right, 6, factor)) {
    const double x = xOf(window, tick.value);
    paint.grey(0.75);
    paint.line(x, kSquareTop, x, kSquareTop + kSquare, 1);
    paint.grey(0.25);
    paint.text(x, kSquareTop + kSquare + 20, tick.label, kText, 0.5);
  }
  paint.text(kSquareLeft + kSquare / 2, kSquareTop + kSquare + 44, "Re hλ  " + factor, kText, 0.5);
  factor.clear();
  for (const Tick& tick : linearTicks(-window.top, window.top, 6, factor)) {
    const double y = yOf(window, tick.value);
    paint.grey(0.75);
    paint.line(kSquareLeft, y, kSquareLeft + kSquare, y, 1);
    paint.grey(0.25);
    paint.text(kSquareLeft - 8, y + 5, tick.label, kText, 1);
  }
  paint.uprightText(26, kSquareTop + kSquare / 2, "Im hλ  " + factor, kText);
  paint.grey(0.2);
  paint.line(xOf(window, 0), kSquareTop, xOf(window, 0), kSquareTop + kSquare, 1.6);
  paint.line(kSquareLeft, yOf(window, 0), kSquareLeft + kSquare, yOf(window, 0), 1.6);
}

void drawEigenvalues(ChartPainter& paint, const StabilityWindow& window,
                     const std::vector<std::complex<double>>& eigenvalues) {
  constexpr double kArm = 6;
  paint.colour({0.84, 0.37, 0});
  for (const std::complex<double>& z : eigenvalues)
    for (const double side : {1.0, -1.0}) {
      const double x = xOf(window, z.real()), y = yOf(window, side * z.imag());
      cairo_set_line_width(*paint, 2.4);
      cairo_move_to(*paint, x - kArm, y - kArm);
      cairo_line_to(*paint, x + kArm, y + kArm);
      cairo_move_to(*paint, x - kArm, y + kArm);
      cairo_line_to(*paint, x + kArm, y - kArm);
      cairo_stroke(*paint);
    }
}

/// The scale of |R| beside the square.
void drawKey(ChartPainter& paint, bool eigenvalues) {
  constexpr double kLeft = kSquareLeft + kSquare + 20, kKeyWidth = 22, kKeyHeight = 200;
  for (int i = 0; i < 100; ++i) {
    setColour(*paint, std::pow(10.0, -2.0 * i / 99));
    cairo_rectangle(*paint, kLeft, kSquareTop + 20 + i * kKeyHeight / 100, kKeyWidth, kKeyHeight / 100 + 1);
    cairo_fill(*paint);
  }
  paint.grey(0.25);
  paint.text(kLeft, kSquareTop + 8, "|R|", kText, 0);
  paint.text(kLeft + kKeyWidth + 6, kSquareTop + 28, "1", kText, 0);
  paint.text(kLeft + kKeyWidth + 6, kSquareTop + 20 + kKeyHeight / 2, "0.1", kText, 0);
  paint.text(kLeft + kKeyWidth + 6, kSquareTop + 20 + kKeyHeight, "0.01", kText, 0);
  if (!eigenvalues) return;
  paint.colour({0.84, 0.37, 0});
  paint.text(kLeft, kSquareTop + kKeyHeight + 60, "× hλ", kText, 0, true);
}

}  // namespace

void writeStabilityChart(const std::string& title, const std::string& note, const StabilityProbe& probe,
                         const MethodStability& found, const std::vector<std::complex<double>>& eigenvalues,
                         const std::filesystem::path& file) {
  const StabilityWindow window = windowFor(found, eigenvalues);
  ChartPainter paint(kPictureWidth, kPictureHeight);
  paint.grey(0.1);
  paint.text(kSquareLeft, 32, title, kTitle, 0, true);
  paint.grey(0.4);
  paint.text(kSquareLeft, 56, tr("coloured: steps damp y′ = λy by the factor |R|; white: they let it grow"),
             kText, 0);
  paint.text(kSquareLeft, kPictureHeight - 8, note, kText, 0);
  drawRegion(paint, probe, window);
  drawAxes(paint, window);
  if (found.isSegment()) drawSegment(paint, window, found.imaginaryLimit);
  drawEigenvalues(paint, window, eigenvalues);
  drawKey(paint, !eigenvalues.empty());
  paint.save(file);
}

}  // namespace holonom::cli
