// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTimer>
#include <QWidget>
#include <optional>
#include <vector>

#include "gui/base/job.h"
#include "solvers/benchmark/equation_run.h"

class QComboBox;
class QLabel;
class QLineEdit;

namespace holonom {

class XyChart;

/// What two methods make of a test equation with the same steps, one beside the other: the solution at each
/// step, or its error.
class EquationFigure : public QWidget {
  Q_OBJECT
 public:
  explicit EquationFigure(QWidget* parent = nullptr);
  /// The first of both; null where it does not take equal steps.
  void setMethod(const SimulationOptions& options);

 protected:
  void showEvent(QShowEvent* event) override;

 private:
  struct Outcomes {
    std::vector<EquationRun> runs;               // of the methods
    std::vector<std::optional<double>> growths;  // |R(hλ)| of each, where it is outside its stability region
    QList<QPointF> exact;                        // of the component shown, where there is a closed form
  };
  struct Plan;
  QWidget* makeControls();
  void showParameters();
  void later();
  void begin();
  QString hindrance() const;
  Plan plan() const;
  static QString told(const QString& name, const EquationRun& run, double largestError,
                      std::optional<double> growth);
  void showOutcomes(const Outcomes& outcomes, const Plan& plan);
  SimulationOptions second() const;

  SimulationOptions first_;
  QComboBox *equation_ = nullptr, *other_ = nullptr, *component_ = nullptr, *what_ = nullptr;
  QLineEdit *real_ = nullptr, *imaginary_ = nullptr, *step_ = nullptr, *end_ = nullptr;
  QLabel *realLabel_ = nullptr, *imaginaryLabel_ = nullptr, *componentLabel_ = nullptr, *note_ = nullptr;
  XyChart* chart_ = nullptr;
  QTimer rest_;  // while something is being typed
  Job<Outcomes> job_;
};

}  // namespace holonom
