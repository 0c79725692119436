// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/panels/model_card.h"

#include <QKeyEvent>
#include <QPainter>
#include <QPixmapCache>
#include <QTextLayout>
#include <cmath>

#include "core/io/model_reader.h"
#include "gui/base/guarded.h"
#include "gui/panels/tones.h"
#include "gui/viewport/portrait.h"

namespace holonom {
namespace {

constexpr int kWidth = 172, kEdge = 10, kLines = 4;
constexpr QSize kPicture(150, 92);

QFont boldened(QFont font) {
  font.setBold(true);
  return font;
}

/// At most so many lines, the last one shortened. Returns how many it took.
int drawLines(QPainter& painter, const QRectF& area, const QString& text, int lines) {
  QTextLayout layout(text, painter.font());
  const QFontMetricsF metrics(painter.font());
  layout.beginLayout();
  double y = area.top();
  int drawn = 0;
  for (; drawn < lines; ++drawn) {
    QTextLine line = layout.createLine();
    if (!line.isValid()) break;
    line.setLineWidth(area.width());
    const bool more = drawn == lines - 1 && line.textStart() + line.textLength() < text.size();
    const QString words = more ? metrics.elidedText(text.mid(line.textStart()), Qt::ElideRight, area.width())
                               : text.mid(line.textStart(), line.textLength());
    painter.drawText(QPointF(area.left(), y + metrics.ascent()), words);
    y += metrics.height();
  }
  layout.endLayout();
  return drawn;
}

}  // namespace

ModelCard::ModelCard(const Example& model, QWidget* parent) : QAbstractButton(parent), model_(model) {
  const QString description = QString::fromStdString(model.description);
  setText(QString::fromStdString(model.title));
  setAccessibleDescription(description);
  setToolTip(QString("<b>%1</b><br>%2").arg(text().toHtmlEscaped(), description.toHtmlEscaped()));
  setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);  // texts are shortened to what there is
  setFocusPolicy(Qt::StrongFocus);
  setCursor(Qt::PointingHandCursor);
  setProperty("keepsArrows", true);  // they go from card to card
}

QSize ModelCard::minimumSizeHint() const {
  return {kWidth, 3 * kEdge + kPicture.height() + kLines * QFontMetrics(boldened(font())).height() + 2};
}

bool ModelCard::isCurrent() const {
  return !picture_.isNull() && dark_ == isDarkTheme() && picture_.devicePixelRatio() == devicePixelRatioF();
}

void ModelCard::drawPicture() {
  dark_ = isDarkTheme();
  const QString file = QString::fromStdString(model_.modelFile.string());
  const QString key = QString("portrait %1 %2 %3").arg(dark_).arg(devicePixelRatioF()).arg(file);
  if (!QPixmapCache::find(key, &picture_)) {
    Mechanism mechanism;
    guarded([&] { mechanism = readMechanism(model_.modelFile); });
    picture_ = QPixmap::fromImage(portraitOf(mechanism, kPicture, devicePixelRatioF(), dark_));
    QPixmapCache::insert(key, picture_);
  }
  update();
}

void ModelCard::paintTexts(QPainter& painter) const {
  const double width = this->width() - 2 * kEdge;
  double y = 2 * kEdge + kPicture.height();
  painter.setFont(boldened(font()));
  painter.setPen(palette().color(QPalette::Text));
  const int lines = drawLines(painter, QRectF(kEdge, y, width, 0), text(), 2);
  y += lines * QFontMetricsF(painter.font()).height() + 2;
  painter.setFont(font());
  painter.setPen(palette().color(QPalette::PlaceholderText).darker(isDarkTheme() ? 80 : 130));
  drawLines(painter, QRectF(kEdge, y, width, 0), QString::fromStdString(model_.description), kLines - lines);
}

void ModelCard::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  const bool lit = underMouse() || hasFocus();
  painter.setPen(QPen(palette().color(lit ? QPalette::Highlight : QPalette::Mid), lit ? 2 : 1));
  painter.setBrush(palette().color(isDown() ? QPalette::AlternateBase : QPalette::Base));
  painter.drawRoundedRect(QRectF(rect()).adjusted(1, 1, -1, -1), 6, 6);
  if (!isCurrent()) emit pictureWanted();
  if (!picture_.isNull())
    painter.drawPixmap(QPointF(std::round(0.5 * (width() - kPicture.width())), kEdge), picture_);
  paintTexts(painter);
}

void ModelCard::keyPressEvent(QKeyEvent* event) {
  switch (event->key()) {
    case Qt::Key_Left: return emit stepRequested(-1, 0);
    case Qt::Key_Right: return emit stepRequested(1, 0);
    case Qt::Key_Up: return emit stepRequested(0, -1);
    case Qt::Key_Down: return emit stepRequested(0, 1);
    case Qt::Key_Return:
    case Qt::Key_Enter: return click();
    default: QAbstractButton::keyPressEvent(event);
  }
}

}  // namespace holonom
