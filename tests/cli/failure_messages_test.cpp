// SPDX-License-Identifier: GPL-3.0-or-later
// Runs that cannot go on name the part of the model that is the cause.
#include <gtest/gtest.h>

#include "tests/cli/program.h"

namespace holonom::cli_test {
namespace {

const std::string kPendulum = R"({"holonom": 1, "name": "x", "ground": {"points": {"O": [0, 0]}},
  "bodies": [{"name": "a", "mass": 1, "inertia": 0.1, "points": {"A": [-0.5, 0]},
    "pose": {"position": [0.5, 0]}}],
  "joints": [{"name": "o", "type": "revolute", "between": ["ground.O", "a.A"]}], "run": {"endTime": 2},)";

std::string messageOf(const std::string& model, const std::vector<std::string>& more = {}) {
  const Scratch scratch;
  writeText(scratch.file("m.json"), model);
  std::vector<std::string> arguments{"run", scratch.file("m.json")};
  arguments.insert(arguments.end(), more.begin(), more.end());
  const Outcome run = holonom(arguments);
  EXPECT_NE(run.code, 0);
  return run.err;
}

TEST(FailureMessages, NameAControllerWhoseEquationHasNoSolution) {
  const std::string message =
      messageOf(kPendulum + R"("forces": [{"name": "T", "type": "torque", "on": "a", "value": "c.y"}],
    "controllers": [{"name": "c", "type": "equations", "algebraic": [{"name": "y",
      "equation": "c.y^2 + 1"}]}]})");
  EXPECT_NE(message.find("controller 'c'"), std::string::npos) << message;
  EXPECT_EQ(message.find("nonholonomic"), std::string::npos) << message;
}

TEST(FailureMessages, NameAControllerThatGrowsBeyondAllLimits) {
  for (const char* method : {"auto", "adams", "dopri5", "dop853", "rk4", "bdf", "generalized-alpha", "ida"}) {
    const std::string message =
        messageOf(kPendulum + R"("forces": [{"name": "T", "type": "torque", "on": "a", "value": "c.x"}],
          "controllers": [{"name": "c", "type": "equations", "states": [{"name": "x", "initial": 1,
            "derivative": "c.x^2"}]}]})",
                  {"--method", method});
    // built without
    if (std::string(method) == "ida" && message.find("SUNDIALS") != std::string::npos) continue;
    EXPECT_NE(message.find("c.x"), std::string::npos) << method << ": " << message;
    EXPECT_EQ(message.find("Choose bdf"), std::string::npos) << method << ": " << message;
    EXPECT_EQ(message.find("may lock"), std::string::npos) << method << ": " << message;
  }
}

TEST(FailureMessages, NameTheDriverThatLeadsIntoAStop) {
  const std::string message =
      messageOf(kPendulum + R"("drivers": [{"name": "motor", "joint": "o", "motion": "t"}],
    "forces": [{"name": "end", "type": "stop", "joint": "o", "upper": 1.5, "restitution": 0.2}]})");
  EXPECT_NE(message.find("driver 'motor'"), std::string::npos) << message;
  EXPECT_NE(message.find("stop 'end'"), std::string::npos) << message;
}

}  // namespace
}  // namespace holonom::cli_test
