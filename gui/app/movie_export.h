// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QImage>
#include <QObject>
#include <QSize>
#include <QTimer>
#include <memory>

#include "gui/base/event_loop_turn.h"
#include "gui/base/job.h"
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
/// views of its own, so that the window goes on. While one is rendered the one before is packed beside the
/// window.
class MovieExport : public QObject {
  Q_OBJECT
 public:
  MovieExport(Workspace& workspace, const PictureGrid& pictures, QObject* parent = nullptr);
  ~MovieExport() override;  ///< waits for the picture that is being packed

  void start(const MovieRequest& request);  ///< not while isBusy()
  void cancel();                            ///< soon nothing is left of the file
  bool isBusy() const { return movie_ != nullptr; }

 signals:
  void progressed(int done, int total);
  void finished(const QString& file, const QString& error);  ///< error empty: written
  void cancelled();

 private:
  void step();
  void render();
  void pack();
  void packed(const QString& error);
  void end(const QString& error);
  void release();

  Workspace& workspace_;
  const PictureGrid& pictures_;
  MovieRequest request_;
  std::unique_ptr<PictureGrid> stage_;  // where it is rendered
  std::shared_ptr<MovieFile> movie_;    // of whoever packs
  QTimer timer_;
  int rendered_ = 0, packed_ = 0;  // pictures
  QImage picture_;                 // rendered, to be packed
  Job<QString> packing_;
  eventloop::TurnWait wait_;
};

}  // namespace holonom
