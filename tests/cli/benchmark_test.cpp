// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <algorithm>
#include <regex>

#include "tests/cli/program.h"

namespace holonom::cli_test {
namespace {

TEST(Benchmark, MeasuresModelsAndProblemsOfTheLiterature) {
  const Scratch scratch;
  const Outcome run =
      holonom({"benchmark", "pendulum_cartesian", "slider_crank", "--with", "bdf:2", "--with", "dopri5:1",
               "--tightest", "1e-4", "--repetitions", "1", "--output", scratch.file("b")});
  ASSERT_EQ(run.code, 0) << run.err;
  EXPECT_NE(run.out.find("reference: "), std::string::npos);
  EXPECT_NE(run.out.find("best/ida"), std::string::npos);
  EXPECT_TRUE(std::regex_search(run.out, std::regex(R"(one evaluation[^\n]*: [0-9.]+ µs)"))) << run.out;
  // every method beside the best, which has 1 somewhere
  EXPECT_NE(run.out.find("CPU time over the best"), std::string::npos);
  EXPECT_TRUE(std::regex_search(run.out, std::regex(R"(\n *(bdf:2|dopri5:1) [^\n]*\b1( |\n))"))) << run.out;

  const std::string table = readText(scratch.file("b/benchmark.csv"));
  EXPECT_EQ(std::count(table.begin(), table.end(), '\n'), 1 + 2 * 2 * 5);  // problems, methods, tolerances
  const auto document = readJson(scratch.file("b/benchmark.json"));
  ASSERT_EQ(document["measurements"].size(), 20u);
  EXPECT_EQ(document["references"][0]["problem"], "pendulum_cartesian");
  for (const auto& row : document["measurements"]) {
    EXPECT_EQ(row["termination"], "reached end");
    EXPECT_GT(row["steps"], 3);
    if (row["tolerance"] < 2e-4) EXPECT_LT(row["error"], 0.05) << row.dump();
  }
  for (const char* name : {"b/pendulum_cartesian.png", "b/slider_crank.png"})
    EXPECT_EQ(readText(scratch.file(name)).rfind("\x89PNG\r\n\x1a\n", 0), 0u) << name;
}

TEST(Benchmark, VariantsOfOneMethodStayApart) {
  const Scratch scratch;
  const Outcome run =
      holonom({"benchmark", "pendulum_cartesian", "--with", "bdf:2", "--with", "bdf:2:max-order=1",
               "--tightest", "1e-3", "--repetitions", "1", "--output", scratch.file("b")});
  ASSERT_EQ(run.code, 0) << run.err;
  const auto rows = readJson(scratch.file("b/benchmark.json"))["measurements"];
  ASSERT_EQ(rows.size(), 6u);
  for (std::size_t i = 0; i < rows.size(); i += 2) {
    EXPECT_EQ(rows[i]["variant"], "bdf:2");
    EXPECT_EQ(rows[i + 1]["variant"], "bdf:2:max-order=1");
    EXPECT_GT(rows[i + 1]["steps"], rows[i]["steps"]) << "the first order needs more";
  }
  EXPECT_EQ(holonom({"benchmark", "pendulum", "--with", "bdf:2", "--with", "bdf:2:rtol=1e-5"}).code, 1)
      << "every tolerance is tried with both";
}

TEST(Benchmark, NamesWhatIsWrong) {
  const Outcome method = holonom({"benchmark", "pendulum", "--with", "bdff:2"});
  EXPECT_EQ(method.code, 2) << "as of run and compare";
  EXPECT_NE(method.err.find("did you mean 'bdf'"), std::string::npos) << method.err;
  const Outcome model = holonom({"benchmark", "no_such_model"});
  EXPECT_NE(model.code, 0);
  EXPECT_NE(model.err.find("no_such_model"), std::string::npos);
  const Outcome number = holonom({"benchmark", "pendulum", "--tightest", "7"});
  EXPECT_EQ(number.code, 2);
  EXPECT_NE(number.err.find("--tightest"), std::string::npos);
}

}  // namespace
}  // namespace holonom::cli_test
