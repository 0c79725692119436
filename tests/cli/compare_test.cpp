// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "tests/cli/program.h"

namespace holonom::cli_test {
namespace {

constexpr const char* kPngSignature = "\x89PNG\r\n\x1a\n";

TEST(Compare, WritesAFileForEachRunATableAndPlots) {
  const Scratch scratch;
  const Outcome compare = holonom({"compare", "slider_crank", "--with", "bdf:3", "--with", "bdf:2", "--with",
                                   "generalized-alpha:3:rtol=1e-5", "--output", scratch.file("new/folder")});
  ASSERT_EQ(compare.code, 0) << compare.err;
  for (const char* name : {"bdf-3.csv", "bdf-2.csv", "generalized-alpha-3-rtol=1e-5.csv"})
    EXPECT_GT(readTable(scratch.file("new/folder/" + std::string(name))).rows, 10u) << name;
  for (const char* name : {"acceleration.png", "lambda.png", "drift.png", "order.png"})
    EXPECT_EQ(readText(scratch.file("new/folder/" + std::string(name))).rfind(kPngSignature, 0), 0u) << name;

  const auto summary = readJson(scratch.file("new/folder/summary.json"));
  ASSERT_EQ(summary["runs"].size(), 3u);
  EXPECT_EQ(summary["runs"][2]["options_used"]["rtol"], 1e-5);
  EXPECT_EQ(summary["runs"][0]["csv"], "bdf-3.csv");
  EXPECT_EQ(summary["plots"].size(), 4u);
  const std::string table = readText(scratch.file("new/folder/summary.csv"));
  EXPECT_EQ(std::count(table.begin(), table.end(), '\n'), 4);
  for (const char* word : {"bdf:3", "bdf:2", "spike_metric"}) {
    EXPECT_NE(table.find(word), std::string::npos) << word;
    EXPECT_NE(compare.out.find(word), std::string::npos) << word;
  }
}

// What the program is for: index 2 gives smooth accelerations and reactions where index 3 shows spikes.
TEST(Compare, IndexTwoIsSmoothWhereIndexThreeIsNot) {
  const Scratch scratch;
  ASSERT_EQ(holonom({"compare", "slider_crank", "--with", "bdf:3", "--with", "bdf:2", "--output",
                     scratch.file("c")})
                .code,
            0);
  const auto runs = readJson(scratch.file("c/summary.json"))["runs"];
  const auto& three = runs[0];
  const auto& two = runs[1];
  EXPECT_GE(three["spike_metric"].get<double>(), 10 * two["spike_metric"].get<double>());
  EXPECT_GT(three["largest_drift"]["velocity"].get<double>(), two["largest_drift"]["velocity"].get<double>());
}

// Undamped Newmark swings from step to step, ever wilder: no noise is worse, however noisy index 3 may be.
TEST(Compare, AnUnstableRunIsTheNoisiest) {
  const Scratch scratch;
  const auto noise = [&](const std::vector<std::string>& method) {
    std::vector<std::string> arguments{"run",         "slider_crank", "--rtol",    "1e-4",
                                       "--max-steps", "2000",         "--summary", scratch.file("s.json")};
    arguments.insert(arguments.end(), method.begin(), method.end());
    holonom(arguments);
    return readJson(scratch.file("s.json"))["spike_metric"].get<double>();
  };
  const double smooth = noise({"--method", "bdf", "--index", "2"}),
               noisy = noise({"--method", "bdf", "--index", "3"}),
               unstable = noise({"--method", "newmark", "--index", "3", "--gamma", "0.5"});
  EXPECT_GT(noisy, 10 * smooth);
  EXPECT_GT(unstable, 1e3 * noisy);
}

TEST(Compare, WithoutAFolderPrintsTheTableOnly) {
  const Outcome compare = holonom({"compare", "pendulum", "--t-end", "0.5"});
  EXPECT_EQ(compare.code, 0) << compare.err;
  EXPECT_NE(compare.out.find("bdf:3"), std::string::npos);
  EXPECT_NE(compare.out.find("bdf:2"), std::string::npos);
}

TEST(Compare, AToleranceOnTheCommandLineHoldsForEveryRunThatSetsNone) {
  const Scratch scratch;
  ASSERT_EQ(holonom({"compare", "pendulum", "--t-end", "0.2", "--rtol", "3e-5", "--with", "bdf:2", "--with",
                     "generalized-alpha:3", "--with", "bdf:3:rtol=1e-7", "--output", scratch.file("c")})
                .code,
            0);
  const auto runs = readJson(scratch.file("c/summary.json"))["runs"];
  EXPECT_EQ(runs[0]["options_used"]["rtol"], 3e-5);
  EXPECT_EQ(runs[1]["options_used"]["rtol"], 3e-5);
  EXPECT_EQ(runs[2]["options_used"]["rtol"], 1e-7);
}

TEST(Compare, ASlipInTheLastVariantStartsNoRun) {
  const Scratch scratch;
  const Outcome compare =
      holonom({"compare", "pendulum", "--with", "bdf:2", "--with", "bdf:9", "--output", scratch.file("c")});
  EXPECT_EQ(compare.code, 2);
  EXPECT_FALSE(std::filesystem::exists(scratch.file("c")));
}

// One method and index, three settings of one option: files, table, plots and summary tell which is which.
TEST(Compare, RunsThatDifferInAnOptionAreToldApartByIt) {
  const Scratch scratch;
  const Outcome compare =
      holonom({"compare", "pendulum", "--t-end", "0.2", "--with", "dopri5:1", "--with",
               "dopri5:1:stabilisation=baumgarte", "--with", "dopri5:1:stabilisation=none", "--with",
               "dopri5:1:rtol=1e-6", "--output", scratch.file("c")});
  ASSERT_EQ(compare.code, 0) << compare.err;
  const auto runs = readJson(scratch.file("c/summary.json"))["runs"];
  ASSERT_EQ(runs.size(), 4u);
  const char* drift[] = {"projection", "baumgarte", "none", "projection"};
  std::set<std::string> labels;
  for (std::size_t i = 0; i < 4; ++i) {
    const auto label = runs[i]["label"].get<std::string>();
    labels.insert(label);
    EXPECT_NE(label.find(std::string("drift ") + drift[i]), std::string::npos) << label;
    EXPECT_NE(compare.out.find(label), std::string::npos) << compare.out;
    EXPECT_GT(readTable(scratch.file("c/" + runs[i]["csv"].get<std::string>())).rows, 2u);
  }
  EXPECT_EQ(labels.size(), 4u) << "two that amount to the same, too";
  EXPECT_TRUE(std::filesystem::exists(scratch.file("c/dopri5-1-stabilisation=baumgarte.csv")));
}

TEST(Compare, AnOptionThatTheMethodDoesNotLookAtIsNamed) {
  const Outcome compare =
      holonom({"compare", "pendulum", "--t-end", "0.1", "--with", "bdf:2", "--with", "bdf:3:rho=0.5"});
  EXPECT_EQ(compare.code, 0) << compare.err;
  EXPECT_NE(compare.out.find("warning (bdf:3:rho=0.5): rho has no influence"), std::string::npos)
      << compare.out;
  EXPECT_EQ(compare.out.find("warning (bdf:2): rho"), std::string::npos) << compare.out;
}

TEST(Compare, TheHelpSaysThatAnyOptionMayFollow) {
  const Outcome help = holonom({"compare", "--help"});
  EXPECT_NE(help.out.find("METHOD[:INDEX][:OPTION=VALUE"), std::string::npos) << help.out;
  EXPECT_NE(help.out.find("bdf:2:order-strategy=dassl:max-step=0.01"), std::string::npos) << help.out;
  EXPECT_EQ(
      holonom({"compare", "pendulum", "--t-end", "0.1", "--with", "bdf:2:order-strategy=dassl:max-step=0.01"})
          .code,
      0)
      << "the example of the help";
}

/// A tolerance of the model is that of its method; where another method takes its own, somebody must know.
TEST(Compare, TellsWhichToleranceARunHasInsteadOfThatOfTheModel) {
  const Scratch scratch;
  const auto compare = [&](std::vector<std::string> more) {
    std::vector<std::string> arguments{"compare", "pendulum",      "--set",   "run.method=bdf",
                                       "--set",   "run.rtol=1e-5", "--t-end", "0.1",
                                       "--with",  "bdf:2",         "--with",  "dop853:1"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return holonom(arguments).out;
  };
  const std::string own = compare({});
  EXPECT_NE(own.find("warning (dop853:1): its tolerance is 1e-08, that of the method: 1e-05 of the model"),
            std::string::npos)
      << own;
  EXPECT_EQ(own.find("warning (bdf:2)"), std::string::npos) << own;
  EXPECT_EQ(compare({"--rtol", "1e-6"}).find("its tolerance"), std::string::npos);
}

}  // namespace
}  // namespace holonom::cli_test
