// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "gui/cli/text_table.h"
#include "solvers/analyses/stability.h"
#include "solvers/benchmark/equation_run.h"

/// What a textbook on simulation (004, §2.2.2–2.2.4) says of the stability of the classic methods, found with
/// the methods themselves: intervals of stability, and the stiff example with the eigenvalues −0.1, −50 and
/// −120 on both sides of the step that they allow.
namespace holonom::cli {

struct ClassicMethodFound {
  std::string method;  ///< "adams-bashforth"
  int order = 0;       ///< that is fixed; 0: its own
  std::string label;   ///< "Adams–Bashforth, order 3"
  double printed = 0;  ///< end of the interval of stability in the text; 0: not there
  MethodStability stability;

  StabilityProbe probe() const;
};

/// The stiff example over kStiffEnd with equal steps.
struct StiffExampleRun {
  std::string label;
  double step = 0;   ///< s
  double error = 0;  ///< largest error of y at the end; infinite where it ended early
  EquationRun run;
};

struct ClassicEvaluation {
  std::vector<ClassicMethodFound> methods;
  std::vector<StiffExampleRun> runs;

  TextTable stability() const;
  PrintedComparison comparison() const;  ///< of the first table
  TextTable stiffExample() const;
};

ClassicEvaluation evaluateClassicMethods();

/// The region of stability of each method ("euler.png", "adams-bashforth-3.png") and the stiff example by
/// Euler's method ("stiff.png"). Throws OutputError.
void writeClassicFigures(const ClassicEvaluation& evaluation, const std::filesystem::path& folder);

}  // namespace holonom::cli
