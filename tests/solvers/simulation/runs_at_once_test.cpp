// SPDX-License-Identifier: GPL-3.0-or-later
// Runs of one mechanism on threads of their own, while another thread reads what they publish: each gives
// the numbers that it gives alone. The preset sanitizers-threads looks on.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <list>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "core/io/examples.h"
#include "core/io/model_reader.h"
#include "core/results/recording.h"
#include "solvers/simulation/convoy.h"
#include "solvers/simulation/run.h"
#include "tests/solvers/run_helpers.h"

namespace holonom {
namespace {

constexpr TestedMethod kTogether[] = {
    {"bdf:2", "bdf", 2}, {"bdf:3", "bdf", 3}, {"radau:2", "radau", 2}, {"dop853:1", "dop853", 1}};

SimulationOptions shortRun(const Mechanism& mechanism, const TestedMethod& method) {
  SimulationOptions options = optionsOf(method, 1e-4, optionsFor(mechanism).endTime);
  options.maxSteps = 30;
  options.rotations = optionsFor(mechanism).rotations;
  return options;
}

/// A run, what it leaves behind, and what has been read of that on the way.
struct Beside {
  struct Seen {
    std::size_t row;
    std::vector<double> values;
  };
  Recording recording;
  Run run;
  std::vector<Seen> seen;

  Beside(const Mechanism& mechanism, const SimulationOptions& options, const std::shared_ptr<Convoy>& convoy)
      : run(mechanism, options, recording) {
    run.travelWith(convoy);
  }

  /// As a view does while the run goes on.
  void look() {
    if (run.progress().steps < 0 || !recording.ready() || recording.size() == 0) return;
    const std::size_t row = recording.size() - 1;
    if (!seen.empty() && seen.back().row == row) return;
    seen.push_back({row, rowOf(recording, row)});
  }

  static std::vector<double> rowOf(const Recording& recording, std::size_t row) {
    std::vector<double> values(recording.channels().size());
    recording.copyRow(row, values);
    for (double& each : values)
      if (std::isnan(each)) each = 0;  // is equal to nothing
    return values;
  }
};

class RunsAtOnce : public testing::TestWithParam<std::string> {};

TEST_P(RunsAtOnce, GiveWhatEachGivesAlone) {
  const Mechanism mechanism = readMechanism(findModel(GetParam()));
  const auto convoy = std::make_shared<Convoy>(0.1 * optionsFor(mechanism).endTime);
  std::list<Beside> together;
  for (const TestedMethod& method : kTogether)
    together.emplace_back(mechanism, shortRun(mechanism, method), convoy);
  for (Beside& each : together) each.run.start();
  while (!std::ranges::all_of(together, [](const Beside& each) { return each.run.finished(); })) {
    for (Beside& each : together) each.look();
    std::this_thread::yield();
  }
  const TestedMethod* method = kTogether;
  for (const Beside& each : together) {
    SCOPED_TRACE(method->name);
    Recording alone;
    const Summary summary = runToEnd(mechanism, shortRun(mechanism, *method++), alone);
    EXPECT_EQ(each.run.summary().termination, summary.termination);
    ASSERT_EQ(each.recording.size(), alone.size());
    for (std::size_t row = 0; row < alone.size(); ++row)
      EXPECT_EQ(Beside::rowOf(each.recording, row), Beside::rowOf(alone, row));
    for (const Beside::Seen& seen : each.seen)
      EXPECT_EQ(seen.values, Beside::rowOf(each.recording, seen.row)) << "a published row has changed";
  }
}

std::vector<std::string> namesOfExamples() {
  std::vector<std::string> names;
  for (const Example& example : listExamples()) names.push_back(example.name);
  return names;
}

INSTANTIATE_TEST_SUITE_P(Examples, RunsAtOnce, testing::ValuesIn(namesOfExamples()),
                         [](const auto& info) { return info.param; });

}  // namespace
}  // namespace holonom
