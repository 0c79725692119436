// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/plots/chart_scene.h"

#include <QPainter>

#include "gui/plots/plot_palette.h"

namespace holonom {

const PlotCurve* CurveSet::abscissaOf(const PlotCurve& curve) const {
  for (const auto& abscissa : abscissae)
    if (abscissa->source() == curve.source()) return abscissa.get();
  return nullptr;
}

QColor ChartScene::colourOf(std::size_t curve) const {
  const QColor colour = set.curves[curve]->colour();
  if (strong.empty()) return colour;
  return strong[curve] ? standingOut(colour) : receding(colour);
}

void ChartScene::drawLineAt(QPainter& painter, double value, Qt::PenStyle style) const {
  if (!(value >= frame.x.low && value <= frame.x.high)) return;
  const double place = std::round(frame.placeAcross(value));
  painter.setPen(QPen(palette.color(QPalette::Text), 1, style));
  painter.drawLine(QPointF(place, frame.area.top()), QPointF(place, frame.area.bottom()));
}

}  // namespace holonom
