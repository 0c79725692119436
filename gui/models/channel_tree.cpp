// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/models/channel_tree.h"

#include <QMap>
#include <QMimeData>
#include <algorithm>

#include "gui/base/channel_words.h"
#include "gui/base/drag_types.h"

namespace holonom {

namespace {

// Words that people use for what a channel measures, beside the one that is shown.
QString otherWords(const Channel& channel) {
  switch (channel.kind) {
    case ChannelKind::Position: return ChannelTree::tr("place coordinate angle");
    case ChannelKind::Velocity: return ChannelTree::tr("speed");
    case ChannelKind::Acceleration: return ChannelTree::tr("acceleration");
    case ChannelKind::Multiplier: return ChannelTree::tr("force moment torque lambda multiplier joint");
    case ChannelKind::Energy: return ChannelTree::tr("work power");
    case ChannelKind::Drift: return ChannelTree::tr("drift gap constraint error");
    case ChannelKind::Independence:
      return ChannelTree::tr("constraints sigma singular configuration rank number Jacobian");
    case ChannelKind::Step: return ChannelTree::tr("solver integrator method");
    case ChannelKind::Output: return ChannelTree::tr("output");
    case ChannelKind::Measure:
      return ChannelTree::tr("force moment torque length angle position speed joint spring");
    case ChannelKind::Time: break;
  }
  return {};
}

}  // namespace

void ChannelTree::setChannels(const std::vector<Channel>& channels) {
  beginResetModel();
  groups_.clear();
  QMap<QString, std::size_t> places;
  for (const Channel& channel : channels) {
    if (channel.kind == ChannelKind::Time) continue;
    const QString title = channelGroup(channel);
    if (!places.contains(title)) {
      places[title] = groups_.size();
      groups_.push_back({title, {}});
    }
    Item item{QString::fromStdString(channel.name),
              channelLabel(channel),
              channelQuantity(channel),
              QString::fromStdString(channel.unit),
              {}};
    if (item.quantity == item.label) item.quantity.clear();
    item.search =
        QStringList{item.name, item.label, item.quantity, item.unit, title, otherWords(channel)}.join(' ');
    groups_[places[title]].items.push_back(std::move(item));
  }
  endResetModel();
}

QModelIndex ChannelTree::index(int row, int column, const QModelIndex& parent) const {
  if (row < 0 || row >= rowCount(parent) || column < 0 || column >= columnCount()) return {};
  return createIndex(row, column, parent.isValid() ? quintptr(parent.row() + 1) : quintptr(0));
}

QModelIndex ChannelTree::parent(const QModelIndex& index) const {
  if (!index.isValid() || index.internalId() == 0) return {};
  return createIndex(int(index.internalId()) - 1, 0, quintptr(0));
}

int ChannelTree::rowCount(const QModelIndex& parent) const {
  if (!parent.isValid()) return int(groups_.size());
  if (parent.internalId() != 0 || parent.column() != 0) return 0;
  return int(groups_[std::size_t(parent.row())].items.size());
}

int ChannelTree::columnCount(const QModelIndex&) const { return 2; }

const ChannelTree::Item* ChannelTree::itemAt(const QModelIndex& index) const {
  if (!index.isValid() || index.internalId() == 0) return nullptr;
  return &groups_[std::size_t(index.internalId() - 1)].items[std::size_t(index.row())];
}

QVariant ChannelTree::data(const QModelIndex& index, int role) const {
  if (!index.isValid()) return {};
  const Item* item = itemAt(index);
  if (item == nullptr) {
    const Group& group = groups_[std::size_t(index.row())];
    return role == Qt::DisplayRole && index.column() == 0 ? QVariant(group.title) : QVariant();
  }
  switch (role) {
    case kNameRole: return item->name;
    case kSearchRole: return item->search;
    case Qt::ToolTipRole:
      return tr("%1. Drag it into a plot, or press Enter to add it to the current one.").arg(item->name);
    case Qt::DisplayRole:
      if (index.column() == 0) return item->label;
      return item->quantity.isEmpty() || item->unit.isEmpty()
                 ? item->quantity + item->unit
                 : QStringLiteral("%1, %2").arg(item->quantity, item->unit);
    default: return {};
  }
}

QVariant ChannelTree::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal || role != Qt::DisplayRole) return {};
  return section == 0 ? tr("Quantity") : tr("Measures");
}

Qt::ItemFlags ChannelTree::flags(const QModelIndex& index) const {
  const Qt::ItemFlags flags = QAbstractItemModel::flags(index);
  return itemAt(index) ? flags | Qt::ItemIsDragEnabled : flags & ~Qt::ItemIsSelectable;
}

QStringList ChannelTree::mimeTypes() const { return {kChannelMime}; }

QMimeData* ChannelTree::mimeData(const QModelIndexList& indexes) const {
  QStringList names;
  for (const QModelIndex& index : indexes)
    if (const Item* item = itemAt(index); item && !names.contains(item->name)) names << item->name;
  auto* data = new QMimeData;
  data->setData(kChannelMime, names.join('\n').toUtf8());
  data->setText(names.join('\n'));
  return data;
}

ChannelFilter::ChannelFilter(QObject* parent) : QSortFilterProxyModel(parent) {
  setRecursiveFilteringEnabled(true);
  sort(0);
}

void ChannelFilter::setWords(const QString& text) {
  words_ = text.split(' ', Qt::SkipEmptyParts);
  invalidate();
}

/// 0: a word is its name; 1: its name begins with one; 2: neither.
int ChannelFilter::rank(const QModelIndex& line) const {
  const QString name = line.data().toString(), channel = line.data(ChannelTree::kNameRole).toString();
  int best = 2;
  for (const QString& word : words_) {
    if (!name.compare(word, Qt::CaseInsensitive) || !channel.compare(word, Qt::CaseInsensitive)) return 0;
    if (name.startsWith(word, Qt::CaseInsensitive)) best = 1;
  }
  return best;
}

bool ChannelFilter::lessThan(const QModelIndex& a, const QModelIndex& b) const {
  if (words_.isEmpty()) return a.row() < b.row();
  const int first = rank(a), second = rank(b);
  return first != second ? first < second : a.row() < b.row();
}

bool ChannelFilter::filterAcceptsRow(int row, const QModelIndex& parent) const {
  if (words_.isEmpty()) return true;
  if (!parent.isValid()) return false;  // a group stays when something in it does
  const QString text = sourceModel()->index(row, 0, parent).data(ChannelTree::kSearchRole).toString();
  return std::all_of(words_.begin(), words_.end(),
                     [&](const QString& word) { return text.contains(word, Qt::CaseInsensitive); });
}

}  // namespace holonom
