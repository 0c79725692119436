// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/plots/event_marks.h"

#include <QCoreApplication>
#include <QPainter>
#include <QStringList>
#include <algorithm>
#include <cmath>

namespace holonom {

namespace {

constexpr qsizetype kMostLines = 6;  // of a tool tip
const QList<qreal> kDashes{3, 3};

}  // namespace

QString describe(const Event& event) {
  return QCoreApplication::translate("EventMarks", "t = %1 s: %2 %3")
      .arg(readableNumber(event.t), QString::fromStdString(event.name), QString::fromStdString(event.what));
}

void EventMarks::add(const std::vector<Event>& events, const QString& run, const QColor& colour) {
  for (const Event& event : events)
    marks_.push_back({event.t, run.isEmpty() ? describe(event) : run + ": " + describe(event), colour});
}

void EventMarks::sort() {
  std::stable_sort(marks_.begin(), marks_.end(), [](const Mark& a, const Mark& b) { return a.t < b.t; });
}

// Thousands of impacts do not cover the curves: one line per column of pixels is enough. Smoothed, dashes
// cost ten times as much.
void EventMarks::paint(QPainter& painter, const QRectF& area, AxisRange time) const {
  const bool smooth = painter.testRenderHint(QPainter::Antialiasing);
  painter.setRenderHint(QPainter::Antialiasing, false);
  double lastX = -1;
  for (const Mark& mark : marks_) {
    if (mark.t < time.low || mark.t > time.high) continue;
    const double x = std::round(area.left() + (mark.t - time.low) / time.span() * area.width());
    if (x == lastX) continue;
    lastX = x;
    QPen pen(mark.colour, 1);
    pen.setDashPattern(kDashes);
    painter.setPen(pen);
    painter.drawLine(QPointF(x, area.top()), QPointF(x, area.bottom()));
  }
  painter.setRenderHint(QPainter::Antialiasing, smooth);
}

QString EventMarks::at(double x, const QRectF& area, AxisRange time, double reach) const {
  QStringList lines;
  qsizetype found = 0;
  for (const Mark& mark : marks_) {
    const double place = area.left() + (mark.t - time.low) / time.span() * area.width();
    if (mark.t < time.low || mark.t > time.high || std::abs(place - x) > reach) continue;
    if (++found <= kMostLines) lines << mark.text;
  }
  if (found > kMostLines)
    lines << QCoreApplication::translate("EventMarks", "… and %1 more").arg(found - kMostLines);
  return lines.join('\n');
}

}  // namespace holonom
