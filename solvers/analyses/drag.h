// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>

#include "core/model/mechanism.h"

namespace holonom {

/// Moves a mechanism by one of its places as a hand would, with its joints kept and its drivers let go: the
/// positions that minimise (q − q̄)ᵀ W (q − q̄) + κ |p(q) − target|² subject to C(q) = 0, with the present
/// positions q̄, weights W from the masses and a pull κ that is much stronger. Each step is Newton's step of
/// that problem in the tangent space of the constraints, brought back onto them, shortened until the sum
/// decreases; dependent rows are regularised. What cannot be reached is approached, and what fails changes
/// nothing. Bodies in space turn by Euler parameters p, whatever the run has, with W = 4 Gᵀ J G as in their
/// kinetic energy (core/math/euler_parameters.h). Discs roll, blades are let go, elastic bodies keep their
/// shape.
class Drag {
 public:
  explicit Drag(const Mechanism& mechanism);
  ~Drag();

  /// Closes the joints as well as they can be, moving as little as possible. False when gaps remain; then
  /// nothing moves.
  bool close();
  /// Takes hold of a place of a body, in its frame.
  void grab(int body, const Vector3& local);
  /// Moves the held place to, or as near as it gets to, the target (ground axes, m), of a body in the plane
  /// below or above it. False when nothing moved.
  bool moveTo(const Vector3& target);

  double gap() const;                  ///< largest residual of the joints as it stands (m or rad)
  Vector3 heldPlace() const;           ///< ground axes, m
  const Mechanism& mechanism() const;  ///< the given one at the present positions

 private:
  class Problem;
  std::unique_ptr<Problem> problem_;
};

}  // namespace holonom
