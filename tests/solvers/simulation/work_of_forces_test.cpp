// SPDX-License-Identifier: GPL-3.0-or-later
// The energy balance of mechanisms that forces drive or brake, whatever steps the methods take.
#include <gtest/gtest.h>

#include <cmath>
#include <tuple>

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

/// A weight falls freely onto a stiff buffer with damping. At the first touch
/// nothing has done any work yet, and the power of the buffer begins with zero.
TEST(WorkOfForces, BalancesTheEnergyOfAShortContact) {
  const Mechanism weight = parseMechanism(
      R"model({"holonom": 1, "ground": {"points": {"O": [0, 0]}},
          "bodies": [{"name": "b", "mass": 1, "inertia": 1, "points": {"P": [0, 0]},
                      "pose": {"position": [0, 1]}}],
          "joints": [{"name": "S", "type": "prismatic", "between": ["ground.O", "b.P"], "axis": [0, 1]}],
          "forces": [{"name": "buffer", "type": "stop", "joint": "S", "lower": 0, "stiffness": 1e7,
                      "damping": 100}]})model",
      "weight");
  for (const char* method : {"dop853", "dopri5", "gbs", "adams"}) {
    Recording recording;
    ASSERT_EQ(runToEnd(weight, optionsOf({"", method, 1}, 1e-6, 1.2), recording).termination,
              Termination::ReachedEnd);
    const int balance = recording.channelIndex("energy.balance"),
              work = recording.channelIndex("energy.work");
    const double start = recording.value(0, balance);
    EXPECT_NEAR(recording.value(recording.size() - 1, balance), start, 3e-3 * start) << method;
    EXPECT_LT(recording.value(recording.size() - 1, work), -0.5) << "it does something";
  }
}

/// Without damping, by steps of Radau that could be many contacts long: it bounces without a loss.
TEST(WorkOfForces, RadauFollowsAContactThatItsStepsCouldSwallow) {
  const Mechanism arm = parseMechanism(
      R"model({"holonom": 1, "ground": {"points": {"O": [0, 0]}},
          "bodies": [{"name": "arm", "mass": 1, "inertia": 0.0833, "centreOfMass": [0.5, 0],
                      "points": {"A": [0, 0]}}],
          "joints": [{"name": "hinge", "type": "revolute", "between": ["ground.O", "arm.A"]}],
          "forces": [{"name": "buffer", "type": "stop", "joint": "hinge", "lower": -1.2, "upper": 0.3,
                      "stiffness": 1e8}]})model",
      "arm");
  for (const auto& [index, order, rtol] :
       {std::tuple(3, 9, 1e-6), {3, 13, 1e-8}, {3, 5, 1e-5}, {3, 0, 1e-4}, {2, 9, 1e-4}, {1, 0, 1e-4}}) {
    SimulationOptions options = optionsOf({"", "radau", index}, rtol, 1.5);
    options.fixedOrder = order;
    Recording recording;
    const Summary summary = runToEnd(arm, options, recording);
    ASSERT_EQ(summary.termination, Termination::ReachedEnd) << summary.message;
    EXPECT_LT(summary.energyError, 0.05) << "of 4.57 J; index " << index << ", order " << order;
  }
}

/// A weight lies on an ideal stop until a growing force lifts it. From there on the motion is a polynomial,
/// in which low orders take long steps at once: 1 kg, ∫ 10 (t − 1) dt = 20 m/s behind two seconds.
TEST(WorkOfForces, BalancesTheEnergyOfLongStepsBehindAStop) {
  const Mechanism weight = parseMechanism(
      R"model({"holonom": 1, "gravity": [0, 0], "ground": {"points": {"O": [0, 0]}},
          "bodies": [{"name": "b", "mass": 1, "inertia": 1, "points": {"P": [0, 0]}}],
          "joints": [{"name": "S", "type": "prismatic", "between": ["ground.O", "b.P"], "axis": [0, 1]}],
          "forces": [{"name": "floor", "type": "stop", "joint": "S", "lower": 0, "restitution": 0},
                     {"name": "lift", "type": "joint-force", "joint": "S", "value": "10*(t - 1)"}]})model",
      "weight");
  const std::tuple<const char*, int> methods[] = {{"bdf", 2}, {"bdf", 3}, {"adams", 1}, {"radau", 2}};
  for (const auto& [method, index] : methods) {
    Recording recording;
    ASSERT_EQ(runToEnd(weight, optionsOf({"", method, index}, 1e-7, 3), recording).termination,
              Termination::ReachedEnd);
    const double work = recording.value(recording.size() - 1, recording.channelIndex("energy.work"));
    EXPECT_NEAR(work, 200, 1e-3) << method << " " << index;
  }
}

}  // namespace
}  // namespace holonom
