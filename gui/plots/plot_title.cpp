// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/plots/plot_title.h"

#include <QFontMetrics>
#include <QPainter>
#include <algorithm>

#include "gui/plots/plot_palette.h"

namespace holonom {

namespace {

constexpr int kGap = 8;
constexpr int kLeastHint = 60;  // px; a shorter piece of the hint says nothing

}  // namespace

void PlotTitle::setTexts(const QString& title, const QString& hint) {
  title_ = title;
  hint_ = hint;
  setAccessibleName(title);
  update();
}

QSize PlotTitle::sizeHint() const { return {300, QFontMetrics(font()).height() + 6}; }

void PlotTitle::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  QFont bold = font();
  bold.setBold(true);
  painter.setFont(bold);
  painter.setPen(palette().color(QPalette::WindowText));
  const QString title = painter.fontMetrics().elidedText(title_, Qt::ElideRight, width());
  painter.drawText(rect(), Qt::AlignLeft | Qt::AlignVCenter, title);
  const int left = painter.fontMetrics().horizontalAdvance(title) + kGap, room = width() - left;
  painter.setFont(font());
  const QFontMetrics metrics = painter.fontMetrics();
  if (room < std::min(kLeastHint, metrics.horizontalAdvance(hint_))) return;
  painter.setPen(mixed(palette().color(QPalette::WindowText), palette().color(QPalette::Window), 0.35));
  painter.drawText(rect().adjusted(left, 0, 0, 0), Qt::AlignLeft | Qt::AlignVCenter,
                   metrics.elidedText(hint_, Qt::ElideRight, room));
}

}  // namespace holonom
