// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/plots/chart_picture.h"

#include <QPalette>
#include <QWidget>

namespace holonom {

namespace {

// px that a curve must have grown by before it is drawn again at once
constexpr double kVisibleAdvance = 0.5;
constexpr qint64 kLatestRedraw = 250;  // ms after which less is drawn too

}  // namespace

bool ChartPicture::isDue(bool running, bool grown, double advance) {
  pending_ = pending_ || grown;
  const bool enough = !running || advance >= kVisibleAdvance || clock_.elapsed() - drawnAt_ >= kLatestRedraw;
  return stale_ || (!running && !smooth_) || (pending_ && enough);
}

void ChartPicture::noteDrawn(bool smooth) {
  smooth_ = smooth;
  stale_ = pending_ = false;
  drawnAt_ = clock_.elapsed();
}

QPixmap& ChartPicture::blank(const QWidget& widget) {
  const double ratio = widget.devicePixelRatioF();
  const QSize pixels = (QSizeF(widget.size()) * ratio).toSize();
  if (pixmap_.size() != pixels) pixmap_ = QPixmap(pixels);
  pixmap_.setDevicePixelRatio(ratio);
  pixmap_.fill(widget.palette().color(QPalette::Window));
  return pixmap_;
}

}  // namespace holonom
