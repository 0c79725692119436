// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/app/export_actions.h"

#include <QMenu>

#include "gui/app/picture_dialog.h"
#include "gui/app/picture_grid.h"
#include "gui/app/video_dialog.h"
#include "gui/panels/icons.h"

namespace holonom {

ExportActions::ExportActions(Workspace& workspace, PictureGrid& pictures, QWidget& window)
    : QObject(&window), workspace_(workspace), pictures_(pictures), window_(window),
      picture_(makeIcon(Icon::Picture), tr("&Picture…"), this), video_(tr("&Video…"), this) {
  picture_.setObjectName("actionExportPicture");
  picture_.setShortcut(Qt::CTRL | Qt::Key_P);
  picture_.setStatusTip(tr("The mechanism as it is shown, in any size, to a file or the clipboard"));
  video_.setObjectName("actionExportVideo");
  video_.setShortcut(Qt::CTRL | Qt::SHIFT | Qt::Key_V);
  video_.setStatusTip(tr("The motion of the runs as a video, rendered again at a steady rate"));
  connect(&picture_, &QAction::triggered, this, &ExportActions::choosePicture);
  connect(&video_, &QAction::triggered, this, &ExportActions::chooseVideo);
  connect(&workspace_.document, &Document::opened, this, &ExportActions::enable);
  connect(&workspace_.session, &Session::runsChanged, this, &ExportActions::enable);
  connect(&workspace_.session, &Session::stateChanged, this, &ExportActions::enable);
  enable();
}

void ExportActions::fill(QMenu& menu) {
  menu.addAction(&picture_);
  menu.addAction(&video_);
}

bool ExportActions::writesVideo() const { return videoDialog_ && videoDialog_->isBusy(); }

void ExportActions::enable() {
  const bool graphics = pictures_.main().hasGraphics();
  picture_.setEnabled(workspace_.document.isOpen() && graphics);
  video_.setEnabled(!workspace_.session.runs().empty() && graphics);
}

void ExportActions::report(const QString& file, const QString& error) {
  if (error.isEmpty()) workspace_.log.add(MessageLog::Level::Success, tr("Wrote %1.").arg(file));
  else emit workspace_.document.failed(tr("%1 could not be written: %2").arg(file, error));
}

void ExportActions::choosePicture() {
  if (!pictureDialog_) {
    pictureDialog_ = new PictureDialog(pictures_, &window_);
    connect(pictureDialog_, &PictureDialog::written, this, &ExportActions::report);
    connect(pictureDialog_, &PictureDialog::copied, this,
            [this] { workspace_.log.add(MessageLog::Level::Success, tr("Copied the picture.")); });
  }
  workspace_.playback.pause();  // the moment that was chosen
  pictureDialog_->setProposedName(workspace_.document.proposedName());
  pictureDialog_->open();
}

void ExportActions::chooseVideo() {
  if (!videoDialog_) {
    videoDialog_ = new VideoDialog(workspace_, pictures_, &window_);
    connect(videoDialog_, &VideoDialog::written, this, &ExportActions::report);
  }
  videoDialog_->begin();
}

}  // namespace holonom
