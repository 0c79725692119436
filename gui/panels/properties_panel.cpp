// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/panels/properties_panel.h"

#include <QComboBox>
#include <QContextMenuEvent>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLabel>
#include <QMenu>
#include <QScrollBar>
#include <QVBoxLayout>
#include <algorithm>

#include "core/model/editing.h"
#include "gui/panels/field_editors.h"
#include "gui/panels/tones.h"
#include "gui/panels/tree_columns.h"

namespace holonom {

FieldTree::FieldTree(FieldModel& model, QWidget* parent) : QTreeView(parent), fields_(model) {
  setModel(&model);
  setObjectName("fieldTree");
  setAccessibleName(tr("Properties of the selected part"));
  // a click opens at once, see mouseReleaseEvent()
  setEditTriggers(DoubleClicked | EditKeyPressed | AnyKeyPressed);
  setAlternatingRowColors(true);
  setIndentation(14);
  setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  header()->setStretchLastSection(true);
  header()->setResizeContentsPrecision(-1);  // of all lines, also of those that are scrolled away
  static constexpr int kUsualNames = 140;    // px
  constexpr double kMostNames = 0.65;        // of the width: a name that is cut says less than a value
  auto* columns = new TreeColumns(*this, kUsualNames, kMostNames);
  fitting_.setSingleShot(true);
  connect(&fitting_, &QTimer::timeout, this,
          [this, columns] { columns->setUsual(std::max(kUsualNames, sizeHintForColumn(0))); });
  connect(&model, &QAbstractItemModel::modelReset, &fitting_, qOverload<>(&QTimer::start));
  connect(this, &QTreeView::expanded, &fitting_, qOverload<>(&QTimer::start));
}

/// What was added waits for its name.
void FieldTree::addTo(const QModelIndex& index) {
  const int group = index.parent().isValid() ? index.parent().row() : index.row();
  const int before = fields_.rowCount(fields_.index(group, 0));
  fields_.add(index);
  const QModelIndex heading = fields_.index(group, 0);
  const int rows = fields_.rowCount(heading);
  if (rows <= before) return;
  const QModelIndex added = fields_.index(rows - 2, 0, heading);  // the last line adds another one
  const Field* field = fields_.fieldAt(added);
  if (!field || !field->rename) return;
  setCurrentIndex(added);
  edit(added, AllEditTriggers, nullptr);
}

void FieldTree::removeCurrent() {
  if (fields_.canRemove(currentIndex())) fields_.remove(currentIndex());
}

/// A letter that is meant for something else must not choose.
bool FieldTree::edit(const QModelIndex& index, EditTrigger trigger, QEvent* event) {
  if (trigger == AnyKeyPressed && index.column() == 1 && !fields_.options(index).empty()) return false;
  return QTreeView::edit(index, trigger, event);
}

void FieldTree::closeEditor(QWidget* editor, QAbstractItemDelegate::EndEditHint hint) {
  // else other lines came with the value and took it away
  if (!editor->isHidden()) QTreeView::closeEditor(editor, hint);
  if (hint == QAbstractItemDelegate::RevertModelCache) emit abandoned();
}

void FieldTree::keyPressEvent(QKeyEvent* event) {
  const bool enter = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter;
  if (event->key() == Qt::Key_Insert || (enter && fields_.isAddLine(currentIndex())))
    return addTo(currentIndex());
  if (event->key() == Qt::Key_Delete) return removeCurrent();
  if (enter && currentIndex().flags() & Qt::ItemIsUserCheckable) {
    const bool on = currentIndex().data(Qt::CheckStateRole).toInt() == Qt::Checked;
    fields_.setData(currentIndex(), on ? Qt::Unchecked : Qt::Checked, Qt::CheckStateRole);
    return;
  }
  if (enter && currentIndex().flags() & Qt::ItemIsEditable && state() != EditingState) {
    edit(currentIndex(), AllEditTriggers, nullptr);
    return;
  }
  QTreeView::keyPressEvent(event);
}

/// Deleting an entry of a list comes before deleting the selected part; whoever selects all here means the
/// text of a value.
bool FieldTree::event(QEvent* event) {
  if (event->type() == QEvent::ShortcutOverride) {
    const auto* key = static_cast<QKeyEvent*>(event);
    if (key->matches(QKeySequence::SelectAll) ||
        (key->key() == Qt::Key_Delete && fields_.canRemove(currentIndex())))
      event->accept();
  }
  return QTreeView::event(event);
}

void FieldTree::mouseReleaseEvent(QMouseEvent* event) {
  QTreeView::mouseReleaseEvent(event);
  const QModelIndex index = indexAt(event->position().toPoint());
  if (event->button() != Qt::LeftButton) return;
  if (fields_.isAddLine(index)) addTo(index);
  else if (index == currentIndex() && index.column() == 1 && index.flags() & Qt::ItemIsEditable &&
           state() != EditingState) {
    edit(index, AllEditTriggers, nullptr);
    if (auto* list = qobject_cast<QComboBox*>(indexWidget(index))) list->showPopup();
  }
}

void FieldTree::contextMenuEvent(QContextMenuEvent* event) {
  const QModelIndex index =
      event->reason() == QContextMenuEvent::Keyboard ? currentIndex() : indexAt(event->pos());
  const FieldGroup* group = fields_.groupAt(index);
  if (!group) return;
  QMenu menu(this);
  if (group->add)
    menu.addAction(QString::fromStdString(group->addLabel) + "\tIns", [this, index] { addTo(index); });
  const Field* field = fields_.fieldAt(index);
  if (field && field->rename)
    menu.addAction(tr("Rename\tF2"),
                   [this, index] { edit(index.siblingAtColumn(0), AllEditTriggers, nullptr); });
  if (fields_.canRemove(index)) menu.addAction(tr("Remove\tDel"), [this, index] { fields_.remove(index); });
  if (!menu.isEmpty()) menu.exec(event->globalPos());
}

/// Tab goes from value to value, past headings.
QModelIndex FieldTree::moveCursor(CursorAction action, Qt::KeyboardModifiers modifiers) {
  if (action != MoveNext && action != MovePrevious) return QTreeView::moveCursor(action, modifiers);
  QModelIndex index = currentIndex();
  do index = action == MoveNext ? indexBelow(index) : indexAbove(index);
  while (index.isValid() && !fields_.fieldAt(index));
  return index.isValid() ? index.siblingAtColumn(1) : currentIndex();
}

PropertiesPanel::PropertiesPanel(Document& document, Selection& selection, UnitSettings& units,
                                 QWidget* parent)
    : QWidget(parent), document_(document), selection_(selection), model_(document, units),
      tree_(new FieldTree(model_)), delegate_(new FieldDelegate(model_, this)), several_(new QLabel),
      help_(new QLabel) {
  tree_->setItemDelegate(delegate_);
  help_->setObjectName("fieldHelp");
  help_->setWordWrap(true);
  help_->setMargin(4);
  help_->setAlignment(Qt::AlignTop | Qt::AlignLeft);
  help_->setMinimumHeight(3 * help_->fontMetrics().lineSpacing());
  help_->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(0);
  several_->setObjectName("severalParts");
  several_->setWordWrap(true);
  several_->setMargin(4);
  several_->hide();
  layout->addWidget(several_);
  layout->addWidget(tree_, 1);
  layout->addWidget(help_);
  setFocusProxy(tree_);
  connect(delegate_, &FieldDelegate::judged, this, &PropertiesPanel::explain);
  connect(&model_, &FieldModel::refused, this, &PropertiesPanel::explain);
  connect(tree_->selectionModel(), &QItemSelectionModel::currentChanged, this, [this] { explain({}); });
  connect(tree_, &QTreeView::collapsed, this,
          [this](const QModelIndex& index) { folded_.insert(model_.keyAt(index)); });
  connect(tree_, &QTreeView::expanded, this,
          [this](const QModelIndex& index) { folded_.remove(model_.keyAt(index)); });
  connect(&model_, &QAbstractItemModel::modelReset, this, [this] {
    for (int group = 0; group < model_.rowCount(); ++group) {
      const QModelIndex heading = model_.index(group, 0);
      const QString key = model_.keyAt(heading);
      if (model_.groupAt(heading)->seldomWanted && !met_.contains(key)) folded_.insert(key);
      met_.insert(key);
      tree_->setFirstColumnSpanned(group, {}, true);
      if (const FieldGroup* list = model_.groupAt(heading); list && list->add)
        tree_->setFirstColumnSpanned(model_.rowCount(heading) - 1, heading, true);
      tree_->setExpanded(heading, !folded_.contains(key));
    }
  });
  connect(&document, &Document::opened, this, &PropertiesPanel::showPart);
  connect(&document, &Document::changed, this, [this] {
    keepPlace([this] { model_.refresh(); });
    explain({});  // what was refused was refused of what is no more
  });
  connect(&selection_, &Selection::changed, this, &PropertiesPanel::showPart);
  connect(&units, &UnitSettings::changed, this, [this] { keepPlace([this] { model_.refresh(); }); });
}

void PropertiesPanel::takeOpenEntry() {
  auto* edit = tree_->viewport()->findChild<FieldEdit*>();
  if (edit && edit->isVisible() && edit->isGood()) delegate_->commit(*edit);
}

void PropertiesPanel::showPart() {
  const auto count = selection_.parts().size();
  several_->setVisible(count > 1);
  several_->setText(tr("%1 parts selected; these are the properties of %2.")
                        .arg(count)
                        .arg(QString::fromStdString(partName(document_.mechanism(), selection_.part()))));
  keepPlace([this] { model_.setPart(selection_.part()); });
  explain({});
}

/// The same line stays current, where the new list has it, and nothing jumps.
void PropertiesPanel::keepPlace(const std::function<void()>& change) {
  const QString key = model_.keyAt(tree_->currentIndex());
  const int column = tree_->currentIndex().column(), scrolled = tree_->verticalScrollBar()->value();
  change();
  if (tree_->currentIndex().isValid()) return;  // the lines are still the same
  const QModelIndex again = model_.indexOf(key, std::max(0, column));
  if (again.isValid())
    tree_->selectionModel()->setCurrentIndex(again,
                                             QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
  tree_->verticalScrollBar()->setValue(scrolled);
}

void PropertiesPanel::explain(const QString& complaint) {
  if (!complaint.isEmpty()) {
    help_->setText(complaint);
    help_->setStyleSheet(QStringLiteral("color: %1;").arg(tones().errorText));
    return;
  }
  help_->setText(tree_->currentIndex().data(Qt::StatusTipRole).toString());
  help_->setStyleSheet({});
}

}  // namespace holonom
