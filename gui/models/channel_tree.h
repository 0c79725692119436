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
  static constexpr int kNameRole = Qt::UserRole;  ///< "crank.omega"; empty for a group

  using QAbstractItemModel::QAbstractItemModel;
  void setChannels(const std::vector<Channel>& channels);  ///< in the order of a run; the time is left out
  bool isEmpty() const { return groups_.empty(); }
  void seek(const QStringList& words);
  /// Of the line from the words: 0 where its label has all of them; −1 where one is not found.
  int distance(const QModelIndex& index) const;

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
    QString name, label, quantity, unit, note, other;
    int distance = 0;
  };
  struct Group {
    QString title;
    std::vector<Item> items;
    int distance = 0;
  };
  const Item* itemAt(const QModelIndex& index) const;
  int distanceOf(const Item& item, const QString& title) const;
  void setDistances();
  std::vector<Group> groups_;
  QStringList words_;
};

/// Keeps what has words that begin with those of a search, in any order and case: "crank vel" finds the
/// velocities of the crank. What has them in its label comes first, then in its name in files, in what it
/// measures, and in other words for that.
class ChannelFilter : public QSortFilterProxyModel {
  Q_OBJECT
 public:
  explicit ChannelFilter(ChannelTree& tree, QObject* parent = nullptr);
  void setWords(const QString& text);

 protected:
  bool filterAcceptsRow(int row, const QModelIndex& parent) const override;
  bool lessThan(const QModelIndex& a, const QModelIndex& b) const override;

 private:
  ChannelTree& tree_;
};

}  // namespace holonom
