// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/app/help_actions.h"

#include <QAction>
#include <QCoreApplication>
#include <QDialogButtonBox>
#include <QMainWindow>
#include <QMenuBar>
#include <QMessageBox>
#include <QTextBrowser>
#include <QVBoxLayout>

#include "gui/app/transport_keys.h"
#include "gui/base/window_text.h"
#include "gui/panels/manual_window.h"
#include "gui/panels/screen_room.h"

namespace holonom {
namespace {

QString rowOf(const QString& key, const QString& what) {
  return QString("<tr><td><b>%1</b>&nbsp;&nbsp;</td><td>%2</td></tr>")
      .arg(key.toHtmlEscaped(), what.toHtmlEscaped());
}

/// Keys that are no action's: they depend on where the keyboard is.
QString otherKeys() {
  const std::pair<const char*, const char*> keys[] = {
      {"← →", QT_TR_NOOP("One computed step back or forward")},
      {QT_TR_NOOP("Shift+← Shift+→"), QT_TR_NOOP("Ten steps")},
      {QT_TR_NOOP("Home, End"), QT_TR_NOOP("Start and end of the run")},
      {"[ ]", QT_TR_NOOP("Play slower, faster")},
      {"+ −", QT_TR_NOOP("Zoom in or out in the picture")},
      {QT_TR_NOOP("Alt+arrows, Alt+Shift+arrows"), QT_TR_NOOP("Turn the picture, move it")},
      {"1 3 7 5", QT_TR_NOOP("Look from the front, right, top, obliquely")},
      {QT_TR_NOOP("Arrows, Enter"),
       QT_TR_NOOP("The cross by a line of the grid (Shift: ten, Ctrl: a tenth); click or take hold")},
      {QT_TR_NOOP("Esc"), QT_TR_NOOP("End what is being drawn, then the tool; else stop the run")}};
  QString rows;
  for (const auto& [key, what] : keys) rows += rowOf(tr(key), tr(what));
  return rows;
}

void collectKeys(const QList<QAction*>& actions, QString& rows) {
  for (const QAction* action : actions) {
    if (action->menu()) {
      collectKeys(action->menu()->actions(), rows);
      continue;
    }
    QStringList keys;
    for (const QKeySequence& key : action->shortcuts()) keys << key.toString(QKeySequence::NativeText);
    for (const QString& key : {action->text().section('\t', 1), TransportKeys::letterOf(*action)})
      if (!key.isEmpty()) keys << key;
    if (!keys.isEmpty())
      rows += rowOf(keys.join(", "),
                    action->text().section('\t', 0, 0).remove('&').remove(QString::fromUtf8("…")));
  }
}

/// Made from the menus, so that no key is missing.
QString shortcutsText(const QMainWindow& window) {
  QString text = "<table cellspacing='4'>";
  for (const QAction* menu : window.menuBar()->actions()) {
    QString rows;
    collectKeys(menu->menu()->actions(), rows);
    if (!rows.isEmpty())
      text +=
          QString("<tr><td colspan='2'><h4>%1</h4></td></tr>").arg(QString(menu->text()).remove('&')) + rows;
  }
  return text + QString("<tr><td colspan='2'><h4>%1</h4></td></tr>").arg(tr("Time line and picture")) +
         otherKeys() + "</table>";
}

void showShortcuts(QMainWindow& window) {
  auto* dialog = new QDialog(&window);
  dialog->setObjectName("keysDialog");
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  dialog->setWindowTitle(tr("Keyboard shortcuts"));
  auto* list = new QTextBrowser;
  list->setObjectName("keysList");
  list->setAccessibleName(tr("Keyboard shortcuts"));
  list->setHtml(shortcutsText(window));
  auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close);
  QObject::connect(buttons, &QDialogButtonBox::rejected, dialog, &QDialog::reject);
  auto* layout = new QVBoxLayout(dialog);
  layout->addWidget(list);
  layout->addWidget(buttons);
  dialog->resize(withinScreen(window, {620, 640}));
  dialog->show();
}

QString aboutText() {
  return tr("<h3>Holonom %1</h3><p>A laboratory for mechanism dynamics: watch a mechanism move while an "
            "integrator computes it, and compare methods by their reactions, drift and effort.</p><p>Free "
            "software under the GNU General Public License, version 3 or later.</p>")
      .arg(QCoreApplication::applicationVersion());
}

void showBox(QWidget& window, const QString& title, const QString& text) {
  auto* box = new QMessageBox(QMessageBox::NoIcon, title, text, QMessageBox::Close, &window);
  box->setAttribute(Qt::WA_DeleteOnClose);
  box->setWindowModality(Qt::NonModal);
  box->show();
}

}  // namespace

void addHelpMenu(const WindowParts& parts) {
  QMenu& menu = *parts.menus.help;
  QMainWindow& window = parts.window;
  QAction* manual = menu.addAction(tr("User &manual"), [&window] {
    auto* shown = window.findChild<ManualWindow*>();
    if (!shown) shown = new ManualWindow(&window);
    shown->show();
    shown->raise();
    shown->activateWindow();
  });
  manual->setObjectName("actionManual");
  manual->setShortcut(QKeySequence::HelpContents);
  QAction* keys = menu.addAction(tr("&Keyboard shortcuts"), [&window] { showShortcuts(window); });
  keys->setShortcut(Qt::CTRL | Qt::Key_F1);
  menu.addAction(tr("&About Holonom"), [&window] { showBox(window, tr("About Holonom"), aboutText()); });
}

}  // namespace holonom
