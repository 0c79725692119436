// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <span>

#include "gui/viewport/tools/tool.h"

class QLabel;
class QMouseEvent;
class QPainter;
class QWidget;

namespace holonom {

class MechanismScene;

/// The view as a drawing board: leads mouse and keys to the tool, catches the mouse, shows hint, rulers and preview.
class DrawingBoard {
 public:
  DrawingBoard(QWidget& view, MechanismScene& scene);

  bool isOn() const { return on_; }
  bool works() const { return active(); }      ///< the left button belongs to a tool
  bool isHeld() const { return held_; }        ///< the tool has the button
  void setOn(bool on);
  void setTool(Tool* tool);
  void setGuest(Tool* tool);                   ///< works in any view, before the drawing tool; null: none
  void setSnaps(bool on) { snaps_ = on; }

  void layGrid();                              ///< as fine as the scale of the view wants it; before a frame is drawn
  void paint(QPainter& painter, std::span<const PartRef> selected, const QSize& size) const;
  void showHint();
  void restyle();                              ///< in the colours of the theme

  bool press(const QMouseEvent& event);        ///< false: not for the tool
  void move(const QMouseEvent& event);
  void release(const QMouseEvent& event);
  bool type(const QKeyEvent& event);
  void forgetPointer() { pointer_.reset(); }

 private:
  Pointer pointerAt(const QMouseEvent& event) const;

  QWidget& view_;
  MechanismScene& scene_;
  QLabel* hint_;
  Tool* active() const { return guest_ ? guest_ : on_ ? tool_ : nullptr; }
  void takeMouse();
  Tool *tool_ = nullptr, *guest_ = nullptr;
  bool on_ = false, snaps_ = true, held_ = false;
  std::optional<Pointer> pointer_;
};

}  // namespace holonom
