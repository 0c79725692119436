// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <vector>

#include "gui/plots/plotted_run.h"

namespace holonom {

/// The names of the runs with their colours and marks, in as many lines as they need. A name stays in one
/// line; one that is wider than the widget is shortened.
class RunLegend : public QWidget {
  Q_OBJECT
 public:
  explicit RunLegend(QWidget* parent = nullptr);

  void setRuns(const std::vector<PlottedRun>& runs);
  QString text() const;    ///< all names
  int idealWidth() const;  ///< all of them in one line
  int heightForWidth(int width) const override;
  QSize sizeHint() const override;
  QSize minimumSizeHint() const override;
  void drawTo(QPainter& painter, const QPalette& palette, int width) const;  ///< as in the window, for files

 protected:
  bool event(QEvent* event) override;
  void paintEvent(QPaintEvent*) override;

 private:
  struct Entry {
    QString name;
    QColor colour;
  };
  int widthOf(const Entry& entry) const;
  std::vector<QRect> lay(int width) const;
  std::vector<Entry> entries_;
};

}  // namespace holonom
