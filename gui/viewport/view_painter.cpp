// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/viewport/view_painter.h"

#include "gui/viewport/motor_marks.h"
#include "gui/viewport/overlay.h"

namespace holonom {

ViewPainter::ViewPainter(MechanismScene& scene, const DrawingBoard& board, const Pulls& pulls)
    : scene_(scene), board_(board), pulls_(pulls) {}

void ViewPainter::select(std::vector<PartRef> parts) {
  selected_ = std::move(parts);
  showSelected();
}

void ViewPainter::showSelected() {
  std::vector<int> bodies;
  for (const PartRef& part : selected_)
    if (part.kind == PartRef::Kind::Body && part.point < 0) bodies.push_back(part.index);
  scene_.setSelectedBodies(bodies);
}

void ViewPainter::paint(QPainter& painter, const QSize& size, const QImage& rendered) {
  if (rendered.isNull()) return paintPlaceholder(painter, QRect(QPoint(), size), QString());
  painter.drawImage(QPointF(0, 0), rendered);
  paintNotes(painter, size, {.names = labels_, .selection = true}, labelPlaces_);
  board_.paint(painter, selected_, size, !labels_);
  pulls_.paint(painter);
}

void ViewPainter::paintNotes(QPainter& painter, const QSize& size, const PictureParts& parts,
                             LabelPlacing& places) {
  if (parts.legend) {
    paintTriad(painter, size, scene_.camera());
    const double used = paintNote(painter, size, scene_.bendingFactor());
    if (!scene_.loads().empty()) paintArrowLegend(painter, size, scene_, used);
  }
  paintMotors(painter, scene_);
  if (parts.names) paintLabels(painter, size, scene_, places, parts.selection ? focused() : PartRef{});
  paintGaps(painter, scene_, gaps_);
}

QImage ViewPainter::picture(const QImage& rendered, const QSize& size, const QSize& pixels, double scale,
                            const PictureParts& parts, const QFont& font) {
  QImage image(pixels, parts.transparent ? QImage::Format_ARGB32_Premultiplied : QImage::Format_RGB32);
  image.fill(Qt::transparent);
  QPainter painter(&image);
  painter.scale(scale, scale);  // an image with a ratio below 1 would not do it
  painter.setFont(font);
  painter.drawImage(QPointF(0, 0), rendered);
  paintNotes(painter, size, parts, pictureLabels_);
  board_.paintBoard(painter, size, parts.legend, !parts.names);
  if (parts.selection) board_.paintSelected(painter, selected_, size);
  return image;
}

}  // namespace holonom
