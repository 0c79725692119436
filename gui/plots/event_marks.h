// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <QRectF>
#include <QString>
#include <vector>

#include "core/results/step_record.h"
#include "gui/plots/axis_ticks.h"

class QPainter;

namespace holonom {

/// Where the equations or the velocities of a run jump, as thin vertical lines in every plot; the name of an
/// event is told when the mouse rests on its line.
class EventMarks {
 public:
  void clear() { marks_.clear(); }
  /// `run` empty: the only one
  void add(const std::vector<Event>& events, const QString& run, const QColor& colour);
  /// by time, after the last add()
  void sort();
  bool isEmpty() const { return marks_.empty(); }

  void paint(QPainter& painter, const QRectF& area, AxisRange time) const;
  /// What happened within `reach` pixels of x (the coordinates of `area`), a line each; empty for nothing.
  QString at(double x, const QRectF& area, AxisRange time, double reach) const;

 private:
  struct Mark {
    double t;
    QString text;
    QColor colour;
  };
  std::vector<Mark> marks_;
};

/// "t = 0.3012 s: stop 'end' hits".
QString describe(const Event& event);

}  // namespace holonom
