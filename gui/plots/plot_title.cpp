// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/plots/plot_title.h"

#include <QApplication>
#include <QDrag>
#include <QFontMetrics>
#include <QMimeData>
#include <QMouseEvent>
#include <QPainter>
#include <algorithm>

#include "gui/plots/pane_state.h"
#include "gui/plots/plot_palette.h"

namespace holonom {

namespace {

constexpr int kTitleGap = 8;
constexpr int kLeastHint = 60;  // px; a shorter piece of the hint says nothing

}  // namespace

void PlotTitle::setTexts(const QString& title, const QString& hint) {
  title_ = title;
  hint_ = hint;
  setAccessibleName(title);
  update();
}

QSize PlotTitle::sizeHint() const { return {300, QFontMetrics(font()).height() + 6}; }

void PlotTitle::setCurrent(bool on) {
  current_ = on;
  setAccessibleDescription(on ? tr("current pane") : QString());
  update();
}

void PlotTitle::mousePressEvent(QMouseEvent* event) {
  pressed_ = event->position().toPoint();
  event->ignore();  // the pane becomes the current one
}

void PlotTitle::mouseMoveEvent(QMouseEvent* event) {
  if (!(event->buttons() & Qt::LeftButton) || dragKey_.isEmpty()) return;
  if ((event->position().toPoint() - pressed_).manhattanLength() < QApplication::startDragDistance()) return;
  auto* drag = new QDrag(this);
  auto* data = new QMimeData;
  data->setData(kPaneMime, dragKey_.toUtf8());
  drag->setMimeData(data);
  drag->setPixmap(grab());
  drag->exec(Qt::MoveAction);
}

void PlotTitle::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  if (current_) painter.fillRect(QRect(0, 3, 3, height() - 6), palette().color(QPalette::Highlight));
  drawTo(painter, width());
}

void PlotTitle::drawTo(QPainter& painter, int width) const {
  constexpr int kIndent = 6;
  QFont bold = font();
  bold.setBold(true);
  painter.setFont(bold);
  painter.setPen(palette().color(QPalette::WindowText));
  const QRect room(kIndent, 0, width - kIndent, height());
  const QString title = painter.fontMetrics().elidedText(title_, Qt::ElideRight, room.width());
  painter.drawText(room, Qt::AlignLeft | Qt::AlignVCenter, title);
  const int left = painter.fontMetrics().horizontalAdvance(title) + kTitleGap, rest = room.width() - left;
  painter.setFont(font());
  const QFontMetrics metrics = painter.fontMetrics();
  if (rest < std::min(kLeastHint, metrics.horizontalAdvance(hint_))) return;
  painter.setPen(mixed(palette().color(QPalette::WindowText), palette().color(QPalette::Window), 0.35));
  painter.drawText(room.adjusted(left, 0, 0, 0), Qt::AlignLeft | Qt::AlignVCenter,
                   metrics.elidedText(hint_, Qt::ElideRight, rest));
}

}  // namespace holonom
