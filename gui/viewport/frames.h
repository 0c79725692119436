// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QElapsedTimer>
#include <QTimer>
#include <functional>

#include "gui/base/event_loop_turn.h"
#include "gui/viewport/offscreen_canvas.h"

class QWidget;

namespace holonom {

/// The rendered pictures of a view: requested as often as one likes, coalesced, and rendered in turns of the
/// event loop of their own, at rest once more and smoothly.
class Frames {
 public:
  /// `prepare` makes the scene ready for a picture of that size, in pixels of the widget.
  Frames(QWidget& view, vtkRenderer& renderer, std::function<void(const QSize&)> prepare);

  OffscreenCanvas& canvas() { return canvas_; }
  bool areUsable() const { return canvas_.isUsable(); }
  void request();  ///< something changed: a frame is due soon, once, however often this is called
  void renderNow(bool smooth);
  /// In pixels of the widget, and how many of the device each of them is.
  QImage renderAt(const QSize& size, double ratio, bool smooth);
  void renderAhead(const QSize& size);  ///< a first frame, before the view is shown at that size
  void painting();                      ///< of the last frame; asks for one where that is not what is due
  bool isUnpainted() const { return unpainted_; }
  const QImage& last() const { return frame_; }
  bool isOfThisSize() const { return frame_.size() == deviceSize(); }
  QSize deviceSize() const;
  double seconds() const { return seconds_; }  ///< that the last moving frame held the thread

 private:
  void takeTurn(QTimer& timer, bool smooth);

  QWidget& view_;
  std::function<void(const QSize&)> prepare_;
  OffscreenCanvas canvas_;
  QImage frame_;
  QTimer frameTimer_, idleTimer_;
  eventloop::TurnWait wait_;
  QElapsedTimer sinceFrame_;
  double seconds_ = 0;
  bool dirty_ = true, unpainted_ = false;
};

}  // namespace holonom
