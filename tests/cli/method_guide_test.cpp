// SPDX-License-Identifier: GPL-3.0-or-later
// The guide to the methods, and the page of the manual that is made of it.
#include <gtest/gtest.h>

#include <cstdlib>

#include "solvers/integrators/methods.h"
#include "tests/cli/program.h"

namespace holonom::cli_test {
namespace {

TEST(MethodGuide, TellsOfEachMethodAndEachFamily) {
  const Outcome guide = holonom({"methods"});
  ASSERT_EQ(guide.code, 0) << guide.err;
  for (const MethodDescriptor& method : methods()) {
    EXPECT_NE(guide.out.find("\n" + method.name + "  "), std::string::npos) << method.name << ": its row";
    EXPECT_NE(guide.out.find("  " + method.name + ": " + method.label.str()), std::string::npos);
    EXPECT_NE(guide.out.find(method.whenToChoose.str()), std::string::npos) << method.name;
    EXPECT_NE(guide.out.find(method.costPerStep.str()), std::string::npos) << method.name;
    if (method.family) EXPECT_NE(guide.out.find(method.family->history.str()), std::string::npos);
  }
  for (const char* column : {"order", "stiff", "events", "long runs", "real time", "cost per step"})
    EXPECT_NE(guide.out.find(std::string("\n") + column + ": "), std::string::npos) << column;
}

/// HOLONOM_UPDATE_PAGES=1 writes it.
TEST(MethodGuide, ThePageOfTheManualIsWhatTheProgramSays) {
  const std::string page = HOLONOM_SOURCE_DIR "/resources/docs/user/methods.md";
  const Outcome guide = holonom({"methods", "--markdown"});
  ASSERT_EQ(guide.code, 0) << guide.err;
  if (!findMethod("ida")) GTEST_SKIP() << "built without one of the methods";
  if (std::getenv("HOLONOM_UPDATE_PAGES")) writeText(page, guide.out);
  EXPECT_EQ(readText(page), guide.out) << "HOLONOM_UPDATE_PAGES=1 writes it anew";
}

}  // namespace
}  // namespace holonom::cli_test
