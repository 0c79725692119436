// SPDX-License-Identifier: GPL-3.0-or-later
// What happens to files that are there already.
#include <gtest/gtest.h>

#include "tests/cli/program.h"

namespace holonom::cli_test {
namespace {

const std::string kPendulumFile = std::string(HOLONOM_SOURCE_DIR) + "/examples/pendulum/model.json";

class OwnFiles : public testing::Test {
 protected:
  void SetUp() override {
    std::filesystem::copy_file(kPendulumFile, model);
    std::filesystem::create_symlink("model.json", scratch.file("symbolic.csv"));
    std::filesystem::create_hard_link(model, scratch.file("hard.csv"));
    std::filesystem::create_directory(scratch.file("folder"));
  }
  void expectRefused(const std::vector<std::string>& arguments, const std::string& file) {
    const Outcome outcome = holonom(arguments);
    EXPECT_EQ(outcome.code, 1) << outcome.err;
    EXPECT_NE(outcome.err.find(file), std::string::npos) << outcome.err;
    EXPECT_EQ(readText(model), readText(kPendulumFile)) << "the model was changed";
  }

  Scratch scratch;
  const std::string model = scratch.file("model.json");
};

TEST_F(OwnFiles, TheModelIsNotOverwritten) {
  for (const char* option : {"--output", "--summary", "--rejections"})
    for (const char* name :
         {"model.json", "./model.json", "folder/../model.json", "symbolic.csv", "hard.csv"})
      expectRefused({"run", model, option, scratch.file(name)}, scratch.file(name));
}

TEST_F(OwnFiles, ResultsAreDifferentFilesUnderAnySpelling) {
  const std::string plain = scratch.file("a.csv");
  std::filesystem::create_symlink("a.csv", scratch.file("later.csv"));  // leads to nothing yet
  for (const char* name : {"a.csv", "./a.csv", "folder/../a.csv", "later.csv"}) {
    expectRefused({"run", model, "--output", plain, "--summary", scratch.file(name)}, "same file");
    expectRefused({"run", model, "--output", plain, "--rejections", scratch.file(name)}, "same file");
    expectRefused({"run", model, "--rejections", plain, "--summary", scratch.file(name)}, "same file");
  }
  EXPECT_FALSE(std::filesystem::exists(plain));
}

TEST_F(OwnFiles, CompareDoesNotOverwriteTheModelInItsFolder) {
  for (const char* name : {"summary.json", "bdf-3.csv", "order.png"}) {
    const std::string copy = scratch.file("folder/" + std::string(name));
    std::filesystem::copy_file(kPendulumFile, copy);
    const Outcome outcome = holonom({"compare", copy, "--t-end", "0.1", "--output", scratch.file("folder")});
    EXPECT_EQ(outcome.code, 1) << outcome.err;
    EXPECT_NE(outcome.err.find(copy), std::string::npos) << outcome.err;
    EXPECT_EQ(readText(copy), readText(kPendulumFile));
    std::filesystem::remove(copy);
  }
  const Outcome outcome = holonom({"compare", model, "--t-end", "0.1", "--output", scratch.file("")});
  EXPECT_EQ(outcome.code, 0) << "a folder that holds the model under another name: " << outcome.err;
  EXPECT_EQ(readText(model), readText(kPendulumFile));
}

// A model that no run can assemble.
std::string impossibleModel(const Scratch& scratch) {
  const std::string file = scratch.file("impossible.json");
  writeText(file, R"({"holonom": 1, "ground": {"points": {"O": [0, 0], "far": [9, 0]}},
    "bodies": [{"name": "bar", "mass": 1, "inertia": 1, "points": {"A": [0, 0], "B": [1, 0]}}],
    "joints": [{"name": "a", "type": "revolute", "between": ["ground.O", "bar.A"]},
               {"name": "b", "type": "revolute", "between": ["ground.far", "bar.B"]}]})");
  return file;
}

TEST(FailedRun, KeepsTheResultThatIsThere) {
  const Scratch scratch;
  const std::string csv = scratch.file("a.csv"), rejections = scratch.file("r.csv"),
                    model = impossibleModel(scratch);
  writeText(csv, "t,x\n0,1\n");
  writeText(rejections, "old");
  EXPECT_EQ(holonom({"run", model, "--output", csv, "--rejections", rejections}).code, 3);
  EXPECT_EQ(readText(csv), "t,x\n0,1\n");
  EXPECT_EQ(readText(rejections), "old");
  EXPECT_EQ(holonom({"run", model, "--output", scratch.file("new.csv")}).code, 3);
  EXPECT_FALSE(std::filesystem::exists(scratch.file("new.csv")));
}

TEST(GoodRun, ReplacesALongerResult) {
  const Scratch scratch;
  const std::string csv = scratch.file("a.csv"), rejections = scratch.file("r.csv");
  writeText(csv, std::string(1000000, 'x'));
  ASSERT_EQ(holonom({"run", "pendulum", "--t-end", "0.1", "--output", csv, "--rejections", rejections}).code,
            0);
  EXPECT_EQ(readText(csv).rfind("t,", 0), 0u);
  EXPECT_EQ(readText(csv).find('x' + std::string("xx")), std::string::npos);
  EXPECT_EQ(readText(rejections).rfind("t,h,order,cause,error,coordinate\n", 0), 0u)
      << "also without any rejection";
}

TEST(Compare, SaysThatThereAreNoResultsWhenAllRunsFail) {
  const Scratch scratch;
  const Outcome compare = holonom({"compare", impossibleModel(scratch), "--output", scratch.file("c")});
  EXPECT_EQ(compare.code, 3);
  EXPECT_EQ(compare.out.find("plots"), std::string::npos) << compare.out;
  EXPECT_NE(compare.out.find("no results"), std::string::npos) << compare.out;
  EXPECT_FALSE(std::filesystem::exists(scratch.file("c/bdf-3.csv")));
  EXPECT_TRUE(readJson(scratch.file("c/summary.json"))["runs"][0]["csv"].is_null());
}

}  // namespace
}  // namespace holonom::cli_test
