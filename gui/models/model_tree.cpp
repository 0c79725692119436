// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/models/model_tree.h"

#include <QFont>
#include <QMimeData>
#include <QSet>
#include <algorithm>

#include "core/model/editing.h"
#include "core/model/formula_text.h"
#include "gui/base/drag_types.h"
#include "gui/models/part_names.h"

namespace holonom {

struct ModelTree::Node {
  enum class Type { Heading, Group, Part } type = Type::Heading;
  PartRef part;
  int group = -1;
  QString name, detail;
  Node* parent = nullptr;
  int row = 0;
  Nodes children;

  Node& add(Type childType, const PartRef& childPart, QString childName, QString childDetail) {
    auto child = std::make_unique<Node>();
    child->type = childType;
    child->part = childPart;
    child->name = std::move(childName);
    child->detail = std::move(childDetail);
    child->parent = this;
    child->row = int(children.size());
    return *children.emplace_back(std::move(child));
  }
  void renumber() {
    for (std::size_t i = 0; i < children.size(); ++i) children[i]->row = int(i), children[i]->parent = this;
  }
};

ModelTree::ModelTree(QObject* parent) : QAbstractItemModel(parent), root_(std::make_unique<Node>()) {}
ModelTree::~ModelTree() = default;

std::unique_ptr<ModelTree::Node> ModelTree::build(const Mechanism& mechanism) {
  using Type = Node::Type;
  using Kind = PartRef::Kind;
  const auto points = [](std::size_t count) {
    return count == 1 ? tr("1 point") : tr("%1 points").arg(count);
  };
  const auto text = [](const std::string& words) { return QString::fromStdString(words); };
  auto root = std::make_unique<Node>();
  root->add(Type::Heading, {}, tr("Model"), text(mechanism.name));
  const auto addPoints = [&](Node& node, const std::vector<Point>& points) {
    for (std::size_t i = 0; i < points.size(); ++i)
      node.add(Type::Part, {node.part.kind, node.part.index, int(i)}, text(points[i].name), tr("point"));
  };
  if (!mechanism.groups.empty()) {
    Node& groups = root->add(Type::Heading, {}, tr("Groups"), QString::number(mechanism.groups.size()));
    for (const PartGroup& group : mechanism.groups) {
      Node& node =
          groups.add(Type::Group, {}, text(group.name),
                     group.parts.size() == 1 ? tr("1 part") : tr("%1 parts").arg(group.parts.size()));
      node.group = node.row;
      for (const std::string& name : group.parts)
        node.add(Type::Part, findPart(mechanism, name), text(name), {});
    }
  }
  addPoints(root->add(Type::Part, {Kind::Ground}, tr("Ground"), points(mechanism.ground.points.size())),
            mechanism.ground.points);
  const auto add = [&](Kind kind, const QString& title, const auto& parts, const auto& describe) {
    if (parts.empty()) return;
    Node& heading = root->add(Type::Heading, {kind, -1}, title, QString::number(parts.size()));
    for (const auto& part : parts) {
      Node& node =
          heading.add(Type::Part, {kind, int(heading.children.size())}, text(part.name), describe(part));
      if constexpr (requires { part.points; }) addPoints(node, part.points);
    }
  };
  add(Kind::Body, tr("Bodies"), mechanism.bodies, [](const Body& body) {
    const QString mass = withUnit(body.mass, "kg");
    if (!body.turns()) return (body.isSpatial() ? tr("particle in space, %1") : tr("particle, %1")).arg(mass);
    if (body.keepsPlane()) return tr("in a plane, %1").arg(mass);
    return body.isSpatial() ? tr("in space, %1").arg(mass) : mass;
  });
  add(Kind::Joint, tr("Joints"), mechanism.joints, [](const Joint& joint) { return kindName(joint); });
  // in words, of a joint that has several
  const auto whichCoordinate = [&](int number, int coordinate) {
    const Joint& joint = mechanism.joints[std::size_t(number)];
    return isDrivable(mechanism, joint, 1) ? text(coordinateWords(joint).at(std::size_t(coordinate)))
                                           : QString();
  };
  add(Kind::Driver, tr("Drivers (motors)"), mechanism.drivers, [&](const Driver& driver) {
    QString formula = text(formulaForReading(driver.motion, 6));
    if (const QString which = whichCoordinate(driver.joint, driver.coordinate); !which.isEmpty())
      formula = tr("%1: %2").arg(which, formula);
    return driver.prescribes == Driver::Prescribes::Velocity       ? tr("velocity %1").arg(formula)
           : driver.prescribes == Driver::Prescribes::Acceleration ? tr("acceleration %1").arg(formula)
                                                                   : formula;
  });
  add(Kind::Constraint, tr("Constraints by formulas"), mechanism.constraints,
      [&](const Constraint& constraint) { return text(constraintKinds()[constraint.kind.index()].title); });
  add(Kind::Controller, tr("Controllers"), mechanism.controllers,
      [](const Controller& controller) { return kindName(controller); });
  add(Kind::Force, tr("Forces"), mechanism.forces, [&](const Force& force) {
    const int joint = jointOf(force);
    if (joint < 0) return kindName(force);
    const QString name = text(mechanism.joints[std::size_t(joint)].name);
    const QString which = whichCoordinate(joint, jointCoordinateOf(force));
    return tr("%1: %2").arg(which.isEmpty() ? name : tr("%1, %2").arg(name, which), kindName(force));
  });
  add(Kind::Event, tr("Events"), mechanism.events,
      [&](const NamedEvent& event) { return text(event.condition); });
  add(Kind::Output, tr("Outputs"), mechanism.outputs,
      [&](const Output& output) { return text(output.unit); });
  return root;
}

void ModelTree::setMechanism(const Mechanism& mechanism) {
  const auto fresh = build(mechanism);
  update(*root_, *fresh);
}

void ModelTree::begin(const Mechanism& mechanism) {
  beginResetModel();
  root_ = build(mechanism);
  endResetModel();
}

void ModelTree::take(Node& old, Node& fresh) {
  const bool same = old.name == fresh.name && old.detail == fresh.detail && old.part == fresh.part &&
                    old.group == fresh.group;
  old.type = fresh.type;
  old.part = fresh.part;
  old.group = fresh.group;
  old.name = fresh.name;
  old.detail = fresh.detail;
  if (!same) emit dataChanged(indexOf(old), indexOf(old, 1));
  update(old, fresh);
}

void ModelTree::removeRun(Node& old, std::size_t row, std::size_t count) {
  beginRemoveRows(indexOf(old), int(row), int(row + count) - 1);
  old.children.erase(old.children.begin() + std::ptrdiff_t(row),
                     old.children.begin() + std::ptrdiff_t(row + count));
  old.renumber();
  endRemoveRows();
}

void ModelTree::insertRun(Node& old, std::size_t row, Nodes run) {
  beginInsertRows(indexOf(old), int(row), int(row + run.size()) - 1);
  old.children.insert(old.children.begin() + std::ptrdiff_t(row), std::make_move_iterator(run.begin()),
                      std::make_move_iterator(run.end()));
  old.renumber();
  endInsertRows();
}

/// Goes through both lists of lines: equal names are the same line, a new name in the place of a lost one is
/// a renamed line, the rest comes or goes.
void ModelTree::update(Node& old, Node& fresh) {
  QSet<QString> before, after;
  for (const auto& node : old.children) before.insert(node->name);
  for (const auto& node : fresh.children) after.insert(node->name);
  const auto stays = [&](std::size_t i) {
    return i < old.children.size() && after.contains(old.children[i]->name);
  };
  const auto wasThere = [&](std::size_t j) {
    return j < fresh.children.size() && before.contains(fresh.children[j]->name);
  };
  std::size_t i = 0, j = 0;
  while (i < old.children.size() || j < fresh.children.size()) {
    const bool hasOld = i < old.children.size(), hasFresh = j < fresh.children.size();
    const bool equal = hasOld && hasFresh && old.children[i]->name == fresh.children[j]->name;
    const bool renamed = hasOld && hasFresh && !stays(i) && !wasThere(j) &&
                         old.children.size() - i == fresh.children.size() - j;
    if (equal || renamed) {
      take(*old.children[i++], *fresh.children[j++]);
    } else if (hasFresh && !wasThere(j)) {
      Nodes run;
      while (j < fresh.children.size() && !wasThere(j)) run.push_back(std::move(fresh.children[j++]));
      const std::size_t count = run.size();
      insertRun(old, i, std::move(run));
      i += count;
    } else {
      std::size_t count = hasOld ? 1 : 0;
      while (!stays(i) && i + count < old.children.size() && !stays(i + count)) ++count;
      if (count > 0) {
        for (std::size_t k = i; k < i + count; ++k) before.remove(old.children[k]->name);
        removeRun(old, i, count);
      } else {
        before.remove(fresh.children[j]->name);
      }
    }
  }
}

ModelTree::Node* ModelTree::nodeAt(const QModelIndex& index) const {
  return index.isValid() ? static_cast<Node*>(index.internalPointer()) : root_.get();
}

QModelIndex ModelTree::indexOf(const Node& node, int column) const {
  return node.parent ? createIndex(node.row, column, &node) : QModelIndex();
}

PartRef ModelTree::partAt(const QModelIndex& index) const {
  const Node* node = nodeAt(index);
  return index.isValid() && node->type == Node::Type::Part ? node->part : PartRef{};
}

std::vector<PartRef> ModelTree::partsAt(const QModelIndex& index) const {
  const Node* node = nodeAt(index);
  std::vector<PartRef> parts;
  if (!index.isValid()) return parts;
  if (node->type == Node::Type::Part) parts.push_back(node->part);
  if (node->type == Node::Type::Group)
    for (const auto& child : node->children) parts.push_back(child->part);
  return parts;
}

int ModelTree::groupAt(const QModelIndex& index) const { return index.isValid() ? nodeAt(index)->group : -1; }

QModelIndex ModelTree::indexOf(const PartRef& part) const {
  for (const auto& heading : root_->children) {
    if (heading->part.kind != part.kind || part.kind == PartRef::Kind::None) continue;
    const Node* node = heading.get();
    if (part.kind != PartRef::Kind::Ground) {
      if (part.index < 0 || part.index >= std::ssize(heading->children)) return {};
      node = heading->children[std::size_t(part.index)].get();
    }
    if (part.point >= 0) {
      if (part.point >= std::ssize(node->children)) return {};
      node = node->children[std::size_t(part.point)].get();
    }
    return indexOf(*node);
  }
  return {};
}

QModelIndex ModelTree::index(int row, int column, const QModelIndex& parent) const {
  if (row < 0 || column < 0 || column >= columnCount() || row >= rowCount(parent)) return {};
  return createIndex(row, column, nodeAt(parent)->children[std::size_t(row)].get());
}

QModelIndex ModelTree::parent(const QModelIndex& index) const {
  return index.isValid() ? indexOf(*nodeAt(index)->parent) : QModelIndex();
}

int ModelTree::rowCount(const QModelIndex& parent) const {
  return parent.column() > 0 ? 0 : int(nodeAt(parent)->children.size());
}

int ModelTree::columnCount(const QModelIndex&) const { return 2; }

QVariant ModelTree::data(const QModelIndex& index, int role) const {
  if (!index.isValid()) return {};
  const Node* node = nodeAt(index);
  if (role == Qt::DisplayRole || role == Qt::ToolTipRole)
    return index.column() == 0 ? node->name : node->detail;
  if (role == Qt::EditRole && isModel(index)) return node->detail;
  if (role == Qt::EditRole && index.column() == 0) return node->name;
  if (role == Qt::FontRole && node->type == Node::Type::Heading && index.column() == 0) {
    QFont font;
    font.setBold(true);
    return font;
  }
  return {};
}

Qt::ItemFlags ModelTree::flags(const QModelIndex& index) const {
  if (!index.isValid()) return Qt::ItemIsDropEnabled;
  const Node* node = nodeAt(index);
  Qt::ItemFlags flags = Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemIsDropEnabled;
  if (node->type == Node::Type::Part && node->part.kind != PartRef::Kind::Ground && node->part.point < 0)
    flags |= Qt::ItemIsDragEnabled;
  if (isModel(index)) return index.column() == 1 ? flags | Qt::ItemIsEditable : flags;
  const bool isGround = node->part.kind == PartRef::Kind::Ground && node->part.point < 0;
  return index.column() == 0 && node->type != Node::Type::Heading && !isGround ? flags | Qt::ItemIsEditable
                                                                               : flags;
}

bool ModelTree::setData(const QModelIndex& index, const QVariant& value, int role) {
  if (role != Qt::EditRole || !(flags(index) & Qt::ItemIsEditable) || value == data(index, Qt::EditRole))
    return false;
  if (const int group = groupAt(index); group >= 0) emit renameGroupRequested(group, value.toString());
  else emit renameRequested(partAt(index), value.toString());
  return true;
}

const ModelTree::Node* ModelTree::groupAround(const Node* node) const {
  while (node && node->type != Node::Type::Group) node = node->parent;
  return node;
}

bool ModelTree::isGrouped(const QString& name) const {
  for (const auto& heading : root_->children)
    for (const auto& group : heading->children)
      if (group->type == Node::Type::Group &&
          std::any_of(group->children.begin(), group->children.end(),
                      [&](const auto& member) { return member->name == name; }))
        return true;
  return false;
}

QStringList ModelTree::mimeTypes() const { return {kPartsMime}; }

QMimeData* ModelTree::mimeData(const QModelIndexList& lines) const {
  QStringList names;
  for (const QModelIndex& line : lines)
    if (line.column() == 0 && flags(line) & Qt::ItemIsDragEnabled) names.push_back(nodeAt(line)->name);
  if (names.isEmpty()) return nullptr;
  auto* data = new QMimeData;
  data->setData(kPartsMime, names.join('\n').toUtf8());
  return data;
}

bool ModelTree::canDropMimeData(const QMimeData* data, Qt::DropAction, int, int,
                                const QModelIndex& parent) const {
  if (!data || !data->hasFormat(kPartsMime)) return false;
  if (groupAround(nodeAt(parent))) return true;
  const QStringList names = QString::fromUtf8(data->data(kPartsMime)).split('\n');
  return std::any_of(names.begin(), names.end(), [this](const QString& name) { return isGrouped(name); });
}

bool ModelTree::dropMimeData(const QMimeData* data, Qt::DropAction action, int row, int column,
                             const QModelIndex& parent) {
  if (!canDropMimeData(data, action, row, column, parent)) return false;
  std::vector<PartRef> parts;
  for (const QString& name : QString::fromUtf8(data->data(kPartsMime)).split('\n'))
    for (const auto& heading : root_->children)
      for (const auto& node : heading->children)
        if (node->type == Node::Type::Part && node->part.point < 0 && node->name == name)
          parts.push_back(node->part);
  const Node* group = groupAround(nodeAt(parent));
  emit moveRequested(parts, group ? group->name : QString());
  return true;
}

QVariant ModelTree::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal || role != Qt::DisplayRole) return {};
  return section == 0 ? tr("Part") : tr("Kind");
}

}  // namespace holonom
