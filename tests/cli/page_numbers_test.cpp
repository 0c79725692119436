// SPDX-License-Identifier: GPL-3.0-or-later
// Numbers that pages quote are what the program gives. A line of its own in a page, which viewers do not
// show,
//     <!-- checked: run MODEL OPTIONS: steps = 714, rejected = 327 -->
//     <!-- checked: benchmark PROBLEM OPTIONS: steps@1e-4 = 206 -->
// names a command and what its summary, or its measurement at a tolerance, must hold to 5 % (with ~ in place
// of = within a factor of 2); the text of the page must show each value as it is written there. A table that
// `holonom reproduce paper` prints stands below "<!-- checked: reproduce paper: table5 -->".
#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <iterator>
#include <map>
#include <regex>
#include <sstream>

#include "tests/cli/program.h"

namespace holonom::cli_test {
namespace {

namespace fs = std::filesystem;

constexpr double kClose = 0.05, kRough = 1;  // relative; compilers and machines round differently

struct Claim {
  std::string command, key, tolerance, value;  // tolerance of a measurement; empty for a run
  bool rough = false;
};

std::vector<std::string> linesOf(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

std::vector<std::string> wordsOf(const std::string& text) {
  std::istringstream stream(text);
  return {std::istream_iterator<std::string>(stream), {}};
}

std::vector<fs::path> pages() {
  const fs::path root = HOLONOM_SOURCE_DIR;
  std::vector<fs::path> found{root / "README.md"};
  for (const char* folder : {"resources/docs", "examples"})
    for (const auto& entry : fs::recursive_directory_iterator(root / folder))
      if (entry.path().extension() == ".md") found.push_back(entry.path());
  return found;
}

std::vector<Claim> claimsOf(const std::string& text) {
  static const std::regex comment("<!-- checked: ((?:run|benchmark) .*): (.*) -->");
  static const std::regex equation("([a-z_]+)(?:@([0-9.e-]+))? ([=~]) ([0-9.e+-]+)");
  std::vector<Claim> claims;
  for (const std::string& line : linesOf(text))
    if (std::smatch match; std::regex_match(line, match, comment)) {
      const std::string equations = match[2];
      for (std::sregex_iterator it(equations.begin(), equations.end(), equation), end; it != end; ++it)
        claims.push_back({match[1], (*it)[1], (*it)[2], (*it)[4], (*it)[3] == "~"});
    }
  return claims;
}

/// What a reader sees of a page.
std::string visible(const std::string& text) {
  std::string seen;
  for (const std::string& line : linesOf(text))
    if (line.rfind("<!--", 0) != 0) seen += line + '\n';
  return seen;
}

/// The summary of a run, all measurements of a benchmark.
nlohmann::json outcomeOf(const std::string& command) {
  static std::map<std::string, nlohmann::json> known;
  if (const auto at = known.find(command); at != known.end()) return at->second;
  const Scratch scratch;
  std::vector<std::string> arguments = wordsOf(command);
  const bool isRun = arguments[0] == "run";
  if (isRun) arguments.insert(arguments.end(), {"--summary", scratch.file("summary.json")});
  else arguments.insert(arguments.end(), {"--repetitions", "1", "--output", scratch.file("folder")});
  const Outcome outcome = holonom(arguments);
  EXPECT_EQ(outcome.code, 0) << command << ": " << outcome.err;
  if (outcome.code != 0) return known[command] = nlohmann::json::object();
  return known[command] = isRun ? readJson(scratch.file("summary.json"))
                                : readJson(scratch.file("folder/benchmark.json"))["measurements"];
}

double valueOf(const Claim& claim) {
  const nlohmann::json outcome = outcomeOf(claim.command);
  if (claim.tolerance.empty()) return outcome.value(claim.key, NAN);
  for (const auto& measurement : outcome)
    if (std::abs(measurement["tolerance"].get<double>() / std::stod(claim.tolerance) - 1) < 0.01)
      return measurement.value(claim.key, NAN);
  return NAN;
}

bool isClose(double found, double quoted, bool rough) {
  if (rough) return found <= quoted * (1 + kRough) && quoted <= found * (1 + kRough);
  return std::abs(found - quoted) <= kClose * std::abs(quoted);
}

TEST(PageNumbers, AreWhatTheProgramGives) {
  std::size_t checked = 0;
  for (const fs::path& page : pages()) {
    const std::string text = readText(page.string());
    for (const Claim& claim : claimsOf(text)) {
      const double found = valueOf(claim);
      EXPECT_TRUE(isClose(found, std::stod(claim.value), claim.rough))
          << page << ": holonom " << claim.command << " gives " << claim.key << ' ' << claim.tolerance
          << " = " << found << ", not " << claim.value;
      EXPECT_NE(visible(text).find(claim.value), std::string::npos)
          << page << ": the text does not say " << claim.value;
      ++checked;
    }
  }
  EXPECT_GE(checked, 40u);
}

/// Cells of the Markdown table that begins behind a line.
std::vector<std::vector<std::string>> tableBelow(const std::vector<std::string>& lines, std::size_t at) {
  while (at < lines.size() && lines[at].rfind("|", 0) != 0) ++at;
  std::vector<std::vector<std::string>> rows;
  for (; at < lines.size() && lines[at].rfind("|", 0) == 0; ++at) {
    rows.emplace_back();
    std::istringstream line(lines[at].substr(1));
    for (std::string cell; std::getline(line, cell, '|');) {
      const auto first = cell.find_first_not_of(' '), last = cell.find_last_not_of(' ');
      rows.back().push_back(first == std::string::npos ? "" : cell.substr(first, last - first + 1));
    }
  }
  return rows;
}

/// Numbers agree to 5 %, other cells to the letter. Times are what they are.
void expectAlike(const std::vector<std::string>& header, const std::vector<std::string>& quoted,
                 const std::vector<std::string>& found) {
  ASSERT_EQ(quoted.size(), found.size());
  for (std::size_t i = 0; i < quoted.size(); ++i) {
    if (header[i] == "cpu_seconds") continue;
    char *quotedEnd = nullptr, *foundEnd = nullptr;
    const double a = std::strtod(quoted[i].c_str(), &quotedEnd), b = std::strtod(found[i].c_str(), &foundEnd);
    if (quoted[i].empty() || *quotedEnd || *foundEnd) EXPECT_EQ(quoted[i], found[i]) << header[i];
    else EXPECT_NEAR(a, b, kClose * std::abs(a)) << header[i] << " of " << found[0];
  }
}

TEST(PageNumbers, TablesOfThePaperAreWhatReproducePrints) {
  const Scratch scratch;
  ASSERT_EQ(holonom({"reproduce", "paper", "--output", scratch.file("paper")}).code, 0);
  static const std::regex comment("<!-- checked: reproduce paper: ([a-z0-9]+) -->");
  const auto lines = linesOf(readText(HOLONOM_SOURCE_DIR "/resources/docs/theory/paper_evaluation.md"));
  const auto printed = linesOf(readText(scratch.file("paper/tables.md")));
  int tables = 0;
  std::size_t next = 0;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    std::smatch match;
    if (!std::regex_match(lines[i], match, comment)) continue;
    while (next < printed.size() && printed[next].rfind("## ", 0) != 0) ++next;
    const auto quoted = tableBelow(lines, i), found = tableBelow(printed, next++);
    ASSERT_EQ(quoted.size(), found.size()) << match[1];
    for (std::size_t row = 0; row < found.size(); ++row) expectAlike(found[0], quoted[row], found[row]);
    ++tables;
  }
  EXPECT_EQ(tables, 3);
}

TEST(PageNumbers, AWrongNumberIsNoticed) {
  EXPECT_TRUE(isClose(714, 714, false));
  EXPECT_FALSE(isClose(714, 15457, false));
  EXPECT_FALSE(isClose(714, 780, false));
  EXPECT_TRUE(isClose(6e-7, 4e-7, true));
  EXPECT_FALSE(isClose(6e-7, 2e-7, true));
  const auto claims = claimsOf(
      "text 714\n<!-- checked: run a --index 2: steps = 714, rejected ~ 3 -->\n"
      "<!-- checked: benchmark b --with bdf:2: error@1e-4 ~ 3e-4 -->\n");
  ASSERT_EQ(claims.size(), 3u);
  EXPECT_EQ(claims[0].command, "run a --index 2");
  EXPECT_EQ(claims[1].key, "rejected");
  EXPECT_TRUE(claims[1].rough);
  EXPECT_EQ(claims[2].command, "benchmark b --with bdf:2");
  EXPECT_EQ(claims[2].tolerance, "1e-4");
}

}  // namespace
}  // namespace holonom::cli_test
