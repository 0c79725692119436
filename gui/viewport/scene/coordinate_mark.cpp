// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/viewport/scene/coordinate_mark.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "gui/viewport/scene/spatial_coordinate.h"
#include "gui/viewport/scene/spatial_shape.h"
#include "gui/viewport/scene/spring.h"

namespace holonom {
namespace {

using std::numbers::pi;

/// Fixed to a body.
class FixedMark : public JointMark {
 public:
  FixedMark(SolidStock& stock, int carrier, Mesh mesh)
      : carrier_(carrier), solid_(stock.take(std::move(mesh))) {}
  void setPoses(const Mechanism&, std::span<const BodyPose> poses) override {
    solid_.place(poseOf(poses, carrier_));
  }

 private:
  int carrier_;
  Solid solid_;
};

/// A coil along the way of a joint, from behind its beginning to what slides. Its fixed end gives way before
/// it is reached.
class CoilMark : public JointMark {
 public:
  CoilMark(SolidStock& stock, const Mechanism& mechanism, const SceneLayout& layout,
           const std::pair<PointRef, PointRef>& ends, const SpatialCoordinate& way, double rest)
      : carrier_(ends.first.body), sliding_(ends.second.body), way_(way),
        slider_(aboutCentre(mechanism, ends.second)), room_(5 * layout.sizes.halfWidth) {
    const double now = way_.axis.dot(displacement(layout.initial));
    low_ = std::min({0.0, now, rest}) - room_;
    coil_ = stock.take(coilMesh(1.3 * layout.sizes.halfWidth, 0.2 * layout.sizes.halfWidth, now - low_, 0.05,
                                0.05, layout.detail));
  }

  void setPoses(const Mechanism&, std::span<const BodyPose> poses) override {
    const Vector3 all = displacement(poses);
    const double now = way_.axis.dot(all);
    if (!std::isfinite(now)) return;
    low_ = std::min(low_, now - 0.4 * room_);
    const Pose carrier = poseOf(poses, carrier_);
    const Vector3 beside = all - now * way_.axis;  // on a plane
    coil_.placeAlong(carrier.toGround(way_.origin + beside + low_ * way_.axis), carrier.rotation * way_.axis,
                     now - low_);
  }

 private:
  /// In the axes of the first body.
  Vector3 displacement(std::span<const BodyPose> poses) const {
    const Vector3 to = poseOf(poses, sliding_).toGround(slider_);
    return poseOf(poses, carrier_).toLocal(to) - way_.origin;
  }

  int carrier_, sliding_;
  SpatialCoordinate way_;
  Vector3 slider_;
  double room_, low_ = 0;
  Solid coil_;
};

/// Of one joint: what the body bears that bears its axis.
class CoordinateMarks {
 public:
  CoordinateMarks(const Mechanism& mechanism, const SceneLayout& layout, const Joint& joint,
                  const SpatialCoordinate& coordinate)
      : mechanism_(mechanism), initial_(layout.initial), ends_(endsOf(joint)), x_(coordinate),
        width_(layout.sizes.halfWidth) {}

  /// A flat spring about the axis, beside the joint.
  Mesh spiral() const {
    constexpr double kTurns = 2.75;
    constexpr int kSteps = 80;
    std::vector<Vector3> path;
    for (int i = 0; i <= kSteps; ++i) {
      const double share = double(i) / kSteps, angle = 2 * pi * kTurns * share,
                   radius = width_ * (0.7 + 1.9 * share);
      path.push_back(x_.origin + 1.7 * width_ * x_.axis +
                     radius * (std::cos(angle) * x_.along + std::sin(angle) * x_.across));
    }
    Mesh mesh;
    addTube(mesh, path, 0.17 * width_, 8, Role::Spring);
    return mesh;
  }

  Mesh limits(const Stop& stop) const {
    Mesh mesh;
    if (stop.lower) addLimit(mesh, *stop.lower, -1);
    if (stop.upper) addLimit(mesh, *stop.upper, 1);
    return mesh;
  }

 private:
  void addLimit(Mesh& mesh, double limit, double outwards) const {
    const SolidStyle style{24, 0.08 * width_, Role::Force, Role::MetalRim};
    if (!x_.turns) {
      const auto [low, high] = slider();
      const Vector3 face = x_.origin + (limit + (outwards > 0 ? high : low)) * x_.axis;
      return addBar(mesh, face, face + outwards * 0.35 * width_ * x_.axis, 1.5 * width_, style);
    }
    const Vector3 direction = std::cos(limit) * x_.along + std::sin(limit) * x_.across,
                  normal = std::cos(limit) * x_.across - std::sin(limit) * x_.along;
    const Vector3 half = width_ * Vector3(1, 0.3, 0.8);
    Pose frame{x_.origin + 3.2 * width_ * direction + outwards * (width_ + half.y()) * normal};
    frame.rotation << direction, normal, direction.cross(normal);
    addBox(mesh, frame, half, style);
  }

  /// How far what slides reaches along the axis, about its point: its block, or the body itself.
  std::pair<double, double> slider() const {
    const double block = 1.3 * width_;
    const int body = ends_.second.body;
    if (body == kGround || !isSpatial(mechanism_, body)) return {-block, block};
    const Body& solid = mechanism_.bodies[std::size_t(body)];
    if (!(bobRadius(solid) > 0)) return {-block, block};
    const Vector3 axis =
        poseOf(initial_, body).rotation.transpose() * (poseOf(initial_, ends_.first.body).rotation * x_.axis);
    const Bob bob = bobOf(solid);
    const double centre = -axis.dot(aboutCentre(mechanism_, ends_.second)),
                 half = (bob.axes.transpose() * axis).cwiseAbs().dot(bob.half);
    return {std::min(-block, centre - half), std::max(block, centre + half)};
  }

  const Mechanism& mechanism_;
  const std::vector<BodyPose>& initial_;
  std::pair<PointRef, PointRef> ends_;
  SpatialCoordinate x_;
  double width_;
};

}  // namespace

std::unique_ptr<JointMark> makeCoordinateMark(SolidStock& stock, const Mechanism& mechanism,
                                              const SceneLayout& layout, const Force& force) {
  const int index = jointOf(force);
  if (index < 0) return nullptr;
  const Joint& joint = mechanism.joints[std::size_t(index)];
  const auto coordinate = spatialCoordinate(mechanism, joint, jointCoordinateOf(force));
  if (!coordinate) return nullptr;
  const CoordinateMarks marks(mechanism, layout, joint, *coordinate);
  if (const auto* stop = std::get_if<Stop>(&force.kind))
    return std::make_unique<FixedMark>(stock, coordinate->bearer, marks.limits(*stop));
  const auto* spring = std::get_if<JointSpring>(&force.kind);
  if (!spring) return nullptr;
  if (coordinate->turns) return std::make_unique<FixedMark>(stock, coordinate->bearer, marks.spiral());
  return std::make_unique<CoilMark>(stock, mechanism, layout, endsOf(joint), *coordinate, spring->rest);
}

}  // namespace holonom
