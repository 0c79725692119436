// SPDX-License-Identifier: GPL-3.0-or-later
// Mouse and keys of the view.
#include <QKeyEvent>
#include <QMouseEvent>
#include <QWheelEvent>
#include <cmath>

#include "gui/viewport/view_impl.h"

namespace holonom {
namespace {

constexpr double kWheelStep = 1.15;  // per notch
constexpr double kDragZoom = 0.006;  // per pixel, in the exponent

}  // namespace

MechanismView::Impl::Drag MechanismView::Impl::dragFor(Qt::MouseButton button,
                                                       Qt::KeyboardModifiers modifiers) {
  switch (button) {
    case Qt::LeftButton: return modifiers & Qt::ShiftModifier ? Drag::Pan : Drag::Orbit;
    case Qt::MiddleButton: return Drag::Pan;
    case Qt::RightButton: return Drag::Zoom;
    default: return Drag::None;
  }
}

std::optional<MechanismView::Impl::Pull> MechanismView::Impl::pullAt(const QPointF& pixel) const {
  const int body = canvas.isUsable() ? scene.pick(pixel.x(), pixel.y()) : -1;
  if (body < 0 || body >= int(scene.poses().size())) return {};
  const BodyPose& pose = scene.poses()[std::size_t(body)];
  const Vector2 place = scene.planePoint(pixel.x(), pixel.y());
  const Vector2 fromCentre = pose.toLocal(scene.plane().at(place)).head<2>();
  return Pull{body, scene.mechanism().bodies[std::size_t(body)].centreOfMass + fromCentre, place};
}

/// On the drawing board only with the tool that moves parts, in its place.
bool MechanismView::Impl::mayPull(Qt::KeyboardModifiers modifiers) const {
  return (pulling || modifiers & Qt::ControlModifier) && board.givesWayToPulls(pulling);
}

void MechanismView::setPulling(bool on) {
  impl_->pulling = on;
  impl_->describe();
  if (!impl_->board.isOn()) setCursor(on ? Qt::OpenHandCursor : Qt::ArrowCursor);
}

bool MechanismView::event(QEvent* event) {
  // Delete is the picture's own key while it has the focus, whatever else the window does with it. Some
  // desktops count Ctrl+D as Delete; here it duplicates.
  if (event->type() == QEvent::ShortcutOverride && static_cast<QKeyEvent*>(event)->key() == Qt::Key_Delete)
    event->accept();
  return QWidget::event(event);
}

void MechanismView::keyPressEvent(QKeyEvent* event) {
  if (impl_->toolWorks() && impl_->board.isTypedInto() && impl_->board.type(*event)) return;
  if (impl_->takeKey(*event)) return;
  if (impl_->toolWorks() && impl_->board.type(*event)) return;
  if (event->key() == Qt::Key_Delete) return emit removeRequested();
  QWidget::keyPressEvent(event);
}

/// The right button zooms when it is dragged: its menu comes when it is let go.
void MechanismView::contextMenuEvent(QContextMenuEvent* event) {
  event->accept();
  if (event->reason() == QContextMenuEvent::Keyboard)
    emit partMenuRequested(impl_->focused(), mapToGlobal(rect().center()));
}

void MechanismView::leaveEvent(QEvent*) {
  if (!hasKeyboardPointer()) impl_->board.forgetPointer();
  if (impl_->board.isOn()) update();
}

void MechanismView::mousePressEvent(QMouseEvent* event) {
  if (impl_->heldByKeys()) return impl_->putDown();
  setKeyboardPointer(false);
  if (impl_->drag != Impl::Drag::None) return;  // a second button does not disturb a drag
  impl_->drag = Impl::dragFor(event->button(), event->modifiers());
  const bool left = event->button() == Qt::LeftButton;
  if (left && impl_->mayPull(event->modifiers())) impl_->pull = impl_->pullAt(event->position());
  if (!impl_->pull && impl_->toolWorks() && left && !impl_->board.isHeld()) {
    impl_->drag = impl_->board.press(*event) ? Impl::Drag::None : Impl::Drag::Pan;
    if (impl_->drag == Impl::Drag::None) return;
  }
  impl_->button = event->button();
  if (impl_->pull) {
    impl_->drag = Impl::Drag::Pull;
    setCursor(Qt::ClosedHandCursor);
    emit pullBegan(impl_->pull->body, impl_->pull->at, impl_->pull->to);
  }
  impl_->pressed = impl_->last = event->position();
  impl_->moved = false;
}

void MechanismView::mouseMoveEvent(QMouseEvent* event) {
  if (hasKeyboardPointer() && !impl_->mouseTakesOver(event->globalPosition())) return;
  if (impl_->toolWorks() && impl_->drag == Impl::Drag::None) return impl_->board.move(*event);
  if (impl_->drag == Impl::Drag::None) return;
  if (impl_->drag == Impl::Drag::Pull) {
    impl_->pull->to = impl_->scene.planePoint(event->position().x(), event->position().y());
    emit pullMoved(impl_->pull->to);
    return update();
  }
  if ((event->position() - impl_->pressed).manhattanLength() > 3) impl_->moved = true;
  if (!impl_->moved) return;  // still a click
  const QPointF step = event->position() - impl_->last;
  impl_->last = event->position();
  ViewCamera& camera = impl_->scene.camera();
  switch (impl_->drag) {
    case Impl::Drag::Orbit: camera.orbit(step.x(), step.y()); break;
    case Impl::Drag::Pan: camera.pan(step.x(), step.y()); break;
    case Impl::Drag::Zoom:
      camera.zoom(std::exp(-kDragZoom * step.y()), impl_->pressed.x(), impl_->pressed.y());
      break;
    case Impl::Drag::Pull:
    case Impl::Drag::None: break;
  }
  if (impl_->drag != Impl::Drag::Orbit) impl_->framed = false;
  impl_->request();
}

void MechanismView::mouseReleaseEvent(QMouseEvent* event) {
  if (impl_->board.isHeld() && event->button() == Qt::LeftButton) return impl_->board.release(*event);
  if (event->button() != impl_->button) return;
  if (impl_->drag == Impl::Drag::Pull) {
    impl_->pull.reset();
    setCursor(impl_->board.isOn() ? Qt::CrossCursor : impl_->pulling ? Qt::OpenHandCursor : Qt::ArrowCursor);
    emit pullEnded();
    update();
    impl_->moved = true;
  }
  const bool clicked = impl_->button == Qt::LeftButton && impl_->drag != Impl::Drag::None && !impl_->moved;
  impl_->drag = Impl::Drag::None;
  impl_->button = Qt::NoButton;
  if (event->button() == Qt::RightButton && !impl_->moved && hasGraphics())
    emit partMenuRequested(impl_->scene.pickPart(event->position().x(), event->position().y()),
                           event->globalPosition().toPoint());
  if (impl_->moved) emit cameraChanged();
  if (clicked && hasGraphics())
    emit partPicked(impl_->scene.pickPart(event->position().x(), event->position().y()));
}

void MechanismView::wheelEvent(QWheelEvent* event) {
  const double notches = event->angleDelta().y() / 120.0;  // touchpads send fractions
  impl_->framed = false;
  impl_->scene.camera().zoom(std::pow(kWheelStep, notches), event->position().x(), event->position().y());
  impl_->request();
  event->accept();
  emit cameraChanged();
}

void MechanismView::mouseDoubleClickEvent(QMouseEvent* event) {
  if (event->button() != Qt::LeftButton) return;
  if (impl_->toolWorks()) return mousePressEvent(event);  // two quick clicks of a tool are two clicks
  impl_->drag = Impl::Drag::None;
  fit();
}

}  // namespace holonom
