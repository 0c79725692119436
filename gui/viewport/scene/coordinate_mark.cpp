// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/viewport/scene/coordinate_mark.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/model/building.h"
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
  /// `width`: half of that of a bar, m.
  CoordinateMarks(const Mechanism& mechanism, const Joint& joint, const SpatialCoordinate& coordinate,
                  double width)
      : mechanism_(mechanism), ends_(endsOf(joint)), x_(coordinate), width_(width) {}

  /// Along a flat spring about the axis, beside the joint.
  std::vector<Vector3> spiral(int steps) const {
    constexpr double kTurns = 2.75;
    std::vector<Vector3> path;
    for (int i = 0; i <= steps; ++i) {
      const double share = double(i) / steps, angle = 2 * pi * kTurns * share,
                   radius = width_ * (0.7 + 1.9 * share);
      path.push_back(x_.origin + 1.7 * width_ * x_.axis +
                     radius * (std::cos(angle) * x_.along + std::sin(angle) * x_.across));
    }
    return path;
  }
  Mesh spring() const {
    Mesh mesh;
    addTube(mesh, spiral(80), 0.17 * width_, 8, Role::Spring);
    return mesh;
  }

  Mesh limits(const Stop& stop) const {
    const SolidStyle style{24, 0.08 * width_, Role::Force, Role::MetalRim};
    Mesh mesh;
    for (const Limit& limit : limitsOf(stop)) {
      if (!x_.turns) {
        addBar(mesh, limit.place, limit.place + limit.outwards * 0.35 * width_ * x_.axis, 1.5 * width_,
               style);
        continue;
      }
      Pose frame{limit.place};
      frame.rotation << limit.direction, limit.normal, limit.direction.cross(limit.normal);
      addBox(mesh, frame, width_ * kCheek, style);
    }
    return mesh;
  }
  /// From one side of each cheek or plate to the other.
  std::vector<std::pair<Vector3, Vector3>> across(const Stop& stop) const {
    std::vector<std::pair<Vector3, Vector3>> lines;
    for (const Limit& limit : limitsOf(stop)) {
      const Vector3 half =
          x_.turns ? Vector3(width_ * limit.direction) : Vector3(1.5 * width_ * x_.axis.unitOrthogonal());
      lines.emplace_back(limit.place - half, limit.place + half);
    }
    return lines;
  }

 private:
  static inline const Vector3 kCheek{1, 0.3, 0.8};  // half of its sizes, half widths
  struct Limit {
    Vector3 place;              // the middle of a cheek, or the face of a plate
    Vector3 direction, normal;  // of a cheek: away from the axis, and about it
    double outwards;
  };

  std::vector<Limit> limitsOf(const Stop& stop) const {
    std::vector<Limit> limits;
    if (stop.lower) limits.push_back(limitAt(*stop.lower, -1));
    if (stop.upper) limits.push_back(limitAt(*stop.upper, 1));
    return limits;
  }
  Limit limitAt(double value, double outwards) const {
    if (!x_.turns) {
      const auto [low, high] = slider();
      return {x_.origin + (value + (outwards > 0 ? high : low)) * x_.axis, {}, {}, outwards};
    }
    const Vector3 direction = std::cos(value) * x_.along + std::sin(value) * x_.across,
                  normal = std::cos(value) * x_.across - std::sin(value) * x_.along;
    return {x_.origin + 3.2 * width_ * direction + outwards * (1 + kCheek.y()) * width_ * normal, direction,
            normal, outwards};
  }

  /// How far what slides reaches along the axis, about its point: its block, or the body itself.
  std::pair<double, double> slider() const {
    const double block = 1.3 * width_;
    const int body = ends_.second.body;
    if (body == kGround || !isSpatial(mechanism_, body)) return {-block, block};
    const Body& solid = mechanism_.bodies[std::size_t(body)];
    if (!(bobRadius(solid) > 0)) return {-block, block};
    const Vector3 axis =
        startRotation(mechanism_, body).transpose() * (startRotation(mechanism_, ends_.first.body) * x_.axis);
    const Bob bob = bobOf(solid);
    const double centre = -axis.dot(aboutCentre(mechanism_, ends_.second)),
                 half = (bob.axes.transpose() * axis).cwiseAbs().dot(bob.half);
    return {std::min(-block, centre - half), std::max(block, centre + half)};
  }

  const Mechanism& mechanism_;
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
  const CoordinateMarks marks(mechanism, joint, *coordinate, layout.sizes.halfWidth);
  if (const auto* stop = std::get_if<Stop>(&force.kind))
    return std::make_unique<FixedMark>(stock, coordinate->bearer, marks.limits(*stop));
  const auto* spring = std::get_if<JointSpring>(&force.kind);
  if (!spring) return nullptr;
  if (coordinate->turns) return std::make_unique<FixedMark>(stock, coordinate->bearer, marks.spring());
  return std::make_unique<CoilMark>(stock, mechanism, layout, endsOf(joint), *coordinate, spring->rest);
}

std::vector<CoordinateLine> coordinateLines(const Mechanism& mechanism, const Force& force, double width) {
  const auto* stop = std::get_if<Stop>(&force.kind);
  const auto* spring = std::get_if<JointSpring>(&force.kind);
  if ((!stop && !spring) || jointOf(force) < 0) return {};
  const Joint& joint = mechanism.joints[std::size_t(jointOf(force))];
  const auto coordinate = spatialCoordinate(mechanism, joint, jointCoordinateOf(force));
  if (!coordinate) return {};
  const int bearer = coordinate->bearer;
  const Vector3 centre =
      bearer == kGround ? Vector3(Vector3::Zero()) : mechanism.bodies[std::size_t(bearer)].centreOfMass;
  std::vector<CoordinateLine> lines;
  const auto add = [&](const Vector3& from, const Vector3& to) {
    lines.push_back({{bearer, centre + from}, {bearer, centre + to}});
  };
  const CoordinateMarks marks(mechanism, joint, *coordinate, width);
  if (stop) {
    for (const auto& [from, to] : marks.across(*stop)) add(from, to);
  } else if (coordinate->turns) {
    const std::vector<Vector3> path = marks.spiral(30);
    for (std::size_t i = 1; i < path.size(); ++i) add(path[i - 1], path[i]);
  } else {
    const auto [a, b] = endsOf(joint);
    lines.push_back({{a.body, localPosition(mechanism, a)}, {b.body, localPosition(mechanism, b)}});
  }
  return lines;
}

}  // namespace holonom
