// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "solvers/simulation/loop/course.h"

/// What may be behind a run that does not get on: looked for where it stands, told by narration.h.
namespace holonom {

/// A state of a controller that grows ever faster: at its present pace by so many times itself before the
/// end; −1: none.
int explodingControl(const Course& course, double times = 1e3);

/// Whether a coordinate belongs to a controller.
bool isControl(const DaeSystem& system, int coordinate);

/// Whether an explicit method makes steps of size h because of the largest eigenvalue of the equations: one
/// that hides it from the detector of the method, since its steps vary in size and order.
bool isLimitedByStability(const Course& course, double h);

/// What is not a finite number at the present state or, within a part of what is left of the run, ahead of
/// it; empty: nothing.
std::string notFiniteAhead(const Course& course, double within);

/// By how much rounding of t, q and v in their last digits moves the acceleration of a coordinate, where that
/// is more than the tolerance with which the method judges it; 0 where it is not.
double roundingOfAcceleration(const Course& course, int coordinate);

}  // namespace holonom
