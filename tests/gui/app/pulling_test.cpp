// SPDX-License-Identifier: GPL-3.0-or-later
// Pulling the running mechanism with the mouse, and settings that take effect during a run.
#include <Eigen/Geometry>
#include <QMessageBox>
#include <QPushButton>
#include <cmath>
#include <numbers>

#include "gui/panels/compare_panel.h"
#include "gui/session/run_comparison.h"
#include "gui/viewport/scene/view_camera.h"
#include "tests/gui/viewport/bar_in_space.h"
#include "window_fixture.h"

namespace holonom {
namespace {

class Pulled : public WindowTest {
 protected:
  /// A heavy bar that hangs at rest.
  void openHangingBar() {
    Mechanism m;
    m.name = "Hanging bar";
    m.ground.points = {{"O", {0, 0}}};
    Body bar;
    bar.name = "bar";
    bar.mass = 2;
    bar.inertia = 2. / 12;
    bar.centreOfMass = {0.5, 0};
    bar.angle = -std::numbers::pi / 2;
    bar.points = {{"A", {0, 0}}, {"B", {1, 0}}};
    m.bodies = {bar};
    m.joints = {{"hinge", RevoluteJoint{{kGround, 0}, {0, 0}}}};
    document().setMechanism(m);
    SimulationOptions options = session().options();
    options.endTime = 8;
    session().setOptions(options);
    view().lookFrom(MechanismView::Direction::Front);
    settle();
  }

  MechanismView& view() { return window_->view(); }
  void settle() {
    view().repaint();
    QTest::qWait(60);
  }
  QPoint at(const Vector2& place) { return view().pixelOf(place).toPoint(); }

  void press(const Vector2& place, Qt::KeyboardModifiers modifiers = {}) { pressAt(at(place), modifiers); }
  /// And takes hold, for which a click is too little.
  void pressAt(const QPoint& at, Qt::KeyboardModifiers modifiers = {}) {
    QTest::mousePress(&view(), Qt::LeftButton, modifiers, at);
    dragTo(at + QPoint(4, 0));
    dragTo(at);
  }
  void drag(const Vector2& place) { dragTo(at(place)); }
  void dragTo(const QPoint& to) {
    QMouseEvent move(QEvent::MouseMove, to, view().mapToGlobal(to), Qt::NoButton, Qt::LeftButton,
                     Qt::NoModifier);
    QApplication::sendEvent(&view(), &move);
  }
  void release(const Vector2& place) { releaseAt(at(place)); }
  void releaseAt(const QPoint& at) { QTest::mouseRelease(&view(), Qt::LeftButton, {}, at); }

  /// The bar follows the mouse; then it is let go, and after a while the run is ended.
  void pullToTheRight() {
    press({0, -0.9}, Qt::ControlModifier);
    ASSERT_TRUE(waitFor([this] { return session().isLive() && rows() > 3; }));
    for (int i = 1; i <= 5; ++i) drag({0.12 * i, -0.8});
    ASSERT_TRUE(waitFor([this] { return rows() > 0 && value("bar.x", rows() - 1) > 0.15; }));
    release({0.6, -0.8});
    const std::size_t let = rows();
    ASSERT_TRUE(waitFor([&] { return rows() > let + 40; }));
    key(Qt::Key_Escape);
    ASSERT_TRUE(waitFor([this] { return finished(); }));
  }

  double value(const char* channel, std::size_t row) {
    const Recording& recording = *session().runs().front()->recording();
    const auto& channels = recording.channels();
    for (std::size_t i = 0; i < channels.size(); ++i)
      if (channels[i].name == channel) return recording.value(row, int(i));
    ADD_FAILURE() << channel;
    return 0;
  }
};

TEST_F(Pulled, CtrlAndDragPullsTheMechanismAndThePullIsRecorded) {
  openHangingBar();
  ASSERT_NO_FATAL_FAILURE(pullToTheRight());

  double pulled = 0, worst = 0;
  for (std::size_t row = 0; row < rows(); ++row) {
    pulled = std::max(pulled, std::abs(value("hand1.fx", row)));
    worst = std::max(worst, std::abs(value("energy.balance", row) - value("energy.balance", 0)));
  }
  EXPECT_GT(pulled, 1);                         // a force of the run
  EXPECT_EQ(value("hand1.fx", rows() - 1), 0);  // let go
  EXPECT_GT(std::abs(value("energy.work", rows() - 1)), 1e-3);
  EXPECT_LT(worst, 0.05);  // its work is in the balance
}

TEST_F(Pulled, AClickWithCtrlSelectsAndStartsNoRun) {
  openHangingBar();
  const auto click = [this](const Vector2& place) {
    QTest::mousePress(&view(), Qt::LeftButton, Qt::ControlModifier, at(place));
    dragTo(at(place) + QPoint(2, 0));  // the hand trembles
    QTest::mouseRelease(&view(), Qt::LeftButton, Qt::ControlModifier, at(place));
    QTest::qWait(50);
    return window_->workspace().selection.parts();
  };
  using Parts = std::vector<PartRef>;
  const PartRef bar{PartRef::Kind::Body, 0}, hinge{PartRef::Kind::Joint, 0};
  EXPECT_EQ(click({0, -0.8}), Parts{bar});
  EXPECT_EQ(click({0, 0}), (Parts{bar, hinge})) << "along with what is selected";
  EXPECT_EQ(click({0.8, -0.2}), (Parts{bar, hinge})) << "beside all parts";
  EXPECT_EQ(click({0, -0.8}), Parts{hinge});
  EXPECT_TRUE(session().runs().empty());
}

/// The reference feels the same hand; else its distance would be that of the pull.
TEST_F(Pulled, ErrorsAreMeasuredByARunThatIsPulledInTheSameWay) {
  openHangingBar();
  ASSERT_NO_FATAL_FAILURE(pullToTheRight());
  const RunComparison& comparison = window_->findChild<ComparePanel*>()->comparison();
  find<QPushButton>("measureErrors")->click();
  ASSERT_TRUE(waitFor(
      [&] { return comparison.stage() == RunComparison::Stage::Done && !comparison.error(0).empty(); },
      20000))
      << comparison.failure().toStdString();
  const DifferenceGroup position = comparison.error(0).front();
  EXPECT_EQ(position.kind, ChannelKind::Position);
  EXPECT_LT(position.largest, 0.01) << position.channel << " at " << position.time;
}

/// A bar that hangs from a ball joint, pulled to the right of the picture and kept.
TEST_F(Pulled, ABodyInSpaceFollowsTheMouseParallelToThePicture) {
  document().setMechanism(barOn(SphericalJoint{{kGround, 0}, {0, 0}}, {0, 0, -1}));
  SimulationOptions options = session().options();
  options.endTime = 8;
  session().setOptions(options);
  settle();
  key(Qt::Key_H);
  const double azimuth = view().cameraView().azimuth;
  ASSERT_GT(std::abs(std::sin(azimuth)), 0.1) << "askance";
  const Vector3 right = view().cameraView().axes * Vector3(std::cos(azimuth), 0, -std::sin(azimuth));
  const QPoint from = view().pixelInSpace({0, 0, -0.9}).toPoint();
  pressAt(from);
  ASSERT_TRUE(waitFor([this] { return session().isLive() && rows() > 3; }));
  for (int i = 1; i <= 5; ++i) dragTo(from + QPoint(30 * i, 0));
  const auto place = [this](std::size_t row) {
    return Vector3(value("bar.x", row), value("bar.y", row), value("bar.z", row));
  };
  ASSERT_TRUE(waitFor([&] { return rows() > 0 && place(rows() - 1).dot(right) > 0.1; }, 3000))
      << place(rows() - 1).transpose() << " right " << right.transpose();
  keepPicture("pulled_in_space.png");
  const std::size_t pulled = rows() - 1;
  EXPECT_LT(std::abs(place(pulled).dot(right.cross(Vector3::UnitZ()))), 0.3 * place(pulled).dot(right));
  double strongest = 0;  // the bar swings about the hand, which brakes it, too
  for (std::size_t row = 0; row <= pulled; ++row)
    strongest = std::max(strongest, Vector3(value("hand1.fx", row), value("hand1.fy", row), 0).dot(right));
  EXPECT_GT(strongest, 0.1);
  dragTo(from + QPoint(150, -200));
  EXPECT_TRUE(waitFor([&] { return value("hand1.fz", rows() - 1) > 0.5; })) << "upwards";
  releaseAt(from + QPoint(150, -200));
  ASSERT_TRUE(waitFor([&] { return rows() > pulled + 20; }));
  key(Qt::Key_Escape);
  ASSERT_TRUE(waitFor([this] { return finished(); }));
  double worst = 0;
  for (std::size_t row = 0; row < rows(); ++row)
    worst = std::max(worst, std::abs(value("energy.balance", row) - value("energy.balance", 0)));
  EXPECT_LT(worst, 0.05) << "its work is in the balance";
  find<QAction>("actionKeepPull")->trigger();
  ASSERT_EQ(document().mechanism().forces.size(), 1u);
  const auto& kept = std::get<Hand>(document().mechanism().forces[0].kind);
  ASSERT_FALSE(kept.grabs.empty());
  EXPECT_NEAR(kept.grabs[0].at.z(), -0.9, 0.05);
}

/// Its force has a z of 0 there, and none of it is left in the model.
TEST_F(Pulled, AHandOnABodyOfThePlaneBesideOnesInSpaceIsRecorded) {
  Mechanism mixed = barOn(SphericalJoint{{kGround, 0}, {0, 0}}, {0, 0, -1});
  Body weight;
  weight.name = "weight";
  weight.position = {1.5, 0.5};
  weight.points = {{"P", {-0.2, 0}}, {"Q", {0.2, 0}}};
  mixed.bodies.push_back(weight);
  document().setMechanism(mixed);
  settle();
  pressAt(view().pixelInSpace({1.5, 0.5, 0}).toPoint(), Qt::ControlModifier);
  ASSERT_TRUE(waitFor([this] { return session().isLive() && rows() > 3; }));
  const QPoint to = view().pixelInSpace({1.9, 0.9, 0}).toPoint();
  dragTo(to);
  ASSERT_TRUE(waitFor([&] { return value("hand1.fx", rows() - 1) > 0.1; }));
  EXPECT_EQ(value("hand1.fz", rows() - 1), 0);
  releaseAt(to);
  key(Qt::Key_Escape);
  ASSERT_TRUE(waitFor([this] { return finished(); }));
  find<QAction>("actionKeepPull")->trigger();
  ASSERT_EQ(document().mechanism().forces.size(), 1u);
  SimulationOptions options = session().options();
  options.endTime = 0.1;
  session().setOptions(options);
  session().start();
  ASSERT_TRUE(waitFor([this] { return finished(); }));
  EXPECT_GT(rows(), 1u);
}

TEST_F(Pulled, TheModeGoesBeforeTheToolThatMovesParts) {
  openHangingBar();
  key(Qt::Key_B);
  key(Qt::Key_S);
  ASSERT_TRUE(view().isDrawing());
  settle();
  press({0, -0.9}, Qt::ControlModifier);  // at the start Ctrl keeps the tool from snapping
  release({0, -0.9});
  EXPECT_TRUE(session().runs().empty());
  key(Qt::Key_H);
  press({0, -0.9});
  ASSERT_TRUE(waitFor([this] { return session().isLive() && rows() > 3; }));
  for (int i = 1; i <= 5; ++i) drag({0.12 * i, -0.8});
  ASSERT_TRUE(waitFor([this] { return rows() > 0 && value("bar.x", rows() - 1) > 0.15; }));
  release({0.6, -0.8});
  EXPECT_EQ(view().cursor().shape(), Qt::CrossCursor);
  key(Qt::Key_H);
  const std::size_t before = session().runs().size();
  // away from the start nothing else can be done with a body
  press({value("bar.x", rows() - 1), -0.5}, Qt::ControlModifier);
  key(Qt::Key_Escape);
  ASSERT_TRUE(waitFor([this] { return finished(); }));
  EXPECT_GE(session().runs().size(), before);
}

TEST_F(Pulled, ANewRunAsksBeforeThePullIsLost) {
  openHangingBar();
  ASSERT_NO_FATAL_FAILURE(pullToTheRight());
  const auto pulled = session().runs().front()->recording();
  const auto answer = [this](const QString& text) {
    atDialog([text](QWidget* dialog) {
      auto* question = static_cast<QMessageBox*>(dialog);
      for (QAbstractButton* button : question->buttons())
        if (button->text() == text) return button->click();
      question->reject();
    });
  };
  for (const char* name : {"actionRun", "actionRestart"}) {
    answer("Cancel");
    find<QAction>(name)->trigger();
    EXPECT_EQ(session().runs().front()->recording(), pulled) << name;
  }
  find<QAction>("actionStep")->trigger();
  EXPECT_EQ(session().runs().front()->recording(), pulled);
  answer("&Keep the pull in the model");
  find<QAction>("actionRun")->trigger();
  EXPECT_EQ(document().mechanism().forces.size(), 1u);
  EXPECT_TRUE(
      waitFor([&] { return !session().runs().empty() && session().runs().front()->recording() != pulled; }));
}

// What a hand did cannot be done again: it is not thrown away without a word.
TEST_F(Pulled, ANewModelAsksBeforeThePullIsLost) {
  openHangingBar();
  press({0, -0.9}, Qt::ControlModifier);
  ASSERT_TRUE(waitFor([this] { return session().isLive() && rows() > 3; }));
  for (int i = 1; i <= 5; ++i) drag({0.12 * i, -0.8});
  ASSERT_TRUE(waitFor([this] { return !session().runs().front()->run().grabs().empty() && rows() > 40; }));
  release({0.6, -0.8});
  key(Qt::Key_Escape);
  ASSERT_TRUE(waitFor([this] { return finished(); }));
  int asked = 0;
  atDialog([&asked](QWidget* dialog) {
    auto* question = static_cast<QMessageBox*>(dialog);
    EXPECT_EQ(question->objectName(), "discardResults");
    EXPECT_TRUE(question->text().contains("pulled by hand")) << question->text().toStdString();
    ++asked;
    question->button(QMessageBox::Cancel)->click();
  });
  find<QAction>("actionNew")->trigger();
  EXPECT_EQ(asked, 1);
  EXPECT_EQ(document().mechanism().name, "Hanging bar");
  EXPECT_FALSE(session().runs().empty());
  key(Qt::Key_H);
  key(Qt::Key_B);
  EXPECT_TRUE(find<QLabel>("drawHint")->text().startsWith("Drag a body to pull it"))
      << find<QLabel>("drawHint")->text().toStdString();
}

TEST_F(Pulled, TheModeEndsWithTheModel) {
  openHangingBar();
  auto* pull = find<QAction>("actionPull");
  pull->trigger();
  EXPECT_TRUE(pull->isChecked());
  ASSERT_TRUE(document().openNamed("pendulum"));
  EXPECT_FALSE(pull->isChecked());
  EXPECT_EQ(view().cursor().shape(), Qt::ArrowCursor);
}

/// What is aimed at, or held, is a body of the model that is shown: with the model the hand lets go.
TEST_F(Pulled, TheHandLetsGoWithTheModel) {
  for (const bool held : {true, false}) {
    ASSERT_TRUE(document().openNamed("andrews"));
    settle();
    const Mechanism many = document().mechanism();
    const QPoint last = at(inPlane(many.bodies.back().position));
    if (held) pressAt(last, Qt::ControlModifier);
    else QTest::mousePress(&view(), Qt::LeftButton, Qt::ControlModifier, last);
    ASSERT_TRUE(waitFor([&] { return session().isLive() == held; })) << "a body is there";
    session().discard();
    ASSERT_TRUE(document().openNamed("pendulum"));
    settle();
    dragTo(last + QPoint(40, 20));
    settle();
    EXPECT_FALSE(session().isLive());
    releaseAt(last + QPoint(40, 20));
    EXPECT_EQ(document().mechanism().bodies.size(), 1u);
  }
}

TEST_F(Pulled, TheModeNeedsNoKeyAndAPullCanBeKept) {
  openHangingBar();
  QAction* keep = find<QAction>("actionKeepPull");
  EXPECT_FALSE(keep->isEnabled());
  key(Qt::Key_H);
  EXPECT_TRUE(find<QAction>("actionPull")->isChecked());
  press({0, -0.7});
  drag({0.5, -0.6});
  ASSERT_TRUE(
      waitFor([this] { return session().isLive() && rows() > 40 && value("bar.x", rows() - 1) > 0.1; }));
  release({0.5, -0.6});
  ASSERT_TRUE(waitFor([this] { return !session().runs().front()->run().grabs().empty() && rows() > 80; }));
  click(button("actionStop"));
  ASSERT_TRUE(waitFor([&] { return finished() && keep->isEnabled(); }));
  const double end = session().runs().front()->recordedUntil(), x = value("bar.x", rows() - 1);
  keep->trigger();
  ASSERT_EQ(document().mechanism().forces.size(), 1u);
  EXPECT_TRUE(std::holds_alternative<Hand>(document().mechanism().forces[0].kind));

  // The kept pull moves the mechanism again in the same way.
  SimulationOptions options = session().options();
  options.endTime = end;
  options.rtol = options.atol = 1e-8;
  session().setOptions(options);
  click(button("actionRun"));
  ASSERT_TRUE(waitFor([this] { return finished(); }));
  EXPECT_NEAR(value("bar.x", rows() - 1), x, 0.01);
  document().history().undo();
  EXPECT_TRUE(document().mechanism().forces.empty());
}

TEST_F(Pulled, TakingHoldInTheMiddleBranchesThere) {
  openHangingBar();
  SimulationOptions options = session().options();
  options.maxStep = 0.1;  // at rest steps are long, and a branch begins at the end of one
  session().setOptions(options);
  click(button("actionRun"));
  ASSERT_TRUE(waitFor([this] { return finished(); }));
  playback().setTime(2);
  settle();
  press({0, -0.7}, Qt::ControlModifier);
  ASSERT_TRUE(waitFor([this] { return session().isLive(); }));
  ASSERT_EQ(session().runs().size(), 2u);
  EXPECT_NEAR(session().runs()[0]->options().startTime, 2, 0.11);
  EXPECT_NEAR(session().runs()[1]->recordedUntil(), 8, 1e-9);  // the old curve stays
  release({0, -0.7});
}

/// Not at the end of the longer one from which it branched.
TEST_F(Pulled, AfterAPullTheTimeStaysAtItsEnd) {
  openHangingBar();
  session().start();
  ASSERT_TRUE(waitFor([this] { return finished(); }));
  playback().setTime(1);
  settle();
  press({0, -0.9}, Qt::ControlModifier);
  ASSERT_TRUE(waitFor([this] { return session().isLive() && rows() > 3; }));
  drag({0.3, -0.8});
  release({0.3, -0.8});
  ASSERT_TRUE(playback().followsLive());
  session().stop();
  ASSERT_TRUE(waitFor([this] { return finished(); }));
  QTest::qWait(100);
  const double end = session().runs().front()->recordedUntil();
  EXPECT_LT(end, 7);
  EXPECT_DOUBLE_EQ(playback().time(), end);
}

TEST_F(Pulled, ALiveRunKeepsPaceWithTheClockAndObeysPause) {
  openHangingBar();
  playback().setSpeed(1);
  press({0, -0.9}, Qt::ControlModifier);
  release({0, -0.9});
  ASSERT_TRUE(waitFor([this] { return session().isLive() && rows() > 10; }));
  // Never ahead of the clock by more than some pictures: left to itself the solver needs milliseconds for all
  // of it.
  EXPECT_LT(session().runs().front()->recordedUntil(), 5);
  click(button("actionPause"));
  ASSERT_TRUE(waitFor([this] { return session().progress().state == RunState::Paused; }));
  const std::size_t paused = rows();
  QTest::qWait(150);
  EXPECT_EQ(rows(), paused);
  click(button("actionRun"));
  EXPECT_TRUE(waitFor([&] { return rows() > paused + 5; }));
}

TEST_F(Pulled, ASlowerFilmGetsAFirmerGrip) {
  openHangingBar();
  playback().setSpeed(1);
  press({0, -0.9}, Qt::ControlModifier);
  ASSERT_TRUE(waitFor([this] { return session().isLive() && rows() > 3; }));
  drag({0.1, -0.9});
  const double begun = playback().speed();
  const auto grip = [this] {
    const auto grabs = session().runs().front()->run().grabs();
    return grabs.empty() ? -1 : grabs.back().path.back().grip;
  };
  ASSERT_TRUE(waitFor([&] { return grip() == 1; }));
  playback().setSpeed(begun / 2);
  EXPECT_TRUE(waitFor([&] { return std::abs(grip() - 4) < 1e-12; })) << grip();
  playback().setSpeed(begun / 32);
  // the damper is the critical one
  EXPECT_TRUE(waitFor([&] { return std::abs(grip() - 1 / 0.09) < 1e-9; })) << grip();
  playback().setSpeed(2 * begun);
  EXPECT_TRUE(waitFor([&] { return std::abs(grip() - 0.25) < 1e-12; })) << grip();
  release({0.1, -0.9});
}

TEST_F(Pulled, SettingsTakeEffectDuringARun) {
  openLongRun();
  auto* goOn = find<QPushButton>("continueWithOptions");
  EXPECT_FALSE(goOn->isVisible());
  click(button("actionRun"));
  ASSERT_TRUE(waitFor([this] { return rows() > 50; }));
  SimulationOptions options = session().options();
  options.index = 3;
  options.rtol = options.atol = 1e-6;
  session().setOptions(options);
  ASSERT_TRUE(goOn->isVisible());
  find<QToolButton>("moreSettings")->setChecked(true);
  QApplication::processEvents();
  EXPECT_EQ(goOn->visibleRegion(), QRegion(goOn->rect())) << "wherever the settings are scrolled to";
  click(goOn);
  ASSERT_EQ(session().runs().size(), 2u);
  ASSERT_TRUE(waitFor([this] { return rows() > 20; }));
  EXPECT_EQ(session().runs()[0]->options().index, 3);
  EXPECT_GT(session().runs()[0]->options().startTime, 0);
  EXPECT_GT(rows(1), 50u);
  EXPECT_FALSE(goOn->isVisible());
}

}  // namespace
}  // namespace holonom
