// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTreeView>

#include "gui/models/model_tree.h"
#include "gui/session/document.h"

namespace holonom {

/// The tree of parts; its current line is the selection.
class ModelPanel : public QTreeView {
  Q_OBJECT
 public:
  ModelPanel(Document& document, Selection& selection, QWidget* parent = nullptr);

 protected:
  void currentChanged(const QModelIndex& current, const QModelIndex& previous) override;

 private:
  void showMechanism(const Mechanism& mechanism);
  void showSelection(const PartRef& part);
  Selection& selection_;
  ModelTree tree_;
};

}  // namespace holonom
