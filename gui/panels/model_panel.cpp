// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/panels/model_panel.h"

#include <QHeaderView>

namespace holonom {

ModelPanel::ModelPanel(Document& document, Selection& selection, QWidget* parent)
    : QTreeView(parent), selection_(selection) {
  setModel(&tree_);
  setAccessibleName(tr("Parts of the mechanism"));
  setUniformRowHeights(true);
  setAlternatingRowColors(true);
  setEditTriggers(NoEditTriggers);
  header()->setStretchLastSection(true);
  header()->resizeSection(0, 130);
  setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);  // the last column takes what there is
  connect(&document, &Document::opened, this, [this, &document] { showMechanism(document.mechanism()); });
  connect(&document, &Document::changed, this, [this, &document] { showMechanism(document.mechanism()); });
  connect(&selection_, &Selection::changed, this, &ModelPanel::showSelection);
}

void ModelPanel::showMechanism(const Mechanism& mechanism) {
  const PartRef selected = selection_.part();  // forgotten with the lines
  tree_.setMechanism(mechanism);
  constexpr int kExpandLimit = 200;  // a chain of ten thousand links stays folded
  for (int group = 0; group < tree_.rowCount(); ++group)
    setExpanded(tree_.index(group, 0), group > 0 && tree_.rowCount(tree_.index(group, 0)) <= kExpandLimit);
  selection_.select(selected);
  showSelection(selection_.part());
}

void ModelPanel::currentChanged(const QModelIndex& current, const QModelIndex& previous) {
  QTreeView::currentChanged(current, previous);
  if (current.isValid() && current == tree_.indexOf(selection_.part())) return;  // a point of the part stays selected
  selection_.select(tree_.partAt(current));
}

void ModelPanel::showSelection(const PartRef& part) {
  const QModelIndex index = tree_.indexOf(part);
  if (index.isValid()) {
    setCurrentIndex(index);
    scrollTo(index);
  } else if (tree_.partAt(currentIndex()).kind != PartRef::Kind::None) {
    setCurrentIndex({});
  }
}

}  // namespace holonom
