// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>

#include "gui/session/autosave.h"
#include "gui/session/workspace.h"

class QPushButton;
class QTreeWidget;

namespace holonom {

class FileActions;

/// Models that were not saved when the program ended, with their dates and files: restore one, discard, or
/// decide later.
class RecoveryDialog : public QDialog {
  Q_OBJECT
 public:
  RecoveryDialog(std::vector<LeftBehind> found, QWidget* parent);

 signals:
  void restoreRequested(const holonom::LeftBehind& left);

 private:
  void fill();
  int current() const;
  void restore();
  void discard();

  std::vector<LeftBehind> found_;
  QTreeWidget* list_;
  QPushButton *restore_, *discard_;
};

/// Shows the dialog when something was left behind; says in the log which records cannot be read.
void showRecoveryOffer(Workspace& workspace, FileActions& files, QWidget& window);

}  // namespace holonom
