// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <algorithm>

#include "tests/cli/program.h"

namespace holonom::cli_test {
namespace {

TEST(Generate, AChainCanBeCheckedAndRun) {
  const Scratch scratch;
  const std::string model = scratch.file("chain.json");
  ASSERT_EQ(holonom({"generate", "chain", "--links", "7", "--output", model}).code, 0);
  EXPECT_EQ(readJson(model)["bodies"].size(), 7u);
  const Outcome check = holonom({"check", model});
  EXPECT_EQ(check.code, 0) << check.err;
  EXPECT_NE(check.out.find("7 degrees of freedom"), std::string::npos) << check.out;
  const Outcome run = holonom({"run", model, "--t-end", "0.1", "--output", scratch.file("a.csv")});
  EXPECT_EQ(run.code, 0) << run.err;
  EXPECT_TRUE(readTable(scratch.file("a.csv")).columns.count("tip.x"));
}

TEST(Generate, WithoutAFileTheModelGoesToStandardOutput) {
  const Outcome generate = holonom({"generate", "chain", "--links", "2"});
  EXPECT_EQ(generate.code, 0) << generate.err;
  EXPECT_EQ(nlohmann::json::parse(generate.out)["bodies"].size(), 2u);
}

// A bar of 1 m from O at the origin; `more` goes into the list of joints.
std::string barModel(const std::string& more) {
  return R"({"holonom": 1, "name": "bar",
    "ground": {"points": {"O": [0, 0], "far": [5, 0]}},
    "bodies": [{"name": "bar", "mass": 1, "inertia": 0.1, "pose": {"position": [0.5, 0]},
                "points": {"A": [-0.5, 0], "B": [0.5, 0]}}],
    "joints": [{"name": "pin", "type": "revolute", "between": ["ground.O", "bar.A"]})" + more + "]}";
}

std::string writeBar(const Scratch& scratch, const std::string& more) {
  const std::string file = scratch.file("bar.json");
  writeText(file, barModel(more));
  return file;
}

TEST(Check, CountsTheDegreesOfFreedom) {
  const Scratch scratch;
  const Outcome check = holonom({"check", writeBar(scratch, "")});
  EXPECT_EQ(check.code, 0) << check.err;
  EXPECT_NE(check.out.find("1 degree of freedom"), std::string::npos) << check.out;
  EXPECT_NE(check.out.find("redundant constraints: none"), std::string::npos) << check.out;
}

TEST(Check, NamesRedundantConstraints) {
  const Scratch scratch;
  const Outcome check = holonom({"check", writeBar(scratch, R"(,{"name": "twin", "type": "revolute", "between": ["ground.O", "bar.A"]})")});
  EXPECT_EQ(check.code, 0) << check.err;
  EXPECT_NE(check.out.find("1 degree of freedom"), std::string::npos) << check.out;
  const std::string redundant = check.out.substr(std::min(check.out.find("redundant"), check.out.size()));
  EXPECT_TRUE(redundant.find("twin") != std::string::npos || redundant.find("pin") != std::string::npos) << check.out;
}

TEST(Check, NamesJointsThatCannotBeClosed) {
  const Scratch scratch;
  const std::string model = writeBar(scratch, R"(,{"name": "unreachable", "type": "revolute", "between": ["ground.far", "bar.B"]})");
  const Outcome check = holonom({"check", model});
  EXPECT_EQ(check.code, 3);
  EXPECT_NE(check.err.find("unreachable"), std::string::npos) << check.err;
  const Outcome run = holonom({"run", model});
  EXPECT_EQ(run.code, 3);
  EXPECT_NE(run.err.find("unreachable"), std::string::npos) << run.err;
}

TEST(Check, ATruncatedFileIsNamedWithItsPlace) {
  const Scratch scratch;
  const std::string file = scratch.file("broken.json");
  writeText(file, barModel("").substr(0, 100));
  const Outcome check = holonom({"check", file});
  EXPECT_EQ(check.code, 2);
  EXPECT_NE(check.err.find("broken.json"), std::string::npos) << check.err;
}

TEST(Check, AnUnknownKeyIsNamed) {
  const Scratch scratch;
  const Outcome check = holonom({"check", writeBar(scratch, R"(,{"name": "b", "type": "revolute", "betwen": ["ground.O", "bar.A"]})")});
  EXPECT_EQ(check.code, 2);
  EXPECT_NE(check.err.find("betwen"), std::string::npos) << check.err;
  EXPECT_NE(check.err.find("/joints/1"), std::string::npos) << check.err;
}

}  // namespace
}  // namespace holonom::cli_test
