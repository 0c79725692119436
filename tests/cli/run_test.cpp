// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <fstream>

#include "tests/cli/program.h"

namespace holonom::cli_test {
namespace {

bool endsWith(const std::string& text, const std::string& ending) {
  return text.size() >= ending.size() &&
         text.compare(text.size() - ending.size(), ending.size(), ending) == 0;
}

// Ctrl-C in the middle: what was computed is in the files, and the program still ends as interrupted.
TEST(Run, AnInterruptionKeepsWhatWasComputed) {
  const Scratch scratch;
  // In the foreground: otherwise it signals the child and then its group, and a second signal ends the
  // program at once.
  const std::string command = "timeout --foreground -s INT 1 '" HOLONOM_PROGRAM
                              "' run double_pendulum --t-end 1e7 --output '" +
                              scratch.file("a.csv") + "' --summary '" + scratch.file("a.json") + "' >'" +
                              scratch.file("out") + "' 2>&1";
  EXPECT_NE(std::system(command.c_str()), 0);
  const auto summary = readJson(scratch.file("a.json"));
  EXPECT_EQ(summary["termination"], "stopped");
  const std::string rows = readText(scratch.file("a.csv"));
  EXPECT_EQ(rows.back(), '\n');
  const Table table = readTable(scratch.file("a.csv"));
  EXPECT_EQ(table.rows, summary["steps"].get<std::size_t>() + 1);
  EXPECT_DOUBLE_EQ(table.columns.at("t").back(), summary["time"].get<double>());
}

// A terminal that is closed ends the run in order as well.
TEST(Run, AHangUpLeavesWholeRows) {
  const Scratch scratch;
  const std::string command = "timeout --foreground -s HUP 1 '" HOLONOM_PROGRAM
                              "' run double_pendulum --t-end 1e7 --output '" +
                              scratch.file("a.csv") + "' --summary '" + scratch.file("a.json") + "' >'" +
                              scratch.file("out") + "' 2>&1";
  EXPECT_NE(std::system(command.c_str()), 0);
  EXPECT_EQ(readJson(scratch.file("a.json"))["termination"], "stopped");
  EXPECT_EQ(readText(scratch.file("a.csv")).back(), '\n');
}

TEST(Run, ResultsGoToStandardOutput) {
  const Scratch scratch;
  const Outcome run = holonom({"run", "slider_crank", "--points", "11", "--output", "-"});
  ASSERT_EQ(run.code, 0) << run.err;
  EXPECT_EQ(run.out.substr(0, 2), "t,");
  EXPECT_EQ(std::count(run.out.begin(), run.out.end(), '\n'), 12);
  EXPECT_NE(run.err.find("ended"), std::string::npos) << "the report";
  EXPECT_FALSE(std::filesystem::exists("-"));
  const Outcome file = holonom({"run", "slider_crank", "--points", "11", "--output", scratch.file("a.csv")});
  ASSERT_EQ(file.code, 0) << file.err;
  EXPECT_EQ(readText(scratch.file("a.csv")), run.out);
}

/// Cardan angles are coordinates only: the columns are those of every run.
TEST(Run, RotationsMayBeDescribedByCardanAngles) {
  const Scratch scratch;
  const auto tableOf = [&](const std::vector<std::string>& chosen) {
    const std::string file = scratch.file("r.csv");
    std::vector<std::string> arguments{"run",      "spatial_double_pendulum",
                                       "--method", "bdf",
                                       "--index",  "2",
                                       "--rtol",   "1e-8",
                                       "--t-end",  "1",
                                       "--points", "21",
                                       "--output", file};
    arguments.insert(arguments.end(), chosen.begin(), chosen.end());
    const Outcome run = holonom(arguments);
    EXPECT_EQ(run.code, 0) << run.err;
    EXPECT_EQ(run.out.find("z, x, z") != std::string::npos, !chosen.empty()) << run.out;
    return readTable(file);
  };
  const Table parameters = tableOf({}), angles = tableOf({"--rotations", "cardan"});
  ASSERT_EQ(parameters.columns.size(), angles.columns.size());
  for (const auto& [name, values] : parameters.columns) {
    ASSERT_TRUE(angles.columns.count(name)) << name;
    if (!name.starts_with("lower.") && !name.starts_with("upper.")) continue;
    for (std::size_t row = 0; row < values.size(); ++row)
      EXPECT_NEAR(values[row], angles.columns.at(name)[row], 1e-4 * (1 + std::abs(values[row]))) << name;
  }
  const Outcome benchmark = holonom({"benchmark", "heavy_top", "--with", "bdf:2:rotations=cardan"});
  EXPECT_EQ(benchmark.code, 1);
  EXPECT_NE(benchmark.err.find("the same coordinates"), std::string::npos) << benchmark.err;
}

constexpr const char* kTightModel = R"({"holonom": 1, "name": "x", "ground": {"points": {"O": [0, 0]}},
  "bodies": [{"name": "a", "mass": 1, "inertia": 0.1, "points": {"A": [-0.5, 0]},
    "pose": {"position": [0.5, 0]}}],
  "joints": [{"name": "o", "type": "revolute", "between": ["ground.O", "a.A"]}],
  "run": {"endTime": 0.1, "atol": 1e-7}})";

TEST(Run, ARelativeToleranceBelowTheAbsoluteOneOfTheModelIsToldOf) {
  const Scratch scratch;
  writeText(scratch.file("m.json"), kTightModel);
  const auto warned = [&](std::vector<std::string> more) {
    std::vector<std::string> arguments{"run", scratch.file("m.json")};
    arguments.insert(arguments.end(), more.begin(), more.end());
    const Outcome run = holonom(arguments);
    EXPECT_EQ(run.code, 0) << run.err;
    return run.out.find("atol stays at 1e-07") != std::string::npos;
  };
  EXPECT_TRUE(warned({"--rtol", "1e-10"}));
  EXPECT_FALSE(warned({"--rtol", "1e-10", "--atol", "1e-10"}));
  EXPECT_FALSE(warned({"--rtol", "1e-6"}));
  EXPECT_FALSE(warned({}));
}

class EachExample : public testing::TestWithParam<const char*> {};

TEST_P(EachExample, RunsToItsEndAndWritesEveryColumn) {
  const Scratch scratch;
  const Outcome run =
      holonom({"run", GetParam(), "--output", scratch.file("a.csv"), "--summary", scratch.file("a.json")});
  ASSERT_EQ(run.code, 0) << run.err;
  EXPECT_EQ(run.err, "");
  const auto summary = readJson(scratch.file("a.json"));
  const Table table = readTable(scratch.file("a.csv"));

  EXPECT_EQ(summary["termination"], "reached end");
  EXPECT_EQ(table.header.front(), "t");
  const auto& times = table.columns.at("t");
  std::size_t jumps = 0;
  for (std::size_t i = 1; i < times.size(); ++i) jumps += times[i] == times[i - 1];
  // the start is a row, too, and what is behind a jump
  EXPECT_EQ(table.rows, summary["steps"].get<std::size_t>() + 1 + jumps);
  EXPECT_NEAR(table.columns.at("t").back(), summary["options_used"]["t-end"].get<double>(), 1e-12);
  for (const char* name : {"energy.kinetic", "energy.potential", "energy.total", "energy.work",
                           "energy.dissipated", "energy.balance", "drift.position", "drift.velocity",
                           "drift.acceleration", "constraints.sigma", "constraints.condition", "step.h",
                           "step.order", "step.newton", "step.jacobians", "step.rejected", "step.events"})
    EXPECT_TRUE(table.columns.count(name)) << name;
  for (const char* ending :
       {".x", ".y", ".theta", ".vx", ".vy", ".omega", ".ax", ".ay", ".alpha", ".lambda1"})
    EXPECT_TRUE(std::any_of(table.header.begin(), table.header.end(), [&](const std::string& name) {
      return endsWith(name, ending);
    })) << ending;
  for (const auto& [name, values] : table.columns)
    EXPECT_TRUE(std::all_of(values.begin(), values.end(), [](double v) { return std::isfinite(v); })) << name;
  EXPECT_TRUE(std::is_sorted(table.columns.at("t").begin(), table.columns.at("t").end()));
}

TEST_P(EachExample, IsConsistent) {
  const Outcome check = holonom({"check", GetParam()});
  EXPECT_EQ(check.code, 0) << check.err;
  EXPECT_NE(check.out.find("mobility"), std::string::npos);
}

INSTANTIATE_TEST_SUITE_P(Shipped, EachExample,
                         testing::Values("pendulum", "double_pendulum", "four_bar", "slider_crank", "andrews",
                                         "rolling_disc", "knife_edge", "pid_arm", "bouncing_slider", "door",
                                         "sampled_arm", "scotch_yoke"));

TEST(Run, RejectionsAreListedWithCauseAndCoordinate) {
  const Scratch scratch;
  const Outcome run = holonom({"run", "slider_crank", "--index", "3", "--rejections", scratch.file("r.csv"),
                               "--summary", scratch.file("s.json")});
  ASSERT_EQ(run.code, 0) << run.err;
  std::ifstream file(scratch.file("r.csv"));
  std::string line;
  std::getline(file, line);
  EXPECT_EQ(line, "t,h,order,cause,error,coordinate");
  long lines = 0;
  for (; std::getline(file, line); ++lines) {
    EXPECT_NE(line.find("error test"), std::string::npos) << line;
    EXPECT_TRUE(endsWith(line, ".x") || endsWith(line, ".y") || endsWith(line, ".theta")) << line;
  }
  EXPECT_GT(lines, 0);
  EXPECT_EQ(readJson(scratch.file("s.json"))["rejected"], lines);
}

TEST(Run, EventsAreListed) {
  const Scratch scratch;
  const Outcome run = holonom({"run", "bouncing_slider", "--summary", scratch.file("s.json")});
  ASSERT_EQ(run.code, 0) << run.err;
  EXPECT_NE(run.out.find("t = 1.3 s: force 'hoist': step(t - 1.3) switches on"), std::string::npos)
      << run.out;
  const auto summary = readJson(scratch.file("s.json"));
  EXPECT_EQ(summary["event_count"], 4);
  ASSERT_EQ(summary["events"].size(), 4u);
  EXPECT_EQ(summary["events"][0]["name"], "stop 'floor': lower limit");
  EXPECT_EQ(summary["events"][0]["what"], "is hit");
  EXPECT_NEAR(summary["events"][0]["t"].get<double>(), 0.4515236409857309, 1e-5);
}

TEST(Run, SummaryTellsWhatWasDone) {
  const Scratch scratch;
  ASSERT_EQ(
      holonom({"run", "pendulum", "--rtol", "1e-6", "--t-end", "0.5", "--summary", scratch.file("a.json")})
          .code,
      0);
  const auto summary = readJson(scratch.file("a.json"));
  for (const char* count : {"steps", "rejected", "residuals", "jacobians", "factorizations",
                            "newton_iterations", "jacobian_reuses"})
    EXPECT_TRUE(summary[count].is_number_integer()) << count;
  EXPECT_GT(summary["steps"], 0);
  EXPECT_GE(summary["residuals"], summary["steps"]);
  long byCause = 0;
  for (const auto& [cause, number] : summary["rejected_by_cause"].items()) byCause += number.get<long>();
  EXPECT_EQ(byCause, summary["rejected"].get<long>());
  EXPECT_EQ(summary["options_given"]["rtol"], 1e-6);
  EXPECT_EQ(summary["options_used"]["rtol"], 1e-6);
  EXPECT_EQ(summary["options_used"]["atol"], 1e-7);  // from the model
  EXPECT_EQ(summary["time"], 0.5);
  EXPECT_GT(summary["cpu_seconds"].get<double>(), 0);
  EXPECT_TRUE(summary["times"].is_object());
  EXPECT_GT(summary["largest_drift"]["acceleration"].get<double>(), 0);
  EXPECT_GT(summary["spike_metric"].get<double>(), 0);
  EXPECT_TRUE(summary["energy_error"].is_number());
  EXPECT_TRUE(summary["warnings"].is_array());
}

TEST(Run, LargestDriftIsThatOfTheRows) {
  const Scratch scratch;
  ASSERT_EQ(
      holonom({"run", "slider_crank", "--output", scratch.file("a.csv"), "--summary", scratch.file("a.json")})
          .code,
      0);
  const auto summary = readJson(scratch.file("a.json"));
  const Table table = readTable(scratch.file("a.csv"));
  for (const char* level : {"position", "velocity", "acceleration"}) {
    const auto& column = table.columns.at(std::string("drift.") + level);
    EXPECT_DOUBLE_EQ(*std::max_element(column.begin(), column.end()),
                     summary["largest_drift"][level].get<double>())
        << level;
  }
}

TEST(Run, TwoRunsGiveTheSameFileToTheLastBit) {
  const Scratch scratch;
  for (const char* name : {"a", "b"})
    ASSERT_EQ(holonom({"run", "double_pendulum", "--t-end", "1", "--output",
                       scratch.file(name + std::string(".csv")), "--summary",
                       scratch.file(name + std::string(".json"))})
                  .code,
              0);
  EXPECT_EQ(readText(scratch.file("a.csv")), readText(scratch.file("b.csv")));
  auto a = readJson(scratch.file("a.json")), b = readJson(scratch.file("b.json"));
  for (auto* summary : {&a, &b}) {
    summary->erase("times");
    summary->erase("cpu_seconds");
  }
  EXPECT_EQ(a, b);
}

TEST(Run, PointsAreSpreadUniformly) {
  const Scratch scratch;
  ASSERT_EQ(
      holonom({"run", "pendulum", "--t-end", "2", "--points", "41", "--output", scratch.file("a.csv")}).code,
      0);
  const Table table = readTable(scratch.file("a.csv"));
  ASSERT_EQ(table.rows, 41u);
  for (std::size_t i = 0; i < table.rows; ++i)
    EXPECT_NEAR(table.columns.at("t")[i], 0.05 * static_cast<double>(i), 1e-12);
}

// Dense output and accepted steps are the same motion.
TEST(Run, PointsLieOnTheAcceptedMotion) {
  const Scratch scratch;
  const std::vector<std::string> base{"run", "pendulum", "--rtol", "1e-8", "--t-end", "1", "--output"};
  auto steps = base, points = base;
  steps.push_back(scratch.file("steps.csv"));
  points.insert(points.end(), {scratch.file("points.csv"), "--points", "11"});
  ASSERT_EQ(holonom(steps).code, 0);
  ASSERT_EQ(holonom(points).code, 0);
  const Table a = readTable(scratch.file("steps.csv")), b = readTable(scratch.file("points.csv"));
  for (const std::string& name : a.header) {
    if (!endsWith(name, ".theta") && !endsWith(name, ".omega")) continue;
    EXPECT_NEAR(a.columns.at(name).front(), b.columns.at(name).front(), 1e-9) << name;
    EXPECT_NEAR(a.columns.at(name).back(), b.columns.at(name).back(), 1e-6) << name;
  }
}

TEST(Run, SetChangesTheModel) {
  const Scratch scratch;
  for (const char* gravity : {"-9.81", "-1.62"})
    ASSERT_EQ(holonom({"run", "pendulum", "--t-end", "0.5", "--set", std::string("/gravity/1=") + gravity,
                       "--output", scratch.file(std::string(gravity) + ".csv")})
                  .code,
              0);
  const Table earth = readTable(scratch.file("-9.81.csv")), moon = readTable(scratch.file("-1.62.csv"));
  double difference = 0;
  for (const std::string& name : earth.header)
    if (endsWith(name, ".alpha"))
      difference = std::max(difference, std::abs(earth.columns.at(name)[0] - moon.columns.at(name)[0]));
  EXPECT_GT(difference, 0.1);
}

TEST(Run, MethodAndIndexAreObeyed) {
  const Scratch scratch;
  ASSERT_EQ(holonom({"run", "pendulum", "--method", "generalized-alpha", "--index", "3", "--t-end", "0.2",
                     "--output", scratch.file("a.csv"), "--summary", scratch.file("a.json")})
                .code,
            0);
  const auto used = readJson(scratch.file("a.json"))["options_used"];
  EXPECT_EQ(used["method"], "generalized-alpha");
  EXPECT_EQ(used["index"], 3);
  ASSERT_EQ(holonom({"run", "pendulum", "--method", "bdf", "--max-order", "2", "--t-end", "0.2", "--output",
                     scratch.file("b.csv")})
                .code,
            0);
  const auto order = readTable(scratch.file("b.csv")).columns.at("step.order");
  EXPECT_EQ(*std::max_element(order.begin(), order.end()), 2);
}

TEST(Run, AStepLimitEndsInGoodOrder) {
  const Scratch scratch;
  const Outcome run = holonom({"run", "pendulum", "--max-steps", "5", "--summary", scratch.file("a.json")});
  EXPECT_EQ(run.code, 0) << run.err;
  const auto summary = readJson(scratch.file("a.json"));
  EXPECT_EQ(summary["steps"], 5);
  EXPECT_EQ(summary["termination"], "step limit");
}

}  // namespace
}  // namespace holonom::cli_test
