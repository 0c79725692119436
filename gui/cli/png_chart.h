// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "core/results/min_max_pyramid.h"

namespace holonom::cli {

struct ChartColour {
  double red, green, blue;  ///< 0 … 1
};

struct ChartCurve {
  ChartColour colour;
  std::vector<PlotPoint> points;  ///< in their order; NaN are gaps
  bool stairs = false;            ///< a value holds for the step that ends at its time
};

/// One of the panels that stand above each other over a common axis, of time mostly.
struct ChartPanel {
  std::string title, unit;
  bool logarithmic = false;        ///< values ≤ 0 are drawn on the lower border
  bool wholeNumbers = false;       ///< marks at whole numbers only
  std::vector<ChartCurve> curves;  ///< the last one is drawn on top
};

struct Chart {
  struct LegendEntry {
    std::string text;
    ChartColour colour;
  };
  std::string title, subtitle;
  std::vector<LegendEntry> legend;
  std::vector<ChartPanel> panels;
  double start = 0, end = 1;     ///< of the common axis
  std::string axis = {};         ///< its name; empty: time, s
  bool logarithmicAxis = false;  ///< both ends are positive then
  double panelHeight = 240;      ///< pixels
};

/// Draws the chart into a PNG file, 1200 pixels wide. Throws OutputError.
void writeChart(const Chart& chart, const std::filesystem::path& file);

}  // namespace holonom::cli
