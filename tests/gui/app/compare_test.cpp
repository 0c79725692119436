// SPDX-License-Identifier: GPL-3.0-or-later
// Several runs of one model at the same time.
#include <QCheckBox>
#include <QComboBox>
#include <set>

#include "gui/plots/plot_board.h"
#include "window_fixture.h"

namespace holonom {
namespace {

class Comparing : public WindowTest {
 protected:
  SessionRun& run(std::size_t i) { return *session().runs().at(i); }
};

TEST_F(Comparing, FourRunsStartTogetherInFourColours) {
  ASSERT_TRUE(document().openNamed("slider_crank"));
  session().setComparisons({"bdf:3", "generalized-alpha:3", "bdf:2:rtol=1e-7", "bdf:1"});
  EXPECT_EQ(session().comparisons().size(), 3) << "more than four runs are not offered";
  click(button("actionRun"));
  ASSERT_EQ(session().runs().size(), 4u);
  std::set<QString> labels, colours;
  for (const auto& run : session().runs()) {
    labels.insert(run->label());
    colours.insert(Session::colour(run->place()).name());
  }
  EXPECT_EQ(labels.size(), 4u) << "runs of one method are told apart by their tolerance";
  EXPECT_EQ(colours.size(), 4u);
  ASSERT_TRUE(waitFor([this] { return finished(); }));
  for (const auto& run : session().runs()) EXPECT_EQ(run->run().summary().termination, Termination::ReachedEnd);
}

TEST_F(Comparing, RunsThatKeepTogetherAreSeenAtOneTime) {
  openLongRun();
  session().setComparisons({"bdf:3:rtol=1e-3"});
  SimulationOptions options = session().options();
  options.maxStep = 0.001;
  session().setOptions(options);
  click(button("actionRun"));
  const double lead = Playback::speedFor(options.endTime) / 30;
  ASSERT_TRUE(waitFor([this] { return rows(0) > 400 && rows(1) > 400; }));
  session().pause();
  ASSERT_TRUE(waitFor([this] {
    return run(0).run().progress().state == RunState::Paused && run(1).run().progress().state == RunState::Paused;
  }));
  EXPECT_LE(std::abs(run(0).recordedUntil() - run(1).recordedUntil()), lead + options.maxStep + 1e-9);
  EXPECT_EQ(session().shownUntil(), std::min(run(0).recordedUntil(), run(1).recordedUntil()));
  session().stop();
  EXPECT_TRUE(waitFor([this] { return finished(); }));
}

TEST_F(Comparing, BranchesKeepTheirColoursAndTheFifthReplacesTheOldest) {
  ASSERT_TRUE(document().openNamed("double_pendulum"));
  click(button("actionRun"));
  ASSERT_TRUE(waitFor([this] { return finished(); }));
  const auto first = session().runs().front()->recording();
  const double end = playback().available();
  for (int i = 1; i <= 3; ++i) {
    playback().setTime(end * (0.2 + 0.1 * i));
    click(button("actionBranch"));
    ASSERT_EQ(session().runs().size(), std::size_t(i) + 1);
    ASSERT_TRUE(waitFor([this] { return finished(); }));
  }
  EXPECT_EQ(session().runs().back()->recording(), first);
  EXPECT_EQ(session().runs().back()->place(), 0u) << "the first run keeps its colour";
  std::set<std::size_t> places;
  for (const auto& run : session().runs()) places.insert(run->place());
  EXPECT_EQ(places.size(), 4u);
  playback().setTime(end * 0.6);
  click(button("actionBranch"));
  ASSERT_EQ(session().runs().size(), 4u);
  EXPECT_NE(session().runs().back()->recording(), first);
  EXPECT_EQ(session().runs().front()->place(), 0u) << "the colour that became free";
  ASSERT_TRUE(waitFor([this] { return finished(); }));
}

}  // namespace
}  // namespace holonom
