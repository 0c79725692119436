// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractButton>
#include <QPixmap>

#include "core/io/examples.h"

namespace holonom {

/// A model as a large button: its picture, title and description. The picture is made when the gallery has a
/// turn for it.
class ModelCard : public QAbstractButton {
  Q_OBJECT
 public:
  explicit ModelCard(const Example& model, QWidget* parent = nullptr);
  const Example& model() const { return model_; }
  bool wantsPicture() const { return isVisible() && !isCurrent(); }
  void drawPicture();  ///< reads the model; a broken one speaks up when it is opened
  const QPixmap& picture() const { return picture_; }
  QSize sizeHint() const override { return minimumSizeHint(); }
  QSize minimumSizeHint() const override;

 signals:
  void pictureWanted();
  void stepRequested(int columns, int rows);  ///< an arrow key

 protected:
  void paintEvent(QPaintEvent*) override;
  void keyPressEvent(QKeyEvent* event) override;
  void enterEvent(QEnterEvent*) override { update(); }
  void leaveEvent(QEvent*) override { update(); }

 private:
  bool isCurrent() const;  // made for the theme and the screen that there are now
  void paintTexts(QPainter& painter) const;

  Example model_;
  QPixmap picture_;
  bool dark_ = false;
};

}  // namespace holonom
