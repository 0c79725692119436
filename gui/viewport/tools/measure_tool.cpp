// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/viewport/tools/measure_tool.h"

#include <QStringList>
#include <cmath>

namespace holonom {
namespace {

constexpr int kDigits = 5;

double angleAt(const Vector2& a, const Vector2& corner, const Vector2& b) {
  const Vector2 u = a - corner, v = b - corner;
  return std::abs(std::atan2(u.x() * v.y() - u.y() * v.x(), u.dot(v)));
}

}  // namespace

QString MeasureTool::hint() const {
  if (isSpatial(host_.mechanism()))
    return tr("Measuring takes places in the plane. In space, let an output compute a distance. Esc ends.");
  switch (anchors_.size()) {
    case 0: return tr("Measure: click a point, or any place of a body. Esc ends.");
    case 1: return tr("Click a second place for the distance.");
    case 2:
      return tr("Click a third place for the angle at the second. Ctrl+Shift+M copies the values, Esc ends.");
    default: return tr("Ctrl+Shift+M copies the values, the next click begins anew, Esc ends.");
  }
}

const Mechanism& MeasureTool::surroundings() const {
  shown_ = host_.shown();
  return shown_;
}

bool MeasureTool::press(const Pointer& pointer) {
  if (isSpatial(host_.mechanism())) return true;
  if (anchors_.size() == 3) anchors_.clear();
  const Mechanism shown = host_.shown();
  Anchor anchor;
  if (pointer.place.point) {
    anchor = {pointer.place.point->body, localPosition(shown, *pointer.place.point),
              QString::fromStdString(nameOf(shown, *pointer.place.point))};
  } else {
    anchor.body =
        pointer.place.body.value_or(pointer.part.kind == PartRef::Kind::Body ? pointer.part.index : kGround);
    const Vector2 at =
        pointer.place.body || pointer.snap == Pointer::Snap::Grid ? pointer.place.position : pointer.raw;
    anchor.local = localPlace(shown, anchor.body, at);
  }
  anchors_.push_back(std::move(anchor));
  return true;
}

void MeasureTool::move(const Pointer&, bool) {}

bool MeasureTool::cancel() {
  const bool any = !anchors_.empty();
  anchors_.clear();
  return any;
}

std::vector<Vector2> MeasureTool::places(const Mechanism& shown) const {
  std::vector<Vector2> places;
  for (const Anchor& anchor : anchors_) places.push_back(groundPosition(shown, anchor.body, anchor.local));
  return places;
}

QString MeasureTool::length(double metres, double ofWay) const {
  constexpr double kSmall = 0.1;  // m; less is read in millimetres, as gaps of joints are
  ShownUnits units = host_.units();
  units.millimetres = units.millimetres || ofWay < kSmall;
  return QString::fromStdString(withUnit(metres, units.unitFor("m"), kDigits)).replace('-', QChar(0x2212));
}

QStringList MeasureTool::values() const {
  const auto at = places(host_.shown());
  if (at.size() < 2) return {};
  Vector2 way = at[1] - at[0];
  for (double& part : way)
    if (std::abs(part) < 1e-9 * way.norm()) part = 0;  // nobody wants to read what rounding left
  const double all = way.norm();
  QStringList lines{tr("distance %1").arg(length(all, all)),
                    QStringLiteral("Δx %1").arg(length(way.x(), all)),
                    QStringLiteral("Δy %1").arg(length(way.y(), all))};
  if (at.size() == 3)
    lines << tr("angle %1")
                 .arg(QString::fromStdString(
                     withUnit(angleAt(at[0], at[1], at[2]), host_.units().unitFor("rad"), kDigits)));
  return lines;
}

Preview MeasureTool::preview() const {
  Preview preview;
  const auto at = places(host_.shown());
  if (at.size() > 1) preview.paths.push_back({Preview::Style::Line, at});
  for (const Vector2& place : at) preview.circles.push_back({place, 0});
  const QStringList lines = values();
  if (lines.size() >= 3)
    preview.words.push_back(
        {0.5 * (at[0] + at[1]), lines.mid(0, 3).join(QStringLiteral("   ")), at[1] - at[0]});
  if (lines.size() == 4) preview.words.push_back({at[1], lines[3], Vector2::Zero()});
  return preview;
}

}  // namespace holonom
