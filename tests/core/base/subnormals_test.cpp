// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/subnormals.h"

#include <gtest/gtest.h>

#include <limits>

namespace holonom {
namespace {

TEST(SubnormalsAreZero, WithinItsScopeOnly) {
  volatile double least = std::numeric_limits<double>::min();
  EXPECT_GT(least * 0.5, 0);
#ifdef __SSE2__
  {
    const SubnormalsAreZero scope;
    EXPECT_EQ(least * 0.5, 0);
    EXPECT_GT(least * 1.0, 0);
  }
#endif
  EXPECT_GT(least * 0.5, 0);
}

}  // namespace
}  // namespace holonom
