// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/plots/zoom_menu.h"

#include <QAction>
#include <QMenu>
#include <QUndoStack>

#include "gui/plots/chart_area.h"
#include "gui/plots/plot_board.h"
#include "gui/plots/plot_view.h"

namespace holonom {

namespace {

constexpr double kZoomPerKey = 1.5;
constexpr double kShiftPerKey = 0.2;  // of what is seen

}  // namespace

ZoomMenu::ZoomMenu(PlotBoard& board, QMenu& menu)
    : PlotMenu(board, menu), zoom_(submenu(menu, "zoomMenu", tr("&Zoom"))) {
  undo_ = add(*zoom_, "actionUndoZoom", tr("&Undo zoom"), {Qt::Key_Backspace, Qt::ALT | Qt::Key_Left},
              [this] { this->board().undoZoom(); });
  redo_ = add(*zoom_, "actionRedoZoom", tr("&Redo zoom"), {Qt::ALT | Qt::Key_Right},
              [this] { this->board().redoZoom(); });
  add(*zoom_, "actionWholeRun", tr("&Whole run"), {Qt::CTRL | Qt::Key_0},
      [this] { this->board().resetZoom(); });
  zoom_->addSeparator();
  makeHorizontal();
  zoom_->addSeparator();
  makeValues();
}

void ZoomMenu::makeHorizontal() {
  add(*zoom_, "actionZoomIn", tr("&Shorter stretch"), {Qt::Key_Plus, Qt::Key_Equal},
      [this] { zoom(1 / kZoomPerKey); });
  add(*zoom_, "actionZoomOut", tr("&Longer stretch"), {Qt::Key_Minus}, [this] { zoom(kZoomPerKey); });
  add(*zoom_, "actionMoveLeft", tr("&Earlier"), {Qt::CTRL | Qt::Key_Left}, [this] { shift(-kShiftPerKey); });
  add(*zoom_, "actionMoveRight", tr("L&ater"), {Qt::CTRL | Qt::Key_Right}, [this] { shift(kShiftPerKey); });
}

void ZoomMenu::makeValues() {
  forPane(*zoom_, "actionValuesIn", tr("Values &nearer"), {Qt::CTRL | Qt::Key_Plus, Qt::CTRL | Qt::Key_Equal},
          [](PlotView& pane) { pane.area()->zoomValuesAtCentre(1 / kZoomPerKey); });
  forPane(*zoom_, "actionValuesOut", tr("Values &farther"), {Qt::CTRL | Qt::Key_Minus},
          [](PlotView& pane) { pane.area()->zoomValuesAtCentre(kZoomPerKey); });
  forPane(*zoom_, "actionValuesUp", tr("&Higher values"), {Qt::CTRL | Qt::Key_Up},
          [](PlotView& pane) { pane.area()->shiftValues(kShiftPerKey); });
  forPane(*zoom_, "actionValuesDown", tr("Lower &values"), {Qt::CTRL | Qt::Key_Down},
          [](PlotView& pane) { pane.area()->shiftValues(-kShiftPerKey); });
}

void ZoomMenu::update() {
  PlotMenu::update();
  zoom_->setEnabled(anyHasCurves());
  undo_->setEnabled(board().zoomSteps().canUndo());
  redo_->setEnabled(board().zoomSteps().canRedo());
}

/// What the user looks at, the time of the cursor, stays where it is.
void ZoomMenu::zoom(double factor) {
  PlotView* current = pane();
  if (current == nullptr || current->area()->zoomOwnHorizontal(factor)) return;
  const AxisRange range = current->area()->window();
  const double cursor = board().cursorTime();
  const bool seen = cursor >= range.low && cursor <= range.high;
  const AxisRange wanted = zoomedAbout(range, factor, seen ? cursor : range.low + range.span() / 2);
  board().setTimeWindow(wanted.low, wanted.high, QStringLiteral("key.time"));
}

void ZoomMenu::shift(double part) {
  PlotView* current = pane();
  if (current == nullptr || current->area()->shiftOwnHorizontal(part)) return;
  const AxisRange range = current->area()->window();
  board().setTimeWindow(range.low + part * range.span(), range.high + part * range.span(),
                        QStringLiteral("key.time"));
}

}  // namespace holonom
