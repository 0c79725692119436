// SPDX-License-Identifier: GPL-3.0-or-later
// Keys in place of the mouse: a cross that is moved, clicks and carries; parts that are gone through; the
// camera.
#include <QKeyEvent>
#include <algorithm>
#include <cmath>

#include "core/model/editing.h"
#include "gui/viewport/view_impl.h"

namespace holonom {
namespace {

constexpr double kMargin = 36;    // pixels between the cross and the edges, at least
constexpr double kTurnStep = 40;  // pixels of a mouse that would turn or move the picture as far
constexpr double kZoomStep = 1.25;
constexpr double kMouseMeans = 3;  // pixels by which the mouse takes the pointer back

struct Way {
  int right, up;
};

std::optional<Way> wayOf(int key) {
  switch (key) {
    case Qt::Key_Left: return Way{-1, 0};
    case Qt::Key_Right: return Way{1, 0};
    case Qt::Key_Up: return Way{0, 1};
    case Qt::Key_Down: return Way{0, -1};
    default: return {};
  }
}

KeyPointer::Stride strideFor(Qt::KeyboardModifiers modifiers) {
  if (modifiers & Qt::ControlModifier) return KeyPointer::Stride::Tenth;
  return modifiers & Qt::ShiftModifier ? KeyPointer::Stride::Cells : KeyPointer::Stride::Cell;
}

/// What can be seen and selected, in the order of the tree.
std::vector<PartRef> partsOf(const Mechanism& mechanism) {
  using Kind = PartRef::Kind;
  std::vector<PartRef> parts;
  const auto add = [&](Kind kind, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) parts.push_back({kind, int(i)});
  };
  add(Kind::Body, mechanism.bodies.size());
  add(Kind::Joint, mechanism.joints.size());
  add(Kind::Driver, mechanism.drivers.size());
  add(Kind::Force, mechanism.forces.size());
  return parts;
}

QString restingWords() {
  return MechanismView::tr(
      "Left drag turns, middle drag or Shift and left drag moves, wheel or right drag zooms, double click "
      "fits. "
      "F9: arrow keys move a cross that Enter clicks.");
}

}  // namespace

void MechanismView::Impl::describe() {
  if (!canvas.isUsable()) return;
  const bool tool = toolWorks();
  board.setPulls(pulling);
  if (heldByKeys() && pull) board.setHint(tr("Arrows pull it · Enter or Esc lets go"));
  else if (heldByKeys())
    board.setHint(tr("Arrows move it · N: to the next point · Enter releases · Esc puts it back"));
  else if (tool && board.carries())
    board.setHint(
        tr("Arrows move the cross · N: next point · Enter takes hold · Page Down selects the next part · Esc "
           "ends"));
  else if (tool)
    board.setHint(tr(
        "Arrows move the cross (Shift: ten lines, Ctrl: a tenth) · N: next point · Enter clicks · Esc ends"));
  else if (pulling)
    board.setHint(
        tr("Arrows move the cross · N: next point · Enter takes hold of a body and pulls it · Esc ends"));
  else board.setHint(tr("Arrows move the cross · N: next point · Enter selects · Esc ends"));
  board.showHint();
  view.setAccessibleDescription(board.keys().isOut() ? board.spoken() : restingWords());
}

/// Where it was last, if that is in sight.
void MechanismView::Impl::bringOut() {
  const Vector2 at = scene.pixelOf(board.keys().place());
  const QRectF inside = QRectF(view.rect()).adjusted(kMargin, kMargin, -kMargin, -kMargin);
  if (!inside.contains(at.x(), at.y()))
    board.putKeys(scene.planePoint(view.width() / 2., view.height() / 2.), false);
  mouseAt.reset();
  board.setKeysOut(true);
}

void MechanismView::Impl::crossMoved() {
  const Vector2 at = scene.pixelOf(board.keys().place());
  const auto into = [](double x, double extent) {
    return std::clamp(x, kMargin, std::max(kMargin, extent - kMargin)) - x;
  };
  if (const double dx = into(at.x(), view.width()), dy = into(at.y(), view.height()); dx != 0 || dy != 0) {
    scene.camera().pan(dx, dy);
    framed = false;
    request();
    emit view.cameraChanged();
  }
  if (pull && keysHold) {
    pull->to = board.keys().place();
    emit view.pullMoved(pull->to);
  }
  board.moveKeys();
  describe();
}

void MechanismView::Impl::takeHold(Qt::KeyboardModifiers modifiers) {
  const Vector2 at = scene.pixelOf(board.keys().place());
  heldFrom = board.keys();
  const bool pulls = mayPull(modifiers);
  if (pulls) pull = pullAt({at.x(), at.y()});
  if (pull) {
    keysHold = true;
    emit view.pullBegan(pull->body, pull->at, pull->to);
  } else if (toolWorks()) {
    keysHold = board.pressKeys(modifiers & Qt::ShiftModifier);
  } else if (!pulls) {
    emit view.partPicked(scene.pickPart(at.x(), at.y()));
  }
  describe();
}

void MechanismView::Impl::putDown() {
  keysHold = false;
  if (pull) {
    pull.reset();
    emit view.pullEnded();
  } else {
    board.releaseKeys();
  }
  describe();
}

bool MechanismView::Impl::moveCamera(int right, int up, bool along) {
  ViewCamera& camera = scene.camera();
  if (along || board.isOn()) {
    camera.pan(-kTurnStep * right, kTurnStep * up);
    framed = false;
  } else {
    camera.orbit(kTurnStep * right, -kTurnStep * up);
  }
  request();
  emit view.cameraChanged();
  return true;
}

/// Keys that the picture understands beside those that are typed into a tool; false: not one of them.
bool MechanismView::Impl::takeKey(const QKeyEvent& event) {
  if (!canvas.isUsable()) return false;
  const Qt::KeyboardModifiers modifiers = event.modifiers() & ~Qt::KeypadModifier;
  const bool plain = !(modifiers & ~Qt::ShiftModifier), out = board.keys().isOut();
  if (const auto way = wayOf(event.key())) {
    if (modifiers & Qt::AltModifier) return moveCamera(way->right, way->up, modifiers & Qt::ShiftModifier);
    if (!board.wantsArrows()) return false;
    if (!out) return view.setKeyboardPointer(true), true;
    board.stepKeys(way->right, way->up, strideFor(modifiers));
    return crossMoved(), true;
  }
  switch (event.key()) {
    case Qt::Key_Return:
    case Qt::Key_Enter:
      if (!out) return false;
      heldByKeys() ? putDown() : takeHold(modifiers);
      return true;
    case Qt::Key_N: return plain && (view.goToPoint(!(modifiers & Qt::ShiftModifier)), true);
    case Qt::Key_PageDown:
    case Qt::Key_PageUp:
      return modifiers == Qt::NoModifier && (view.selectNextPart(event.key() == Qt::Key_PageDown), true);
    case Qt::Key_Plus:
    case Qt::Key_Equal: return plain && (view.zoomBy(1), true);
    case Qt::Key_Minus: return plain && (view.zoomBy(-1), true);
    default: return false;
  }
}

bool MechanismView::Impl::mouseTakesOver(const QPointF& global) {
  if (heldByKeys()) return false;
  if (!mouseAt) mouseAt = global;
  if ((global - *mouseAt).manhattanLength() < kMouseMeans) return false;
  view.setKeyboardPointer(false);
  return true;
}

void MechanismView::setKeyboardPointer(bool on) {
  if (on == impl_->board.keys().isOut() || (on && !hasGraphics())) return;
  if (!on) letGo();
  if (on) impl_->bringOut();
  else impl_->board.setKeysOut(false);
  impl_->describe();
  emit keyboardPointerChanged(on);
}

bool MechanismView::hasKeyboardPointer() const { return impl_->board.keys().isOut(); }

bool MechanismView::letGo() {
  if (!impl_->heldByKeys()) return false;
  impl_->keysHold = false;
  if (impl_->pull) {
    impl_->pull.reset();
    emit pullEnded();
  } else {
    impl_->board.giveUp();
  }
  impl_->board.putKeys(impl_->heldFrom.place(), impl_->heldFrom.isExact());
  impl_->crossMoved();
  return true;
}

void MechanismView::setArrowsFree(bool free) { impl_->board.setArrowsFree(free); }

void MechanismView::goToPoint(bool forward) {
  setKeyboardPointer(true);
  if (hasKeyboardPointer() && impl_->board.goToStop(forward)) impl_->crossMoved();
}

void MechanismView::selectNextPart(bool forward) {
  const Mechanism& mechanism = impl_->scene.mechanism();
  const std::vector<PartRef> parts = partsOf(mechanism);
  if (parts.empty() || impl_->heldByKeys()) return;
  PartRef now = impl_->focused();
  if (now.kind == PartRef::Kind::Body) now.point = -1;
  const auto found = std::find(parts.begin(), parts.end(), now);
  const std::size_t count = parts.size(), at = std::size_t(found - parts.begin());
  const std::size_t next =
      found == parts.end() ? (forward ? 0 : count - 1) : (at + (forward ? 1 : count - 1)) % count;
  emit partPicked(parts[next]);
  setAccessibleDescription(tr("Selected: %1").arg(QString::fromStdString(partName(mechanism, parts[next]))));
}

void MechanismView::zoomBy(int notches) {
  Vector2 at(width() / 2., height() / 2.);
  if (hasKeyboardPointer()) at = impl_->scene.pixelOf(impl_->board.keys().place());
  impl_->framed = false;
  impl_->scene.camera().zoom(std::pow(kZoomStep, notches), at.x(), at.y());
  impl_->request();
  if (hasKeyboardPointer()) impl_->board.moveKeys();
  emit cameraChanged();
}

}  // namespace holonom
