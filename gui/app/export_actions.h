// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAction>
#include <QObject>

#include "gui/session/workspace.h"

class QMenu;
class QWidget;

namespace holonom {

class PictureDialog;
class PictureGrid;
class VideoDialog;

/// Pictures and videos of the mechanism, into files and onto the clipboard.
class ExportActions : public QObject {
  Q_OBJECT
 public:
  ExportActions(Workspace& workspace, PictureGrid& pictures, QWidget& window);
  void fill(QMenu& menu);
  bool writesVideo() const;

 private:
  void choosePicture();
  void chooseVideo();
  void enable();
  void report(const QString& file, const QString& error);

  Workspace& workspace_;
  PictureGrid& pictures_;
  QWidget& window_;
  QAction picture_, video_;
  PictureDialog* pictureDialog_ = nullptr;  // made when first asked for
  VideoDialog* videoDialog_ = nullptr;
};

}  // namespace holonom
