// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/models/channel_tree.h"

#include <QMap>
#include <QMimeData>
#include <algorithm>

#include "gui/base/channel_words.h"
#include "gui/base/drag_types.h"

namespace holonom {

namespace {

// Words that people use for what a channel measures, beside those that are shown: by its unit, so that no
// force is found as a moment, and by its kind.
QString otherWords(const Channel& channel) {
  static const QMap<QString, QString> byUnit{
      {QStringLiteral("m"), ChannelTree::tr("place coordinate displacement way")},
      {QStringLiteral("rad"), ChannelTree::tr("position coordinate turn rotation")},
      {QStringLiteral("m/s"), ChannelTree::tr("speed")},
      {QStringLiteral("rad/s"), ChannelTree::tr("speed")},
      {QStringLiteral("N"), ChannelTree::tr("force")},
      {QString::fromUtf8("N·m"), ChannelTree::tr("moment torque")},
      {QStringLiteral("J"), ChannelTree::tr("energy")},
      {QStringLiteral("W"), ChannelTree::tr("power")}};
  const QString unit = byUnit.value(QString::fromStdString(channel.unit));
  switch (channel.kind) {
    case ChannelKind::Multiplier: return unit + ' ' + ChannelTree::tr("lambda multiplier");
    case ChannelKind::Drift: return ChannelTree::tr("drift gap constraint error");
    case ChannelKind::Independence:
      return ChannelTree::tr("constraints sigma singular configuration rank number Jacobian");
    case ChannelKind::Step: return ChannelTree::tr("solver integrator method");
    case ChannelKind::Output: return unit + ' ' + ChannelTree::tr("output");
    case ChannelKind::Measure: return channel.name.ends_with(".length") ? ChannelTree::tr("distance") : unit;
    default: return unit;
  }
}

enum class Hit { Whole, Beginning, None };

/// Whether a word is one of the text, or the beginning of one.
Hit find(const QString& word, const QString& text) {
  Hit hit = Hit::None;
  for (qsizetype at = -1; (at = text.indexOf(word, at + 1, Qt::CaseInsensitive)) >= 0;) {
    const bool inside = at > 0 && text[at - 1].isLetterOrNumber();
    if (inside && !(text[at - 1].isLower() && text[at].isUpper())) continue;  // "upperArm"
    const qsizetype end = at + word.size();
    if (end == text.size() || !text[end].isLetterOrNumber()) return Hit::Whole;
    hit = Hit::Beginning;
  }
  return hit;
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
    Item item{QString::fromStdString(channel.name), channelLabel(channel), channelQuantity(channel),
              QString::fromStdString(channel.unit), channelNote(channel),  otherWords(channel)};
    if (item.quantity == item.label) item.quantity.clear();
    groups_[places[title]].items.push_back(std::move(item));
  }
  setDistances();
  endResetModel();
}

void ChannelTree::seek(const QStringList& words) {
  words_ = words;
  setDistances();
}

/// The sum over the words of how far from what the eye reads first they were found.
int ChannelTree::distanceOf(const Item& item, const QString& title) const {
  int sum = 0;
  for (const QString& word : words_) {
    int step = 0, found = -1;
    for (const QString& text :
         {item.label, item.name, item.quantity + ' ' + item.unit + ' ' + title, item.other}) {
      const Hit hit = find(word, text);
      if (hit != Hit::None) found = step + (hit == Hit::Whole ? 0 : 1);
      if (found >= 0) break;
      step += 2;
    }
    if (found < 0) return -1;
    sum += found;
  }
  return sum;
}

void ChannelTree::setDistances() {
  for (Group& group : groups_) {
    group.distance = -1;
    for (Item& item : group.items) {
      item.distance = distanceOf(item, group.title);
      if (item.distance >= 0 && (group.distance < 0 || item.distance < group.distance))
        group.distance = item.distance;
    }
  }
}

int ChannelTree::distance(const QModelIndex& index) const {
  const Item* item = itemAt(index);
  return item ? item->distance : groups_[std::size_t(index.row())].distance;
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
    case Qt::ToolTipRole: {
      const QString unit = item->unit.isEmpty() ? QString() : ", " + item->unit;
      const QString note = item->note.isEmpty() ? QString() : "\n" + item->note;
      return tr("%1\n%2\nDrag it into a plot, or press Enter to add it to the current one.")
          .arg(item->label, item->name + unit + note);
    }
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

ChannelFilter::ChannelFilter(ChannelTree& tree, QObject* parent)
    : QSortFilterProxyModel(parent), tree_(tree) {
  setSourceModel(&tree);
  sort(0);
}

void ChannelFilter::setWords(const QString& text) {
  tree_.seek(text.split(' ', Qt::SkipEmptyParts));
  invalidate();
}

bool ChannelFilter::lessThan(const QModelIndex& a, const QModelIndex& b) const {
  const int first = tree_.distance(a), second = tree_.distance(b);
  return first != second ? first < second : a.row() < b.row();
}

bool ChannelFilter::filterAcceptsRow(int row, const QModelIndex& parent) const {
  return tree_.distance(tree_.index(row, 0, parent)) >= 0;
}

}  // namespace holonom
