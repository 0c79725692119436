// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/plots/chart_zoom.h"

#include <QApplication>
#include <QPainter>
#include <QWheelEvent>
#include <cmath>

#include "gui/plots/chart_hand.h"
#include "gui/plots/point_chart.h"

namespace holonom {
namespace {

bool canBeSeen(AxisRange range, AxisRange whole) {
  constexpr double kLeast = 1e-6, kMost = 1e3;  // of the whole
  return range.span() > kLeast * whole.span() && range.span() < kMost * whole.span();
}

AxisRange moved(AxisRange range, double by) { return {range.low + by, range.high + by}; }

}  // namespace

ChartZoom::ChartZoom(PointChart& chart) : QObject(&chart), chart_(chart) {
  chart.viewport()->installEventFilter(this);
  chart.setForeground([this](QPainter& painter) { paintBox(painter); });
}

void ChartZoom::release() {
  if (!zoom_) return;
  zoom_.reset();
  emit changed();
}

void ChartZoom::choose(const View& view) {
  if (!canBeSeen(view.x, whole_.x) || !canBeSeen(view.y, whole_.y)) return;
  zoom_ = view;
  emit changed();
}

bool ChartZoom::eventFilter(QObject*, QEvent* event) {
  switch (event->type()) {
    case QEvent::Wheel: {
      const auto& wheel = *static_cast<QWheelEvent*>(event);
      if (!chart_.plotArea().contains(wheel.position())) return false;
      const double factor = std::pow(kZoomPerNotch, -wheel.angleDelta().y() / kNotch);
      const QPointF about = chart_.valueAt(wheel.position());
      choose({zoomedAbout(seen().x, factor, about.x()), zoomedAbout(seen().y, factor, about.y())});
      event->accept();
      return true;
    }
    case QEvent::MouseButtonPress: return press(*static_cast<QMouseEvent*>(event));
    case QEvent::MouseMove: return move(*static_cast<QMouseEvent*>(event));
    case QEvent::MouseButtonRelease: return drop(*static_cast<QMouseEvent*>(event));
    case QEvent::MouseButtonDblClick:
      if (static_cast<QMouseEvent*>(event)->button() != Qt::LeftButton) return false;
      drag_.reset();
      release();
      return true;
    default: return false;
  }
}

bool ChartZoom::press(const QMouseEvent& event) {
  if (drag_ || !chart_.plotArea().contains(event.position())) return false;
  drag_ = Drag{event.button(), event.position(), event.position(), seen()};
  return true;
}

bool ChartZoom::move(const QMouseEvent& event) {
  if (!drag_) return false;
  drag_->end = event.position();
  if (drag_->button == Qt::MiddleButton) {
    const QPointF way = chart_.valueAt(drag_->start) - chart_.valueAt(drag_->end);
    choose({moved(drag_->from.x, way.x()), moved(drag_->from.y, way.y())});
  }
  chart_.viewport()->update();
  return true;
}

bool ChartZoom::drop(const QMouseEvent& event) {
  if (!drag_ || event.button() != drag_->button) return false;
  drag_->end = event.position();
  const QRectF drawn = box();
  drag_.reset();
  chart_.viewport()->update();
  const int least = QApplication::startDragDistance();
  if (drawn.width() < least || drawn.height() < least) return true;
  const QPointF low = chart_.valueAt(drawn.bottomLeft()), high = chart_.valueAt(drawn.topRight());
  choose({{low.x(), high.x()}, {low.y(), high.y()}});
  return true;
}

/// That is being drawn; empty: none.
QRectF ChartZoom::box() const {
  if (!drag_ || drag_->button == Qt::MiddleButton) return {};
  return QRectF(drag_->start, drag_->end).normalized() & chart_.plotArea();
}

void ChartZoom::paintBox(QPainter& painter) const {
  if (box().isEmpty()) return;
  QColor veil = chart_.palette().color(QPalette::Highlight);
  painter.setPen(veil);
  veil.setAlpha(40);
  painter.setBrush(veil);
  painter.drawRect(box());
}

}  // namespace holonom
