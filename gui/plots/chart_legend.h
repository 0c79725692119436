// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFontMetrics>
#include <optional>
#include <vector>

#include "gui/plots/legend_painter.h"

namespace holonom {

/// The legend above the curves of a pane, with the values at the cursors. It takes as many lines as these
/// need, within bounds, and gives none back while the cursors move, so that nothing jumps about.
class ChartLegend {
 public:
  static constexpr int kMargin = 8;  // px at each side

  /// What it has to fit into.
  struct Room {
    QFontMetrics metrics;
    int width = 0, mostLines = 0;  // px of the pane, and lines
  };

  void setEntries(std::vector<LegendEntry> entries);
  /// For each curve whether it stands out; empty where none does. Where the names of those that do would have
  /// no room, they come first.
  void arrange(const std::vector<bool>& strong, const Room& room, const QStringList& values);
  /// Values that are to come will be no wider than these.
  void expect(const Room& room, const QStringList& values) { painter_.reserve(room.metrics, values); }
  /// Makes room for these values. Returns whether there are more lines now.
  bool makeRoom(const Room& room, const QStringList& values);
  void shrink() { lines_ = 1; }  ///< makeRoom() begins anew
  void forgetReserved();         ///< the room that values had in their lines, too

  int height(const Room& room) const;  ///< px
  void paint(QPainter& painter, const Room& room, const QPalette& palette, const QStringList& values,
             const std::vector<bool>& strong) const;
  /// Where the entries stand that have room.
  std::vector<QRect> places(const Room& room, const QStringList& values) const;
  std::optional<std::size_t> curveAt(QPoint at, const Room& room, const QStringList& values) const;

  /// With all names, however many lines they take. `values`: none leaves no room for them.
  int paperHeight(const QFontMetrics& metrics, int width, const QStringList& values) const;
  void paintOnPaper(QPainter& painter, int width, const QPalette& palette, const QStringList& values) const;

 private:
  QRect area(const Room& room) const { return {kMargin, 0, room.width - 2 * kMargin, height(room)}; }
  LegendPainter forPaper(const QStringList& values) const;

  std::vector<LegendEntry> entries_;  // in the order of the curves
  LegendPainter painter_;
  int lines_ = 1;
  mutable std::optional<std::pair<int, int>> entryLines_;  // without values, in a width; asked for many times
};

}  // namespace holonom
