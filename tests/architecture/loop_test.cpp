// SPDX-License-Identifier: GPL-3.0-or-later
// The loop of a run stays on one page, and no function of what surrounds it is longer than a screen.
#include <gtest/gtest.h>

#include <map>
#include <regex>
#include <sstream>

#include "tests/architecture/include_rules.h"

namespace holonom::architecture {
namespace {

/// Lines of each function defined at the left margin, by its name with that of its class.
std::map<std::string, int> functionLengths(const std::string& text) {
  static const std::regex name(R"(^[A-Za-z][^;={]*?((?:\w+::)*~?\w+)\()");
  std::map<std::string, int> lengths;
  std::istringstream lines(text);
  std::string line, current;
  int length = 0;
  while (std::getline(lines, line)) {
    std::smatch found;
    if (current.empty() && std::regex_search(line, found, name)) current = found[1], length = 0;
    if (current.empty()) continue;
    ++length;
    if (line == "}") lengths[current] = length;
    if (line == "}" || line.ends_with(";")) {
      if (line == "}" || length == 1) current.clear();
    }
  }
  return lengths;
}

TEST(Loop, FunctionsAreMeasured) {
  const auto lengths = functionLengths(
      "int one(int a) {\n  return a;\n}\n\nvoid declared(int b);\n\n"
      "bool Some::two(int a,\n               int b) const {\n  if (a) {\n  }\n"
      "  return b;\n}\n");
  EXPECT_EQ(lengths.at("one"), 3);
  EXPECT_EQ(lengths.at("Some::two"), 6);
  EXPECT_FALSE(lengths.count("declared"));
}

TEST(Loop, StandsOnOnePage) {
  int lines = 0;
  for (const SourceText& source : readSources(HOLONOM_SOURCE_DIR, {"solvers/simulation/loop"})) {
    if (!source.path.ends_with("loop/simulation.cpp")) continue;
    const auto lengths = functionLengths(source.text);
    for (const char* part : {"advance", "begin", "plan", "attempt", "accept", "react", "close"}) {
      const auto found = lengths.find(std::string("Simulation::") + part);
      ASSERT_NE(found, lengths.end()) << part;
      lines += found->second;
    }
  }
  EXPECT_GT(lines, 0);
  EXPECT_LE(lines, 80);
}

TEST(Loop, NoFunctionOfARunIsLongerThanAScreen) {
  constexpr int kMost = 60;
  for (const SourceText& source :
       readSources(HOLONOM_SOURCE_DIR, {"solvers/simulation/loop", "solvers/simulation/watches"}))
    for (const auto& [name, lines] :
         functionLengths(source.path.ends_with(".cpp") ? source.text : std::string()))
      EXPECT_LE(lines, kMost) << source.path << ": " << name;
}

}  // namespace
}  // namespace holonom::architecture
