// SPDX-License-Identifier: GPL-3.0-or-later
// Runs in real time from the command line. How late steps are depends on the machine; that they are counted,
// and that no run is ahead of the clock, does not.
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>

#include "tests/cli/program.h"

namespace holonom::cli_test {
namespace {

const std::vector<std::string> kRun{"run",         "pendulum", "--method", "rt-rk2",     "--fixed-step",
                                    "0.001953125", "--t-end",  "0.25",     "--real-time"};

std::vector<std::string> with(std::vector<std::string> arguments, const std::vector<std::string>& more) {
  arguments.insert(arguments.end(), more.begin(), more.end());
  return arguments;
}

TEST(RealTime, TheRunLastsAsLongAsItsTimeAndReportsHowItKeptPace) {
  const Scratch scratch;
  for (const double speed : {1.0, 0.5}) {
    const auto start = std::chrono::steady_clock::now();
    const Outcome run =
        holonom(with(kRun, {"--speed", std::to_string(speed), "--summary", scratch.file("a.json")}));
    const double taken = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    ASSERT_EQ(run.code, 0) << run.err;
    EXPECT_GE(taken, 0.25 / speed);
    for (const char* line : {"\n  real time", "\n  jitter", "\n  computing"})
      EXPECT_NE(run.out.find(line), std::string::npos) << line << " in\n" << run.out;
    const auto report = readJson(scratch.file("a.json"))["real_time"];
    const std::string verdict = report["verdict"];
    EXPECT_NE(verdict.find("keeps up"), std::string::npos) << verdict;
    EXPECT_NE(run.out.find(verdict), std::string::npos) << run.out;
    EXPECT_EQ(report["steps"], 128);
    EXPECT_DOUBLE_EQ(report["step"].get<double>(), 0.001953125 / speed);
    EXPECT_LE(report["too_long"].get<long>(), report["late"].get<long>());
    EXPECT_LE(report["late"].get<long>(), 128);
    EXPECT_GT(report["load_mean"].get<double>(), 0);
    EXPECT_GE(report["load_largest"].get<double>(), report["load_mean"].get<double>());
    EXPECT_GE(report["jitter_largest"].get<double>(), report["jitter_99"].get<double>());
    EXPECT_GE(report["jitter_99"].get<double>(), 0);
  }
}

TEST(RealTime, OtherRunsSayNothingOfIt) {
  const Scratch scratch;
  std::vector<std::string> arguments = with(kRun, {"--summary", scratch.file("a.json")});
  *std::find(arguments.begin(), arguments.end(), "--real-time") = "--real-time=off";
  const Outcome run = holonom(arguments);
  ASSERT_EQ(run.code, 0) << run.err;
  EXPECT_EQ(run.out.find("real time"), std::string::npos);
  EXPECT_FALSE(readJson(scratch.file("a.json")).contains("real_time"));
}

TEST(RealTime, WhatCannotKeepPaceIsRefusedWithWhatToDo) {
  const Outcome anySize = holonom({"run", "pendulum", "--real-time"});
  EXPECT_EQ(anySize.code, 2);
  EXPECT_NE(anySize.err.find("needs steps of one size"), std::string::npos) << anySize.err;
  EXPECT_NE(anySize.err.find("'fixed-step'"), std::string::npos) << anySize.err;
  const Outcome chooses = holonom({"run", "pendulum", "--real-time", "--method", "auto"});
  EXPECT_EQ(chooses.code, 2);
  EXPECT_NE(chooses.err.find("'auto'"), std::string::npos) << chooses.err;
  EXPECT_NE(chooses.err.find("rt-rk2"), std::string::npos) << chooses.err;
  const Outcome still = holonom(with(kRun, {"--speed", "0"}));
  EXPECT_EQ(still.code, 2);
  EXPECT_NE(still.err.find("'speed'"), std::string::npos) << still.err;
}

/// Far ahead of the clock at the second step; Ctrl-C does not wait for it.
TEST(RealTime, AnInterruptionEndsTheWaiting) {
  const Scratch scratch;
  const std::string command = "timeout --foreground -s INT 1 '" HOLONOM_PROGRAM
                              "' run pendulum --method rt-rk2 --fixed-step 1 --t-end 100 --speed 0.001 "
                              "--real-time --summary '" +
                              scratch.file("a.json") + "' >'" + scratch.file("out") + "' 2>&1";
  EXPECT_NE(std::system(command.c_str()), 0);
  const auto summary = readJson(scratch.file("a.json"));
  EXPECT_EQ(summary["termination"], "stopped");
  EXPECT_EQ(summary["real_time"]["steps"], 1);
}

}  // namespace
}  // namespace holonom::cli_test
