// SPDX-License-Identifier: GPL-3.0-or-later
// Where the settings of a run come from, and what is said about them.
#include <gtest/gtest.h>

#include <set>

#include "tests/cli/program.h"

namespace holonom::cli_test {
namespace {

std::string modelWith(const Scratch& scratch, const std::string& run, const std::string& outputs = "[]") {
  const std::string file = scratch.file("model.json");
  writeText(file, R"({"holonom": 1, "ground": {"points": {"O": [0, 0]}},
    "bodies": [{"name": "bob", "mass": 1, "inertia": 1, "pose": {"position": [0.5, 0]},
      "points": {"A": [-0.5, 0]}}],
    "joints": [{"name": "pin", "type": "revolute", "between": ["ground.O", "bob.A"]}],
    "outputs": )" + outputs +
                      R"(, "run": )" + run + "}");
  return file;
}

void expectSaid(const Outcome& outcome, int code, const std::vector<std::string>& texts) {
  EXPECT_EQ(outcome.code, code) << outcome.out << outcome.err;
  for (const std::string& text : texts)
    EXPECT_NE(outcome.err.find(text), std::string::npos)
        << '\'' << text << "' is missing in: " << outcome.err;
}

std::set<std::string> givenIn(const nlohmann::json& summary) {
  std::set<std::string> names;
  for (const auto& [name, value] : summary["options_given"].items())
    if (!value.is_null()) names.insert(name);
  return names;
}

TEST(ModelSettings, AreRefusedWithFileAndPath) {
  const struct {
    const char *run, *path;
  } cases[] = {
      {R"({"method": "milne"})", "/run/method: there is no method 'milne'"},
      {R"({"method": "auto", "index": 3})", "/run/index: the method 'auto' chooses the index itself"},
      {R"({"method": "rkc", "index": 3})", "/run/index: the method 'rkc' has no index 3"},
      {R"({"method": "dop853", "index": 2})", "/run/index: the method 'dop853'"},
      {R"({"maxOrder": 9})", "/run/maxOrder: must be 1, 2, 3, 4 or 5, is 9"},
      {R"({"rtol": 7})", "/run/rtol: must lie between 1e-14 and 1, is 7"}};
  for (const auto& bad : cases) {
    const Scratch scratch;
    const std::string model = modelWith(scratch, bad.run);
    for (const char* command : {"check", "run", "compare"})
      expectSaid(holonom({command, model}), 2, {model + ": " + bad.path});
  }
  expectSaid(holonom({"run", "pendulum", "--set", "run.maxOrder=9"}), 2,
             {"model.json with --set run.maxOrder=9: /run/maxOrder"});
}

TEST(ModelSettings, AreNotBlamedForTheCommandLine) {
  const Scratch scratch;
  const std::string model = modelWith(scratch, R"({"method": "milne", "endTime": 2})");
  EXPECT_EQ(holonom({"run", model, "--method", "bdf", "--t-end", "0.1"}).code, 0);
  for (const std::vector<std::string>& options :
       {std::vector<std::string>{"--index", "7"}, {"--t-start", "5"}, {"--max-order", "0"}}) {
    std::vector<std::string> arguments{"run", model, "--method", "bdf"};
    arguments.insert(arguments.end(), options.begin(), options.end());
    const Outcome outcome = holonom(arguments);
    EXPECT_EQ(outcome.code, 2);
    EXPECT_EQ(outcome.err.find("/run/"), std::string::npos) << outcome.err;
  }
}

TEST(Summary, OptionsGivenAreThoseOfModelAndCommandLineOnly) {
  const Scratch scratch;
  const std::string model = modelWith(scratch, R"({"index": 2, "endTime": 0.1})"),
                    file = scratch.file("s.json");
  using Names = std::set<std::string>;
  ASSERT_EQ(holonom({"run", model, "--summary", file}).code, 0);
  EXPECT_EQ(givenIn(readJson(file)), (Names{"index", "t-end"}));
  ASSERT_EQ(
      holonom({"run", model, "--rtol", "1e-5", "--index", "3", "--reuse-jacobian", "on", "--summary", file})
          .code,
      0);
  EXPECT_EQ(givenIn(readJson(file)), (Names{"index", "t-end", "rtol", "reuse-jacobian"}));
  ASSERT_EQ(holonom({"run", model, "--method", "generalized-alpha", "--summary", file}).code, 0);
  EXPECT_EQ(givenIn(readJson(file)), (Names{"method", "t-end"})) << "another method takes its own index";
  ASSERT_EQ(holonom({"compare", model, "--with", "bdf:3:max-order=2", "--output", scratch.file("c")}).code,
            0);
  EXPECT_EQ(givenIn(readJson(scratch.file("c/summary.json"))["runs"][0]),
            (Names{"method", "index", "t-end", "max-order"}));
}
/// Whatever the index, and wherever it is asked for. One that a model carries along does no harm.
TEST(ModelSettings, AnIndexIsRefusedWhereTheMethodChoosesIt) {
  const Scratch scratch;
  const std::string model = modelWith(scratch, R"({"method": "auto", "index": 2, "endTime": 0.1})");
  const std::string said = "the method 'auto' chooses the index itself";
  for (const char* index : {"1", "2", "3"}) {
    expectSaid(holonom({"run", model, "--index", index}), 2, {said});
    expectSaid(holonom({"run", "pendulum", "--method", "auto", "--index", index}), 2, {said});
    expectSaid(holonom({"compare", model, "--with", std::string("auto:") + index}), 2, {said});
  }
  EXPECT_EQ(holonom({"run", model}).code, 0);
  EXPECT_EQ(holonom({"check", model}).code, 0);
  const std::string other = modelWith(scratch, R"({"method": "bdf", "index": 2, "endTime": 0.1})");
  EXPECT_EQ(holonom({"run", other, "--method", "auto"}).code, 0);
  EXPECT_EQ(holonom({"compare", other, "--with", "auto", "--with", "bdf:2"}).code, 0);
}

TEST(Outputs, WithoutAFiniteValueAreReported) {
  const Scratch scratch;
  const std::string model =
      modelWith(scratch, R"({"endTime": 0.1})", R"json([{"name": "root", "expression": "sqrt(-1-t)"},
    {"name": "minus", "expression": "-sqrt(-1-t)"}, {"name": "good", "expression": "t"}])json");
  const Outcome run =
      holonom({"run", model, "--output", scratch.file("a.csv"), "--summary", scratch.file("s.json")});
  expectSaid(run, 0, {"warning", "'root'", "'minus'", "first at t = 0 s"});
  EXPECT_EQ(run.err.find("'good'"), std::string::npos) << run.err;
  EXPECT_EQ(readText(scratch.file("a.csv")).find("-nan"), std::string::npos);
  EXPECT_NE(readText(scratch.file("a.csv")).find("\n0,nan,nan,0,"), std::string::npos);
  const auto warnings = readJson(scratch.file("s.json"))["warnings"];
  EXPECT_NE(warnings.dump().find("'root'"), std::string::npos) << warnings;
}

TEST(Outputs, CannotHaveTheNameOfAnyColumn) {
  const Scratch scratch;
  ASSERT_EQ(
      holonom({"run", modelWith(scratch, "{}"), "--t-end", "0.1", "--output", scratch.file("a.csv")}).code,
      0);
  const Table table = readTable(scratch.file("a.csv"));
  EXPECT_GT(table.header.size(), 20u);
  for (const std::string& name : table.header) {
    if (name == "pin.position" || name == "pin.velocity") continue;  // an output takes the place of these
    const std::string model = modelWith(scratch, "{}", R"([{"name": ")" + name + R"(", "expression": "1"}])");
    expectSaid(holonom({"check", model}), 2, {"/outputs/0/name", "'" + name + "'", "choose another name"});
  }
}

TEST(Warnings, OptionsOfAnotherMethodAreNamed) {
  const Scratch scratch;
  const std::string model = modelWith(scratch, R"({"endTime": 0.1})");
  EXPECT_NE(holonom({"run", model, "--rho", "0.5"}).out.find("--rho has no influence"), std::string::npos);
  EXPECT_EQ(holonom({"run", model, "--max-order", "2"}).out.find("no influence"), std::string::npos);
  EXPECT_EQ(holonom({"compare", model, "--rho", "0.5", "--with", "bdf:2", "--with", "generalized-alpha:3"})
                .out.find("no influence"),
            std::string::npos);
}

TEST(Warnings, TheAutomaticChoiceRunsAsUsualWithOptionsOfOtherMethods) {
  const auto stepsOf = [](const std::vector<std::string>& options) {
    const Scratch scratch;
    std::vector<std::string> arguments{
        "run",       "flexible_slider_crank", "--method", "auto", "--t-end", "0.02",
        "--summary", scratch.file("s")};
    arguments.insert(arguments.end(), options.begin(), options.end());
    const Outcome run = holonom(arguments);
    EXPECT_EQ(run.code, 0) << run.err;
    EXPECT_EQ(run.out.find("no influence") != std::string::npos, !options.empty()) << run.out;
    return readJson(scratch.file("s"))["counts"].dump();
  };
  const std::string usual = stepsOf({});
  for (const std::vector<std::string>& options : {std::vector<std::string>{"--max-order", "1"},
                                                  {"--order-strategy", "difsub"},
                                                  {"--end-projection", "off"},
                                                  {"--stabilisation", "none"}})
    EXPECT_EQ(stepsOf(options), usual) << options.front();
}

/// Rejected steps are repeated with the matrix that they had.
TEST(Summaries, StepsThatDoNotIterateReuseNothing) {
  const Outcome run = holonom({"run", "pendulum", "--method", "rosenbrock", "--t-end", "0.5"});
  EXPECT_EQ(run.out.find("rejected 0"), std::string::npos) << run.out;
  EXPECT_NE(run.out.find(", 0 steps with a reused one"), std::string::npos) << run.out;
}

/// Whatever the reason, it is told in the same way.
TEST(Warnings, OptionsWithoutInfluenceAreNamedWithTheReason) {
  const Scratch scratch;
  const std::string model = modelWith(scratch, R"({"endTime": 0.1})");
  const std::pair<std::vector<std::string>, const char*> cases[] = {
      {{"--method", "radau", "--index", "2", "--end-projection", "off"},
       "--end-projection has no influence: it acts at index 3 and 1."},
      {{"--method", "rk4", "--speed", "2"}, "--speed has no influence: it acts in real time."},
      {{"--method", "rk4", "--fixed-step", "0.01", "--initial-step", "0.001"},
       "--initial-step has no influence: all steps have the fixed size."},
      {{"--method", "rk4", "--fixed-step", "0.01", "--max-step", "0.1"}, "--max-step has no influence"},
      {{"--method", "rk4", "--baumgarte-alpha", "5"}, "--baumgarte-alpha has no influence"},
      {{"--method", "bdf", "--fixed-order", "2", "--max-order", "3"}, "--max-order has no influence"},
      {{"--method", "bdf", "--index", "2", "--projection-filter", "off"}, "--projection-filter has no"},
      {{"--method", "rattle", "--stabilisation", "none"}, "--stabilisation has no influence: it belongs to"},
      {{"--method", "dop853", "--reuse-jacobian", "off"}, "--reuse-jacobian has no influence: it belongs to"},
      {{"--method", "rosenbrock", "--reuse-jacobian", "off"}, "--reuse-jacobian has no influence"},
      {{"--rotations", "cardan"}, "--rotations has no influence: no body of the model turns in space."},
      {{"--local-rule", "bdf2"},
       "--local-rule has no influence: it belongs to the method local-equivalence."}};
  for (const auto& [options, said] : cases) {
    std::vector<std::string> arguments{"run", model};
    arguments.insert(arguments.end(), options.begin(), options.end());
    const Outcome run = holonom(arguments);
    EXPECT_EQ(run.code, 0) << run.err;
    EXPECT_NE(run.out.find(said), std::string::npos) << said << " in\n" << run.out;
  }
  for (const std::vector<std::string>& used :
       {std::vector<std::string>{"--initial-step", "0.001"},
        {"--method", "rk4", "--stabilisation", "baumgarte", "--baumgarte-alpha", "5"},
        {"--index", "3", "--projection-filter", "off"}}) {
    std::vector<std::string> arguments{"run", model};
    arguments.insert(arguments.end(), used.begin(), used.end());
    EXPECT_EQ(holonom(arguments).out.find("no influence"), std::string::npos) << used.front();
  }
  EXPECT_EQ(
      holonom({"run", "heavy_top", "--t-end", "0.01", "--rotations", "cardan"}).out.find("no influence"),
      std::string::npos);
  const Outcome compared = holonom({"compare", model, "--with", "rk4:1:fixed-step=0.01:initial-step=0.001"});
  EXPECT_NE(compared.out.find("initial-step has no influence: all steps"), std::string::npos) << compared.out;
}

}  // namespace
}  // namespace holonom::cli_test
