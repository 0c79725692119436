// SPDX-License-Identifier: GPL-3.0-or-later
// Numbers that pages quote are what the program gives. A line of its own in a page, which viewers do not
// show,
//     <!-- checked: run MODEL OPTIONS: steps = 714, rejected = 327 -->
//     <!-- checked: benchmark PROBLEM OPTIONS: steps@1e-4 = 206 -->
//     <!-- checked: reproduce paper: table6: BDF, index 2 at 0.0001: q1_error = 0.15 -->
// names a command and what its summary, its measurement at a tolerance, or the row of its table must hold to
// 5 % (with ~ in place of = within a factor of 2); the text of the page must show each value as it is written
// there. Of a run that is a key of the summary (largest_drift.position), the time of the first event of a
// name (events.NAME) or the largest magnitude of a column (largest.NAME). A table that `holonom reproduce
// paper` prints stands below "<!-- checked: reproduce paper: table5 -->".
// HOLONOM_UPDATE_PAGES=1 writes what differs at all into the pages instead; the words around it are for a
// reader to judge.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <iterator>
#include <map>
#include <regex>
#include <sstream>
#include <string_view>

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

std::vector<std::string> argumentsOf(const std::string& text) {
  std::istringstream stream(text);
  return {std::istream_iterator<std::string>(stream), {}};
}

std::vector<fs::path> checkedPages() {
  const fs::path root = HOLONOM_SOURCE_DIR;
  std::vector<fs::path> found{root / "README.md"};
  for (const char* folder : {"resources/docs", "examples"})
    for (const auto& entry : fs::recursive_directory_iterator(root / folder))
      if (entry.path().extension() == ".md") found.push_back(entry.path());
  return found;
}

std::vector<Claim> claimsOf(const std::string& text) {
  static const std::regex comment("<!-- checked: ((?:run|benchmark|reproduce) .*): (.*) -->");
  static const std::regex equation("([A-Za-z0-9_.]+)(?:@([0-9.e-]+))? ([=~]) ([0-9.e+-]+)");
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
  std::vector<std::string> arguments = argumentsOf(command);
  const bool isRun = arguments[0] == "run";
  if (isRun)
    arguments.insert(arguments.end(),
                     {"--summary", scratch.file("summary.json"), "--output", scratch.file("rows.csv")});
  else arguments.insert(arguments.end(), {"--repetitions", "1", "--output", scratch.file("folder")});
  const Outcome outcome = holonom(arguments);
  EXPECT_EQ(outcome.code, 0) << command << ": " << outcome.err;
  if (outcome.code != 0) return known[command] = nlohmann::json::object();
  if (!isRun) return known[command] = readJson(scratch.file("folder/benchmark.json"))["measurements"];
  nlohmann::json summary = readJson(scratch.file("summary.json"));
  for (const auto& [name, values] : readTable(scratch.file("rows.csv")).columns) {
    double largest = 0;
    for (const double value : values) largest = std::max(largest, std::abs(value));
    summary["largest"][name] = largest;
  }
  return known[command] = std::move(summary);
}

double ofRun(const nlohmann::json& summary, const std::string& key) {
  const auto dot = key.find('.');
  const std::string first = key.substr(0, dot), rest = dot == std::string::npos ? "" : key.substr(dot + 1);
  if (rest.empty()) return summary.value(first, NAN);
  if (first != "events") return summary.value(first, nlohmann::json::object()).value(rest, NAN);
  for (const auto& event : summary["events"])
    if (event["name"].get<std::string>().find(rest) != std::string::npos) return event["t"];
  return NAN;
}

double ofBenchmark(const nlohmann::json& measurements, const Claim& claim) {
  for (const auto& measurement : measurements)
    if (std::abs(measurement["tolerance"].get<double>() / std::stod(claim.tolerance) - 1) < 0.01)
      return measurement.value(claim.key, NAN);
  return NAN;
}

bool isRow(const std::string& line) { return line.rfind("|", 0) == 0; }

std::vector<std::string> cellsOf(const std::string& row) {
  std::vector<std::string> cells;
  std::istringstream line(row.substr(1));
  for (std::string cell; std::getline(line, cell, '|');) {
    const auto first = cell.find_first_not_of(' '), last = cell.find_last_not_of(' ');
    cells.push_back(first == std::string::npos ? "" : cell.substr(first, last - first + 1));
  }
  return cells;
}

/// The tables of `holonom reproduce paper`, line by line.
const std::vector<std::string>& paperTables() {
  static const std::vector<std::string> lines = [] {
    const Scratch scratch;
    const Outcome outcome = holonom({"reproduce", "paper", "--output", scratch.file("paper")});
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    return linesOf(readText(scratch.file("paper/tables.md")));
  }();
  return lines;
}

/// `place`: "table6: BDF, index 2 at 0.0001", the table and the first two cells of the row.
double ofPaper(const std::string& place, const std::string& key) {
  static const std::regex form("table([0-9]): (.*) at (.*)");
  std::smatch match;
  if (!std::regex_match(place, match, form)) return NAN;
  bool inTable = false;
  std::vector<std::string> header;
  for (const std::string& line : paperTables()) {
    if (line.rfind("## ", 0) == 0) {
      inTable = line.rfind("## Table " + match[1].str(), 0) == 0;
      header.clear();
    }
    if (!inTable || !isRow(line)) continue;
    const std::vector<std::string> cells = cellsOf(line);
    if (header.empty()) header = cells;
    if (cells[0] != match[2] || cells[1] != match[3]) continue;
    const auto column = std::find(header.begin(), header.end(), key);
    return column == header.end() ? NAN : std::stod(cells[std::size_t(column - header.begin())]);
  }
  return NAN;
}

double valueOf(const Claim& claim) {
  constexpr std::string_view kPaper = "reproduce paper: ";
  if (claim.command.starts_with(kPaper)) return ofPaper(claim.command.substr(kPaper.size()), claim.key);
  const nlohmann::json outcome = outcomeOf(claim.command);
  return claim.tolerance.empty() ? ofRun(outcome, claim.key) : ofBenchmark(outcome, claim);
}

bool isClose(double found, double quoted, bool rough) {
  if (rough) return found <= quoted * (1 + kRough) && quoted <= found * (1 + kRough);
  return std::abs(found - quoted) <= kClose * std::abs(quoted);
}

bool updates() { return std::getenv("HOLONOM_UPDATE_PAGES") != nullptr; }

/// In the form of the number that a page quotes, with as many digits.
std::string quoted(double value, const std::string& like) {
  const auto dot = like.find('.'), exponent = like.find('e');
  const std::size_t end = std::min(exponent, like.size());
  const int digits = dot == std::string::npos ? 0 : int(end - dot - 1);
  char text[32];
  std::snprintf(text, sizeof text, exponent == std::string::npos ? "%.*f" : "%.*e", digits, value);
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
  const std::string equation = claim.key + tolerance + (claim.rough ? " ~ " : " = "),
                    now = quoted(found, claim.value);
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
  for (const fs::path& page : checkedPages()) {
    std::string text = readText(page.string());
    for (const Claim& claim : claimsOf(text)) {
      const double found = valueOf(claim);
      const bool differs = claim.rough ? !isClose(found, std::stod(claim.value), true)
                                       : quoted(found, claim.value) != claim.value;
      if (updates() && differs) {
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

/// The lines of the Markdown table at or below a line: first and behind the last.
std::pair<std::size_t, std::size_t> tableBelow(const std::vector<std::string>& lines, std::size_t first) {
  while (first < lines.size() && !isRow(lines[first])) ++first;
  std::size_t end = first;
  while (end < lines.size() && isRow(lines[end])) ++end;
  return {first, end};
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
  const std::string page = HOLONOM_SOURCE_DIR "/resources/docs/theory/paper_evaluation.md";
  std::vector<std::string> lines = linesOf(readText(page));
  const std::vector<std::string>& printed = paperTables();
  static const std::regex marker("<!-- checked: reproduce paper: [a-z0-9]+ -->");
  int tables = 0;
  std::size_t next = 0;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (!std::regex_match(lines[i], marker)) continue;
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
      "<!-- checked: benchmark b --with bdf:2: error@1e-4 ~ 3e-4 -->\n"
      "<!-- checked: reproduce paper: table6: BDF, index 2 at 0.0001: q1_error = 0.15 -->\n");
  ASSERT_EQ(claims.size(), 4u);
  EXPECT_EQ(claims[0].command, "run a --index 2");
  EXPECT_EQ(claims[1].key, "rejected");
  EXPECT_TRUE(claims[1].rough);
  EXPECT_EQ(claims[2].command, "benchmark b --with bdf:2");
  EXPECT_EQ(claims[2].tolerance, "1e-4");
  EXPECT_EQ(claims[3].command, "reproduce paper: table6: BDF, index 2 at 0.0001");
  EXPECT_EQ(claims[3].key, "q1_error");
  EXPECT_EQ(quoted(0.00163, "1.6e-3"), "1.6e-3");
  EXPECT_EQ(quoted(0.53262, "0.5326"), "0.5326");
  EXPECT_EQ(quoted(714, "15457"), "714");
}

}  // namespace
}  // namespace holonom::cli_test
