// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/spelling.h"

#include <gtest/gtest.h>

namespace holonom {
namespace {

TEST(WithinSentence, LowersWordsAndLeavesSignsAndAbbreviations) {
  EXPECT_EQ(withinSentence("Moment of inertia"), "moment of inertia");
  for (const char* kept : {"PID controller", "B", "P1", "1 degree of freedom", ""})
    EXPECT_EQ(withinSentence(kept), kept);
}

}  // namespace
}  // namespace holonom
