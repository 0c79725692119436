// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <functional>
#include <vector>

#include "gui/plots/chart_content.h"
#include "gui/plots/plot_export.h"

class QAction;
class QKeySequence;
class QMenu;
class QPoint;

namespace holonom {

class PlotBoard;
class PlotView;

/// Everything that can be done with the panes, as one menu: in the menu bar, and over a pane. Acts on the
/// current pane. Keys work while the keyboard is in the plots.
class PlotActions : public QObject {
  Q_OBJECT
 public:
  explicit PlotActions(PlotBoard& board, QObject* parent = nullptr);
  ~PlotActions() override;

  QMenu* menu() const { return menu_; }
  /// of the files that are saved, without ending
  void setProposedName(const QString& name) { proposedName_ = name; }
  QMenu* addPaneMenu() const { return addPane_; }
  /// Asks for a file name; the parts of the menu entries that need no question.
  void savePaneAs(const QString& file);
  void saveBoardAs(const QString& file);
  void exportVisibleAs(const QString& file);

 signals:
  void searchRequested();  ///< the user wants to find a quantity for the current pane

 private:
  using Slot = std::function<void()>;
  QAction* add(QMenu& menu, const char* name, const QString& text, const QList<QKeySequence>& keys,
               Slot slot);
  QAction* forPane(QMenu& menu, const char* name, const QString& text, const QList<QKeySequence>& keys,
                   std::function<void(PlotView&)> slot);
  void makePanes();
  void makeForms();
  void makeZoom();
  void makeFiles();
  void update();
  void fillCurves();
  void fillAbscissae();
  void nextPane(int by);
  void zoomTime(double factor);
  void shiftTime(double part);
  void toggleSecondCursor();
  void copyData();
  QString askFor(const QString& title, const QString& filter, const QString& suffix);
  void report(const QString& file, const QString& error);
  Drawing paneDrawing(PlotView& pane) const;
  Drawing boardDrawing() const;

  PlotBoard& board_;
  TableWriter writer_;
  QString proposedName_;
  QMenu *menu_, *addPane_ = nullptr, *curves_ = nullptr, *abscissae_ = nullptr, *zoom_ = nullptr,
                *save_ = nullptr;
  std::vector<QAction*> forPane_;  // need a pane
  std::vector<std::pair<QAction*, PaneMode>> forms_;
  QAction *logarithmic_ = nullptr, *statistics_ = nullptr, *difference_ = nullptr, *second_ = nullptr,
          *split_ = nullptr;
  QAction *undo_ = nullptr, *redo_ = nullptr, *copyPicture_ = nullptr, *copyData_ = nullptr;
};

}  // namespace holonom
