// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/panels/message_banner.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QToolButton>

#include "gui/panels/icons.h"

namespace holonom {

MessageBanner::MessageBanner(QWidget* parent) : QFrame(parent), label_(new QLabel(this)) {
  setObjectName("messageBanner");
  setStyleSheet("#messageBanner { background: #fdecea; border: 1px solid #c0392b; border-radius: 4px; }"
                "#messageBanner QLabel { color: #7a1610; }");
  label_->setWordWrap(true);
  label_->setTextFormat(Qt::PlainText);
  label_->setTextInteractionFlags(Qt::TextSelectableByMouse);
  auto* close = new QToolButton(this);
  close->setObjectName("closeBanner");
  close->setIcon(makeIcon(Icon::Close));
  close->setAutoRaise(true);
  close->setToolTip(tr("Close this message"));
  close->setAccessibleName(tr("Close this message"));
  connect(close, &QToolButton::clicked, this, &QWidget::hide);
  auto* layout = new QHBoxLayout(this);
  layout->setContentsMargins(10, 6, 6, 6);
  layout->addWidget(label_, 1);
  layout->addWidget(close, 0, Qt::AlignTop);
  hide();
}

void MessageBanner::showError(const QString& text) {
  label_->setText(text);
  setAccessibleName(text);
  show();
}

QString MessageBanner::text() const { return label_->text(); }

}  // namespace holonom
