// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractItemModel>

#include "core/model/fields.h"
#include "gui/session/document.h"
#include "gui/session/unit_settings.h"

namespace holonom {

/// The fields of a part in two levels, groups and fields; each change is a step of the history of the
/// document. A text that cannot be is refused and the model keeps its value.
class FieldModel : public QAbstractItemModel {
  Q_OBJECT
 public:
  FieldModel(Document& document, UnitSettings& units, QObject* parent = nullptr);
  void setPart(const PartRef& part);
  void refresh();  ///< the document has changed

  const Field* fieldAt(const QModelIndex& index) const;
  const FieldGroup* groupAt(const QModelIndex& index) const;  ///< the group of the line
  bool isAddLine(const QModelIndex& index) const;             ///< the last line of a list
  QModelIndex indexOf(const QString& key, int column = 1) const;
  /// names the line in any part, for finding it again
  QString keyAt(const QModelIndex& index) const;

  /// What is wrong with a text; empty when it can be.
  QString complaint(const QModelIndex& index, const QString& text) const;
  /// Values that are made one after the other with the same gesture are one step of the history.
  bool change(const QModelIndex& index, const QString& text, const QString& gesture);
  bool setOption(const QModelIndex& index, const FieldValue& value);
  void add(const QModelIndex& index);  ///< a further entry of the list that the line is of
  bool canRemove(const QModelIndex& index) const;
  bool remove(const QModelIndex& index);
  /// The number moved by that many of its second significant digit, as text in the shown unit; empty for
  /// other fields.
  QString stepped(const QModelIndex& index, const QString& text, int steps) const;
  std::vector<std::pair<std::string, FieldValue>> options(const QModelIndex& index) const;
  QStringList completions(const QModelIndex& index) const;

  QModelIndex index(int row, int column, const QModelIndex& parent = {}) const override;
  QModelIndex parent(const QModelIndex& index) const override;
  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& = {}) const override { return 2; }
  QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
  bool setData(const QModelIndex& index, const QVariant& value, int role = Qt::EditRole) override;
  Qt::ItemFlags flags(const QModelIndex& index) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

 signals:
  void refused(const QString& message);

 private:
  bool apply(const QString& step, const std::function<void(Mechanism&)>& action, bool structural,
             const QString& gesture = {});
  QVariant fieldData(const Field& field, int column, int role) const;
  QString partTitle() const;

  Document& document_;
  UnitSettings& units_;
  PartRef part_;
  std::vector<FieldGroup> groups_;
};

}  // namespace holonom
