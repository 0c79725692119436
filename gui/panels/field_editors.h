// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLineEdit>
#include <QStyledItemDelegate>

class QCompleter;

namespace holonom {

class FieldModel;

/// A line in which a value is typed: judged at every key, completed where it is a formula, moved by the arrow
/// keys where it is a number.
class FieldEdit : public QLineEdit {
  Q_OBJECT
 public:
  FieldEdit(const FieldModel& model, const QModelIndex& index, QWidget* parent);
  bool isGood() const { return good_; }

 signals:
  void judged(const QString& complaint);
  void stepped(int steps);

 protected:
  void keyPressEvent(QKeyEvent* event) override;
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void judge();
  void complete();
  void insertCompletion(const QString& name);
  QString wordBeforeCursor() const;

  const FieldModel& model_;
  QPersistentModelIndex index_;
  QCompleter* completer_ = nullptr;
  bool good_ = true;
};

/// Makes the editors of the property panel: combo boxes for choices, lines for the rest.
class FieldDelegate : public QStyledItemDelegate {
  Q_OBJECT
 public:
  FieldDelegate(FieldModel& model, QObject* parent);

  QWidget* createEditor(QWidget* parent, const QStyleOptionViewItem& option,
                        const QModelIndex& index) const override;
  void setEditorData(QWidget* editor, const QModelIndex& index) const override;
  void setModelData(QWidget* editor, QAbstractItemModel* model, const QModelIndex& index) const override;
  QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;
  void commit(QWidget& editor);  ///< takes what stands in it and closes it

 signals:
  void judged(const QString& complaint) const;

 protected:
  bool eventFilter(QObject* editor, QEvent* event) override;

 private:
  QWidget* makeCombo(QWidget* parent, const QModelIndex& index) const;
  QWidget* makeLine(QWidget* parent, const QModelIndex& index) const;
  FieldModel& model_;
};

}  // namespace holonom
