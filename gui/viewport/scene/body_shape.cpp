// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/viewport/scene/body_shape.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/math/convex_hull.h"

namespace holonom {
namespace {

class ShapeBuilder {
 public:
  ShapeBuilder(const Mechanism& mechanism, const SceneLayout& layout, int index, const Detail& detail)
      : mechanism_(mechanism), layout_(layout), sizes_(layout.sizes), body_(mechanism.bodies[index]),
        index_(index), detail_(detail) {
    for (const Point& point : body_.points) points_.push_back(point.position - body_.centreOfMass);
    style_ = {layout.zLow(index), layout.zHigh(index), detail.bevels ? 0.16 * sizes_.halfWidth : 0};
    halfWidth_ = body_.display.width > 0 ? 0.5 * body_.display.width : sizes_.halfWidth;
  }

  BodyShape build() {
    const bool slides = addSliderBlocks();
    switch (chosenShape(slides)) {
      case Shape::Bar: addBars(); break;
      case Shape::Plate: addHull(points_, halfWidth_); break;
      case Shape::Box:
        if (!slides) addBlock(Vector2::Zero(), 0);
        addArms();
        break;
      case Shape::Disc: addDisc(); break;
      case Shape::Automatic:
      case Shape::Hidden: break;
    }
    if (detail_.centreLines) addCentreLines();
    if (detail_.pins) {
      addPins();
      addSlotPins();
    }
    addSpringEnds();
    return std::move(shape_);
  }

 private:
  Shape chosenShape(bool slides) const {
    if (body_.display.shape != Shape::Automatic) return body_.display.shape;
    if (slides && points_.size() < 2) return Shape::Box;
    return points_.size() >= 3 ? Shape::Plate : points_.size() == 2 ? Shape::Bar : Shape::Disc;
  }

  void addHull(const std::vector<Vector2>& points, double radius) {
    if (points.empty()) return;
    addPrism(shape_.mesh, roundedOutline(points, detail_.segments), radius, style_);
    shape_.footprints.push_back({convexHull(points), radius});
  }

  void addBars() {
    if (points_.size() < 2) return addDisc();
    for (size_t i = 0; i + 1 < points_.size(); ++i) addHull({points_[i], points_[i + 1]}, halfWidth_);
  }

  /// A bob at the centre of mass, with an arm to each point that lies outside of it.
  void addDisc() {
    const double radius = body_.display.width > 0 ? halfWidth_ : 2.4 * sizes_.halfWidth;
    addPrism(shape_.mesh, roundedOutline(std::vector<Vector2>{Vector2::Zero()}, segmentsFor(radius)), radius,
             style_);
    shape_.footprints.push_back({{Vector2::Zero()}, radius});
    if (rolls()) addSpokes(radius);
    for (const Vector2& point : points_)
      if (point.norm() > radius) addHull({Vector2::Zero(), point}, std::min(0.6 * radius, sizes_.halfWidth));
  }

  /// A rim that stays round where it fills the picture.
  int segmentsFor(double radius) const {
    constexpr double kOff = 2e-4;  // of the model's length, at most, from a circle
    constexpr double kMost = 360;
    const double segments = std::numbers::pi * std::sqrt(radius / (2 * kOff * sizes_.model));
    return std::max(3 * detail_.segments, static_cast<int>(std::min(segments, kMost)));
  }

  bool rolls() const {
    return std::any_of(mechanism_.joints.begin(), mechanism_.joints.end(), [this](const Joint& joint) {
      const auto [a, b] = endsOf(joint);
      return discRadius(joint) && (a.body == index_ || b.body == index_);
    });
  }

  /// Lines across the face, so that one sees a disc turn.
  void addSpokes(double radius) {
    const PrismStyle style{style_.zHigh, style_.zHigh + 0.05 * sizes_.thickness, 0, Role::Rim, Role::Rim};
    for (int i = 0; i < 2; ++i) {
      const Vector2 end = 0.8 * radius * Vector2(1 - i, i);
      addStroke(shape_.mesh, -end, end, 0.025 * radius, style);
    }
    // and which way, on one side only
    const Vector2 mark = 0.62 * radius * Vector2(std::cos(0.79), std::sin(0.79));
    addPrism(shape_.mesh, roundedOutline(std::vector<Vector2>{mark}, detail_.segments), 0.08 * radius, style);
  }

  void addBlock(const Vector2& centre, double angle) {
    const double corner = 0.25 * sizes_.halfWidth;
    const Vector2 half = blockSize(mechanism_, layout_, index_) - Vector2(corner, corner);
    std::vector<Vector2> corners;
    for (double sx : {-1.0, 1.0})
      for (double sy : {-1.0, 1.0})
        corners.push_back(centre + Eigen::Rotation2Dd(angle) * Vector2(sx * half.x(), sy * half.y()));
    addHull(corners, corner);
  }

  /// Points of a box outside of its block are reached by arms.
  void addArms() {
    for (const Vector2& point : points_)
      if (point.norm() > blockSize(mechanism_, layout_, index_).norm())
        addHull({Vector2::Zero(), point}, 0.7 * sizes_.halfWidth);
  }

  /// A block at every point that a prismatic joint guides, along the joint's axis. Returns whether there is
  /// one.
  bool addSliderBlocks() {
    if (body_.display.shape == Shape::Hidden) return false;
    for (int joint : layout_.guides[index_]) {
      const Joint& slide = mechanism_.joints[joint];
      const Vector2& axis = *axisOf(slide);
      addBlock(points_[endsOf(slide).second.point], std::atan2(axis.y(), axis.x()) - *keptAngle(slide));
    }
    return !layout_.guides[index_].empty();
  }

  void addCentreLines() {
    const double z = style_.zHigh + 0.05 * sizes_.thickness;
    for (size_t i = 0; i + 1 < points_.size(); ++i)
      shape_.mesh.addLine({points_[i].x(), points_[i].y(), z}, {points_[i + 1].x(), points_[i + 1].y(), z},
                          Role::Fill);
  }

  void addPins() {
    for (int index : layout_.pins[index_]) {
      const JointCluster& cluster = layout_.clusters[index];
      double low = style_.zLow, high = style_.zHigh;
      for (const PointRef& member : cluster.members) {
        low = std::min(low, layout_.zLow(member.body));
        high = std::max(high, layout_.zHigh(member.body));
      }
      const double extra = 0.25 * sizes_.thickness;
      addPin(shape_.mesh, points_[cluster.members.front().point], cluster.welded, sizes_.pin, low - extra,
             high + extra, detail_.segments / 2);
    }
  }

  void addSpringEnds() {
    for (const Force& force : mechanism_.forces) {
      const auto line = lineOf(force);
      if (!line) continue;
      for (const PointRef& end : {line->first, line->second})
        if (end.body == index_)
          addPin(shape_.mesh, points_[end.point], false, 0.8 * sizes_.pin, style_.zLow,
                 style_.zHigh + 0.25 * sizes_.thickness, 12);
    }
  }

  /// A pin in a slot reaches from its body through the edges of the slot.
  void addSlotPins() {
    for (const Joint& joint : mechanism_.joints) {
      const auto [slot, pin] = endsOf(joint);
      if (!slideAxis(joint) || slidesAsBlock(joint) || pin.body != index_) continue;
      const double edges = 0.8 * sizes_.thickness;  // on the body that has the slot
      const double low = std::min(style_.zLow, layout_.zLow(slot.body)),
                   high = std::max(style_.zHigh, layout_.zHigh(slot.body) + edges);
      addPin(shape_.mesh, points_[pin.point], false, sizes_.pin, low, high + 0.25 * sizes_.thickness,
             detail_.segments / 2);
    }
  }

  const Mechanism& mechanism_;
  const SceneLayout& layout_;
  const SceneSizes& sizes_;
  const Body& body_;
  int index_;
  Detail detail_;
  std::vector<Vector2> points_;  // about the centre of mass
  PrismStyle style_;
  double halfWidth_;
  BodyShape shape_;
};

}  // namespace

BodyShape shapeOf(const Mechanism& mechanism, const SceneLayout& layout, int body, const Detail& detail) {
  return ShapeBuilder(mechanism, layout, body, detail).build();
}

void addPin(Mesh& mesh, const Vector2& at, bool welded, double radius, double zLow, double zHigh,
            int segments) {
  std::vector<Vector2> points{at};
  const double half = 0.9 * radius;
  if (welded)
    points = {at + Vector2(-half, -half), at + Vector2(half, -half), at + Vector2(half, half),
              at + Vector2(-half, half)};
  addPrism(mesh, roundedOutline(points, segments), welded ? 0.25 * radius : radius,
           {zLow, zHigh, 0.25 * radius, Role::Metal, Role::MetalRim});
}

Vector2 blockSize(const Mechanism& mechanism, const SceneLayout& layout, int body) {
  const double height = mechanism.bodies[body].display.width;
  const double half = height > 0 ? 0.5 * height : 1.9 * layout.sizes.halfWidth;
  return {1.6 * half, half};
}

}  // namespace holonom
