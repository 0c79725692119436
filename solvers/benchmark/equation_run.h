// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <atomic>
#include <string>
#include <vector>

#include "core/dynamics/reference_problems/test_equations.h"
#include "solvers/options/options.h"

namespace holonom {

/// What a method makes of a test equation, step by step.
struct EquationRun {
  struct Point {
    double t;
    Vector values;
    Vector exact;  ///< in closed form, or where there is none from a fine reference; empty: not known
  };
  std::vector<Point> points;  ///< the start first
  std::string failure;        ///< why it ended early; empty: it did not
};

/// From 0 to the end of the options. Where the equation has no closed form, a run of a method of high order
/// at a tight tolerance, to the time of each point, takes its place. Throws InputError where the options are
/// not valid.
EquationRun runEquation(TestEquation& equation, SimulationOptions options,
                        const std::atomic<bool>* stop = nullptr);

}  // namespace holonom
