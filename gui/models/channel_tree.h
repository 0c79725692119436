// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractItemModel>
#include <QSortFilterProxyModel>
#include <vector>

#include "core/results/step_record.h"

namespace holonom {

/// The channels of the runs in two levels: parts (bodies, joints …) or subjects (energy, steps), and their
/// channels. Channels can be dragged into a plot.
class ChannelTree : public QAbstractItemModel {
  Q_OBJECT
 public:
  static constexpr int kNameRole = Qt::UserRole;        ///< "crank.omega"; empty for a group
  static constexpr int kSearchRole = Qt::UserRole + 1;  ///< all words by which it is found

  using QAbstractItemModel::QAbstractItemModel;
  void setChannels(const std::vector<Channel>& channels);  ///< in the order of a run; the time is left out
  bool isEmpty() const { return groups_.empty(); }

  QModelIndex index(int row, int column, const QModelIndex& parent = {}) const override;
  QModelIndex parent(const QModelIndex& index) const override;
  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;
  Qt::ItemFlags flags(const QModelIndex& index) const override;
  QStringList mimeTypes() const override;
  QMimeData* mimeData(const QModelIndexList& indexes) const override;

 private:
  struct Item {
    QString name, label, quantity, unit, search;
  };
  struct Group {
    QString title;
    std::vector<Item> items;
  };
  const Item* itemAt(const QModelIndex& index) const;
  std::vector<Group> groups_;
};

/// Keeps what holds every word of a search, in any order and case: "crank vel" finds the velocities of the
/// crank. Parts and quantities of which a word is the name come first, then those whose name begins with one.
class ChannelFilter : public QSortFilterProxyModel {
  Q_OBJECT
 public:
  explicit ChannelFilter(QObject* parent = nullptr);
  void setWords(const QString& text);

 protected:
  bool filterAcceptsRow(int row, const QModelIndex& parent) const override;
  bool lessThan(const QModelIndex& a, const QModelIndex& b) const override;

 private:
  int rank(const QModelIndex& line) const;
  QStringList words_;
};

}  // namespace holonom
