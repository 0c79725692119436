// SPDX-License-Identifier: GPL-3.0-or-later
// Several runs of one model at the same time.
#include <QCheckBox>
#include <QComboBox>
#include <QDockWidget>
#include <QHeaderView>
#include <QLineEdit>
#include <QPushButton>
#include <QScrollBar>
#include <QTabBar>
#include <QTabWidget>
#include <QTableWidget>
#include <QWheelEvent>
#include <set>

#include "compare_fixture.h"
#include "core/results/difference.h"
#include "core/results/spike_metric.h"
#include "gui/app/window_layout.h"
#include "gui/panels/message_banner.h"
#include "gui/plots/chart_area.h"
#include "gui/plots/plot_board.h"
#include "gui/plots/plot_view.h"
#include "gui/session/run_names.h"
#include "solvers/options/variants.h"

namespace holonom {
namespace {

TEST_F(Comparing, FourRunsStartTogetherInFourColours) {
  ASSERT_TRUE(document().openNamed("slider_crank"));
  session().setComparisons({"bdf:3", "generalized-alpha:3", "bdf:2:rtol=1e-7", "bdf:1"});
  EXPECT_EQ(session().comparisons().size(), 3) << "more than four runs are not offered";
  click(button("actionRun"));
  ASSERT_EQ(session().runs().size(), 4u);
  std::set<QString> labels, colours;
  for (const auto& run : session().runs()) {
    labels.insert(run->label());
    colours.insert(Session::colour(run->place()).name());
  }
  EXPECT_EQ(labels.size(), 4u) << "runs of one method are told apart by their tolerance";
  EXPECT_EQ(colours.size(), 4u);
  ASSERT_TRUE(waitFor([this] { return finished(); }));
  for (const auto& run : session().runs())
    EXPECT_EQ(run->run().summary().termination, Termination::ReachedEnd);
  showPanel();
  find<QTabWidget>("compareTabs")->setCurrentIndex(1);
  auto* table = find<QTableWidget>("errorTable");
  ASSERT_TRUE(waitFor([&] {
    return table->isVisible() && table->columnCount() == 4 && table->item(3, 1) &&
           !cell(QString::fromUtf8("From run ①"), 1).contains("/");
  }));
  EXPECT_EQ(table->horizontalScrollBar()->maximum(), 0) << "all four are in sight";
  EXPECT_TRUE(table->item(3, 1)->toolTip().contains("Root of the mean"))
      << table->item(3, 1)->toolTip().toStdString();
}

TEST_F(Comparing, RunsThatKeepTogetherAreSeenAtOneTime) {
  openLongRun();
  session().setComparisons({"bdf:3:rtol=1e-3"});
  SimulationOptions options = session().options();
  options.maxStep = 0.001;
  session().setOptions(options);
  click(button("actionRun"));
  const double lead = Playback::speedFor(options.endTime) / 30;
  ASSERT_TRUE(waitFor([this] { return rows(0) > 400 && rows(1) > 400; }));
  session().pause();
  ASSERT_TRUE(waitFor([this] {
    return run(0).run().progress().state == RunState::Paused &&
           run(1).run().progress().state == RunState::Paused;
  }));
  EXPECT_LE(std::abs(run(0).recordedUntil() - run(1).recordedUntil()), lead + options.maxStep + 1e-9);
  EXPECT_EQ(session().shownUntil(), std::min(run(0).recordedUntil(), run(1).recordedUntil()));
  session().stop();
  EXPECT_TRUE(waitFor([this] { return finished(); }));
}

TEST_F(Comparing, BranchesKeepTheirColoursAndTheFourthReplacesTheFirst) {
  ASSERT_TRUE(document().openNamed("double_pendulum"));
  click(button("actionRun"));
  ASSERT_TRUE(waitFor([this] { return finished(); }));
  const auto first = session().runs().front()->recording();
  const double end = playback().available();
  for (int i = 1; i <= 3; ++i) {
    playback().setTime(end * (0.2 + 0.1 * i));
    click(button("actionBranch"));
    ASSERT_EQ(session().runs().size(), std::size_t(i) + 1);
    ASSERT_TRUE(waitFor([this] { return finished(); }));
  }
  EXPECT_EQ(session().runs().back()->recording(), first);
  EXPECT_EQ(session().runs().back()->place(), 0u) << "the first run keeps its colour";
  std::set<std::size_t> places;
  for (const auto& run : session().runs()) places.insert(run->place());
  EXPECT_EQ(places.size(), 4u);
  playback().setTime(end * 0.6);
  click(button("actionBranch"));
  ASSERT_EQ(session().runs().size(), 4u);
  EXPECT_EQ(session().runs().back()->recording(), first);
  EXPECT_EQ(session().runs().front()->place(), 1u) << "the colour that became free";
  ASSERT_TRUE(waitFor([this] { return finished(); }));
  QApplication::processEvents();
  int ends = 0, departures = 0;
  for (const LogMessage& message : window_->workspace().log.messages()) {
    ends += message.text.contains("end time was reached");
    departures += message.text.contains("makes room");
  }
  EXPECT_EQ(ends, 5) << "each run is told of once";
  EXPECT_EQ(departures, 1);
}

TEST_F(Comparing, ABranchTakesThePlaceOfARunFromTheStartOnlyWhenAsked) {
  ASSERT_TRUE(document().openNamed("double_pendulum"));
  session().setComparisons({"bdf:3", "bdf:1", "generalized-alpha:3"});
  click(button("actionRun"));
  ASSERT_TRUE(waitFor([this] { return finished(); }));
  const auto last = session().runs().back()->recording();
  const auto answer = [this](const QString& text) {
    atDialog([text](QWidget* dialog) {
      EXPECT_EQ(dialog->objectName(), "replaceRun");
      for (auto* button : dialog->findChildren<QPushButton*>())
        if (button->text() == text) return button->click();
    });
  };
  answer("Cancel");
  find<QAction>("actionBranch")->trigger();
  EXPECT_EQ(session().runs().back()->recording(), last);
  answer("&Branch");
  find<QAction>("actionBranch")->trigger();
  ASSERT_EQ(session().runs().size(), 4u);
  EXPECT_TRUE(run(0).isBranch());
  EXPECT_NE(session().runs().back()->recording(), last);
  ASSERT_TRUE(waitFor([this] { return finished(); }));
  const auto kept = session().runs().back()->recording();
  find<QAction>("actionBranch")->trigger();
  EXPECT_EQ(session().runs().back()->recording(), kept) << "another branch replaces the first one";
  EXPECT_FALSE(run(1).isBranch());
  EXPECT_TRUE(waitFor([this] { return finished(); }));
}

TEST_F(Comparing, DistancesAreSaidToBeFromTheMainRun) {
  ASSERT_TRUE(document().openNamed("double_pendulum"));
  click(button("actionRun"));
  ASSERT_TRUE(waitFor([this] { return finished(); }));
  playback().setTime(0.5 * playback().available());
  click(button("actionBranch"));
  ASSERT_TRUE(waitFor([this] { return finished(); }));
  ASSERT_EQ(runMark(run(0).place()), QString::fromUtf8("②"));
  EXPECT_TRUE(waitFor([this] {
    return cell(QString::fromUtf8("From run ②: position"), 0) == QString::fromUtf8("–") &&
           cell(QString::fromUtf8("From run ②: position"), 1).contains("/");
  }));
  EXPECT_TRUE(cell(QString::fromUtf8("From run ①"), 1).isEmpty());
  const auto* table = find<QTableWidget>("errorTable");
  for (int row = 0; row < table->rowCount(); ++row)
    if (const QString name = table->verticalHeaderItem(row)->text(); name.startsWith("From run"))
      EXPECT_TRUE(name.endsWith(')')) << name.toStdString() << " has a unit, or none";
}

TEST_F(Comparing, NoTwoRunsHaveTheSameName) {
  ASSERT_TRUE(document().openNamed("double_pendulum"));
  click(button("actionRun"));
  ASSERT_TRUE(waitFor([this] { return finished(); }));
  const double middle = 0.5 * playback().available();
  for (const double rtol : {1e-4, 1e-6, 1e-6}) {
    SimulationOptions options = session().options();
    options.rtol = rtol;
    session().setOptions(options);
    playback().setTime(middle);
    click(button("actionBranch"));
    ASSERT_TRUE(waitFor([this] { return finished(); }));
  }
  std::set<QString> labels;
  for (const auto& run : session().runs()) labels.insert(run->label());
  EXPECT_EQ(labels.size(), 4u) << QStringList(labels.begin(), labels.end()).join(" | ").toStdString();
  EXPECT_TRUE(run(0).label().contains("1e-6")) << run(0).label().toStdString();
  EXPECT_TRUE(run(0).label().contains("from")) << run(0).label().toStdString();
  EXPECT_TRUE(session().runs()[2]->label().contains(QString::fromUtf8("from ① at")));
}

TEST_F(Comparing, WhatAddsRunsStaysInSightAndColoursFollowTheTheme) {
  ASSERT_TRUE(document().openNamed("slider_crank"));
  session().setComparisons({"bdf:3", "generalized-alpha:3"});
  for (const QSize& room : {QSize(1400, 900), QSize(960, 500)}) {
    window_->resize(room);
    window_->layoutKeeper().reset();
    ASSERT_TRUE(waitFor([this] { return window_->updatesEnabled(); }));
    showPanel();
    QTest::qWait(30);
    for (const char* name :
         {"addVariant", "addWithSettings", "keepTogether", "variantSettings1", "variantRemove1"}) {
      auto* widget = find<QWidget>(name);
      EXPECT_EQ(widget->visibleRegion().boundingRect(), widget->rect()) << name << " at " << room.width();
    }
    auto* tabs = find<QTabWidget>("compareTabs")->tabBar();
    EXPECT_GE(tabs->width(), tabs->sizeHint().width()) << "both tabs";
    keepPicture(QString("what-runs-%1.png").arg(room.width()), find<QDockWidget>("compareDock"));
  }
  auto* box = find<QCheckBox>("variantVisible0");
  const auto ground = [&] { return box->icon().pixmap(16, 16).toImage().pixelColor(1, 1).lightness(); };
  const int light = ground();
  const QPalette before = QApplication::palette();
  QPalette dark = before;
  dark.setColor(QPalette::Base, QColor(30, 30, 30));
  dark.setColor(QPalette::Window, QColor(45, 45, 45));
  QApplication::setPalette(dark);
  EXPECT_TRUE(waitFor([&] { return ground() > light + 20; })) << "seen on a dark ground";
  QApplication::setPalette(before);
}

TEST_F(Comparing, TheListIsEditedWithMouseAndKeyboard) {
  ASSERT_TRUE(document().openNamed("slider_crank"));
  showPanel();
  auto* add = find<QPushButton>("addVariant");
  for (int i = 0; i < 3; ++i) click(add);
  ASSERT_EQ(session().comparisons().size(), 3);
  EXPECT_FALSE(add->isEnabled()) << "four runs at most";
  EXPECT_EQ(QSet<QString>(session().comparisons().begin(), session().comparisons().end()).size(), 3);

  auto* method = find<QComboBox>("variantMethod1");
  method->setFocus();
  const QString before = session().comparisons().at(0);
  QTest::keyClick(method, Qt::Key_Down);
  EXPECT_NE(session().comparisons().at(0), before);
  typeTolerance("variantTolerance1", "1e-7");
  const SimulationOptions chosen =
      parseVariant(session().comparisons().at(0).toStdString(), session().options());
  EXPECT_EQ(usedRtol(chosen), 1e-7);
  EXPECT_EQ(usedAtol(chosen), 1e-7);
  const QStringList good = session().comparisons();
  typeTolerance("variantTolerance2", "fast");
  EXPECT_EQ(session().comparisons(), good) << "a wrong value must not be taken";
  EXPECT_FALSE(find<QLineEdit>("variantTolerance2")->styleSheet().isEmpty()) << "and must show";

  typeTolerance("variantTolerance0", "1e-5");
  EXPECT_EQ(usedRtol(session().options()), 1e-5) << "the first line is the main run";
  EXPECT_EQ(find<QLineEdit>("option_rtol")->text(), "1e-5");
  click(find<QToolButton>("variantRemove2"));
  EXPECT_EQ(session().comparisons().size(), 2);
  EXPECT_TRUE(add->isEnabled());
  EXPECT_FALSE(find<QComboBox>("variantMethod3")->isVisible());

  const QStringList kept = session().comparisons();
  reopen();
  EXPECT_EQ(session().comparisons(), kept) << "the next start of the program";
  EXPECT_TRUE(find<QCheckBox>("compare")->isChecked());
}

TEST_F(Comparing, WhatFailsForOneCauseIsSaidOnce) {
  ASSERT_TRUE(document().openNamed("four_bar"));
  Mechanism torn = document().mechanism();
  torn.ground.points[1].position.x() += 5;
  document().edit("tear it", torn);
  session().setComparisons({"bdf:3"});
  session().start();
  ASSERT_TRUE(waitFor([this] { return finished(); }));
  auto* banner = window_->findChild<MessageBanner*>();
  ASSERT_TRUE(waitFor([&] { return banner->isVisible(); }));
  EXPECT_EQ(banner->text().count("The joints cannot be closed"), 1) << banner->text().toStdString();
  for (const auto& run : session().runs())
    EXPECT_TRUE(banner->text().contains(run->label())) << banner->text().toStdString();
  if (keepsPictures()) QTest::qWait(500);
  keepPicture("failures.png");
}

TEST_F(Comparing, KinematicsStayBehindWithTheirModel) {
  ASSERT_TRUE(document().openNamed("slider_crank"));
  session().setComparisons({"kinematics:1", "bdf:3"});
  ASSERT_TRUE(document().openNamed("pendulum"));
  EXPECT_EQ(session().comparisons(), QStringList("bdf:3")) << "the pendulum is free to move";
}

TEST_F(Comparing, TheResultsNameRunsAndQuantities) {
  ASSERT_TRUE(document().openNamed("slider_crank"));
  session().setComparisons({"bdf:3"});
  runToEnd();
  showPanel();
  auto* table = find<QTableWidget>("errorTable");
  ASSERT_TRUE(waitFor([&] { return table->columnCount() == 2 && table->rowCount() > 4; }));
  QStringList rows;
  for (int row = 0; row < table->rowCount(); ++row) rows << table->verticalHeaderItem(row)->text();
  for (const char* quantity : {"Noisy reactions (spikes)", "CPU time", "Steps", "From run ①: position (m)"})
    EXPECT_TRUE(rows.contains(QString::fromUtf8(quantity))) << quantity << " in\n"
                                                            << rows.join('\n').toStdString();
  for (int column = 0; column < 2; ++column) {
    const QString heading = QString(table->horizontalHeaderItem(column)->text()).replace('\n', ' ');
    EXPECT_EQ(heading,
              (column == 0 ? QString::fromUtf8("①  ") : QString::fromUtf8("②  ")) + run(column).label());
  }
}

TEST_F(Comparing, TheTableShowsSpikesDifferencesAndErrors) {
  ASSERT_TRUE(document().openNamed("slider_crank"));
  session().setComparisons({"bdf:3:rtol=1e-3:atol=1e-3"});
  SimulationOptions options = session().options();
  options.rtol = options.atol = 1e-8;
  session().setOptions(options);
  runToEnd();
  showPanel();
  ASSERT_TRUE(
      waitFor([this] { return !comparison().difference(1).empty() && run(0).spikes() && run(1).spikes(); }));
  const auto groups = differencesOf(*run(1).recording(), *run(0).recording());
  ASSERT_TRUE(waitFor([this] { return cell("Noisy", 1) == QString::number(*run(1).spikes(), 'g', 3); }));
  for (const auto& group : groups)
    if (group.kind == ChannelKind::Multiplier && group.unit == "N")
      EXPECT_EQ(cell(QString::fromUtf8("From run ①: force in joints"), 1),
                QString("%1 / %2").arg(group.largest, 0, 'g', 2).arg(group.rms, 0, 'g', 2));
  EXPECT_EQ(cell(QString::fromUtf8("From run ①: position"), 0), QString::fromUtf8("–"));
  EXPECT_TRUE(cell("Error", 0).isEmpty()) << "nobody has asked yet";

  click(find<QPushButton>("measureErrors"));
  EXPECT_EQ(find<QPushButton>("measureErrors")->text(), "&Cancel");
  ASSERT_TRUE(waitFor([this] { return comparison().stage() == RunComparison::Stage::Done; }));
  const auto positions = [this](std::size_t i) {
    for (const auto& group : comparison().error(i))
      if (group.kind == ChannelKind::Position && group.unit == "m") return group.largest;
    return -1.;
  };
  EXPECT_GT(positions(0), 0);
  EXPECT_LT(positions(0), 1e-6);
  EXPECT_GT(positions(1), 10 * positions(0)) << "a loose tolerance shows";
  EXPECT_TRUE(cell("Error: position (m)", 1).startsWith(QString::number(positions(1), 'g', 2)));
  EXPECT_FALSE(cell("Error: force in joints", 1).isEmpty());
}

TEST_F(Comparing, TheReferenceRunIsCancelled) {
  ASSERT_TRUE(document().openNamed("double_pendulum"));
  SimulationOptions options = session().options();
  options.endTime = 300;
  options.rtol = options.atol = 1e-2;
  session().setOptions(options);
  showPanel();
  runToEnd();
  click(find<QPushButton>("measureErrors"));
  ASSERT_TRUE(waitFor([this] { return comparison().progress() > 0; }));
  click(find<QPushButton>("measureErrors"));
  EXPECT_EQ(comparison().stage(), RunComparison::Stage::Stopped);
  EXPECT_TRUE(comparison().error(0).empty());
  EXPECT_TRUE(find<QLabel>("referenceNote")->text().contains("cancelled"));
}

TEST_F(Comparing, OneClickOnTheWelcomePageShowsWhereSpikesComeFrom) {
  auto* card = find<QAbstractButton>("seeSpikes");
  ASSERT_TRUE(card->isVisible());
  click(card);
  ASSERT_EQ(session().runs().size(), 2u);
  EXPECT_EQ(run(0).options().index, 3);
  EXPECT_EQ(run(1).options().index, 2);
  ASSERT_TRUE(waitFor([this] { return finished() && run(0).spikes() && run(1).spikes(); }));
  EXPECT_GT(*run(0).spikes(), 3 * *run(1).spikes()) << "index 3 is the noisy one";
  EXPECT_TRUE(find<QTableWidget>("errorTable")->isVisible()) << "the comparison is in sight";
  ASSERT_TRUE(waitFor([this] { return cell("Noisy", 0) == QString::number(*run(0).spikes(), 'g', 3); }));
  EXPECT_TRUE(playback().isPlaying());
  ASSERT_TRUE(document().openNamed("pendulum"));
  EXPECT_TRUE(session().comparisons().isEmpty()) << "the demonstration ends with its model";
}

TEST_F(Comparing, AWrongToleranceIsNamedInsteadOfARun) {
  ASSERT_TRUE(document().openNamed("pendulum"));
  session().setComparisons({"bdf:3"});
  showPanel();
  auto* banner = window_->findChild<MessageBanner*>();
  auto* tolerance = find<QLineEdit>("variantTolerance1");
  tolerance->setFocus();
  QTest::keyClicks(tolerance, "abc");
  EXPECT_FALSE(tolerance->styleSheet().isEmpty()) << "while it is typed";
  QTest::keyClick(tolerance, Qt::Key_F5);
  EXPECT_TRUE(session().runs().empty());
  ASSERT_TRUE(banner->isVisible());
  EXPECT_TRUE(banner->text().contains(QString::fromUtf8("“Tolerance” of run ②")))
      << banner->text().toStdString();
  typeTolerance("variantTolerance0", "1e-5");
  EXPECT_EQ(session().options().rtol, 1e-5);
  EXPECT_EQ(tolerance->text(), "abc");
  EXPECT_FALSE(tolerance->styleSheet().isEmpty());
  find<QTabWidget>("compareTabs")->setCurrentIndex(1);
  click(button("actionRun"));
  EXPECT_TRUE(session().runs().empty());
  EXPECT_TRUE(tolerance->isVisible() && tolerance->hasFocus());
  tolerance->selectAll();
  QTest::keyClicks(tolerance, "1e-6");
  EXPECT_TRUE(tolerance->styleSheet().isEmpty());
  EXPECT_FALSE(banner->isVisible());
  click(button("actionRun"));
  ASSERT_EQ(session().runs().size(), 2u);
  EXPECT_EQ(run(1).options().rtol, 1e-6);
  ASSERT_TRUE(waitFor([this] { return finished(); }));
  tolerance->selectAll();
  QTest::keyClicks(tolerance, "0");
  session().setComparisons({});
  EXPECT_TRUE(session().obstacle().isEmpty()) << "it went with its run";
}

TEST_F(Comparing, ATitleOfTheSummaryIsNotCut) {
  ASSERT_TRUE(document().openNamed("pendulum"));
  session().setComparisons({"bdf:2:rtol=1.25e-7"});
  runToEnd();
  auto* table = find<QTableWidget>("summaryTable");
  find<QDockWidget>("summaryDock")->raise();
  const auto seen = [&] {
    const QString title = table->horizontalHeaderItem(1)->text();
    return title.contains("1.25e-7") &&
           table->fontMetrics().size(0, title).width() <= table->viewport()->width();
  };
  table->setMaximumWidth(table->verticalHeader()->width() + table->verticalScrollBar()->sizeHint().width() +
                         table->fontMetrics().horizontalAdvance("tolerance 1.2"));
  EXPECT_TRUE(waitFor(seen, 3000)) << table->horizontalHeaderItem(1)->text().toStdString() << " in "
                                   << table->viewport()->width();
  EXPECT_TRUE(table->horizontalHeaderItem(1)->text().contains("tolerance\n1.25e-7"));
}

TEST_F(Comparing, ASingleRunIsNotAllOfThem) {
  ASSERT_TRUE(document().openNamed("pendulum"));
  const auto* note = find<QLabel>("referenceNote");
  EXPECT_TRUE(note->text().isEmpty()) << note->text().toStdString();
  session().setComparisons({"bdf:3"});
  EXPECT_EQ(note->text(), "Run starts all of them");
}

TEST_F(Comparing, TwoRunsThatAreTheSameAreSaidToBe) {
  ASSERT_TRUE(document().openNamed("pendulum"));
  showPanel();
  auto* note = find<QLabel>("twinsNote");
  session().setComparisons({"bdf:3"});
  EXPECT_FALSE(note->isVisibleTo(window_.get()));
  session().setComparisons({QString("%1:%2")
                                .arg(QString::fromStdString(session().options().method))
                                .arg(session().options().index)});
  EXPECT_TRUE(note->isVisibleTo(window_.get()));
  SimulationOptions options = session().options();
  options.method = "bdf";
  options.index = 2;
  options.rtol = options.atol = std::nullopt;
  session().setOptions(options);
  session().setComparisons({"bdf:2:rtol=1e-4:atol=1e-4", "bdf:3", "bdf:2:rtol=0.0001"});
  EXPECT_TRUE(note->isVisibleTo(window_.get())) << "the default, said in so many words";
  EXPECT_EQ(find<QComboBox>("compareVariant")->currentText(), "BDF, index 2, tolerance 1e-4");
  const auto* all = find<QLabel>("twinRuns");
  EXPECT_TRUE(all->isVisible() && all->text().startsWith(QString::fromUtf8("①, ②, ④: same settings")))
      << all->text().toStdString();
  ASSERT_TRUE(session().start());
  const auto& messages = window_->workspace().log.messages();
  EXPECT_TRUE(std::any_of(messages.begin(), messages.end(),
                          [](const auto& message) { return message.text.contains("same settings"); }));
  session().stop();
  ASSERT_TRUE(waitFor([this] { return finished(); }));
}

}  // namespace
}  // namespace holonom
