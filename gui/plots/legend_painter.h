// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <QPalette>
#include <QPoint>
#include <QRect>
#include <QStringList>
#include <vector>

class QFontMetrics;
class QPainter;

namespace holonom {

/// One channel in the legend: its name and, for each run that has it, the colour of the curve and its index.
struct LegendEntry {
  struct Sample {
    QColor colour;
    std::size_t curve;
  };
  QString name;
  std::vector<Sample> samples;
};

/// Lays legend entries out in one or two lines and paints them, with the values at the cursor where there is one.
class LegendPainter {
 public:
  void setEntries(std::vector<LegendEntry> entries) { entries_ = std::move(entries); }
  const std::vector<LegendEntry>& entries() const { return entries_; }

  int lines(const QFontMetrics& metrics, int width) const;

  /// `values` holds one text per curve; empty when there is no cursor. `emphasis` tells for each curve whether it stands out;
  /// empty: none does.
  void paint(QPainter& painter, const QRect& area, const QPalette& palette, const QStringList& values, const std::vector<bool>& emphasis) const;

  /// Where the entries stand that have room, in their order.
  std::vector<QRect> places(const QFontMetrics& metrics, const QRect& area, const QStringList& values) const;

 private:
  int entryWidth(const QFontMetrics& metrics, const LegendEntry& entry, const QStringList& values) const;
  void paintEntry(QPainter& painter, const LegendEntry& entry, QPoint at, const QStringList& values, bool faint) const;
  std::vector<LegendEntry> entries_;
};

}  // namespace holonom
