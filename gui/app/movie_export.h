// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QImage>
#include <QObject>
#include <QSize>
#include <QTimer>
#include <memory>

#include "gui/base/event_loop_turn.h"
#include "gui/session/workspace.h"
#include "gui/viewport/mechanism_view.h"
#include "gui/viewport/movie_file.h"

namespace holonom {

class PictureGrid;

struct MovieRequest {
  QString file;
  QSize size{1280, 720};    ///< pixels, even
  double from = 0, to = 1;  ///< s of the runs
  double speed = 1;         ///< seconds of the runs in a second of the video
  int rate = 30;            ///< pictures per second
  PictureParts parts;

  /// None for a request that makes no sense.
  int pictureCount() const;
  double timeOf(int picture) const { return from + picture * speed / rate; }  ///< s
  double duration() const { return double(pictureCount()) / rate; }           ///< of the video, s
};

/// Renders runs again, at moments of equal distance, into a video: one picture per turn of the event loop, in
/// views of its own, so that the window goes on.
class MovieExport : public QObject {
  Q_OBJECT
 public:
  MovieExport(Workspace& workspace, const PictureGrid& pictures, QObject* parent = nullptr);
  ~MovieExport() override;

  void start(const MovieRequest& request);  ///< not while isBusy()
  void cancel();                            ///< nothing is left of the file
  bool isBusy() const { return movie_ != nullptr; }

 signals:
  void progressed(int done, int total);
  void finished(const QString& file, const QString& error);  ///< error empty: written
  void cancelled();

 private:
  void step();
  void render();
  void pack();
  void end(const QString& error);
  void release();

  Workspace& workspace_;
  const PictureGrid& pictures_;
  MovieRequest request_;
  std::unique_ptr<PictureGrid> stage_;  // where it is rendered
  std::unique_ptr<MovieFile> movie_;
  QTimer timer_;
  int next_ = 0;
  QImage picture_;  // rendered, to be packed in a turn of its own
  eventloop::TurnWait wait_;
};

}  // namespace holonom
