// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractItemModel>

#include "core/model/mechanism.h"
#include "gui/session/selection.h"

namespace holonom {

/// The parts of a mechanism in two levels: groups (Bodies, Joints …) that have parts, and the parts.
class ModelTree : public QAbstractItemModel {
  Q_OBJECT
 public:
  explicit ModelTree(QObject* parent = nullptr);
  void setMechanism(const Mechanism& mechanism);

  PartRef partAt(const QModelIndex& index) const;
  QModelIndex indexOf(const PartRef& part) const;

  QModelIndex index(int row, int column, const QModelIndex& parent = {}) const override;
  QModelIndex parent(const QModelIndex& index) const override;
  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

 private:
  struct Item {
    QString name, kind;
  };
  struct Group {
    PartRef::Kind kind;
    QString title;
    std::vector<Item> items;
  };
  const Group* groupOf(const QModelIndex& index) const;
  std::vector<Group> groups_;
};

}  // namespace holonom
