// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/viewport/pulls.h"

#include <QToolTip>

#include "gui/viewport/overlay.h"

namespace holonom {

Pulls::Pulls(MechanismView& view, const MechanismScene& scene, const DrawingBoard& board)
    : view_(view), scene_(scene), board_(board) {}

bool Pulls::areMeant(Qt::KeyboardModifiers modifiers) const {
  return (on_ || modifiers & Qt::ControlModifier) && board_.givesWayToPulls(on_);
}

bool Pulls::takeHold(const QPointF& pixel) {
  const int body = view_.hasGraphics() ? scene_.pick(pixel.x(), pixel.y()) : -1;
  if (body < 0 || body >= int(scene_.poses().size())) return false;
  if (isSpatial(scene_.mechanism(), body)) {
    QToolTip::showText(view_.mapToGlobal(pixel.toPoint()),
                       MechanismView::tr("Bodies in space cannot be pulled by hand."), &view_);
    return false;
  }
  const Vector3 place = scene_.plane().at(scene_.planePoint(pixel.x(), pixel.y()));
  const Vector3 fromCentre = scene_.poses()[std::size_t(body)].toLocal(place);
  pull_ = Pull{body, scene_.mechanism().bodies[std::size_t(body)].centreOfMass + fromCentre, place};
  emit view_.pullBegan(body, pull_->at, pull_->to);
  return true;
}

void Pulls::moveTo(const QPointF& pixel) {
  pull_->to = scene_.plane().at(scene_.planePoint(pixel.x(), pixel.y()));
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
