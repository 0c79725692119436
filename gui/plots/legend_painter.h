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
    QString mark = {};  ///< of its run, where there are several
  };
  QString name;
  std::vector<Sample> samples;
};

/// Lays legend entries out in lines and paints them, with the values at the cursor where there is one. An
/// entry that is wider than the legend goes on in further lines.
class LegendPainter {
 public:
  static constexpr int kUsualLines = 2;  ///< at most, unless more is asked for

  void setEntries(std::vector<LegendEntry> entries);
  const std::vector<LegendEntry>& entries() const { return entries_; }

  /// Off: names only, without room for values.
  void setReadOut(bool on) { readOut_ = on; }

  /// Keeps the room that these values need, so that entries stay in their places when numbers become shorter
  /// again.
  void reserve(const QFontMetrics& metrics, const QStringList& values);
  void forgetReserved() { reserved_.clear(); }

  /// How many lines the entries fill, at most `most`; without values there is room for ordinary numbers.
  int lines(const QFontMetrics& metrics, int width, int most = kUsualLines,
            const QStringList& values = {}) const;

  /// `values` holds one text per curve; empty when there is no cursor. `emphasis` tells for each curve
  /// whether it stands out; empty: none does.
  void paint(QPainter& painter, const QRect& area, const QPalette& palette, const QStringList& values,
             const std::vector<bool>& emphasis) const;

  /// Where the entries stand that have room, in their order.
  std::vector<QRect> places(const QFontMetrics& metrics, const QRect& area, const QStringList& values) const;

 private:
  struct Layout {
    std::vector<QRect> entries;                ///< those that have room
    std::vector<std::vector<QPoint>> samples;  ///< of each of them: the upper left corners
    int lines = 1;
  };
  enum class Rank { Usual, Front, Back };  // where some curves stand out before the others
  Layout lay(const QFontMetrics& metrics, const QRect& area, const QStringList& values, int most) const;
  QString leftOut(const Layout& layout) const;  ///< how many entries have no room
  int sampleWidth(const QFontMetrics& metrics, const LegendEntry& entry, std::size_t sample,
                  const QStringList& values) const;
  void paintSample(QPainter& painter, const LegendEntry& entry, std::size_t sample, QPoint at,
                   const QStringList& values, Rank rank) const;
  std::vector<LegendEntry> entries_;
  std::vector<int> reserved_;  // px, for the value of each curve
  bool readOut_ = true;
};

}  // namespace holonom
