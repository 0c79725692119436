// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/dynamics/row_name.h"

#include <gtest/gtest.h>

namespace holonom {
namespace {

TEST(RowName, RowsOfOnePartThatStandTogetherAreOneEntry) {
  const std::vector<RowName> rows{{"joint 'A: x'", "x"},
                                  {"joint 'A: x'", "y"},
                                  {"joint 'B'", "x"},
                                  {"joint 'A: x'", "z"},
                                  {"loop"},
                                  {"loop"}};
  EXPECT_EQ(byPart(rows), (std::vector<std::string>{"joint 'A: x': x, y", "joint 'B': x", "joint 'A: x': z",
                                                    "loop", "loop"}));
  EXPECT_EQ(textsOf(rows)[1], "joint 'A: x': y");
  EXPECT_TRUE(byPart({}).empty());
}

}  // namespace
}  // namespace holonom
