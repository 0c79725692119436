// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <memory>
#include <string>

#include "gui/cli/png_chart.h"

typedef struct _cairo cairo_t;
typedef struct _cairo_surface cairo_surface_t;

namespace holonom::cli {

constexpr double kText = 14, kTitle = 20;  ///< sizes of letters, pixels

/// A white picture to draw on, and what every chart draws with.
class ChartPainter {
 public:
  ChartPainter(double width, double height);

  cairo_t* operator*() const { return cairo_.get(); }

  void grey(double level);
  void colour(const ChartColour& colour);
  /// `alignment`: 0 begins at x, 0.5 is centred on it, 1 ends there. Returns the width.
  double text(double x, double baseline, const std::string& words, double size, double alignment,
              bool bold = false);
  double widthOf(const std::string& words, double size);
  /// As text(), turned by 90° to the left and centred on (x, y).
  void uprightText(double x, double y, const std::string& words, double size);
  /// Sharp: ends in the middle of pixels.
  void line(double x0, double y0, double x1, double y1, double width);
  /// Throws OutputError.
  void save(const std::filesystem::path& file) const;

 private:
  std::unique_ptr<cairo_surface_t, void (*)(cairo_surface_t*)> surface_;
  std::unique_ptr<cairo_t, void (*)(cairo_t*)> cairo_;
};

}  // namespace holonom::cli
