// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/plots/board_head.h"

#include <QEvent>
#include <QGridLayout>
#include <QLabel>
#include <QPainter>
#include <QToolButton>
#include <algorithm>
#include <cmath>

#include "gui/plots/axis_ticks.h"
#include "gui/plots/run_legend.h"

namespace holonom {

namespace {

constexpr int kLeft = 8, kRight = 4, kSpacing = 6;  // px

}  // namespace

BoardHead::BoardHead(QWidget* parent)
    : QWidget(parent), grid_(new QGridLayout(this)), runs_(new RunLegend), time_(new QLabel) {
  grid_->setContentsMargins(kLeft, 2, kRight, 0);
  grid_->setVerticalSpacing(0);
  grid_->setColumnStretch(0, 1);
  grid_->setHorizontalSpacing(kSpacing);
  runs_->setObjectName(QStringLiteral("runLabels"));
  time_->setObjectName(QStringLiteral("cursorTime"));
  addPane_ = button("addPane", tr("Add pane"), tr("Add an empty pane or one of the ready-made ones"));
  wholeRun_ = button("wholeRun", tr("Whole run"),
                     tr("Show the whole run again (double click in a plot). Backspace takes one zoom back."));
  wholeRun_->setEnabled(false);
  connect(addPane_, &QToolButton::clicked, this,
          [this] { emit addPaneRequested(addPane_->mapToGlobal(QPoint(0, addPane_->height()))); });
  connect(wholeRun_, &QToolButton::clicked, this, &BoardHead::wholeRunRequested);
  arrange();
}

QToolButton* BoardHead::button(const char* name, const QString& text, const QString& help) {
  auto* button = new QToolButton;
  button->setObjectName(name);
  button->setText(text);
  button->setToolTip(help);
  button->setAutoRaise(true);
  return button;
}

void BoardHead::arrange() {
  int beside = kLeft + kRight + addPane_->sizeHint().width() + wholeRun_->sizeHint().width() + 2 * kSpacing;
  if (!twoCursors_)
    beside += kSpacing + std::max(time_->sizeHint().width(),
                                  time_->fontMetrics().horizontalAdvance(QStringLiteral("t = 0.000000 s")));
  const bool own = runs_->idealWidth() > width_ - beside;
  const int wanted = (own ? 1 : 0) + (twoCursors_ ? 2 : 0);
  if (wanted == arrangement_) return;
  arrangement_ = wanted;
  for (QWidget* widget : std::initializer_list<QWidget*>{runs_, time_, addPane_, wholeRun_})
    grid_->removeWidget(widget);
  const int line = own ? 1 : 0;
  grid_->addWidget(runs_, 0, 0, 1, own ? 4 : 1);
  grid_->addWidget(addPane_, line, 2);
  grid_->addWidget(wholeRun_, line, 3);
  if (twoCursors_) grid_->addWidget(time_, line + 1, 0, 1, 4);
  else if (own) grid_->addWidget(time_, line, 0, 1, 2);
  else grid_->addWidget(time_, line, 1);
}

void BoardHead::fit(int width) {
  width_ = width;
  arrange();
}

void BoardHead::setRuns(const std::vector<PlottedRun>& runs) {
  runs_->setRuns(runs);
  arrange();
}

void BoardHead::setCursors(double t, double second) {
  // as the timeline has it
  QString text = std::isfinite(t) ? tr("t = %1 s").arg(t, 0, 'g', 6) : QString();
  const double between = t - second;
  twoCursors_ = std::isfinite(between);
  if (twoCursors_) text += QString::fromUtf8("   Δt = ") + tr("%1 s").arg(readableNumber(between));
  if (twoCursors_ && between != 0)
    text += QString::fromUtf8("   1/Δt = ") + tr("%1 Hz").arg(readableNumber(std::abs(1 / between)));
  time_->setText(text);
  arrange();
}

void BoardHead::setZoomed(bool on) { wholeRun_->setEnabled(on); }

int BoardHead::heightOnPaper(int width) const { return runs_->heightForWidth(width - 2 * kLeft); }

void BoardHead::drawTo(QPainter& painter, int width) const {
  painter.save();
  painter.translate(kLeft, 0);
  runs_->drawTo(painter, palette(), width - 2 * kLeft);
  painter.restore();
  painter.translate(0, heightOnPaper(width));
}

void BoardHead::changeEvent(QEvent* event) {
  QWidget::changeEvent(event);
  if (event->type() == QEvent::FontChange) arrange();
}

}  // namespace holonom
