// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/plots/plot_export.h"
#include "gui/plots/plot_menu.h"

namespace holonom {

/// Pictures and tables out of the panes: into files and onto the clipboard.
class PlotFileMenu : public PlotMenu {
  Q_OBJECT
 public:
  PlotFileMenu(PlotBoard& board, QMenu& menu);
  void update() override;
  /// of the files that are saved, without ending
  void setProposedName(const QString& name) { proposedName_ = name; }

  // What entries of the menu do when they have asked for a name.
  void savePaneAs(const QString& file);
  void saveBoardAs(const QString& file);
  void exportVisibleAs(const QString& file);

 private:
  void makeCopy();
  void makeSave();
  void copyData(PlotView& pane);
  void ask(const QString& title, const QString& filter, const QString& suffix,
           void (PlotFileMenu::*save)(const QString& file));
  void report(const QString& file, const QString& error);
  Drawing paneDrawing(PlotView& pane) const;
  Drawing boardDrawing() const;

  TableWriter writer_;
  QString proposedName_;
  QMenu* save_ = nullptr;
  QAction *copyPicture_ = nullptr, *copyData_ = nullptr;
};

}  // namespace holonom
