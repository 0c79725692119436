// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/viewport/mouse_input.h"

#include <QMouseEvent>
#include <QWheelEvent>
#include <cmath>

#include "gui/viewport/key_input.h"

namespace holonom {
namespace {

constexpr double kWheelStep = 1.15;  // per notch
constexpr double kDragZoom = 0.006;  // per pixel, in the exponent
constexpr double kClick = 3;         // pixels that a click may move

}  // namespace

MouseInput::Drag MouseInput::dragFor(Qt::MouseButton button, Qt::KeyboardModifiers modifiers) {
  switch (button) {
    case Qt::LeftButton: return modifiers & Qt::ShiftModifier ? Drag::Pan : Drag::Orbit;
    case Qt::MiddleButton: return Drag::Pan;
    case Qt::RightButton: return Drag::Zoom;
    default: return Drag::None;
  }
}

void MouseInput::showCursor() {
  view_.setCursor(board_.isOn() || board_.works() ? Qt::CrossCursor
                  : pulls_.isOn()                 ? Qt::OpenHandCursor
                                                  : Qt::ArrowCursor);
}

void MouseInput::press(const QMouseEvent& event) {
  if (keys_.areHolding()) return keys_.putDown();
  keys_.setOut(false);
  if (drag_ != Drag::None) return;  // a second button does not disturb a drag
  drag_ = dragFor(event.button(), event.modifiers());
  const bool left = event.button() == Qt::LeftButton;
  const bool pulled = left && pulls_.areMeant(event.modifiers()) && pulls_.aimAt(event.position());
  if (!pulled && toolWorks() && left && !board_.isHeld()) {
    if (board_.press(event)) {
      drag_ = Drag::None;
      return;
    }
    if (board_.isOn()) drag_ = Drag::Pan;
  }
  button_ = event.button();
  if (pulled) drag_ = Drag::Pull;
  pressed_ = last_ = event.position();
  moved_ = false;
}

void MouseInput::move(const QMouseEvent& event) {
  if (board_.keys().isOut() && !keys_.yieldTo(event.globalPosition())) return;
  if (toolWorks() && drag_ == Drag::None) return board_.move(event);
  if (drag_ == Drag::None) return;
  if (event.buttons() == Qt::NoButton) return giveUp();  // another window got the release
  if ((event.position() - pressed_).manhattanLength() > kClick) moved_ = true;
  if (!moved_) return;
  if (drag_ == Drag::Pull) return pullTo(event.position());
  moveCamera(event.position() - last_);
  last_ = event.position();
}

void MouseInput::pullTo(const QPointF& at) {
  if (!pulls_.isHolding()) {
    if (!pulls_.takeHold()) return;
    view_.setCursor(Qt::ClosedHandCursor);
  }
  pulls_.moveTo(at);
  view_.update();
}

void MouseInput::letGo() {
  if (drag_ == Drag::Pull) giveUp();
}

void MouseInput::giveUp() {
  if (drag_ == Drag::Pull) pulls_.letGo();
  drag_ = Drag::None;
  button_ = Qt::NoButton;
  showCursor();
  view_.update();
}

void MouseInput::moveCamera(const QPointF& step) {
  ViewCamera& camera = scene_.camera();
  switch (drag_) {
    case Drag::Orbit: camera.orbit(step.x(), step.y()); break;
    case Drag::Pan: camera.pan(step.x(), step.y()); break;
    case Drag::Zoom: camera.zoom(std::exp(-kDragZoom * step.y()), pressed_.x(), pressed_.y()); break;
    case Drag::Pull:
    case Drag::None: break;
  }
  if (drag_ != Drag::Orbit) framing_.userMoved();
  frames_.request();
}

void MouseInput::release(const QMouseEvent& event) {
  if (board_.isHeld() && event.button() == Qt::LeftButton) return board_.release(event);
  if (event.button() != button_) return;
  if (drag_ == Drag::Pull) {
    showCursor();
    pulls_.letGo();
    view_.update();
  }
  const bool clicked = button_ == Qt::LeftButton && drag_ != Drag::None && !moved_;
  drag_ = Drag::None;
  button_ = Qt::NoButton;
  // the right button zooms when it is dragged: its menu comes when it is let go
  if (event.button() == Qt::RightButton && !moved_ && frames_.areUsable())
    emit view_.partMenuRequested(partAt(event.position()), event.globalPosition().toPoint());
  if (moved_) emit view_.cameraChanged();
  if (!clicked || !frames_.areUsable()) return;
  const PartRef part = partAt(event.position());
  if (event.modifiers() & (Qt::ControlModifier | Qt::ShiftModifier)) emit view_.partToggled(part);
  else emit view_.partPicked(part);
}

void MouseInput::doubleClick(const QMouseEvent& event) {
  if (event.button() != Qt::LeftButton) return;
  if (toolWorks()) return press(event);  // two quick clicks of a tool are two clicks
  drag_ = Drag::None;
  view_.fit();
}

void MouseInput::wheel(const QWheelEvent& event) {
  const double notches = event.angleDelta().y() / 120.0;  // touchpads send fractions
  framing_.userMoved();
  scene_.camera().zoom(std::pow(kWheelStep, notches), event.position().x(), event.position().y());
  frames_.request();
  emit view_.cameraChanged();
}

}  // namespace holonom
