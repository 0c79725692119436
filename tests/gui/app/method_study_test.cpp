// SPDX-License-Identifier: GPL-3.0-or-later
// Comparing methods on the open model: measurements arrive while the window lives, stop, closing and saving.
#include <QComboBox>
#include <QElapsedTimer>
#include <QLineEdit>
#include <QListWidget>
#include <QPushButton>
#include <QTableWidget>
#include <algorithm>
#include <set>

#include "core/base/thread_clock.h"
#include "gui/panels/method_study_dialog.h"
#include "window_fixture.h"

namespace holonom {
namespace {

class ComparingMethods : public WindowTest {
 protected:
  void openDialog(const char* example) {
    ASSERT_TRUE(document().openNamed(example));
    find<QAction>("actionCompareMethods")->trigger();
    dialog_ = window_->findChild<MethodStudyDialog*>();
    ASSERT_TRUE(dialog_ && dialog_->isVisible());
    methods_ = dialog_->findChild<QListWidget*>("studyMethods");
    table_ = dialog_->findChild<QTableWidget*>("studyTable");
    start_ = dialog_->findChild<QPushButton*>("studyStart");
    ASSERT_TRUE(methods_ && table_ && start_);
  }

  /// "bdf:2"
  void tickOnly(const std::set<std::string>& variants) {
    for (int i = 0; i < methods_->count(); ++i) {
      QListWidgetItem& item = *methods_->item(i);
      const std::string name = item.data(Qt::UserRole).toString().toStdString() + ":" +
                               std::to_string(item.data(Qt::UserRole + 1).toInt());
      item.setCheckState(variants.count(name) ? Qt::Checked : Qt::Unchecked);
    }
  }
  void setField(const char* name, const QString& text) {
    auto* edit = dialog_->findChild<QLineEdit*>(name);
    ASSERT_TRUE(edit);
    edit->selectAll();
    QTest::keyClicks(edit, text);
  }
  void setTightest(int decade) {
    auto* box = dialog_->findChild<QComboBox*>("studyTightest");
    box->setCurrentIndex(box->findData(decade));
    ASSERT_EQ(box->currentData().toInt(), decade);
  }
  MethodStudy::Stage stage() const { return dialog_->study().stage(); }

  MethodStudyDialog* dialog_ = nullptr;
  QListWidget* methods_ = nullptr;
  QTableWidget* table_ = nullptr;
  QPushButton* start_ = nullptr;
};

TEST_F(ComparingMethods, EveryMethodIsOfferedAndTicked) {
  EXPECT_FALSE(find<QAction>("actionCompareMethods")->isEnabled()) << "without a model";
  openDialog("pendulum");
  EXPECT_EQ(std::size_t(methods_->count()), allVariants().size());
  for (int i = 0; i < methods_->count(); ++i) EXPECT_EQ(methods_->item(i)->checkState(), Qt::Checked);
  tickOnly({});
  EXPECT_FALSE(start_->isEnabled()) << "nothing to measure";
}

TEST_F(ComparingMethods, TickedMethodsHaveColoursThatDiffer) {
  openDialog("pendulum");
  const auto colourOf = [&](int i) {
    const QImage icon = methods_->item(i)->icon().pixmap(16).toImage();
    return icon.pixelColor(icon.width() / 2, icon.height() / 2).name().toStdString();
  };
  auto* none = dialog_->findChild<QPushButton*>("studyNone");
  ASSERT_TRUE(none);
  click(none);
  const std::string faint = colourOf(0);
  // Places that had the same colour when it went by the place.
  std::set<std::string> colours;
  methods_->setFocus();
  for (const int place : {0, 7, 14, 1, 8}) {
    ASSERT_LT(place, methods_->count());
    methods_->setCurrentRow(place);
    QTest::keyClick(methods_, Qt::Key_Space);
    ASSERT_EQ(methods_->item(place)->checkState(), Qt::Checked);
  }
  for (const int place : {0, 7, 14, 1, 8}) colours.insert(colourOf(place));
  EXPECT_EQ(colours.size(), 5u);
  EXPECT_EQ(colours.count(faint), 0u);
  EXPECT_EQ(colourOf(2), faint);
}

TEST_F(ComparingMethods, MeasurementsFillTableChartAndLevels) {
  openDialog("pendulum");
  tickOnly({"bdf:2", "dopri5:1"});
  setTightest(6);
  setField("studyEnd", "0.5");
  click(start_);
  EXPECT_TRUE(dialog_->study().isRunning());
  ASSERT_TRUE(waitFor([&] { return table_->rowCount() > 0; })) << dialog_->study().failure().toStdString();
  ASSERT_TRUE(waitFor([&] { return stage() == MethodStudy::Stage::Done; }));

  const auto& made = dialog_->study().measurements();
  ASSERT_EQ(made.size(), 2 * tolerancesDownTo(1e-6).size());
  ASSERT_EQ(std::size_t(table_->rowCount()), made.size());
  for (std::size_t i = 0; i < made.size(); ++i) {
    EXPECT_TRUE(made[i].finished()) << made[i].message;
    EXPECT_EQ(table_->item(int(i), 5)->text().toLong(), made[i].counts.steps);
  }
  EXPECT_LT(made.back().error, 1e-3 * made.front().error) << "tighter tolerances come out more exact";

  keepPicture("study.png", dialog_);
  auto* levels = dialog_->findChild<QTableWidget*>("studyCheapest");
  ASSERT_GT(levels->rowCount(), 2);
  auto* chart = dialog_->findChild<ErrorCostChart*>("studyChart");
  const QPointF place = chart->placeOf(made[0].error, 1e3 * made[0].cpuSeconds);
  EXPECT_TRUE(chart->rect().contains(place.toPoint()));
  EXPECT_FALSE(chart->textAt(place).isEmpty());

  const std::string csv = csvOf(made);
  EXPECT_EQ(std::size_t(std::count(csv.begin(), csv.end(), '\n')), made.size() + 1);
  EXPECT_NE(csv.find(",bdf,2,"), std::string::npos);
}

TEST_F(ComparingMethods, PrescribedPositionsDoNotJudgeAMethod) {
  openDialog("slider_crank");
  tickOnly({"bdf:2", "bdf:3", "dopri5:1"});
  setTightest(6);
  click(start_);
  ASSERT_TRUE(waitFor([&] { return stage() == MethodStudy::Stage::Done; }));
  const QString status = dialog_->findChild<QLabel*>("studyStatus")->text();
  EXPECT_TRUE(status.contains("the error is the largest of accelerations and reactions"))
      << status.toStdString();
  for (const Measurement& m : dialog_->study().measurements())
    if (m.index == 3) EXPECT_GT(m.error, 0.1) << "spikes: its coordinates are exact to 1e-7";
  auto* levels = dialog_->findChild<QTableWidget*>("studyCheapest");
  ASSERT_GT(levels->rowCount(), 2);
  for (int row = 0; row < levels->rowCount(); ++row)
    EXPECT_FALSE(levels->item(row, 1)->text().contains("index 3"))
        << levels->item(row, 1)->text().toStdString();
  if (keepsPictures()) QTest::qWait(300);
  keepPicture("study-driven.png", dialog_);
  openDialog("pendulum");
  tickOnly({"bdf:2"});
  setTightest(4);
  click(start_);
  ASSERT_TRUE(waitFor([&] { return stage() == MethodStudy::Stage::Done; }));
  EXPECT_FALSE(dialog_->findChild<QLabel*>("studyStatus")->text().contains("Drivers"));
}

TEST_F(ComparingMethods, StopKeepsWhatWasMeasuredAndStartBeginsAnew) {
  openDialog("andrews");
  setTightest(13);
  click(start_);
  ASSERT_TRUE(waitFor([&] { return table_->rowCount() >= 3; }));
  click(start_);
  ASSERT_TRUE(waitFor([&] { return stage() == MethodStudy::Stage::Stopped; }));
  const int kept = table_->rowCount();
  EXPECT_GE(kept, 3);
  QTest::qWait(200);
  EXPECT_EQ(table_->rowCount(), kept);
  EXPECT_TRUE(dialog_->findChild<QPushButton*>("studySave")->isEnabled());
  click(start_);
  EXPECT_EQ(table_->rowCount(), 0);
  EXPECT_TRUE(dialog_->study().isRunning());
}

TEST_F(ComparingMethods, TheWindowAnswersDuringAStudyAndAnotherModelLeavesItAlone) {
  openDialog("andrews");
  setTightest(13);
  click(start_);
  for (int i = 0; i < 20; ++i) {
    const ThreadClock clock;  // what this thread does itself, however busy the machine is
    QTest::qWait(5);
    EXPECT_LT(clock.seconds(), 0.1);
  }
  ASSERT_TRUE(document().openNamed("pendulum"));
  EXPECT_TRUE(dialog_->study().isRunning());
  click(button("actionRun"));
  EXPECT_TRUE(waitFor([this] { return finished(); }));
}

TEST_F(ComparingMethods, ClosingTheDialogOrTheWindowDuringAStudyEndsItSoon) {
  openDialog("andrews");
  setTightest(13);
  click(start_);
  ASSERT_TRUE(waitFor([&] { return table_->rowCount() > 0; }));
  QTest::keyClick(dialog_, Qt::Key_Escape);
  EXPECT_FALSE(dialog_->isVisible());
  ASSERT_TRUE(waitFor([&] { return !dialog_->study().isRunning(); }));
  find<QAction>("actionCompareMethods")->trigger();
  EXPECT_TRUE(dialog_->isVisible());
  click(start_);
  ASSERT_TRUE(waitFor([&] { return table_->rowCount() > 0; }));
  QElapsedTimer clock;
  clock.start();
  window_->close();
  const auto pause = notCounted();
  window_.reset();
  EXPECT_LT(clock.elapsed(), 20000);  // the study would take minutes
}

TEST_F(ComparingMethods, AStudyOfAnEmptyModelSaysWhatIsMissing) {
  openDialog("pendulum");
  find<QAction>("actionNew")->trigger();
  ASSERT_TRUE(document().mechanism().bodies.empty());
  tickOnly({"bdf:2"});
  start_->click();
  ASSERT_TRUE(waitFor([this] { return stage() == MethodStudy::Stage::Failed; }));
  EXPECT_TRUE(dialog_->study().failure().contains("no bodies")) << dialog_->study().failure().toStdString();
}

TEST_F(ComparingMethods, AStudyThatCannotBeMadeSaysWhy) {
  openDialog("andrews");
  setField("studyAllowed", "0.001");
  click(start_);
  ASSERT_TRUE(waitFor([&] { return stage() == MethodStudy::Stage::Failed; }));
  EXPECT_TRUE(dialog_->study().failure().contains("time")) << dialog_->study().failure().toStdString();
  EXPECT_EQ(dialog_->findChild<QLabel*>("studyStatus")->text(), dialog_->study().failure());
}

}  // namespace
}  // namespace holonom
