// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAction>
#include <QWidget>

#include "gui/session/workspace.h"

class QStackedWidget;

namespace holonom {

class MechanismView;
class MessageBanner;
class PictureGrid;
class StartPage;

/// The middle of the window: the start page until a model is open and when it is asked for, else the pictures
/// with the time line below it. Messages appear above either.
class CentralArea : public QWidget {
  Q_OBJECT
 public:
  explicit CentralArea(Workspace& workspace, QWidget* parent = nullptr);
  MechanismView& view() const { return *view_; }  ///< of the main run
  PictureGrid& pictures() const { return *pictures_; }
  StartPage& startPage() const { return *startPage_; }
  QAction* startAction() { return &start_; }  ///< shows the start page while a model is open, and goes back

 private:
  void showModel();
  void showFailures();
  void showGaps();
  Workspace& workspace_;
  MessageBanner* banner_;
  StartPage* startPage_;
  PictureGrid* pictures_;
  MechanismView* view_;
  QStackedWidget* pages_;
  QString refusal_;      // of the run that was wanted last
  QString fileFailure_;  // of a file that could not be read or written
  QAction start_{this};
};

}  // namespace holonom
