// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <QFont>
#include <QPalette>
#include <QRectF>
#include <QString>
#include <optional>
#include <vector>

#include "gui/plots/axis_painter.h"
#include "gui/plots/axis_ticks.h"
#include "gui/plots/strip_data.h"

class QFontMetrics;
class QPainter;

namespace holonom {

/// Which strips there are, from top to bottom.
enum class Strip { Order, Step, Newton, Rate, Rejections, Jacobian, Deciding };
inline constexpr int kStripCount = 7;

/// What a strip shows, in words, for tool tips.
QString stripHelp(Strip strip);
/// "error test": short, for the legend.
QString shortName(RejectionCause cause);
QColor causeColour(RejectionCause cause);

/// Where the strips of one run lie in a widget.
struct StripLayout {
  QRectF head, axis;  ///< name of the run above, the time axis below
  QRectF rejectionLegend, jacobianLegend, decidingLegend;
  std::vector<QRectF> strips;    ///< by Strip
  double width = 0, height = 0;  ///< of the widget
  const QRectF& of(Strip strip) const { return strips[static_cast<std::size_t>(strip)]; }
  QRectF all() const { return {strips.front().topLeft(), strips.back().bottomRight()}; }
};
/// `span`: where the time axis begins and ends; none: as in a pane of the plots of that width. `headLines`:
/// see headLines().
StripLayout stripLayout(const QFont& font, double width, std::optional<AxisRange> span = {},
                        int headLines = 1);
/// Two where the name of the run and its totals do not fit beside each other.
int headLines(const QFontMetrics& metrics, double width, const QString& label, const QString& totals);
/// "121 steps, 16 rejected".
QString stripTotals(const StripData& data);
/// "error test 12, diverged 3": what was rejected in the whole run.
QString rejectionTotals(const StripData& data);

/// Draws the strips of one run for a window of time. Every extreme and every rejection within it leaves a
/// mark, however many steps fall into a column of pixels.
class StripPainter {
 public:
  StripPainter(const StripData& data, const StripLayout& layout, AxisRange time, const QPalette& palette);

  QString label;  ///< of the run
  QColor colour;

  void draw(QPainter& painter) const;

 private:
  struct Column {
    std::size_t first = 0, last = 0;  // steps
    StripData::Summary sum;
    int part = -1;
  };
  double xOf(double t) const;
  double legendLeft(const QRectF& legend, double needed) const;
  void drawHead(QPainter& painter) const;
  void drawFrames(QPainter& painter) const;
  void drawName(QPainter& painter, Strip strip, const QString& name, const QString& top,
                const QString& bottom) const;
  void drawOrder(QPainter& painter) const;
  void drawStep(QPainter& painter) const;
  void drawNewton(QPainter& painter) const;
  void drawRate(QPainter& painter) const;
  void drawRejections(QPainter& painter) const;
  void drawRejectionLegend(QPainter& painter, const std::vector<int>& causes) const;
  void drawJacobian(QPainter& painter) const;
  void drawJacobianLegend(QPainter& painter, const QColor& fresh, const QColor& reused) const;
  void drawDeciding(QPainter& painter) const;
  void drawDecidingLegend(QPainter& painter) const;
  QColor partColour(int part) const;
  HorizontalTicks timeAxis(const QFontMetrics& metrics) const;
  void note(QPainter& painter, Strip strip, const QString& text) const;

  const StripData& data_;
  const StripLayout& layout_;
  AxisRange time_;
  QPalette palette_;
  std::vector<Column> columns_;
  StripData::Summary seen_;
};

}  // namespace holonom
