// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/dynamics/dae_system.h"
#include "core/dynamics/state.h"
#include "solvers/linear/rank_analysis.h"

/// Which rows a run keeps where holonomic and nonholonomic ones depend on each other: two wheels that roll
/// and are coupled by two rods have one row too many everywhere, and every flat position of the rods makes
/// another choice the bad one.
namespace holonom {

/// Independent rows at (t, q, v) of a system with nonholonomic rows. Holonomic ones go before, so that
/// positions stay closed, unless they are nearly dependent and a choice among all rows of the same number is
/// clearly better conditioned; normalisations of Euler parameters always stay. Dense where rows depend.
RowRank chooseRows(DaeSystem& system, double t, const Vector& q, const Vector& v);

/// Whether the holonomic rows are dependent at `at` only for the positions: along every motion that the
/// nonholonomic rows allow, too, the rank of all rows together, `rank`, stays the same.
bool momentarilyDependentOnlyAlone(DaeSystem& system, const State& at, std::size_t rank);

}  // namespace holonom
