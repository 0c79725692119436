// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <algorithm>

#include "tests/cli/program.h"

namespace holonom::cli_test {
namespace {

TEST(Usage, HelpNamesEverySubcommandAndExitCode) {
  for (const char* flag : {"--help", "-h"}) {
    const Outcome help = holonom({flag});
    EXPECT_EQ(help.code, 0);
    EXPECT_EQ(help.err, "");
    for (const char* word : {"run", "compare", "check", "methods", "examples", "generate", "assemble",
                             "reproduce", "schema", "--version", "Exit codes"})
      EXPECT_NE(help.out.find(word), std::string::npos) << word;
  }
}

TEST(Usage, EverySubcommandHasHelp) {
  for (const char* command :
       {"run", "compare", "check", "methods", "examples", "generate", "assemble", "reproduce", "schema"}) {
    const Outcome help = holonom({command, "--help"});
    EXPECT_EQ(help.code, 0) << help.err;
    EXPECT_NE(help.out.find(std::string("holonom ") + command), std::string::npos) << help.out;
  }
}

TEST(Usage, RunHelpListsTheOptionsOfARun) {
  const std::string help = holonom({"run", "--help"}).out;
  for (const char* option : {"--method", "--index", "--rtol", "--atol", "--max-order", "--t-end", "--points",
                             "--output", "--summary", "--set", "--projection-filter"})
    EXPECT_NE(help.find(option), std::string::npos) << option;
}

TEST(Usage, VersionIsOneLine) {
  const Outcome version = holonom({"--version"});
  EXPECT_EQ(version.code, 0);
  EXPECT_EQ(version.out.rfind("holonom ", 0), 0u);
  EXPECT_EQ(std::count(version.out.begin(), version.out.end(), '\n'), 1);
}

TEST(Usage, MethodsAreListedWithTheirIndices) {
  const Outcome methods = holonom({"methods"});
  EXPECT_EQ(methods.code, 0);
  EXPECT_NE(methods.out.find("bdf"), std::string::npos);
  EXPECT_NE(methods.out.find("generalized-alpha"), std::string::npos);
  EXPECT_NE(methods.out.find("IDA of SUNDIALS"), std::string::npos) << "offered, or said to be missing";
}

TEST(Usage, ExamplesAreListed) {
  const Outcome examples = holonom({"examples"});
  EXPECT_EQ(examples.code, 0) << examples.err;
  for (const char* name : {"andrews", "double_pendulum", "four_bar", "pendulum", "slider_crank"})
    EXPECT_NE(examples.out.find(name), std::string::npos) << name;
}

struct Mistake {
  std::vector<std::string> arguments;
  int code;
  std::vector<std::string> saidOnStderr;
};

/// The command line as the name of the case.
void PrintTo(const Mistake& mistake, std::ostream* out) {
  for (const std::string& argument : mistake.arguments) *out << argument << ' ';
}

class Mistakes : public testing::TestWithParam<Mistake> {};

// Every failure: nothing useful is lost on stdout, the message is on stderr and says what and what to do.
TEST_P(Mistakes, AreExplained) {
  const Outcome outcome = holonom(GetParam().arguments);
  EXPECT_EQ(outcome.code, GetParam().code) << outcome.err;
  EXPECT_EQ(outcome.out, "");
  EXPECT_EQ(outcome.err.rfind("holonom: ", 0), 0u) << outcome.err;
  for (const std::string& text : GetParam().saidOnStderr)
    EXPECT_NE(outcome.err.find(text), std::string::npos)
        << '\'' << text << "' is missing in: " << outcome.err;
}

INSTANTIATE_TEST_SUITE_P(
    OnTheCommandLine, Mistakes,
    testing::Values(
        Mistake{{"rnu", "pendulum"}, 1, {"rnu", "Did you mean 'holonom run'"}},
        Mistake{{"frobnicate"}, 1, {"frobnicate", "holonom --help"}},
        Mistake{{"run"}, 1, {"MODEL", "missing", "holonom examples"}},
        Mistake{{"run", "pendulum", "--rtoll", "1e-6"}, 1, {"--rtoll", "Did you mean --rtol?"}},
        Mistake{{"run", "pendulum", "--rtol"}, 1, {"--rtol", "needs a value"}},
        Mistake{{"run", "pendulum", "double_pendulum"}, 1, {"double_pendulum", "one argument too many"}},
        Mistake{{"run", "pendulum", "--output", "both.out", "--summary", "both.out"},
                1,
                {"--summary", "same file"}},
        Mistake{{"compare", "pendulum", "--with", "bdf:3", "--with", "bdf:3"}, 1, {"bdf:3", "twice"}},
        Mistake{{"run", "pendulum", "--output", ""}, 1, {"--output", "empty value"}},
        Mistake{{"run", "pendulum", "--method", "bdf", "--method", "auto"}, 1, {"--method", "2 times"}},
        Mistake{{"generate", "chain", "--links", "3", "--links", "4"}, 1, {"--links", "2 times"}},
        Mistake{{"run", "pendulum", "--rtol="}, 1, {"--rtol"}}, Mistake{{"run", ""}, 1, {"MODEL"}},
        Mistake{{"generate"}, 1, {"chain"}}, Mistake{{"generate", "tree"}, 1, {"tree", "chain"}},
        Mistake{{"generate", "chain"}, 1, {"--links"}}, Mistake{{"generate", "pendulum"}, 1, {"--links"}},
        Mistake{{"generate", "four-bars"}, 1, {"--loops"}},
        Mistake{{"generate", "lattice", "--rows", "3"}, 1, {"--columns"}},
        Mistake{{"generate", "lattice", "--rows", "3", "--columns", "2", "--loops", "1"}, 1, {"--loops"}},
        Mistake{{"generate", "four-bars", "--links", "3"}, 1, {"--links", "--loops"}},
        Mistake{{"generate", "pendulum", "--links", "3", "--spatial"}, 1, {"--spatial", "pendulum", "chain"}},
        Mistake{{"reproduce"}, 1, {"WHAT", "holonom reproduce paper"}},
        Mistake{{"reproduce", "book"}, 1, {"book", "holonom reproduce paper"}},
        Mistake{{"methods", "bdf"}, 1, {"bdf", "one argument too many"}}));

INSTANTIATE_TEST_SUITE_P(
    InTheInput, Mistakes,
    testing::Values(
        Mistake{{"run", "no_such_model"}, 2, {"no_such_model", "pendulum"}},
        Mistake{{"run", "/no/such/model.json"}, 2, {"/no/such/model.json"}},
        Mistake{{"run", "pendulum", "--rtol", "tiny"}, 2, {"rtol", "tiny"}},
        Mistake{{"run", "pendulum", "--rtol", "-1"}, 2, {"rtol"}},
        Mistake{{"run", "pendulum", "--rtol", "nan"}, 2, {"rtol", "nan"}},
        Mistake{{"run", "pendulum", "--t-end", "-1"}, 2, {"t-end", "after the start", "-1"}},
        Mistake{{"run", "pendulum", "--max-order", "2.5"}, 2, {"max-order", "'2.5' is not a whole number"}},
        Mistake{{"run", "pendulum", "--max-order", "7"}, 2, {"max-order", "is 7"}},
        Mistake{{"run", "pendulum", "--rho", "1.5"}, 2, {"rho", "is 1.5"}},
        Mistake{{"check", "/tmp"}, 2, {"/tmp", "folder"}},
        Mistake{{"check", "pendulum", "--set", "gravity.0=nan"},
                2,
                {"--set gravity.0=nan", "not a finite number"}},
        Mistake{{"check", "pendulum", "--set", "gravity.0=-1e999"}, 2, {"not a finite number"}},
        Mistake{{"run", "pendulum", "--t-start", "5", "--t-end", "5"}, 2, {"t-end"}},
        Mistake{{"run", "pendulum", "--t-end", "1e999"}, 2, {"t-end"}},
        Mistake{{"run", "pendulum", "--method", "milne"}, 2, {"milne", "bdf"}},
        Mistake{{"run", "pendulum", "--index", "7"}, 2, {"index", "7"}},
        Mistake{{"run", "pendulum", "--points", "1"}, 2, {"--points", "'1'"}},
        Mistake{{"run", "pendulum", "--points", "many"}, 2, {"--points", "many"}},
        Mistake{{"run", "pendulum", "--set", "nonsense"}, 2, {"nonsense"}},
        Mistake{{"run", "pendulum", "--set", "bodies.nobody.mass=2"}, 2, {"nobody"}},
        Mistake{{"check", "pendulum", "--set", "/bodies/0/mass=-1"}, 2, {"/bodies/0/mass"}},
        Mistake{{"compare", "pendulum", "--with", "milne:3"}, 2, {"milne"}},
        Mistake{
            {"compare", "pendulum", "--with", "bdf:2", "--with", "bdf:4"}, 2, {"--with 'bdf:4': the method"}},
        Mistake{
            {"compare", "pendulum", "--with", "bdf:3:rtol=5"}, 2, {"--with 'bdf:3:rtol=5'", "rtol", "is 5"}},
        Mistake{{"compare", "pendulum", "--with", ":2"}, 2, {"names no method", "METHOD:INDEX"}},
        Mistake{{"compare", "pendulum", "--with", "bdf:2:max-odrer=3"},
                2,
                {"--with 'bdf:2:max-odrer=3': there is no option 'max-odrer', did you mean 'max-order'?",
                 "'order-strategy'", "'reuse-jacobian'"}},
        Mistake{{"compare", "pendulum", "--with", "bdf:2:max-order"}, 2, {"'max-order' is not OPTION=VALUE"}},
        Mistake{{"generate", "chain", "--links", "0"}, 2, {"--links", "'0'"}},
        Mistake{{"generate", "chain", "--links", "1.5"}, 2, {"--links", "1.5"}}));

INSTANTIATE_TEST_SUITE_P(
    InTheOutput, Mistakes,
    testing::Values(
        Mistake{{"run", "pendulum", "--output", "/no/such/folder/a.csv"},
                5,
                {"/no/such/folder/a.csv", "Create the folder"}},
        Mistake{{"run", "pendulum", "--output", "/dev/null/a.csv"}, 5, {"/dev/null/a.csv"}},
        Mistake{{"run", "pendulum", "--output", "/proc/a.csv"}, 5, {"/proc/a.csv"}},
        Mistake{{"run", "pendulum", "--output", "/dev/full"}, 5, {"/dev/full", "space"}},
        Mistake{{"run", "pendulum", "--summary", "/no/such/folder/a.json"}, 5, {"/no/such/folder/a.json"}},
        Mistake{{"run", "pendulum", "--summary", "/dev/full"}, 5, {"/dev/full", "space"}},
        Mistake{{"compare", "pendulum", "--output", "/dev/null/folder"}, 5, {"/dev/null/folder", "folder"}},
        Mistake{{"generate", "chain", "--links", "3", "--output", "/no/such/folder/a.json"},
                5,
                {"/no/such/folder/a.json"}}));

}  // namespace
}  // namespace holonom::cli_test
