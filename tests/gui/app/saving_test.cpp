// SPDX-License-Identifier: GPL-3.0-or-later
// Nothing is lost: questions before leaving, the version before, and what a program that was killed left
// behind.
#include <QDir>
#include <QFileDialog>
#include <QLineEdit>
#include <QPointer>
#include <QProcess>
#include <QPushButton>
#include <QTreeWidget>
#include <iostream>

#include "core/io/model_reader.h"
#include "core/io/model_writer.h"
#include "editing_fixture.h"
#include "gui/panels/message_banner.h"
#include "gui/session/autosave.h"

namespace holonom {
namespace {

class Saving : public EditingTest {
 protected:
  void SetUp() override {
    QDir(Autosave::folder()).removeRecursively();
    EditingTest::SetUp();
    if (window_) ASSERT_TRUE(document().saveAs(folder_.filePath("model.json")));
  }
  void setMass(double mass) {
    Mechanism changed = model();
    changed.bodies[0].mass = mass;
    document().edit("change the mass", changed);
  }
  double savedMass(const char* name = "model.json") {
    return readMechanism(folder_.filePath(name).toStdString()).bodies[0].mass;
  }
  int records() { return int(QDir(Autosave::folder()).entryList({"*.json"}, QDir::Files).size()); }
  /// As a crash does: the window is gone without a question, its lock with it.
  void crash() {
    const auto pause = notCounted();
    window_.reset();
    workspace_.reset();
  }

  QTemporaryDir folder_;
};

TEST_F(Saving, SaveKeepsTheVersionBefore) {
  const double before = model().bodies[0].mass;
  setMass(7);
  EXPECT_TRUE(window_->isWindowModified());
  key(Qt::Key_S, Qt::ControlModifier);
  EXPECT_FALSE(window_->isWindowModified());
  EXPECT_EQ(savedMass(), 7);
  EXPECT_EQ(savedMass("model.json.bak"), before);
  setMass(8);
  key(Qt::Key_S, Qt::ControlModifier);
  EXPECT_EQ(savedMass("model.json.bak"), 7);
}

TEST_F(Saving, WhatWasSavedAfterAllIsNoLongerComplainedOf) {
  auto* banner = find<MessageBanner>("messageBanner");
  setMass(7);
  EXPECT_FALSE(document().saveAs("/nonexistent/folder/model.json"));
  ASSERT_TRUE(banner->isVisible());
  EXPECT_TRUE(window_->isWindowModified());
  ASSERT_TRUE(document().saveAs(folder_.filePath("other.json")));
  EXPECT_TRUE(waitFor([&] { return !banner->isVisible(); }));
}

TEST_F(Saving, AMessageThatIsShownTurnsDarkWithTheWindow) {
  auto* banner = find<MessageBanner>("messageBanner");
  EXPECT_FALSE(document().saveAs("/nonexistent/folder/model.json"));
  ASSERT_TRUE(banner->isVisible());
  const auto brightness = [&] {
    const auto pause = notCounted();
    return qGray(banner->grab().toImage().pixel(4, banner->height() / 2));
  };
  EXPECT_GT(brightness(), 200);
  find<QAction>("actionThemeDark")->trigger();
  const auto words = [&] {
    return banner->findChild<QLabel*>()->palette().color(QPalette::WindowText).lightness();
  };
  EXPECT_TRUE(waitFor([&] { return brightness() < 90 && words() > 150; })) << brightness() << " " << words();
  if (keepsPictures()) QTest::qWait(500);
  keepPicture("dark_banner.png");
  find<QAction>("actionThemeLight")->trigger();
  EXPECT_TRUE(waitFor([&] { return brightness() > 200 && words() < 100; })) << brightness() << " " << words();
}

TEST_F(Saving, SolverSettingsAreKeptInTheModelWhenAskedFor) {
  session().start();
  ASSERT_TRUE(waitFor([this] { return finished(); }));
  auto* keep = find<QPushButton>("keepOptions");
  EXPECT_FALSE(keep->isVisible()) << "nothing has been changed";
  SimulationOptions options = session().options();
  options.index = options.index == 3 ? 2 : 3;
  options.endTime = 2.5;
  options.maxStep = 0.01;
  session().setOptions(options);
  ASSERT_TRUE(keep->isVisible());
  click(keep);
  EXPECT_FALSE(keep->isVisible());
  EXPECT_TRUE(window_->isWindowModified());
  EXPECT_FALSE(session().runs().empty()) << "what was computed stays";
  EXPECT_EQ(session().options(), options) << "what a model cannot keep stays as well";
  ASSERT_TRUE(document().save());
  const Mechanism saved = readMechanism(folder_.filePath("model.json").toStdString());
  EXPECT_EQ(saved.run.index, options.index);
  EXPECT_EQ(saved.run.endTime, 2.5);
  document().history().undo();
  EXPECT_NE(session().options().endTime, 2.5);
  EXPECT_FALSE(session().runs().empty());
}

TEST_F(Saving, ExamplesAreSavedElsewhere) {
  ASSERT_TRUE(document().openNamed("four_bar"));
  const QString example = document().filePath();
  setMass(7);
  QTimer::singleShot(30, window_.get(), [this] {
    auto* dialog = qobject_cast<QFileDialog*>(QApplication::activeModalWidget());
    ASSERT_NE(dialog, nullptr);
    dialog->selectFile(folder_.filePath("mine.json"));
    dialog->findChild<QLineEdit*>("fileNameEdit")->setText(folder_.filePath("mine.json"));
    QTest::keyClick(dialog->findChild<QLineEdit*>("fileNameEdit"), Qt::Key_Return);
  });
  action("actionSave")->trigger();
  EXPECT_EQ(savedMass("mine.json"), 7);
  EXPECT_NE(readMechanism(example.toStdString()).bodies[0].mass, 7);
  EXPECT_TRUE(document().filePath().endsWith("mine.json"));
}

TEST_F(Saving, WhatAnotherProgramWroteIsNotWrittenOverWithoutAQuestion) {
  const auto writeOutside = [&](double mass) {
    Mechanism other = model();
    other.bodies[0].mass = mass;
    writeMechanism(other, folder_.filePath("model.json").toStdString());
  };
  writeOutside(11);
  setMass(7);
  answer(QMessageBox::Cancel);
  action("actionSave")->trigger();
  EXPECT_EQ(savedMass(), 11);
  EXPECT_TRUE(document().isModified());
  answer("&Write over");
  action("actionSave")->trigger();
  EXPECT_EQ(savedMass(), 7);
  EXPECT_EQ(savedMass("model.json.bak"), 11);
  setMass(8);
  action("actionSave")->trigger();
  EXPECT_EQ(savedMass(), 8) << "its own file is known";
  writeOutside(12);
  answer("&Open again");
  action("actionSave")->trigger();
  waitUntilRead();
  EXPECT_EQ(model().bodies[0].mass, 12);
  EXPECT_FALSE(document().isModified());
  EXPECT_EQ(savedMass(), 12);
}

TEST_F(Saving, ARestoredModelKnowsWhetherItsFileIsNewer) {
  setMass(7);
  ASSERT_TRUE(waitFor([this] { return records() == 1; }));
  crash();
  QTest::qWait(20);
  {
    QFile file(folder_.filePath("model.json"));
    ASSERT_TRUE(file.open(QIODevice::ReadWrite));
    ASSERT_TRUE(file.setFileTime(QDateTime::currentDateTime().addSecs(1), QFileDevice::FileModificationTime));
  }
  open();
  window_->offerRecovery();
  QTest::mouseClick(find<QPushButton>("recoveryRestore"), Qt::LeftButton);
  ASSERT_EQ(model().bodies[0].mass, 7);
  EXPECT_TRUE(document().fileHasChanged());
  ASSERT_TRUE(document().save());
  EXPECT_FALSE(document().fileHasChanged());
}

/// Also into the folder that is shown, where Qt's completion would take the text away.
TEST_F(Saving, WhatIsOpenedBehindARestoredModelHasNothingToSave) {
  Document& model = document();
  model.recover(Mechanism(model.mechanism()), {}, QDateTime::currentDateTime());
  ASSERT_TRUE(model.isModified());
  ASSERT_TRUE(model.openNamed("pendulum"));
  EXPECT_FALSE(model.isModified());
}

TEST_F(Saving, AWholePathCanBeTypedToOpenAFile) {
  ASSERT_TRUE(document().saveCopy(folder_.filePath("other.json")));
  QTimer::singleShot(300, window_.get(), [this] {
    auto* dialog = window_->findChild<QFileDialog*>("openModel");
    ASSERT_NE(dialog, nullptr);
    EXPECT_EQ(dialog->directory(), QDir(folder_.path()));
    auto* name = dialog->findChild<QLineEdit*>("fileNameEdit");
    name->clear();
    QTest::keyClicks(name, folder_.filePath("other.json"));
    QTest::qWait(300);
    QTest::keyClick(name, Qt::Key_Return);
    QTimer::singleShot(500, dialog, &QDialog::reject);
  });
  key(Qt::Key_O, Qt::ControlModifier);
  EXPECT_EQ(document().filePath(), folder_.filePath("other.json"));
}

TEST_F(Saving, ClosingAsks) {
  setMass(7);
  answer(QMessageBox::Cancel);
  EXPECT_FALSE(window_->close());
  EXPECT_TRUE(document().isModified());
  answer(QMessageBox::Save);
  EXPECT_TRUE(window_->close());
  EXPECT_EQ(savedMass(), 7);
  setMass(9);
  window_->show();
  answer(QMessageBox::Discard);
  EXPECT_TRUE(window_->close());
  EXPECT_EQ(savedMass(), 7);
}

TEST_F(Saving, WhatIsNotSavedIsKeptAndTakenAway) {
  setMass(7);
  ASSERT_TRUE(waitFor([this] { return records() == 1; }));
  EXPECT_TRUE(Autosave::leftBehind().empty()) << "its window is open";
  document().history().undo();
  EXPECT_TRUE(waitFor([this] { return records() == 0; })) << "as saved";
  setMass(8);
  ASSERT_TRUE(waitFor([this] { return records() == 1; }));
  key(Qt::Key_S, Qt::ControlModifier);
  EXPECT_TRUE(waitFor([this] { return records() == 0; }));
}

TEST_F(Saving, ALostModelIsOfferedAndStaysUntilItIsSaved) {
  setMass(7);
  crash();
  ASSERT_EQ(records(), 1);
  QFile broken(Autosave::folder() + "/broken.json");
  ASSERT_TRUE(broken.open(QIODevice::WriteOnly));
  broken.write("{\"holonomRecovery\": 1, \"mod");
  broken.close();
  open();
  window_->offerRecovery();
  auto* list = window_->findChild<QTreeWidget*>("recoveryList");
  ASSERT_NE(list, nullptr);
  ASSERT_EQ(list->topLevelItemCount(), 1);
  EXPECT_TRUE(list->topLevelItem(0)->text(3).endsWith("model.json"));
  QPointer<QWidget> dialog = list->window();
  QTest::mouseClick(find<QPushButton>("recoveryRestore"), Qt::LeftButton);
  ASSERT_TRUE(waitFor([&] { return !dialog; }));
  EXPECT_EQ(model().bodies[0].mass, 7);
  EXPECT_TRUE(window_->isWindowModified());
  EXPECT_EQ(records(), 2);
  setMass(8);
  crash();
  open();
  window_->offerRecovery();
  QTest::mouseClick(find<QPushButton>("recoveryRestore"), Qt::LeftButton);
  EXPECT_EQ(model().bodies[0].mass, 8);
  key(Qt::Key_S, Qt::ControlModifier);
  EXPECT_EQ(savedMass(), 8);
  EXPECT_TRUE(waitFor([this] { return records() == 1; })) << "only what cannot be read is left";
}

TEST_F(Saving, LaterKeepsAndDiscardAsksTwice) {
  setMass(7);
  crash();
  open();
  window_->offerRecovery();
  QPointer<QWidget> dialog = window_->findChild<QWidget*>("recoveryDialog");
  QTest::mouseClick(find<QPushButton>("recoveryLater"), Qt::LeftButton);
  ASSERT_TRUE(waitFor([&] { return !dialog; }));
  EXPECT_EQ(records(), 1);
  window_->offerRecovery();
  answer(QMessageBox::Discard);
  QTest::mouseClick(find<QPushButton>("recoveryDiscard"), Qt::LeftButton);
  EXPECT_EQ(records(), 0);
}

/// Runs in a process of its own until it is killed: types one value after the other and says so.
TEST_F(Saving, DISABLED_TypesUntilItIsKilled) {
  selection().select({PartRef::Kind::Body, 0});
  for (int mass = 2;; ++mass) {
    type("mass", QString::number(mass));
    ASSERT_EQ(model().bodies[0].mass, mass);
    std::cout << "typed " << mass << " at " << QDateTime::currentMSecsSinceEpoch() << std::endl;
    QTest::qWait(10);
  }
}

TEST_F(Saving, AKilledProgramLosesLessThanASecond) {
  crash();
  for (const int lifetime : {400, 900, 1400}) {
    QDir(Autosave::folder()).removeRecursively();
    QProcess child;
    child.setProcessChannelMode(QProcess::MergedChannels);
    child.start(QCoreApplication::applicationFilePath(),
                {"--gtest_filter=Saving.DISABLED_TypesUntilItIsKilled", "--gtest_also_run_disabled_tests"});
    QByteArray output;
    ASSERT_TRUE(waitFor([&] { return (output += child.readAll()).contains("typed"); }))
        << output.toStdString();
    QTest::qWait(lifetime);
    const qint64 killed = QDateTime::currentMSecsSinceEpoch();
    child.kill();  // SIGKILL
    child.waitForFinished();
    output += child.readAll();
    int last = 0, aSecondBefore = 0;
    for (const QByteArray& line : output.split('\n')) {
      const QList<QByteArray> words = line.split(' ');
      if (words.size() != 4 || words[0] != "typed") continue;
      last = words[1].toInt();
      if (words[3].toLongLong() <= killed - 1000) aSecondBefore = last;
    }
    ASSERT_GT(last, 0);
    const auto left = Autosave::leftBehind();
    ASSERT_LE(left.size(), 1u);
    const double mass = left.empty() ? 0 : left[0].mechanism->bodies[0].mass;
    EXPECT_GE(mass, aSecondBefore);
    EXPECT_LE(mass, last + 1);
    if (lifetime > 1000) EXPECT_GT(mass, 1);
  }
}

}  // namespace
}  // namespace holonom
