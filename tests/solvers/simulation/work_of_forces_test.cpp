// SPDX-License-Identifier: GPL-3.0-or-later
// The energy balance of a hinge that a torque by formula drives, whatever steps the methods take.
#include <gtest/gtest.h>

#include <cmath>

#include "core/io/model_reader.h"
#include "core/results/recording.h"
#include "solvers/simulation/run.h"
#include "tests/solvers/run_helpers.h"

namespace holonom {
namespace {

TEST(WorkOfForces, BalancesTheEnergyInLongSteps) {
  const Mechanism hinge = parseMechanism(
      R"model({"holonom": 1, "gravity": [0, 0], "ground": {"points": {"O": [0, 0]}},
          "bodies": [{"name": "b", "mass": 1, "inertia": 1, "points": {"A": [0, 0]}}],
          "joints": [{"name": "J", "type": "revolute", "between": ["ground.O", "b.A"]}],
          "forces": [{"name": "t", "type": "torque", "on": "b", "value": "10*sin(3*t)"}]})model",
      "hinge");
  const struct {
    const char* method;
    int index;
    double allowed;  // of the largest energy; gbs is coarser between its steps, which last a second
  } cases[] = {{"bdf", 2, 1e-6},   {"radau", 2, 1e-6},    {"radau", 3, 1e-6}, {"dop853", 1, 1e-6},
               {"adams", 1, 1e-6}, {"l-stable", 1, 1e-6}, {"gbs", 1, 2e-4}};
  for (const auto& [method, index, allowed] : cases) {
    Recording recording;
    const SimulationOptions options = optionsOf({"", method, index}, 1e-9, 5);
    ASSERT_EQ(runToEnd(hinge, options, recording, 37).termination, Termination::ReachedEnd);
    const int kinetic = recording.channelIndex("energy.kinetic"),
              work = recording.channelIndex("energy.work");
    double largest = 0, off = 0;
    for (std::size_t row = 0; row < recording.size(); ++row) {
      largest = std::max(largest, recording.value(row, kinetic));
      off = std::max(off, std::abs(recording.value(row, kinetic) - recording.value(row, work)));
    }
    EXPECT_LT(off, allowed * largest) << method << " " << index;
  }
}

}  // namespace
}  // namespace holonom
