// SPDX-License-Identifier: GPL-3.0-or-later
// From the start page to a moving mechanism, and what happens when a file cannot be read.
#include <sys/resource.h>
#include <QDropEvent>
#include <QImage>
#include <QMenu>
#include <QMenuBar>
#include <QMessageBox>
#include <QMimeData>
#include <QProcess>
#include <QPushButton>
#include <QTimer>
#include <cstdio>

#include "gui/app/file_actions.h"
#include "gui/panels/message_banner.h"
#include "gui/panels/model_card.h"
#include "window_fixture.h"

namespace holonom {
namespace {

class Start : public WindowTest {
 protected:
  QString write(const char* name, const QByteArray& text) {
    const QString path = folder_.filePath(name);
    QFile file(path);
    EXPECT_TRUE(file.open(QIODevice::WriteOnly));
    file.write(text);
    return path;
  }
  QTemporaryDir folder_;
};

/// As the manual says it; what has the focus is seen then.
TEST_F(Start, TheFirstTabLeadsToTheFirstButton) {
  key(Qt::Key_Tab);
  auto* button = qobject_cast<QPushButton*>(window_->focusWidget());
  ASSERT_NE(button, nullptr);
  EXPECT_EQ(button->text(), "New mechanism");
}

TEST_F(Start, TwoClicksBringAMovingMechanism) {
  const auto cards = window_->findChildren<ModelCard*>();
  ASSERT_GE(cards.size(), 5);
  EXPECT_FALSE(find<QAction>("actionRun")->isEnabled());
  click(find<QAbstractButton>("example_slider_crank"));  // first click
  ASSERT_TRUE(document().isOpen());
  EXPECT_TRUE(window_->view().isVisible());
  click(button("actionRun"));  // second click
  ASSERT_TRUE(waitFor([this] { return rows() > 2; }));
  const QImage first = window_->view().grab().toImage();
  EXPECT_TRUE(waitFor([&] { return window_->view().grab().toImage() != first; }))
      << "the picture does not change";
}

/// Settings and the files of others can be reached at once; what looks at a mechanism or at curves waits for
/// some.
TEST_F(Start, WhatNeedsAModelIsGreyWithoutOne) {
  QStringList offered;
  const std::function<void(const QList<QAction*>&)> walk = [&](const QList<QAction*>& actions) {
    for (QAction* action : actions) {
      if (!action->isEnabled()) continue;
      if (!action->menu()) offered << action->objectName();
      else {
        emit action->menu()->aboutToShow();
        walk(action->menu()->actions());
      }
    }
  };
  const auto look = [&] {
    offered.clear();
    walk(window_->menuBar()->actions());
    for (const auto* bar : window_->findChildren<QToolBar*>()) walk(bar->actions());
  };
  const char* const needing[] = {"actionFit",        "actionPictureZoomIn",  "actionPictureZoomOut",
                                 "actionCameraFits", "actionMeasure",        "actionCopyMeasured",
                                 "actionNextPoint",  "actionPreviousPart",   "actionRun",
                                 "actionSideBySide", "actionKeyboardPointer"};
  look();
  EXPECT_TRUE(offered.contains("actionGrid"));
  for (const char* name : needing) EXPECT_FALSE(offered.contains(name)) << name;
  for (const char* name : {"actionCopyData", "actionWholeRun", "actionSaveBoard", "actionSecondCursor"})
    EXPECT_FALSE(offered.contains(name)) << name;
  ASSERT_TRUE(document().openNamed("pendulum"));
  look();
  for (const char* name : needing) EXPECT_TRUE(offered.contains(name)) << name;
}

// From the start of the program to a window that has drawn a model, in a process of its own; processor time
// of all its threads, because on a busy machine the clock on the wall says nothing.
TEST_F(Start, TheWelcomePageComesBackOnRequest) {
  ASSERT_TRUE(document().openNamed("pendulum"));
  auto* page = window_->findChild<StartPage*>();
  EXPECT_FALSE(page->isVisible());
  find<QAction>("actionWelcome")->trigger();
  EXPECT_TRUE(page->isVisible());
  EXPECT_TRUE(document().isOpen()) << "the model stays";
  find<QAction>("actionWelcome")->trigger();
  EXPECT_FALSE(page->isVisible());
  find<QAction>("actionWelcome")->trigger();
  session().start();
  EXPECT_FALSE(page->isVisible()) << "a run wants to be seen";
  ASSERT_TRUE(waitFor([this] { return finished(); }));
  find<QAction>("actionWelcome")->trigger();
  click(find<QAbstractButton>("seeSpikes"));
  EXPECT_EQ(session().runs().size(), 2u);
  EXPECT_FALSE(page->isVisible());
}

TEST_F(Start, AWindowIsUsableWithinTwoSeconds) {
#if defined(__SANITIZE_ADDRESS__)
  GTEST_SKIP() << "sanitizers take longer";
#endif
  const auto spent = [] {
    rusage usage{};
    getrusage(RUSAGE_CHILDREN, &usage);
    const auto seconds = [](const timeval& time) {
      return double(time.tv_sec) + 1e-6 * double(time.tv_usec);
    };
    return seconds(usage.ru_utime) + seconds(usage.ru_stime);
  };
  const double before = spent();
  QProcess program;
  program.start(HOLONOM_PROGRAM, {"--example", "four_bar", "--size", "1400x900", "--screenshot",
                                  folder_.filePath("first.png"), "--after", "0"});
  ASSERT_TRUE(program.waitForFinished(60000));
  EXPECT_EQ(program.exitCode(), 0) << program.readAllStandardError().toStdString();
  EXPECT_EQ(QImage(folder_.filePath("first.png")).size(), QSize(1400, 900));
  std::printf("[ measured ] from start to a drawn window: %.2f s of processor time\n", spent() - before);
  EXPECT_LT(spent() - before, 2);
}

TEST_F(Start, AFileThatCannotBeReadKeepsTheModel) {
  ASSERT_TRUE(document().openNamed("four_bar"));
  const Mechanism before = document().mechanism();
  const QString file = write("broken.json", "{ \"bodies\": [ {\"mass\": -1} ");
  EXPECT_FALSE(document().open(file));
  EXPECT_TRUE(document().mechanism() == before);
  auto* banner = window_->findChild<MessageBanner*>();
  ASSERT_TRUE(banner && banner->isVisible());
  EXPECT_TRUE(banner->text().contains("broken.json")) << banner->text().toStdString();
  EXPECT_EQ(window_->workspace().log.messages().back().level, MessageLog::Level::Error);
  click(find<QToolButton>("closeBanner"));
  EXPECT_FALSE(banner->isVisible());
  EXPECT_TRUE(find<QAction>("actionRun")->isEnabled());
}

TEST_F(Start, AMissingFileIsReportedOnTheStartPage) {
  EXPECT_FALSE(document().open(folder_.filePath("nowhere.json")));
  EXPECT_FALSE(document().isOpen());
  auto* banner = window_->findChild<MessageBanner*>();
  ASSERT_TRUE(banner && banner->isVisible());
  EXPECT_TRUE(banner->text().contains("nowhere.json"));
}

TEST_F(Start, AModelThatCannotBeAssembledIsSaidToFail) {
  ASSERT_TRUE(document().openNamed("pendulum"));
  Mechanism broken = document().mechanism();
  broken.drivers = {{"motor", 0, "0.3 + t"}, {"brake", 0, "0.5"}};  // no angle satisfies both
  document().setMechanism(broken);
  auto* state = find<QLabel>("stateLabel");
  auto* banner = window_->findChild<MessageBanner*>();
  ASSERT_TRUE(waitFor([&] {
    return state->text().startsWith("In the way of a run: Constraints contradict");
  })) << state->text().toStdString();
  EXPECT_TRUE(banner->isVisible());
  click(button("actionRun"));
  ASSERT_TRUE(waitFor([&] { return finished(); }));
  EXPECT_TRUE(state->text().startsWith("Failed at t = ")) << state->text().toStdString();
  EXPECT_TRUE(banner->isVisible());
  ASSERT_TRUE(document().openNamed("four_bar"));
  EXPECT_TRUE(state->text().startsWith("Ready to run")) << state->text().toStdString();
  EXPECT_FALSE(banner->isVisible());
}

TEST_F(Start, ASettingThatTheMethodHasNotIsReportedAndReplaced) {
  ASSERT_TRUE(document().openNamed("pendulum"));
  Mechanism mechanism = document().mechanism();
  mechanism.run.method = "dop853";
  mechanism.run.index = 2;
  document().setMechanism(mechanism);
  auto* banner = window_->findChild<MessageBanner*>();
  EXPECT_TRUE(banner->isVisible());
  EXPECT_TRUE(banner->text().contains("index")) << banner->text().toStdString();
  EXPECT_EQ(session().options().method, "dop853");
  EXPECT_EQ(session().options().index, 1);
  EXPECT_NO_THROW(validate(session().options()));
}

TEST_F(Start, ADroppedFileIsOpened) {
  ASSERT_TRUE(document().openNamed("pendulum"));
  const QString copy = folder_.filePath("dropped.json");
  ASSERT_TRUE(document().saveCopy(copy));
  ASSERT_TRUE(document().openNamed("four_bar"));
  QMimeData data;
  data.setUrls({QUrl::fromLocalFile(copy)});
  QDragEnterEvent enter({300, 300}, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
  QApplication::sendEvent(window_.get(), &enter);
  EXPECT_TRUE(enter.isAccepted());
  QDropEvent drop(QPointF(300, 300), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
  QApplication::sendEvent(window_.get(), &drop);
  EXPECT_TRUE(waitFor([&] { return document().filePath() == QFileInfo(copy).absoluteFilePath(); }))
      << document().filePath().toStdString();
}

TEST_F(Start, OpeningAnotherModelDuringARunAsks) {
  openLongRun();
  click(button("actionRun"));
  ASSERT_TRUE(waitFor([this] { return rows() > 20; }));
  const QString before = document().filePath();
  const auto answer = [this](const char* text) {
    atDialog([text](QWidget* dialog) {
      auto* question = qobject_cast<QMessageBox*>(dialog);
      ASSERT_TRUE(question);
      for (QAbstractButton* button : question->buttons())
        if (button->text().remove('&').startsWith(text)) return button->click();
      FAIL() << "no button " << text;
    });
  };
  answer("Cancel");
  files().open("pendulum");
  waitUntilRead();
  EXPECT_EQ(document().filePath(), before);
  EXPECT_FALSE(session().runs().empty());
  answer("Discard");
  files().open("pendulum");
  waitUntilRead();
  EXPECT_NE(document().filePath(), before);
  EXPECT_TRUE(session().runs().empty());
  click(button("actionRun"));
  ASSERT_TRUE(waitFor([this] { return finished(); }));
  files().open("four_bar");  // a run of milliseconds is not worth a question, which would block here
  waitUntilRead();
  EXPECT_TRUE(document().filePath().contains("four_bar"));
}

TEST_F(Start, RecentFilesKeepTenAndGreyTheMissing) {
  ASSERT_TRUE(document().openNamed("pendulum"));
  for (int i = 0; i < 12; ++i) {
    const QString copy = folder_.filePath(QString("model_%1.json").arg(i));
    ASSERT_TRUE(document().saveCopy(copy));
    ASSERT_TRUE(document().open(copy));
    QApplication::processEvents();
  }
  const QStringList files = window_->workspace().recentFiles.files();
  ASSERT_EQ(files.size(), RecentFiles::kLimit);
  EXPECT_TRUE(files.front().endsWith("model_11.json"));
  ASSERT_TRUE(QFile::remove(files.front()));

  auto* menu = find<QMenu>("recentMenu");
  emit menu->aboutToShow();
  EXPECT_FALSE(menu->actions().at(0)->isEnabled());
  EXPECT_TRUE(menu->actions().at(1)->isEnabled());
  reopen();  // another start remembers them
  EXPECT_EQ(window_->workspace().recentFiles.files(), files);
}

}  // namespace
}  // namespace holonom
