// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QKeySequence>
#include <QList>
#include <QObject>
#include <functional>
#include <vector>

class QAction;
class QMenu;

namespace holonom {

class PlotBoard;
class PlotView;

/// A part of the menu of the plots. Its actions act on the current pane; their keys work while the keyboard
/// is in the plots.
class PlotMenu : public QObject {
  Q_OBJECT
 public:
  PlotMenu(PlotBoard& board, QMenu& menu);

  /// What it says must be true when it opens. By itself: what needs a pane can be done where there is one.
  virtual void update();
  /// A shortcut of a disabled action does nothing, so all are free again when the menu has gone.
  void release();

 protected:
  using Slot = std::function<void()>;
  QMenu* submenu(QMenu& menu, const char* name, const QString& text);
  QAction* add(QMenu& menu, const char* name, const QString& text, const QList<QKeySequence>& keys,
               Slot slot);
  QAction* forPane(QMenu& menu, const char* name, const QString& text, const QList<QKeySequence>& keys,
                   std::function<void(PlotView&)> slot);
  QMenu& menu() { return menu_; }
  PlotBoard& board() const { return board_; }
  PlotView* pane() const;  ///< the current one; nullptr where there is none
  bool paneHasCurves() const;
  bool anyHasCurves() const;  ///< of all panes

 private:
  PlotBoard& board_;
  QMenu& menu_;
  std::vector<QAction*> all_, needPane_;
};

}  // namespace holonom
