// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <vector>

#include "gui/plots/plotted_run.h"

class QGridLayout;
class QLabel;
class QToolButton;

namespace holonom {

class RunLegend;

/// The line above the panes: the runs, the time of the cursors, buttons. In one line where there is room; the
/// names of the runs have a line of their own where they would be cut, and so have the times of two cursors.
class BoardHead : public QWidget {
  Q_OBJECT
 public:
  explicit BoardHead(QWidget* parent = nullptr);

  void fit(int width);  ///< px, that it has; not in the middle of being laid out
  void setRuns(const std::vector<PlottedRun>& runs);
  void setCursors(double t, double second);  ///< s; NaN for none
  void setZoomed(bool on);                   ///< there is a whole to go back to
  int heightOnPaper(int width) const;
  void drawTo(QPainter& painter, int width) const;  ///< the names of the runs, and goes below them

 signals:
  void addPaneRequested(const QPoint& globalPosition);
  void wholeRunRequested();

 protected:
  void changeEvent(QEvent* event) override;

 private:
  QToolButton* button(const char* name, const QString& text, const QString& help);
  void arrange();

  QGridLayout* grid_;
  RunLegend* runs_;
  QLabel* time_;
  QToolButton *addPane_, *wholeRun_;
  bool twoCursors_ = false;
  int width_ = 0, arrangement_ = -1;
};

}  // namespace holonom
