// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/viewport/scene/spatial_mark.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

#include "core/math/euler_parameters.h"
#include "gui/viewport/scene/standing.h"

namespace holonom {
namespace {

/// Two solids that go with the two bodies, in their axes about their centres of mass.
class BodyMarks : public JointMark {
 public:
  BodyMarks(SolidStock& stock, std::pair<PointRef, PointRef> ends, Mesh first, Mesh second)
      : ends_(std::move(ends)) {
    if (first.vertexCount() > 0) first_ = stock.take(std::move(first));
    if (second.vertexCount() > 0) second_ = stock.take(std::move(second));
  }

  void setPoses(const Mechanism&, std::span<const BodyPose> poses) override {
    if (first_) first_.place(poseOf(poses, ends_.first.body));
    if (second_) second_.place(poseOf(poses, ends_.second.body));
  }

 private:
  std::pair<PointRef, PointRef> ends_;
  Solid first_, second_;
};

/// A rail along an axis of the first body, with what slides on it fixed to the second. It grows ahead of what
/// slides.
class RailMark : public JointMark {
 public:
  RailMark(SolidStock& stock, const Mechanism& mechanism, const SceneLayout& layout,
           const std::pair<PointRef, PointRef>& ends, const Vector3& axis, bool isRound, Mesh slider)
      : carrier_(ends.first.body), sliding_(ends.second.body), start_(aboutCentre(mechanism, ends.first)),
        axis_(axis.normalized()), slider_(aboutCentre(mechanism, ends.second)),
        halfWidth_(layout.sizes.halfWidth),
        margin_(std::max(0.22 * layout.sizes.model, 4 * layout.sizes.halfWidth)),
        longest_(4 * layout.sizes.model), isRound_(isRound), sleeve_(stock.take(std::move(slider))) {
    const double now = displacement(layout.initial);
    low_ = std::min(0.0, now) - margin_;
    high_ = std::max(0.0, now) + margin_;
    rail_ = stock.take(rail());
  }

  void setPoses(const Mechanism&, std::span<const BodyPose> poses) override {
    rail_.place(poseOf(poses, carrier_));
    sleeve_.place(poseOf(poses, sliding_));
    const double now = displacement(poses), clearance = 2 * halfWidth_;
    if (!std::isfinite(now) || (now - clearance >= low_ && now + clearance <= high_)) return;
    const bool far = std::max(high_, now) - std::min(low_, now) > longest_;
    low_ = far ? now - margin_ : std::min(low_, now - margin_);
    high_ = far ? now + margin_ : std::max(high_, now + margin_);
    rail_.setMesh(rail());
  }

 private:
  double displacement(std::span<const BodyPose> poses) const {
    const Vector3 to = poseOf(poses, sliding_).toGround(slider_);
    return axis_.dot(poseOf(poses, carrier_).toLocal(to) - start_);
  }

  Mesh rail() const {
    Mesh mesh;
    const SolidStyle style{16, 0.06 * halfWidth_, Role::Ground, Role::GroundRim};
    const Vector3 from = start_ + low_ * axis_, to = start_ + high_ * axis_;
    if (isRound_) addBar(mesh, from, to, 0.3 * halfWidth_, style);
    else
      addBox(mesh, {0.5 * (from + to), axesAlong(axis_)},
             {0.5 * (high_ - low_), 0.32 * halfWidth_, 0.32 * halfWidth_}, style);
    return mesh;
  }

  int carrier_, sliding_;
  Vector3 start_, axis_, slider_;  // in the axes of the bodies, about their centres of mass
  double halfWidth_, margin_, longest_;
  bool isRound_;
  double low_ = 0, high_ = 0;  // extent of the rail along the axis
  Solid sleeve_, rail_;
};

/// Half a hollow ball about the origin that is open along x.
Mesh socket(double radius, int segments, Role role) {
  using std::numbers::pi;
  const int steps = std::max(2, 5 * segments / 12);
  constexpr double kFrom = -0.5 * pi, kTo = 0.12 * pi;  // up to a little beyond its equator
  std::vector<Vector2> profile;
  const auto arc = [&](double r, double from, double to) {
    for (int i = 0; i <= steps; ++i) {
      const double angle = from + (to - from) * i / steps;
      profile.push_back({r * std::sin(angle), r * std::cos(angle)});
    }
  };
  arc(radius, kFrom, kTo);
  arc(0.84 * radius, kTo, kFrom);
  Mesh mesh;
  addRevolved(mesh, profile, segments, role);
  return mesh;
}

/// The mark of each kind of joint.
struct SpatialMarkMaker {
  using Mark = std::unique_ptr<JointMark>;
  SolidStock& stock;
  const Mechanism& mechanism;
  const SceneLayout& layout;
  std::pair<PointRef, PointRef> ends;

  Mark operator()(const SphericalJoint&) const {
    const double r = 0.9 * width();
    Mesh ball, cup;
    addSphere(ball, at(ends.second), r, segments(), Role::Metal);
    const Vector3 open = -towardsBody(ends.first);
    addPlaced(cup, socket(1.25 * r, segments(), bearing()), {at(ends.first), axesAlong(open)});
    return marks(std::move(cup), std::move(ball));
  }
  Mark operator()(const RevoluteJoint& hinge) const {
    Mesh barrel, pin;
    addAlong(barrel, ends.first, hinge.hinge, 1.1, 0.85, bearing());
    addAlong(pin, ends.second, hinge.secondHinge, 1.5, 0.45, Role::Metal);
    return marks(std::move(barrel), std::move(pin));
  }
  Mark operator()(const RevoluteSphericalJoint& rod) const {
    Mesh barrel, ball;
    addAlong(barrel, ends.first, rod.axis, 1.1, 0.85, bearing());
    addSphere(ball, at(ends.second), 0.7 * width(), segments(), Role::Metal);
    return marks(std::move(barrel), std::move(ball));
  }
  Mark operator()(const UniversalJoint& cross) const {
    Mesh first, second;
    addFork(first, ends.first, cross.axis, bearing());
    addFork(second, ends.second, cross.secondAxis, Role::Metal);
    return marks(std::move(first), std::move(second));
  }
  Mark operator()(const FixedJoint&) const {
    Mesh cube;
    addBox(cube, {at(ends.first), Matrix3::Identity()}, Vector3::Constant(0.95 * width()),
           style(Role::Metal));
    return marks(std::move(cube), {});
  }
  Mark operator()(const PlanarJoint& plane) const {
    Mesh plate, puck;
    addBox(plate, {at(ends.first), axesAlong(plane.axis)}, width() * Vector3(0.15, 5, 5), style(bearing()));
    addAlong(puck, ends.second, plane.secondAxis, 0.4, 1.1, Role::Metal);
    return marks(std::move(plate), std::move(puck));
  }
  Mark operator()(const CylindricalJoint& shaft) const {
    Mesh sleeve;
    addAlong(sleeve, ends.second, shaft.secondAxis, 1.3, 0.85, Role::Metal);
    return rail(shaft.axis, true, std::move(sleeve));
  }
  Mark operator()(const PrismaticJoint& slider) const {
    const Matrix3 turn = rotationMatrix(eulerParameters(slider.turn));
    Mesh block;
    addBox(block, {at(ends.second), axesAlong(turn.transpose() * slider.axis)},
           width() * Vector3(1.3, 0.85, 0.85), style(Role::Metal));
    return rail(slider.axis, false, std::move(block));
  }
  Mark operator()(const SlotJoint& slot) const {
    Mesh ball;
    addSphere(ball, at(ends.second), 0.7 * width(), segments(), Role::Metal);
    return rail(slot.axis, true, std::move(ball));
  }
  Mark operator()(const ConstantVelocityJoint& shafts) const {
    Mesh bell, ball;
    addSphere(ball, at(ends.second), 0.75 * width(), segments(), Role::Metal);
    addStub(ball, ends.second, shafts.secondAxis, Role::Metal);
    addSphere(bell, at(ends.first), 1.05 * width(), segments(), bearing());
    addStub(bell, ends.first, shafts.axis, bearing());
    return marks(std::move(bell), std::move(ball));
  }
  Mark operator()(const ScrewJoint& screw) const {
    Mesh nut;  // between two washers
    for (const double side : {-1.0, 1.0}) {
      const Vector3 end = side * 0.9 * width() * screw.secondAxis.normalized();
      addBar(nut, at(ends.second) + 0.8 * end, at(ends.second) + end, 1.25 * width(), style(Role::Metal));
    }
    addAlong(nut, ends.second, screw.secondAxis, 0.9, 0.85, Role::Metal);
    return rail(screw.axis, true, std::move(nut));
  }
  Mark operator()(const InPlaneJoint& plane) const {
    Mesh plate, ball;
    addBox(plate, {at(ends.first), axesAlong(plane.axis)}, width() * Vector3(0.15, 5, 5), style(bearing()));
    addSphere(ball, at(ends.second), 0.7 * width(), segments(), Role::Metal);
    return marks(std::move(plate), std::move(ball));
  }
  Mark operator()(const ParallelAxesJoint& parallel) const {
    return arrows({{parallel.axis}, {parallel.secondAxis}});
  }
  Mark operator()(const PerpendicularAxesJoint& cross) const {
    return arrows({{cross.axis}, {cross.secondAxis}});
  }
  Mark operator()(const SameOrientationJoint& kept) const {
    const Matrix3 back = rotationMatrix(eulerParameters(kept.turn)).transpose();
    std::vector<Vector3> first, second;
    for (int k = 0; k < 3; ++k) first.push_back(Vector3::Unit(k)), second.push_back(back.col(k));
    return arrows({first, second});
  }
  Mark operator()(const RollingJoint& disc) const {
    Mesh wheel;
    const SolidStyle rim{48, 0.12 * width(), Role::Metal, Role::MetalRim};
    const Vector3 half = 0.35 * width() * disc.axle.normalized();
    addBar(wheel, at(ends.second) - half, at(ends.second) + half, disc.radius, rim);
    return marks({}, std::move(wheel));
  }
  Mark operator()(const RollingBallJoint& ball) const {
    Mesh sphere;
    constexpr double kHair = 0.98;  // a body that is drawn as the same ball covers it
    addSphere(sphere, at(ends.second), kHair * ball.radius, 40, Role::Metal);
    return marks({}, std::move(sphere));
  }
  Mark operator()(const KnifeEdgeJoint& blade) const {
    Mesh edge;
    const Vector3 along = 2.5 * width() * blade.axis.normalized();
    addBar(edge, at(ends.second) - along, at(ends.second) + along, 0.25 * width(), style(Role::Metal));
    return marks({}, std::move(edge));
  }
  Mark operator()(const auto&) const { return nullptr; }  // drawn as in the plane

 private:
  double width() const { return layout.sizes.halfWidth; }
  int segments() const { return 3 * layout.detail.segments / 4; }
  Vector3 at(const PointRef& end) const { return aboutCentre(mechanism, end); }
  /// The part that ground has is drawn as ground.
  Role bearing() const { return ends.first.body == kGround ? Role::Ground : Role::MetalRim; }
  SolidStyle style(Role role) const {
    return {segments(), layout.detail.bevels ? 0.08 * width() : 0, role, role};
  }

  Mark marks(Mesh first, Mesh second) const {
    return std::make_unique<BodyMarks>(stock, ends, std::move(first), std::move(second));
  }
  Mark rail(const Vector3& axis, bool isRound, Mesh slider) const {
    return std::make_unique<RailMark>(stock, mechanism, layout, ends, axis, isRound, std::move(slider));
  }

  /// Directions that the joint compares, of the first body and of the second, at their points.
  Mark arrows(const std::pair<std::vector<Vector3>, std::vector<Vector3>>& directions) const {
    Mesh first, second;
    for (const Vector3& axis : directions.first) addPointer(first, ends.first, axis, bearing());
    for (const Vector3& axis : directions.second) addPointer(second, ends.second, axis, Role::Metal);
    return marks(std::move(first), std::move(second));
  }
  void addPointer(Mesh& mesh, const PointRef& end, const Vector3& axis, Role role) const {
    const Vector3 tip = 3 * width() * axis.normalized(), neck = 0.7 * tip;
    addBar(mesh, at(end), at(end) + neck, 0.22 * width(), style(role));
    addBar(mesh, at(end) + neck, at(end) + 0.85 * tip, 0.55 * width(), style(role));
    addBar(mesh, at(end) + 0.85 * tip, at(end) + tip, 0.3 * width(), style(role));
  }
  /// A piece of a shaft from its joint towards its body.
  void addStub(Mesh& mesh, const PointRef& end, const Vector3& axis, Role role) const {
    const double side = towardsBody(end).dot(axis) < 0 ? -1 : 1;
    addBar(mesh, at(end), at(end) + 2.2 * side * width() * axis.normalized(), 0.45 * width(), style(role));
  }

  /// Where the body lies, seen from one of its points; of ground downwards.
  Vector3 towardsBody(const PointRef& end) const {
    if (end.body == kGround) return -upwardsOf(mechanism);
    const Vector3 way = -at(end);
    return way.norm() > 0 ? Vector3(way.normalized()) : Vector3(Vector3::UnitX());
  }

  /// A cylinder about an axis through a point; half its length and its radius in widths.
  void addAlong(Mesh& mesh, const PointRef& end, const Vector3& axis, double half, double radius,
                Role role) const {
    const Vector3 way = half * width() * axis.normalized();
    addBar(mesh, at(end) - way, at(end) + way, radius * width(), style(role));
  }

  /// A bar of the cross with the fork that holds it, from where its body lies.
  void addFork(Mesh& mesh, const PointRef& end, const Vector3& axis, Role role) const {
    const Vector3 along = axis.normalized();
    Vector3 back = towardsBody(end);
    back -= along.dot(back) * along;
    back = back.norm() > 1e-3 ? Vector3(back.normalized()) : Vector3(along.unitOrthogonal());
    const Vector3 side = 1.2 * width() * along, deep = 1.7 * width() * back;
    addBar(mesh, at(end) - side, at(end) + side, 0.32 * width(), style(Role::Metal));
    for (const double sign : {-1.0, 1.0})
      addBar(mesh, at(end) + sign * side - 0.3 * deep, at(end) + sign * side + deep, 0.38 * width(),
             style(role));
    addBar(mesh, at(end) - 1.3 * side + deep, at(end) + 1.3 * side + deep, 0.42 * width(), style(role));
  }
};

}  // namespace

std::unique_ptr<JointMark> makeSpatialMark(SolidStock& stock, const Mechanism& mechanism,
                                           const SceneLayout& layout, int index) {
  const Joint& joint = mechanism.joints[static_cast<std::size_t>(index)];
  return std::visit(SpatialMarkMaker{stock, mechanism, layout, endsOf(joint)}, joint.kind);
}

void addStand(Mesh& mesh, const Vector3& at, const Vector3& upwards, const SceneSizes& sizes, double size) {
  const double u = size * sizes.halfWidth;
  const SolidStyle post{16, 0, Role::Ground, Role::GroundRim},
      block{16, 0.12 * u, Role::Ground, Role::GroundRim},
      plate{16, 0.06 * u, Role::GroundRim, Role::GroundRim};
  const Matrix3 axes = axesAlong(upwards);
  addBar(mesh, at - 1.9 * u * upwards, at, 0.5 * u, post);
  addBox(mesh, {at - 2.7 * u * upwards, axes}, u * Vector3(0.9, 1.5, 1.5), block);
  addBox(mesh, {at - 3.75 * u * upwards, axes}, u * Vector3(0.2, 2.2, 2.2), plate);
}

}  // namespace holonom
