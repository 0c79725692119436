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

WorkPlane Pulls::planeFor(const Spot& spot) const {
  constexpr double kOnEdge = 0.2;  // in a plane that is seen more flatly a pixel is too far
  const Vector3 normal = scene_.plane().normal();
  const bool inPlane = !isSpatial(scene_.mechanism(), spot.body) &&
                       std::abs(scene_.camera().inCameraAxes(normal).z()) > kOnEdge;
  return inPlane ? scene_.plane() : scene_.camera().pictureAt(spot.place);
}

Vector3 Pulls::placeUnder(const QPointF& pixel, const WorkPlane& plane) const {
  const Ray ray = scene_.camera().rayThrough(pixel.x(), pixel.y());
  return plane.at(plane.meet(ray).value_or(plane.shadowOf(ray.origin)));
}

bool Pulls::takeHold(const QPointF& pixel) {
  const auto spot = view_.hasGraphics() ? scene_.surfaceAt(pixel.x(), pixel.y()) : std::nullopt;
  if (!spot) return false;
  const Body& body = scene_.mechanism().bodies[std::size_t(spot->body)];
  const WorkPlane plane = planeFor(*spot);
  pull_ = Pull{spot->body, body.centreOfMass, placeUnder(pixel, plane), plane};
  if (body.turns()) pull_->at += scene_.poses()[std::size_t(spot->body)].toLocal(pull_->to);
  if (!body.isSpatial()) pull_->at.z() = 0;
  emit view_.pullBegan(spot->body, pull_->at, pull_->to);
  return true;
}

void Pulls::moveTo(const QPointF& pixel) {
  pull_->to = placeUnder(pixel, pull_->plane);
  emit view_.pullMoved(pull_->to);
}

void Pulls::letGo() {
  pull_.reset();
  emit view_.pullEnded();
}

void Pulls::paint(QPainter& painter) const {
  if (pull_) paintPull(painter, scene_, pull_->body, pull_->at, pull_->to);
}

}  // namespace holonom
