// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <gtest/gtest.h>

#include <QAbstractButton>
#include <QAction>
#include <QApplication>
#include <QDir>
#include <QFile>
#include <QLabel>
#include <QSettings>
#include <QTemporaryDir>
#include <QTest>
#include <QTimer>
#include <QToolBar>
#include <QToolButton>
#include <cstdio>
#include <functional>
#include <memory>

#include "gui/app/file_actions.h"
#include "gui/app/main_window.h"
#include "gui/panels/start_page.h"
#include "gui/plots/plot_view.h"
#include "gui/viewport/mechanism_view.h"
#include "tests/gui/support/event_loop_watchdog.h"

namespace holonom {

/// Waits for a condition while events are handled; false when it did not come true in time.
inline bool waitFor(const std::function<bool()>& condition, int milliseconds = 20000) {
  return QTest::qWaitFor(condition, milliseconds);
}

/// The real window, shown, with empty settings, and the hands of a user. A test fails when the window did not
/// come back to its event loop within EventLoopWatchdog::kLimit; opening the window is no turn of the loop.
class WindowTest : public testing::Test {
 protected:
  void SetUp() override {
    if (!qApp) GTEST_SKIP() << "needs a display";
    QSettings().clear();
    watchdog_ = std::make_unique<EventLoopWatchdog>();
    open();
  }
  void reopen() {
    const auto pause = notCounted();
    open();
  }
  void TearDown() override {
    if (watchdog_) judgeResponse();
    watchdog_.reset();
    window_.reset();
    workspace_.reset();
  }

  void open() {
    const auto pause = notCounted();
    makeWindow();
    window_->resize(1400, 900);
    window_->show();
    ASSERT_TRUE(QTest::qWaitForWindowExposed(window_.get()));
    QApplication::setActiveWindow(window_.get());  // a virtual screen has no window manager that would do it
  }

  /// Another one in the place of that which is there.
  void makeWindow() {
    window_.reset();
    workspace_ = std::make_unique<Workspace>();
    window_ = std::make_unique<MainWindow>(*workspace_);
  }

  /// As outside of the class; what the condition costs is the test's own.
  bool waitFor(const std::function<bool()>& condition, int milliseconds = 20000) {
    return holonom::waitFor(
        [&] {
          const auto pause = notCounted();
          return condition();
        },
        milliseconds);
  }
  /// For what the test does itself, beside the program.
  EventLoopWatchdog::Pause notCounted() { return EventLoopWatchdog::Pause(watchdog_.get()); }
  /// For a test with something that is known to take longer; `why` is said with the figure.
  void allowBlock(double seconds, const char* why) {
    allowed_ = seconds;
    whyAllowed_ = why;
  }
  void judgeResponse() {
#if !defined(__SANITIZE_ADDRESS__) && defined(NDEBUG)
    const auto& longest = watchdog_->longest();
    RecordProperty("longest_turn_ms", int(1e3 * longest.processor));
    if (whyAllowed_)
      std::printf("[ allowed  ] a turn of %.0f ms: %s\n", 1e3 * longest.processor, whyAllowed_);
    if (longest.processor > allowed_)
      std::printf("[ response ] a turn of %.0f ms\n", 1e3 * longest.processor);
    EXPECT_LE(longest.processor, EventLoopWatchdog::leniency() * allowed_)
        << "The window was deaf for " << 1e3 * longest.processor << " ms of processor time (" << longest.pages
        << " pages of memory were new) in\n"
        << longest.stacks;
#endif
  }

  static bool keepsPictures() { return qEnvironmentVariableIsSet("HOLONOM_PICTURES"); }
  /// A picture of a widget, of the window if null, in the folder HOLONOM_PICTURES for whoever wants to look
  /// at one.
  void keepPicture(const QString& name, QWidget* widget = nullptr) {
    if (!keepsPictures()) return;
    const auto pause = notCounted();
    (widget ? widget : window_.get())->grab().save(qEnvironmentVariable("HOLONOM_PICTURES") + "/" + name);
  }

  template <typename Widget>
  Widget* find(const char* name) {
    watchdog_->takeHold();
    auto* widget = window_->findChild<Widget*>(name);
    EXPECT_NE(widget, nullptr) << name;
    return widget;
  }

  /// What a click or a key opens is read beside the window.
  void click(QWidget* widget) {
    QTest::mouseClick(widget, Qt::LeftButton, {}, widget->rect().center());
    waitUntilRead();
  }
  FileActions& files() { return window_->files(); }
  void waitUntilRead() {
    ASSERT_TRUE(waitFor([this] { return !files().isReading(); }));
  }

  /// The button of an action in the tool bar.
  QWidget* button(const char* action) {
    auto* bar = find<QToolBar>("simulationToolBar");
    QWidget* widget = bar->widgetForAction(find<QAction>(action));
    EXPECT_NE(widget, nullptr) << action;
    return widget;
  }

  void key(Qt::Key key, Qt::KeyboardModifiers modifiers = {}) {
    QWidget* target = window_->focusWidget() ? window_->focusWidget() : window_.get();
    QTest::keyClick(target, key, modifiers);
    waitUntilRead();
  }

  /// Handles the next dialog that holds up the window.
  void atDialog(const std::function<void(QWidget*)>& handle) {
    auto* timer = new QTimer(window_.get());
    QObject::connect(timer, &QTimer::timeout, timer, [timer, handle] {
      QWidget* dialog = QApplication::activeModalWidget();
      if (!dialog) return;
      timer->stop();
      timer->deleteLater();
      handle(dialog);
    });
    timer->start(10);
  }

  Session& session() { return workspace().session; }
  Playback& playback() { return workspace().playback; }
  Document& document() { return workspace().document; }

  /// An example of which a run takes a while, so that it can be interrupted.
  void openLongRun() {
    ASSERT_TRUE(document().openNamed("double_pendulum"));
    SimulationOptions options = session().options();
    options.endTime = 5000;
    options.rtol = options.atol = 1e-9;
    options.maxStep = 1e-3;
    session().setOptions(options);
  }

  bool finished() { return session().state() == Session::State::Finished; }
  /// By its key among the panes; null where there is none.
  PlotView* plotPane(const char* key) { return window_->findChild<PlotView*>(QStringLiteral("plot.") + key); }
  std::size_t rows(std::size_t run = 0) {
    const auto& runs = session().runs();
    return run < runs.size() && runs[run]->recording()->ready() ? runs[run]->recording()->size() : 0;
  }

  std::unique_ptr<EventLoopWatchdog> watchdog_;
  std::unique_ptr<Workspace> workspace_;  // outlives the window
  std::unique_ptr<MainWindow> window_;

 private:
  Workspace& workspace() {
    watchdog_->takeHold();
    return window_->workspace();
  }

  double allowed_ = EventLoopWatchdog::kLimit;
  const char* whyAllowed_ = nullptr;
};

}  // namespace holonom
