// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <QImage>
#include <QLineF>
#include <QRectF>
#include <vector>

#include "solvers/analyses/stability.h"

namespace holonom {

/// A stability region, to be drawn below a chart of the plane of hλ.
struct RegionPicture {
  QRectF place;                 ///< in the plane; top() has the largest imaginary part
  QImage image;                 ///< stable places coloured, paler the less is damped; the rest is clear
  std::vector<QLineF> outline;  ///< where |R| = 1
};

RegionPicture pictureOf(const StabilityRegion& region, const QColor& ground);

}  // namespace holonom
