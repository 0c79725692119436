// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>

#include "gui/viewport/view_input.h"

namespace holonom {

/// Keys in place of the mouse: a cross that is moved, clicks and carries; parts that are gone through; the
/// camera.
class KeyInput : ViewInput {
 public:
  explicit KeyInput(const ViewInput& reach) : ViewInput(reach) {}

  /// Keys that the picture understands beside those that are typed into a tool; false: not one of them.
  bool take(const QKeyEvent& event);
  bool areHolding() const { return hold_ && (pulls_.isHolding() || board_.isHeld()); }
  void putDown();
  bool letGo();  ///< puts back what keys carry; false when they carry nothing
  void setOut(bool out);
  bool yieldTo(const QPointF& mouse);  ///< on the screen; false: the cross stays where it is
  void goToPoint(bool forward);
  void zoomBy(int notches);  ///< about the cross, or the middle
  void describe();           ///< what can be done, in the picture and for screen readers

 private:
  void bringOut();
  void crossMoved();
  void takeHold(Qt::KeyboardModifiers modifiers);
  bool moveCamera(int right, int up, bool along);
  QString hint() const;

  bool hold_ = false;
  KeyPointer heldFrom_;
  std::optional<QPointF> mouseAt_;  // since the cross came out
};

}  // namespace holonom
