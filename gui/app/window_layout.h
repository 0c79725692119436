// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QSize>
#include <QString>
#include <QTimer>
#include <deque>
#include <functional>

class QDockWidget;
class QPoint;
class QMainWindow;

namespace holonom {

class PlotBoard;

/// Keeps the places of docks, the size of the window and the choice of curves in the user's settings. What
/// was saved by another version of the layout is passed over.
class WindowLayout {
 public:
  static constexpr int kVersion = 2;

  /// To be built when all docks and tool bars are there; puts them in their default places.
  WindowLayout(QMainWindow& window, PlotBoard& plots);
  bool restore();
  void restoreDocks();  ///< when the window is shown: docks take the sizes that were kept only then
  void save();
  /// Pixels of the screen for one of the window (QT_SCALE_FACTOR, or what the screen says): each scale has
  /// places of its own.
  void setPixelRatio(double ratio) { ratio_ = ratio; }
  /// docks and tool bars in their default places, the panes of the plots stay; in several turns of the event
  /// loop, for moving docks takes long
  void reset();
  /// gives the docks their default shares of the present size of the window; on a small one, as tabs
  void proportion();
  /// Docks that nobody has moved get their shares of a window that has become larger.
  void windowResized();
  /// on the window: where nothing else is, a border between docks is taken hold of
  void pressed(const QPoint& place);

 private:
  struct Shares {
    // for which they were given; empty: they are not from here, or the user has changed them
    QSize window;
    bool tabs = false;  // of a small window
  };
  QString key(const char* name) const;
  QDockWidget* dock(const char* name) const;
  void takeAway();
  void place(Qt::DockWidgetArea area);
  void placeToolBars();
  void place();
  void saveSizes() const;
  void inTurns(std::deque<std::function<void()>> stages);
  void takeTurn();
  void finish();
  bool isSmall() const;
  bool isAsGiven() const;
  void settled();

  QMainWindow& window_;
  PlotBoard& plots_;
  double ratio_;
  std::deque<std::function<void()>> stages_;  // of a change under way
  Shares given_;
  QTimer rest_;  // since the last change of size
};

}  // namespace holonom
