// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "core/dynamics/state.h"
#include "solvers/options/options.h"
#include "solvers/simulation/summary.h"

/// The numerical evaluation of Ren and Zhou (000, §8) with the integrators of this program.
namespace holonom::cli {

/// One accepted step.
struct PaperStep {
  State state;
  double h = 0;
  int order = 0;
};

/// Part of a run that was made with BDF of order 2 and above it, 0 … 1.
struct OrderShare {
  double two = 0, above = 0;
};

/// One integrator on one problem: what was asked, what the paper prints, what came out.
struct PaperRun {
  std::string file;  ///< name of its results, without extension
  std::string label;
  SimulationOptions options;
  bool isOfThePaper = true;  ///< else it stands beside: at another tolerance, by another method
  long publishedSteps = 0;   ///< 0: none
  double publishedSeconds = 0;

  Termination termination = Termination::NotRun;
  std::string message;
  Counts counts;
  double cpuSeconds = 0;  ///< median over the repetitions
  double error = 0;       ///< largest |q − reference| at the end, over max(1, |reference|)
  /// of the problem's mode and its rate at the end, over the reference's
  double modeError = 0, modeRateError = 0;
  /// largest |a − a(q, v)| after a tenth of the interval, over the largest |a(q, v)|
  double accelerationMisfit = 0;
  OrderShare bySteps, byTime;  ///< of the accepted steps, of the time that they cover
  std::vector<PaperStep> steps;
};

/// The end of the motion, solved in quadruple precision.
struct PaperReference {
  Vector q, v;
};

struct PaperProblem {
  std::string name, title, table;  ///< "seven-body", "Seven-body mechanism", "table5"
  double endTime = 0;
  int mode = -1;  ///< coordinate whose own error is told: it counts for little beside angles and metres
  std::vector<std::string> coordinates = {}, units = {}, constraints = {};
  std::vector<PaperRun> runs = {};  ///< those of the paper first

  std::vector<const PaperRun*> runsOfThePaper() const;
};

/// §8.1, Table 5: Andrews' mechanism in relative angles, generalized-α at 1e-6, an explicit method of fourth
/// order and BDF index 3 at 1e-4; beside them a stabilised explicit method of fourth order, and the implicit
/// ones at each other's tolerance. Each run is timed `repetitions` times. Nothing but times differs between
/// two calls.
PaperProblem evaluateSevenBodyMechanism(int repetitions);

/// §8.2, Table 6: the flexible slider–crank, linear and undamped, from the smooth start: generalized-α at
/// 1e-6, BDF index 3 and 2 at 1e-4; beside them each at the other tolerance.
PaperProblem evaluateSliderCrank(int repetitions);

}  // namespace holonom::cli
