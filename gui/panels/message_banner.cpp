// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/panels/message_banner.h"

#include <QEvent>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QLabel>
#include <QToolButton>

#include "gui/panels/icons.h"
#include "gui/panels/tones.h"

namespace holonom {

MessageBanner::MessageBanner(QWidget* parent) : QFrame(parent), label_(new QLabel(this)) {
  setObjectName("messageBanner");
  restyle();
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
  leaving_.setInterval(50);
  connect(&leaving_, &QTimer::timeout, this, &MessageBanner::withdraw);
  hide();
}

void MessageBanner::restyle() {
  const Tones tone = tones();
  const QString sheet = QStringLiteral("#messageBanner { background: %1; border: 1px solid %2; border-radius: 4px; } #messageBanner QLabel { color: %3; }")
                            .arg(tone.errorPaper, tone.errorBorder, tone.errorText);
  if (sheet != styleSheet()) setStyleSheet(sheet);
}

void MessageBanner::changeEvent(QEvent* event) {
  QFrame::changeEvent(event);
  if (event->type() == QEvent::PaletteChange || event->type() == QEvent::StyleChange) restyle();
}

void MessageBanner::withdraw() {
  if (QGuiApplication::mouseButtons() != Qt::NoButton) return leaving_.start();
  leaving_.stop();
  hide();
}

void MessageBanner::showError(const QString& text) {
  leaving_.stop();
  restyle();
  label_->setText(text);
  setAccessibleName(text);
  show();
}

QString MessageBanner::text() const { return label_->text(); }

}  // namespace holonom
