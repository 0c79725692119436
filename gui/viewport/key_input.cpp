// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/viewport/key_input.h"

#include <QKeyEvent>
#include <algorithm>
#include <cmath>

namespace holonom {
namespace {

constexpr double kEdgeMargin = 36;  // pixels between the cross and the edges, at least
constexpr double kTurnStep = 40;    // pixels of a mouse that would turn or move the picture as far
constexpr double kZoomStep = 1.25;
constexpr double kMouseMeans = 3;  // pixels by which the mouse takes the pointer back

struct Way {
  int right, up;
};

std::optional<Way> arrowWay(int key) {
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

QString restingWords() {
  return MechanismView::tr(
      "Left drag turns, middle drag or Shift and left drag moves, wheel or right drag zooms, double click "
      "fits. "
      "F9: arrow keys move a cross that Enter clicks.");
}

}  // namespace

QString KeyInput::hint() const {
  if (areHolding() && pulls_.isHolding()) return MechanismView::tr("Arrows pull it · Enter or Esc lets go");
  if (areHolding())
    return MechanismView::tr("Arrows move it · N: to the next point · Enter releases · Esc puts it back");
  if (toolWorks() && board_.carries())
    return MechanismView::tr(
        "Arrows move the cross · N: next point · Enter takes hold · Page Down selects the next part · Esc "
        "ends");
  if (toolWorks())
    return MechanismView::tr(
        "Arrows move the cross (Shift: ten lines, Ctrl: a tenth) · N: next point · Enter clicks · Esc ends");
  if (pulls_.isOn())
    return MechanismView::tr(
        "Arrows move the cross · N: next point · Enter takes hold of a body and pulls it · Esc ends");
  return MechanismView::tr("Arrows move the cross · N: next point · Enter selects · Esc ends");
}

void KeyInput::describe() {
  if (!frames_.areUsable()) return;
  board_.setPulls(pulls_.isOn());
  board_.setHint(hint());
  board_.showHint();
  view_.setAccessibleDescription(board_.keys().isOut() ? board_.spoken() : restingWords());
}

/// Where it was last, if that is in sight.
void KeyInput::bringOut() {
  const Vector2 at = scene_.pixelOf(board_.keys().place());
  const QRectF inside = QRectF(view_.rect()).adjusted(kEdgeMargin, kEdgeMargin, -kEdgeMargin, -kEdgeMargin);
  if (!inside.contains(at.x(), at.y()))
    board_.putKeys(scene_.planePoint(view_.width() / 2., view_.height() / 2.), false);
  mouseAt_.reset();
  board_.setKeysOut(true);
}

void KeyInput::setOut(bool out) {
  if (out == board_.keys().isOut() || (out && !frames_.areUsable())) return;
  if (!out) letGo();
  if (out) bringOut();
  else board_.setKeysOut(false);
  describe();
  emit view_.keyboardPointerChanged(out);
}

void KeyInput::crossMoved() {
  const Vector2 at = scene_.pixelOf(board_.keys().place());
  const auto into = [](double x, double extent) {
    return std::clamp(x, kEdgeMargin, std::max(kEdgeMargin, extent - kEdgeMargin)) - x;
  };
  if (const double dx = into(at.x(), view_.width()), dy = into(at.y(), view_.height()); dx != 0 || dy != 0) {
    scene_.camera().pan(dx, dy);
    framing_.userMoved();
    frames_.request();
    emit view_.cameraChanged();
  }
  if (pulls_.isHolding() && hold_) {
    const Vector2 pixel = scene_.pixelOf(board_.keys().place());
    pulls_.moveTo({pixel.x(), pixel.y()});
  }
  board_.moveKeys();
  describe();
}

void KeyInput::takeHold(Qt::KeyboardModifiers modifiers) {
  const Vector2 at = scene_.pixelOf(board_.keys().place());
  heldFrom_ = board_.keys();
  const bool pulls = pulls_.areMeant(modifiers);
  if (pulls && pulls_.aimAt({at.x(), at.y()})) hold_ = pulls_.takeHold();
  else if (toolWorks()) hold_ = board_.pressKeys(modifiers & Qt::ShiftModifier);
  else if (!pulls) emit view_.partPicked(scene_.pickPart(at.x(), at.y()));
  describe();
}

void KeyInput::putDown() {
  hold_ = false;
  if (pulls_.isHolding()) pulls_.letGo();
  else board_.releaseKeys();
  describe();
}

bool KeyInput::letGo() {
  if (!areHolding()) return false;
  hold_ = false;
  if (pulls_.isHolding()) pulls_.letGo();
  else board_.giveUp();
  board_.putKeys(heldFrom_.place(), heldFrom_.isExact());
  crossMoved();
  return true;
}

bool KeyInput::moveCamera(int right, int up, bool along) {
  ViewCamera& camera = scene_.camera();
  if (along || board_.isOn()) {
    camera.pan(-kTurnStep * right, kTurnStep * up);
    framing_.userMoved();
  } else {
    camera.orbit(kTurnStep * right, -kTurnStep * up);
  }
  frames_.request();
  emit view_.cameraChanged();
  return true;
}

bool KeyInput::take(const QKeyEvent& event) {
  if (!frames_.areUsable()) return false;
  const Qt::KeyboardModifiers modifiers = event.modifiers() & ~Qt::KeypadModifier;
  const bool plain = !(modifiers & ~Qt::ShiftModifier), out = board_.keys().isOut();
  if (const auto way = arrowWay(event.key())) {
    if (modifiers & Qt::AltModifier) return moveCamera(way->right, way->up, modifiers & Qt::ShiftModifier);
    if (!board_.wantsArrows()) return false;
    if (!out) return setOut(true), true;
    board_.stepKeys(way->right, way->up, strideFor(modifiers));
    return crossMoved(), true;
  }
  switch (event.key()) {
    case Qt::Key_Return:
    case Qt::Key_Enter:
      if (!out) return false;
      areHolding() ? putDown() : takeHold(modifiers);
      return true;
    case Qt::Key_N: return plain && (goToPoint(!(modifiers & Qt::ShiftModifier)), true);
    case Qt::Key_PageDown:
    case Qt::Key_PageUp:
      return modifiers == Qt::NoModifier && (view_.selectNextPart(event.key() == Qt::Key_PageDown), true);
    case Qt::Key_Plus:
    case Qt::Key_Equal: return plain && (zoomBy(1), true);
    case Qt::Key_Minus: return plain && (zoomBy(-1), true);
    default: return false;
  }
}

bool KeyInput::yieldTo(const QPointF& mouse) {
  if (areHolding()) return false;
  if (!mouseAt_) mouseAt_ = mouse;
  if ((mouse - *mouseAt_).manhattanLength() < kMouseMeans) return false;
  setOut(false);
  return true;
}

void KeyInput::goToPoint(bool forward) {
  setOut(true);
  if (board_.keys().isOut() && board_.goToStop(forward)) crossMoved();
}

void KeyInput::zoomBy(int notches) {
  const bool out = board_.keys().isOut();
  const Vector2 at =
      out ? scene_.pixelOf(board_.keys().place()) : Vector2(view_.width() / 2., view_.height() / 2.);
  framing_.userMoved();
  scene_.camera().zoom(std::pow(kZoomStep, notches), at.x(), at.y());
  frames_.request();
  if (out) board_.moveKeys();
  emit view_.cameraChanged();
}

}  // namespace holonom
