// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/plots/forms/table_form.h"

#include <QContextMenuEvent>
#include <QCoreApplication>
#include <QFocusEvent>
#include <QHeaderView>
#include <QScopedValueRollback>
#include <algorithm>
#include <cmath>
#include <limits>

#include "gui/base/channel_words.h"

namespace holonom {

void PlotTableModel::setTable(DataTable table) {
  beginResetModel();
  table_ = std::move(table);
  rows_ = 0;
  for (auto& part : table_.parts) {
    part.first = 0;
    part.last = part.recording->size();
  }
  rows_ = static_cast<int>(std::min<std::size_t>(table_.rows(), std::numeric_limits<int>::max()));
  endResetModel();
}

void PlotTableModel::grow() {
  for (auto& part : table_.parts) part.last = part.recording->size();
  const int rows = static_cast<int>(std::min<std::size_t>(table_.rows(), std::numeric_limits<int>::max()));
  if (rows <= rows_) return;
  beginInsertRows({}, rows_, rows - 1);
  rows_ = rows;
  endInsertRows();
}

int PlotTableModel::rowCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : rows_; }

int PlotTableModel::columnCount(const QModelIndex& parent) const {
  if (parent.isValid()) return 0;
  std::size_t columns = 0;
  for (const auto& part : table_.parts) columns += part.channels.size();
  return static_cast<int>(columns);
}

std::pair<std::size_t, std::size_t> PlotTableModel::cell(int column) const {
  auto rest = static_cast<std::size_t>(column);
  std::size_t part = 0;
  while (rest >= table_.parts[part].channels.size()) rest -= table_.parts[part++].channels.size();
  return {part, rest};
}

QVariant PlotTableModel::data(const QModelIndex& index, int role) const {
  if (!index.isValid()) return {};
  if (role == Qt::TextAlignmentRole)
    return QVariant::fromValue(Qt::Alignment(Qt::AlignRight | Qt::AlignVCenter));
  if (role != Qt::DisplayRole && role != Qt::ToolTipRole) return {};
  const auto [p, c] = cell(index.column());
  const auto& part = table_.parts[p];
  const auto row = static_cast<std::size_t>(index.row());
  if (row >= part.rows()) return {};
  return QString::number(part.recording->value(row, part.channels[c]), 'g', role == Qt::ToolTipRole ? 17 : 9);
}

QVariant PlotTableModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (role != Qt::DisplayRole && (role != Qt::ToolTipRole || orientation == Qt::Vertical)) return {};
  if (orientation == Qt::Vertical) return section;  // the number of the step; 0 is the start
  const auto [p, c] = cell(section);
  const auto& part = table_.parts[p];
  const Channel& channel = part.recording->channels()[static_cast<std::size_t>(part.channels[c])];
  QString title = role == Qt::ToolTipRole ? QString::fromStdString(channel.name) : channelLabel(channel);
  if (!channel.unit.empty()) title += QStringLiteral(" (%1)").arg(QString::fromStdString(channel.unit));
  if (table_.parts.size() < 2) return title;
  return title + '\n' + (part.mark.isEmpty() || role == Qt::ToolTipRole ? part.run : part.mark);
}

PlotTable::PlotTable(PageHost host) : host_(std::move(host)) {
  setModel(&model_);
  setAccessibleName(tr("Table of the recorded steps"));
  setAlternatingRowColors(true);
  setFrameShape(NoFrame);
  setTabKeyNavigation(false);
  setWordWrap(false);
  verticalHeader()->setDefaultSectionSize(fontMetrics().height() + 4);
  verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
  horizontalHeader()->setDefaultSectionSize(
      fontMetrics().horizontalAdvance(QStringLiteral("−0.000000000e−00")));
}

void PlotTable::setCursorTime(double t) {
  const auto& parts = model_.table().parts;
  if (parts.empty() || !isVisible() || !std::isfinite(t) || parts.front().rows() == 0) return;
  const int row = static_cast<int>(std::min(parts.front().recording->rowAt(t), parts.front().rows() - 1));
  if (currentIndex().row() == row || row >= model_.rowCount()) return;
  const QScopedValueRollback quiet(following_, true);
  const int column = std::max(0, currentIndex().column());
  selectionModel()->setCurrentIndex(model_.index(row, column), QItemSelectionModel::ClearAndSelect);
  scrollTo(model_.index(row, column));
}

void PlotTable::currentChanged(const QModelIndex& current, const QModelIndex& previous) {
  QTableView::currentChanged(current, previous);
  if (following_ || !current.isValid() || model_.table().parts.empty()) return;
  const auto& part = model_.table().parts.front();
  if (static_cast<std::size_t>(current.row()) < part.rows())
    host_.cursorRequested(part.recording->time(static_cast<std::size_t>(current.row())));
}

DataTable PlotTable::selected() const {
  DataTable table = model_.table();
  const QItemSelection ranges = selectionModel()->selection();
  int top = std::numeric_limits<int>::max(), bottom = -1, left = top, right = -1;
  for (const auto& range : ranges) {
    top = std::min(top, range.top());
    bottom = std::max(bottom, range.bottom());
    left = std::min(left, range.left());
    right = std::max(right, range.right());
  }
  if (bottom < top || (top == bottom && left == right)) return table;
  int column = 0;
  for (auto& part : table.parts) {
    part.first = std::min(part.last, static_cast<std::size_t>(top));
    part.last = std::min(part.last, static_cast<std::size_t>(bottom) + 1);
    std::vector<int> kept;
    for (const int channel : part.channels) {
      if (column >= left && column <= right) kept.push_back(channel);
      ++column;
    }
    part.channels = kept;
  }
  std::erase_if(table.parts, [](const auto& part) { return part.channels.empty(); });
  return table;
}

void PlotTable::focusInEvent(QFocusEvent* event) {
  {
    const QScopedValueRollback quiet(following_, true);  // Qt chooses the first cell where none is chosen
    QTableView::focusInEvent(event);
  }
  host_.activated();
}

void PlotTable::contextMenuEvent(QContextMenuEvent* event) { host_.menuRequested(event->globalPos()); }

PlotForm tableForm() {
  PlotForm form;
  form.key = kTableForm;
  form.actionName = QStringLiteral("actionTable");
  form.text = QCoreApplication::translate("PlotForm", "T&able");
  form.shortcut = QKeySequence(Qt::CTRL | Qt::Key_4);
  form.overTime = true;
  form.describe = [](FormWords& words, const QString&, const QString&) {
    words.hint = QCoreApplication::translate("PlotForm", "every accepted step");
  };
  form.makePage = [](PageHost host) -> FormPage* { return new PlotTable(std::move(host)); };
  return form;
}

}  // namespace holonom
