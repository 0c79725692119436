// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/panels/search_note.h"

#include <QAbstractItemView>
#include <QEvent>
#include <QLineEdit>

namespace holonom {

SearchNote::SearchNote(QAbstractItemView& list, QLineEdit& search, QString text)
    : QLabel(list.viewport()), list_(list), search_(search), text_(std::move(text)) {
  setObjectName("searchNote");
  setTextFormat(Qt::PlainText);
  setWordWrap(true);
  setMargin(8);
  setAlignment(Qt::AlignTop | Qt::AlignLeft);
  setAttribute(Qt::WA_TransparentForMouseEvents);
  list.viewport()->installEventFilter(this);
  const QAbstractItemModel* model = list.model();
  // The filter has its new words only when all who listen to the box have been told.
  connect(&search, &QLineEdit::textChanged, this, &SearchNote::refresh, Qt::QueuedConnection);
  connect(model, &QAbstractItemModel::modelReset, this, &SearchNote::refresh);
  connect(model, &QAbstractItemModel::rowsInserted, this, &SearchNote::refresh);
  connect(model, &QAbstractItemModel::rowsRemoved, this, &SearchNote::refresh);
  refresh();
}

void SearchNote::refresh() {
  const QString words = search_.text().trimmed();
  setText(text_.arg(words));
  setVisible(!words.isEmpty() && list_.model()->rowCount() == 0);
  resize(list_.viewport()->width(), heightForWidth(list_.viewport()->width()));
}

bool SearchNote::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() == QEvent::Resize) refresh();
  return QLabel::eventFilter(watched, event);
}

}  // namespace holonom
