// SPDX-License-Identifier: GPL-3.0-or-later
// Every change of the model is a step of the history; views follow.
#include <QDockWidget>
#include <QUndoView>

#include "core/model/editing.h"
#include "gui/plots/chart_area.h"
#include "gui/plots/plot_board.h"
#include "gui/plots/plot_view.h"
#include "window_fixture.h"

namespace holonom {
namespace {

class History : public WindowTest {
 protected:
  void SetUp() override {
    WindowTest::SetUp();
    if (window_) ASSERT_TRUE(document().openNamed("four_bar"));
  }
  void setMass(double mass, const QString& gesture = {}) {
    Mechanism changed = document().mechanism();
    changed.bodies[0].mass = mass;
    document().edit("change the mass", changed, gesture);
  }
};

TEST_F(History, AChangeIsTakenBackAndMadeAgain) {
  const Mechanism original = document().mechanism();
  setMass(7);
  EXPECT_EQ(document().mechanism().bodies[0].mass, 7);
  EXPECT_TRUE(window_->isWindowModified());
  EXPECT_EQ(document().history().undoText(), "change the mass");
  document().history().undo();
  EXPECT_TRUE(document().mechanism() == original);
  EXPECT_FALSE(window_->isWindowModified());
  document().history().redo();
  EXPECT_EQ(document().mechanism().bodies[0].mass, 7);
}

TEST_F(History, ThePresentStepIsInSight) {
  for (int i = 0; i < 60; ++i) setMass(1 + i);
  find<QDockWidget>("historyDock")->raise();
  QApplication::processEvents();
  auto* list = find<QUndoView>("historyList");
  const auto inSight = [&](int step) {
    return list->viewport()->rect().intersects(list->visualRect(list->model()->index(step, 0)));
  };
  EXPECT_TRUE(inSight(60));
  document().history().setIndex(3);
  QApplication::processEvents();
  EXPECT_TRUE(inSight(3));
}

TEST_F(History, AGestureIsOneStepAndNothingIsNone) {
  const double before = document().mechanism().bodies[0].mass;
  for (const double mass : {2., 3., 4.}) setMass(mass, "drag");
  EXPECT_EQ(document().history().count(), 1);
  setMass(5, "another drag");
  EXPECT_EQ(document().history().count(), 2);
  setMass(5);
  EXPECT_EQ(document().history().count(), 2) << "no change, no step";
  for (const double mass : {9., 5.}) setMass(mass, "there and back");
  EXPECT_EQ(document().history().count(), 2) << "a drag that ends where it began";
  document().history().undo();
  document().history().undo();
  EXPECT_EQ(document().mechanism().bodies[0].mass, before);
}

TEST_F(History, SavingMakesTheModelClean) {
  QTemporaryDir folder;
  setMass(7);
  ASSERT_TRUE(document().saveAs(folder.filePath("saved.json")));
  EXPECT_FALSE(window_->isWindowModified());
  EXPECT_TRUE(document().filePath().endsWith("saved.json"));
  document().history().undo();
  EXPECT_TRUE(document().isModified());
  ASSERT_TRUE(document().open(document().filePath()));
  EXPECT_EQ(document().mechanism().bodies[0].mass, 7);
  EXPECT_EQ(document().history().count(), 0);
}

TEST_F(History, ResultsOfTheModelAsItWasAreDropped) {
  click(button("actionRun"));
  ASSERT_TRUE(waitFor([this] { return finished(); }));
  Mechanism changed = document().mechanism();
  removePart(changed, {PartRef::Kind::Body, 2});
  window_->workspace().selection.select({PartRef::Kind::Body, 2});
  document().edit("delete", changed);
  EXPECT_TRUE(session().runs().empty());
  EXPECT_EQ(session().state(), Session::State::Ready);
  EXPECT_EQ(window_->workspace().selection.part().kind, PartRef::Kind::None);
  QTest::qWait(50);  // a frame of the changed model is drawn
}

TEST_F(History, ResultsComeBackWithTheModelTheyBelongTo) {
  click(button("actionRun"));
  ASSERT_TRUE(waitFor([this] { return finished(); }));
  const auto first = session().runs().front()->recording();
  setMass(7);
  EXPECT_TRUE(session().runs().empty());
  document().history().undo();
  ASSERT_EQ(session().runs().size(), 1u);
  EXPECT_EQ(session().runs().front()->recording(), first);
  EXPECT_EQ(session().state(), Session::State::Finished);
  EXPECT_GT(playback().available(), 0) << "it can be played";
  EXPECT_TRUE(waitFor([this] { return !plotPane("acceleration")->area()->curves().empty(); }));

  document().history().redo();
  EXPECT_TRUE(session().runs().empty());
  click(button("actionRun"));
  ASSERT_TRUE(waitFor([this] { return finished(); }));
  const auto second = session().runs().front()->recording();
  EXPECT_NE(second, first);
  document().history().undo();
  ASSERT_EQ(session().runs().size(), 1u);
  EXPECT_EQ(session().runs().front()->recording(), first);
  document().history().redo();
  ASSERT_EQ(session().runs().size(), 1u);
  EXPECT_EQ(session().runs().front()->recording(), second);
  const double mass = document().mechanism().bodies[0].mass;
  setMass(9);
  setMass(mass);
  ASSERT_EQ(session().runs().size(), 1u) << "the same model by another way";
  EXPECT_EQ(session().runs().front()->recording(), second);
  ASSERT_TRUE(document().openNamed("four_bar"));
  EXPECT_TRUE(session().runs().empty()) << "another model";
}

TEST_F(History, ARunThatAnEditStoppedComesBackAsFarAsItCame) {
  openLongRun();
  click(button("actionRun"));
  ASSERT_TRUE(waitFor([this] { return rows() > 50; }));
  setMass(7);
  EXPECT_EQ(session().state(), Session::State::Ready);
  document().history().undo();
  ASSERT_EQ(session().runs().size(), 1u);
  EXPECT_TRUE(waitFor([this] { return finished(); }));
  EXPECT_GT(rows(), 50u);
}

TEST_F(History, AClickBelowTheLastStepLeavesTheMarkOnThePresentOne) {
  setMass(7);
  setMass(8);
  auto* list = find<QUndoView>("historyList");
  find<QDockWidget>("historyDock")->raise();
  QTest::qWait(50);
  ASSERT_TRUE(list->isVisible());
  const QModelIndex present = list->currentIndex();
  ASSERT_TRUE(present.isValid() && list->selectionModel()->isSelected(present));
  QTest::mouseClick(list->viewport(), Qt::LeftButton, {}, QPoint(10, list->viewport()->height() - 3));
  EXPECT_EQ(list->currentIndex(), present);
  EXPECT_TRUE(list->selectionModel()->isSelected(present));
  EXPECT_EQ(document().mechanism().bodies[0].mass, 8);
}

TEST_F(History, AJumpOverManyStepsIsOneChangeForTheWindow) {
  for (int i = 0; i < 30; ++i) setMass(2 + i);
  int changes = 0;
  QObject::connect(&document(), &Document::changed, window_.get(), [&] { ++changes; });
  document().history().setIndex(0);
  EXPECT_EQ(changes, 1);
  document().history().setIndex(30);
  EXPECT_EQ(changes, 2);
  EXPECT_EQ(document().mechanism().bodies[0].mass, 31);
}

}  // namespace
}  // namespace holonom
