// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/panels/fitting_browser.h"

#include <QScrollBar>
#include <QTextDocument>

namespace holonom {

void FittingBrowser::setPages(const QString& usual, const QString& narrow) {
  usual_ = usual;
  narrow_ = narrow;
  QTextDocument measured;
  measured.setDefaultFont(document()->defaultFont());
  measured.setHtml(usual);
  measured.setTextWidth(1);
  needed_ = measured.size().width();
  fit();
}

void FittingBrowser::resizeEvent(QResizeEvent* event) {
  QTextBrowser::resizeEvent(event);
  fit();
}

void FittingBrowser::fit() {
  // room for the scroll bar, whether it is there or not: it comes and goes with the form
  const int room = contentsRect().width() - verticalScrollBar()->sizeHint().width();
  const QString& page = needed_ > room ? narrow_ : usual_;
  if (page == shown_) return;
  shown_ = page;
  const int scrolled = verticalScrollBar()->value();
  setHtml(page);
  verticalScrollBar()->setValue(scrolled);
}

}  // namespace holonom
