// SPDX-License-Identifier: GPL-3.0-or-later
// What the mouse does in a pane: left moves the time cursor (with Shift: the second one) and picks the curve
// or the entry of the legend that is clicked, right draws a box to zoom into or, without moving, opens the
// menu, middle moves what is seen, the wheel zooms the horizontal axis (with Ctrl: values), a double click
// shows everything again. On an axis: left moves it, right selects a stretch of it, the wheel zooms it, a
// double click fits it. Resting on the line of an event tells its name.
#include <QApplication>
#include <QContextMenuEvent>
#include <QFocusEvent>
#include <QHelpEvent>
#include <QMouseEvent>
#include <QToolTip>
#include <QWheelEvent>
#include <algorithm>
#include <cmath>

#include "gui/plots/chart_area.h"

namespace holonom {

namespace {

constexpr double kZoomPerNotch = 1.25;
constexpr double kNotch = 120;

AxisRange zoomedAbout(AxisRange range, double factor, double about) {
  return {about - factor * (about - range.low), about + factor * (range.high - about)};
}

}  // namespace

bool ChartArea::event(QEvent* event) {
  if (event->type() != QEvent::ToolTip) return QWidget::event(event);
  const auto* help = static_cast<QHelpEvent*>(event);
  const QString text = plotArea().contains(help->pos()) ? eventsAt(help->pos().x()) : QString();
  if (text.isEmpty()) QToolTip::hideText();
  else QToolTip::showText(help->globalPos(), text, this);
  return true;
}

ChartArea::Zone ChartArea::zoneAt(QPointF at) const {
  const QRectF area = plotArea();
  if (area.contains(at)) return Zone::Curves;
  const bool besides = at.y() >= area.top() && at.y() <= area.bottom();
  if (besides && at.x() < area.left()) return Zone::Left;
  if (besides && at.x() > area.right() && hasRightAxis()) return Zone::Right;
  if (at.y() > area.bottom() && at.x() >= area.left() && at.x() <= area.right()) return Zone::Horizontal;
  return Zone::Outside;
}

void ChartArea::changed(const QString& gesture) {
  stale_ = true;
  emit zoomed(gesture);
  refresh(false, 0);
}

void ChartArea::requestHorizontal(AxisRange range, const QString& gesture) {
  if (overTime()) return emit windowRequested(range.low, range.high, gesture);
  // no frequency is negative; out of the automatic range the way leads to the whole
  if (content_.mode() == PaneMode::Spectrum) {
    const double highest = content_.highestFrequency();
    const bool out = range.span() > horizontal_.range.span();
    if (out && (!horizontal_.chosen || range.span() >= highest))
      range = {0, std::max(highest, horizontal_.range.high)};
    else if (range.low < 0) range = {0, range.span()};
  }
  if (horizontal_.choose(range)) changed(gesture);
}

bool ChartArea::zoomOwnHorizontal(double factor) {
  if (overTime()) return false;
  const AxisRange range = horizontal_.range;
  requestHorizontal(zoomedAbout(range, factor, range.low + range.span() / 2),
                    QStringLiteral("key.horizontal"));
  return true;
}

/// Out of an automatic range that leaves something out the way leads to all of it.
bool ChartArea::zoomValues(int side, double factor, double about) {
  ValueAxis& axis = values_[static_cast<std::size_t>(side)];
  const AxisRange all = content_.wholeExtent(side);
  const bool leavesOut = !axis.chosen && (all.low < axis.range.low || all.high > axis.range.high);
  if (factor <= 1 || !leavesOut) return axis.zoom(factor, about);
  const double margin = 0.05 * all.span();
  return axis.choose(
      {std::min(axis.range.low, all.low - margin), std::max(axis.range.high, all.high + margin)});
}

bool ChartArea::shiftOwnHorizontal(double part) {
  if (overTime()) return false;
  if (horizontal_.shift(part * horizontal_.range.span())) changed(QStringLiteral("key.horizontal"));
  return true;
}

void ChartArea::zoomValuesAtCentre(double factor) {
  bool any = false;
  for (const int side : {0, 1})
    if (side == 0 || hasRightAxis()) {
      const AxisRange range = valueRange(side);
      any |= zoomValues(side, factor, range.low + range.span() / 2);
    }
  if (any) changed(QStringLiteral("key.values"));
}

void ChartArea::shiftValues(double part) {
  bool any = false;
  for (const int side : {0, 1})
    if (side == 0 || hasRightAxis()) {
      ValueAxis& axis = values_[static_cast<std::size_t>(side)];
      any |= axis.shift(part * axis.range.span());
    }
  if (any) changed(QStringLiteral("key.values"));
}

void ChartArea::wheelEvent(QWheelEvent* event) {
  const QPoint turned = event->angleDelta();
  const double notches = (turned.y() != 0 ? turned.y() : turned.x()) / kNotch;
  const Zone zone = zoneAt(event->position());
  if (notches == 0 || zone == Zone::Outside) {
    event->ignore();
    return;
  }
  event->accept();
  const double factor = std::pow(kZoomPerNotch, -notches), y = event->position().y();
  const bool values = zone == Zone::Left || zone == Zone::Right || event->modifiers() & Qt::ControlModifier;
  if (values && turned.y() != 0) {
    bool any = false;
    if (zone != Zone::Right) any |= zoomValues(0, factor, valueAt(0, y));
    if (zone != Zone::Left && hasRightAxis()) any |= zoomValues(1, factor, valueAt(1, y));
    if (any) changed(QStringLiteral("wheel.values"));
    return;
  }
  const AxisRange range = horizontalRange();
  if (turned.y() == 0) {  // sideways: move
    const double shift = -0.1 * notches * range.span();
    return requestHorizontal({range.low + shift, range.high + shift}, QStringLiteral("wheel.move"));
  }
  requestHorizontal(zoomedAbout(range, factor, timeAt(event->position().x())),
                    QStringLiteral("wheel.horizontal"));
}

void ChartArea::requestCursor(QPointF at, bool second) {
  double t = timeAt(at.x());
  if (content_.mode() == PaneMode::Spectrum) {
    frequency_ = std::clamp(t, horizontal_.range.low, horizontal_.range.high);
    return update();
  }
  if (content_.mode() == PaneMode::Phase) {
    const QRectF area = plotArea();
    t = content_.timeNear({(at.x() - area.left()) / area.width(), (area.bottom() - at.y()) / area.height()},
                          horizontal_.range, {valueRange(0), valueRange(1)});
    if (!std::isfinite(t)) return;
  } else {
    t = std::clamp(t, window_.low, window_.high);
  }
  second ? emit secondCursorRequested(t) : emit cursorRequested(t);
}

void ChartArea::mousePressEvent(QMouseEvent* event) {
  emit activated();
  if (drag_) return;
  if (const auto curve = legendCurveAt(event->position()); curve && event->button() == Qt::LeftButton)
    return pick(*curve);
  Drag drag;
  drag.zone = zoneAt(event->position());
  drag.start = drag.end = event->position();
  drag.horizontal = horizontalRange();
  drag.left = valueRange(0);
  drag.right = valueRange(1);
  drag.gesture = QStringLiteral("drag.%1").arg(++gestures_);
  const bool onAxis = drag.zone != Zone::Curves && drag.zone != Zone::Outside;
  switch (event->button()) {
    case Qt::LeftButton:
      if (onAxis) {
        drag.kind = Drag::Kind::Pan;
        break;
      }
      drag_ = drag;
      return requestCursor(event->position(), event->modifiers() & Qt::ShiftModifier);
    case Qt::MiddleButton: drag.kind = Drag::Kind::Pan; break;
    case Qt::RightButton: drag.kind = Drag::Kind::Box; break;
    default: return;
  }
  drag_ = drag;
}

void ChartArea::mouseMoveEvent(QMouseEvent* event) {
  if (drag_ && drag_->kind == Drag::Kind::Cursor)
    requestCursor(event->position(), event->modifiers() & Qt::ShiftModifier);
  else if (drag_) dragTo(event->position());
}

void ChartArea::dragTo(QPointF at) {
  drag_->end = at;
  if (drag_->kind == Drag::Kind::Box) return update();
  const QRectF area = plotArea();
  const double dx = (drag_->start.x() - at.x()) / area.width(),
               dy = (at.y() - drag_->start.y()) / area.height();
  const Drag drag = *drag_;  // what follows may end in a new size
  const auto move = [&](int side, AxisRange from) {
    return values_[static_cast<std::size_t>(side)].choose(
        {from.low + dy * from.span(), from.high + dy * from.span()});
  };
  if (drag.zone == Zone::Left && move(0, drag.left)) changed(drag.gesture);
  if (drag.zone == Zone::Right && move(1, drag.right)) changed(drag.gesture);
  if (drag.zone == Zone::Left || drag.zone == Zone::Right) return;
  const double shift = dx * drag.horizontal.span();
  requestHorizontal({drag.horizontal.low + shift, drag.horizontal.high + shift}, drag.gesture);
}

void ChartArea::mouseReleaseEvent(QMouseEvent* event) {
  if (!drag_) return;
  if (drag_->kind == Drag::Kind::Box) {
    drag_->end = event->position();
    const bool moved = (drag_->end - drag_->start).manhattanLength() >= QApplication::startDragDistance();
    if (moved) applyBox();
    drag_.reset();
    update();
    if (!moved) emit menuRequested(event->globalPosition().toPoint());
    return;
  }
  const Drag ended = *drag_;
  drag_.reset();
  update();
  const bool click = ended.kind == Drag::Kind::Cursor &&
                     (event->position() - ended.start).manhattanLength() < QApplication::startDragDistance();
  if (!click || event->modifiers() & Qt::ShiftModifier) return;
  if (const auto curve = curveNear(ended.start)) pick(*curve);
}

// A flat box zooms the horizontal axis only, a narrow one values only.
void ChartArea::applyBox() {
  const Drag drag = *drag_;
  const QRectF area = plotArea();
  const double left = std::clamp(std::min(drag.start.x(), drag.end.x()), area.left(), area.right());
  const double right = std::clamp(std::max(drag.start.x(), drag.end.x()), area.left(), area.right());
  const double top = std::clamp(std::min(drag.start.y(), drag.end.y()), area.top(), area.bottom());
  const double bottom = std::clamp(std::max(drag.start.y(), drag.end.y()), area.top(), area.bottom());
  const int least = QApplication::startDragDistance();
  const bool alongValues = drag.zone == Zone::Left || drag.zone == Zone::Right;
  const bool wide = right - left >= least && !alongValues;
  const bool tall = bottom - top >= least && drag.zone != Zone::Horizontal;
  const AxisRange horizontal{timeAt(left), timeAt(right)};
  bool any = false;
  if (tall && drag.zone != Zone::Right) any |= values_[0].choose({valueAt(0, bottom), valueAt(0, top)});
  if (tall && drag.zone != Zone::Left && hasRightAxis())
    any |= values_[1].choose({valueAt(1, bottom), valueAt(1, top)});
  if (any) changed(drag.gesture);
  if (wide) requestHorizontal(horizontal, drag.gesture);
}

void ChartArea::mouseDoubleClickEvent(QMouseEvent* event) {
  if (event->button() != Qt::LeftButton) return;
  drag_.reset();
  const auto release = [this](ValueAxis& axis) {
    axis.chosen.reset();
    axis.refit();
    changed(QStringLiteral("fit.%1").arg(++gestures_));
  };
  switch (zoneAt(event->position())) {
    case Zone::Left: return release(values_[0]);
    case Zone::Right: return release(values_[1]);
    case Zone::Horizontal:
      if (!overTime()) return release(horizontal_);
      return emit windowRequested(-1e300, 1e300, QStringLiteral("fit.%1").arg(++gestures_));
    case Zone::Curves:
    case Zone::Outside: break;
  }
  emit resetRequested();
}

void ChartArea::contextMenuEvent(QContextMenuEvent* event) {
  event->accept();  // with the mouse it comes on release, when it is known that no box was drawn
  if (event->reason() != QContextMenuEvent::Mouse)
    emit menuRequested(mapToGlobal(plotArea().center().toPoint()));
}

void ChartArea::focusInEvent(QFocusEvent* event) {
  QWidget::focusInEvent(event);
  emit activated();
  update();
}

void ChartArea::focusOutEvent(QFocusEvent* event) {
  QWidget::focusOutEvent(event);
  update();
}

}  // namespace holonom
