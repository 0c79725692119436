// SPDX-License-Identifier: GPL-3.0-or-later
// Pictures and tables out of the panes: into files and onto the clipboard.
#include <QAction>
#include <QClipboard>
#include <QFileDialog>
#include <QFileInfo>
#include <QGuiApplication>
#include <QMenu>
#include <QPainter>

#include "gui/plots/plot_actions.h"
#include "gui/plots/plot_board.h"
#include "gui/plots/plot_table.h"
#include "gui/plots/plot_view.h"

namespace holonom {

void PlotActions::makeFiles() {
  copyPicture_ = forPane(*menu_, "actionCopyPicture", tr("Copy &picture"), {Qt::CTRL | Qt::SHIFT | Qt::Key_C},
                         [this](PlotView& pane) {
                           QGuiApplication::clipboard()->setImage(pictureOf(paneDrawing(pane)));
                           emit board_.reported(tr("Copied the picture of the pane."), true);
                         });
  copyData_ = forPane(*menu_, "actionCopyData", tr("C&opy data"), {QKeySequence::Copy},
                      [this](PlotView&) { copyData(); });
  save_ = menu_->addMenu(tr("Sav&e"));
  const QString pictures = tr("Pictures (*.png *.svg *.pdf)");
  forPane(*save_, "actionSavePane", tr("&Picture of this pane…"), {Qt::CTRL | Qt::SHIFT | Qt::Key_P},
          [this, pictures](PlotView&) {
            if (const QString file = askFor(tr("Save the picture of the pane"), pictures, "png");
                !file.isEmpty())
              savePaneAs(file);
          });
  add(*save_, "actionSaveBoard", tr("Picture of &all panes…"), {Qt::CTRL | Qt::SHIFT | Qt::Key_A},
      [this, pictures] {
        if (const QString file = askFor(tr("Save the picture of all panes"), pictures, "png");
            !file.isEmpty())
          saveBoardAs(file);
      });
  forPane(*save_, "actionExportVisible", tr("&Visible range of this pane as CSV…"),
          {Qt::CTRL | Qt::SHIFT | Qt::Key_E}, [this](PlotView&) {
            const QString file = askFor(tr("Export the visible range"), tr("Tables (*.csv)"), "csv");
            if (!file.isEmpty()) exportVisibleAs(file);
          });
}

QString PlotActions::askFor(const QString& title, const QString& filter, const QString& suffix) {
  QFileDialog dialog(&board_, title, {}, filter);
  dialog.setAcceptMode(QFileDialog::AcceptSave);
  dialog.setDefaultSuffix(suffix);
  dialog.selectFile(proposedName_ + "." + suffix);
  return dialog.exec() == QDialog::Accepted ? dialog.selectedFiles().value(0) : QString();
}

void PlotActions::report(const QString& file, const QString& error) {
  if (error.isEmpty()) emit board_.reported(tr("Wrote %1.").arg(file), true);
  else emit board_.reported(tr("%1 could not be written: %2").arg(file, error), false);
}

Drawing PlotActions::paneDrawing(PlotView& pane) const {
  return {board_.drawnSize(pane), pane.title(),
          [this, &pane](QPainter& painter) { board_.drawTo(painter, pane); }};
}

Drawing PlotActions::boardDrawing() const {
  return {board_.drawnSize(), tr("Plots"), [this](QPainter& painter) { board_.drawTo(painter); }};
}

void PlotActions::savePaneAs(const QString& file) {
  if (PlotView* pane = board_.currentPane())
    savePicture(paneDrawing(*pane), file, this, [this, file](const QString& error) { report(file, error); });
}

void PlotActions::saveBoardAs(const QString& file) {
  savePicture(boardDrawing(), file, this, [this, file](const QString& error) { report(file, error); });
}

void PlotActions::exportVisibleAs(const QString& file) {
  if (const PlotView* pane = board_.currentPane()) writer_.toFile(pane->visibleTable(), file);
}

// Of a table what is selected, otherwise the visible range.
void PlotActions::copyData() {
  PlotView* pane = board_.currentPane();
  if (pane == nullptr) return;
  writer_.toClipboard(pane->mode() == PaneMode::Table ? pane->table()->selected() : pane->visibleTable());
}

}  // namespace holonom
