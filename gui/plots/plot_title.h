// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QWidget>

namespace holonom {

/// Title of a plot in bold with a quiet hint beside it, shortened where there is no room for both.
class PlotTitle : public QWidget {
  Q_OBJECT
 public:
  using QWidget::QWidget;

  void setTexts(const QString& title, const QString& hint);
  const QString& title() const { return title_; }
  void setCurrent(bool on);  ///< marks the pane that takes what is added by the keyboard
  void setDragKey(const QString& key) { dragKey_ = key; }  ///< dragging the title moves the pane of this key
  void drawTo(QPainter& painter, int width) const;
  QSize sizeHint() const override;
  QSize minimumSizeHint() const override { return {40, sizeHint().height()}; }

 protected:
  void paintEvent(QPaintEvent*) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;

 private:
  QString title_, hint_, dragKey_;
  bool current_ = false;
  QPoint pressed_;
};

}  // namespace holonom
