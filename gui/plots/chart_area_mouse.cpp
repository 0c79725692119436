// SPDX-License-Identifier: GPL-3.0-or-later
// What the mouse does in a plot: left moves the time cursor, right draws a box to zoom into, middle moves the window of
// time, the wheel zooms time (with Ctrl: values), a double click shows everything again, and resting on the line of an
// event tells its name.
#include <QApplication>
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
constexpr double kSmallestDecades = 0.5;

}  // namespace

bool ChartArea::event(QEvent* event) {
  if (event->type() != QEvent::ToolTip) return QWidget::event(event);
  const auto* help = static_cast<QHelpEvent*>(event);
  const QString text = plotArea().contains(help->pos()) ? eventsAt(help->pos().x()) : QString();
  if (text.isEmpty()) QToolTip::hideText();
  else QToolTip::showText(help->globalPos(), text, this);
  return true;
}

void ChartArea::wheelEvent(QWheelEvent* event) {
  const QPoint turned = event->angleDelta();
  const double notches = (turned.y() != 0 ? turned.y() : turned.x()) / kNotch;
  if (notches == 0 || !plotArea().contains(event->position())) {
    event->ignore();
    return;
  }
  event->accept();
  if (turned.y() == 0) {  // sideways: move
    const double shift = -0.1 * notches * window_.span();
    emit windowRequested(window_.low + shift, window_.high + shift);
    return;
  }
  const double factor = std::pow(kZoomPerNotch, -notches);
  if (event->modifiers() & Qt::ControlModifier) {
    zoomValues(factor, yAt(event->position().y()));
    return;
  }
  const double about = timeAt(event->position().x());
  emit windowRequested(about - factor * (about - window_.low), about + factor * (window_.high - about));
}

void ChartArea::zoomValues(double factor, double about) {
  AxisRange range{about - factor * (about - y_.low), about + factor * (y_.high - about)};
  const double largest = std::max(std::abs(range.low), std::abs(range.high));
  const double smallest = spec_.scale == PlotScale::Logarithmic ? kSmallestDecades : 1e-6 * largest;
  if (range.span() < smallest || range.span() > 1e6 * std::max(y_.span(), largest)) return;
  if (spec_.scale == PlotScale::Logarithmic && range.span() > 60) return;
  chosenY_ = range;
  stale_ = true;
  refresh(false, 0);
}

void ChartArea::mousePressEvent(QMouseEvent* event) {
  const QPointF at = event->position();
  if (event->button() == Qt::LeftButton && !dragStart_) {
    emit cursorRequested(std::clamp(timeAt(at.x()), window_.low, window_.high));
  } else if (event->button() == Qt::RightButton || event->button() == Qt::MiddleButton) {
    dragStart_ = dragEnd_ = at;
    panStart_ = event->button() == Qt::MiddleButton ? window_ : AxisRange{0, 0};
  }
}

void ChartArea::mouseMoveEvent(QMouseEvent* event) {
  const QPointF at = event->position();
  if (dragStart_ && panStart_.span() != 0) {
    const double shift = (dragStart_->x() - at.x()) / plotArea().width() * panStart_.span();
    emit windowRequested(panStart_.low + shift, panStart_.high + shift);
  } else if (dragStart_) {
    dragEnd_ = at;
    update();
  } else if (event->buttons() & Qt::LeftButton) {
    emit cursorRequested(std::clamp(timeAt(at.x()), window_.low, window_.high));
  }
}

void ChartArea::mouseReleaseEvent(QMouseEvent* event) {
  if (!dragStart_ || event->button() == Qt::LeftButton) return;
  dragEnd_ = event->position();
  if (panStart_.span() == 0) applyBox();
  dragStart_.reset();
  panStart_ = {0, 0};
  update();
}

// A flat box zooms time only, a narrow one values only; a mere click nothing.
void ChartArea::applyBox() {
  const QRectF box = QRectF(*dragStart_, dragEnd_).normalized() & plotArea();
  const int least = QApplication::startDragDistance();
  const bool wide = box.width() >= least, tall = box.height() >= least;
  if (tall) {
    const AxisRange range{yAt(box.bottom()), yAt(box.top())};
    const double largest = std::max(std::abs(range.low), std::abs(range.high));
    const double smallest = spec_.scale == PlotScale::Logarithmic ? kSmallestDecades : 1e-6 * largest;
    if (range.span() >= smallest) chosenY_ = range;
    stale_ = true;
  }
  if (wide) emit windowRequested(timeAt(box.left()), timeAt(box.right()));
  else if (tall) refresh(false, 0);
}

void ChartArea::mouseDoubleClickEvent(QMouseEvent* event) {
  if (event->button() == Qt::LeftButton) emit resetRequested();
}

}  // namespace holonom
