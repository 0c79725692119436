// SPDX-License-Identifier: GPL-3.0-or-later
// Sources look as .clang-format says, and no line is wider than it allows, comments included, which
// clang-format leaves.
#include <gtest/gtest.h>
#include <stdio.h>

#include <algorithm>
#include <sstream>

#include "tests/architecture/include_rules.h"

namespace holonom::architecture {
namespace {

constexpr int kColumns = 110;  // ColumnLimit of .clang-format

std::vector<SourceText> allSources() {
  return readSources(HOLONOM_SOURCE_DIR, {"core", "solvers", "gui", "tests"});
}

/// Characters of a line in UTF-8: bytes that begin one.
int columnsOf(const std::string& line) {
  return static_cast<int>(std::count_if(line.begin(), line.end(), [](char c) { return (c & 0xC0) != 0x80; }));
}

std::vector<int> wideLines(const std::string& text) {
  std::vector<int> found;
  std::istringstream lines(text);
  int number = 0;
  for (std::string line; std::getline(lines, line);)
    if (++number; columnsOf(line) > kColumns) found.push_back(number);
  return found;
}

/// Standard output of a command.
std::string outputOf(const std::string& command) {
  std::string text;
  FILE* pipe = ::popen(command.c_str(), "r");
  if (!pipe) return text;
  char piece[4096];
  while (const std::size_t size = std::fread(piece, 1, sizeof piece, pipe)) text.append(piece, size);
  ::pclose(pipe);
  return text;
}

TEST(Format, NoLineIsTooWide) {
  for (const SourceText& source : allSources())
    for (const int line : wideLines(source.text))
      ADD_FAILURE() << source.path << ':' << line << ": wider than " << kColumns << " columns";
}

TEST(Format, ColumnsAreCharacters) {
  const std::string wide(kColumns, 'x');
  EXPECT_TRUE(wideLines("//\n" + wide + "\n").empty());
  EXPECT_EQ(wideLines("//\n" + wide + "x\n"), std::vector<int>{2});
  std::string greek;
  for (int i = 0; i < kColumns; ++i) greek += "λ";
  EXPECT_TRUE(wideLines(greek).empty());
  EXPECT_EQ(wideLines(greek + "λ"), std::vector<int>{1});
}

TEST(Format, SourcesAreAsClangFormatWritesThem) {
  const std::string program = HOLONOM_CLANG_FORMAT;
  if (outputOf("'" + program + "' --version 2>/dev/null").find("version 14.") == std::string::npos)
    GTEST_SKIP() << "clang-format 14 is not installed; other versions format differently";
  const std::string files = "find core solvers gui tests -name '*.cpp' -o -name '*.h'";
  EXPECT_EQ(outputOf("cd '" HOLONOM_SOURCE_DIR "' && " + files + " | xargs '" + program +
                     "' --dry-run --Werror --ferror-limit=1 2>&1"),
            "")
      << "clang-format-14 -i FILE mends it";
}

}  // namespace
}  // namespace holonom::architecture
