// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/viewport/framing.h"
#include "gui/viewport/pulls.h"

class QMouseEvent;
class QWheelEvent;

namespace holonom {

class KeyInput;

/// What the mouse does in a view: moves the camera, clicks parts, pulls bodies, or works for a tool.
class MouseInput {
 public:
  MouseInput(MechanismView& view, MechanismScene& scene, Frames& frames, Framing& framing,
             DrawingBoard& board, Pulls& pulls, KeyInput& keys);

  void press(const QMouseEvent& event);
  void move(const QMouseEvent& event);
  void release(const QMouseEvent& event);
  void doubleClick(const QMouseEvent& event);
  void wheel(const QWheelEvent& event);
  void showCursor();

 private:
  enum class Drag { None, Orbit, Pan, Zoom, Pull };
  static Drag dragFor(Qt::MouseButton button, Qt::KeyboardModifiers modifiers);
  void moveCamera(const QPointF& step);
  PartRef partAt(const QPointF& at) const { return scene_.pickPart(at.x(), at.y()); }
  bool toolWorks() const { return board_.works() && frames_.areUsable(); }

  MechanismView& view_;
  MechanismScene& scene_;
  Frames& frames_;
  Framing& framing_;
  DrawingBoard& board_;
  Pulls& pulls_;
  KeyInput& keys_;
  Drag drag_ = Drag::None;
  Qt::MouseButton button_ = Qt::NoButton;
  QPointF pressed_, last_;
  bool moved_ = false;
};

}  // namespace holonom
