// SPDX-License-Identifier: GPL-3.0-or-later
// Running, pausing, stepping, stopping, restarting, comparing, branching and closing.
#include <QCheckBox>
#include <QComboBox>
#include <QDockWidget>
#include <QElapsedTimer>
#include <QLineEdit>
#include <QMessageBox>
#include <QTableWidget>
#include <QTextBrowser>
#include <QWheelEvent>
#include <algorithm>

#include "core/results/spike_metric.h"
#include "gui/panels/message_banner.h"
#include "gui/panels/run_status.h"
#include "gui/plots/chart_area.h"
#include "gui/plots/plot_board.h"
#include "gui/plots/strip_chart.h"
#include "window_fixture.h"

namespace holonom {
namespace {

class Running : public WindowTest {};

TEST_F(Running, TheSpeedOfAFastRunHasRoomInTheStatusBar) {
  EXPECT_EQ(RunStatus::rateText(850), "850 steps/s");
  EXPECT_EQ(RunStatus::rateText(242192), "242 k steps/s");
  const auto* label = find<QLabel>("rateLabel");
  for (const double rate : {9999., 1e4, 999e3})
    EXPECT_LE(label->fontMetrics().horizontalAdvance(RunStatus::rateText(rate)), label->minimumWidth());
  EXPECT_EQ(RunStatus::memoryText(9e7), "") << "not worth a word";
  EXPECT_EQ(RunStatus::memoryText(3.4e8), "340 MB recorded");
  EXPECT_EQ(RunStatus::memoryText(1.62e9), "1.6 GB recorded");
}

TEST_F(Running, PauseHoldsTheRunAndStepAddsExactlyOneRow) {
  openLongRun();
  click(button("actionRun"));
  ASSERT_TRUE(waitFor([this] { return rows() > 20; }));
  click(button("actionPause"));
  ASSERT_TRUE(waitFor([this] { return session().progress().state == RunState::Paused; }));
  const std::size_t paused = rows();
  QTest::qWait(200);
  EXPECT_EQ(rows(), paused);
  for (std::size_t i = 1; i <= 3; ++i) {
    click(button("actionStep"));
    ASSERT_TRUE(waitFor([&] { return rows() == paused + i; })) << rows() << " rows";
  }
  QTest::qWait(100);
  EXPECT_EQ(rows(), paused + 3);
  click(button("actionRun"));
  EXPECT_TRUE(waitFor([&] { return rows() > paused + 20; }));
}

TEST_F(Running, StepFromTheStartComputesOneStep) {
  openLongRun();
  click(button("actionStep"));
  ASSERT_TRUE(waitFor([this] { return rows() == 2; }));
  QTest::qWait(150);
  EXPECT_EQ(rows(), 2u);
  EXPECT_EQ(session().state(), Session::State::Paused);
}

/// Nothing that was computed is lost to a key that goes one step further; Pause holds what is played.
TEST_F(Running, StepAndPauseServeTheFinishedRun) {
  ASSERT_TRUE(document().openNamed("four_bar"));
  click(button("actionRun"));
  ASSERT_TRUE(waitFor([this] { return finished(); }));
  const auto recording = session().runs().front()->recording();
  const std::size_t all = rows();
  playback().setTime(0);
  playback().toggle();
  ASSERT_TRUE(
      waitFor([this] { return playback().isPlaying() && find<QAction>("actionPause")->isEnabled(); }));
  key(Qt::Key_F6);
  EXPECT_FALSE(playback().isPlaying());
  playback().setTime(0);
  for (std::size_t i = 1; i <= 3; ++i) {
    key(Qt::Key_F10);
    EXPECT_EQ(playback().time(), recording->time(i));
  }
  EXPECT_EQ(session().runs().front()->recording(), recording);
  EXPECT_EQ(rows(), all);
}

TEST_F(Running, StopKeepsTheRowsAndRestartBeginsAnew) {
  openLongRun();
  click(button("actionRun"));
  ASSERT_TRUE(waitFor([this] { return rows() > 50; }));
  click(button("actionStop"));
  ASSERT_TRUE(waitFor([this] { return finished(); }));
  EXPECT_EQ(session().runs().front()->run().summary().termination, Termination::Stopped);
  EXPECT_GT(rows(), 50u);
  const auto old = session().runs().front()->recording();
  click(button("actionRestart"));
  ASSERT_NE(session().runs().front()->recording(), old);
  ASSERT_TRUE(waitFor([this] { return rows() > 1; }));
  EXPECT_EQ(session().runs().front()->recording()->time(0), 0.);
}

TEST_F(Running, AChangeOfTheModelThatEndsTheRunIsSaid) {
  openLongRun();
  click(button("actionRun"));
  ASSERT_TRUE(waitFor([this] { return rows() > 50; }));
  auto* banner = find<MessageBanner>("messageBanner");
  ASSERT_FALSE(banner->isVisible());
  Mechanism heavier = document().mechanism();
  heavier.bodies[0].mass *= 2;
  document().edit("change the mass", heavier);
  EXPECT_TRUE(session().runs().empty());
  EXPECT_TRUE(banner->isVisible());
  EXPECT_TRUE(banner->text().contains("undo the change")) << banner->text().toStdString();
  document().history().undo();
  EXPECT_FALSE(session().runs().empty());
  EXPECT_TRUE(waitFor([&] { return !banner->isVisible(); }));
}

TEST_F(Running, TheComparedRunIsComputedAndSummarised) {
  ASSERT_TRUE(document().openNamed("slider_crank"));
  click(find<QCheckBox>("compare"));
  ASSERT_FALSE(session().comparison().isEmpty());
  click(button("actionRun"));
  ASSERT_EQ(session().runs().size(), 2u);
  EXPECT_NE(session().runs()[0]->label(), session().runs()[1]->label());
  ASSERT_TRUE(waitFor([this] { return finished(); }));
  EXPECT_GT(rows(0), 2u);
  EXPECT_GT(rows(1), 2u);
  ASSERT_TRUE(waitFor([this] { return session().runs()[0]->spikes() && session().runs()[1]->spikes(); }));
  for (const auto& run : session().runs()) EXPECT_EQ(*run->spikes(), spikeMetric(*run->recording()));
  auto* table = find<QTableWidget>("summaryTable");
  ASSERT_TRUE(table);
  ASSERT_EQ(table->columnCount(), 2);
  find<QDockWidget>("summaryDock")->raise();  // what nobody sees is laid out when it is shown
  for (int run = 0; run < 2; ++run) {
    const QString header = table->horizontalHeaderItem(run)->text();
    waitFor([&] { return table->columnWidth(run) >= table->fontMetrics().size(0, header).width(); }, 2000);
    EXPECT_GE(table->columnWidth(run), table->fontMetrics().size(0, header).width())
        << header.toStdString() << " is cut";
  }
  ASSERT_EQ(table->verticalHeaderItem(1)->text(), "Steps");
  for (int run = 0; run < 2; ++run)
    EXPECT_EQ(table->item(1, run)->text(),
              QString::number(session().runs()[std::size_t(run)]->run().summary().counts.steps));
}

TEST_F(Running, BranchingStartsFromTheTimeShownAndKeepsTheParent) {
  ASSERT_TRUE(document().openNamed("double_pendulum"));
  click(button("actionRun"));
  ASSERT_TRUE(waitFor([this] { return finished(); }));
  const double middle = playback().available() / 2;
  playback().setTime(middle);
  const auto parent = session().runs().front()->recording();
  click(button("actionBranch"));
  ASSERT_EQ(session().runs().size(), 2u);
  EXPECT_EQ(session().runs()[1]->recording(), parent);
  ASSERT_TRUE(waitFor([this] { return rows() > 1; }));
  const Recording& branch = *session().runs().front()->recording();
  EXPECT_EQ(branch.time(0), parent->time(parent->rowAt(middle)));
  std::vector<BodyPose> before, after;
  ASSERT_TRUE(session().runs()[1]->posesAt(branch.time(0), before));
  ASSERT_TRUE(session().runs()[0]->posesAt(branch.time(0), after));
  for (std::size_t i = 0; i < before.size(); ++i)
    EXPECT_TRUE(before[i].rotation.isApprox(after[i].rotation, 1e-6));
}

/// Not to where the run before it has ended.
TEST_F(Running, ABranchIsFollowedToWhereItIs) {
  openLongRun();
  click(button("actionRun"));
  ASSERT_TRUE(waitFor([this] { return rows() > 20000; }));
  session().stop();
  ASSERT_TRUE(waitFor([this] { return finished(); }));
  const double end = session().recordedUntil();
  playback().setTime(0.1 * end);
  SimulationOptions options = session().options();
  options.maxStep = 2e-5;
  session().setOptions(options);
  find<QAction>("actionBranch")->trigger();
  playback().setFollowLive(true);
  ASSERT_TRUE(waitFor([&] { return session().newestTime() > 0.1 * end && session().runs().size() == 2; }));
  EXPECT_TRUE(waitFor([&] { return playback().available() == end; })) << "all there is can be looked at";
  EXPECT_LT(session().newestTime(), end);
  EXPECT_LE(playback().time(), session().newestTime());
  session().stop();
}

TEST_F(Running, ABranchBeforeAnotherOneGrowsFromTheirParent) {
  ASSERT_TRUE(document().openNamed("double_pendulum"));
  click(button("actionRun"));
  ASSERT_TRUE(waitFor([this] { return finished(); }));
  const double end = playback().available();
  for (const double t : {0.5 * end, 0.1 * end}) {
    playback().setTime(t);
    click(button("actionBranch"));
    ASSERT_TRUE(waitFor([this] { return finished() && rows() > 1; }));
  }
  ASSERT_EQ(session().runs().size(), 3u);
  const Recording& first = *session().runs()[2]->recording();
  EXPECT_EQ(session().runs()[0]->recording()->time(0), first.time(first.rowAt(0.1 * end)));
  for (std::size_t i = 0; i < 3; ++i)
    EXPECT_EQ(window_->findChild<StripChart*>(QStringLiteral("strips.%1").arg(i))->colour(),
              Session::colour(session().runs()[i]->place()))
        << "one run, one colour";
}

TEST_F(Running, AnEndBeforeTheStartIsRefusedInWords) {
  ASSERT_TRUE(document().openNamed("pendulum"));
  SimulationOptions options = session().options();
  options.endTime = options.startTime - 1;
  session().setOptions(options);
  click(button("actionRun"));
  auto* banner = window_->findChild<MessageBanner*>();
  ASSERT_TRUE(banner && banner->isVisible());
  EXPECT_TRUE(session().runs().empty());
  EXPECT_TRUE(banner->text().contains("“End time”")) << banner->text().toStdString();
}

TEST_F(Running, SettingsTypedInThePanelReachTheRun) {
  ASSERT_TRUE(document().openNamed("pendulum"));
  auto* rtol = find<QLineEdit>("option_rtol");
  rtol->setFocus();
  rtol->selectAll();
  QTest::keyClicks(rtol, "1e-7");
  QTest::keyClick(rtol, Qt::Key_Return);
  ASSERT_TRUE(session().options().rtol.has_value());
  EXPECT_EQ(*session().options().rtol, 1e-7);
  for (const char* wrong : {"fast", "0", "-5", "1e300"}) {
    rtol->selectAll();
    QTest::keyClicks(rtol, wrong);
    QTest::keyClick(rtol, Qt::Key_Return);
    EXPECT_EQ(*session().options().rtol, 1e-7) << "a wrong value must not be taken: " << wrong;
    EXPECT_FALSE(rtol->styleSheet().isEmpty()) << "a wrong value must show: " << wrong;
  }
}

/// Nobody watches a run with a setting that the panel does not show.
TEST_F(Running, AWrongEntryIsNamedInsteadOfARun) {
  ASSERT_TRUE(document().openNamed("pendulum"));
  auto* banner = window_->findChild<MessageBanner*>();
  auto* state = find<QLabel>("stateLabel");
  auto* rtol = find<QLineEdit>("option_rtol");
  for (const auto& [wrong, range] : {std::pair{"abc", "from 1e-14 to 1"}, {"1e30", "between 1e-14 and 1"}}) {
    rtol->setFocus();
    rtol->selectAll();
    QTest::keyClicks(rtol, wrong);
    key(Qt::Key_Tab);
    ASSERT_FALSE(rtol->hasFocus());
    EXPECT_TRUE(waitFor([&] { return state->text().contains("“Relative tolerance”"); }))
        << state->text().toStdString();
    click(button("actionRun"));
    EXPECT_TRUE(session().runs().empty());
    ASSERT_TRUE(banner->isVisible());
    EXPECT_TRUE(banner->text().contains("“Relative tolerance”") && banner->text().contains(range))
        << banner->text().toStdString();
    EXPECT_TRUE(rtol->hasFocus());
  }
  rtol->selectAll();
  QTest::keyClicks(rtol, "1e-6");
  key(Qt::Key_Tab);
  EXPECT_FALSE(banner->isVisible());
  EXPECT_TRUE(waitFor([&] { return state->text().startsWith("Ready to run"); }))
      << state->text().toStdString();
  auto* end = find<QLineEdit>("option_t-end");
  end->setFocus();
  end->selectAll();
  QTest::keyClicks(end, "1500 ms");
  key(Qt::Key_Tab);
  EXPECT_EQ(session().options().endTime, 1.5);
  EXPECT_EQ(end->text(), "1.5");
  end->setFocus();
  end->selectAll();
  QTest::keyClicks(end, "0");
  QTest::keyClick(end, Qt::Key_F5);  // while it is being typed
  EXPECT_TRUE(session().runs().empty());
  EXPECT_TRUE(banner->isVisible() && banner->text().contains("“End time”")) << banner->text().toStdString();
}

TEST_F(Running, AWrongEntryStaysAsTypedUntilItIsMended) {
  ASSERT_TRUE(document().openNamed("pendulum"));
  auto* banner = window_->findChild<MessageBanner*>();
  auto* order = find<QLineEdit>("option_max-order");
  const auto type = [](QLineEdit* edit, const char* text) {
    edit->setFocus();
    edit->selectAll();
    QTest::keyClicks(edit, text);
  };
  type(order, "9");
  key(Qt::Key_Tab);
  click(button("actionRun"));
  ASSERT_TRUE(banner->isVisible());
  type(find<QLineEdit>("option_rtol"), "1e-5");
  key(Qt::Key_Tab);
  EXPECT_EQ(session().options().rtol, 1e-5);
  EXPECT_EQ(order->text(), "9") << "another entry has nothing to do with it";
  EXPECT_FALSE(order->styleSheet().isEmpty());
  EXPECT_TRUE(banner->isVisible());
  click(button("actionRun"));
  EXPECT_TRUE(session().runs().empty());
  type(order, "4");
  EXPECT_TRUE(order->styleSheet().isEmpty()) << "what is typed is right already";
  EXPECT_FALSE(banner->isVisible());
  click(button("actionRun"));
  ASSERT_EQ(session().runs().size(), 1u);
  EXPECT_EQ(session().runs().front()->options().maxOrder, 4);
  type(order, "9");
  key(Qt::Key_Tab);
  ASSERT_TRUE(document().openNamed("slider_crank"));
  EXPECT_EQ(order->text().toInt(), session().options().maxOrder) << "another model has settings of its own";
  EXPECT_TRUE(session().obstacle().isEmpty());
}

TEST_F(Running, TheLogTellsTheTimesAsTheyWereTyped) {
  openLongRun();
  SimulationOptions options = session().options();
  options.endTime = 20000;
  session().setOptions(options);
  ASSERT_TRUE(session().start());
  EXPECT_TRUE(window_->workspace().log.messages().back().text.contains("from 0 s to 20000 s"))
      << window_->workspace().log.messages().back().text.toStdString();
  session().stop();
}

/// The start time decides about the end time, too.
TEST_F(Running, AWrongEntryIsJudgedAnewBeforeARun) {
  ASSERT_TRUE(document().openNamed("pendulum"));
  auto* end = find<QLineEdit>("option_t-end");
  const auto enter = [end](const char* text) {
    end->setFocus();
    end->selectAll();
    QTest::keyClicks(end, text);
    QTest::keyClick(end, Qt::Key_Return);
  };
  enter("abc");
  EXPECT_TRUE(end->toolTip().contains("after the start time, which is 0 s")) << end->toolTip().toStdString();
  enter("-1");
  EXPECT_FALSE(end->styleSheet().isEmpty());
  SimulationOptions options = session().options();
  options.startTime = -2;
  session().setOptions(options);
  click(button("actionRun"));
  ASSERT_EQ(session().runs().size(), 1u);
  EXPECT_EQ(session().runs().front()->options().endTime, -1);
}

/// Scrolling past a box of choices must not choose.
TEST_F(Running, TheWheelDoesNotChangeSettings) {
  ASSERT_TRUE(document().openNamed("slider_crank"));
  session().setComparisons({"bdf:3"});
  find<QDockWidget>("compareDock")->raise();
  const SimulationOptions options = session().options();
  for (const char* name :
       {"option_method", "option_index", "compareVariant", "variantMethod0", "variantMethod1"}) {
    auto* box = find<QComboBox>(name);
    box->setFocus();
    const int before = box->currentIndex();
    for (const int step : {-120, -120, 120, 120, 120}) {
      QWheelEvent wheel(QPointF(5, 5), box->mapToGlobal(QPointF(5, 5)), {}, {0, step}, Qt::NoButton,
                        Qt::NoModifier, Qt::NoScrollPhase, false);
      QApplication::sendEvent(box, &wheel);
      EXPECT_EQ(box->currentIndex(), before) << name;
    }
  }
  EXPECT_TRUE(session().options() == options);
  EXPECT_EQ(session().comparisons(), QStringList{"bdf:3"});
}

TEST_F(Running, AnEmptiedSettingIsThatOfTheModel) {
  ASSERT_TRUE(document().openNamed("slider_crank"));
  const double own = session().options().endTime;
  ASSERT_NE(own, SimulationOptions{}.endTime);
  auto* end = find<QLineEdit>("option_t-end");
  const auto enter = [end](const QString& text) {
    end->setFocus();
    end->selectAll();
    QTest::keyClick(end, Qt::Key_Delete);
    QTest::keyClicks(end, text);
    QTest::keyClick(end, Qt::Key_Return);
  };
  enter("7");
  EXPECT_EQ(session().options().endTime, 7);
  enter("");
  EXPECT_EQ(session().options().endTime, own);
  EXPECT_EQ(end->text().toDouble(), own);
}

TEST_F(Running, EventsAreMarkedListedAndLogged) {
  ASSERT_TRUE(document().openNamed("bouncing_slider"));
  click(button("actionRun"));
  ASSERT_TRUE(waitFor([this] { return finished(); }));
  const auto& events = session().runs().front()->run().summary().events;
  ASSERT_GE(events.size(), 3u);
  EXPECT_EQ(session().runs().front()->recording()->events(), events);
  window_->plots().tick(false);
  ChartArea* area = window_->plots().findChild<ChartArea*>();
  ASSERT_TRUE(area);
  const AxisRange time = area->window();
  const double x =
      area->plotArea().left() + (events[0].t - time.low) / time.span() * area->plotArea().width();
  EXPECT_TRUE(
      area->tipAt({x, area->plotArea().center().y()}).contains(QString::fromStdString(events[0].name)))
      << area->tipAt({x, area->plotArea().center().y()}).toStdString();
  EXPECT_TRUE(area->tipAt({x + 30, area->plotArea().center().y()}).isEmpty());
  const QString findings = find<QTextBrowser>("summaryFindings")->toPlainText();
  for (const Event& event : events) EXPECT_TRUE(findings.contains(QString::fromStdString(event.name)));
}

TEST_F(Running, TheSummaryTellsWhatAutomaticPickedAndWhatIsRedundant) {
  ASSERT_TRUE(document().openNamed("elliptic_trammel"));
  SimulationOptions options = session().options();
  selectMethod(options, "auto");
  session().setOptions(options);
  click(button("actionRun"));
  ASSERT_TRUE(waitFor([this] { return finished(); }));
  const Summary& summary = session().runs().front()->run().summary();
  ASSERT_FALSE(summary.remarks.empty());
  ASSERT_FALSE(summary.redundantConstraints.empty());
  const QString findings = find<QTextBrowser>("summaryFindings")->toPlainText();
  EXPECT_TRUE(findings.contains(QString::fromStdString(summary.remarks.front())));
  EXPECT_TRUE(findings.contains(QString::fromStdString(summary.redundantConstraints.front().text())));
}

TEST_F(Running, OptionsThatDoNotApplyAreHidden) {
  ASSERT_TRUE(document().openNamed("slider_crank"));
  for (const char* method : {"kinematics", "bdf", "generalized-alpha", "auto"}) {
    SimulationOptions options = session().options();
    selectMethod(options, method);
    session().setOptions(options);
    for (const OptionField& field : optionFields()) {
      if (field.methods.empty()) continue;
      const bool applies = std::count(field.methods.begin(), field.methods.end(), method) > 0;
      auto* input = find<QWidget>(("option_" + field.name).c_str());
      EXPECT_EQ(!input->isHidden(), applies) << field.name << " with " << method;
      for (const QLabel* label : window_->findChildren<QLabel*>())
        if (label->buddy() == input)
          EXPECT_EQ(!label->isHidden(), applies) << "label of " << field.name << " with " << method;
    }
    const auto info =
        std::find_if(methods().begin(), methods().end(), [&](const auto& m) { return m.name == method; });
    EXPECT_EQ(!find<QComboBox>("option_index")->isHidden(), info->indices.size() > 1) << method;
  }
}

TEST_F(Running, OptionsWithoutInfluenceAreGreyAndSayWhy) {
  ASSERT_TRUE(document().openNamed("slider_crank"));
  SimulationOptions options = session().options();
  selectMethod(options, "local-equivalence");
  session().setOptions(options);
  auto* order = find<QWidget>("option_max-order");
  EXPECT_FALSE(order->isEnabled());
  EXPECT_TRUE(order->toolTip().contains("rule bdf")) << order->toolTip().toStdString();
  options.localRule = LocalRule::Bdf;
  session().setOptions(options);
  EXPECT_TRUE(order->isEnabled());
  EXPECT_TRUE(order->toolTip().contains("Highest BDF order")) << order->toolTip().toStdString();
}

TEST_F(Running, ClosingDuringARunEndsCleanlyAndSoon) {
  openLongRun();
  session().setComparisons({"bdf:3"});
  click(button("actionRun"));
  ASSERT_TRUE(waitFor([this] { return rows(0) > 20 && rows(1) > 20; }));
  QElapsedTimer clock;
  clock.start();
  window_->close();
  const auto pause = notCounted();
  window_.reset();
  workspace_.reset();
  EXPECT_LT(clock.elapsed(), 20000);  // the run would take minutes
}

/// What took long is not thrown away without a word; what took a moment is.
TEST_F(Running, QuittingAsksWhereALongRunWouldBeLost) {
  openLongRun();
  click(button("actionRun"));
  QTest::qWait(5100);
  ASSERT_EQ(session().state(), Session::State::Running);
  int asked = 0;
  const auto answer = [&](int which) {
    atDialog([&asked, which](QWidget* dialog) {
      EXPECT_EQ(dialog->objectName(), "discardResults");
      ++asked;
      const auto buttons = static_cast<QMessageBox*>(dialog)->buttons();
      for (auto* button : buttons)
        if (static_cast<QMessageBox*>(dialog)->buttonRole(button) == which) return button->click();
    });
  };
  answer(QMessageBox::RejectRole);
  EXPECT_FALSE(window_->close());
  EXPECT_EQ(session().state(), Session::State::Running) << "it goes on meanwhile";
  answer(QMessageBox::DestructiveRole);
  EXPECT_TRUE(window_->close());
  EXPECT_EQ(asked, 2);
}

}  // namespace
}  // namespace holonom
