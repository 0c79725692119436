// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QSet>
#include <QTimer>
#include <QTreeView>

#include "gui/models/field_model.h"
#include "gui/session/selection.h"

class QLabel;

namespace holonom {

class FieldDelegate;

/// A tree of fields that can be used without the mouse: F2, Enter or a letter edits, Tab goes to the next
/// value, Insert adds to a list, Delete removes from it.
class FieldTree : public QTreeView {
  Q_OBJECT
 public:
  FieldTree(FieldModel& model, QWidget* parent = nullptr);
  using QTreeView::edit;
  void removeCurrent();

 signals:
  void abandoned();  ///< an editor was left by Esc

 protected:
  bool edit(const QModelIndex& index, EditTrigger trigger, QEvent* event) override;
  void closeEditor(QWidget* editor, QAbstractItemDelegate::EndEditHint hint) override;
  bool event(QEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void mouseReleaseEvent(QMouseEvent* event) override;
  void contextMenuEvent(QContextMenuEvent* event) override;
  QModelIndex moveCursor(CursorAction action, Qt::KeyboardModifiers modifiers) override;

 private:
  void addTo(const QModelIndex& index);
  FieldModel& fields_;
  QTimer fitting_;  // of the first column to its names, once for many changes
};

/// The values of the selected part, or of the whole mechanism, to be read and changed.
class PropertiesPanel : public QWidget {
  Q_OBJECT
 public:
  PropertiesPanel(Document& document, Selection& selection, UnitSettings& units, QWidget* parent = nullptr);
  FieldModel& model() { return model_; }
  void takeOpenEntry();  ///< as Enter would, where it is a good one
  FieldTree& tree() { return *tree_; }

 private:
  void showPart();
  void keepPlace(const std::function<void()>& change);
  void explain(const QString& complaint);

  Document& document_;
  Selection& selection_;
  FieldModel model_;
  FieldTree* tree_;
  FieldDelegate* delegate_;
  QLabel* several_;  // of how many selected parts one is shown
  QLabel* help_;
  QSet<QString> met_, folded_;  // headings: all so far, and those that are closed
};

}  // namespace holonom
