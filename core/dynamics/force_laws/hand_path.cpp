// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/dynamics/force_laws/hand_path.h"

#include <algorithm>

namespace holonom {

Hand::Knot handAt(const std::vector<Hand::Knot>& path, double t) {
  const auto next = std::upper_bound(path.begin(), path.end(), t,
                                     [](double time, const Hand::Knot& knot) { return time < knot.t; });
  if (next == path.begin()) return {t, path.front().to, 0};
  const Hand::Knot& before = *(next - 1);
  if (next == path.end()) return {t, before.to, before.grip};
  const double s = (t - before.t) / (next->t - before.t);
  return {t, before.to + s * (next->to - before.to), before.grip + s * (next->grip - before.grip)};
}

const Hand::Grab& grabAt(const Hand& hand, double t) {
  const auto next =
      std::ranges::upper_bound(hand.grabs, t, {}, [](const Hand::Grab& grab) { return grab.path.front().t; });
  return next == hand.grabs.begin() ? *next : *(next - 1);
}

}  // namespace holonom
