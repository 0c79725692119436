// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "core/dynamics/state.h"
#include "solvers/simulation/options.h"
#include "solvers/simulation/summary.h"

/// The numerical evaluation of Ren and Zhou (000, §8) with the integrators of this program.
namespace holonom::cli {

/// One accepted step.
struct PaperStep {
  State state;
  double h = 0;
  int order = 0;
};

/// One integrator on one problem: what was asked, what the paper prints, what came out.
struct PaperRun {
  std::string file;  ///< name of its results, without extension
  std::string label;
  SimulationOptions options;
  long publishedSteps = 0;
  double publishedSeconds = 0;

  Termination termination = Termination::NotRun;
  std::string message;
  Counts counts;
  double cpuSeconds = 0;  ///< median over the repetitions
  double error = 0;       ///< largest |q − reference| at the end, over max(1, |reference|)
  /// largest |a − a(q, v)| after a tenth of the interval, over the largest |a(q, v)|
  double accelerationMisfit = 0;
  double shareOfOrderTwo = 0, shareAboveTwo = 0;  ///< of the accepted steps
  std::vector<PaperStep> steps;
};

struct PaperProblem {
  std::string name, title, table;  ///< "seven-body", "Seven-body mechanism", "table5"
  double endTime = 0;
  std::vector<std::string> coordinates, units, constraints;
  std::vector<PaperRun> runs;
};

/// §8.1, Table 5: Andrews' mechanism in relative angles, generalized-α at 1e-6, an explicit method of fourth
/// order and BDF index 3 at 1e-4. Each run is timed `repetitions` times. Nothing but times differs between
/// two calls.
PaperProblem evaluateSevenBodyMechanism(int repetitions);

/// §8.2, Table 6: the flexible slider–crank, linear and undamped, from the smooth start: generalized-α at
/// 1e-6, BDF index 3 and 2 at 1e-4.
PaperProblem evaluateSliderCrank(int repetitions);

}  // namespace holonom::cli
