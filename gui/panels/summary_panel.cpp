// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/panels/summary_panel.h"

#include <QHeaderView>

#include "gui/models/comparison_table.h"

namespace holonom {

SummaryPanel::SummaryPanel(Session& session, QWidget* parent) : QTableWidget(parent), session_(session) {
  setAccessibleName(tr("Summary of the runs"));
  setEditTriggers(NoEditTriggers);
  setSelectionMode(ContiguousSelection);
  setAlternatingRowColors(true);
  horizontalHeader()->setSectionResizeMode(QHeaderView::Stretch);
  verticalHeader()->setDefaultSectionSize(fontMetrics().height() + 4);
  verticalHeader()->setMinimumSectionSize(fontMetrics().height() + 2);
  connect(&session_, &Session::runsChanged, this, &SummaryPanel::refresh);
  connect(&session_, &Session::runFinished, this, &SummaryPanel::refresh);
}

void SummaryPanel::refresh() {
  const auto& runs = session_.runs();
  const auto rows = comparisonOf(runs);
  clear();
  setColumnCount(int(runs.size()));
  setRowCount(runs.empty() ? 0 : int(rows.size()));
  if (runs.empty()) return;
  for (std::size_t c = 0; c < runs.size(); ++c) {
    auto* header = new QTableWidgetItem(runs[c]->label());
    header->setForeground(Session::colour(c));
    setHorizontalHeaderItem(int(c), header);
  }
  for (int r = 0; r < rowCount(); ++r) {
    const ComparisonRow& row = rows[std::size_t(r)];
    auto* header = new QTableWidgetItem(row.quantity);
    header->setToolTip(row.help);
    setVerticalHeaderItem(r, header);
    for (int c = 0; c < columnCount(); ++c) {
      auto* item = new QTableWidgetItem(row.values.at(c));
      item->setTextAlignment(Qt::AlignCenter);
      item->setToolTip(row.help);
      setItem(r, c, item);
    }
  }
}

}  // namespace holonom
