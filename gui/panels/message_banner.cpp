// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/panels/message_banner.h"

#include <QEvent>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
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
  QPalette colours = palette();
  colours.setColor(QPalette::WindowText, tones().errorText);
  label_->setPalette(colours);
}

// Not by a style sheet: a widget that has one is not told of another theme.
void MessageBanner::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(QColor(tones().errorBorder));
  painter.setBrush(QColor(tones().errorPaper));
  painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), 4, 4);
}

void MessageBanner::changeEvent(QEvent* event) {
  QFrame::changeEvent(event);
  if (event->type() == QEvent::PaletteChange) restyle();
}

void MessageBanner::withdraw() {
  if (QGuiApplication::mouseButtons() != Qt::NoButton) return leaving_.start();
  leaving_.stop();
  hide();
}

void MessageBanner::showError(const QString& text) {
  leaving_.stop();
  label_->setText(text);
  setAccessibleName(text);
  show();
}

QString MessageBanner::text() const { return label_->text(); }

}  // namespace holonom
