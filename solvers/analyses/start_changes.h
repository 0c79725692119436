// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "core/base/units.h"
#include "core/dynamics/dae_system.h"
#include "core/dynamics/state.h"
#include "solvers/analyses/start_values.h"

namespace holonom {

/// The guess at other coordinates: with the velocities that say the same there.
InitialGuess carriedTo(const DaeSystem& system, const InitialGuess& guess, const Vector& q);

/// How far assembly moved what the model gives, at most: places in m and turns in rad, or what these change
/// in a second. States of controllers do not count.
struct LargestChange {
  double way = 0, turn = 0;
};
LargestChange largestMove(const DaeSystem& system, const InitialGuess& guess, const Vector& q);
LargestChange largestVelocityChange(const DaeSystem& system, const InitialGuess& guess, const State& found);

/// What to tell about positions that were not assembled: by how much they were moved, and where most.
std::string movedPositions(const DaeSystem& system, const InitialGuess& guess, const Vector& q,
                           const ShownUnits& shown = {});

/// What to tell about velocities that the user gave (those that are not zero) and that assembly changed by
/// more than a thousandth of their size; empty when there are none.
std::string changedVelocities(const DaeSystem& system, const InitialGuess& guess, const Vector& q,
                              const Vector& v, const ShownUnits& shown = {});

/// What to tell where joints and drivers contradict values that are marked exact; empty where all were kept.
std::string exactNotKept(const DaeSystem& system, const InitialGuess& guess, const State& found);

/// What to tell about bodies of rows that do not hold which keep to a plane, so that assembly cannot take
/// them out of it; begins with a blank, empty where there are none.
std::string heightsKept(const DaeSystem& system, const std::vector<int>& rows);

/// What helps points and axes that lie beside each other by what rounding of a file leaves, where all joints
/// of a closed chain hold the same.
std::string remedyOfSlightMisfit();

/// That rows cannot hold together. `level`: 0 positions, 1 velocities, 2 accelerations; `size`: by how much.
std::string contradiction(int level, const std::string& rows, const std::string& size);

}  // namespace holonom
