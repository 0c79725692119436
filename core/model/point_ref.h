// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace holonom {

inline constexpr int kGround = -1;  ///< body index of the fixed ground

/// A point of a body (index into bodies, or kGround) by index into its points.
struct PointRef {
  int body = kGround;
  int point = 0;
  bool operator==(const PointRef&) const = default;
};

}  // namespace holonom
