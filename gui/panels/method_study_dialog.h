// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>
#include <QTimer>

#include "gui/plots/error_cost_chart.h"
#include "gui/session/method_study.h"
#include "gui/session/session.h"

class QComboBox;
class QLabel;
class QLineEdit;
class QListWidget;
class QProgressBar;
class QPushButton;
class QTableWidget;

namespace holonom {

/// Which method suits a model: measures the chosen ones at many tolerances and shows error against CPU time
/// as a table and a chart while it goes on. Stays beside the window; what was measured stays until the next
/// start.
class MethodStudyDialog : public QDialog {
  Q_OBJECT
 public:
  MethodStudyDialog(Document& document, Session& session, MessageLog& log, QWidget* parent = nullptr);
  const MethodStudy& study() const { return study_; }

 public slots:
  void reject() override;  ///< closing ends a study that is under way

 private:
  QWidget* makeChoice();
  QWidget* makeResults();
  QListWidget* makeMethods();
  void tickAll(bool on);
  void toggle();
  void begin();
  void showStage();
  void showMeasurements();
  void addRow(const Measurement& m);
  QIcon markOf(const std::string& method, int index) const;
  void showChart();
  void showCheapest();
  void showEndTime();
  void showTicks();
  void showMarks(QListWidget& list);
  void enable();
  void save();
  QString describe() const;

  Document& document_;
  Session& session_;
  MessageLog& log_;
  MethodStudy study_;
  QTimer arrival_;  // measurements come faster than they can be read
  QListWidget* methods_ = nullptr;
  std::vector<SeriesMark> marks_;  // of the list; distinct for what is ticked or measured
  QComboBox* tightest_ = nullptr;
  QLineEdit *allowed_ = nullptr, *endTime_ = nullptr;
  QTableWidget *table_ = nullptr, *cheapest_ = nullptr;
  ErrorCostChart* chart_ = nullptr;
  QLabel *status_ = nullptr, *subject_ = nullptr;
  QProgressBar* progress_ = nullptr;
  QPushButton *start_ = nullptr, *save_ = nullptr;
};

}  // namespace holonom
