// SPDX-License-Identifier: GPL-3.0-or-later
// Parts are renamed, duplicated, deleted, grouped, searched, and carried to another model in the tree.
#include <QClipboard>
#include <QDockWidget>
#include <QDropEvent>
#include <QInputDialog>
#include <QLineEdit>
#include <QMenu>
#include <QMimeData>
#include <QUndoView>
#include <ctime>

#include "core/model/generators.h"
#include "editing_fixture.h"
#include "gui/panels/message_banner.h"

namespace holonom {
namespace {

using Kind = PartRef::Kind;

class Tree : public EditingTest {
 protected:
  QString lastMessage() { return window_->workspace().log.messages().back().text; }
};

TEST_F(Tree, RenamesInPlace) {
  clickLine({Kind::Body, 0});
  QTest::keyClick(&parts().view(), Qt::Key_F2);
  auto* editor = parts().view().viewport()->findChild<QLineEdit*>();
  ASSERT_NE(editor, nullptr);
  editor->selectAll();
  QTest::keyClicks(editor, "arm");
  QTest::keyClick(editor, Qt::Key_Return);
  QApplication::processEvents();
  EXPECT_EQ(model().bodies[0].name, "arm");
  EXPECT_EQ(selection().part(), (PartRef{Kind::Body, 0}));
  EXPECT_EQ(shown("name"), "arm");
  EXPECT_EQ(action("actionUndo")->text(), "&Undo " + history(0));
}

TEST_F(Tree, TheModelIsRenamedInItsLine) {
  parts().view().setCurrentIndex(parts().view().model()->index(0, 0));
  parts().view().setFocus();
  QTest::keyClick(&parts().view(), Qt::Key_F2);
  auto* editor = parts().view().viewport()->findChild<QLineEdit*>();
  ASSERT_NE(editor, nullptr);
  EXPECT_EQ(editor->text().toStdString(), model().name);
  editor->selectAll();
  QTest::keyClicks(editor, "my press");
  QTest::keyClick(editor, Qt::Key_Return);
  QApplication::processEvents();
  EXPECT_EQ(model().name, "my press");
  EXPECT_TRUE(window_->windowTitle().contains("my press")) << window_->windowTitle().toStdString();
  EXPECT_EQ(history(0), "rename the model");
}

TEST_F(Tree, AnotherTitleLeavesTheRuns) {
  session().start();
  ASSERT_TRUE(waitFor([this] { return finished(); }));
  const auto recorded = session().runs().front()->recording();
  ASSERT_TRUE(window_->workspace().parts.rename({}, "my press"));
  QApplication::processEvents();
  ASSERT_EQ(session().runs().size(), 1u);
  EXPECT_EQ(session().runs().front()->recording(), recorded);
  key(Qt::Key_Z, Qt::ControlModifier);
  QApplication::processEvents();
  ASSERT_EQ(session().runs().size(), 1u);
  EXPECT_EQ(session().runs().front()->recording(), recorded);
}

/// The line goes away under the editor: what was typed for it must not change the model that has come
/// meanwhile.
TEST_F(Tree, AnotherModelComesWhileANameIsTyped) {
  clickLine({Kind::Body, int(model().bodies.size()) - 1});
  QTest::keyClick(&parts().view(), Qt::Key_F2);
  auto* editor = parts().view().viewport()->findChild<QLineEdit*>();
  ASSERT_NE(editor, nullptr);
  QTest::keyClicks(editor, "typed");
  ASSERT_TRUE(document().openNamed("pendulum"));
  QApplication::processEvents();
  EXPECT_FALSE(document().isModified());
  for (const Body& body : model().bodies) EXPECT_EQ(body.name.find("typed"), std::string::npos) << body.name;
}

TEST_F(Tree, DuplicatesDeletesAndTellsWhatWentWithIt) {
  const Mechanism before = model();
  clickLine({Kind::Body, 0});
  key(Qt::Key_D, Qt::ControlModifier);
  ASSERT_EQ(model().bodies.size(), before.bodies.size() + 1);
  EXPECT_EQ(selection().part(), (PartRef{Kind::Body, int(before.bodies.size())})) << "the copy is selected";
  EXPECT_NE(model().bodies.back().position, before.bodies[0].position) << "and lies beside";
  key(Qt::Key_Z, Qt::ControlModifier);
  EXPECT_TRUE(model() == before);
  clickLine({Kind::Body, 0});
  key(Qt::Key_Delete);
  EXPECT_EQ(model().bodies.size(), before.bodies.size() - 1);
  EXPECT_TRUE(lastMessage().contains(QString::fromStdString(before.joints[0].name)))
      << lastMessage().toStdString();
  key(Qt::Key_Z, Qt::ControlModifier);
  EXPECT_TRUE(model() == before);
}

TEST_F(Tree, SeveralPartsAtOnce) {
  clickLine({Kind::Joint, 0});
  clickLine({Kind::Joint, 2}, Qt::ControlModifier);
  EXPECT_EQ(selection().parts().size(), 2u);
  EXPECT_EQ(selection().part(), (PartRef{Kind::Joint, 2}));
  const auto joints = model().joints.size();
  key(Qt::Key_Delete);
  EXPECT_EQ(model().joints.size(), joints - 2);
  EXPECT_EQ(document().history().count(), 1);
  key(Qt::Key_A, Qt::ControlModifier);
  EXPECT_GT(selection().parts().size(), model().bodies.size());
}

TEST_F(Tree, PointsAreChildrenOfBodies) {
  selection().select({Kind::Body, 1, 0});
  const QModelIndex line = parts().lineOf({Kind::Body, 1, 0});
  EXPECT_EQ(parts().view().currentIndex(), line);
  EXPECT_EQ(line.parent(), parts().lineOf({Kind::Body, 1}));
  type("position", "0.5, 0.25");
  EXPECT_EQ(model().bodies[1].points[0].position, Vector3(0.5, 0.25));
}

TEST_F(Tree, WhatIsOpenStaysOpen) {
  const QModelIndex body = parts().lineOf({Kind::Body, 1});
  parts().view().expand(body);
  parts().view().collapse(parts().lineOf({Kind::Joint, 0}).parent());
  selection().select({Kind::Body, 1});
  Mechanism changed = model();
  removePart(changed, {Kind::Joint, 0});
  changed.bodies.push_back(Body{});
  changed.bodies.back().name = "another";
  document().edit("change much", changed);
  EXPECT_TRUE(parts().view().isExpanded(parts().lineOf({Kind::Body, 1})));
  EXPECT_FALSE(parts().view().isExpanded(parts().lineOf({Kind::Joint, 0}).parent()));
  EXPECT_EQ(selection().part(), (PartRef{Kind::Body, 1}));
  document().history().undo();
  EXPECT_TRUE(parts().view().isExpanded(parts().lineOf({Kind::Body, 1})));
}

TEST_F(Tree, SearchShowsWhatMatches) {
  auto* search = find<QLineEdit>("partSearch");
  QTest::keyClicks(search, "ROCKER");
  EXPECT_TRUE(parts().lineOf({Kind::Body, 2}).isValid());
  EXPECT_FALSE(parts().lineOf({Kind::Body, 0}).isValid());
  EXPECT_FALSE(parts().lineOf({Kind::Joint, 0}).isValid());
  auto* note = parts().view().viewport()->findChild<QLabel*>("searchNote");
  ASSERT_NE(note, nullptr);
  EXPECT_FALSE(note->isVisible());
  QTest::keyClicks(search, "xyz");
  EXPECT_TRUE(waitFor([&] { return note->isVisible() && note->text().contains("ROCKERxyz"); }))
      << note->text().toStdString();
  EXPECT_GE(note->height(), note->sizeHint().height() / 2);
  keepPicture("search_note.png", parts().parentWidget());
  search->clear();
  ASSERT_TRUE(parts().lineOf({Kind::Joint, 0}).isValid());
  EXPECT_TRUE(parts().view().isExpanded(parts().lineOf({Kind::Joint, 0}).parent()));
}

/// What the mouse does from the second event of a drag on: the part is in the hand already.
class TreeDrag : public Tree {
 protected:
  QAbstractItemModel& lines() { return *parts().view().model(); }
  QModelIndex groupLine(int group) { return lines().index(group, 0, lines().index(1, 0)); }
  void makeGroup(const std::vector<PartRef>& members, const char* name) {
    window_->workspace().parts.moveToGroup(members, name);
    parts().view().expandAll();
  }
  /// Returns whether the drop was taken.
  bool dropOn(const QModelIndexList& dragged, const QModelIndex& target) {
    QTreeView& view = parts().view();
    view.scrollTo(target);
    const std::unique_ptr<QMimeData> data(lines().mimeData(dragged));
    if (!data) return false;
    const QPoint at =
        target.isValid() ? view.visualRect(target).center() : QPoint(20, view.viewport()->height() - 3);
    QDragEnterEvent enter(at, Qt::MoveAction, data.get(), Qt::LeftButton, Qt::NoModifier);
    QApplication::sendEvent(view.viewport(), &enter);
    QDragMoveEvent move(at, Qt::MoveAction, data.get(), Qt::LeftButton, Qt::NoModifier);
    QApplication::sendEvent(view.viewport(), &move);
    if (!move.isAccepted()) return false;
    QDropEvent drop(at, Qt::MoveAction, data.get(), Qt::LeftButton, Qt::NoModifier);
    QApplication::sendEvent(view.viewport(), &drop);
    QApplication::processEvents();
    return drop.isAccepted();
  }
  static std::vector<std::string> names(const PartGroup& group) { return group.parts; }
  const PartRef body0_{PartRef::Kind::Body, 0}, body1_{PartRef::Kind::Body, 1},
      body2_{PartRef::Kind::Body, 2};
};

TEST_F(TreeDrag, PartsAreDraggedIntoAGroupAndOutOfIt) {
  makeGroup({body0_}, "drive");
  const int step = document().history().index();
  ASSERT_TRUE(dropOn({parts().lineOf(body1_), parts().lineOf(body2_)}, groupLine(0)));
  ASSERT_EQ(model().groups.size(), 1u);
  EXPECT_EQ(names(model().groups[0]), (std::vector<std::string>{"crank", "coupler", "rocker"}));
  EXPECT_EQ(document().history().index(), step + 1) << "one step";
  document().history().undo();
  EXPECT_EQ(names(model().groups[0]), std::vector<std::string>{"crank"});
  document().history().redo();
  parts().view().expandAll();

  const QModelIndex member = lines().index(1, 0, groupLine(0));
  ASSERT_EQ(member.data().toString(), "coupler");
  ASSERT_TRUE(dropOn({member}, parts().lineOf({PartRef::Kind::Joint, 0})));
  EXPECT_EQ(names(model().groups[0]), (std::vector<std::string>{"crank", "rocker"}));
  EXPECT_EQ(document().history().undoText(), "ungroup coupler");
}

TEST_F(TreeDrag, OntoALineOfAGroupMeansThatGroup) {
  makeGroup({body0_}, "drive");
  makeGroup({body1_}, "driven");
  ASSERT_TRUE(dropOn({parts().lineOf(body2_)}, lines().index(0, 0, groupLine(1))));
  EXPECT_EQ(names(model().groups[1]), (std::vector<std::string>{"coupler", "rocker"}));
  ASSERT_TRUE(dropOn({parts().lineOf(body2_)}, groupLine(0)));  // from one into the other
  EXPECT_EQ(names(model().groups[0]), (std::vector<std::string>{"crank", "rocker"}));
  EXPECT_EQ(names(model().groups[1]), std::vector<std::string>{"coupler"});
}

TEST_F(TreeDrag, WhatIsInNoGroupCannotBeDraggedOut) {
  makeGroup({body0_}, "drive");
  const int step = document().history().index();
  EXPECT_FALSE(dropOn({parts().lineOf(body1_)}, parts().lineOf(body2_)));
  EXPECT_EQ(document().history().index(), step);
  EXPECT_FALSE(parts().lineOf(PartRef{PartRef::Kind::Ground}).flags() & Qt::ItemIsDragEnabled);
  EXPECT_FALSE(groupLine(0).flags() & Qt::ItemIsDragEnabled);
  EXPECT_TRUE(parts().view().dragEnabled());
}

TEST_F(TreeDrag, TheMenuMovesToAGroupAsWell) {
  makeGroup({body0_}, "drive");
  clickLine(body2_);
  auto* menu = find<QMenu>("moveToGroupMenu");
  EXPECT_TRUE(menu->menuAction()->isEnabled());
  emit menu->aboutToShow();
  find<QAction>("moveTo_drive")->trigger();
  EXPECT_EQ(names(model().groups[0]), (std::vector<std::string>{"crank", "rocker"}));
  selection().clear();
  EXPECT_FALSE(menu->menuAction()->isEnabled());
}

TEST_F(Tree, GroupsAreFoldersThatFollow) {
  clickLine({Kind::Body, 0});
  clickLine({Kind::Joint, 0}, Qt::ControlModifier);
  QTimer::singleShot(20, window_.get(), [] {
    auto* dialog = qobject_cast<QInputDialog*>(QApplication::activeModalWidget());
    ASSERT_NE(dialog, nullptr);
    dialog->setTextValue("Drive");
    dialog->accept();
  });
  key(Qt::Key_G, Qt::ControlModifier);
  ASSERT_EQ(model().groups.size(), 1u);
  EXPECT_EQ(model().groups[0].parts.size(), 2u);
  const QModelIndex groups = parts().view().model()->index(1, 0);
  EXPECT_EQ(groups.data().toString(), "Groups");
  const QModelIndex folder = parts().view().model()->index(0, 0, groups);
  selection().clear();
  parts().view().setCurrentIndex(folder);
  EXPECT_EQ(selection().parts().size(), 2u) << "a folder stands for its parts";
  EXPECT_TRUE(action("actionUngroup")->isEnabled());
  action("actionUngroup")->trigger();
  EXPECT_TRUE(model().groups.empty());
  EXPECT_FALSE(action("actionUngroup")->isEnabled()) << "there is no group to take it out of";
}

TEST_F(Tree, AWrongNameIsSaidAndAGroupKeepsTheRun) {
  auto* banner = window_->findChild<MessageBanner*>();
  clickLine({Kind::Body, 0});
  EXPECT_FALSE(window_->workspace().parts.rename({Kind::Body, 0}, "crank arm"));
  EXPECT_TRUE(banner->isVisible());
  EXPECT_TRUE(banner->text().contains("crank arm")) << banner->text().toStdString();
  window_->workspace().parts.rename({Kind::Body, 0}, "crank_arm");
  EXPECT_TRUE(waitFor([&] { return !banner->isVisible(); })) << "it has a name now";
  session().start();
  ASSERT_TRUE(waitFor([this] { return finished(); }));
  window_->workspace().parts.group("Drive");
  EXPECT_EQ(session().runs().size(), 1u) << "a group moves nothing";
  document().history().undo();
  EXPECT_EQ(session().runs().size(), 1u);
}

TEST_F(Tree, PartsTravelToAnotherModel) {
  clickLine({Kind::Joint, 0});
  key(Qt::Key_C, Qt::ControlModifier);
  const QMimeData* data = QApplication::clipboard()->mimeData();
  EXPECT_TRUE(data->hasFormat("application/x-holonom-parts"));
  EXPECT_TRUE(data->text().contains("holonomParts"));
  const std::string name = model().joints[0].name;
  ASSERT_TRUE(document().openNamed("double_pendulum"));
  const auto bodies = model().bodies.size(), joints = model().joints.size();
  key(Qt::Key_V, Qt::ControlModifier);
  EXPECT_EQ(model().joints.size(), joints + 1);
  EXPECT_GT(model().bodies.size(), bodies) << "with the bodies that it needs";
  EXPECT_EQ(document().history().count(), 1);
  QApplication::clipboard()->setText("nonsense \"holonom");
  key(Qt::Key_V, Qt::ControlModifier);
  EXPECT_TRUE(lastMessage().contains("cannot be read"));
}

TEST_F(Tree, TheHistoryIsVisible) {
  type("gravity", "0, -1");
  type("gravity", "0, -2");
  auto* view = window_->findChild<QUndoView*>();
  ASSERT_NE(view, nullptr);
  EXPECT_EQ(view->model()->rowCount(), 3);
  EXPECT_EQ(view->model()->index(0, 0).data().toString(), "As opened");
  const auto inkOf = [view](int row) {  // sum of what is darker than the ground
    const QImage line =
        view->grab(view->visualRect(view->model()->index(row, 0)).translated(view->viewport()->pos()))
            .toImage();
    long ink = 0;
    for (int y = 0; y < line.height(); ++y)
      for (int x = 0; x < line.width(); ++x) ink += 255 - qGray(line.pixel(x, y));
    return ink;
  };
  view->window()->show();
  for (QWidget* dock = view->parentWidget(); dock; dock = dock->parentWidget())
    if (auto* found = qobject_cast<QDockWidget*>(dock)) found->raise();
  QApplication::processEvents();
  view->setCurrentIndex(view->model()->index(1, 0));
  const long done = inkOf(2);
  view->setCurrentIndex(view->model()->index(0, 0));
  EXPECT_EQ(document().history().index(), 0);
  EXPECT_NE(model().gravity, Vector3(0, -2));
  document().history().redo();
  document().history().redo();
  view->clearSelection();
  QApplication::processEvents();
  EXPECT_GT(inkOf(1), 0);
  EXPECT_LT(done, inkOf(1)) << "what is undone is grey";
}

double threadTime() {  // ms
  timespec now;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return now.tv_sec * 1e3 + now.tv_nsec * 1e-6;
}

TEST_F(Tree, AThousandBodiesAreEditedWithoutABlock) {
  const double longest = EventLoopWatchdog::leniency() * 50;  // ms of the window's own thread
  document().setMechanism(makeChain(1000));
  QApplication::processEvents();
  const auto expectQuick = [&](const char* what, const std::function<void()>& action) {
    watchdog_->takeHold();
    const double before = threadTime();
    action();
    EXPECT_LT(threadTime() - before, longest) << what;
  };
  expectQuick("select", [&] { selection().select({Kind::Body, 500}); });
  expectQuick("type", [&] { type("mass", "2"); });
  expectQuick("duplicate", [&] { window_->workspace().parts.duplicate(); });
  EXPECT_EQ(model().bodies.size(), 1001u);
  expectQuick("undo", [&] { document().history().undo(); });
  expectQuick("select all", [&] { window_->workspace().parts.selectAll(); });
  expectQuick("copy all", [&] { window_->workspace().parts.copy(); });
}

TEST(TreeOf, AThousandBodiesIsQuicklyChanged) {
  Mechanism mechanism;
  for (int i = 0; i < 1000; ++i) {
    Body body;
    body.name = "b" + std::to_string(i);
    body.points = {{"A", {0, 0}}, {"B", {1, 0}}};
    mechanism.bodies.push_back(body);
  }
  ModelTree tree;
  tree.setMechanism(mechanism);
  const QPersistentModelIndex kept = tree.indexOf({Kind::Body, 500, 1});
  int resets = 0, inserted = 0, removed = 0;
  QObject::connect(&tree, &QAbstractItemModel::modelReset, [&] { ++resets; });
  QObject::connect(&tree, &QAbstractItemModel::rowsInserted, [&] { ++inserted; });
  QObject::connect(&tree, &QAbstractItemModel::rowsRemoved, [&] { ++removed; });
  removeParts(mechanism, {{Kind::Body, 3}, {Kind::Body, 700}});
  mechanism.bodies.push_back(Body{});
  mechanism.bodies.back().name = "new";
  mechanism.bodies[10].name = "renamed";
  tree.setMechanism(mechanism);
  EXPECT_TRUE(kept.isValid());
  EXPECT_EQ(tree.partAt(kept), (PartRef{Kind::Body, 499, 1}));
  EXPECT_EQ(resets, 0);
  EXPECT_LE(inserted + removed, 5);
  for (int i = 0; i < partCount(mechanism, Kind::Body); ++i)
    ASSERT_EQ(tree.indexOf({Kind::Body, i}).data().toString().toStdString(),
              mechanism.bodies[std::size_t(i)].name);
}

}  // namespace
}  // namespace holonom
