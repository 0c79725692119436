// SPDX-License-Identifier: GPL-3.0-or-later
// How a pane is drawn: the picture of axes and curves, which is kept, and what moves on top of it.
#include <QPainter>
#include <algorithm>
#include <cmath>

#include "gui/plots/chart_area.h"
#include "gui/plots/curve_painter.h"
#include "gui/plots/plot_palette.h"

namespace holonom {

namespace {

constexpr double kDotDistance = 20;  // px; wider apart, accepted steps are marked by dots

}  // namespace

void ChartArea::render(bool smooth) {
  smooth_ = smooth;
  const double ratio = devicePixelRatioF();
  const QSize pixels = (QSizeF(size()) * ratio).toSize();
  if (picture_.size() != pixels) picture_ = QPixmap(pixels);
  picture_.setDevicePixelRatio(ratio);
  picture_.fill(palette().color(QPalette::Window));
  QPainter painter(&picture_);
  painter.setFont(font());
  drawChart(painter, smooth);
}

void ChartArea::drawChart(QPainter& painter, bool smooth) const {
  const QRectF area = plotArea();
  const AxisRange x = horizontalRange();
  std::optional<AxisScale> right;
  if (hasRightAxis()) right = values_[1].scaleOf();
  AxisScale left = values_[0].scaleOf();
  left.blank = !values_[0].chosen && content_.extent(0).low > content_.extent(0).high;
  const AxisPainter axes{area,  x,         horizontal_.quantity,        horizontal_.unit, left,
                         right, palette(), static_cast<double>(width())};
  axes.drawGrid(painter);
  if (overTime()) events_.paint(painter, area, window_);
  const std::vector<bool> strong = emphasis();
  for (const int side : {0, 1}) {
    std::vector<Curve> drawn;
    for (const bool front : {false, true})  // those that stand out last
      for (std::size_t i = 0; i < curves().size(); ++i) {
        if (curves()[i]->side() != side || front != (strong.empty() || strong[i])) continue;
        drawn.push_back({content_.points(i, x, valueRange(side), static_cast<int>(area.width())),
                         colourOf(i, strong), front && !strong.empty()});
      }
    paintCurves(painter, area, x, valueRange(side), drawn, smooth,
                onPaper_ ? CurveMedium::File : CurveMedium::Screen);
  }
  if (overTime()) drawSampleDots(painter);
  axes.drawLabels(painter);
  if (overTime()) drawOffScale(painter);
}

QColor ChartArea::colourOf(std::size_t curve, const std::vector<bool>& strong) const {
  const QColor colour = curves()[curve]->colour();
  if (strong.empty()) return colour;
  return strong[curve] ? standingOut(colour) : receding(colour);
}

/// An arrow where a run that broke off leaves the range, and how far it goes.
void ChartArea::drawOffScale(QPainter& painter) const {
  const QRectF area = plotArea();
  painter.save();
  painter.setRenderHint(QPainter::Antialiasing);
  for (const bool up : {true, false}) {
    double farthest = 0, x = area.left();
    for (const auto& curve : curves()) {
      const auto& axis = values_[static_cast<std::size_t>(curve->side())];
      const AxisRange all = curve->wholeExtent();
      if (!std::isfinite(curve->runsAwayAt()) || axis.chosen ||
          (up ? all.high <= axis.range.high : all.low >= axis.range.low))
        continue;
      const double at =
          std::clamp(area.left() + (curve->runsAwayAt() - window_.low) / window_.span() * area.width(),
                     area.left() + 6, area.right() - 6);
      const double tip = up ? area.top() + 2 : area.bottom() - 2, foot = up ? tip + 7 : tip - 7;
      painter.setPen(Qt::NoPen);
      painter.setBrush(curve->colour());
      painter.drawPolygon(QPolygonF({QPointF(at, tip), QPointF(at - 5, foot), QPointF(at + 5, foot)}));
      farthest = up ? std::max(farthest, all.high) : std::min(farthest, all.low);
      x = std::max(x, at);
    }
    if (farthest == 0) continue;
    const QFontMetrics metrics = painter.fontMetrics();
    const QString text = tr("off the scale, to %1").arg(readableNumber(farthest));
    const double left = x - 10 - metrics.horizontalAdvance(text),
                 baseline = up ? area.top() + 1 + metrics.ascent() : area.bottom() - 2 - metrics.descent();
    QColor ground = palette().color(QPalette::Base);
    ground.setAlpha(200);
    painter.fillRect(
        QRectF(left - 2, baseline - metrics.ascent(), metrics.horizontalAdvance(text) + 4, metrics.height()),
        ground);
    painter.setPen(palette().color(QPalette::Text));
    painter.drawText(QPointF(left, baseline), text);
  }
  painter.restore();
}

// Where few steps are seen, each is marked: the user sees what the method computed and what is only a line.
void ChartArea::drawSampleDots(QPainter& painter) const {
  const QRectF area = plotArea();
  painter.save();
  painter.setClipRect(area);
  painter.setPen(Qt::NoPen);
  const std::vector<bool> strong = emphasis();
  for (std::size_t i = 0; i < curves().size(); ++i) {
    const auto& curve = curves()[i];
    if (static_cast<double>(curve->sampleCount()) * kDotDistance > area.width()) continue;
    painter.setBrush(colourOf(i, strong));
    const AxisRange y = valueRange(curve->side());
    for (const auto& sample : curve->sampled()) {
      const QPointF p(
          area.left() + (sample.x - window_.low) / window_.span() * area.width(),
          area.bottom() - (std::max(curve->coordinate(sample.y), y.low) - y.low) / y.span() * area.height());
      painter.drawRect(QRectF(p.x() - 1.5, p.y() - 1.5, 3, 3));
    }
  }
  painter.restore();
}

void ChartArea::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  if (picture_.isNull()) {
    painter.fillRect(rect(), palette().color(QPalette::Window));
    return;
  }
  painter.drawPixmap(0, 0, picture_);
  drawOverlay(painter);
  drawBox(painter);
  if (!hasFocus()) return;
  painter.setBrush(Qt::NoBrush);
  painter.setPen(QPen(palette().color(QPalette::Highlight), 1));
  painter.drawRect(plotArea());
}

void ChartArea::drawTo(QPainter& painter) {
  onPaper_ = true;
  content_.sample(window_, std::max(8, static_cast<int>(plotArea().width())));
  chooseRanges(false);
  const int extra = extraHeightOnPaper();
  painter.save();
  painter.setFont(font());
  painter.fillRect(rect().adjusted(0, 0, 0, extra), paperColour(palette()));
  paperLegend().paint(painter, {kLegendMargin, 0, width() - 2 * kLegendMargin, paperLegendHeight()},
                      palette(), showsCursors() ? readOut() : QStringList(), {});
  painter.translate(0, extra);
  drawChart(painter, true);
  drawOverlay(painter);
  painter.restore();
  onPaper_ = false;
  stale_ = true;
}

LegendPainter ChartArea::paperLegend() const {
  LegendPainter legend;
  legend.setEntries(legendEntries_);
  legend.setReadOut(std::isfinite(second_));
  return legend;
}

int ChartArea::paperLegendHeight() const {
  constexpr int kMostLines = 40;
  const QFontMetrics metrics(font());
  const QStringList values = std::isfinite(second_) ? readOut() : QStringList();
  return paperLegend().lines(metrics, width() - 2 * kLegendMargin, kMostLines, values) * metrics.height() + 4;
}

int ChartArea::extraHeightOnPaper() const {
  return std::max(0, paperLegendHeight() - static_cast<int>(plotArea().top()));
}

void ChartArea::drawOverlay(QPainter& painter) const {
  const QRectF area = plotArea();
  if (!onPaper_) legend_.paint(painter, legendArea(), palette(), readOut(), emphasis());
  if (curves().empty()) return drawHint(painter);
  switch (content_.mode()) {
    case PaneMode::Time:
      if (!showsCursors()) break;
      drawCursor(painter, second_, Qt::DashLine);
      drawCursor(painter, cursor_, Qt::SolidLine);
      break;
    case PaneMode::Phase:
      if (showsCursors()) drawPhasePoints(painter);
      break;
    case PaneMode::Spectrum:
      if (frequency_ && !onPaper_) drawCursor(painter, *frequency_, Qt::SolidLine);
      break;
    case PaneMode::Table: break;
  }
  if (content_.mode() != PaneMode::Spectrum || !frequency_ || onPaper_) return;
  const QString text = tr("%1 Hz").arg(readableNumber(*frequency_));
  const double width = painter.fontMetrics().horizontalAdvance(text);
  painter.drawText(QPointF(area.right() - width - 4, area.top() + painter.fontMetrics().ascent() + 2), text);
}

void ChartArea::drawCursor(QPainter& painter, double place, Qt::PenStyle style) const {
  const QRectF area = plotArea();
  const AxisRange range = horizontalRange();
  if (!std::isfinite(place) || place < range.low || place > range.high) return;
  const double x = std::round(area.left() + (place - range.low) / range.span() * area.width());
  painter.setPen(QPen(palette().color(QPalette::Text), 1, style));
  painter.drawLine(QPointF(x, area.top()), QPointF(x, area.bottom()));
}

// A disc where each curve is at the time of the cursor, a ring at that of the second one.
void ChartArea::drawPhasePoints(QPainter& painter) const {
  const QRectF area = plotArea();
  const AxisRange x = horizontalRange();
  painter.save();
  painter.setClipRect(area);
  painter.setRenderHint(QPainter::Antialiasing);
  for (const double t : {second_, cursor_}) {
    if (!std::isfinite(t)) continue;
    for (std::size_t i = 0; i < curves().size(); ++i) {
      const auto point = content_.pointAt(i, t);
      if (!point) continue;
      const AxisRange y = valueRange(curves()[i]->side());
      const QPointF p(area.left() + (point->x() - x.low) / x.span() * area.width(),
                      area.bottom() - (point->y() - y.low) / y.span() * area.height());
      if (!area.adjusted(-10, -10, 10, 10).contains(p)) continue;
      painter.setPen(QPen(t == cursor_ ? palette().color(QPalette::Base) : curves()[i]->colour(), 1.5));
      painter.setBrush(t == cursor_ ? QBrush(curves()[i]->colour()) : QBrush(Qt::NoBrush));
      painter.drawEllipse(p, 5, 5);
    }
  }
  painter.restore();
}

void ChartArea::drawHint(QPainter& painter) const {
  if (hint_.isEmpty()) return;
  painter.setPen(mixed(palette().color(QPalette::Text), palette().color(QPalette::Base), 0.4));
  painter.drawText(plotArea().adjusted(8, 4, -8, -4), Qt::AlignCenter | Qt::TextWordWrap, hint_);
}

void ChartArea::drawBox(QPainter& painter) const {
  if (!drag_ || drag_->kind != Drag::Kind::Box) return;
  const QRectF area = plotArea();
  QRectF box = QRectF(drag_->start, drag_->end).normalized();
  if (drag_->zone == Zone::Horizontal) box = QRectF(box.left(), area.top(), box.width(), area.height());
  if (drag_->zone == Zone::Left || drag_->zone == Zone::Right)
    box = QRectF(area.left(), box.top(), area.width(), box.height());
  QColor veil = palette().color(QPalette::Highlight);
  painter.setPen(veil);
  veil.setAlpha(40);
  painter.setBrush(veil);
  painter.drawRect(box & area);
}

}  // namespace holonom
