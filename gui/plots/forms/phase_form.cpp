// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/plots/forms/phase_form.h"

#include <QCoreApplication>
#include <QPainter>
#include <algorithm>
#include <cmath>

namespace holonom {

namespace {

constexpr int kPieces = 1500;

double near(double value, AxisRange range) {
  return std::clamp(value, range.low - kFarAway * range.span(), range.high + kFarAway * range.span());
}

class PhaseForm : public CurveForm {
 public:
  void sample(CurveSet& set, AxisRange window, int) override {
    for (auto& curve : set.curves)
      if (const PlotCurve* abscissa = set.abscissaOf(*curve)) curve->samplePhase(*abscissa, window, kPieces);
  }
  AxisRange extent(const CurveSet& set, std::size_t curve) const override {
    return set.curves[curve]->extent();
  }
  AxisRange wholeExtent(const CurveSet& set, std::size_t curve) const override {
    return set.curves[curve]->wholeExtent();
  }
  AxisRange horizontalExtent(const CurveSet& set) const override {
    AxisRange extent = kNoRange;
    for (const auto& curve : set.curves)
      extent = {std::min(extent.low, curve->phaseExtent().low),
                std::max(extent.high, curve->phaseExtent().high)};
    return extent;
  }
  QList<QPointF> points(const CurveSet& set, std::size_t curve, const ChartFrame& frame) const override {
    const PlotCurve& drawn = *set.curves[curve];
    const AxisRange& y = frame.y[static_cast<std::size_t>(drawn.side())];
    QList<QPointF> points;
    points.reserve(static_cast<qsizetype>(drawn.phase().size()));
    for (const PhasePoint& point : drawn.phase()) {
      const double value = drawn.coordinate(point.y);
      points.append(QPointF(near(point.x, frame.x), std::isfinite(value) ? near(value, y) : y.low));
    }
    return points;
  }

  std::optional<double> click(QPointF at, const ChartScene& scene) override;
  void drawCursors(QPainter& painter, const ChartScene& scene) const override;
};

/// The time at which some curve passed closest, in parts of the axes.
std::optional<double> PhaseForm::click(QPointF at, const ChartScene& scene) {
  const QRectF& area = scene.frame.area;
  double best = std::numeric_limits<double>::infinity();
  std::optional<double> time;
  for (const auto& curve : scene.set.curves)
    for (const PhasePoint& point : curve->phase()) {
      const QPointF away = scene.frame.placeOf(point.x, curve->coordinate(point.y), curve->side()) - at;
      const double distance = std::hypot(away.x() / area.width(), away.y() / area.height());
      if (distance < best) best = distance, time = point.t;
    }
  return time;
}

// A disc where each curve is at the time of the cursor, a ring at that of the second one.
void PhaseForm::drawCursors(QPainter& painter, const ChartScene& scene) const {
  const QRectF& area = scene.frame.area;
  painter.save();
  painter.setClipRect(area);
  painter.setRenderHint(QPainter::Antialiasing);
  for (const double t : {scene.second, scene.cursor}) {
    if (!std::isfinite(t)) continue;
    for (std::size_t i = 0; i < scene.set.curves.size(); ++i) {
      const auto point = phasePointAt(scene.set, i, t);
      if (!point) continue;
      const PlotCurve& curve = *scene.set.curves[i];
      const QPointF place = scene.frame.placeOf(point->x(), point->y(), curve.side());
      if (!area.adjusted(-10, -10, 10, 10).contains(place)) continue;
      const bool first = t == scene.cursor;
      painter.setPen(QPen(first ? scene.palette.color(QPalette::Base) : curve.colour(), 1.5));
      painter.setBrush(first ? QBrush(curve.colour()) : QBrush(Qt::NoBrush));
      painter.drawEllipse(place, 5, 5);
    }
  }
  painter.restore();
}

}  // namespace

std::optional<QPointF> phasePointAt(const CurveSet& set, std::size_t curve, double t) {
  const PlotCurve& drawn = *set.curves[curve];
  const PlotCurve* abscissa = set.abscissaOf(drawn);
  if (abscissa == nullptr) return std::nullopt;
  const QPointF point(abscissa->valueAt(t), drawn.coordinate(drawn.valueAt(t)));
  if (!std::isfinite(point.x()) || !std::isfinite(point.y())) return std::nullopt;
  return point;
}

PlotForm phaseForm() {
  PlotForm form;
  form.key = kPhaseForm;
  form.actionName = QStringLiteral("actionPhase");
  form.text = QCoreApplication::translate("PlotForm", "&One quantity against another (phase plot)");
  form.shortcut = QKeySequence(Qt::CTRL | Qt::Key_2);
  form.againstAnother = true;
  form.describe = [](FormWords& words, const QString& abscissa, const QString& unit) {
    words.hint = abscissa.isEmpty() ? QString()  // without a run there is none yet
                                    : QCoreApplication::translate("PlotForm", "against %1").arg(abscissa);
    if (abscissa.isEmpty()) return;
    words.horizontal = abscissa;
    words.horizontalUnit = unit;
  };
  form.makeCurves = [] { return std::make_unique<PhaseForm>(); };
  return form;
}

}  // namespace holonom
