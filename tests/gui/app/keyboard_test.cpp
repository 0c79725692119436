// SPDX-License-Identifier: GPL-3.0-or-later
// Without a mouse and without sight: every action is in a menu, every control has a name, no key means two
// things, and the tabulator key reaches every control.
#include <QAbstractItemView>
#include <QAccessible>
#include <QApplication>
#include <QDockWidget>
#include <QHeaderView>
#include <QMenuBar>
#include <QScrollBar>
#include <QSet>
#include <QTabBar>

#include "window_fixture.h"

namespace holonom {
namespace {

QString plain(const QString& text) {
  return text.section('\t', 0, 0).remove('&').remove(QString::fromUtf8("…")).trimmed();
}

void collect(const QList<QAction*>& actions, QSet<QAction*>& into) {
  for (QAction* action : actions) {
    into.insert(action);
    if (action->menu()) collect(action->menu()->actions(), into);
  }
}

QString describe(const QWidget* widget) {
  QStringList path;
  for (const QWidget* w = widget; w && path.size() < 4; w = w->parentWidget())
    path.prepend(QString("%1(%2)").arg(w->metaObject()->className(), w->objectName()));
  return path.join(" > ");
}

class Keyboard : public WindowTest {
 protected:
  void SetUp() override {
    WindowTest::SetUp();
    if (!window_) return;
    ASSERT_TRUE(document().openNamed("four_bar"));
    session().start();
    ASSERT_TRUE(waitFor([this] { return finished(); }));
    window_->workspace().selection.select({PartRef::Kind::Body, 0});
    QTest::qWait(100);
  }

  QSet<QAction*> inMenus() {
    QSet<QAction*> actions;
    collect(window_->menuBar()->actions(), actions);
    return actions;
  }

  /// What takes the focus by the tabulator key, as it is shown now.
  QList<QWidget*> controls() {
    QList<QWidget*> found;
    for (QWidget* widget : window_->findChildren<QWidget*>())
      if (widget->isVisible() && widget->isEnabled() && widget->window() == window_.get() &&
          (widget->focusPolicy() & Qt::TabFocus) && !widget->focusProxy() &&
          !qobject_cast<QScrollBar*>(widget) && !qobject_cast<QHeaderView*>(widget))
        found << widget;
    return found;
  }
  /// Docks lie behind each other: all of them come to the front, one after the other.
  template <typename Look>
  void forEachDock(Look&& look) {
    for (auto* dock : window_->findChildren<QDockWidget*>()) {
      dock->show();
      dock->raise();
      QTest::qWait(30);
      look(dock);
    }
  }
};

TEST_F(Keyboard, EveryActionIsInAMenu) {
  const QSet<QAction*> reachable = inMenus();
  QSet<QString> words;
  for (QAction* action : reachable) words.insert(plain(action->text()));
  int count = 0;
  for (auto* action : window_->findChildren<QAction*>()) {
    if (action->isSeparator() || action->text().isEmpty() || action->menu()) continue;
    ++count;
    // A tool has an entry of its own, which shows its key; a menu that a button opens is in the menus as a
    // whole.
    EXPECT_TRUE(reachable.contains(action) || words.contains(plain(action->text())))
        << action->objectName().toStdString() << " “" << action->text().toStdString() << "” of "
        << action->parent()->metaObject()->className() << " " << action->parent()->objectName().toStdString();
  }
  EXPECT_GT(count, 60);
}

TEST_F(Keyboard, NoTwoEntriesOfAMenuHaveTheSameLetter) {
  for (auto* menu : window_->findChildren<QMenu*>()) {
    QMap<QChar, QString> letters;
    for (QAction* action : menu->actions()) {
      const QString text = QString(action->text()).remove("&&");
      const qsizetype at = text.indexOf('&');
      if (at < 0 || at + 1 >= text.size()) continue;
      const QChar letter = text[at + 1].toLower();
      EXPECT_FALSE(letters.contains(letter))
          << menu->title().toStdString() << ": “" << letters[letter].toStdString() << "” and “"
          << action->text().toStdString() << "”";
      letters[letter] = action->text();
    }
  }
}

// Two actions would both be meant where one of their contexts lies within the other's.
bool meet(const QAction* a, const QAction* b) {
  const auto local = [](const QAction* action) {
    return action->shortcutContext() == Qt::WidgetShortcut ||
           action->shortcutContext() == Qt::WidgetWithChildrenShortcut;
  };
  if (!local(a) || !local(b)) return true;
  for (const QObject* one : a->associatedObjects())
    for (const QObject* other : b->associatedObjects()) {
      const auto* first = qobject_cast<const QWidget*>(one);
      const auto* second = qobject_cast<const QWidget*>(other);
      if (!first || !second || qobject_cast<const QMenu*>(first) || qobject_cast<const QMenu*>(second))
        continue;
      if (first == second || first->isAncestorOf(second) || second->isAncestorOf(first)) return true;
    }
  return false;
}

TEST_F(Keyboard, NoKeyMeansTwoThings) {
  const QList<QAction*> actions = window_->findChildren<QAction*>();
  int count = 0;
  for (qsizetype i = 0; i < actions.size(); ++i)
    for (const QKeySequence& key : actions[i]->shortcuts()) {
      if (key.isEmpty()) continue;
      ++count;
      for (qsizetype j = i + 1; j < actions.size(); ++j)
        EXPECT_FALSE(actions[j]->shortcuts().contains(key) && meet(actions[i], actions[j]))
            << key.toString().toStdString() << ": “" << actions[i]->text().toStdString() << "” and “"
            << actions[j]->text().toStdString() << "”";
    }
  EXPECT_GT(count, 20);
}

TEST_F(Keyboard, EveryControlHasAName) {
  QSet<QString> nameless;
  int count = 0;
  const auto look = [&](QWidget*) {
    for (QWidget* widget : controls()) {
      ++count;
      QAccessibleInterface* spoken = QAccessible::queryAccessibleInterface(widget);
      if (!spoken || spoken->text(QAccessible::Name).trimmed().isEmpty()) nameless.insert(describe(widget));
    }
  };
  forEachDock(look);
  EXPECT_GT(count, 100);
  for (const QString& widget : nameless) ADD_FAILURE() << "nothing to be said of " << widget.toStdString();
}

TEST_F(Keyboard, TheTabulatorReachesEveryControl) {
  QSet<QString> missed;
  int count = 0;
  forEachDock([&](QDockWidget* dock) {
    const QList<QWidget*> wanted = controls();
    QSet<QWidget*> reached;
    window_->activateWindow();
    for (int i = 0; i < 600; ++i) {
      QWidget* focus = window_->focusWidget() ? window_->focusWidget() : window_.get();
      QTest::keyClick(focus, Qt::Key_Tab);
      if (QWidget* now = window_->focusWidget()) {
        if (reached.contains(now) && i > int(2 * wanted.size())) break;
        reached.insert(now);
      }
    }
    for (QWidget* widget : wanted) {
      ++count;
      if (!reached.contains(widget))
        missed.insert(describe(widget) + " while " + dock->objectName() + " is in front");
    }
  });
  EXPECT_GT(count, 100);
  for (const QString& widget : missed) ADD_FAILURE() << "not reached: " << widget.toStdString();
}

}  // namespace
}  // namespace holonom
