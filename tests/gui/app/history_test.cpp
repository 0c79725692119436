// SPDX-License-Identifier: GPL-3.0-or-later
// Every change of the model is a step of the history; views follow.
#include "core/model/editing.h"
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
  document().history().undo();
  click(button("actionRun"));
  EXPECT_TRUE(waitFor([this] { return finished(); }));
}

}  // namespace
}  // namespace holonom
