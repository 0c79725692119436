// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "core/math/types.h"

namespace holonom {

/// Fronts: places where equations go steeply from one branch to another one: smooth functions
/// (core/expressions/fronts.h), and forces along a line whose length passes zero. A step over one that is
/// much narrower than the step may not see it.
class Fronts {
 public:
  virtual ~Fronts() = default;
  virtual int count() const { return 0; }
  /// From here on the direction of a line is compared with the present one.
  virtual void holdLines() {}
  /// Their arguments at the present state: zero in the middle of a front, whose width is about one. Length
  /// count().
  virtual void values(VectorRef) const {}
  virtual std::string name(int) const { return {}; }  ///< "force 'spring'"
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
