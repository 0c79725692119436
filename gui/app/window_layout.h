// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>

class QDockWidget;
class QMainWindow;

namespace holonom {

class PlotBoard;

/// Keeps the places of docks, the size of the window and the choice of curves in the user's settings. What was saved
/// by another version of the layout is passed over.
class WindowLayout {
 public:
  static constexpr int kVersion = 2;

  /// To be built when all docks and tool bars are there; puts them in their default places.
  WindowLayout(QMainWindow& window, PlotBoard& plots);
  bool restore();
  void restoreDocks();  ///< when the window is shown: docks take the sizes that were kept only then
  void save() const;
  void reset();
  void proportion();  ///< gives the docks their default shares of the present size of the window; on a small one, as tabs

 private:
  QDockWidget* dock(const char* name) const;
  void place();
  void saveSizes() const;
  QMainWindow& window_;
  PlotBoard& plots_;
  QByteArray defaultPlots_;
};

}  // namespace holonom
