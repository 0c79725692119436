// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <algorithm>
#include <regex>
#include <sstream>

#include "core/model/joint_kinds.h"
#include "core/model/part_values.h"
#include "core/model/part_view.h"
#include "solvers/options/options.h"
#include "tests/cli/program.h"

namespace holonom::cli_test {
namespace {

const std::string kRoot = HOLONOM_SOURCE_DIR;

// The indented block that begins at the line "    {".
std::string firstModelOf(const std::string& markdown) {
  std::istringstream lines(markdown);
  std::string model;
  for (std::string line; std::getline(lines, line);) {
    if (model.empty() && line != "    {") continue;
    if (line.rfind("    ", 0) != 0) break;
    model += line + '\n';
  }
  return model;
}

TEST(Documentation, TheFirstModelOfTheReadmeRuns) {
  const Scratch scratch;
  const std::string model = firstModelOf(readText(kRoot + "/README.md"));
  ASSERT_FALSE(model.empty());
  EXPECT_LE(std::count(model.begin(), model.end(), '\n'), 10);
  writeText(scratch.file("swing.json"), model);
  const Outcome check = holonom({"check", scratch.file("swing.json")});
  EXPECT_EQ(check.code, 0) << check.err;
  EXPECT_NE(check.out.find("1 degree of freedom"), std::string::npos) << check.out;
  const Outcome run = holonom({"run", scratch.file("swing.json"), "--output", scratch.file("swing.csv")});
  EXPECT_EQ(run.code, 0) << run.err;
}

TEST(Documentation, ExplainsEveryOption) {
  const std::string page = readText(kRoot + "/resources/docs/user/command-line.md");
  for (const OptionField& field : optionFields())
    EXPECT_NE(page.find("`--" + field.name), std::string::npos) << field.name;
}

const std::string& modelFormat() {
  static const std::string page = readText(kRoot + "/resources/docs/user/model-format.md");
  return page;
}

// Each value has a row with its unit.
void expectExplained(const PartView& part) {
  for (const PartValue& value : part.values) {
    const std::string row =
        std::string("\n| `") + value.key + "` | " + value.unit + (*value.unit ? " | " : "| ");
    EXPECT_NE(modelFormat().find(row), std::string::npos) << row;
  }
}

// Each kind has a row, that of a joint names all its values.
TEST(Documentation, ExplainsEveryKindOfJointAndItsValues) {
  for (std::size_t i = 0; i < jointKinds().size(); ++i) {
    const std::string name = jointKinds()[i].name, &page = modelFormat();
    const auto at = page.find("\n| `" + name + "` | ");
    ASSERT_NE(at, std::string::npos) << name;
    const std::string row = page.substr(at + 1, page.find('\n', at + 1) - at);
    Joint joint{"", newJoint(i)};
    PartView part = viewOf(joint);
    part.values.erase(part.values.begin());  // the points, which all have
    expectExplained(part);
    for (const PartValue& value : part.values)
      EXPECT_NE(row.find('`' + std::string(value.key) + '`'), std::string::npos) << name << ' ' << value.key;
  }
}

TEST(Documentation, ExplainsBodiesForcesAndControllers) {
  for (const auto kinds : {forceKinds(), controllerKinds()})
    for (const PartKind& kind : kinds)
      EXPECT_NE(modelFormat().find(std::string("\n| `") + kind.name + "` | "), std::string::npos)
          << kind.name;
  Body body;
  expectExplained(viewOf(body));
  for (std::size_t i = 0; i < forceKinds().size(); ++i) {
    Force force{"", makeForce(i)};
    expectExplained(viewOf(force));
  }
  Hand::Grab grab;
  expectExplained(viewOf(grab));
  PidController pid;
  expectExplained(viewOf(pid));
  Sampling sampling;
  expectExplained(viewOf(sampling));
}

TEST(Documentation, ExplainsEveryKeyOfTheSummary) {
  const Scratch scratch;
  ASSERT_EQ(holonom({"run", "pendulum", "--t-end", "0.1", "--summary", scratch.file("a.json")}).code, 0);
  const std::string page = readText(kRoot + "/resources/docs/user/command-line.md");
  const auto summary = readJson(scratch.file("a.json"));
  for (const auto& [key, value] : summary.items())
    if (key != "program" && key != "model") EXPECT_NE(page.find('`' + key + '`'), std::string::npos) << key;
}

TEST(Documentation, HasTheExitCodesOfTheHelpText) {
  const std::string help = holonom({"--help"}).out;
  const std::string page = readText(kRoot + "/resources/docs/user/command-line.md");
  const std::regex line("\n  ([0-9])  ([^\n]+)");
  int found = 0;
  for (std::sregex_iterator it(help.begin(), help.end(), line), end; it != end; ++it, ++found)
    EXPECT_NE(page.find("| " + (*it)[1].str() + " | " + (*it)[2].str()), std::string::npos) << (*it)[0];
  EXPECT_EQ(found, 6);
}

std::vector<std::filesystem::path> pages() {
  std::vector<std::filesystem::path> all{kRoot + "/README.md"};
  for (const auto& entry : std::filesystem::recursive_directory_iterator(kRoot + "/resources/docs"))
    if (entry.path().extension() == ".md") all.push_back(entry.path());
  return all;
}

std::vector<std::smatch> found(const std::string& text, const std::regex& what) {
  return {std::sregex_iterator(text.begin(), text.end(), what), std::sregex_iterator()};
}

/// What the first group of `named` matches on all pages must be a file in the folder that `folderFor` gives
/// for a page; more than `most` times.
template <class FolderFor>
void expectFiles(const std::regex& named, FolderFor folderFor, int most) {
  int count = 0;
  for (const auto& page : pages()) {
    const std::string text = readText(page.string());
    for (const std::smatch& match : found(text, named)) {
      if (match[1].str().rfind("http", 0) == 0) continue;
      EXPECT_TRUE(std::filesystem::exists(folderFor(page) / match[1].str())) << page << ": " << match[1];
      ++count;
    }
  }
  EXPECT_GT(count, most);
}

// Links between the pages, and to pictures, lead to files that exist.
TEST(Documentation, LinksLeadSomewhere) {
  expectFiles(
      std::regex("\\]\\(([^)#]+)\\)"), [](const auto& page) { return page.parent_path(); }, 100);
}

// A file that a page names by its whole path is there.
TEST(Documentation, NamesFilesThatExist) {
  expectFiles(
      std::regex("`((core|solvers|gui|tests|packaging)/[\\w./-]+\\.\\w+)`"),
      [](const auto&) { return std::filesystem::path(kRoot); }, 150);
}

// What the notation says to stand in a file, "`mass()`, `q` in `core/….h`", stands there: a name as a word,
// one with parentheses as a function.
TEST(Documentation, TheNotationNamesWhatTheCodeHas) {
  const std::string page = readText(kRoot + "/resources/docs/theory/notation.md");
  static const std::regex row("((?:`[\\w()]+`(?:, )?)+) in `([\\w./]+\\.h)`"), name("`(\\w+)(\\(\\))?`");
  std::size_t count = 0;
  for (const std::smatch& match : found(page, row)) {
    const std::string code = readText(kRoot + '/' + match[2].str()), names = match[1].str();
    for (const std::smatch& each : found(names, name)) {
      const std::regex use("\\b" + each[1].str() + (each[2].matched ? "\\(" : "\\b"));
      EXPECT_TRUE(std::regex_search(code, use)) << match[2] << " has no " << each[0];
      ++count;
    }
  }
  EXPECT_GT(count, 80u);
}

}  // namespace
}  // namespace holonom::cli_test
