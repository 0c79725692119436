// SPDX-License-Identifier: GPL-3.0-or-later
// A panel and a group of actions are a line each: the window finds menu, place and kept size by itself.
#include <QDockWidget>
#include <QMenuBar>

#include "gui/app/action_groups.h"
#include "gui/app/panels.h"
#include "gui/app/transport_keys.h"
#include "gui/app/window_layout.h"
#include "gui/session/workspace.h"
#include "window_fixture.h"

namespace holonom {
namespace {

/// A window with a panel and an action that no other has.
class Registry : public WindowTest {
 protected:
  void SetUp() override {
    panels().push_back({"toyDock", "Bodies", Qt::RightDockWidgetArea, "plotsDock", Panel::Stands::Docked, 310,
                        [](const WindowParts& parts, QDockWidget&) {
                          auto* label = new QLabel("–");
                          QObject::connect(&parts.workspace.document, &Document::opened, label,
                                           [label, &document = parts.workspace.document] {
                                             label->setNum(int(document.mechanism().bodies.size()));
                                           });
                          return label;
                        }});
    actionGroups().push_back([](const WindowParts& parts) {
      QAction* action =
          parts.menus.run->addAction("&Toy", [parts] { parts.workspace.playback.setLoop(false); });
      parts.keys.bind(Qt::Key_J, *action);
    });
    WindowTest::SetUp();
  }
  void TearDown() override {
    WindowTest::TearDown();
    panels().pop_back();
    actionGroups().pop_back();
  }
  QAction* inMenus(const QString& text, const QList<QAction*>& actions) {
    for (QAction* action : actions) {
      if (action->text() == text) return action;
      if (!action->menu()) continue;
      if (QAction* found = inMenus(text, action->menu()->actions())) return found;
    }
    return nullptr;
  }
};

TEST_F(Registry, APanelIsOneLine) {
  auto* dock = find<QDockWidget>("toyDock");
  ASSERT_NE(dock, nullptr);
  EXPECT_EQ(window_->dockWidgetArea(dock), Qt::RightDockWidgetArea);
  EXPECT_TRUE(window_->tabifiedDockWidgets(dock).contains(find<QDockWidget>("plotsDock")));
  EXPECT_GE(dock->widget()->minimumWidth(), 310);
  ASSERT_TRUE(document().openNamed("slider_crank"));
  EXPECT_EQ(qobject_cast<QLabel*>(dock->widget())->text(), "3");
  QAction* entry = inMenus("Bodies", window_->menuBar()->actions());
  ASSERT_NE(entry, nullptr) << "View > Panels has it";
  entry->trigger();
  EXPECT_FALSE(dock->isVisibleTo(window_.get()));
  window_->layoutKeeper().reset();
  EXPECT_TRUE(waitFor([&] { return dock->isVisibleTo(window_.get()); })) << "back in its place";
}

TEST_F(Registry, AGroupOfActionsIsOneLine) {
  QAction* entry = inMenus("&Toy", window_->menuBar()->actions());
  ASSERT_NE(entry, nullptr);
  EXPECT_TRUE(playback().loops());
  key(Qt::Key_J);
  EXPECT_FALSE(playback().loops());
}

/// In which order the widgets of a window go is nobody's business.
TEST_F(Registry, TheWorkspaceOutlivesTheWindow) {
  ASSERT_TRUE(document().openNamed("slider_crank"));
  session().start();
  ASSERT_TRUE(waitFor([this] { return rows() > 0; }));
  const auto pause = notCounted();
  window_.reset();
  EXPECT_TRUE(workspace_->document.isOpen());
  ASSERT_EQ(workspace_->session.runs().size(), 1u);
  workspace_->session.stop();
  EXPECT_TRUE(waitFor([this] { return workspace_->session.runs().front()->run().finished(); }));
  window_ = std::make_unique<MainWindow>(*workspace_);
  window_->show();
  EXPECT_TRUE(window_->windowTitle().contains(workspace_->document.title()));
}

}  // namespace
}  // namespace holonom
