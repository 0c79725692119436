// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/plots/legend_painter.h"

#include <QFontMetrics>
#include <QPainter>
#include <algorithm>
#include <cmath>

#include "gui/plots/axis_ticks.h"

namespace holonom {

namespace {

constexpr int kMostLines = 2;
constexpr int kSwatch = 12, kGap = 4, kBetween = 14;

int valueWidth(const QFontMetrics& metrics) {
  return metrics.horizontalAdvance(QString::fromUtf8("−000.0·10⁻¹²"));  // fixed, so that the text does not jump about
}

}  // namespace

int LegendPainter::entryWidth(const QFontMetrics& metrics, const LegendEntry& entry) const {
  const int perRun = kSwatch + kGap + valueWidth(metrics);
  return metrics.horizontalAdvance(entry.name) + kGap + static_cast<int>(entry.samples.size()) * perRun + kBetween;
}

int LegendPainter::lines(const QFontMetrics& metrics, int width) const {
  int lines = 1, used = 0;
  for (const auto& entry : entries_) {
    const int needed = entryWidth(metrics, entry);
    if (used > 0 && used + needed > width) ++lines, used = 0;
    used += needed;
  }
  return std::min(lines, kMostLines);
}

void LegendPainter::paint(QPainter& painter, const QRect& area, const QPalette& palette,
                          const std::vector<double>& values) const {
  const QFontMetrics metrics = painter.fontMetrics();
  const int height = metrics.height();
  int x = area.left(), line = 0;
  std::size_t left = entries_.size();
  for (const auto& entry : entries_) {
    const int needed = entryWidth(metrics, entry);
    const bool full = x > area.left() && x + needed - kBetween > area.right();
    if (full && line + 1 >= kMostLines) {
      const QString more = QStringLiteral("+%1").arg(left);
      painter.setPen(palette.color(QPalette::WindowText));
      painter.drawText(area.right() - metrics.horizontalAdvance(more), area.top() + line * height + metrics.ascent(), more);
      return;
    }
    if (full) ++line, x = area.left();
    const int baseline = area.top() + line * height + metrics.ascent();
    int at = x;
    for (const auto& sample : entry.samples) {
      painter.fillRect(at, baseline - metrics.ascent() / 2, kSwatch, 3, sample.colour);
      at += kSwatch + kGap;
      if (&sample == &entry.samples.front()) {
        painter.setPen(palette.color(QPalette::WindowText));
        painter.drawText(at, baseline, entry.name);
        at += metrics.horizontalAdvance(entry.name) + kGap;
      }
      if (sample.curve < values.size()) {
        const double value = values[sample.curve];
        painter.setPen(palette.color(QPalette::WindowText));
        painter.drawText(at, baseline, std::isnan(value) ? QString::fromUtf8("–") : readableNumber(value));
        at += valueWidth(metrics);
      }
    }
    x += needed;
    --left;
  }
}

}  // namespace holonom
