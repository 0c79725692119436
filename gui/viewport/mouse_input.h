// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/viewport/view_input.h"

class QMouseEvent;
class QWheelEvent;

namespace holonom {

class KeyInput;

/// What the mouse does in a view: moves the camera, clicks parts, pulls bodies, or works for a tool.
class MouseInput : ViewInput {
 public:
  MouseInput(const ViewInput& reach, KeyInput& keys) : ViewInput(reach), keys_(keys) {}

  void press(const QMouseEvent& event);
  void move(const QMouseEvent& event);
  void release(const QMouseEvent& event);
  void doubleClick(const QMouseEvent& event);
  void wheel(const QWheelEvent& event);
  void letGo();  ///< of a body that is pulled
  void showCursor();

 private:
  enum class Drag { None, Orbit, Pan, Zoom, Pull };
  static Drag dragFor(Qt::MouseButton button, Qt::KeyboardModifiers modifiers);
  void moveCamera(const QPointF& step);
  void giveUp();  // a drag
  void pullTo(const QPointF& at);
  PartRef partAt(const QPointF& at) const { return scene_.pickPart(at.x(), at.y()); }

  KeyInput& keys_;
  Drag drag_ = Drag::None;
  Qt::MouseButton button_ = Qt::NoButton;
  QPointF pressed_, last_;
  bool moved_ = false;
};

}  // namespace holonom
