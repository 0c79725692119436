// SPDX-License-Identifier: GPL-3.0-or-later
// A model that takes long to read: what the window does meanwhile, and what becomes of the model in it. A
// pipe gives the window as much as the test writes into it.
#include <sys/stat.h>

#include <QDialog>
#include <QMessageBox>
#include <QSignalSpy>
#include <QStatusBar>
#include <QTemporaryDir>
#include <fstream>

#include "core/io/model_writer.h"
#include "core/model/generators.h"
#include "drawing_fixture.h"

namespace holonom {
namespace {

class Opening : public Drawing {
 protected:
  void SetUp() override {
    newOnDemand_ = true;
    Drawing::SetUp();
    if (!window_) return;
    ASSERT_TRUE(document().openNamed("four_bar"));
    ASSERT_EQ(mkfifo(pipe().toLocal8Bit().constData(), 0600), 0);
  }
  QString pipe() const { return folder_.filePath("slow.json"); }
  /// Returns when the window has begun to read.
  void write(const std::string& text) { std::ofstream(pipe().toStdString()) << text; }
  void edit(double mass) {
    Mechanism changed = model();
    changed.bodies[0].mass = mass;
    document().edit("change the mass", std::move(changed));
  }
  void answer(QMessageBox::StandardButton button) {
    atDialog([button](QWidget* dialog) {
      EXPECT_EQ(dialog->objectName(), "unsavedChanges");
      static_cast<QMessageBox*>(dialog)->button(button)->click();
    });
  }

  QTemporaryDir folder_;
  const std::string chain_ = formatMechanism(makeChain(7));
};

TEST_F(Opening, LeavesTheModelUntilTheOtherIsThere) {
  const Mechanism before = model();
  QSignalSpy opened(&document(), &Document::opened);
  files().open(pipe());
  EXPECT_TRUE(files().isReading());
  ASSERT_TRUE(waitFor([this] { return window_->statusBar()->currentMessage() == "Reading slow.json …"; }));
  EXPECT_TRUE(model() == before);
  edit(3);
  document().history().undo();  // works as ever
  write(chain_);
  waitUntilRead();
  EXPECT_EQ(opened.size(), 1);
  EXPECT_EQ(model().bodies.size(), 7u);
  EXPECT_EQ(document().filePath(), pipe());
  EXPECT_EQ(document().history().count(), 0);
  EXPECT_TRUE(window_->statusBar()->currentMessage().isEmpty());
}

TEST_F(Opening, OfSeveralModelsTheLastCounts) {
  QSignalSpy opened(&document(), &Document::opened);
  files().open(pipe());
  files().open("pendulum");
  write(chain_);  // nobody wants it
  waitUntilRead();
  EXPECT_EQ(opened.size(), 1);
  EXPECT_EQ(model().bodies.size(), 1u);
}

TEST_F(Opening, ANewMechanismMeanwhileStays) {
  files().open(pipe());
  files().newMechanism();
  EXPECT_FALSE(files().isReading());
  write(chain_);
  QTest::qWait(50);
  EXPECT_TRUE(model().bodies.empty());
}

TEST_F(Opening, AsksAboutWhatWasChangedMeanwhile) {
  for (const auto button : {QMessageBox::Cancel, QMessageBox::Discard}) {
    files().open(pipe());
    edit(3);
    answer(button);
    write(chain_);
    waitUntilRead();
    ASSERT_TRUE(waitFor([] { return !QApplication::activeModalWidget(); }));
    EXPECT_EQ(model().bodies.size() == 7u, button == QMessageBox::Discard);
    document().history().setIndex(0);
  }
  edit(4);
  answer(QMessageBox::Discard);
  files().open("pendulum");
  waitUntilRead();  // nothing was done since: a second question would stay
  EXPECT_EQ(model().bodies.size(), 1u);
}

TEST_F(Opening, AsksOnlyOnceTheFileCouldBeRead) {
  int asked = 0;
  const auto refuse = [&] {
    atDialog([&asked](QWidget* dialog) {
      ++asked;
      static_cast<QMessageBox*>(dialog)->button(QMessageBox::Cancel)->click();
    });
  };
  edit(3);
  refuse();
  files().open(pipe());
  EXPECT_TRUE(files().isReading());
  write("[1, 2]");
  waitUntilRead();
  EXPECT_EQ(asked, 0) << "nothing would have come of the answer";
  files().open(pipe());
  EXPECT_EQ(asked, 0);
  write(chain_);
  waitUntilRead();
  EXPECT_EQ(asked, 1);
  EXPECT_NE(model().bodies.size(), 7u);
}

TEST_F(Opening, WaitsForADialogThatSpeaksOfTheModel) {
  QDialog dialog(window_.get());
  files().open("pendulum");
  dialog.open();
  QTest::qWait(200);  // long enough, as a rule
  EXPECT_TRUE(files().isReading());
  dialog.reject();
  waitUntilRead();
  EXPECT_EQ(model().bodies.size(), 1u);
}

TEST_F(Opening, AFileThatCannotBeReadKeepsTheModel) {
  QSignalSpy failed(&document(), &Document::failed);
  const Mechanism before = model();
  files().open(pipe());
  write("{ \"bodies\": [ {\"mass\": -1} ");
  waitUntilRead();
  files().open("nowhere.json");
  EXPECT_FALSE(files().isReading());
  ASSERT_EQ(failed.size(), 2);
  const QString first = failed[0][0].toString();
  EXPECT_TRUE(first.startsWith("The model could not be opened.\n")) << first.toStdString();
  EXPECT_TRUE(first.contains("slow.json")) << first.toStdString();
  EXPECT_TRUE(failed[1][0].toString().contains("nowhere.json"));
  EXPECT_TRUE(model() == before);
}

/// The tool gives up a drag by putting the model back: into the one from which it came.
TEST_F(Opening, EndsADragOfTheModelThatGoes) {
  key(Qt::Key_N, Qt::ControlModifier);
  settle();
  drawLink(-0.2, 0, 0.2, 0);
  tool(Qt::Key_S);
  files().open(pipe());
  QTest::mousePress(&view(), Qt::LeftButton, Qt::ShiftModifier, pixel(0.2, 0));
  for (const double x : {0.3, 0.4}) {
    const QPoint there = pixel(x, 0);
    QMouseEvent move(QEvent::MouseMove, there, view().mapToGlobal(there), Qt::NoButton, Qt::LeftButton,
                     Qt::ShiftModifier);
    QApplication::sendEvent(&view(), &move);
    waitForAssembly();
  }
  EXPECT_NEAR(groundPosition(model(), {0, 1}).x(), 0.4, 1e-9);
  answer(QMessageBox::Discard);
  write(chain_);
  waitUntilRead();
  EXPECT_EQ(model().bodies.size(), 7u);
  EXPECT_EQ(document().history().count(), 0);
  EXPECT_FALSE(document().isModified());
}

}  // namespace
}  // namespace holonom
