// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/panels/history_panel.h"

#include <QMouseEvent>
#include <QStyledItemDelegate>

#include "gui/session/document.h"

namespace holonom {
namespace {

/// Steps that are undone stand there in grey, to be had again.
class StepDelegate : public QStyledItemDelegate {
 public:
  StepDelegate(const QUndoStack& history, QObject* parent) : QStyledItemDelegate(parent), history_(history) {}

 protected:
  void initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const override {
    QStyledItemDelegate::initStyleOption(option, index);
    if (index.row() > history_.index())
      option->palette.setColor(QPalette::Text, option->palette.color(QPalette::Disabled, QPalette::Text));
  }

 private:
  const QUndoStack& history_;
};

}  // namespace

HistoryPanel::HistoryPanel(Document& document, QWidget* parent) : QUndoView(&document.history(), parent) {
  setObjectName("historyList");
  setEmptyLabel(tr("As opened"));
  setAccessibleName(tr("History of changes"));
  setToolTip(tr(
      "Every change of the model. A click goes back to a step, or forward again; what is undone is grey."));
  setItemDelegate(new StepDelegate(document.history(), this));
  connect(&document.history(), &QUndoStack::indexChanged, viewport(), qOverload<>(&QWidget::update));
  connect(&document.history(), &QUndoStack::indexChanged, this, [this] { scrollTo(currentIndex()); });
}

void HistoryPanel::showEvent(QShowEvent* event) {
  QUndoView::showEvent(event);
  scrollTo(currentIndex());
}

/// Below the last step there is nothing to go to, and the mark stays on the present one.
void HistoryPanel::mousePressEvent(QMouseEvent* event) {
  if (indexAt(event->position().toPoint()).isValid()) QUndoView::mousePressEvent(event);
}

}  // namespace holonom
