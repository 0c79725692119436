// SPDX-License-Identifier: GPL-3.0-or-later
// The time line: the logic of playing alone, then in the window.
#include <QLineEdit>
#include <QPushButton>
#include <QSlider>

#include "gui/session/playback.h"
#include "window_fixture.h"

namespace holonom {
namespace {

TEST(PlaybackLogic, FollowsTheNewestTimeUntilSetByHand) {
  Playback playback;
  playback.setRange(0, 10);
  playback.setAvailable(2);
  EXPECT_EQ(playback.time(), 2);
  playback.setTime(1);
  playback.setAvailable(3);
  EXPECT_EQ(playback.time(), 1);
  playback.setFollowLive(true);
  EXPECT_EQ(playback.time(), 3);
}

TEST(PlaybackLogic, PlaysAtItsSpeedWaitsForTheSolverAndLoopsAtTheEnd) {
  Playback playback;
  playback.setRange(0, 4);
  playback.setAvailable(3);
  playback.setSpeed(0.5);
  playback.playFromStart();
  playback.advance(2);
  EXPECT_EQ(playback.time(), 1);
  playback.advance(100);
  EXPECT_EQ(playback.time(), 3) << "must wait where the solver is";
  EXPECT_TRUE(playback.isPlaying());
  playback.setAvailable(4);
  playback.advance(100);
  EXPECT_EQ(playback.time(), 0) << "must loop";
  playback.setLoop(false);
  playback.advance(100);
  EXPECT_EQ(playback.time(), 4);
  EXPECT_FALSE(playback.isPlaying());
}

TEST(PlaybackLogic, ClampsWhatWasTypedAndIgnoresNonsense) {
  Playback playback;
  playback.setRange(1, 4);
  playback.setAvailable(3);
  playback.setTime(99);
  EXPECT_EQ(playback.time(), 3);
  playback.setTime(-99);
  EXPECT_EQ(playback.time(), 1);
  playback.setTime(std::nan(""));
  EXPECT_EQ(playback.time(), 1);
}

TEST(PlaybackLogic, ShowsAShortRunSlowlyAndALongOneAtItsPace) {
  EXPECT_EQ(Playback::speedFor(0.03), 1. / 128);
  EXPECT_EQ(Playback::speedFor(2), 0.5);
  EXPECT_EQ(Playback::speedFor(100), 1);
}

class Timeline : public WindowTest {
 protected:
  void SetUp() override {
    WindowTest::SetUp();
    if (!window_) return;
    ASSERT_TRUE(document().openNamed("slider_crank"));
    click(button("actionRun"));
    ASSERT_TRUE(waitFor([this] { return finished(); }));
    playback().pause();
  }
  /// A control that shows when Space reached it.
  QToolButton* loopButton() { return find<QToolButton>("loop"); }
};

TEST_F(Timeline, ScrubbingMovesTheMechanism) {
  auto* slider = find<QSlider>("timeSlider");
  QTest::mouseClick(slider, Qt::LeftButton, {}, {slider->width() / 3, slider->height() / 2});
  const double t = playback().time();
  EXPECT_NEAR(t, playback().expectedEnd() / 3, 0.05 * playback().expectedEnd());
  EXPECT_FALSE(playback().isPlaying());
  QTest::qWait(200);
  const QImage there = window_->view().grab().toImage();
  std::vector<BodyPose> first, second;
  ASSERT_TRUE(session().runs()[0]->posesAt(t, first));
  QTest::mouseClick(slider, Qt::LeftButton, {}, {slider->width() / 5, slider->height() / 2});
  ASSERT_TRUE(session().runs()[0]->posesAt(playback().time(), second));
  EXPECT_NE(planarAngle(first[0]), planarAngle(second[0]));
  if (window_->view().hasGraphics()) {
    EXPECT_TRUE(waitFor([&] { return window_->view().grab().toImage() != there; }))
        << "the picture stands still";
  }
}

TEST_F(Timeline, StepsGoPastTheTwoRowsOfAnImpact) {
  ASSERT_TRUE(document().openNamed("door"));
  session().start();
  ASSERT_TRUE(waitFor([this] { return finished(); }));
  const Recording& recording = *session().runs().front()->recording();
  std::size_t impact = 1;
  while (impact < recording.size() && !recording.isBehindJump(impact)) ++impact;
  ASSERT_LT(impact + 1, recording.size());
  const double t = recording.time(impact), before = recording.time(impact - 2),
               behind = recording.time(impact + 1);
  EXPECT_EQ(session().timeOfSample(before, 1), t);
  EXPECT_EQ(session().timeOfSample(t, 1), behind);
  EXPECT_EQ(session().timeOfSample(behind, -1), t);
  EXPECT_EQ(session().timeOfSample(t, -1), before);
  EXPECT_EQ(session().timeOfSample(before, 2), behind);
  EXPECT_EQ(session().timeOfSample(recording.time(recording.size() - 1) + 1, -1),
            recording.time(recording.size() - 1));
}

TEST_F(Timeline, ATypedTimeIsShown) {
  auto* field = find<QLineEdit>("timeField");
  field->setFocus();
  field->selectAll();
  const double target = playback().available() / 4;
  QTest::keyClicks(field, QString::number(target, 'g', 4));
  QTest::keyClick(field, Qt::Key_Return);
  EXPECT_NEAR(playback().time(), target, 1e-3 * target);
}

TEST_F(Timeline, ATypedTimeMayHaveAUnitAndAWrongOneStays) {
  auto* field = find<QLineEdit>("timeField");
  field->setFocus();
  field->selectAll();
  const double target = playback().available() / 4;
  QTest::keyClicks(field, QString::number(1000 * target, 'g', 4) + " ms");
  QTest::keyClick(field, Qt::Key_Return);
  EXPECT_NEAR(playback().time(), target, 1e-3 * target);
  field->selectAll();
  QTest::keyClicks(field, "5 apples");
  QTest::keyClick(field, Qt::Key_Return);
  EXPECT_EQ(field->text(), "5 apples") << "to be mended";
  EXPECT_FALSE(field->styleSheet().isEmpty()) << "and it is red";
  EXPECT_NEAR(playback().time(), target, 1e-3 * target);
  field->selectAll();
  QTest::keyClicks(field, "0");
  EXPECT_TRUE(field->styleSheet().isEmpty());
  QTest::keyClick(field, Qt::Key_Return);
  EXPECT_EQ(playback().time(), 0);
}

TEST_F(Timeline, ATimeIsTypedWhileTheMechanismPlays) {
  const double target = 0.2 * playback().available();
  playback().setSpeed(1. / 32);
  playback().setTime(0);
  playback().play();
  auto* field = find<QLineEdit>("timeField");
  click(field);
  QTest::qWait(120);  // pictures go by
  QTest::keyClicks(field, QString::number(target, 'g', 4));
  QTest::qWait(80);
  EXPECT_EQ(field->text(), QString::number(target, 'g', 4));
  playback().pause();
  QTest::keyClick(field, Qt::Key_Return);
  EXPECT_NEAR(playback().time(), target, 1e-3 * target);
}

TEST_F(Timeline, ArrowKeysMoveByComputedSteps) {
  const Recording& recording = *session().runs()[0]->recording();
  window_->setFocus();
  playback().setTime(recording.time(5));
  key(Qt::Key_Right);
  EXPECT_EQ(playback().time(), recording.time(6));
  key(Qt::Key_Left);
  key(Qt::Key_Left);
  EXPECT_EQ(playback().time(), recording.time(4));
  playback().setTime((recording.time(5) + recording.time(6)) / 2);
  key(Qt::Key_Left);
  EXPECT_EQ(playback().time(), recording.time(5));
  key(Qt::Key_End);
  EXPECT_EQ(playback().time(), recording.time(recording.size() - 1));
  key(Qt::Key_Home);
  EXPECT_EQ(playback().time(), recording.time(0));
}

TEST_F(Timeline, SpacePlaysFromThePictureAndAfterAMouseClickOnAButton) {
  window_->view().setFocus();
  key(Qt::Key_Space);
  EXPECT_TRUE(playback().isPlaying());
  click(loopButton());
  loopButton()->setFocus(Qt::MouseFocusReason);
  const bool loops = playback().loops();
  key(Qt::Key_Space);
  EXPECT_FALSE(playback().isPlaying());
  EXPECT_EQ(playback().loops(), loops) << "the button must not be pressed by Space as well";
}

TEST_F(Timeline, SpaceBelongsToATextFieldAndToAButtonReachedByTheKeyboard) {
  auto* field = find<QLineEdit>("option_rtol");
  field->clear();
  field->setFocus();
  key(Qt::Key_Space);
  EXPECT_FALSE(playback().isPlaying());
  EXPECT_EQ(field->text(), " ");
  field->clear();

  const bool loops = playback().loops();
  loopButton()->setFocus(Qt::TabFocusReason);
  key(Qt::Key_Space);
  EXPECT_FALSE(playback().isPlaying());
  EXPECT_NE(playback().loops(), loops) << "the button must be pressed";
}

}  // namespace
}  // namespace holonom
