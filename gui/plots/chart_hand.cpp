// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/plots/chart_hand.h"

#include <QApplication>
#include <algorithm>
#include <cmath>

namespace holonom {

namespace {

constexpr double kMovePerNotch = 0.1;  // of what is seen

bool isFar(QPointF from, QPointF to) {
  return (to - from).manhattanLength() >= QApplication::startDragDistance();
}

}  // namespace

AxisRange zoomedAbout(AxisRange range, double factor, double about) {
  return {about - factor * (about - range.low), about + factor * (range.high - about)};
}

ChartHand::Zone ChartHand::zoneAt(QPointF at) const {
  const QRectF area = chart_.frame().area;
  if (area.contains(at)) return Zone::Curves;
  const bool besides = at.y() >= area.top() && at.y() <= area.bottom();
  if (besides && at.x() < area.left()) return Zone::Left;
  if (besides && at.x() > area.right() && chart_.hasRightAxis()) return Zone::Right;
  if (at.y() > area.bottom() && at.x() >= area.left() && at.x() <= area.right()) return Zone::Horizontal;
  return Zone::Outside;
}

bool ChartHand::zoomValues(int side, double factor, double place) {
  if (side == 1 && !chart_.hasRightAxis()) return false;
  return chart_.axes().zoomValues(side, factor, chart_.frame().valueUp(place, side),
                                  chart_.wholeExtent(side));
}

bool ChartHand::turnWheel(const QWheelEvent& event) {
  const QPoint turned = event.angleDelta();
  const double notches = (turned.y() != 0 ? turned.y() : turned.x()) / kNotch;
  const Zone zone = zoneAt(event.position());
  if (notches == 0 || zone == Zone::Outside) return false;
  const double factor = std::pow(kZoomPerNotch, -notches);
  const bool values = zone == Zone::Left || zone == Zone::Right || event.modifiers() & Qt::ControlModifier;
  if (values && turned.y() != 0) {
    bool any = false;
    if (zone != Zone::Right) any |= zoomValues(0, factor, event.position().y());
    if (zone != Zone::Left) any |= zoomValues(1, factor, event.position().y());
    if (any) chart_.axesChanged(QStringLiteral("wheel.values"));
    return true;
  }
  const ChartFrame frame = chart_.frame();
  if (turned.y() == 0) {  // sideways: move
    const double shift = -kMovePerNotch * notches * frame.x.span();
    chart_.wantHorizontal({frame.x.low + shift, frame.x.high + shift}, QStringLiteral("wheel.move"));
  } else {
    chart_.wantHorizontal(zoomedAbout(frame.x, factor, frame.valueAcross(event.position().x())),
                          QStringLiteral("wheel.horizontal"));
  }
  return true;
}

void ChartHand::press(const QMouseEvent& event) {
  if (drag_) return;
  const bool left = event.button() == Qt::LeftButton;
  if (left && chart_.pickFromLegend(event.position())) return;
  if (!left && event.button() != Qt::MiddleButton && event.button() != Qt::RightButton) return;
  Drag drag;
  drag.zone = zoneAt(event.position());
  drag.start = drag.end = event.position();
  drag.from = chart_.frame();
  drag.gesture = freshName("drag");
  const bool onAxis = drag.zone != Zone::Curves && drag.zone != Zone::Outside;
  if (event.button() == Qt::RightButton) drag.kind = Drag::Kind::Box;
  else if (!left || onAxis) drag.kind = Drag::Kind::Pan;
  drag_ = drag;
  if (drag.kind == Drag::Kind::Cursor)
    chart_.moveCursor(event.position(), event.modifiers() & Qt::ShiftModifier);
}

void ChartHand::move(const QMouseEvent& event) {
  if (!drag_) return;
  drag_->end = event.position();
  switch (drag_->kind) {
    case Drag::Kind::Cursor:
      chart_.moveCursor(event.position(), event.modifiers() & Qt::ShiftModifier);
      break;
    case Drag::Kind::Box: chart_.redraw(); break;
    case Drag::Kind::Pan: pan(); break;
  }
}

void ChartHand::pan() {
  const Drag drag = *drag_;  // what follows may end in a new size
  const QRectF area = chart_.frame().area;
  const QPointF way = drag.end - drag.start;
  for (const int side : {0, 1}) {
    if (drag.zone != (side == 0 ? Zone::Left : Zone::Right)) continue;
    const AxisRange from = drag.from.y[static_cast<std::size_t>(side)];
    const double shift = way.y() / area.height() * from.span();
    if (chart_.axes().chooseValues(side, {from.low + shift, from.high + shift}))
      chart_.axesChanged(drag.gesture);
    return;
  }
  const AxisRange from = drag.from.x;
  const double shift = -way.x() / area.width() * from.span();
  chart_.wantHorizontal({from.low + shift, from.high + shift}, drag.gesture);
}

void ChartHand::release(const QMouseEvent& event) {
  if (!drag_) return;
  drag_->end = event.position();
  const Drag ended = *drag_;
  const bool far = isFar(ended.start, ended.end);
  if (ended.kind == Drag::Kind::Box && far) zoomIntoBox();
  drag_.reset();
  chart_.redraw();
  if (ended.kind == Drag::Kind::Box && !far) return chart_.openMenu(event.globalPosition().toPoint());
  if (ended.kind == Drag::Kind::Cursor && !far && !(event.modifiers() & Qt::ShiftModifier))
    chart_.pickCurve(ended.start);
}

// A flat box zooms the horizontal axis only, a narrow one values only.
void ChartHand::zoomIntoBox() {
  const Drag drag = *drag_;
  const ChartFrame frame = chart_.frame();
  const auto within = [&](QPointF p) {
    return QPointF(std::clamp(p.x(), frame.area.left(), frame.area.right()),
                   std::clamp(p.y(), frame.area.top(), frame.area.bottom()));
  };
  const QRectF box = QRectF(within(drag.start), within(drag.end)).normalized();
  const int least = QApplication::startDragDistance();
  const bool wide = box.width() >= least && !drag.alongValues();
  const bool tall = box.height() >= least && drag.zone != Zone::Horizontal;
  bool any = false;
  for (const int side : {0, 1}) {
    if (!tall || drag.zone == (side == 0 ? Zone::Right : Zone::Left)) continue;
    if (side == 1 && !chart_.hasRightAxis()) continue;
    any |=
        chart_.axes().chooseValues(side, {frame.valueUp(box.bottom(), side), frame.valueUp(box.top(), side)});
  }
  if (any) chart_.axesChanged(drag.gesture);
  if (wide)
    chart_.wantHorizontal({frame.valueAcross(box.left()), frame.valueAcross(box.right())}, drag.gesture);
}

void ChartHand::doubleClick(const QMouseEvent& event) {
  if (event.button() != Qt::LeftButton) return;
  drag_.reset();
  const Zone zone = zoneAt(event.position());
  if (zone == Zone::Curves || zone == Zone::Outside) return chart_.showEverything();
  if (zone == Zone::Horizontal && chart_.isOverTime())
    return chart_.wantHorizontal({-1e300, 1e300}, freshName("fit"));
  if (zone == Zone::Horizontal) chart_.axes().releaseHorizontal();
  else chart_.axes().releaseValues(zone == Zone::Left ? 0 : 1);
  chart_.axesChanged(freshName("fit"));
}

std::optional<QRectF> ChartHand::box() const {
  if (!drag_ || drag_->kind != Drag::Kind::Box) return std::nullopt;
  const QRectF area = chart_.frame().area;
  QRectF box = QRectF(drag_->start, drag_->end).normalized();
  if (drag_->zone == Zone::Horizontal) box = QRectF(box.left(), area.top(), box.width(), area.height());
  if (drag_->alongValues()) box = QRectF(area.left(), box.top(), area.width(), box.height());
  return box & area;
}

}  // namespace holonom
