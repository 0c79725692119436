// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/math/types.h"

namespace holonom {

/// Fronts: places where smooth equations go steeply from one branch to another one
/// (core/expressions/fronts.h). A step over one that is much narrower than the step may not see it.
class Fronts {
 public:
  virtual ~Fronts() = default;
  virtual int count() const { return 0; }
  /// Their arguments at the present state: zero in the middle of a front, whose width is about one. Length
  /// count().
  virtual void values(VectorRef) const {}
};

/// Waves: sines, cosines and tangents in what is watched for changes of sign. One may turn over many times
/// within a step in which no coordinate goes far.
class Waves {
 public:
  virtual ~Waves() = default;
  virtual int count() const { return 0; }
  /// their arguments at the present state, rad, length count()
  virtual void values(VectorRef) const {}
};

}  // namespace holonom
