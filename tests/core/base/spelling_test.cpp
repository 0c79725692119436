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

TEST(DidYouMean, TakesNamesElsewhereBeforeThoseThatAreSpelledAlike) {
  const std::vector<std::string> joints{"revolute", "fixed", "pint"};
  const NamesElsewhere elsewhere{{"hingejoint", "revolute"}, {"pin", "revolute"}, {"ball", "spherical"}};
  EXPECT_EQ(didYouMean("Hinge joint", joints, elsewhere), ", did you mean 'revolute'?");
  EXPECT_EQ(didYouMean("pin", joints, elsewhere), ", did you mean 'revolute'?");
  EXPECT_EQ(didYouMean("pin", joints), ", did you mean 'pint'?");
  EXPECT_EQ(didYouMean("ball", joints, elsewhere), "") << "not among these";
  EXPECT_EQ(didYouMean("fixd", joints, elsewhere), ", did you mean 'fixed'?");
}

}  // namespace
}  // namespace holonom
