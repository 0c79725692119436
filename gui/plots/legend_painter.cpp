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

void LegendPainter::paint(QPainter& painter, const QRect& area, const QPalette& palette,
                          const QStringList& values) const {
  const QFontMetrics metrics = painter.fontMetrics();
  const int lineCount = lines(metrics, area.width());
  painter.setPen(palette.color(QPalette::WindowText));
  int x = area.left(), line = 0;
  for (std::size_t i = 0; i < entries_.size(); ++i) {
    const int needed = entryWidth(metrics, entries_[i], values);
    if (x > area.left() && x + needed - kBetween > area.right()) {
      if (++line >= lineCount) {
        const QString more = QStringLiteral("+%1").arg(entries_.size() - i);
        const int baseline = area.top() + (line - 1) * metrics.height() + metrics.ascent();
        painter.drawText(area.right() - metrics.horizontalAdvance(more), baseline, more);
        return;
      }
      x = area.left();
    }
    paintEntry(painter, entries_[i], QPoint(x, area.top() + line * metrics.height() + metrics.ascent()), values);
    x += needed;
  }
}

void LegendPainter::paintEntry(QPainter& painter, const LegendEntry& entry, QPoint at,
                               const QStringList& values) const {
  const QFontMetrics metrics = painter.fontMetrics();
  bool first = true;
  for (const auto& sample : entry.samples) {
    painter.fillRect(at.x(), at.y() - metrics.ascent() / 2, kSwatch, 3, onGround(sample.colour));
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
