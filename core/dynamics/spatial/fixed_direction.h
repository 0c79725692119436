// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>

#include "core/dynamics/spatial/vector_function.h"
#include "core/model/mechanism.h"

namespace holonom {

/// A direction of given length that is fixed in ground, or in one of the frames of a pair, as those are in
/// which a force or a moment is given.
class FixedDirection {
 public:
  static constexpr int kInGround = -1;

  /// `frame`: kInGround, 0 or 1.
  FixedDirection(int frame, const Vector3& s)
      : turning_(VectorFunction::direction(std::max(frame, 0), s)), own_(s), turns_(frame != kInGround) {}
  /// `s` in the axes that a force with its members bodyFixed and axesOf has, on the second body of a pair.
  template <typename Kind>
  static FixedDirection of(const Mechanism& mechanism, const Kind& force, int secondBody, const Vector3& s) {
    if (!force.axesOf) return {force.bodyFixed ? 1 : kInGround, s};
    const int body = force.axesOf->body, frame = body == kGround ? kInGround : body == secondBody ? 1 : 0;
    return {frame, localAxes(mechanism, *force.axesOf) * s};
  }

  bool turns() const { return turns_; }
  Vector3 value(const SpatialPair& pair) const { return turns_ ? turning_.value(pair) : own_; }
  VectorFunction::Matrix derivative(const SpatialPair& pair) const {
    return turns_ ? turning_.derivative(pair) : VectorFunction::Matrix(VectorFunction::Matrix::Zero());
  }

 private:
  VectorFunction turning_;
  Vector3 own_;
  bool turns_;
};

}  // namespace holonom
