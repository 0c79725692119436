// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <limits>

#include "core/math/types.h"

namespace holonom {

/// Sampled quantities: constant between the samples, where they jump. Part of the equations as the modes of
/// switches are.
class Samples {
 public:
  virtual ~Samples() = default;

  virtual int count() const { return 0; }   ///< of the quantities
  virtual void initial(VectorRef) const {}  ///< before the first sample, length count()
  virtual void hold(ConstVectorRef) {}      ///< the values that hold from now on
  /// First time of a sample, or another one that a step must end on, behind t; infinite when there is none.
  /// Times that differ by rounding only are one.
  virtual double next(double /*t*/) const { return std::numeric_limits<double>::infinity(); }
  virtual bool isDue(double /*t*/) const { return false; }  ///< whether t is a time of a sample
  /// The values that hold behind the samples at the time of the present state.
  virtual void take(VectorRef) const {}
};

}  // namespace holonom
