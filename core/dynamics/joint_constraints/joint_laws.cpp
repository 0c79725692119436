// SPDX-License-Identifier: GPL-3.0-or-later
#include <cmath>
#include <numbers>
#include <stdexcept>
#include <string>

#include "core/dynamics/frames.h"
#include "core/dynamics/joint_constraints/axis_projection.h"
#include "core/dynamics/joint_constraints/coincidence.h"
#include "core/dynamics/joint_constraints/joint_rows.h"
#include "core/dynamics/joint_constraints/knife_edge.h"
#include "core/dynamics/joint_constraints/point_distance.h"
#include "core/dynamics/joint_constraints/rolling_contact.h"
#include "core/model/building.h"

namespace holonom {
namespace {

/// The law of each kind of joint: its rows, in the order of its JointKind.
struct LawMaker {
  using Law = std::unique_ptr<JointConstraint>;
  const Mechanism& mechanism;
  const Joint& joint;

  Law operator()(const RevoluteJoint& pin) const { return rows(coincidence(pin.a, pin.b)); }
  Law operator()(const SphericalJoint& ball) const { return rows(coincidence(ball.a, ball.b)); }
  Law operator()(const FixedJoint& weld) const { return rows(coincidence(weld.a, weld.b), kept(weld.angle)); }
  Law operator()(const PrismaticJoint& slider) const { return rows(line(slider), kept(slider.angle)); }
  Law operator()(const SlotJoint& slot) const { return rows(line(slot)); }
  /// Distance of the disc's centre from the line, C = ρ − n · (p_b − p_a), then no slip.
  Law operator()(const RollingJoint& disc) const {
    return rows(line(disc, disc.radius),
                RollingContact{directionInPlane(disc.axis), place(disc.b), disc.radius});
  }
  Law operator()(const KnifeEdgeJoint& blade) const {
    return rows(KnifeEdge{perpendicular(directionInPlane(blade.axis)), place(blade.b)});
  }
  Law operator()(const RodJoint& rod) const {
    return rows(PointDistance{{place(rod.a), place(rod.b)}, rod.length});
  }
  template <typename OfSpace>
  Law operator()(const OfSpace&) const {
    if (const JointKind& kind = kindOf(joint); !kind.rows.empty())
      throw std::logic_error("no law in the plane for joints of kind " + std::string(kind.name));
    return nullptr;
  }

 private:
  template <typename... Rows>
  Law rows(Rows... rows) const {
    const auto [a, b] = endsOf(joint);
    return std::make_unique<JointRows<Plane, Rows...>>(joint.name, kindOf(joint).rows, frameOf(mechanism, a),
                                                       frameOf(mechanism, b), std::move(rows)...);
  }
  /// By whole turns nearest to how the bodies are drawn: an angle of −340° is one of 20°.
  RelativeAngle kept(double angle) const {
    constexpr double kTurn = 2 * std::numbers::pi;
    const auto [a, b] = endsOf(joint);
    return {angle + kTurn * std::round((startAngle(mechanism, a.body, b.body) - angle) / kTurn)};
  }
  Vector2 place(PointRef point) const { return inFrame(mechanism, point); }
  Coincidence coincidence(PointRef a, PointRef b) const { return {place(a), place(b)}; }
  /// Of b from the line through a along the axis, on its left.
  template <typename Kind>
  AxisDistance line(const Kind& kind, double distance = 0) const {
    return {{perpendicular(directionInPlane(kind.axis)), place(kind.a), place(kind.b)}, distance};
  }
};

}  // namespace

std::unique_ptr<JointConstraint> makeJointConstraint(const Mechanism& mechanism, const Joint& joint) {
  return std::visit(LawMaker{mechanism, joint}, joint.kind);
}

}  // namespace holonom
