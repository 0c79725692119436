// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "core/dynamics/dae_system.h"

/// What counts as one in coordinates and constraint rows, so that no threshold depends on the units of the
/// model.
namespace holonom {

/// coordinateScale() of every coordinate, length n.
Vector coordinateScales(const DaeSystem& system);

/// The same where the model is no more than a few times as large as its parts. Else the places of a body
/// count by the arms of its joints, at the state the system was moved to: which rows depend on each other at
/// a small loop must not hang on how far the mechanism reaches.
Vector localScales(const DaeSystem& system);

/// max_j |x_j| / scale_j; 0 for no entries, not finite when an entry is not.
double scaledSize(ConstVectorRef x, const Vector& scale);

/// r_i = max_j |C_q,ij| scale_j from the values of C_q in the constraint pattern (length m): the change of
/// row i when the coordinates change by their scales. A row without entries takes the largest scale.
void measureRows(const DaeSystem& system, const std::vector<double>& jacobian, const Vector& scale,
                 Vector& size);
Vector rowSizes(const DaeSystem& system, const std::vector<double>& jacobian, const Vector& scale);
/// The same at the state the system was moved to.
Vector rowSizes(const DaeSystem& system, const Vector& scale);
Vector rowSizes(const DaeSystem& system);

/// The part of a step of Newton's method that is taken: large enough to turn a link by half a radian, small
/// enough to stay on the same branch. `scale`: of the coordinates.
inline double stepFraction(const Vector& scale, ConstVectorRef step) {
  const double ratio = scaledSize(step, scale);
  return ratio > 0.5 ? 0.5 / ratio : 1;
}

}  // namespace holonom
