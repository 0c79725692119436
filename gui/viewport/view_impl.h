// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QElapsedTimer>
#include <QPainter>
#include <QTimer>
#include <optional>

#include "gui/base/event_loop_turn.h"
#include "gui/viewport/gap_marks.h"
#include "gui/viewport/label_placing.h"
#include "gui/viewport/mechanism_view.h"
#include "gui/viewport/offscreen_canvas.h"
#include "gui/viewport/scene/mechanism_scene.h"
#include "gui/viewport/tools/drawing_board.h"

namespace holonom {

/// What a view consists of, for the sources that share its work.
struct MechanismView::Impl {
  enum class Drag { None, Orbit, Pan, Zoom, Pull };

  explicit Impl(MechanismView& view);
  /// something changed: a frame is due soon, once, however often this is called
  void request();
  static Drag dragFor(Qt::MouseButton button, Qt::KeyboardModifiers modifiers);
  void warmUp();  ///< before the first frame
  QSize deviceSize() const;
  /// renders a frame that is due, if this turn of the event loop has room for it
  void takeTurn(QTimer& timer, bool smooth);
  void renderFrame(bool smooth);  ///< of the widget; with renderAt() the only places that render
  /// widget pixels, device pixels per widget pixel
  QImage renderAt(const QSize& size, double ratio, bool smooth);
  void paint(QPainter& painter, const QSize& size, const QImage& picture);
  void paintNotes(QPainter& painter, const QSize& size, const PictureParts& parts, LabelPlacing& places);
  QImage pictureAt(const QSize& pixels, double scale, const PictureParts& parts);
  void restyle();  ///< as the palette of the widget is
  void follow(std::span<const BodyPose> poses);
  bool fitsAnySize() const { return fitsItself() && !(board.isOn() && !asFitted); }
  bool fitsItself() const { return framed && cameraMode == CameraMode::Fits; }
  bool toolWorks() const { return board.works() && canvas.isUsable(); }

  MechanismView& view;
  MechanismScene scene;
  OffscreenCanvas canvas;  // after the scene: it lets go of the renderer first
  DrawingBoard board;
  QImage frame;
  QTimer frameTimer, idleTimer;
  eventloop::TurnWait wait;
  QElapsedTimer sinceFrame;
  double seconds = 0;
  bool framed = true;  // the view is as fit() left it, but for turning
  bool dirty = true, unpainted = false, fitDue = true, labels = false;
  std::vector<PartRef> selected;
  PartRef focused() const { return selected.empty() ? PartRef{} : selected.back(); }
  void showSelected();
  std::vector<GapMark> gaps;
  LabelPlacing labelPlaces, pictureLabels;  // of the widget; of pictures for files
  CameraMode cameraMode = CameraMode::Fits;
  int followed = -1;
  bool dark = false, exaggerated = true;

  struct Pull {
    int body;
    Vector2 at, to;  // in the body's frame; ground axes, m
  };
  bool mayPull(Qt::KeyboardModifiers modifiers) const;
  std::optional<Pull> pullAt(const QPointF& pixel) const;
  bool pulling = false;      // the mode
  std::optional<Pull> pull;  // under way

  // The cross that keys move.
  bool takeKey(const QKeyEvent& event);
  void bringOut();
  void crossMoved();
  void takeHold(Qt::KeyboardModifiers modifiers);
  void putDown();
  bool moveCamera(int right, int up, bool along);
  bool mouseTakesOver(const QPointF& global);
  void describe();  ///< what can be done, in the picture and for screen readers
  void paintFocus(QPainter& painter);
  bool heldByKeys() const { return keysHold && (pull || board.isHeld()); }
  bool keysHold = false, reachedByKeys = false;
  KeyPointer heldFrom;
  std::optional<QPointF> mouseAt;  // since the cross came out

  // What the view was before a run widened it.
  std::optional<CameraView> drawnFrom;
  Box2 seen() const;     ///< of the plane, while drawing
  Box3 inSight() const;  ///< with what lies before and behind it
  // nothing was drawn since fit(): while drawing, scale and glyphs keep their sizes
  bool asFitted = true;
  void replace(const Mechanism& mechanism);
  bool lost() const;     ///< while drawing: what is there is out of the picture
  bool isSpeck() const;  ///< what is there can hardly be seen
  void resized(const QSize& before);
  void widen();
  void narrow();

  Drag drag = Drag::None;
  Qt::MouseButton button = Qt::NoButton;
  QPointF pressed, last;
  bool moved = false;
};

}  // namespace holonom
