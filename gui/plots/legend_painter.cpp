// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/plots/legend_painter.h"

#include <QFontMetrics>
#include <QPainter>
#include <algorithm>
#include <cmath>

#include "gui/plots/axis_ticks.h"
#include "gui/plots/plot_palette.h"

namespace holonom {

namespace {

constexpr int kSwatch = 12, kSwatchGap = 4, kEntryGap = 14;

// Room for an ordinary number, so that the text does not jump about while the cursor moves; long ones take
// more.
int valueWidth(const QFontMetrics& metrics, const QString& text = {}) {
  return std::max(metrics.horizontalAdvance(QString::fromUtf8("−00.00")), metrics.horizontalAdvance(text)) +
         kSwatchGap;
}

}  // namespace

void LegendPainter::setEntries(std::vector<LegendEntry> entries) {
  entries_ = std::move(entries);
  forgetReserved();
}

void LegendPainter::reserve(const QFontMetrics& metrics, const QStringList& values) {
  reserved_.resize(std::max<std::size_t>(reserved_.size(), values.size()));
  for (std::size_t i = 0; i < std::size_t(values.size()); ++i)
    reserved_[i] = std::max(reserved_[i], valueWidth(metrics, values[qsizetype(i)]));
}

/// The first one carries the name of the entry; before its colour where each colour has a mark of its own.
int LegendPainter::sampleWidth(const QFontMetrics& metrics, const LegendEntry& entry, std::size_t sample,
                               const QStringList& values) const {
  const int name = sample == 0 ? metrics.horizontalAdvance(entry.name) + kSwatchGap : 0;
  const QString& mark = entry.samples[sample].mark;
  const int run = mark.isEmpty() ? 0 : metrics.horizontalAdvance(mark) + kSwatchGap;
  const std::size_t curve = entry.samples[sample].curve;
  if (!readOut_) return kSwatch + kSwatchGap + name + run;
  const int kept = curve < reserved_.size() ? reserved_[curve] : 0;
  return kSwatch + kSwatchGap + name + run +
         std::max(kept, valueWidth(metrics, values.value(static_cast<qsizetype>(curve))));
}

LegendPainter::Layout LegendPainter::lay(const QFontMetrics& metrics, const QRect& area,
                                         const QStringList& values, int most) const {
  Layout layout;
  const int left = area.left(), height = metrics.height();
  int x = left, line = 0;
  for (const LegendEntry& entry : entries_) {
    int needed = 0;
    for (std::size_t i = 0; i < entry.samples.size(); ++i) needed += sampleWidth(metrics, entry, i, values);
    if (x > left && x + needed > area.right()) ++line, x = left;
    if (line >= most) break;
    const int first = line, start = x;
    std::vector<QPoint> samples;
    for (std::size_t i = 0; i < entry.samples.size(); ++i) {
      const int width = sampleWidth(metrics, entry, i, values);
      if (i > 0 && x + width > area.right()) ++line, x = left + kSwatch + kSwatchGap;  // below the name
      if (line >= most) break;
      samples.emplace_back(x, area.top() + line * height);
      x += width;
    }
    const int last = std::min(line, most - 1);
    const bool broken = last > first;
    layout.entries.emplace_back(start, area.top() + first * height, broken ? area.right() - start : needed,
                                (last - first + 1) * height);
    layout.samples.push_back(std::move(samples));
    layout.lines = last + 1;
    if (broken) ++line, x = left;
    else x += kEntryGap;
  }
  const QString dots = leftOut(layout);
  if (layout.entries.size() == entries_.size() && !dots.isEmpty() && layout.samples.back().size() > 1) {
    auto& samples = layout.samples.back();
    if (samples.back().x() + sampleWidth(metrics, entries_.back(), samples.size() - 1, values) +
            metrics.horizontalAdvance(dots) >
        area.right())
      samples.pop_back();
  }
  // The last one makes room for how many are left out, if it is not the only one.
  if (const std::size_t shown = layout.entries.size(); shown > 1 && shown < entries_.size()) {
    const LegendEntry& last = entries_[shown - 1];
    const auto& samples = layout.samples.back();
    const int end = samples.back().x() + sampleWidth(metrics, last, samples.size() - 1, values);
    if (end + kEntryGap / 2 + metrics.horizontalAdvance(leftOut(layout)) > area.right())
      layout.entries.pop_back(), layout.samples.pop_back();
  }
  return layout;
}

/// Of the last entry some runs may have no room.
QString LegendPainter::leftOut(const Layout& layout) const {
  const std::size_t shown = layout.entries.size();
  if (shown < entries_.size()) return QStringLiteral("+%1").arg(entries_.size() - shown);
  const bool cut = shown > 0 && layout.samples.back().size() < entries_.back().samples.size();
  return cut ? QStringLiteral("…") : QString();
}

int LegendPainter::lines(const QFontMetrics& metrics, int width, int most, const QStringList& values) const {
  return lay(metrics, {0, 0, width, 1}, values, most).lines;
}

std::vector<QRect> LegendPainter::places(const QFontMetrics& metrics, const QRect& area,
                                         const QStringList& values) const {
  return lay(metrics, area, values, std::max(1, area.height() / metrics.height())).entries;
}

void LegendPainter::paint(QPainter& painter, const QRect& area, const QPalette& palette,
                          const QStringList& values, const std::vector<bool>& emphasis) const {
  const QFontMetrics metrics = painter.fontMetrics();
  const Layout layout = lay(metrics, area, values, std::max(1, area.height() / metrics.height()));
  for (std::size_t i = 0; i < layout.entries.size(); ++i) {
    const auto& samples = entries_[i].samples;
    const bool strong = !emphasis.empty() && !samples.empty() && emphasis[samples.front().curve];
    if (strong) {
      QColor ground = palette.color(QPalette::Highlight);
      ground.setAlpha(70);
      painter.setPen(Qt::NoPen);
      painter.setBrush(ground);
      painter.drawRoundedRect(layout.entries[i].adjusted(-4, 0, 2, 0), 3, 3);
    }
    painter.setPen(palette.color(QPalette::WindowText));
    for (std::size_t k = 0; k < layout.samples[i].size(); ++k)
      paintSample(painter, entries_[i], k, layout.samples[i][k] + QPoint(0, metrics.ascent()), values,
                  emphasis.empty() ? Rank::Usual
                  : strong         ? Rank::Front
                                   : Rank::Back);
  }
  const QString more = leftOut(layout);
  if (more.isEmpty() || layout.entries.empty()) return;
  painter.drawText(area.right() - metrics.horizontalAdvance(more),
                   area.top() + layout.lines * metrics.height() - 1 - metrics.descent(), more);
}

void LegendPainter::paintSample(QPainter& painter, const LegendEntry& entry, std::size_t sample, QPoint at,
                                const QStringList& values, Rank rank) const {
  const QFontMetrics metrics = painter.fontMetrics();
  const auto& [colour, curve, mark] = entry.samples[sample];
  const auto write = [&](const QString& text) {
    painter.drawText(at, text);
    at.rx() += metrics.horizontalAdvance(text) + kSwatchGap;
  };
  if (sample == 0 && !mark.isEmpty()) write(entry.name);
  const QColor usual = onGround(colour);
  painter.fillRect(at.x(), at.y() - metrics.ascent() / 2, kSwatch, 3,
                   rank == Rank::Usual   ? usual
                   : rank == Rank::Front ? standingOut(usual)
                                         : receding(usual));
  at.rx() += kSwatch + kSwatchGap;
  if (!mark.isEmpty()) write(mark);
  else if (sample == 0) write(entry.name);
  painter.drawText(at, values.value(static_cast<qsizetype>(curve)));
}

}  // namespace holonom
