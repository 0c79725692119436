// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QSortFilterProxyModel>
#include <QTreeView>

#include "gui/models/model_tree.h"
#include "gui/session/part_commands.h"

class QLineEdit;
class QMenu;

namespace holonom {

/// The tree of parts with a search box above; its selected lines are the selection.
class ModelPanel : public QWidget {
  Q_OBJECT
 public:
  ModelPanel(Document& document, Selection& selection, PartCommands& commands, QWidget* parent = nullptr);
  ModelTree& tree() { return tree_; }
  QTreeView& view() { return *view_; }
  QModelIndex lineOf(const PartRef& part) const { return proxy_.mapFromSource(tree_.indexOf(part)); }
  void renameCurrent();  ///< the part of the current line, or the model

 signals:
  void menuRequested(const QPoint& globalPosition);

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void showMechanism(const Mechanism& mechanism, bool isNew);
  void showSelection();
  void takeSelection();
  void search(const QString& text);

  Selection& selection_;
  ModelTree tree_;
  QSortFilterProxyModel proxy_;
  QLineEdit* search_;
  QTreeView* view_;
  bool busy_ = false;  // the selection is on its way from or to the view
};

}  // namespace holonom
