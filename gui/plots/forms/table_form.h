// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractTableModel>
#include <QTableView>

#include "gui/plots/forms/plot_form.h"

namespace holonom {

inline constexpr char kTableForm[] = "table";

/// Every accepted step, in numbers.
PlotForm tableForm();

/// The recorded rows of some channels as a table. Nothing is copied: cells are read when they are shown.
class PlotTableModel : public QAbstractTableModel {
  Q_OBJECT
 public:
  using QAbstractTableModel::QAbstractTableModel;
  void setTable(DataTable table);  ///< all rows of its recordings, whatever its ranges say
  void grow();                     ///< takes over rows that were recorded since
  const DataTable& table() const { return table_; }

  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

 private:
  std::pair<std::size_t, std::size_t> cell(int column) const;  // part and channel in it
  DataTable table_;
  int rows_ = 0;
};

/// The view of it. The row at the time cursor is marked; choosing a row moves the cursor there.
class PlotTable : public QTableView, public FormPage {
  Q_OBJECT
 public:
  explicit PlotTable(PageHost host);
  QWidget* widget() override { return this; }
  void present(DataTable table) override { model_.setTable(std::move(table)); }
  void grow() override { model_.grow(); }
  void setCursorTime(double t) override;
  /// the selected rows and columns, or everything when one cell at most is selected
  DataTable selected() const override;

 protected:
  void currentChanged(const QModelIndex& current, const QModelIndex& previous) override;
  void focusInEvent(QFocusEvent* event) override;
  void contextMenuEvent(QContextMenuEvent* event) override;

 private:
  PageHost host_;
  PlotTableModel model_;
  bool following_ = false;  // the cursor moves the row, not the other way round
};

}  // namespace holonom
