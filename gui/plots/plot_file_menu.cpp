// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/plots/plot_file_menu.h"

#include <QAction>
#include <QClipboard>
#include <QFileDialog>
#include <QGuiApplication>
#include <QMenu>
#include <QPainter>

#include "gui/plots/plot_board.h"
#include "gui/plots/plot_view.h"

namespace holonom {

PlotFileMenu::PlotFileMenu(PlotBoard& board, QMenu& menu) : PlotMenu(board, menu) {
  makeCopy();
  makeSave();
  connect(&writer_, &TableWriter::finished, &board, &PlotBoard::reported);
}

void PlotFileMenu::makeCopy() {
  copyPicture_ = forPane(menu(), "actionCopyPicture", tr("Copy &picture"), {Qt::CTRL | Qt::SHIFT | Qt::Key_C},
                         [this](PlotView& pane) {
                           QGuiApplication::clipboard()->setImage(pictureOf(paneDrawing(pane)));
                           emit board().reported(tr("Copied the picture of the pane."), true);
                         });
  copyData_ = forPane(menu(), "actionCopyData", tr("C&opy data"), {QKeySequence::Copy},
                      [this](PlotView& pane) { copyData(pane); });
}

void PlotFileMenu::makeSave() {
  save_ = submenu(menu(), "savePlotsMenu", tr("Sav&e"));
  const QString pictures = tr("Pictures (*.png *.svg *.pdf)");
  forPane(*save_, "actionSavePane", tr("&Picture of this pane…"), {Qt::CTRL | Qt::SHIFT | Qt::Key_P},
          [this, pictures](PlotView&) {
            ask(tr("Save the picture of the pane"), pictures, "png", &PlotFileMenu::savePaneAs);
          });
  add(*save_, "actionSaveBoard", tr("Picture of &all panes…"), {Qt::CTRL | Qt::SHIFT | Qt::Key_A},
      [this, pictures] {
        ask(tr("Save the picture of all panes"), pictures, "png", &PlotFileMenu::saveBoardAs);
      });
  forPane(*save_, "actionExportVisible", tr("&Visible range of this pane as CSV…"),
          {Qt::CTRL | Qt::SHIFT | Qt::Key_E}, [this](PlotView&) {
            ask(tr("Export the visible range"), tr("Tables (*.csv)"), "csv", &PlotFileMenu::exportVisibleAs);
          });
}

void PlotFileMenu::update() {
  PlotMenu::update();
  save_->setEnabled(anyHasCurves());
  for (QAction* action : {copyPicture_, copyData_}) action->setEnabled(paneHasCurves());
}

void PlotFileMenu::ask(const QString& title, const QString& filter, const QString& suffix,
                       void (PlotFileMenu::*save)(const QString& file)) {
  QFileDialog dialog(&board(), title, {}, filter);
  dialog.setAcceptMode(QFileDialog::AcceptSave);
  dialog.setDefaultSuffix(suffix);
  dialog.selectFile(proposedName_ + "." + suffix);
  if (dialog.exec() == QDialog::Accepted && !dialog.selectedFiles().isEmpty())
    (this->*save)(dialog.selectedFiles().front());
}

void PlotFileMenu::report(const QString& file, const QString& error) {
  if (error.isEmpty()) emit board().reported(tr("Wrote %1.").arg(file), true);
  else emit board().reported(tr("%1 could not be written: %2").arg(file, error), false);
}

Drawing PlotFileMenu::paneDrawing(PlotView& pane) const {
  return {board().drawnSize(pane), pane.title(),
          [this, &pane](QPainter& painter) { board().drawTo(painter, pane); }};
}

Drawing PlotFileMenu::boardDrawing() const {
  return {board().drawnSize(), tr("Plots"), [this](QPainter& painter) { board().drawTo(painter); }};
}

void PlotFileMenu::savePaneAs(const QString& file) {
  if (PlotView* current = pane())
    savePicture(paneDrawing(*current), file, this,
                [this, file](const QString& error) { report(file, error); });
}

void PlotFileMenu::saveBoardAs(const QString& file) {
  savePicture(boardDrawing(), file, this, [this, file](const QString& error) { report(file, error); });
}

void PlotFileMenu::exportVisibleAs(const QString& file) {
  if (const PlotView* current = pane()) writer_.toFile(current->visibleTable(), file);
}

// Of a page what is selected, otherwise the visible range.
void PlotFileMenu::copyData(PlotView& pane) {
  writer_.toClipboard(pane.page() ? pane.page()->selected() : pane.visibleTable());
}

}  // namespace holonom
