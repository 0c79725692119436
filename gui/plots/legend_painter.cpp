// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/plots/legend_painter.h"

#include <QFontMetrics>
#include <QPainter>
#include <algorithm>
#include <cmath>
#include <utility>

#include "gui/plots/axis_ticks.h"
#include "gui/plots/plot_palette.h"

namespace holonom {

namespace {

constexpr int kMostLines = 2;
constexpr int kSwatch = 12, kGap = 4, kBetween = 14;

// Room for an ordinary number, so that the text does not jump about while the cursor moves; long ones take more.
int valueWidth(const QFontMetrics& metrics, const QString& text = {}) {
  return std::max(metrics.horizontalAdvance(QString::fromUtf8("−00.00")), metrics.horizontalAdvance(text)) + kGap;
}

}  // namespace

int LegendPainter::entryWidth(const QFontMetrics& metrics, const LegendEntry& entry,
                              const QStringList& values) const {
  int width = metrics.horizontalAdvance(entry.name) + kGap + kBetween;
  for (const auto& sample : entry.samples)
    width += kSwatch + kGap +
             valueWidth(metrics, values.value(static_cast<qsizetype>(sample.curve)));
  return width;
}

int LegendPainter::lines(const QFontMetrics& metrics, int width) const {
  int lines = 1, used = 0;
  for (const auto& entry : entries_) {
    const int needed = entryWidth(metrics, entry, {});
    if (used > 0 && used + needed - kBetween > width) ++lines, used = 0;
    used += needed;
  }
  return std::min(lines, kMostLines);
}

std::vector<QRect> LegendPainter::places(const QFontMetrics& metrics, const QRect& area, const QStringList& values) const {
  std::vector<QRect> places;
  const int lineCount = lines(metrics, area.width());
  int x = area.left(), line = 0;
  for (const LegendEntry& entry : entries_) {
    const int needed = entryWidth(metrics, entry, values);
    if (x > area.left() && x + needed - kBetween > area.right()) {
      if (++line >= lineCount) break;
      x = area.left();
    }
    places.emplace_back(x, area.top() + line * metrics.height(), needed - kBetween, metrics.height());
    x += needed;
  }
  return places;
}

void LegendPainter::paint(QPainter& painter, const QRect& area, const QPalette& palette, const QStringList& values,
                          const std::vector<bool>& emphasis) const {
  const QFontMetrics metrics = painter.fontMetrics();
  const std::vector<QRect> boxes = places(metrics, area, values);
  for (std::size_t i = 0; i < boxes.size(); ++i) {
    const auto& samples = entries_[i].samples;
    const bool strong = !emphasis.empty() && !samples.empty() && emphasis[samples.front().curve];
    if (strong) {
      QColor ground = palette.color(QPalette::Highlight);
      ground.setAlpha(70);
      painter.setPen(Qt::NoPen);
      painter.setBrush(ground);
      painter.drawRoundedRect(boxes[i].adjusted(-4, 0, 2, 0), 3, 3);
    }
    painter.setPen(palette.color(QPalette::WindowText));
    paintEntry(painter, entries_[i], boxes[i].topLeft() + QPoint(0, metrics.ascent()), values, !emphasis.empty() && !strong);
  }
  if (boxes.size() == entries_.size() || boxes.empty()) return;
  const QString more = QStringLiteral("+%1").arg(entries_.size() - boxes.size());
  painter.drawText(area.right() - metrics.horizontalAdvance(more), boxes.back().top() + metrics.ascent(), more);
}

void LegendPainter::paintEntry(QPainter& painter, const LegendEntry& entry, QPoint at, const QStringList& values, bool faint) const {
  const QFontMetrics metrics = painter.fontMetrics();
  bool first = true;
  for (const auto& sample : entry.samples) {
    painter.fillRect(at.x(), at.y() - metrics.ascent() / 2, kSwatch, 3, faint ? receding(onGround(sample.colour)) : onGround(sample.colour));
    at.rx() += kSwatch + kGap;
    if (std::exchange(first, false)) {
      painter.drawText(at, entry.name);
      at.rx() += metrics.horizontalAdvance(entry.name) + kGap;
    }
    const QString text = values.value(static_cast<qsizetype>(sample.curve));
    if (text.isEmpty()) continue;
    painter.drawText(at, text);
    at.rx() += valueWidth(metrics, text);
  }
}

}  // namespace holonom
