// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/math/convex_hull.h"

#include <algorithm>

#include "core/math/cross.h"

namespace holonom {

std::vector<Vector2> convexHull(std::span<const Vector2> points) {
  std::vector<Vector2> sorted(points.begin(), points.end());
  std::sort(sorted.begin(), sorted.end(), [](const Vector2& a, const Vector2& b) {
    return a.x() < b.x() || (a.x() == b.x() && a.y() < b.y());
  });
  sorted.erase(std::unique(sorted.begin(), sorted.end()), sorted.end());
  if (sorted.size() < 3) return sorted;
  std::vector<Vector2> hull;
  const auto sweep = [&hull](auto first, auto last) {  // one half: always turn left
    const std::size_t start = hull.size();
    for (; first != last; ++first) {
      while (hull.size() >= start + 2 &&
             cross(hull.back() - hull[hull.size() - 2], *first - hull.back()) <= 0)
        hull.pop_back();
      hull.push_back(*first);
    }
    hull.pop_back();  // it starts the other half
  };
  sweep(sorted.begin(), sorted.end());
  sweep(sorted.rbegin(), sorted.rend());
  return hull;
}

}  // namespace holonom
