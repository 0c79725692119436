// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/panels/tree_columns.h"

#include <QEvent>
#include <QHeaderView>
#include <QScopedValueRollback>
#include <QTreeView>
#include <algorithm>

namespace holonom {

TreeColumns::TreeColumns(QTreeView& tree, int usual, double most)
    : QObject(&tree), tree_(tree), usual_(usual), most_(most) {
  constexpr int kLeast = 30;  // px: the style's own would push the end of a value out of sight
  tree_.header()->setMinimumSectionSize(kLeast);
  tree_.viewport()->installEventFilter(this);
  connect(tree_.header(), &QHeaderView::sectionResized, this,
          [this](int section) { chosen_ = chosen_ || (section == 0 && !sharing_); });
  share();
}

void TreeColumns::setUsual(int usual) {
  usual_ = usual;
  share();
}

void TreeColumns::share() {
  if (chosen_) return;
  const QScopedValueRollback quiet(sharing_, true);
  tree_.header()->resizeSection(0, std::min(usual_, int(most_ * tree_.viewport()->width())));
}

bool TreeColumns::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() == QEvent::Resize) share();
  return QObject::eventFilter(watched, event);
}

}  // namespace holonom
