// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/plots/forms/time_form.h"

#include <QCoreApplication>
#include <QPainter>
#include <algorithm>
#include <cmath>

#include "gui/plots/forms/curve_form.h"

namespace holonom {

namespace {

constexpr double kDotDistance = 20;  // px; wider apart, accepted steps are marked by dots
constexpr double kEventReach = 4;    // px of the mouse around the line of an event

class TimeForm : public CurveForm {
 public:
  void sample(CurveSet& set, AxisRange window, int columns) override {
    for (auto& curve : set.curves) curve->sample(window, columns);
  }
  AxisRange extent(const CurveSet& set, std::size_t curve) const override {
    return set.curves[curve]->extent();
  }
  AxisRange wholeExtent(const CurveSet& set, std::size_t curve) const override {
    return set.curves[curve]->wholeExtent();
  }
  QList<QPointF> points(const CurveSet& set, std::size_t curve, const ChartFrame& frame) const override {
    const PlotCurve& drawn = *set.curves[curve];
    return drawn.points(frame.x, frame.y[static_cast<std::size_t>(drawn.side())]);
  }

  std::optional<double> click(QPointF at, const ChartScene& scene) override {
    return std::clamp(scene.frame.valueAcross(at.x()), scene.frame.x.low, scene.frame.x.high);
  }
  void drawCursors(QPainter& painter, const ChartScene& scene) const override {
    scene.drawLineAt(painter, scene.second, Qt::DashLine);
    scene.drawLineAt(painter, scene.cursor, Qt::SolidLine);
  }
  QString tip(QPointF at, const ChartScene& scene) const override {
    return scene.events.at(at.x(), scene.frame.area, scene.frame.x, kEventReach);
  }

  void drawBehind(QPainter& painter, const ChartScene& scene) const override {
    scene.events.paint(painter, scene.frame.area, scene.frame.x);
  }
  void drawOver(QPainter& painter, const ChartScene& scene) const override {
    drawSteps(painter, scene);
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    for (const bool up : {true, false}) drawOffScale(painter, scene, up);
    painter.restore();
  }

 private:
  void drawSteps(QPainter& painter, const ChartScene& scene) const;
  void drawOffScale(QPainter& painter, const ChartScene& scene, bool up) const;
};

// Where few steps are seen, each is marked: the user sees what the method computed and what is only a line.
void TimeForm::drawSteps(QPainter& painter, const ChartScene& scene) const {
  const ChartFrame& frame = scene.frame;
  painter.save();
  painter.setClipRect(frame.area);
  painter.setPen(Qt::NoPen);
  for (std::size_t i = 0; i < scene.set.curves.size(); ++i) {
    const PlotCurve& curve = *scene.set.curves[i];
    if (static_cast<double>(curve.sampleCount()) * kDotDistance > frame.area.width()) continue;
    painter.setBrush(scene.colourOf(i));
    const double lowest = frame.y[static_cast<std::size_t>(curve.side())].low;
    for (const auto& sample : curve.sampled()) {
      const QPointF p = frame.placeOf(sample.x, std::max(curve.coordinate(sample.y), lowest), curve.side());
      painter.drawRect(QRectF(p.x() - 1.5, p.y() - 1.5, 3, 3));
    }
  }
  painter.restore();
}

/// An arrow where a run that broke off leaves the range, and how far it goes.
void TimeForm::drawOffScale(QPainter& painter, const ChartScene& scene, bool up) const {
  const QRectF& area = scene.frame.area;
  double farthest = 0, x = area.left();
  for (const auto& curve : scene.set.curves) {
    const auto side = static_cast<std::size_t>(curve->side());
    const AxisRange all = curve->wholeExtent(), seen = scene.frame.y[side];
    if (!std::isfinite(curve->runsAwayAt()) || scene.chosen[side] ||
        (up ? all.high <= seen.high : all.low >= seen.low))
      continue;
    const double at = std::clamp(scene.frame.placeAcross(curve->runsAwayAt()), area.left() + 6,
                                 area.right() - 6),
                 tip = up ? area.top() + 2 : area.bottom() - 2, foot = up ? tip + 7 : tip - 7;
    painter.setPen(Qt::NoPen);
    painter.setBrush(curve->colour());
    painter.drawPolygon(QPolygonF({QPointF(at, tip), QPointF(at - 5, foot), QPointF(at + 5, foot)}));
    farthest = up ? std::max(farthest, all.high) : std::min(farthest, all.low);
    x = std::max(x, at);
  }
  if (farthest == 0) return;
  const QFontMetrics metrics = painter.fontMetrics();
  const QString text =
      QCoreApplication::translate("PlotForm", "off the scale, to %1").arg(readableNumber(farthest));
  const double left = x - 10 - metrics.horizontalAdvance(text),
               baseline = up ? area.top() + 1 + metrics.ascent() : area.bottom() - 2 - metrics.descent();
  QColor ground = scene.palette.color(QPalette::Base);
  ground.setAlpha(200);
  painter.fillRect(
      QRectF(left - 2, baseline - metrics.ascent(), metrics.horizontalAdvance(text) + 4, metrics.height()),
      ground);
  painter.setPen(scene.palette.color(QPalette::Text));
  painter.drawText(QPointF(left, baseline), text);
}

}  // namespace

PlotForm timeForm() {
  PlotForm form;
  form.key = kTimeForm;
  form.actionName = QStringLiteral("actionOverTime");
  form.text = QCoreApplication::translate("PlotForm", "Curves over &time");
  form.shortcut = QKeySequence(Qt::CTRL | Qt::Key_1);
  form.overTime = true;
  form.describe = [](FormWords&, const QString&, const QString&) {};
  form.makeCurves = [] { return std::make_unique<TimeForm>(); };
  return form;
}

}  // namespace holonom
