// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "core/model/mechanism.h"
#include "solvers/benchmark/work_precision.h"

namespace holonom {

/// The problems of the literature that come as hand-written equations, and the N-four-bar mechanism of bodies
/// and joints.
std::vector<BenchmarkProblem> literatureProblems();

/// A mechanism of bodies and joints, over 0 … endTime (s).
BenchmarkProblem mechanismProblem(std::string name, Mechanism mechanism, double endTime);

}  // namespace holonom
