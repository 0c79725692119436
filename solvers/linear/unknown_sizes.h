// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "core/math/sparse_pattern.h"

namespace holonom {

/// Sizes of all unknowns of a linear system from those of some (`known`, one per column, 0 where it is not
/// known): the others get the one with which their largest entry is 1 in rows whose largest entry in the
/// known columns is 1, so that other units of an unknown or an equation change its size alike. 1 for columns
/// without entries in such rows.
void completeSizes(const SparsePattern& pattern, const std::vector<double>& values, const Vector& known,
                   Vector& sizes);

}  // namespace holonom
