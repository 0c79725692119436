// SPDX-License-Identifier: GPL-3.0-or-later
// The log shows the newest message, whatever becomes of the panel's size, until the user scrolls away.
#include <QDockWidget>
#include <QScrollBar>

#include "gui/panels/log_panel.h"
#include "window_fixture.h"

namespace holonom {
namespace {

class Log : public WindowTest {
 protected:
  void SetUp() override {
    WindowTest::SetUp();
    if (!window_) return;
    panel_ = window_->findChild<LogPanel*>();
    ASSERT_TRUE(panel_);
    for (QWidget* parent = panel_; parent; parent = parent->parentWidget())
      if (auto* dock = qobject_cast<QDockWidget*>(parent)) dock_ = dock;
    ASSERT_TRUE(dock_);
    dock_->show();
    dock_->raise();
    dock_->setFloating(true);
    dock_->resize(500, 300);
    ASSERT_TRUE(waitFor([&] { return panel_->isVisible(); }));
    for (int i = 0; i < 200; ++i)
      say(QString("message %1: of a length that has to be broken into several lines when the panel is "
                  "narrow, as panels are")
              .arg(i));
    ASSERT_TRUE(waitFor([&] { return panel_->toPlainText().contains("message 199"); }));
  }
  void say(const QString& text) {
    window_->workspace().log.add(MessageLog::Level::Information, text);
    QApplication::processEvents();
  }
  QScrollBar& bar() { return *panel_->verticalScrollBar(); }
  bool endIsSeen() { return panel_->viewport()->rect().contains(panel_->cursorRect(endOfText()).center()); }
  QTextCursor endOfText() {
    QTextCursor end(panel_->document());
    end.movePosition(QTextCursor::End);
    return end;
  }
  LogPanel* panel_ = nullptr;
  QDockWidget* dock_ = nullptr;
};

TEST_F(Log, ItsEndStaysInSightInEverySize) {
  EXPECT_TRUE(endIsSeen());
  for (const QSize size :
       {QSize(260, 300), QSize(260, 120), QSize(700, 120), QSize(700, 500), QSize(300, 160)}) {
    dock_->resize(size);
    ASSERT_TRUE(waitFor([&] { return dock_->size() == size; })) << size.width();
    EXPECT_TRUE(waitFor([&] { return endIsSeen(); })) << size.width() << " × " << size.height();
    say("one more");
    EXPECT_TRUE(waitFor([&] { return endIsSeen(); })) << size.width() << " × " << size.height();
  }
  dock_->hide();
  say("said while it was hidden");
  dock_->show();
  EXPECT_TRUE(waitFor([&] { return endIsSeen(); }));
}

TEST_F(Log, WhoReadsAnOlderMessageKeepsIt) {
  for (int page = 0; page < 4; ++page) QTest::keyClick(panel_, Qt::Key_PageUp);
  const int read = bar().value();
  ASSERT_LT(read, bar().maximum());
  say("one more");
  QTest::qWait(50);
  EXPECT_EQ(bar().value(), read);
  dock_->resize(500, 200);
  ASSERT_TRUE(waitFor([&] { return dock_->height() == 200; }));
  QTest::qWait(50);
  EXPECT_FALSE(endIsSeen());
  for (int page = 0; page < 9; ++page) QTest::keyClick(panel_, Qt::Key_PageDown);
  say("another one");
  EXPECT_TRUE(waitFor([&] { return endIsSeen(); }));
}

/// What only the whole run shows is told behind what happened on its way.
TEST_F(WindowTest, TheLogFollowsTheSimulatedTime) {
  ASSERT_TRUE(document().openNamed("bouncing_slider"));
  SimulationOptions options = session().options();
  options.fixedStep = 0.01;
  session().setOptions(options);
  click(button("actionRun"));
  ASSERT_TRUE(waitFor([this] { return finished(); }));
  const auto* panel = window_->findChild<LogPanel*>();
  ASSERT_TRUE(waitFor([&] { return panel->toPlainText().contains("CPU time"); }));
  const QString log = panel->toPlainText();
  const auto impact = log.lastIndexOf("is hit"), verdict = log.indexOf("Steps of a fixed size");
  ASSERT_GE(impact, 0) << log.toStdString();
  EXPECT_GT(verdict, impact) << log.toStdString();
}

}  // namespace
}  // namespace holonom
