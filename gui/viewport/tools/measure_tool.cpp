// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/viewport/tools/measure_tool.h"

#include <QStringList>
#include <cmath>

#include "core/model/editing.h"
#include "core/model/turn_axes.h"
#include "gui/viewport/scene/layout.h"

namespace holonom {
namespace {

constexpr int kDigits = 5;

double angleAt(const Vector3& a, const Vector3& corner, const Vector3& b) {
  const Vector3 u = a - corner, v = b - corner;
  return std::atan2(u.cross(v).norm(), u.dot(v));
}

/// Of a joint with one in space, in the axes of its first body.
Vector3 axisOfJoint(const Mechanism& mechanism, const Joint& joint) {
  if (!actsInSpace(mechanism, joint)) return {};
  for (int coordinate = 0; coordinate < coordinateCount(joint); ++coordinate)
    if (coordinateOf(joint, coordinate) != JointCoordinate::Cardan)
      if (const auto turn = turnOf(mechanism, joint, coordinate)) return turn->axis;
  const auto slide = slideAxis(joint);
  return slide && !slideAxis(joint, 1) ? slide->normalized() : Vector3();
}

}  // namespace

QString MeasureTool::hint() const {
  if (picksInSpace()) {
    switch (anchors_.size()) {
      case 0:
        return tr("Measure: click a point, a joint or any place of a body for its coordinates. Esc ends.");
      case 1:
        return tr("Click a second place for the distance, or a second joint for the angle of the axes.");
      default: break;
    }
  }
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

MeasureTool::Anchor MeasureTool::anchorAt(const Pointer& pointer, const Mechanism& shown) const {
  Anchor anchor;
  if (pointer.spot) {
    const Spot& spot = *pointer.spot;
    anchor.body = spot.body;
    anchor.local = spot.local;
    if (spot.joint) {
      const Joint& joint = shown.joints[std::size_t(*spot.joint)];
      anchor.axis = axisOfJoint(shown, joint);
      anchor.axisOf = endsOf(joint).first.body;
      anchor.name = QString::fromStdString(joint.name);
    } else {
      anchor.name = QString::fromStdString(spot.point ? nameOf(shown, *spot.point)
                                                      : shown.bodies[std::size_t(spot.body)].name);
    }
  } else if (pointer.place.point) {
    anchor.body = pointer.place.point->body;
    anchor.local = localPosition(shown, *pointer.place.point);
    anchor.name = QString::fromStdString(nameOf(shown, *pointer.place.point));
  } else {
    anchor.body =
        pointer.place.body.value_or(pointer.part.kind == PartRef::Kind::Body ? pointer.part.index : kGround);
    const Vector2 at =
        pointer.place.body || pointer.snap == Pointer::Snap::Grid ? pointer.place.position : pointer.raw;
    anchor.local = localPlace(shown, anchor.body, at);
  }
  return anchor;
}

bool MeasureTool::press(const Pointer& pointer) {
  if (picksInSpace() && !pointer.spot) return false;  // beside everything: the view may be turned
  if (anchors_.size() == 3) anchors_.clear();
  anchors_.push_back(anchorAt(pointer, host_.shown()));
  return true;
}

void MeasureTool::move(const Pointer&, bool) {}

bool MeasureTool::cancel() {
  const bool any = !anchors_.empty();
  anchors_.clear();
  return any;
}

std::vector<Vector3> MeasureTool::places(const Mechanism& shown) const {
  const std::vector<BodyPose> poses = initialPoses(shown);
  std::vector<Vector3> places;
  for (const Anchor& anchor : anchors_)
    places.push_back(picksInSpace() ? placeOf(shown, anchor.body, anchor.local, poses)
                                    : Vector3(lifted(groundPosition(shown, anchor.body, anchor.local))));
  return places;
}

QString MeasureTool::length(double metres, double ofWay) const {
  constexpr double kSmall = 0.1;  // m; less is read in millimetres, as gaps of joints are
  ShownUnits units = host_.units();
  units.millimetres = units.millimetres || ofWay < kSmall;
  return QString::fromStdString(withUnit(metres, units.unitFor("m"), kDigits)).replace('-', QChar(0x2212));
}

QStringList MeasureTool::values() const {
  const Mechanism shown = host_.shown();
  const auto at = places(shown);
  const bool inSpace = picksInSpace();
  if (at.empty() || (at.size() < 2 && !inSpace)) return {};
  if (at.size() == 1) {
    const double all = at[0].norm();
    return {anchors_[0].name, QStringLiteral("x %1").arg(length(at[0].x(), all)),
            QStringLiteral("y %1").arg(length(at[0].y(), all)),
            QStringLiteral("z %1").arg(length(at[0].z(), all))};
  }
  Vector3 way = at[1] - at[0];
  for (double& part : way)
    if (std::abs(part) < 1e-9 * way.norm()) part = 0;  // nobody wants to read what rounding left
  const double all = way.norm();
  QStringList lines{tr("distance %1").arg(length(all, all)),
                    QStringLiteral("Δx %1").arg(length(way.x(), all)),
                    QStringLiteral("Δy %1").arg(length(way.y(), all))};
  if (inSpace) lines << QStringLiteral("Δz %1").arg(length(way.z(), all));
  const auto angle = [this](double radians) {
    return QString::fromStdString(withUnit(radians, host_.units().unitFor("rad"), kDigits));
  };
  if (at.size() == 3) lines << tr("angle %1").arg(angle(angleAt(at[0], at[1], at[2])));
  if (at.size() == 2 && anchors_[0].axis.norm() > 0 && anchors_[1].axis.norm() > 0) {
    const std::vector<BodyPose> poses = initialPoses(shown);
    const auto axis = [&](const Anchor& anchor) {
      return Vector3(poseOf(poses, anchor.axisOf).rotation * anchor.axis);
    };
    lines << tr("angle of the axes %1").arg(angle(angleAt(axis(anchors_[0]), {}, axis(anchors_[1]))));
  }
  return lines;
}

Preview MeasureTool::previewInSpace() const {
  Preview preview;
  preview.way = places(host_.shown());
  for (const Vector3& place : preview.way) preview.marks.push_back({place});
  const QStringList lines = values();
  const auto join = [](const QStringList& words) { return words.join(QStringLiteral("   ")); };
  if (preview.way.size() == 1) preview.marks.push_back({preview.way[0], join(lines)});
  if (preview.way.size() < 2) return preview;
  preview.marks.push_back({0.5 * (preview.way[0] + preview.way[1]), join(lines.mid(0, 4))});
  if (lines.size() > 4) preview.marks.push_back({preview.way[1], join(lines.mid(4))});
  return preview;
}

Preview MeasureTool::preview() const {
  if (picksInSpace()) return previewInSpace();
  Preview preview;
  std::vector<Vector2> at;
  for (const Vector3& place : places(host_.shown())) at.push_back(inPlane(place));
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
