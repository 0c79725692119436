// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/plots/chart_legend.h"

#include <algorithm>

namespace holonom {

void ChartLegend::setEntries(std::vector<LegendEntry> entries) {
  entries_ = std::move(entries);
  lines_ = 1;
}

void ChartLegend::arrange(const std::vector<bool>& strong, const Room& room, const QStringList& values) {
  entryLines_.reset();
  painter_.setEntries(entries_);
  if (strong.empty()) return;
  const auto standsOut = [&](const LegendEntry& entry) {
    return !entry.samples.empty() && strong[entry.samples.front().curve];
  };
  const auto hidden = entries_.begin() + std::ssize(places(room, values));
  if (std::none_of(hidden, entries_.end(), standsOut)) return;
  std::vector<LegendEntry> entries = entries_;
  std::stable_partition(entries.begin(), entries.end(), standsOut);
  painter_.setEntries(std::move(entries));
  entryLines_.reset();
}

bool ChartLegend::makeRoom(const Room& room, const QStringList& values) {
  painter_.reserve(room.metrics, values);
  const int needed = painter_.lines(room.metrics, room.width - 2 * kMargin, room.mostLines, values);
  if (needed <= lines_) return false;
  lines_ = needed;
  return true;
}

void ChartLegend::forgetReserved() {
  lines_ = 1;
  painter_.forgetReserved();
}

int ChartLegend::height(const Room& room) const {
  if (!entryLines_ || entryLines_->first != room.width)
    entryLines_ = {room.width, painter_.lines(room.metrics, room.width - 2 * kMargin)};
  return std::max(entryLines_->second, std::min(lines_, room.mostLines)) * room.metrics.height() + 4;
}

void ChartLegend::paint(QPainter& painter, const Room& room, const QPalette& palette,
                        const QStringList& values, const std::vector<bool>& strong) const {
  painter_.paint(painter, area(room), palette, values, strong);
}

std::vector<QRect> ChartLegend::places(const Room& room, const QStringList& values) const {
  return painter_.places(room.metrics, area(room), values);
}

std::optional<std::size_t> ChartLegend::curveAt(QPoint at, const Room& room,
                                                const QStringList& values) const {
  const auto stand = places(room, values);
  for (std::size_t i = 0; i < stand.size(); ++i)
    if (const auto& samples = painter_.entries()[i].samples; stand[i].contains(at) && !samples.empty())
      return samples.front().curve;
  return std::nullopt;
}

LegendPainter ChartLegend::forPaper(const QStringList& values) const {
  LegendPainter legend;
  legend.setEntries(entries_);
  legend.setReadOut(!values.isEmpty());
  return legend;
}

int ChartLegend::paperHeight(const QFontMetrics& metrics, int width, const QStringList& values) const {
  constexpr int kMostLines = 40;
  return forPaper(values).lines(metrics, width - 2 * kMargin, kMostLines, values) * metrics.height() + 4;
}

void ChartLegend::paintOnPaper(QPainter& painter, int width, const QPalette& palette,
                               const QStringList& values) const {
  const QRect place(kMargin, 0, width - 2 * kMargin, paperHeight(painter.fontMetrics(), width, values));
  forPaper(values).paint(painter, place, palette, values, {});
}

}  // namespace holonom
