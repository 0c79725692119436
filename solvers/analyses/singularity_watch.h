// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/dynamics/dae_system.h"
#include "solvers/linear/saddle_point.h"

namespace holonom {

/// Follows the smallest singular value σ of the constraint matrix A = R C_q S along a motion (S: local scales
/// of the coordinates, R: rows of length one, both at the start), by inverse iteration u ← (A Aᵀ)⁻¹ u that
/// begins with the vector of the point before: one factorisation of [S⁻² C_qᵀ; C_q 0] and two solutions per
/// point. With the left vector u continued (u·u_old > 0) the right vector Aᵀu / σ is continuous when σ may
/// have either sign; the sign changes where the motion passes a simple singular configuration, even if no
/// point comes near it. u tells which constraints become dependent. Takes memory after the constructor only
/// at start(), and near singular configurations, when the LU is needed for the first time or needs new
/// pivots.
class SingularityWatch {
 public:
  /// The rows must be independent at the start. The system must outlive this object.
  explicit SingularityWatch(DaeSystem& system);

  /// σ > 0 at the start of a motion.
  void start(double t, ConstVectorRef q, ConstVectorRef v);
  /// σ with its sign, at the next point of the motion; 0 where A is singular to rounding. The sign stays
  /// where the vectors of the point before cannot be recognised.
  double follow(double t, ConstVectorRef q, ConstVectorRef v);
  /// The last sign change was none: σ counts as positive from here on.
  void resetSign();

  /// The left vector u, of length one: |u_i| tells how much row i takes part in the dependency.
  const Vector& participation() const { return left_; }
  const Vector& rowScale() const { return rowScale_; }  ///< R
  const Vector& scale() const { return scale_; }        ///< S
  /// C_q of the last point, in the constraint pattern.
  const std::vector<double>& jacobian() const { return matrix_.jacobian(); }

 private:
  bool factorize(double t, ConstVectorRef q, ConstVectorRef v);
  double iterate(int times);

  DaeSystem& system_;
  int n_, m_;
  SaddlePoint matrix_;
  Vector scale_, topLeft_, rowScale_;
  Vector left_, oldLeft_, right_, oldRight_, any_, x_;
  double sigma_ = 0, sign_ = 1;
};

}  // namespace holonom
