// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <atomic>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/model/mechanism.h"
#include "core/results/recording.h"
#include "solvers/simulation/summary.h"

namespace holonom::cli {

/// What a run on the command line leaves in memory.
struct RecordedRun {
  std::unique_ptr<Recording> recording;
  Summary summary;        ///< with the spike metric of the recording
  std::string notFinite;  ///< the warning about outputs without a finite value; also in the summary
};

struct RunRequest {
  SimulationOptions options;
  int points = 0;                                   ///< rows at equal distances; 0: the accepted steps
  std::filesystem::path csv;                        ///< empty: none
  std::size_t memoryBudget = std::size_t{1} << 30;  ///< of the recording, bytes
  std::filesystem::path rejections;                 ///< table of rejected attempts; empty: none
  std::vector<std::string> warnings;                ///< go into the summary
  const std::atomic<bool>* interrupt = nullptr;     ///< once set the run ends with what it has
};

/// Runs to the end, streams every row into the CSV file and records them. When the recording reaches its
/// budget the CSV file goes on and a warning says so. Throws InputError and OutputError.
RecordedRun runAndRecord(const Mechanism& mechanism, const RunRequest& request);

/// The exit code that a way to end stands for.
int exitCodeFor(Termination termination);

}  // namespace holonom::cli
