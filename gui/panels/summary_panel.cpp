// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/panels/summary_panel.h"

#include <QEvent>
#include <QHeaderView>
#include <QTableWidget>
#include <QTextBrowser>
#include <algorithm>

#include "gui/models/comparison_table.h"
#include "gui/models/run_findings.h"
#include "gui/plots/plot_palette.h"
#include "gui/session/run_names.h"

namespace holonom {

SummaryPanel::SummaryPanel(Session& session, QWidget* parent)
    : QSplitter(Qt::Horizontal, parent), session_(session), table_(new QTableWidget),
      findings_(new QTextBrowser) {
  table_->setObjectName("summaryTable");
  table_->setAccessibleName(tr("Summary of the runs"));
  table_->setTabKeyNavigation(false);  // the key goes on to the next control
  table_->setEditTriggers(QAbstractItemView::NoEditTriggers);
  table_->setSelectionMode(QAbstractItemView::ContiguousSelection);
  table_->setAlternatingRowColors(true);
  table_->horizontalHeader()->setSectionResizeMode(QHeaderView::Stretch);
  table_->viewport()->installEventFilter(this);
  table_->verticalHeader()->setDefaultSectionSize(fontMetrics().height() + 4);
  table_->verticalHeader()->setMinimumSectionSize(fontMetrics().height() + 2);
  findings_->setObjectName("summaryFindings");
  findings_->setAccessibleName(tr("Events and findings of the runs"));
  findings_->setPlaceholderText(
      tr("Events, redundant constraints, singular configurations and what an automatic method "
         "picked are listed here after a run."));
  addWidget(table_);
  addWidget(findings_);
  setSizes({650, 350});
  setChildrenCollapsible(false);
  connect(&session_, &Session::runsChanged, this, &SummaryPanel::refresh);
  connect(&session_, &Session::runFinished, this, &SummaryPanel::refresh);
  connect(&session_, &Session::runsJudged, this, &SummaryPanel::fillTable);
}

void SummaryPanel::refresh() {
  fillTable();
  findings_->setHtml(findingsText(session_.runs()));
}

void SummaryPanel::fillTable() {
  const auto& runs = session_.runs();
  const auto rows = comparisonOf(runs);
  table_->clear();
  table_->setColumnCount(int(runs.size()));
  table_->setRowCount(runs.empty() ? 0 : int(rows.size()));
  if (runs.empty()) return;
  const int margin = 2 * fontMetrics().averageCharWidth();
  int widest = 0;
  roomy_ = 0;
  for (std::size_t c = 0; c < runs.size(); ++c) {
    const QString label = runs[c]->label();
    const QString mark = runs.size() > 1 ? runMark(runs[c]->place()) + "  " : QString();
    QString title = mark + QString(label).replace(", ", ",\n");
    roomy_ = std::max(roomy_, fontMetrics().size(0, title).width() + margin);
    // a tolerance that is cut reads as another one
    if (brief_)
      title.replace(tr("tolerance "), tr("tolerance") + '\n').replace(tr(" (absolute "), tr("\n(abs. "));
    auto* header = new QTableWidgetItem(title);
    header->setToolTip(label);
    header->setForeground(standingOut(Session::colour(runs[c]->place())));
    table_->setHorizontalHeaderItem(int(c), header);
    const QSize text = fontMetrics().size(0, header->text());
    widest = std::max(widest, text.width());
  }
  const int longest = 20 * fontMetrics().averageCharWidth();  // longer values are read in the tool tip
  for (const ComparisonRow& row : rows)
    for (const QString& value : row.values)
      widest = std::max(widest, std::min(longest, fontMetrics().horizontalAdvance(value)));
  // Nothing is cut; many runs scroll.
  const int least = widest + margin;
  table_->horizontalHeader()->setMinimumSectionSize(least);
  for (int c = 0; c < table_->columnCount(); ++c)  // behind another panel nothing else would
    if (table_->columnWidth(c) < least) table_->horizontalHeader()->resizeSection(c, least);
  for (int r = 0; r < table_->rowCount(); ++r) {
    const ComparisonRow& row = rows[std::size_t(r)];
    auto* header = new QTableWidgetItem(row.quantity);
    header->setToolTip(row.help);
    table_->setVerticalHeaderItem(r, header);
    for (int c = 0; c < table_->columnCount(); ++c) {
      auto* item = new QTableWidgetItem(row.values.at(c));
      item->setTextAlignment(Qt::AlignCenter);
      item->setToolTip(row.help);
      table_->setItem(r, c, item);
    }
  }
  fitTitles();
}

/// One column at least is seen whole.
void SummaryPanel::fitTitles() {
  if ((table_->viewport()->width() < roomy_) == brief_) return;
  brief_ = !brief_;
  fillTable();
}

bool SummaryPanel::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() == QEvent::Resize)
    QMetaObject::invokeMethod(this, &SummaryPanel::fitTitles, Qt::QueuedConnection);
  return QSplitter::eventFilter(watched, event);
}

void SummaryPanel::changeEvent(QEvent* event) {
  QSplitter::changeEvent(event);
  // the colours of the runs are those of the theme
  if (event->type() == QEvent::PaletteChange && table_) refresh();
}

}  // namespace holonom
