// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QRectF>
#include <map>
#include <optional>
#include <vector>

namespace holonom {

/// A name that is to be written near a place of the picture, in pixels.
struct LabelWish {
  int key = 0;  ///< the same from frame to frame
  QPointF anchor;
  QSizeF size;
  double importance = 0;  ///< the least important go first where there is no room
  bool mayCover = false;  ///< may stand on its place rather than beside it
};

/// Where names go so that none covers another, nor the place of another: each tries its place of the frame
/// before, then those around its anchor from near to far, and is left out when all are taken. The more
/// important choose first.
class LabelPlacing {
 public:
  /// One entry per wish, in their order.
  std::vector<std::optional<QRectF>> place(const std::vector<LabelWish>& wishes, const QRectF& area,
                                           std::vector<QRectF> taken = {});

 private:
  std::map<int, int> before_;  // by key: number of the place that was taken last
};

}  // namespace holonom
