// SPDX-License-Identifier: GPL-3.0-or-later
// Any quantity of a run into any pane: by search and keyboard, by double click, by dragging; and the menu of
// the plots.
#include <QDockWidget>
#include <QDropEvent>
#include <QFileDialog>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLineEdit>
#include <QMenu>
#include <QMenuBar>
#include <QMimeData>
#include <QStatusBar>
#include <QTimer>
#include <QTreeView>

#include "core/model/editing.h"
#include "gui/app/window_layout.h"
#include "gui/base/drag_types.h"
#include "gui/models/channel_tree.h"
#include "gui/plots/chart_area.h"
#include "gui/plots/plot_board.h"
#include "gui/plots/plot_title.h"
#include "gui/plots/plot_view.h"
#include "window_fixture.h"

namespace holonom {
namespace {

class Quantities : public WindowTest {
 protected:
  void run() { openAndRun("slider_crank"); }
  void openAndRun(const char* model) {
    ASSERT_TRUE(document().openNamed(model));
    SimulationOptions options = session().options();
    options.endTime = 0.2;
    session().setOptions(options);
    session().start();
    ASSERT_TRUE(waitFor([this] { return finished(); }));
    ASSERT_TRUE(waitFor([this] { return find<QTreeView>("quantityList")->model()->rowCount() > 0; }));
  }
  QTreeView& list() { return *find<QTreeView>("quantityList"); }
  QLineEdit& search() { return *find<QLineEdit>("quantitySearch"); }
  PlotView* current() { return window_->plots().currentPane(); }
  QStringList found() {
    QStringList names;
    const QAbstractItemModel& model = *list().model();
    for (int g = 0; g < model.rowCount(); ++g)
      for (int i = 0; i < model.rowCount(model.index(g, 0)); ++i)
        names << model.index(i, 0, model.index(g, 0)).data(ChannelTree::kNameRole).toString();
    return names;
  }
};

TEST_F(Quantities, AreFoundAndAddedByTheKeyboardAlone) {
  run();
  key(Qt::Key_K, Qt::ControlModifier);
  ASSERT_TRUE(search().hasFocus());
  EXPECT_TRUE(search().isVisible()) << "the panel comes to the front";
  const qsizetype all = found().size();
  QTest::keyClicks(&search(), "crank vel");
  const QStringList few = found();
  ASSERT_GT(few.size(), 0);
  ASSERT_LT(few.size(), all / 3);
  for (const QString& name : few) EXPECT_TRUE(name.startsWith("crank.")) << name.toStdString();
  QTest::keyClick(&search(), Qt::Key_Return);
  EXPECT_TRUE(current()->shown().contains(few[0])) << "the first hit goes to the current pane";
  QTest::keyClick(&search(), Qt::Key_Down);
  EXPECT_TRUE(list().hasFocus());
  QTest::keyClick(&list(), Qt::Key_Return);
  EXPECT_TRUE(current()->shown().contains(few[1]));
  search().setFocus();
  QTest::keyClick(&search(), Qt::Key_Escape);
  EXPECT_EQ(found().size(), all);
  EXPECT_EQ(session().state(), Session::State::Finished);
}

TEST_F(Quantities, ReactionsAreNamedAsForcesAndMoments) {
  run();
  QMap<QString, QModelIndex> items;
  const QAbstractItemModel& model = *list().model();
  for (int g = 0; g < model.rowCount(); ++g)
    for (int i = 0; i < model.rowCount(model.index(g, 0)); ++i) {
      const QModelIndex item = model.index(i, 0, model.index(g, 0));
      items[item.data(ChannelTree::kNameRole).toString()] = item;
    }
  EXPECT_EQ(items["O.lambda2"].data().toString(), "O force y");
  EXPECT_EQ(items["motor.lambda1"].data().toString(), "motor moment");
  const QString tip = items["O.lambda2"].data(Qt::ToolTipRole).toString();
  EXPECT_TRUE(tip.startsWith("O force y\nO.lambda2, N\nOn the second body of the joint, in ground axes."))
      << tip.toStdString();
}

TEST_F(Quantities, HaveRoomForTheEndsOfTheirNamesWhichTellThemApart) {
  openAndRun("spatial_slider_crank");
  find<QDockWidget>("quantitiesDock")->raise();
  ASSERT_TRUE(waitFor([this] { return list().isVisible(); }));
  search().setText("A moment tilt 2");
  const QModelIndex item = list().currentIndex();
  EXPECT_GE(list().visualRect(item).width(), list().fontMetrics().horizontalAdvance(item.data().toString()));
  EXPECT_EQ(list().textElideMode(), Qt::ElideMiddle);
  EXPECT_TRUE(item.data(Qt::ToolTipRole).toString().contains("About direction 2")) << "in which axes";
}

TEST_F(Quantities, AreFoundByTheBeginningsOfWordsAndThoseThatAreReadFirst) {
  openAndRun("spatial_slider_crank");
  const auto foundBy = [&](const char* text) {
    search().setText(text);
    return found();
  };
  const QStringList moments = foundBy("A moment");
  ASSERT_FALSE(moments.isEmpty());
  EXPECT_EQ(moments.front(), "A.lambda4") << moments.join(' ').toStdString();
  EXPECT_FALSE(moments.contains("A.lambda1")) << "a force is no moment";
  EXPECT_EQ(foundBy("A angle").front(), "A.position");
  EXPECT_FALSE(found().contains("crank.x"));
  EXPECT_EQ(foundBy("A angular velocity").front(), "A.velocity");
  EXPECT_EQ(foundBy("track travel").front(), "track.position");
  EXPECT_TRUE(foundBy("tip").isEmpty()) << found().join(' ').toStdString();
  EXPECT_TRUE(foundBy("mbda").isEmpty());
  EXPECT_TRUE(foundBy("lambda").contains("A.lambda1"));
  EXPECT_TRUE(foundBy("A.lamb").contains("A.lambda1"));
}

TEST_F(Quantities, APartWhoseNameIsTypedComesFirst) {
  run();
  Mechanism renamed = document().mechanism();
  renamePart(renamed, {PartRef::Kind::Joint, 2}, "B");
  document().edit("rename", renamed);
  session().start();
  ASSERT_TRUE(waitFor([this] { return finished(); }));
  key(Qt::Key_K, Qt::ControlModifier);
  ASSERT_TRUE(waitFor([this] { return found().contains("B.lambda1"); }));
  QTest::keyClicks(&search(), "b");
  const QModelIndex first = list().model()->index(0, 0);
  EXPECT_EQ(first.data().toString(), "B") << found().join(' ').toStdString();
  EXPECT_GT(found().size(), 4) << "others have the letter as well";
  EXPECT_EQ(list().currentIndex().parent().row(), 0) << "Enter takes it";
  keepPicture("search.png");
  search().clear();
  EXPECT_NE(list().model()->index(0, 0).data().toString(), "B") << "the order of the model again";
}

TEST_F(Quantities, AnotherModelIsNotSearchedForWhatTheLastOneHad) {
  run();
  search().setText("crank");
  auto* parts = find<QLineEdit>("partSearch");
  parts->setText("slider");
  ASSERT_TRUE(document().openNamed("double_pendulum"));
  EXPECT_TRUE(search().text().isEmpty());
  EXPECT_TRUE(parts->text().isEmpty());
}

/// Delete takes a pane away where the keyboard is in the plots.
TEST_F(Quantities, KeysForAnotherModelDoNotRemoveItsPanes) {
  run();
  current()->area()->setFocus();
  const auto panes = window_->findChildren<PlotView*>().size();
  ASSERT_TRUE(document().openNamed("double_pendulum"));
  EXPECT_TRUE(window_->view().hasFocus());
  key(Qt::Key_Delete);
  QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
  EXPECT_EQ(window_->findChildren<PlotView*>().size(), panes);
}

/// A click on its title is one on the pane: the key does not go to what was selected before.
TEST_F(Quantities, DeleteBehindAClickOnATitleMeansThePane) {
  ASSERT_NO_FATAL_FAILURE(openAndRun("double_pendulum"));
  window_->workspace().selection.select({PartRef::Kind::Body, 1});
  window_->view().setFocus();
  PlotView* pane = window_->plots().panes()[1];
  const auto panes = window_->plots().panes().size();
  QTest::mouseClick(pane->findChild<PlotTitle*>(), Qt::LeftButton);
  EXPECT_TRUE(pane->isAncestorOf(QApplication::focusWidget()));
  key(Qt::Key_Delete);
  EXPECT_EQ(window_->workspace().document.mechanism().bodies.size(), 2u);
  EXPECT_EQ(window_->plots().panes().size(), panes - 1);
}

TEST_F(Quantities, UndoRightAfterAPaneWasRemovedBringsItBack) {
  run();
  Mechanism heavier = document().mechanism();
  heavier.bodies[0].mass *= 2;
  document().edit("change the mass", heavier);
  PlotView* pane = plotPane("energy");
  pane->add({"crank.x"});
  const QByteArray panes = window_->plots().saveState();
  pane->area()->setFocus();
  key(Qt::Key_Delete);
  ASSERT_EQ(plotPane("energy"), nullptr);
  EXPECT_TRUE(window_->statusBar()->currentMessage().contains("Ctrl+Z"));
  EXPECT_FALSE(find<QLabel>("rateLabel")->isVisible()) << "it would have no room";
  key(Qt::Key_Z, Qt::ControlModifier);
  ASSERT_NE(plotPane("energy"), nullptr);
  QJsonObject back = QJsonDocument::fromJson(window_->plots().saveState()).object();
  QJsonObject before = QJsonDocument::fromJson(panes).object();
  EXPECT_EQ(back["panes"], before["panes"]);
  EXPECT_EQ(document().history().index(), 1) << "the model stays";
  key(Qt::Key_Z, Qt::ControlModifier);
  EXPECT_EQ(document().history().index(), 0) << "there is no other pane to bring back";
  plotPane("energy")->area()->setFocus();
  key(Qt::Key_Delete);
  document().edit("change the mass", heavier);
  window_->view().setFocus();
  plotPane("drift")->area()->setFocus();
  key(Qt::Key_Z, Qt::ControlModifier);
  EXPECT_EQ(document().history().index(), 0) << "other things were done since";
  find<QAction>("actionBringBackPane")->trigger();
  EXPECT_NE(plotPane("energy"), nullptr);
}

TEST_F(Quantities, TheSlashSearchesAndTheOldOnesStayWhileANewRunStarts) {
  run();
  window_->setFocus();
  key(Qt::Key_Slash);
  EXPECT_TRUE(search().hasFocus());
  const QStringList all = found();
  session().start();
  EXPECT_EQ(found(), all);
  ASSERT_TRUE(waitFor([this] { return finished(); }));
  session().discard();
  EXPECT_EQ(list().model()->rowCount(), 0);
  EXPECT_FALSE(list().isVisible());
}

TEST_F(Quantities, ADoubleClickAddsAndADraggedOneIsTakenByAPane) {
  run();
  find<QDockWidget>("quantitiesDock")->raise();
  ASSERT_TRUE(waitFor([this] { return list().isVisible(); }));
  PlotView* free = window_->plots().addPane("free");
  const QModelIndex group = list().model()->index(0, 0), first = list().model()->index(0, 0, group);
  list().setExpanded(group, true);
  list().scrollTo(first);
  QTest::mouseClick(list().viewport(), Qt::LeftButton, {}, list().visualRect(first).center());
  QTest::mouseDClick(list().viewport(), Qt::LeftButton, {}, list().visualRect(first).center());
  ASSERT_EQ(free->shown(), QStringList(first.data(ChannelTree::kNameRole).toString()));

  const QModelIndex second = list().model()->index(1, 0, group);
  const std::unique_ptr<QMimeData> data(list().model()->mimeData({second}));
  ASSERT_TRUE(data->hasFormat(kChannelMime));
  EXPECT_TRUE(list().model()->flags(second) & Qt::ItemIsDragEnabled);
  EXPECT_FALSE(list().model()->flags(group) & Qt::ItemIsDragEnabled);
  QDragEnterEvent enter(QPoint(60, 60), Qt::CopyAction, data.get(), Qt::LeftButton, {});
  QApplication::sendEvent(free, &enter);
  ASSERT_TRUE(enter.isAccepted());
  QDropEvent drop(QPointF(60, 60), Qt::CopyAction, data.get(), Qt::LeftButton, {});
  QApplication::sendEvent(free, &drop);
  EXPECT_EQ(free->shown().size(), 2);
}

TEST_F(Quantities, PanesSurviveARestartAndAResetOfTheLayout) {
  window_->plots().addPane("free");
  const QByteArray panes = window_->plots().saveState();
  window_->close();
  reopen();
  ASSERT_TRUE(window_->layoutKeeper().restore());
  EXPECT_EQ(window_->plots().saveState(), panes);
  find<QAction>("actionResetLayout")->trigger();
  QTest::qWait(300);
  EXPECT_EQ(window_->plots().saveState(), panes);
}

TEST_F(Quantities, TheMenuOfThePlotsSavesAPicture) {
  run();
  auto* menu = find<QMenu>("plotsMenu");
  EXPECT_TRUE(window_->menuBar()->actions().contains(menu->menuAction()));
  QTemporaryDir folder;
  const QString file = folder.filePath("pane.svg");
  QTimer::singleShot(0, [&] {
    auto* dialog = qobject_cast<QFileDialog*>(QApplication::activeModalWidget());
    ASSERT_NE(dialog, nullptr);
    dialog->selectFile(file);
    dialog->findChild<QLineEdit*>()->setText(file);
    QMetaObject::invokeMethod(dialog, "accept");
  });
  find<QAction>("actionSavePane")->trigger();
  EXPECT_TRUE(
      QTest::qWaitFor([&] { return window_->workspace().log.messages().back().text.contains(file); }));
  EXPECT_TRUE(QFile::exists(file));
}

}  // namespace
}  // namespace holonom
