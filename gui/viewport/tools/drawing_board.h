// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <span>

#include "gui/viewport/tools/key_pointer.h"
#include "gui/viewport/tools/tool.h"

class QLabel;
class QMouseEvent;
class QPainter;
class QWidget;

namespace holonom {

class MechanismScene;

/// The view as a drawing board: leads mouse and keys to the tool, catches the mouse, shows hint, rulers and
/// preview. Keys may move a cross in place of the mouse: tools get the same pointer from both.
class DrawingBoard {
 public:
  DrawingBoard(QWidget& view, MechanismScene& scene);

  bool isOn() const { return on_; }
  bool works() const { return active(); }  ///< the left button belongs to a tool
  bool isHeld() const { return held_; }    ///< the tool has the button
  void setOn(bool on);
  void setTool(Tool* tool, bool inAnyView = false);  ///< else while drawing only
  void setGuest(Tool* tool);  ///< works in any view, before the drawing tool; null: none
  void setSnaps(bool on) { snaps_ = on; }

  /// as fine as the scale of the view wants it; before a frame is drawn
  void layGrid();
  /// `letters`: joints have their names beside them, unless the picture names all parts.
  void paint(QPainter& painter, std::span<const PartRef> selected, const QSize& size, bool letters) const;
  void paintSelected(QPainter& painter, std::span<const PartRef> selected, const QSize& size) const;
  /// without tool and pointer, for a file
  void paintBoard(QPainter& painter, const QSize& size, bool rulers, bool letters) const;
  void showHint();
  void restyle();  ///< in the colours of the theme

  bool press(const QMouseEvent& event);  ///< false: not for the tool
  void move(const QMouseEvent& event);
  void release(const QMouseEvent& event);
  bool type(const QKeyEvent& event);
  bool isTypedInto() const { return works() && active()->typing() == Tool::Typing::Words; }
  void forgetPointer() { pointer_.reset(); }
  void posesChanged();  ///< what caught the pointer moves away

  const KeyPointer& keys() const { return keys_; }
  void setKeysOut(bool out);
  /// nothing else waits for the arrow keys: the first one brings the cross out
  void setArrowsFree(bool free);
  bool wantsArrows() const { return keys_.isOut() || (arrowsFree_ && works()); }
  void stepKeys(int right, int up, KeyPointer::Stride stride);
  void putKeys(const Vector2& place, bool exact) { keys_.put(place, exact); }
  bool goToStop(bool forward);  ///< false when there is none
  void moveKeys();              ///< tells the tool where the cross is
  bool pressKeys(bool shift);   ///< true when the tool has taken hold of something
  void releaseKeys();
  bool givesWayToPulls(bool asked) const { return !works() || active()->givesWayToPulls(asked); }
  bool carries() const { return works() && active()->carries(); }
  void giveUp();                           ///< the tool puts back what it has hold of
  void dropHold();                         ///< it has done so
  void setPulls(bool on) { pulls_ = on; }  ///< bodies are pulled where the tool would take hold of them
  void setHint(const QString& words) { keyWords_ = words; }  ///< what keys do, below what the tool waits for
  void setHeadroom(int pixels);                              ///< taken by others at the upper edge
  QString spoken() const;  ///< where the cross is and what the tool waits for

 private:
  Pointer pointerAt(const QMouseEvent& event) const;
  Pointer keyPointer(bool shift = false) const;
  double cell() const;

  QWidget& view_;
  MechanismScene& scene_;
  QLabel* hint_;
  Tool* active() const { return guest_ ? guest_ : on_ || inAnyView_ ? tool_ : nullptr; }
  bool worksBesideBoard() const { return works() && !guest_ && !on_; }
  void takeMouse();
  Tool *tool_ = nullptr, *guest_ = nullptr;
  bool on_ = false, inAnyView_ = false, snaps_ = true, held_ = false, arrowsFree_ = false;
  std::optional<Pointer> pointer_;
  KeyPointer keys_;
  QString keyWords_;
  bool pulls_ = false;
  int headroom_ = 0;
};

}  // namespace holonom
