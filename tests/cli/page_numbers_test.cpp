// SPDX-License-Identifier: GPL-3.0-or-later
// Numbers that pages quote are what the program gives. A line of its own in a page, which viewers do not
// show,
//     <!-- checked: run MODEL OPTIONS: steps = 714, rejected = 327 -->
//     <!-- checked: benchmark PROBLEM OPTIONS: steps@1e-4 = 206 -->
// names a command and what its summary, or its measurement at a tolerance, must hold to 5 % (with ~ in place
// of = within a factor of 2); the text of the page must show each value as it is written there. A table that
// `holonom reproduce paper` prints stands below "<!-- checked: reproduce paper: table5 -->".
// HOLONOM_UPDATE_PAGES=1 writes what differs into the pages instead; the words around it are for a reader to
// judge.
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

bool updates() { return std::getenv("HOLONOM_UPDATE_PAGES") != nullptr; }

/// As a page would quote it: two digits of what is small, whole numbers in full.
std::string quoted(double value) {
  char text[32];
  std::snprintf(text, sizeof text, value == std::round(value) ? "%.0f" : "%.1e", value);
  return std::regex_replace(text, std::regex("e-0"), "e-");
}

std::string joined(const std::vector<std::string>& lines) {
  std::string text;
  for (const std::string& line : lines) text += line + '\n';
  return text;
}

/// The number in its comment, and where it first stands as a number of its own in the paragraph above the
/// comments or below them.
void update(std::string& text, const Claim& claim, double found) {
  std::vector<std::string> lines = linesOf(text);
  const auto isComment = [](const std::string& line) { return line.rfind("<!--", 0) == 0; };
  const std::string tolerance = claim.tolerance.empty() ? "" : "@" + claim.tolerance;
  const std::string equation = claim.key + tolerance + (claim.rough ? " ~ " : " = "), now = quoted(found);
  std::size_t at = 0;
  while (at < lines.size() && lines[at].find("<!-- checked: " + claim.command + ": ") == std::string::npos)
    ++at;
  const std::size_t place = lines.at(at).find(equation + claim.value);
  if (place == std::string::npos) return;
  lines[at].replace(place, equation.size() + claim.value.size(), equation + now);
  while (at > 0 && isComment(lines[at - 1])) --at;
  for (std::size_t back = at > 1 ? at - 2 : 0; back > 0 && !lines[back].empty(); --back) at = back;
  const std::string value = std::regex_replace(claim.value, std::regex("\\."), "\\.");
  const std::regex number("(^|[^0-9.])" + value + "(?![0-9])");
  while (at < lines.size() && (isComment(lines[at]) || !std::regex_search(lines[at], number))) ++at;
  if (at < lines.size())
    lines[at] = std::regex_replace(lines[at], number, "$01" + now, std::regex_constants::format_first_only);
  text = joined(lines);
}

TEST(PageNumbers, AreWhatTheProgramGives) {
  std::size_t checked = 0;
  for (const fs::path& page : pages()) {
    std::string text = readText(page.string());
    for (const Claim& claim : claimsOf(text)) {
      const double found = valueOf(claim);
      if (updates() && !isClose(found, std::stod(claim.value), claim.rough)) {
        update(text, claim, found);
        writeText(page.string(), text);
        ++checked;
        continue;
      }
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

bool isRow(const std::string& line) { return line.rfind("|", 0) == 0; }

/// The lines of the Markdown table at or below a line: first and behind the last.
std::pair<std::size_t, std::size_t> tableBelow(const std::vector<std::string>& lines, std::size_t first) {
  while (first < lines.size() && !isRow(lines[first])) ++first;
  std::size_t end = first;
  while (end < lines.size() && isRow(lines[end])) ++end;
  return {first, end};
}

std::vector<std::string> cellsOf(const std::string& row) {
  std::vector<std::string> cells;
  std::istringstream line(row.substr(1));
  for (std::string cell; std::getline(line, cell, '|');) {
    const auto first = cell.find_first_not_of(' '), last = cell.find_last_not_of(' ');
    cells.push_back(first == std::string::npos ? "" : cell.substr(first, last - first + 1));
  }
  return cells;
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
  const std::string page = HOLONOM_SOURCE_DIR "/resources/docs/theory/paper_evaluation.md";
  std::vector<std::string> lines = linesOf(readText(page));
  const auto printed = linesOf(readText(scratch.file("paper/tables.md")));
  int tables = 0;
  std::size_t next = 0;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (lines[i].rfind("<!-- checked: reproduce paper: ", 0) != 0) continue;
    const auto [first, end] = tableBelow(printed, next);
    const auto [quoted, quotedEnd] = tableBelow(lines, i);
    next = end;
    ++tables;
    if (updates()) {
      lines.erase(lines.begin() + long(quoted), lines.begin() + long(quotedEnd));
      lines.insert(lines.begin() + long(quoted), printed.begin() + long(first), printed.begin() + long(end));
      continue;
    }
    ASSERT_EQ(quotedEnd - quoted, end - first) << lines[i];
    for (std::size_t row = 0; row < end - first; ++row)
      expectAlike(cellsOf(printed[first]), cellsOf(lines[quoted + row]), cellsOf(printed[first + row]));
  }
  EXPECT_EQ(tables, 3);
  if (updates()) writeText(page, joined(lines));
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
