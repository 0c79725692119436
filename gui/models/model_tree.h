// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractItemModel>
#include <memory>

#include "core/model/mechanism.h"
#include "gui/session/selection.h"

namespace holonom {

/// The parts of a mechanism: groups made by the user, then the kinds (Bodies, Joints …) with their parts, and
/// points below the bodies. A changed mechanism changes only the lines that differ, so that views keep what
/// is open and selected.
class ModelTree : public QAbstractItemModel {
  Q_OBJECT
 public:
  explicit ModelTree(QObject* parent = nullptr);
  ~ModelTree() override;
  void begin(const Mechanism& mechanism);         ///< another model: all lines are new
  void setMechanism(const Mechanism& mechanism);  ///< the model as it was changed

  PartRef partAt(const QModelIndex& index) const;
  /// Parts that a line stands for: one, or those of a group.
  std::vector<PartRef> partsAt(const QModelIndex& index) const;
  /// Whether a line stands for the model, whose name is in the second column.
  static bool isModel(const QModelIndex& index) {
    return index.row() == 0 && !index.parent().isValid() && index.isValid();
  }
  int groupAt(const QModelIndex& index) const;  ///< place among the groups, −1 for other lines
  QModelIndex indexOf(const PartRef& part) const;

  QModelIndex index(int row, int column, const QModelIndex& parent = {}) const override;
  QModelIndex parent(const QModelIndex& index) const override;
  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
  bool setData(const QModelIndex& index, const QVariant& value, int role = Qt::EditRole) override;
  Qt::ItemFlags flags(const QModelIndex& index) const override;
  // Parts are dragged onto a group or a line in it, or onto any other line, out of their groups.
  Qt::DropActions supportedDropActions() const override { return Qt::MoveAction; }
  QStringList mimeTypes() const override;
  QMimeData* mimeData(const QModelIndexList& lines) const override;
  bool canDropMimeData(const QMimeData* data, Qt::DropAction action, int row, int column,
                       const QModelIndex& parent) const override;
  bool dropMimeData(const QMimeData* data, Qt::DropAction action, int row, int column,
                    const QModelIndex& parent) override;
  QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

 signals:
  void renameRequested(const holonom::PartRef& part, const QString& name);
  void renameGroupRequested(int group, const QString& name);
  /// empty: out of their groups
  void moveRequested(const std::vector<holonom::PartRef>& parts, const QString& group);

 private:
  struct Node;
  using Nodes = std::vector<std::unique_ptr<Node>>;
  static std::unique_ptr<Node> build(const Mechanism& mechanism);
  void update(Node& old, Node& fresh);
  void take(Node& old, Node& fresh);
  void insertRun(Node& old, std::size_t row, Nodes run);
  void removeRun(Node& old, std::size_t row, std::size_t count);
  Node* nodeAt(const QModelIndex& index) const;
  const Node* groupAround(const Node* node) const;  // null: none
  bool isGrouped(const QString& name) const;
  QModelIndex indexOf(const Node& node, int column = 0) const;
  std::unique_ptr<Node> root_;
};

}  // namespace holonom
