// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/app/help_actions.h"

#include <QAction>
#include <QCoreApplication>
#include <QMenu>
#include <QMessageBox>

#include "gui/panels/manual_window.h"

namespace holonom {
namespace {

QString tr(const char* text) { return QCoreApplication::translate("Help", text); }

QString shortcutsText() {
  const std::pair<const char*, const char*> keys[] = {
      {"F1, Ctrl+F1", "User manual, this list"},
      {"F5", "Run, or go on after a pause"},
      {"F6, F10, Shift+F5", "Pause, one time step, stop"},
      {"F7", "Doctor: what stands in the way of a run, and what can be done"},
      {"R or Ctrl+R", "Start again from the beginning"},
      {"Ctrl+B", "New run from the time shown"},
      {"Ctrl+M", "Compare methods on this model"},
      {"Space or Ctrl+Space", "Pause or go on; after the run: play or halt"},
      {"← →", "One computed step back or forward"},
      {"Shift+← Shift+→", "Ten steps"},
      {"Home, End", "Start and end of the run"},
      {"[ ]", "Play slower, faster"},
      {"F, + −", "Show the whole mechanism, zoom in or out in the picture"},
      {"Alt+arrows, Alt+Shift+arrows", "Turn the picture, move it"},
      {"1 3 7 5", "Look from the front, right, top, obliquely"},
      {"B", "Draw, or stop drawing; tools: their letters in the menu Draw"},
      {"F9", "Keyboard pointer: a cross in the picture in place of the mouse"},
      {"Arrows, N, Enter", "The cross by a line of the grid (Shift: ten, Ctrl: a tenth), to the next point; click or take hold"},
      {"Page Down, Page Up", "Select the next or previous part, in the picture"},
      {"F8", "Runs side by side"},
      {"Esc", "End what is being drawn, then the tool; else stop the run"},
      {"Ctrl+Z, Ctrl+Shift+Z", "Undo, redo"},
      {"F2, Ctrl+D, Del", "Rename, duplicate, delete the selected parts"},
      {"Ctrl+X, Ctrl+C, Ctrl+V", "Cut, copy, paste parts"},
      {"Ctrl+G, Ctrl+Shift+G", "Group parts, take them out"},
      {"Ctrl+S, Ctrl+Shift+S", "Save, save as"},
      {"Ctrl+N, Ctrl+O, Ctrl+E", "New mechanism, open a model, export CSV"},
      {"Ctrl+P, Ctrl+Shift+V", "Export a picture, a video"}};
  QString text = "<table cellspacing='4'>";
  for (const auto& [key, what] : keys)
    text += QString("<tr><td><b>%1</b>&nbsp;&nbsp;</td><td>%2</td></tr>").arg(QString::fromUtf8(key), tr(what));
  return text + "</table>";
}

QString aboutText() {
  return tr("<h3>Holonom %1</h3><p>A laboratory for mechanism dynamics: watch a mechanism move while an integrator "
            "computes it, and compare methods by their reactions, drift and effort.</p>"
            "<p>Free software under the GNU General Public License, version 3 or later.</p>")
      .arg(QCoreApplication::applicationVersion());
}

void showBox(QWidget& window, const QString& title, const QString& text) {
  auto* box = new QMessageBox(QMessageBox::NoIcon, title, text, QMessageBox::Close, &window);
  box->setAttribute(Qt::WA_DeleteOnClose);
  box->setWindowModality(Qt::NonModal);
  box->show();
}

}  // namespace

void fillHelpMenu(QMenu& menu, QWidget& window) {
  QAction* manual = menu.addAction(tr("User &manual"), [&window] {
    auto* shown = window.findChild<ManualWindow*>();
    if (!shown) shown = new ManualWindow(&window);
    shown->show();
    shown->raise();
    shown->activateWindow();
  });
  manual->setObjectName("actionManual");
  manual->setShortcut(QKeySequence::HelpContents);
  QAction* keys = menu.addAction(tr("&Keyboard shortcuts"), [&window] {
    showBox(window, tr("Keyboard shortcuts"), shortcutsText());
  });
  keys->setShortcut(Qt::CTRL | Qt::Key_F1);
  menu.addAction(tr("&About Holonom"), [&window] { showBox(window, tr("About Holonom"), aboutText()); });
}

}  // namespace holonom
