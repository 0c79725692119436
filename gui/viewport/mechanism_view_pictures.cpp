// SPDX-License-Identifier: GPL-3.0-or-later
// What is painted over the rendered mechanism, and pictures for files.
#include <QPainter>
#include <cmath>

#include "gui/viewport/gap_marks.h"
#include "gui/viewport/motor_marks.h"
#include "gui/viewport/overlay.h"
#include "gui/viewport/view_impl.h"

namespace holonom {

void MechanismView::Impl::paint(QPainter& painter, const QSize& size, const QImage& picture) {
  if (picture.isNull()) return paintPlaceholder(painter, QRect(QPoint(), size), QString());
  painter.drawImage(QPointF(0, 0), picture);
  paintNotes(painter, size, {.names = labels, .selection = true}, labelPlaces);
  board.paint(painter, selected, size, !labels);
  if (pull) paintPull(painter, scene, pull->body, pull->at, pull->to);
}

void MechanismView::Impl::paintNotes(QPainter& painter, const QSize& size, const PictureParts& parts,
                                     LabelPlacing& places) {
  if (parts.legend) {
    paintTriad(painter, size, scene.camera());
    const double used = paintNote(painter, size, scene.bendingFactor());
    if (!scene.loads().empty()) paintArrowLegend(painter, size, scene, used);
  }
  paintMotors(painter, scene);
  if (parts.names) paintLabels(painter, size, scene, places, parts.selection ? focused() : PartRef{});
  paintGaps(painter, scene, gaps);
}

QImage MechanismView::picture() {
  QImage image(impl_->deviceSize(), QImage::Format_RGB32);
  image.setDevicePixelRatio(devicePixelRatioF());
  QPainter painter(&image);
  painter.setFont(font());
  if (hasGraphics()) {
    impl_->renderFrame(true);
    impl_->paint(painter, size(), impl_->frame);
  } else {
    paintPlaceholder(painter, rect(), impl_->canvas.problem());
  }
  return image;
}

QImage MechanismView::picture(const QSize& pixels, double scale, const PictureParts& parts) {
  if (!hasGraphics() || pixels.isEmpty() || !(scale > 0)) return {};
  const CameraView before = cameraView();
  impl_->fitDue = impl_->fitsAnySize();
  MechanismScene& scene = impl_->scene;
  if (parts.transparent) scene.setTransparent(true), scene.setGridVisible(false);
  if (!parts.selection) scene.setSelectedBodies({});
  const QImage image = impl_->pictureAt(pixels, scale, parts);
  if (parts.transparent) scene.setTransparent(false), scene.setGridVisible(scene.items().grid);
  impl_->showSelected();
  scene.camera().setView(before);
  scene.camera().setViewport(width(), height());
  if (hasKeyboardPointer()) impl_->board.posesChanged();
  impl_->request();
  return image;
}

CameraView MechanismView::cameraFor(const QSize& size) {
  const CameraView before = cameraView();
  if (!impl_->fitsAnySize() || size.isEmpty()) return before;
  ViewCamera& camera = impl_->scene.camera();
  camera.setViewport(size.width(), size.height());
  impl_->scene.fit();
  const CameraView fitted = camera.view();
  camera.setView(before);
  camera.setViewport(width(), height());
  return fitted;
}

QImage MechanismView::Impl::pictureAt(const QSize& pixels, double scale, const PictureParts& parts) {
  const QSize size(int(std::ceil(pixels.width() / scale)), int(std::ceil(pixels.height() / scale)));
  const QImage drawn = renderAt(size, scale, true);
  QImage image(pixels, parts.transparent ? QImage::Format_ARGB32_Premultiplied : QImage::Format_RGB32);
  image.fill(Qt::transparent);
  QPainter painter(&image);
  painter.scale(scale, scale);  // an image with a ratio below 1 would not do it
  painter.setFont(view.font());
  painter.drawImage(QPointF(0, 0), drawn);
  paintNotes(painter, size, parts, pictureLabels);
  board.paintBoard(painter, size, parts.legend, !parts.names);
  if (parts.selection) board.paintSelected(painter, selected, size);
  return image;
}

}  // namespace holonom
