// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/viewport/label_placing.h"

#include <algorithm>
#include <numeric>

namespace holonom {
namespace {

constexpr double kAnchor = 5, kGap = 7, kFar = 24;  // pixels
constexpr int kPlaces = 17;                         // on the anchor, eight near, eight farther away
constexpr std::size_t kMostLabels = 150;

QRectF boxAt(const LabelWish& wish, int place) {
  QRectF box(QPointF(), wish.size);
  if (place == 0) {
    box.moveCenter(wish.anchor);
    return box;
  }
  // From the right counter-clockwise, those beside and above first.
  static constexpr int kAround[8][2] = {{1, -1}, {1, 1}, {-1, -1}, {-1, 1}, {1, 0}, {0, -1}, {-1, 0}, {0, 1}};
  const auto& [dx, dy] = kAround[(place - 1) % 8];
  const double gap = place > 8 ? kFar : kGap;
  const double out = dx != 0 && dy != 0 ? 0.75 * gap : gap;
  box.moveCenter(wish.anchor + QPointF(dx * (0.5 * box.width() + out), dy * (0.5 * box.height() + out)));
  return box;
}

}  // namespace

std::vector<std::optional<QRectF>> LabelPlacing::place(const std::vector<LabelWish>& wishes,
                                                       const QRectF& area, std::vector<QRectF> taken) {
  std::vector<std::size_t> order(wishes.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return wishes[a].importance > wishes[b].importance; });
  if (order.size() > kMostLabels) order.resize(kMostLabels);
  std::vector<std::optional<QRectF>> boxes(wishes.size());
  std::map<int, int> places;
  const auto isFree = [&](const LabelWish& wish, const QRectF& box) {
    if (!area.contains(box)) return false;
    if (std::any_of(taken.begin(), taken.end(), [&](const QRectF& other) { return other.intersects(box); }))
      return false;
    return std::none_of(order.begin(), order.end(), [&](std::size_t i) {
      const LabelWish& other = wishes[i];
      return !other.mayCover && &other != &wish &&
             box.adjusted(-kAnchor, -kAnchor, kAnchor, kAnchor).contains(other.anchor) &&
             (other.anchor - wish.anchor).manhattanLength() > 1;
    });
  };
  for (const std::size_t i : order) {
    const LabelWish& wish = wishes[i];
    if (!area.contains(wish.anchor)) continue;
    const auto last = before_.find(wish.key);
    const int first = wish.mayCover ? 0 : 1;
    for (int attempt = -1; attempt < kPlaces; ++attempt) {
      const int place = attempt >= 0 ? attempt : last != before_.end() ? last->second : first;
      if (place < first) continue;
      const QRectF box = boxAt(wish, place);
      if (!isFree(wish, box)) continue;
      boxes[i] = box;
      taken.push_back(box);
      places[wish.key] = place;
      break;
    }
  }
  before_ = std::move(places);
  return boxes;
}

}  // namespace holonom
