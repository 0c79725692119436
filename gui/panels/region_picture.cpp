// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/panels/region_picture.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "gui/plots/plot_palette.h"

namespace holonom {
namespace {

const QColor kDamped(38, 115, 90);
constexpr double kLeastSeen = 0.01, kPalest = 0.8;  // |R|; part of the ground where nothing is damped

QRgb colourOf(double size, const QColor& ground) {
  if (size > 1 + kNeutral) return qRgba(0, 0, 0, 0);
  const double level = 1 + std::log10(std::clamp(size, kLeastSeen, 1.0)) / 2;  // 0.01 … 1 to 0 … 1
  return mixed(kDamped, ground, kPalest * level).rgba();
}

/// Above zero where it is unstable; bounded, so that places of the outline between two cells make sense.
double excess(double size) { return std::clamp(size - 1 - kNeutral, -1.0, 1.0); }

}  // namespace

RegionPicture pictureOf(const StabilityRegion& region, const QColor& ground) {
  const auto& [left, right, top] = region.window;
  RegionPicture picture{QRectF(QPointF(left, top), QPointF(right, -top)),
                        QImage(region.columns, 2 * region.rows, QImage::Format_ARGB32),
                        {}};
  for (int row = 0; row < region.rows; ++row)
    for (int column = 0; column < region.columns; ++column)
      for (const int place : {row, 2 * region.rows - 1 - row})
        picture.image.setPixel(column, place, colourOf(region.at(row, column), ground));
  // Between the middles of neighbouring cells: where the sign changes along the sides of a square.
  const double width = (right - left) / region.columns, height = top / region.rows;
  const auto at = [&](int row, int column) {
    return excess(region.at(std::min(row, region.rows - 1), column));
  };
  const auto place = [&](int row, int column) {
    // the row behind the last one is its mirror image
    return QPointF(left + width * (column + 0.5), top - height * (row + 0.5));
  };
  for (int row = 0; row < region.rows; ++row)
    for (int column = 0; column + 1 < region.columns; ++column) {
      constexpr std::array<std::array<int, 2>, 4> kCorners = {{{0, 0}, {0, 1}, {1, 1}, {1, 0}}};
      std::vector<QPointF> crossings;
      for (std::size_t i = 0; i < 4; ++i) {
        const auto [row0, column0] = kCorners[i];
        const auto [row1, column1] = kCorners[(i + 1) % 4];
        const double a = at(row + row0, column + column0), b = at(row + row1, column + column1);
        if ((a > 0) == (b > 0)) continue;
        const QPointF from = place(row + row0, column + column0), to = place(row + row1, column + column1);
        crossings.push_back(from + a / (a - b) * (to - from));
      }
      for (std::size_t i = 0; i + 1 < crossings.size(); i += 2) {
        const QLineF line(crossings[i], crossings[i + 1]);
        picture.outline.push_back(line);
        picture.outline.emplace_back(line.x1(), -line.y1(), line.x2(), -line.y2());
      }
    }
  return picture;
}

}  // namespace holonom
