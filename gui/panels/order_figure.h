// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include "gui/base/job.h"
#include "gui/session/session.h"
#include "solvers/benchmark/measured_order.h"

class QLabel;
class QLineEdit;
class QProgressBar;
class QPushButton;

namespace holonom {

class XyChart;

/// The order of a method as the open model shows it: its error against the size of the steps, both
/// logarithmic, measured beside the window.
class OrderFigure : public QWidget {
  Q_OBJECT
 public:
  OrderFigure(Document& document, Session& session, QWidget* parent = nullptr);
  /// Method, order and parameters; what was measured of others goes. An order that nobody has chosen changes
  /// with the time shown, and what was measured stays: `chosenOrder` 0.
  void setMethod(const SimulationOptions& options, int chosenOrder);
  const MeasuredOrder& measured() const { return measured_; }
  bool isMeasuring() const { return job_.busy(); }

 private:
  void toggle();
  void begin();
  void forget();
  QString whyUnsettled() const;
  void showPoints();
  void showEnd();
  void enable();

  Document& document_;
  Session& session_;
  SimulationOptions options_;  // that a measurement takes
  SimulationOptions asked_;    // of which the last one tells, with the chosen order
  QString label_;              // of what was measured
  QLineEdit* end_;
  QPushButton* start_;
  QProgressBar* progress_;
  XyChart* chart_;
  QLabel* status_;
  MeasuredOrder measured_;
  Job<MeasuredOrder> job_;
};

}  // namespace holonom
