// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QElapsedTimer>
#include <QPixmap>
#include <QWidget>
#include <memory>
#include <optional>
#include <vector>

#include "gui/plots/axis_painter.h"
#include "gui/plots/curve_canvas.h"
#include "gui/plots/event_marks.h"
#include "gui/plots/legend_painter.h"
#include "gui/plots/plot_curve.h"

namespace holonom {

/// The drawn part of one plot: curves with axes in a cached picture, and on top of it the legend with read-out and the
/// time cursor, which are cheap to move. Turns the mouse into requests; owns the value axis, not the time axis.
class ChartArea : public QWidget {
  Q_OBJECT
 public:
  explicit ChartArea(const PlotSpec& spec, QWidget* parent = nullptr);

  void setCurves(std::vector<std::unique_ptr<PlotCurve>> curves, std::vector<LegendEntry> legend, const QString& quantity,
                 const QString& unit);
  void setWindow(AxisRange time);      ///< s
  void setCursorTime(double t);        ///< s; NaN hides the line
  void setEvents(EventMarks events);   ///< replaces those that are marked
  QString eventsAt(double x) const;    ///< what happened at a widget coordinate, for the tool tip
  void resetValueAxis();

  /// Takes in new rows, at most `mostRows` per curve, and redraws the cached picture if it would differ. Returns
  /// whether it did.
  bool refresh(bool running, std::size_t mostRows);

  const std::vector<std::unique_ptr<PlotCurve>>& curves() const { return curves_; }
  AxisRange window() const { return window_; }
  AxisRange valueRange() const { return y_; }  ///< axis coordinates
  QRectF plotArea() const;                     ///< of the curves, in widget coordinates
  double timeAt(double x) const;               ///< widget coordinate to s
  QSize sizeHint() const override { return {420, 200}; }
  QSize minimumSizeHint() const override;

 signals:
  void cursorRequested(double t);
  void windowRequested(double t0, double t1);
  void resetRequested();

 protected:
  bool event(QEvent*) override;
  void paintEvent(QPaintEvent*) override;
  void resizeEvent(QResizeEvent*) override;
  void changeEvent(QEvent*) override;
  void wheelEvent(QWheelEvent*) override;
  void mousePressEvent(QMouseEvent*) override;
  void mouseMoveEvent(QMouseEvent*) override;
  void mouseReleaseEvent(QMouseEvent*) override;
  void mouseDoubleClickEvent(QMouseEvent*) override;

 private:
  bool takeIn(std::size_t mostRows);
  double advance() const;
  double yAt(double y) const;
  void zoomValues(double factor, double about);
  void applyBox();
  void chooseValueRange(bool live);
  void render(bool smooth);
  void drawSampleDots(QPainter& painter, const std::vector<Curve>& curves) const;
  void paintCursor(QPainter& painter) const;

  const PlotSpec& spec_;
  std::vector<std::unique_ptr<PlotCurve>> curves_;
  LegendPainter legend_;
  EventMarks events_;
  QString quantity_, unit_;
  std::unique_ptr<CurveCanvas> canvas_;
  QPixmap picture_;
  bool stale_ = true;          // the picture must be drawn again even without new rows
  bool smooth_ = false;        // it was drawn antialiased
  bool pending_ = false;       // rows have come since
  qint64 drawnAt_ = 0;         // ms of clock_
  std::vector<double> drawnTo_;  // last time of each curve then, s
  AxisRange window_{0, 1}, y_{0, 1};
  std::optional<AxisRange> chosenY_;  // by the user
  QuietRange quiet_;
  QElapsedTimer clock_;
  double cursor_;
  std::optional<QPointF> dragStart_;  // right or middle button
  QPointF dragEnd_;
  AxisRange panStart_;
};

}  // namespace holonom
