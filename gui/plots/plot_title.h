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
  QSize sizeHint() const override;
  QSize minimumSizeHint() const override { return {40, sizeHint().height()}; }

 protected:
  void paintEvent(QPaintEvent*) override;

 private:
  QString title_, hint_;
};

}  // namespace holonom
