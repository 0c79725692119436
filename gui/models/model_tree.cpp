// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/models/model_tree.h"

#include "gui/models/part_names.h"

namespace holonom {

ModelTree::ModelTree(QObject* parent) : QAbstractItemModel(parent) {}

void ModelTree::setMechanism(const Mechanism& mechanism) {
  beginResetModel();
  groups_.clear();
  const auto add = [this](PartRef::Kind kind, const QString& title, const auto& parts, const auto& describe) {
    Group group{kind, title, {}};
    for (const auto& part : parts) group.items.push_back({QString::fromStdString(part.name), describe(part)});
    if (!group.items.empty()) groups_.push_back(std::move(group));
  };
  groups_.push_back({PartRef::Kind::Ground, tr("Ground"), {{tr("ground"), tr("%1 points").arg(mechanism.ground.points.size())}}});
  add(PartRef::Kind::Body, tr("Bodies"), mechanism.bodies, [](const Body& body) { return withUnit(body.mass, "kg"); });
  add(PartRef::Kind::Joint, tr("Joints"), mechanism.joints, [](const Joint& joint) { return kindName(joint); });
  add(PartRef::Kind::Driver, tr("Drivers (motors)"), mechanism.drivers,
      [](const Driver& driver) { return QString::fromStdString(driver.motion); });
  add(PartRef::Kind::Controller, tr("Controllers"), mechanism.controllers,
      [](const Controller& controller) { return kindName(controller); });
  add(PartRef::Kind::Force, tr("Forces"), mechanism.forces, [](const Force& force) { return kindName(force); });
  add(PartRef::Kind::Event, tr("Events"), mechanism.events,
      [](const NamedEvent& event) { return QString::fromStdString(event.condition); });
  add(PartRef::Kind::Output, tr("Outputs"), mechanism.outputs,
      [](const Output& output) { return QString::fromStdString(output.unit); });
  endResetModel();
}

const ModelTree::Group* ModelTree::groupOf(const QModelIndex& index) const {
  // Groups carry internal id 0, parts the number of their group plus one.
  const auto place = index.internalId() == 0 ? static_cast<std::size_t>(index.row()) : index.internalId() - 1;
  return index.isValid() && place < groups_.size() ? &groups_[place] : nullptr;
}

PartRef ModelTree::partAt(const QModelIndex& index) const {
  const Group* group = groupOf(index);
  if (!group || index.internalId() == 0) return {};
  return {group->kind, index.row()};
}

QModelIndex ModelTree::indexOf(const PartRef& part) const {
  for (std::size_t g = 0; g < groups_.size(); ++g)
    if (groups_[g].kind == part.kind && part.index < std::ssize(groups_[g].items))
      return createIndex(part.index, 0, quintptr(g + 1));
  return {};
}

QModelIndex ModelTree::index(int row, int column, const QModelIndex& parent) const {
  if (row < 0 || column < 0 || column >= columnCount() || row >= rowCount(parent)) return {};
  return createIndex(row, column, parent.isValid() ? quintptr(parent.row() + 1) : quintptr(0));
}

QModelIndex ModelTree::parent(const QModelIndex& index) const {
  if (!index.isValid() || index.internalId() == 0) return {};
  return createIndex(int(index.internalId() - 1), 0, quintptr(0));
}

int ModelTree::rowCount(const QModelIndex& parent) const {
  if (!parent.isValid()) return int(groups_.size());
  if (parent.internalId() != 0 || parent.column() != 0) return 0;
  return int(groups_[std::size_t(parent.row())].items.size());
}

int ModelTree::columnCount(const QModelIndex&) const { return 2; }

QVariant ModelTree::data(const QModelIndex& index, int role) const {
  const Group* group = groupOf(index);
  if (!group) return {};
  if (index.internalId() == 0) {
    if (role == Qt::DisplayRole)
      return index.column() == 0 ? group->title : QString::number(group->items.size());
    return {};
  }
  const Item& item = group->items[std::size_t(index.row())];
  if (role == Qt::DisplayRole || role == Qt::ToolTipRole) return index.column() == 0 ? item.name : item.kind;
  return {};
}

QVariant ModelTree::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal || role != Qt::DisplayRole) return {};
  return section == 0 ? tr("Part") : tr("Kind");
}

}  // namespace holonom
