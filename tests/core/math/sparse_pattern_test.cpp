// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/math/sparse_pattern.h"

#include <gtest/gtest.h>

namespace holonom {
namespace {

TEST(SparsePattern, SortsAndMergesEntries) {
  const auto pattern =
      SparsePattern::fromEntries(3, 4, {{2, 3}, {1, 0}, {2, 3}, {0, 3}, {1, 1}, {0, 0}, {1, 0}});
  EXPECT_EQ(pattern.colStart, (std::vector{0, 2, 3, 3, 5}));
  EXPECT_EQ(pattern.rowIndex, (std::vector{0, 1, 1, 0, 2}));
  EXPECT_EQ(pattern.slot(2, 3), 4);
  EXPECT_EQ(pattern.slot(1, 3), -1);
}

TEST(SparsePattern, MayBeEmpty) {
  for (const auto& [rows, cols] : {std::pair(0, 0), std::pair(0, 2), std::pair(2, 0), std::pair(2, 2)}) {
    const auto pattern = SparsePattern::fromEntries(rows, cols, {});
    EXPECT_EQ(pattern.rows, rows);
    EXPECT_EQ(pattern.colStart, std::vector<int>(std::size_t(cols) + 1, 0));
    EXPECT_EQ(pattern.nonZeros(), 0);
  }
}

}  // namespace
}  // namespace holonom
