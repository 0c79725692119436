// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "gui/cli/text_table.h"
#include "solvers/simulation/summary.h"

/// What methods make of the energy of a mechanism without friction over very many periods: the spatial double
/// pendulum (examples/spatial_double_pendulum) swinging 30° aside, in fixed steps but for BDF.
namespace holonom::cli {

/// Of one stretch of a run.
struct EnergyStretch {
  double from = 0, to = 0;         ///< periods
  double lowest = 0, highest = 0,  ///< energy less that at the start, J
      mean = 0;
};

struct LongRun {
  std::string label;
  SimulationOptions options;
  double periods = 0;  ///< reached
  bool lost = false;   ///< ended since the energy was off by a tenth of what moves
  Termination termination = Termination::NotRun;
  std::string message;
  long steps = 0;
  double seconds = 0;  ///< of the processor
  double first = 0,
         last = 0;   ///< largest distance from the energy at the start in its first and last tenth, J
  double drift = 0;  ///< slope of the energy over its whole length, J per 1000 periods
  std::vector<EnergyStretch> stretches;  ///< equally long on a logarithmic axis
};

struct LongRunEvaluation {
  double period = 0;  ///< s, of a pendulum as long as the upper bar
  double energy = 0;  ///< J, between the start and hanging at rest
  double periods = 0;
  std::vector<LongRun> runs;

  TextTable table() const;
};

LongRunEvaluation evaluateLongRuns(double periods);

/// "long-run.png". Throws OutputError.
void writeLongRunFigure(const LongRunEvaluation& evaluation, const std::filesystem::path& folder);

}  // namespace holonom::cli
