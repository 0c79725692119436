// SPDX-License-Identifier: GPL-3.0-or-later
// The strips that are bands of colours: the Jacobian, and which part decided a step.
#include <QFontMetrics>
#include <QPainter>
#include <algorithm>
#include <map>

#include "gui/base/window_text.h"
#include "gui/plots/plot_palette.h"
#include "gui/plots/strip_painter.h"

namespace holonom {

void StripPainter::drawJacobian(QPainter& painter) const {
  const QRectF area = layout_.of(Strip::Jacobian);
  const QColor base = palette_.color(QPalette::Base);
  const QColor light = mixed(base, colour, base.lightness() < 128 ? 0.4 : 0.25);
  const auto shade = [&](double part) { return part > 0 ? mixed(light, colour, 0.45 + 0.55 * part) : light; };
  // px: a step that spans many columns carries its mark in the first ones
  constexpr std::size_t kMarkWidth = 3;
  for (std::size_t i = 0; i < columns_.size(); ++i) {
    const Column& column = columns_[i];
    if (column.sum.iterated == 0) continue;
    const bool single = column.last - column.first == 1;
    const bool again = single && i >= kMarkWidth && columns_[i - kMarkWidth].first == column.first;
    const double part = again ? 0 : double(column.sum.evaluated) / column.sum.iterated;
    painter.fillRect(QRectF(area.left() + double(i), area.top(), 1, area.height()), shade(part));
  }
  const auto& whole = data_.whole();
  if (whole.steps > 0 && whole.iterated == 0) note(painter, Strip::Jacobian, tr("this method needs none"));
  drawName(painter, Strip::Jacobian, tr("Jacobian"), {}, {});
  if (whole.iterated == 0) return;
  drawJacobianLegend(painter, shade(1), light);
}

void StripPainter::drawJacobianLegend(QPainter& painter, const QColor& fresh, const QColor& reused) const {
  const auto& whole = data_.whole();
  const QFontMetrics metrics = painter.fontMetrics();
  const QRectF legend = layout_.jacobianLegend;
  constexpr int kFresh = 8, kReused = 17, kBetween = 12;
  QString texts[] = {tr("evaluated in %1 steps").arg(whole.evaluated),
                     tr("reused in %1").arg(whole.iterated - whole.evaluated)};
  const auto needed = [&] {
    return kFresh + kReused + kBetween + metrics.horizontalAdvance(texts[0]) +
           metrics.horizontalAdvance(texts[1]);
  };
  if (needed() > layout_.width - 8) texts[0] = tr("new in %1").arg(whole.evaluated);
  double x = legendLeft(legend, needed());
  for (const bool first : {true, false}) {
    painter.fillRect(QRectF(x, legend.center().y() - 4, first ? 3 : 12, 9), first ? fresh : reused);
    x += first ? kFresh : kReused;
    painter.setPen(palette_.color(QPalette::WindowText));
    painter.drawText(QPointF(x, legend.center().y() + 0.5 * metrics.ascent() - 1), texts[first ? 0 : 1]);
    x += metrics.horizontalAdvance(texts[first ? 0 : 1]) + kBetween;
  }
}

void StripPainter::drawDeciding(QPainter& painter) const {
  const QRectF area = layout_.of(Strip::Deciding);
  const QFontMetrics metrics = painter.fontMetrics();
  for (std::size_t i = 0; i < columns_.size();) {
    std::size_t end = i + 1;
    while (end < columns_.size() && columns_[end].part == columns_[i].part) ++end;
    const int part = columns_[i].part;
    const QRectF box(area.left() + double(i), area.top(), double(end - i), area.height());
    i = end;
    if (part < 0) continue;
    painter.fillRect(box, partColour(part));
    const QString name = QString::fromStdString(data_.parts()[static_cast<std::size_t>(part)]);
    if (metrics.horizontalAdvance(name) + 4 > box.width()) continue;
    painter.setPen(palette_.color(QPalette::Text));
    painter.drawText(box, Qt::AlignCenter, name);
  }
  drawName(painter, Strip::Deciding, tr("decided by"), {}, {});
  drawDecidingLegend(painter);
}

QColor StripPainter::partColour(int part) const {
  return mixed(palette_.color(QPalette::Base), distinctColour(part), 0.45);
}

/// The parts that are seen, the most frequent first, as many as there is room for.
void StripPainter::drawDecidingLegend(QPainter& painter) const {
  constexpr double kChip = 12, kSpace = 5;
  std::map<int, int> seen;  // part, minus columns
  for (const Column& column : columns_)
    if (column.part >= 0) --seen[column.part];
  std::vector<std::pair<int, int>> order;
  for (const auto& [part, count] : seen) order.emplace_back(count, part);
  std::sort(order.begin(), order.end());
  const QRectF area = layout_.decidingLegend;
  const QFontMetrics metrics = painter.fontMetrics();
  double x = area.left();
  painter.setPen(palette_.color(QPalette::WindowText));
  for (const auto& [count, part] : order) {
    const QString name = QString::fromStdString(data_.parts()[static_cast<std::size_t>(part)]);
    const double width = kChip + kSpace + metrics.horizontalAdvance(name), y = area.center().y();
    const bool fits = x + width + metrics.horizontalAdvance(QChar(0x2026)) < area.right();
    if (fits) painter.fillRect(QRectF(x, y - 4, kChip, 9), partColour(part));
    painter.drawText(QPointF(fits ? x + kChip + kSpace : x, y + 0.5 * metrics.ascent() - 1),
                     fits ? name : QString(QChar(0x2026)));
    if (!fits) return;
    x += width + 2 * kSpace;
  }
}

}  // namespace holonom
