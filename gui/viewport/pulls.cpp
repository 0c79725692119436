// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/viewport/pulls.h"

#include <cmath>

#include "gui/viewport/overlay.h"

namespace holonom {

Pulls::Pulls(MechanismView& view, const MechanismScene& scene, const DrawingBoard& board)
    : view_(view), scene_(scene), board_(board) {}

bool Pulls::areMeant(Qt::KeyboardModifiers modifiers) const {
  return (on_ || modifiers & Qt::ControlModifier) && board_.givesWayToPulls(on_);
}

Vector3 Pulls::placeUnder(const QPointF& pixel, const WorkPlane& plane) const {
  return plane.at(plane.seenAlong(scene_.camera().rayThrough(pixel.x(), pixel.y())));
}

bool Pulls::aimAt(const QPointF& pixel) {
  const auto grip = view_.hasGraphics() ? scene_.gripAt(pixel.x(), pixel.y()) : std::nullopt;
  if (!grip) return false;
  const std::size_t held = std::size_t(grip->spot.body);
  const Body& body = scene_.mechanism().bodies[held];
  pull_ = Pull{grip->spot.body, body.centreOfMass, placeUnder(pixel, grip->plane), grip->plane};
  if (body.turns()) pull_->at += scene_.poses()[held].toLocal(pull_->to);
  if (!body.isSpatial()) pull_->at.z() = 0;
  return true;
}

bool Pulls::takeHold() {
  if (!pull_) return false;
  pull_->holds = true;
  emit view_.pullBegan(pull_->body, pull_->at, pull_->to);
  return isHolding();
}

void Pulls::moveTo(const QPointF& pixel) {
  if (!isHolding()) return;
  pull_->to = placeUnder(pixel, pull_->plane);
  emit view_.pullMoved(pull_->to);
}

void Pulls::letGo() {
  const bool held = isHolding();
  pull_.reset();
  if (held) emit view_.pullEnded();
}

void Pulls::paint(QPainter& painter) const {
  if (isHolding()) paintPull(painter, scene_, pull_->body, pull_->at, pull_->to);
}

}  // namespace holonom
