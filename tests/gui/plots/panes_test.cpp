// SPDX-License-Identifier: GPL-3.0-or-later
// The list of panes: adding, removing, moving, splitting, dropping, and keeping them.
#include <QContextMenuEvent>
#include <QMenu>
#include <QToolButton>

#include "gui/base/channel_words.h"
#include "gui/base/drag_types.h"
#include "gui/plots/plot_title.h"
#include "tests/gui/plots/plot_fixture.h"

namespace holonom {
namespace {

class Panes : public test::PaneTest {
 protected:
  QStringList order() const {
    QStringList keys;
    for (const PlotView* view : board.panes()) keys << view->key();
    return keys;
  }
};

TEST_F(Panes, AreAddedMovedAndRemovedByTheKeyboard) {
  turnTo(pane("acceleration"));
  key(Qt::Key_N, Qt::ControlModifier | Qt::ShiftModifier);
  ASSERT_EQ(order().value(2), "free") << "behind the one that had the keyboard";
  EXPECT_EQ(board.currentPane(), pane("free"));
  EXPECT_TRUE(area("free")->hasFocus());
  key(Qt::Key_Down, Qt::ControlModifier | Qt::ShiftModifier);
  EXPECT_EQ(order().value(3), "free");
  key(Qt::Key_Up, Qt::ControlModifier | Qt::ShiftModifier);
  key(Qt::Key_Up, Qt::ControlModifier | Qt::ShiftModifier);
  EXPECT_EQ(order().value(1), "free");
  EXPECT_LT(pane("free")->x() + 10000 * pane("free")->y(),
            pane("acceleration")->x() + 10000 * pane("acceleration")->y());
  key(Qt::Key_PageDown, Qt::ControlModifier);
  EXPECT_EQ(board.currentPane(), pane("acceleration"));
  key(Qt::Key_PageUp, Qt::ControlModifier);
  key(Qt::Key_Delete);
  EXPECT_EQ(order().size(), 7);
  EXPECT_FALSE(order().contains("free"));
  EXPECT_EQ(board.currentPane(), pane("acceleration")) << "the keyboard goes on to the next one";
}

TEST_F(Panes, ReadyMadeOnesComeFromTheMenuAndAllOfThemCanBeHadBack) {
  while (board.currentPane()) key(Qt::Key_Delete);
  EXPECT_TRUE(board.panes().empty());
  settle();  // an empty board ticks
  QAction* energy = nullptr;
  for (QAction* action : actions.menu()->findChild<QMenu*>("addPaneMenu")->actions())
    if (action->text() == "Energy") energy = action;
  ASSERT_NE(energy, nullptr);
  energy->trigger();
  settle();
  ASSERT_EQ(order(), QStringList("energy"));
  EXPECT_EQ(board.currentPane()->shown().size(), 4);
  energy->trigger();
  EXPECT_EQ(order(), QStringList({"energy", "energy.2"}));
  actions.menu()->findChild<QMenu*>("addPaneMenu")->findChild<QAction*>("actionDefaultPanes")->trigger();
  settle();
  EXPECT_EQ(order(),
            QStringList({"outputs", "acceleration", "reactions", "drift", "energy", "order", "stepSize"}));
}

/// A run whose model has outputs in these units.
std::shared_ptr<Recording> runWithOutputs(const std::vector<std::string>& units) {
  auto recording = std::make_shared<Recording>();
  std::vector<Channel> channels{{"t", "s", ChannelKind::Time, ""}};
  for (std::size_t i = 0; i < units.size(); ++i)
    channels.push_back({"out" + std::to_string(i), units[i], ChannelKind::Output, ""});
  channels.push_back({"pid.e", "J", ChannelKind::Output, "pid"});
  channels.push_back({"step.h", "s", ChannelKind::Step, ""});
  recording->begin(channels);
  for (int i = 0; i <= 10; ++i) {
    std::vector<double> row(channels.size(), 0.1 * i);
    StepRecord record;
    record.t = row[0];
    record.row = row;
    recording->accept(record);
  }
  return recording;
}

TEST_F(Panes, BeginWithTheOutputsOfTheModelOneForEachUnit) {
  const auto outputs = [this] {
    std::vector<QStringList> shown;
    for (const PlotView* view : board.panes())
      if (view->spec().topic == PlotTopic::Outputs) shown.push_back(view->shown());
    return shown;
  };
  const auto run = [this](const std::vector<std::string>& units) {
    board.meetOtherModel();
    board.setRuns({{runWithOutputs(units), "run", Qt::blue}});
    settle();
  };
  run({"m", "N", "m", "rad"});
  EXPECT_EQ(order().mid(0, 4), QStringList({"outputs", "outputs.2", "outputs.3", "acceleration"}));
  EXPECT_EQ(outputs(), (std::vector<QStringList>{{"out0", "out2"}, {"out1"}, {"out3"}}));
  EXPECT_EQ(board.panes()[1]->title(), "Force");
  EXPECT_EQ(board.currentPane(), board.panes().front());
  run({"m", "N", "m/s", "rad", "J", "W"});
  EXPECT_EQ(outputs().size(), 4u) << "not the whole board";
  run({"N"});
  EXPECT_EQ(outputs(), std::vector<QStringList>{{"out0"}});
  EXPECT_EQ(board.panes().size(), 7u);
  run({});
  EXPECT_EQ(order().front(), "acceleration");
}

TEST_F(Panes, ThatTheUserHasArrangedStayWithOtherOutputs) {
  board.removePane(pane("outputs"));
  const QStringList own = order();
  board.setRuns({{runWithOutputs({"m", "N"}), "run", Qt::blue}});
  settle();
  EXPECT_EQ(order(), own);
  PlotBoard next;  // at the next start
  next.restoreState(board.saveState());
  next.setRuns({{runWithOutputs({"m", "N"}), "run", Qt::blue}});
  for (int i = 0; i < 10; ++i) next.tick(false);
  EXPECT_EQ(next.panes().size(), std::size_t(own.size()));
  board.restoreDefaultPanes();
  settle();
  EXPECT_EQ(order().mid(0, 3), QStringList({"outputs", "outputs.2", "acceleration"}));
  pane("outputs.2")->choose({"out0", "out1"});
  board.setRuns({{runWithOutputs({"m"}), "run", Qt::blue}});
  settle();
  EXPECT_EQ(order().value(1), "outputs.2") << "with curves that the user has chosen";
}

/// It is none of the six of the start.
TEST_F(Panes, SayWhyTheyAreEmpty) {
  board.setRuns({{runWithOutputs({"m", "N"}), "run", Qt::blue}});
  settle();
  board.movePane(board.panes()[0], 1);  // from now on panes are the user's
  const auto why = [this](const std::vector<std::string>& units) {
    board.meetOtherModel();
    board.setRuns({{runWithOutputs(units), "run", Qt::blue}});
    settle();
    QStringList hints;
    for (const char* key : {"outputs", "outputs.2"})
      hints << (area(key)->curves().empty() ? area(key)->hint() : QString());
    return hints;
  };
  EXPECT_EQ(why({"m", "N"}), QStringList({"", ""}));
  EXPECT_TRUE(why({"m"})[1].contains("have panes of their own"));
  EXPECT_TRUE(why({})[0].contains("declares no outputs")) << "those of controllers are none of the model";
  board.setRuns({});
  settle();
  EXPECT_TRUE(area("energy")->hint().contains("Run the mechanism"));
  board.setRunnable(false);
  EXPECT_TRUE(area("energy")->hint().contains("Draw a mechanism")) << "there is none yet";
}

TEST_F(Panes, OneShowsHowIndependentTheConstraintsAre) {
  auto recording = std::make_shared<Recording>();
  recording->begin({{"t", "s", ChannelKind::Time, ""},
                    {"drift.position", "", ChannelKind::Drift, ""},
                    {"constraints.sigma", "", ChannelKind::Independence, ""},
                    {"constraints.condition", "", ChannelKind::Independence, ""},
                    {"step.h", "s", ChannelKind::Step, ""}});
  for (int i = 0; i <= 100; ++i) {
    const double sigma = std::max(1e-6, std::abs(0.01 * i - 0.5));
    const std::vector<double> row{0.01 * i, 0, sigma, 2 / sigma, 0.01};
    StepRecord record;
    record.t = row[0];
    record.row = row;
    recording->accept(record);
  }
  board.setRuns({{recording, "run", Qt::blue}});
  board.setTimeRange(0, 1);
  const PlotView* pane = board.addPane("independence");
  settle();
  EXPECT_EQ(pane->shown(), QStringList({"constraints.sigma", "constraints.condition"}));
  EXPECT_TRUE(pane->selection().isLogarithmic());
  const AxisRange seen = pane->area()->valueRange();
  EXPECT_LT(seen.low, -5.5) << "powers of ten";
  EXPECT_GT(seen.high, 6);
  const std::vector<Channel>& channels = recording->channels();
  EXPECT_EQ(channelLabel(channels[2]), QString::fromUtf8("σ"));
  EXPECT_EQ(channelLabel(channels[3]), "condition");
  EXPECT_EQ(channelGroup(channels[3]), channelGroup(channels[1]));
}

TEST(ChannelWords, NameChannelsAsEngineersDo) {
  using enum ChannelKind;
  const auto label = [](const char* name, ChannelKind kind, const char* part) {
    return channelLabel({name, "", kind, part}).toStdString();
  };
  EXPECT_EQ(label("pin.lambda12", Multiplier, "pin"), "pin λ12");
  EXPECT_EQ(label("crank.omega", Velocity, "crank"), "crank ω");
  EXPECT_EQ(label("top.alphaz", Acceleration, "top"), "top αz");
  EXPECT_EQ(label("crank.ax", Acceleration, "crank"), "crank ax");
  EXPECT_EQ(label("pid.alphabet", Output, "pid"), "pid alphabet");
  EXPECT_EQ(label("spring_force", Output, ""), "spring force");
  EXPECT_EQ(label("tip.x", Output, ""), "tip x");
  EXPECT_EQ(channelQuantity({"spring_force", "N", Output, ""}), "force");
  EXPECT_EQ(channelQuantity({"spin_rate", "1/s", Output, ""}), "spin rate");
}

TEST_F(Panes, TakeAnyChannelThatIsDroppedOnThem) {
  PlotView* free = board.addPane("free");
  settle();
  EXPECT_FALSE(drop(free, {60, 60}, "text/plain", "crank.x"));
  ASSERT_TRUE(drop(free, free->area()->geometry().center(), kChannelMime, "crank.x\nrod.alpha"));
  ASSERT_TRUE(drop(free, free->area()->geometry().center(), kChannelMime, "energy.total\ncrank.x"));
  settle();
  EXPECT_EQ(free->shown(), QStringList({"crank.x", "rod.alpha", "energy.total"}));
  EXPECT_EQ(free->area()->curves().size(), 3u);
  EXPECT_TRUE(free->title().startsWith("Position")) << free->title().toStdString();
  ASSERT_TRUE(drop(pane("energy"), {100, 60}, kChannelMime, "step.h"));
  EXPECT_TRUE(pane("energy")->shown().contains("step.h"));
}

/// A part has many quantities: those of it are offered.
TEST_F(Panes, OfferTheQuantitiesOfAPartThatIsDroppedOnThem) {
  PlotView* free = board.addPane("free");
  settle();
  ASSERT_TRUE(drop(free, free->area()->geometry().center(), kPartsMime, "rod"));
  auto* menu = free->findChild<QMenu*>("quantitiesOfPart");
  ASSERT_NE(menu, nullptr);
  QStringList offered;
  for (const QAction* action : menu->actions()) offered << action->text();
  EXPECT_TRUE(offered.contains("rod x in m")) << offered.join(", ").toStdString();
  EXPECT_FALSE(offered.join(",").contains("crank")) << offered.join(", ").toStdString();
  menu->actions().at(offered.indexOf("rod x in m"))->trigger();
  menu->close();
  settle();
  EXPECT_EQ(free->shown(), QStringList("rod.x"));
}

TEST_F(Panes, SayThatNothingIsRecordedOfAPartThatIsDroppedOnThem) {
  PlotView* free = board.addPane("free");
  const auto only = [&] {
    EXPECT_TRUE(drop(free, free->area()->geometry().center(), kPartsMime, "push"));
    auto* menu = free->findChild<QMenu*>("quantitiesOfPart");
    const QString text = menu->actions().front()->text();
    EXPECT_EQ(menu->actions().size(), 1);
    delete menu;
    return text;
  };
  settle();
  EXPECT_EQ(only(), "Nothing of push is recorded, an output may read it");
  board.setRuns({});
  EXPECT_EQ(only(), "Run the model first");
}

/// Curves that were chosen in one model hide none in another model that has a few of their names, and are
/// there again with their own.
TEST_F(Panes, KeepAChoiceForTheModelItWasMadeFor) {
  PlotView* view = pane("acceleration");
  const QStringList usual = view->shown(), choice{usual.front(), "rocker.omega"};
  view->choose(choice);
  settle();
  EXPECT_EQ(view->shown(), choice) << "a part that is gone";
  board.meetOtherModel();
  board.setRuns({{test::syntheticRecording(10000), "BDF, index 2", QColor(0, 114, 178)}});
  settle();
  EXPECT_EQ(view->shown(), usual);
  EXPECT_EQ(view->state().channels, choice);
  view->choose({usual.front()});
  board.meetOtherModel();
  board.setRuns({{test::syntheticRecording(10000), "BDF, index 2", QColor(0, 114, 178)}});
  settle();
  EXPECT_EQ(view->shown(), QStringList(usual.front()));
}

TEST_F(Panes, AreReorderedByDroppingATitle) {
  ASSERT_TRUE(drop(pane("acceleration"), {60, 60}, kPaneMime, "energy"));
  EXPECT_EQ(order().mid(0, 3), QStringList({"outputs", "energy", "acceleration"}));
  EXPECT_EQ(order().size(), 7);
}

TEST_F(Panes, SplitIntoOneForEachCurve) {
  turnTo(pane("energy"));
  const QStringList names = pane("energy")->shown();
  ASSERT_EQ(names.size(), 4);
  key(Qt::Key_B, Qt::ControlModifier | Qt::ShiftModifier);
  ASSERT_EQ(board.panes().size(), 10u);
  const auto first = order().indexOf("energy");
  for (int i = 0; i < 4; ++i)
    EXPECT_EQ(board.panes()[static_cast<std::size_t>(first + i)]->shown(), QStringList(names[i]));
}

TEST_F(Panes, AreKeptWithAllThatTheUserMadeOfThem) {
  PlotView* free = board.addPane("free");
  free->add({"crank.x", "crank.y", "rod.alpha"});
  free->setSide("crank.y", 1);
  free->setAbscissa("crank.x");
  free->setStatisticsVisible(true);
  pane("drift")->setLogarithmic(false);
  pane("order")->setForm(kTableForm);
  board.removePane(pane("stepSize"));
  const QByteArray state = board.saveState();
  PlotBoard other;
  other.restoreState(state);
  EXPECT_EQ(other.saveState(), state) << "also before a run";
  other.setRuns({{test::syntheticRecording(500), "run", Qt::blue}});
  auto* restored = other.findChild<PlotView*>("plot.free");
  ASSERT_NE(restored, nullptr);
  EXPECT_EQ(restored->shown(), free->shown());
  EXPECT_EQ(restored->form().key, kPhaseForm);
  EXPECT_EQ(restored->selection().abscissa(), "crank.x");
  EXPECT_EQ(restored->selection().sideOf("crank.y"), 1);
  EXPECT_TRUE(restored->state().statistics);
  EXPECT_FALSE(other.findChild<PlotView*>("plot.drift")->selection().isLogarithmic());
  EXPECT_EQ(other.findChild<PlotView*>("plot.stepSize"), nullptr);
}

TEST_F(Panes, OfTheFirstVersionAreRead) {
  board.restoreState(R"({"version":1,"plots":{"reactions":{"channels":["hinge.lambda2"],"chosen":true},
                         "energy":{"channels":["energy.total"],"chosen":false}}})");
  settle();
  EXPECT_EQ(order().size(), 6);
  EXPECT_EQ(pane("reactions")->shown(), QStringList("hinge.lambda2"));
  EXPECT_EQ(pane("energy")->shown().size(), 4) << "the default";
}

TEST_F(Panes, SayWhatTheyAreToThoseWhoCannotSee) {
  for (PlotView* view : board.panes()) {
    EXPECT_FALSE(view->area()->accessibleName().isEmpty());
    EXPECT_EQ(view->area()->focusPolicy(), Qt::StrongFocus);
    for (QToolButton* button : view->findChildren<QToolButton*>(QString(), Qt::FindDirectChildrenOnly))
      EXPECT_FALSE(button->accessibleName().isEmpty() && button->text().isEmpty())
          << button->objectName().toStdString();
  }
  turnTo(pane("drift"));
  EXPECT_EQ(pane("drift")->findChild<PlotTitle*>()->accessibleDescription(), "current pane");
  EXPECT_TRUE(pane("acceleration")->findChild<PlotTitle*>()->accessibleDescription().isEmpty());
}

TEST_F(Panes, OpenTheirMenuByARightClickAndByTheKeyboard) {
  QTest::mouseClick(area("drift"), Qt::RightButton, {}, area("drift")->plotArea().center().toPoint());
  EXPECT_TRUE(actions.menu()->isVisible());
  EXPECT_EQ(board.currentPane(), pane("drift"));
  EXPECT_TRUE(actions.menu()->findChild<QAction*>("actionLogarithmic")->isChecked());
  actions.menu()->hide();
  QContextMenuEvent menuKey(QContextMenuEvent::Keyboard, {5, 5}, area("energy")->mapToGlobal(QPoint(5, 5)));
  QApplication::sendEvent(area("energy"), &menuKey);
  EXPECT_TRUE(actions.menu()->isVisible());
  EXPECT_EQ(board.currentPane(), pane("energy"));
  actions.menu()->hide();
}

}  // namespace
}  // namespace holonom
