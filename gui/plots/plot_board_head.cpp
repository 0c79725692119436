// SPDX-License-Identifier: GPL-3.0-or-later
// The line above the panes: the runs, the time of the cursors, buttons.
#include <QGridLayout>
#include <QLabel>
#include <QToolButton>

#include "gui/plots/plot_board_impl.h"

namespace holonom {

namespace {

constexpr int kLeft = 8, kRight = 4, kSpacing = 6;  // px

}  // namespace

QWidget* PlotBoard::Impl::header() {
  auto* header = new QWidget;
  head = new QGridLayout(header);
  head->setContentsMargins(kLeft, 2, kRight, 0);
  head->setVerticalSpacing(0);
  head->setColumnStretch(0, 1);
  head->setHorizontalSpacing(kSpacing);
  runLabels = new RunLegend;
  runLabels->setObjectName(QStringLiteral("runLabels"));
  timeLabel = new QLabel;
  timeLabel->setObjectName(QStringLiteral("cursorTime"));
  auto* add = addPane = new QToolButton;
  add->setObjectName(QStringLiteral("addPane"));
  add->setText(PlotBoard::tr("Add pane"));
  add->setToolTip(PlotBoard::tr("Add an empty pane or one of the ready-made ones"));
  add->setAutoRaise(true);
  QObject::connect(add, &QToolButton::clicked, board, [this, add] {
    emit board->addPaneMenuRequested(add->mapToGlobal(QPoint(0, add->height())));
  });
  wholeRun = new QToolButton;
  wholeRun->setObjectName(QStringLiteral("wholeRun"));
  wholeRun->setText(PlotBoard::tr("Whole run"));
  wholeRun->setToolTip(
      PlotBoard::tr("Show the whole run again (double click in a plot). Backspace takes one zoom back."));
  wholeRun->setAutoRaise(true);
  wholeRun->setEnabled(false);
  QObject::connect(wholeRun, &QToolButton::clicked, board, &PlotBoard::resetZoom);
  arrangeHead();
  return header;
}

/// In one line where there is room. The names of the runs have a line of their own where they would be cut,
/// and so have the times of two cursors.
void PlotBoard::Impl::arrangeHead() {
  const bool two = std::isfinite(cursor - second);
  int beside = kLeft + kRight + addPane->sizeHint().width() + wholeRun->sizeHint().width() + 2 * kSpacing;
  if (!two)
    beside +=
        kSpacing + std::max(timeLabel->sizeHint().width(),
                            timeLabel->fontMetrics().horizontalAdvance(QStringLiteral("t = 0.000000 s")));
  const bool own = runLabels->idealWidth() > board->width() - beside;
  const int form = (own ? 1 : 0) + (two ? 2 : 0);
  if (form == headForm) return;
  headForm = form;
  for (QWidget* widget : {static_cast<QWidget*>(runLabels), static_cast<QWidget*>(timeLabel),
                          static_cast<QWidget*>(addPane), static_cast<QWidget*>(wholeRun)})
    head->removeWidget(widget);
  const int line = own ? 1 : 0;
  head->addWidget(runLabels, 0, 0, 1, own ? 4 : 1);
  head->addWidget(addPane, line, 2);
  head->addWidget(wholeRun, line, 3);
  if (two) head->addWidget(timeLabel, line + 1, 0, 1, 4);
  else if (own) head->addWidget(timeLabel, line, 0, 1, 2);
  else head->addWidget(timeLabel, line, 1);
}

void PlotBoard::Impl::showCursors() {
  for (PlotView* view : views) view->setCursors(cursor, second);
  // as the timeline has it
  QString text = std::isfinite(cursor) ? PlotBoard::tr("t = %1 s").arg(cursor, 0, 'g', 6) : QString();
  if (const double dt = cursor - second; std::isfinite(dt)) {
    text += QString::fromUtf8("   Δt = ") + PlotBoard::tr("%1 s").arg(readableNumber(dt));
    if (dt != 0)
      text += QString::fromUtf8("   1/Δt = ") + PlotBoard::tr("%1 Hz").arg(readableNumber(std::abs(1 / dt)));
  }
  timeLabel->setText(text);
  arrangeHead();
}

int PlotBoard::Impl::headHeight(int width) const { return runLabels->heightForWidth(width - 2 * kLeft); }

void PlotBoard::Impl::drawHead(QPainter& painter, int width) const {
  painter.save();
  painter.translate(kLeft, 0);
  runLabels->drawTo(painter, board->palette(), width - 2 * kLeft);
  painter.restore();
  painter.translate(0, headHeight(width));
}

}  // namespace holonom
