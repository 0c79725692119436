// SPDX-License-Identifier: GPL-3.0-or-later
// Runs of one method and index that differ in other settings.
#include <QAction>
#include <QComboBox>
#include <QDialog>
#include <QLineEdit>
#include <QPushButton>
#include <QTableWidget>
#include <QToolButton>

#include "compare_fixture.h"
#include "gui/plots/plot_board.h"
#include "gui/plots/run_legend.h"

namespace holonom {
namespace {

// Two runs of one method and index, made with the mouse and told apart wherever they are named.
TEST_F(Comparing, ARunWithOtherSettingsOfTheSameMethodIsAddedAndToldApart) {
  ASSERT_TRUE(document().openNamed("slider_crank"));
  showPanel();
  click(find<QPushButton>("addWithSettings"));
  ASSERT_EQ(session().comparisons(), QStringList("bdf:2"));
  auto* dialog = window_->findChild<QDialog*>("variantSettingsOf1");
  ASSERT_TRUE(dialog && dialog->isVisible());
  auto* strategy = dialog->findChild<QComboBox*>("own_order-strategy");
  ASSERT_TRUE(strategy && strategy->isVisible());
  EXPECT_EQ(strategy->currentText(), "not set here: combined – guarded rise, forced fall");
  EXPECT_FALSE(dialog->findChild<QLineEdit*>("own_rho")->isVisible()) << "BDF does not look at it";
  strategy->setFocus();
  for (int i = 0; i < 5 && strategy->currentData() != "dassl"; ++i) QTest::keyClick(strategy, Qt::Key_Down);
  ASSERT_EQ(strategy->currentData(), "dassl");
  auto* largest = dialog->findChild<QLineEdit*>("own_max-step");
  largest->setFocus();
  QTest::keyClicks(largest, "2 ms");
  QTest::keyClick(largest, Qt::Key_Return);
  EXPECT_EQ(session().comparisons(), QStringList("bdf:2:max-step=0.002:order-strategy=dassl"));
  keepPicture("variant-settings.png", dialog);
  dialog->close();

  typeTolerance("variantTolerance1", "1e-5");
  EXPECT_EQ(session().comparisons(),
            QStringList("bdf:2:rtol=1e-5:atol=1e-5:max-step=0.002:order-strategy=dassl"))
      << "the tolerance leaves the other settings alone";
  auto* tolerance = find<QLineEdit>("variantTolerance1");
  tolerance->selectAll();
  QTest::keyClick(tolerance, Qt::Key_Backspace);
  QTest::keyClick(tolerance, Qt::Key_Return);
  EXPECT_TRUE(find<QToolButton>("variantSettings1")->toolTip().contains("order strategy dassl"));
  if (keepsPictures()) QTest::qWait(300);
  keepPicture("variant-list.png");

  runToEnd();
  EXPECT_EQ(run(1).options().maxStep, 0.002);
  EXPECT_EQ(run(1).options().orderStrategy, OrderStrategy::Dassl);
  EXPECT_EQ(run(0).options().orderStrategy, OrderStrategy::Combined);
  EXPECT_EQ(run(0).label(), "BDF, index 2, largest step unlimited, order strategy combined");
  EXPECT_EQ(run(1).label(), "BDF, index 2, largest step 0.002 s, order strategy dassl");
  auto* table = find<QTableWidget>("errorTable");
  ASSERT_TRUE(waitFor([&] { return table->isVisible() && table->columnCount() == 2; }));
  for (int column = 0; column < 2; ++column)
    EXPECT_TRUE(table->horizontalHeaderItem(column)->toolTip() == run(column).label());
  EXPECT_TRUE(waitFor([&] {
    return window_->plots().findChild<RunLegend*>("runLabels")->text().contains("order strategy dassl");
  }));
  if (keepsPictures()) QTest::qWait(500);
  keepPicture("variant-results.png");

  // Another method keeps what it looks at, too.
  showPanel();
  auto* method = find<QComboBox>("variantMethod1");
  method->setFocus();
  while (method->currentData().toString() != "generalized-alpha:3") QTest::keyClick(method, Qt::Key_Down);
  EXPECT_EQ(session().comparisons(), QStringList("generalized-alpha:3:max-step=0.002"));
}

TEST_F(Comparing, AWrongSettingOfARunIsNamedAndGoesWithItsDialog) {
  ASSERT_TRUE(document().openNamed("pendulum"));
  showPanel();
  click(find<QPushButton>("addWithSettings"));
  auto* dialog = window_->findChild<QDialog*>("variantSettingsOf1");
  auto* order = dialog->findChild<QLineEdit*>("own_max-order");
  order->setFocus();
  QTest::keyClicks(order, "9");
  QTest::keyClick(order, Qt::Key_Return);
  EXPECT_EQ(session().comparisons(), QStringList("bdf:2")) << "a wrong value must not be taken";
  EXPECT_FALSE(order->styleSheet().isEmpty());
  click(button("actionRun"));
  EXPECT_TRUE(session().runs().empty());
  EXPECT_TRUE(session().obstacle().contains(QString::fromUtf8("Run ②: “Highest order”")))
      << session().obstacle().toStdString();
  order->selectAll();
  QTest::keyClicks(order, "2");
  QTest::keyClick(order, Qt::Key_Return);
  EXPECT_TRUE(session().obstacle().isEmpty());
  EXPECT_EQ(session().comparisons(), QStringList("bdf:2:max-order=2"));
  order->selectAll();
  QTest::keyClicks(order, "x");
  QTest::keyClick(order, Qt::Key_Return);
  EXPECT_FALSE(session().obstacle().isEmpty());
  dialog->close();
  EXPECT_TRUE(session().obstacle().isEmpty());
  click(find<QToolButton>("variantSettings1"));
  EXPECT_TRUE(dialog->isVisible());
  EXPECT_EQ(order->text(), "2") << "what the run has";
  click(dialog->findChild<QPushButton*>("asTheMainRun"));
  EXPECT_EQ(session().comparisons(), QStringList("bdf:2"));
}

/// What is typed when its run goes is not given to another one.
TEST_F(Comparing, ARunIsRemovedWhileASettingIsTyped) {
  ASSERT_TRUE(document().openNamed("pendulum"));
  showPanel();
  for (const bool byItsButton : {true, false}) {
    session().setComparisons({"bdf:2", "bdf:3"});
    click(find<QToolButton>("variantSettings1"));
    auto* dialog = window_->findChild<QDialog*>("variantSettingsOf1");
    ASSERT_TRUE(dialog && dialog->isVisible());
    auto* largest = dialog->findChild<QLineEdit*>("own_max-step");
    largest->setFocus();
    QTest::keyClicks(largest, "2 ms");
    if (byItsButton) click(find<QToolButton>("variantRemove1"));
    else session().setComparisons({});
    EXPECT_EQ(session().comparisons(), byItsButton ? QStringList("bdf:3") : QStringList());
    EXPECT_FALSE(dialog->isVisible());
  }
}

TEST_F(Comparing, KeptCurvesAreToldApartByTheirOptions) {
  ASSERT_TRUE(document().openNamed("pendulum"));
  runToEnd();
  find<QAction>("actionKeepCurves")->trigger();
  SimulationOptions options = session().options();
  options.maxOrder = 2;
  session().setOptions(options);
  runToEnd();
  const auto names = [this] { return window_->plots().findChild<RunLegend*>("runLabels")->text(); };
  EXPECT_TRUE(waitFor([&] { return names().contains("kept: BDF, index 2, highest order 5"); }))
      << names().toStdString();
}

}  // namespace
}  // namespace holonom
