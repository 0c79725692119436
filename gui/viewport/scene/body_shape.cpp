// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/viewport/scene/body_shape.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/math/convex_hull.h"

namespace holonom {
namespace {

/// Half length and half height of a slider's block.
Vector2 blockSize(double width, const SceneSizes& sizes) {
  const double half = width > 0 ? 0.5 * width : 1.9 * sizes.halfWidth;
  return {1.6 * half, half};
}

class ShapeBuilder {
 public:
  explicit ShapeBuilder(const BodyLook& look)
      : look_(look), sizes_(look.sizes),
        points_(look.points), style_{look.low, look.high, look.detail.bevels ? 0.16 * sizes_.halfWidth : 0},
        halfWidth_(look.width > 0 ? 0.5 * look.width : sizes_.halfWidth) {}

  BodyShape build() {
    for (const BodyLook::Block& block : look_.blocks) addBlock(block.centre, block.angle);
    const bool slides = !look_.blocks.empty();
    switch (chosenShape(slides)) {
      case Shape::Bar: addBars(); break;
      case Shape::Plate: addHull(points_, halfWidth_); break;
      case Shape::Box:
        if (!slides) addBlock(Vector2::Zero(), 0);
        addArms();
        break;
      case Shape::Disc: addDisc(); break;
      case Shape::Automatic: addBall(); break;
      case Shape::Hidden: break;
    }
    if (look_.detail.centreLines) addCentreLines();
    for (const Pin& pin : look_.pins) addPin(shape_.mesh, pin);
    if (look_.beam) shape_.bending.emplace(*look_.beam, shape_.mesh);
    return std::move(shape_);
  }

 private:
  Shape chosenShape(bool slides) const {
    if (look_.shape != Shape::Automatic || look_.isParticle) return look_.shape;
    if (slides && points_.size() < 2) return Shape::Box;
    return points_.size() >= 3 ? Shape::Plate : points_.size() == 2 ? Shape::Bar : Shape::Disc;
  }

  void addHull(const std::vector<Vector2>& points, double radius) {
    if (points.empty()) return;
    addPrism(shape_.mesh, roundedOutline(points, look_.detail.segments), radius, style_);
    shape_.footprints.push_back({convexHull(points), radius, style_.zLow, style_.zHigh});
  }

  void addBars() {
    if (points_.size() < 2) return addDisc();
    for (size_t i = 0; i + 1 < points_.size(); ++i) addHull({points_[i], points_[i + 1]}, halfWidth_);
  }

  /// A bob at the centre of mass, with an arm to each point that lies outside of it.
  void addDisc() {
    const double radius = look_.width > 0 ? halfWidth_ : 2.4 * sizes_.halfWidth;
    addPrism(shape_.mesh, roundedOutline(std::vector<Vector2>{Vector2::Zero()}, segmentsFor(radius)), radius,
             style_);
    shape_.footprints.push_back({{Vector2::Zero()}, radius, style_.zLow, style_.zHigh});
    if (look_.rolls) addSpokes(radius);
    for (const Vector2& point : points_)
      if (point.norm() > radius) addHull({Vector2::Zero(), point}, std::min(0.6 * radius, sizes_.halfWidth));
  }

  /// A particle.
  void addBall() {
    const double radius = look_.width > 0 ? halfWidth_ : 1.5 * sizes_.halfWidth;
    const double height = 0.5 * (look_.low + look_.high);
    addSphere(shape_.mesh, {0, 0, height}, radius, look_.detail.segments, Role::Fill);
    shape_.footprints.push_back({{Vector2::Zero()}, radius, height - radius, height + radius});
  }

  /// A rim that stays round where it fills the picture.
  int segmentsFor(double radius) const {
    constexpr double kOff = 2e-4;  // of the model's length, at most, from a circle
    constexpr double kMost = 360;
    const double segments = std::numbers::pi * std::sqrt(radius / (2 * kOff * sizes_.model));
    return std::max(3 * look_.detail.segments, static_cast<int>(std::min(segments, kMost)));
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
    addPrism(shape_.mesh, roundedOutline(std::vector<Vector2>{mark}, look_.detail.segments), 0.08 * radius,
             style);
  }

  void addBlock(const Vector2& centre, double angle) {
    const double corner = 0.25 * sizes_.halfWidth;
    const Vector2 half = blockSize(look_.width, sizes_) - Vector2(corner, corner);
    std::vector<Vector2> corners;
    for (double sx : {-1.0, 1.0})
      for (double sy : {-1.0, 1.0})
        corners.push_back(centre + Eigen::Rotation2Dd(angle) * Vector2(sx * half.x(), sy * half.y()));
    addHull(corners, corner);
  }

  /// Points of a box outside of its block are reached by arms.
  void addArms() {
    for (const Vector2& point : points_)
      if (point.norm() > blockSize(look_.width, sizes_).norm())
        addHull({Vector2::Zero(), point}, 0.7 * sizes_.halfWidth);
  }

  void addCentreLines() {
    const double z = style_.zHigh + 0.05 * sizes_.thickness;
    for (size_t i = 0; i + 1 < points_.size(); ++i)
      shape_.mesh.addLine(lifted(points_[i], z), lifted(points_[i + 1], z), Role::Fill);
  }

  const BodyLook& look_;
  const SceneSizes& sizes_;
  const std::vector<Vector2>& points_;
  PrismStyle style_;
  double halfWidth_;
  BodyShape shape_;
};

/// Adds to the looks of bodies what joints and forces have at them.
class Fittings {
 public:
  Fittings(const Mechanism& mechanism, const SceneLayout& layout, std::vector<BodyLook>& looks)
      : mechanism_(mechanism), layout_(layout), sizes_(layout.sizes), detail_(layout.detail), looks_(looks) {}

  void addAll() {
    for (const Joint& joint : mechanism_.joints) addRollers(joint);
    for (size_t body = 0; body < looks_.size(); ++body)
      if (looks_[body].shape != Shape::Hidden)
        for (const int joint : layout_.guides[body]) addBlock(looks_[body], mechanism_.joints[size_t(joint)]);
    if (detail_.pins) {
      for (const JointCluster& cluster : layout_.clusters)
        if (!cluster.grounded) addClusterPin(cluster);  // those at ground are drawn with the supports
      for (const Joint& joint : mechanism_.joints) addSlotPin(joint);
      for (const PointRef& end : pinnedEnds(mechanism_)) addEnd(end);
    }
  }

 private:
  BodyLook& lookOf(const PointRef& ref) { return looks_[static_cast<size_t>(ref.body)]; }
  const Vector2& placeOf(const PointRef& ref) { return lookOf(ref).points[static_cast<size_t>(ref.point)]; }

  void addRollers(const Joint& joint) {
    if (!discRadius(joint) || actsInSpace(mechanism_, joint)) return;
    const auto [a, b] = endsOf(joint);
    for (const PointRef& end : {a, b})
      if (end.body != kGround) lookOf(end).rolls = true;
  }

  /// At every point that a prismatic joint guides, along the joint's axis.
  void addBlock(BodyLook& look, const Joint& joint) {
    const Vector2 axis = inPlane(*axisOf(joint));
    look.blocks.push_back(
        {placeOf(endsOf(joint).second), std::atan2(axis.y(), axis.x()) - *keptAngle(joint)});
  }

  /// Through the bodies of the plane; what joins others has marks of its own.
  void addClusterPin(const JointCluster& cluster) {
    std::vector<PointRef> members = cluster.members;
    std::erase_if(members, [&](const PointRef& member) { return layout_.isSpatial(member.body); });
    if (members.size() < std::min<std::size_t>(2, cluster.members.size())) return;
    const PointRef& bearer = members.front();
    BodyLook& look = lookOf(bearer);
    double low = look.low, high = look.high;
    for (const PointRef& member : members) {
      low = std::min(low, layout_.zLow(member.body));
      high = std::max(high, layout_.zHigh(member.body));
    }
    const double extra = 0.25 * sizes_.thickness;
    look.pins.push_back(
        {placeOf(bearer), cluster.welded, sizes_.pin, low - extra, high + extra, detail_.segments / 2});
  }

  /// A pin in a slot reaches from its body through the edges of the slot.
  void addSlotPin(const Joint& joint) {
    const auto [slot, pin] = endsOf(joint);
    if (!slideAxis(joint) || slidesAsBlock(joint) || pin.body == kGround) return;
    if (actsInSpace(mechanism_, joint)) return;
    BodyLook& look = lookOf(pin);
    const double edges = 0.8 * sizes_.thickness;  // on the body that has the slot
    const double low = std::min(look.low, layout_.zLow(slot.body)),
                 high = std::max(look.high, layout_.zHigh(slot.body) + edges);
    look.pins.push_back(
        {placeOf(pin), false, sizes_.pin, low, high + 0.25 * sizes_.thickness, detail_.segments / 2});
  }

  void addEnd(const PointRef& end) {
    if (end.body == kGround || layout_.isSpatial(end.body)) return;
    BodyLook& look = lookOf(end);
    if (look.isParticle) return;  // within its ball
    look.pins.push_back(
        {placeOf(end), false, 0.8 * sizes_.pin, look.low, look.high + 0.25 * sizes_.thickness, 12});
  }

  const Mechanism& mechanism_;
  const SceneLayout& layout_;
  const SceneSizes& sizes_;
  Detail detail_;
  std::vector<BodyLook>& looks_;
};

/// What the shapes of a flexible body are made of.
std::optional<Body> beamOf(const Body& body) {
  if (!body.flexible) return {};
  Body beam;
  beam.points = body.points;
  beam.centreOfMass = body.centreOfMass;
  beam.flexible = body.flexible;
  return beam;
}

}  // namespace

std::vector<BodyLook> looksOf(const Mechanism& mechanism, const SceneLayout& layout) {
  std::vector<BodyLook> looks(mechanism.bodies.size());
  for (size_t i = 0; i < looks.size(); ++i) {
    const Body& body = mechanism.bodies[i];
    BodyLook& look = looks[i];
    for (const Point& point : body.points) look.points.push_back(inPlane(point.position - body.centreOfMass));
    look.isParticle = !body.turns();
    look.shape = body.display.shape;
    look.width = body.display.width;
    look.low = layout.zLow(static_cast<int>(i));
    look.high = layout.zHigh(static_cast<int>(i));
    look.sizes = layout.sizes;
    look.detail = layout.detail;
    look.beam = beamOf(body);
    if (body.isSpatial()) look.inSpace = spatialLookOf(body);
  }
  Fittings(mechanism, layout, looks).addAll();
  return looks;
}

BodyShape shapeOf(const BodyLook& look) {
  return look.inSpace ? spatialShapeOf(look) : ShapeBuilder(look).build();
}

void addPin(Mesh& mesh, const Pin& pin) {
  std::vector<Vector2> points{pin.at};
  const double half = 0.9 * pin.radius;
  if (pin.welded)
    points = {pin.at + Vector2(-half, -half), pin.at + Vector2(half, -half), pin.at + Vector2(half, half),
              pin.at + Vector2(-half, half)};
  addPrism(mesh, roundedOutline(points, pin.segments), pin.welded ? 0.25 * pin.radius : pin.radius,
           {pin.low, pin.high, 0.25 * pin.radius, Role::Metal, Role::MetalRim});
}

Vector2 blockSize(const Mechanism& mechanism, const SceneLayout& layout, int body) {
  return blockSize(mechanism.bodies[static_cast<size_t>(body)].display.width, layout.sizes);
}

void BodyShapes::update(const Mechanism& mechanism, const SceneLayout& layout) {
  std::vector<BodyLook> looks = looksOf(mechanism, layout);
  std::map<std::string, Known> known;
  shapes_.clear();
  for (size_t i = 0; i < looks.size(); ++i) {
    const std::string& name = mechanism.bodies[i].name;
    const auto before = known_.find(name);
    const bool same = before != known_.end() && before->second.look == looks[i];
    shapes_.push_back(same ? before->second.shape : std::make_shared<const BodyShape>(shapeOf(looks[i])));
    known[name] = {std::move(looks[i]), shapes_.back()};
  }
  known_ = std::move(known);
}

}  // namespace holonom
