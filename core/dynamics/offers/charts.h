// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "core/math/types.h"

namespace holonom {

/// Of a system whose coordinates are one chart of several: a parametrisation that becomes singular somewhere,
/// where another one is good (000 §5.2). The present chart stays until change(); constraints, multipliers and
/// the number of coordinates are the same in all.
class Charts {
 public:
  virtual ~Charts() = default;
  virtual int count() const { return 1; }  ///< of the charts
  /// How far the present state is from the middle of the chart: from 1 on another one serves better, towards
  /// infinity it is singular.
  virtual double strain() const { return 0; }
  /// Goes over to the chart that suits the present state and returns its name; empty, and nothing changes,
  /// when no chart is better.
  virtual std::string change() { return {}; }
  /// From the chart before the last change to the present one: q̃ = φ(q), ṽ = φ_q v, ã = φ_q a + (φ_q v)_q v.
  /// For any state near the one at which the chart was changed. In place.
  virtual void toPresent(VectorRef /*q*/, VectorRef /*v*/, VectorRef /*a*/) const {}
};

}  // namespace holonom
