// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPixmap>
#include <QWidget>
#include <memory>
#include <optional>

#include "gui/plots/plotted_run.h"
#include "gui/plots/strip_data.h"
#include "gui/plots/strip_painter.h"

namespace holonom {

/// What the integrator did in one run, as strips above each other over the time of the plots. One step is the
/// current one: that at the cursor, or the one that was chosen by mouse (click) or keyboard (left and right:
/// steps, up and down: rejections). The wheel zooms time, a double click shows the whole run.
class StripChart : public QWidget {
  Q_OBJECT
 public:
  explicit StripChart(const PlottedRun& run, QWidget* parent = nullptr);

  const StripData& data() const { return data_; }
  const QString& label() const { return run_.label; }
  const QColor& colour() const { return run_.colour; }
  void setWindow(AxisRange time);
  /// where the time axis begins and ends, in widget coordinates; none: by itself
  void setSpan(std::optional<AxisRange> span);
  void setCursorTime(double t);  ///< s; leaves a chosen step unless it ends there
  /// Takes in at most `mostRows` new steps and draws anew when there were any; `ended`: the run has.
  void refresh(std::size_t mostRows, bool ended);
  double lastPaintSeconds() const { return paintSeconds_; }  ///< CPU time of the last complete drawing

  /// The row of the current step; size() of the data: the step in which the run ended. None while there are
  /// no steps.
  std::optional<std::size_t> currentStep() const;
  double timeOf(std::size_t row) const;  ///< s, where the cursor stands for it
  void choose(std::size_t row);          ///< as if clicked
  QRectF stripArea(Strip strip) const { return layout_.of(strip); }
  double placeOf(double t) const;  ///< horizontal place of a time, widget coordinates
  QSize sizeHint() const override;
  QSize minimumSizeHint() const override;

 signals:
  void stepChosen();  ///< currentStep() by the user
  void windowRequested(double t0, double t1, const QString& gesture);
  void resetRequested();

 protected:
  bool event(QEvent*) override;
  void paintEvent(QPaintEvent*) override;
  void resizeEvent(QResizeEvent*) override;
  void changeEvent(QEvent*) override;
  void keyPressEvent(QKeyEvent*) override;
  void mousePressEvent(QMouseEvent*) override;
  void mouseMoveEvent(QMouseEvent*) override;
  void mouseDoubleClickEvent(QMouseEvent*) override;
  void wheelEvent(QWheelEvent*) override;

 private:
  QString headText() const;
  void arrange();
  void render();
  void markEvents(QPainter& painter) const;
  void drawCurrent(QPainter& painter) const;
  std::optional<std::size_t> stepNear(QPointF at) const;
  std::optional<std::size_t> rejectionNear(QPointF at) const;
  double timeAt(double x) const;
  QString helpAt(QPointF at) const;

  PlottedRun run_;
  QString totals_;
  StripData data_;
  StripLayout layout_;
  AxisRange window_{0, 1};
  QPixmap picture_;
  bool stale_ = true;
  std::optional<AxisRange> span_;
  double cursor_, paintSeconds_ = 0;
  std::optional<std::size_t> chosen_;
};

}  // namespace holonom
