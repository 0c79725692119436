// SPDX-License-Identifier: GPL-3.0-or-later
// Themes are changed while the window is open; the camera fits, follows a body or stays, and is kept for a
// model.
#include <QCheckBox>
#include <QDockWidget>
#include <QMenu>
#include <QStyleOption>
#include <algorithm>
#include <map>

#include "gui/app/theme.h"
#include "gui/panels/log_panel.h"
#include "gui/plots/plot_board.h"
#include "gui/plots/plot_palette.h"
#include "gui/viewport/scene/colours.h"
#include "gui/viewport/scene/view_camera.h"
#include "window_fixture.h"

namespace holonom {
namespace {

double brightness(const QImage& image) {
  double sum = 0;
  for (int y = 0; y < image.height(); y += 4)
    for (int x = 0; x < image.width(); x += 4) sum += qGray(image.pixel(x, y));
  return sum / (double(image.width() / 4) * (image.height() / 4));
}

class Themes : public WindowTest {
 protected:
  struct Brightness {
    double picture, plots, all;
  };
  Brightness look() {
    const auto pause = notCounted();
    return {brightness(window_->view().picture()), brightness(window_->plots().grab().toImage()),
            brightness(window_->grab().toImage())};
  }
  void TearDown() override {
    applyTheme(Theme::Light);
    WindowTest::TearDown();
  }
};

TEST_F(Themes, TheWholeWindowTurnsDarkAndLightAgainAtOnce) {
  keepPicture("start_light.png");
  find<QAction>("actionThemeDark")->trigger();
  keepPicture("start_dark.png");
  find<QAction>("actionThemeLight")->trigger();
  ASSERT_TRUE(document().openNamed("slider_crank"));
  QTest::keyClick(window_.get(), Qt::Key_Space);
  ASSERT_TRUE(waitFor([&] { return finished(); }));
  playback().setTime(0.3);
  for (const char* action : {"actionReactions", "actionLabels"}) find<QAction>(action)->trigger();
  playback().setTime(0.31);
  QTest::qWait(500);  // until it is shown
  const Brightness light = look();
  EXPECT_GT(light.picture, 190);
  EXPECT_GT(light.all, 190);
  find<QAction>("actionThemeDark")->trigger();
  QTest::qWait(500);
  EXPECT_TRUE(darkColours());
  const Brightness dark = look();
  EXPECT_LT(dark.picture, 90);
  EXPECT_LT(dark.plots, 90);
  EXPECT_LT(dark.all, 90);
  EXPECT_EQ(savedTheme(), Theme::Dark);
  keepPicture("dark.png");
  find<QAction>("actionThemeLight")->trigger();
  QTest::qWait(500);
  const Brightness again = look();
  EXPECT_NEAR(again.picture, light.picture, 3);
  EXPECT_NEAR(again.plots, light.plots, 3);
  keepPicture("light.png");
}

/// Whether what is written on the widget differs from the ground it stands on.
bool isReadable(QWidget& widget) {
  const QImage image = widget.grab().toImage();
  std::map<int, int> grays;
  for (int y = 0; y < image.height(); ++y)
    for (int x = 0; x < image.width(); ++x) ++grays[qGray(image.pixel(x, y))];
  const int ground = std::max_element(grays.begin(), grays.end(), [](const auto& a, const auto& b) {
                       return a.second < b.second;
                     })->first;
  int most = 0;
  for (const auto& [gray, count] : grays) most = std::max(most, std::abs(gray - ground));
  return most > (widget.isEnabled() ? 75 : 35);
}

QString textOf(QWidget* widget) {
  if (auto* label = qobject_cast<QLabel*>(widget))
    return label->pixmap().isNull() ? label->text() : QString();
  if (auto* button = qobject_cast<QAbstractButton*>(widget)) return button->text();
  return {};
}

QStringList unreadable(QWidget& window) {
  QStringList found;
  for (QWidget* widget : window.findChildren<QWidget*>())
    if (widget->isVisible() && !widget->visibleRegion().isEmpty() && widget->width() > 12 &&
        textOf(widget).size() > 1 && !isReadable(*widget))
      found << widget->objectName() + " " + widget->metaObject()->className() + " “" + textOf(widget) + "”";
  return found;
}

TEST_F(Themes, EveryPanelIsReadableInTheDark) {
  const auto unreadableIn = [this](QWidget& widget) {
    const auto pause = notCounted();  // pictures of each label are the test's own
    return unreadable(widget).join("\n").toStdString();
  };
  find<QAction>("actionThemeDark")->trigger();
  QTest::qWait(100);
  keepPicture("dark_start.png");
  EXPECT_EQ(unreadableIn(*window_), "");
  ASSERT_TRUE(document().openNamed("slider_crank"));
  session().setComparisons({"bdf:3", "generalized-alpha:3"});
  QTest::keyClick(window_.get(), Qt::Key_Space);
  ASSERT_TRUE(waitFor([&] { return finished(); }));
  playback().pause();
  for (const char* dock : {"summaryDock", "compareDock", "doctorDock", "historyDock", "quantitiesDock"}) {
    auto* shown = find<QDockWidget>(dock);
    if (!shown) continue;
    shown->raise();
    QTest::qWait(60);
    keepPicture(QString("dark_") + dock + ".png");
    EXPECT_EQ(unreadableIn(*shown), "") << dock;
  }
  EXPECT_EQ(unreadableIn(*window_), "");
  for (const char* action :
       {"actionExportVideo", "actionExportPicture", "actionManual", "actionCompareMethods"}) {
    auto* open = window_->findChild<QAction*>(action);
    if (!open) continue;
    open->trigger();
    QTest::qWait(60);
    for (QWidget* top : QApplication::topLevelWidgets()) {
      if (!top->isVisible() || top == window_.get() || !top->isWindow() || qobject_cast<QMenu*>(top))
        continue;
      keepPicture(QString("dark_") + action + ".png", top);
      EXPECT_EQ(unreadableIn(*top), "") << action;
      top->close();
    }
  }
  window_->view().setDrawing(true);
  QTest::qWait(60);
  keepPicture("dark_drawing.png");
  EXPECT_EQ(unreadableIn(*window_), "") << "drawing";
}

/// How much of a part of a widget differs from its ground by what eyes notice.
int noticed(QWidget& widget, const QRect& part) {
  const QImage image = widget.grab(part).toImage();
  const int ground = qGray(image.pixel(0, 0));
  int count = 0;
  for (int y = 0; y < image.height(); ++y)
    for (int x = 0; x < image.width(); ++x) count += std::abs(qGray(image.pixel(x, y)) - ground) > 50;
  return count;
}

TEST_F(Themes, ALongLogTurnsDarkBesideTheWindow) {
  auto* panel = window_->findChild<LogPanel*>();
  constexpr int kMessages = 2000;
  for (int i = 0; i < kMessages; ++i) {
    const auto pause = notCounted();
    window_->workspace().log.add(i % 2 ? MessageLog::Level::Warning : MessageLog::Level::Error,
                                 QString("message %1\nwith a second line").arg(i));
  }
  const QString last = QString("message %1").arg(kMessages - 1);
  const auto complete = [&] { return panel->toPlainText().contains(last); };
  ASSERT_TRUE(waitFor(complete));
  const QString before = panel->toPlainText();
  watchdog_->takeHold();
  find<QAction>("actionThemeDark")->trigger();
  window_->workspace().log.add(MessageLog::Level::Success, "said meanwhile");
  ASSERT_TRUE(waitFor([&] { return panel->toPlainText().contains("said meanwhile"); }));
  EXPECT_TRUE(panel->toPlainText().startsWith(before)) << "in their order, none lost";
}

TEST_F(Themes, SmallMarksAreSeenInTheDark) {
  find<QAction>("actionThemeDark")->trigger();
  ASSERT_TRUE(document().openNamed("slider_crank"));
  window_->resize(960, 500);
  QTest::qWait(100);
  auto* more = find<QToolBar>("simulationToolBar")->findChild<QToolButton*>("qt_toolbar_ext_button");
  ASSERT_TRUE(more && more->isVisible());
  EXPECT_GT(noticed(*more, more->rect().adjusted(2, 2, -2, -2)), 8) << "arrows of the tool bar";
  QCheckBox box;
  box.resize(60, 30);
  QStyleOptionButton option;
  option.initFrom(&box);
  const QRect tick = box.style()->subElementRect(QStyle::SE_CheckBoxIndicator, &option, &box);
  EXPECT_GT(noticed(box, tick.adjusted(-2, -2, 2, 2)), 30) << "a box that is not ticked";
  const QColor window = QApplication::palette().color(QPalette::Window);
  for (int i = 0; i < 4; ++i) {
    const QColor faint = receding(onGround(distinctColour(i)));
    EXPECT_GT(std::abs(qGray(faint.rgb()) - qGray(window.rgb())), 35) << i;
  }
}

class Cameras : public WindowTest {
 protected:
  QPointF pixelOfBody(int body, double t) {
    std::vector<BodyPose> poses;
    EXPECT_TRUE(session().runs().front()->posesAt(t, poses));
    window_->view().picture();
    return window_->view().pixelOf(poses[std::size_t(body)].position.head<2>());
  }
  void showAt(double t) {
    playback().setTime(t);
    std::vector<BodyPose> wanted;
    ASSERT_TRUE(session().runs().front()->posesAt(playback().time(), wanted));
    EXPECT_TRUE(waitFor([&] {
      const std::vector<BodyPose> shown = window_->view().shownPoses();
      return std::equal(shown.begin(), shown.end(), wanted.begin(), wanted.end(),
                        [](const BodyPose& a, const BodyPose& b) { return a.position == b.position; });
    }));
  }
};

TEST_F(Cameras, TheFollowedBodyStaysWhereItIs) {
  ASSERT_TRUE(document().openNamed("slider_crank"));
  QTest::keyClick(window_.get(), Qt::Key_Space);
  ASSERT_TRUE(waitFor([&] { return finished(); }));
  playback().pause();
  showAt(0.05);
  const int slider = int(document().mechanism().bodies.size()) - 1;
  EXPECT_FALSE(find<QAction>("actionCameraFollows")->isEnabled()) << "nothing is selected";
  window_->workspace().selection.select({PartRef::Kind::Body, slider});
  const QPointF free = pixelOfBody(slider, 0.05);
  showAt(0.4);
  EXPECT_GT((pixelOfBody(slider, 0.4) - free).manhattanLength(), 5) << "it moves";
  find<QAction>("actionCameraFollows")->trigger();
  const QPointF before = pixelOfBody(slider, 0.4);
  showAt(0.2);
  EXPECT_NEAR((pixelOfBody(slider, 0.2) - before).manhattanLength(), 0, 1.5);
  find<QAction>("actionCameraFits")->trigger();
  EXPECT_EQ(window_->view().cameraMode(), MechanismView::CameraMode::Fits);
}

TEST_F(Cameras, GoAlongWithABicycle) {
  ASSERT_TRUE(document().openNamed("bicycle"));
  EXPECT_TRUE(find<QAction>("actionCameraFits")->isChecked());
  QTest::keyClick(window_.get(), Qt::Key_Space);
  ASSERT_TRUE(waitFor([&] { return finished(); }));
  ASSERT_TRUE(waitFor([&] { return find<QAction>("actionCameraGoesAlong")->isChecked(); }));
  playback().pause();
  const auto frameAt = [this](double t) {
    showAt(t);
    std::vector<BodyPose> poses;
    EXPECT_TRUE(session().runs().front()->posesAt(t, poses));
    window_->view().picture();
    return window_->view().pixelInSpace(poses[1].position);
  };
  const QPointF early = frameAt(0.5);
  EXPECT_LT((frameAt(4.5) - early).manhattanLength(), 20) << "16 m farther";
  find<QAction>("actionCameraFits")->trigger();
  EXPECT_GT((frameAt(0.5) - frameAt(4.5)).manhattanLength(), 100);
}

TEST_F(Cameras, AFixedOneComesBackWithItsModel) {
  ASSERT_TRUE(document().openNamed("four_bar"));
  QTest::keyClick(window_.get(), Qt::Key_3);
  window_->view().picture();
  find<QAction>("actionCameraFixed")->trigger();
  const CameraView kept = window_->view().cameraView();
  ASSERT_TRUE(document().openNamed("slider_crank"));
  EXPECT_EQ(window_->view().cameraMode(), MechanismView::CameraMode::Fits);
  window_->view().picture();
  EXPECT_FALSE(window_->view().cameraView() == kept);
  ASSERT_TRUE(document().openNamed("four_bar"));
  window_->view().picture();
  EXPECT_TRUE(window_->view().cameraView() == kept);
  EXPECT_TRUE(find<QAction>("actionCameraFixed")->isChecked());
  EXPECT_FALSE(document().isModified()) << "the camera is no part of the model";
}

TEST_F(Themes, LooksAtAnotherModelFromTheUsualSide) {
  ASSERT_TRUE(document().openNamed("four_bar"));
  const CameraView usual = window_->view().cameraView();
  window_->view().lookFrom(MechanismView::Direction::Top);
  ASSERT_NE(window_->view().cameraView().elevation, usual.elevation);
  ASSERT_TRUE(document().openNamed("pendulum"));
  EXPECT_EQ(window_->view().cameraView().azimuth, usual.azimuth);
  EXPECT_EQ(window_->view().cameraView().elevation, usual.elevation);
}

}  // namespace
}  // namespace holonom
