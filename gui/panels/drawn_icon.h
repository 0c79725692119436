// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QGuiApplication>
#include <QIconEngine>
#include <QPainter>
#include <QPalette>
#include <functional>

namespace holonom {

/// An icon that is drawn when it is needed, in the colours that the theme has then: it follows a change at
/// once.
class DrawnIcon : public QIconEngine {
 public:
  /// Draws into a square of `units` with the given colour of lines; disabled ones are drawn in grey.
  using Picture = std::function<void(QPainter& painter, const QColor& ink, bool enabled)>;
  DrawnIcon(Picture picture, double units) : picture_(std::move(picture)), units_(units) {}

  void paint(QPainter* painter, const QRect& rect, QIcon::Mode mode, QIcon::State) override {
    const bool enabled = mode != QIcon::Disabled;
    const double size = std::min(rect.width(), rect.height());
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    painter->translate(rect.x() + 0.5 * (rect.width() - size), rect.y() + 0.5 * (rect.height() - size));
    painter->scale(size / units_, size / units_);
    picture_(*painter,
             QGuiApplication::palette().color(enabled ? QPalette::Active : QPalette::Disabled,
                                              QPalette::ButtonText),
             enabled);
    painter->restore();
  }
  QPixmap pixmap(const QSize& size, QIcon::Mode mode, QIcon::State state) override {
    QPixmap pixmap(size);
    pixmap.fill(Qt::transparent);
    QPainter painter(&pixmap);
    paint(&painter, QRect(QPoint(), size), mode, state);
    return pixmap;
  }
  QIconEngine* clone() const override { return new DrawnIcon(picture_, units_); }

 private:
  Picture picture_;
  double units_;
};

}  // namespace holonom
