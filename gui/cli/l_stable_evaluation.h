// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "core/results/recording.h"
#include "gui/cli/text_table.h"
#include "solvers/simulation/summary.h"

/// The numerical examples of Li, Ding and Li (001, §3 and §4) with the L-stable block methods of this
/// program: a two-link arm that falls from rest, with fixed steps.
namespace holonom::cli {

/// Largest values over a run. Energy in J, drift in the units of its level, and the processor's seconds.
struct BlockNumbers {
  double energy = 0, position = 0, velocity = 0, acceleration = 0, seconds = 0;
};

struct BlockRun {
  std::string label;
  SimulationOptions options;
  Termination termination = Termination::NotRun;
  std::string message;
  BlockNumbers measured;
  std::unique_ptr<Recording> recording;  ///< null where no figure needs it
};

/// A row of a table of the paper: which run, and what is printed there.
struct BlockRow {
  std::size_t run;
  BlockNumbers printed;
};

struct BlockTable {
  int number;
  std::string title;
  std::vector<BlockRow> rows;

  TextTable text(const std::vector<BlockRun>& runs) const;
  PrintedComparison comparison(const std::vector<BlockRun>& runs) const;
};

/// Errors of q at t = 1 s on the form of index 3, against a run at the tightest tolerances.
struct BlockOrders {
  int stages = 0;
  std::vector<double> steps{};   ///< s
  std::vector<Vector> errors{};  ///< of every coordinate, for each of the steps

  /// Slope of the norm between the largest step and the smallest whose error is not that of the iteration.
  double order() const;
};

struct BlockEvaluation {
  std::vector<BlockRun> runs;
  std::vector<BlockTable> tables;   ///< 1 to 5
  std::vector<BlockOrders> orders;  ///< of four and of three stages
  std::vector<std::string> coordinates;

  TextTable orderTable() const;
};

BlockEvaluation evaluateBlocks();

/// Figures 2 to 13, "figure2.png" …; returns their names. Throws OutputError.
std::vector<std::string> writeBlockFigures(const BlockEvaluation& evaluation,
                                           const std::filesystem::path& folder);

}  // namespace holonom::cli
