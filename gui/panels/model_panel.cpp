// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/panels/model_panel.h"

#include <QHeaderView>
#include <QKeyEvent>
#include <QLineEdit>
#include <QScopedValueRollback>
#include <QVBoxLayout>
#include <algorithm>

#include "gui/panels/search_note.h"
#include "gui/panels/tree_columns.h"

namespace holonom {

ModelPanel::ModelPanel(Document& document, Selection& selection, PartCommands& commands, QWidget* parent)
    : QWidget(parent), selection_(selection), search_(new QLineEdit), view_(new QTreeView) {
  proxy_.setSourceModel(&tree_);
  proxy_.setRecursiveFilteringEnabled(true);
  proxy_.setAutoAcceptChildRows(true);
  proxy_.setFilterCaseSensitivity(Qt::CaseInsensitive);
  proxy_.setFilterKeyColumn(-1);
  search_->setObjectName("partSearch");
  search_->setPlaceholderText(tr("Search parts"));
  search_->setAccessibleName(tr("Search parts by name or kind"));
  search_->setClearButtonEnabled(true);
  view_->setObjectName("partTree");
  view_->setModel(&proxy_);
  view_->setAccessibleName(tr("Parts of the mechanism"));
  view_->setUniformRowHeights(true);
  view_->setAlternatingRowColors(true);
  view_->setSelectionMode(QTreeView::ExtendedSelection);
  view_->setEditTriggers(QTreeView::NoEditTriggers);  // F2 by this panel
  view_->installEventFilter(this);
  view_->setContextMenuPolicy(Qt::CustomContextMenu);
  view_->setDragDropMode(QTreeView::DragDrop);
  view_->setDefaultDropAction(Qt::MoveAction);
  view_->header()->setStretchLastSection(true);
  new TreeColumns(*view_, 150);
  view_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);  // the last column takes what there is
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 2, 0, 0);
  layout->setSpacing(2);
  layout->addWidget(search_);
  layout->addWidget(view_, 1);
  connect(&document, &Document::opened, this, [this, &document] {
    search_->clear();
    showMechanism(document.mechanism(), true);
  });
  connect(&document, &Document::changed, this,
          [this, &document] { showMechanism(document.mechanism(), false); });
  connect(&selection_, &Selection::changed, this, &ModelPanel::showSelection);
  connect(view_->selectionModel(), &QItemSelectionModel::selectionChanged, this, &ModelPanel::takeSelection);
  connect(view_, &QWidget::customContextMenuRequested, this,
          [this](const QPoint& at) { emit menuRequested(view_->viewport()->mapToGlobal(at)); });
  connect(search_, &QLineEdit::textChanged, this, &ModelPanel::search);
  new SearchNote(*view_, *search_, tr("No part has “%1” in its name or kind."));
  connect(&tree_, &ModelTree::renameRequested, this,
          [this, &commands](const PartRef& part, const QString& name) {
            if (!busy_) commands.rename(part, name);
          });
  connect(&tree_, &ModelTree::renameGroupRequested, this, [this, &commands](int group, const QString& name) {
    if (!busy_) commands.renameGroup(group, name);
  });
  connect(&tree_, &ModelTree::moveRequested, this,
          [this, &commands](const std::vector<PartRef>& parts, const QString& group) {
            // The lines change when the view is done with the drop.
            QMetaObject::invokeMethod(
                this, [&commands, parts, group] { commands.moveToGroup(parts, group); },
                Qt::QueuedConnection);
          });
}

// Lines that go can end the typing of a name, and what was typed would change the mechanism, and so the
// lines, once more while they are changing; it belongs to a line that is gone.
void ModelPanel::showMechanism(const Mechanism& mechanism, bool isNew) {
  {
    const QScopedValueRollback quiet(busy_, true);
    QSet<QString> known;
    for (int row = 0; row < tree_.rowCount(); ++row) known.insert(tree_.index(row, 0).data().toString());
    isNew ? tree_.begin(mechanism) : tree_.setMechanism(mechanism);
    constexpr int kExpandLimit = 200;  // a chain of ten thousand links stays folded
    for (int row = 0; row < tree_.rowCount(); ++row) {
      const QModelIndex heading = tree_.index(row, 0);
      const bool isGround = tree_.partAt(heading).kind == PartRef::Kind::Ground;
      if (isNew || !known.contains(heading.data().toString()))
        view_->setExpanded(proxy_.mapFromSource(heading),
                           !isGround && tree_.rowCount(heading) <= kExpandLimit);
    }
  }
  showSelection();
}

void ModelPanel::takeSelection() {
  if (busy_) return;
  const QScopedValueRollback busy(busy_, true);
  std::vector<PartRef> parts;
  for (const QModelIndex& line : view_->selectionModel()->selectedRows())
    for (const PartRef& part : tree_.partsAt(proxy_.mapToSource(line)))
      if (std::find(parts.begin(), parts.end(), part) == parts.end()) parts.push_back(part);
  const PartRef current = tree_.partAt(proxy_.mapToSource(view_->currentIndex()));
  if (const auto focus = std::find(parts.begin(), parts.end(), current); focus != parts.end())
    std::rotate(focus, focus + 1, parts.end());
  selection_.selectAll(std::move(parts));
}

void ModelPanel::showSelection() {
  if (busy_) return;
  const QScopedValueRollback busy(busy_, true);
  QItemSelection lines;
  for (const PartRef& part : selection_.parts())
    if (const QModelIndex line = lineOf(part); line.isValid()) lines.select(line, line.siblingAtColumn(1));
  const QModelIndex current = lineOf(selection_.part());
  const bool shown = tree_.partAt(proxy_.mapToSource(view_->currentIndex())) == selection_.part();
  if (!shown) view_->selectionModel()->setCurrentIndex(current, QItemSelectionModel::NoUpdate);
  view_->selectionModel()->select(lines, QItemSelectionModel::ClearAndSelect);
  if (current.isValid() && !shown) view_->scrollTo(current);
}

void ModelPanel::search(const QString& text) {
  proxy_.setFilterFixedString(text);
  view_->expandToDepth(0);
}

void ModelPanel::renameCurrent() {
  const QModelIndex line = view_->currentIndex().siblingAtColumn(0);
  if (!line.isValid()) return;
  view_->setFocus();
  view_->edit(ModelTree::isModel(proxy_.mapToSource(line)) ? line.siblingAtColumn(1) : line);
}

bool ModelPanel::eventFilter(QObject* watched, QEvent* event) {
  const bool renames = watched == view_ && event->type() == QEvent::KeyPress &&
                       static_cast<QKeyEvent*>(event)->key() == Qt::Key_F2;
  if (renames) renameCurrent();
  return renames || QWidget::eventFilter(watched, event);
}

}  // namespace holonom
