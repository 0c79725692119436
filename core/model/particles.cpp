// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/particles.h"

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

#include "core/base/error.h"
#include "core/base/text.h"
#include "core/base/units.h"
#include "core/math/pose.h"
#include "core/model/body_plane.h"
#include "core/model/building.h"
#include "core/model/centre_motion.h"
#include "core/model/part_references.h"
#include "core/model/turn_axes.h"

namespace holonom {
namespace {

const std::string& nameOfBody(const Mechanism& mechanism, int body) {
  return mechanism.bodies[std::size_t(body)].name;
}

Misfit withoutAxes(const Joint& joint, const std::string& body, bool inSpace = false) {
  return {tr("the {} joint '{}' needs axes of '{}', and a particle has none", kindOf(joint).name, joint.name,
             body),
          inSpace
              ? tr("use a spherical joint, a rod or a slot whose pin it is, or make '{}' a rigid body", body)
              : tr("use a revolute joint, a rod or a slot whose pin it is, or make '{}' a rigid body", body)};
}

Misfit besideFlexible(const std::string& body) {
  return {tr("'{}' bends, and cannot be joined to a body in space yet", body),
          tr("make it rigid, or the other body one in the plane")};
}

/// Of a force, the particle that it wants to turn or whose axes it uses; none where there is none.
struct NeedsAxes {
  const Mechanism& mechanism;

  std::optional<int> operator()(const ConstantTorque& torque) const { return ofTorque(torque); }
  std::optional<int> operator()(const TorqueExpression& torque) const { return ofTorque(torque); }
  std::optional<int> operator()(const Moment& moment) const {
    const auto turned = ofTorque(moment);
    return turned ? turned : ofAxes(moment.axesOf);
  }
  std::optional<int> operator()(const Bushing& bushing) const {
    const auto first = ofAxes(bushing.a);
    return first ? first : ofAxes(bushing.b);
  }
  std::optional<int> operator()(const ConstantForce& force) const { return ofForce(force); }
  std::optional<int> operator()(const ForceExpression& force) const { return ofForce(force); }
  template <typename Other>
  std::optional<int> operator()(const Other&) const {
    return {};
  }

 private:
  template <typename Torque>
  std::optional<int> ofTorque(const Torque& torque) const {
    for (const int body : {torque.body, torque.reaction})
      if (isParticle(mechanism, body)) return body;
    return {};
  }
  template <typename PointForce>
  std::optional<int> ofForce(const PointForce& force) const {
    if (force.bodyFixed && isParticle(mechanism, force.at.body)) return force.at.body;
    return ofAxes(force.axesOf);
  }
  std::optional<int> ofAxes(const std::optional<PointRef>& point) const {
    if (point && isParticle(mechanism, point->body)) return point->body;
    return {};
  }
};

bool isFlexible(const Mechanism& mechanism, int body) {
  return body != kGround && mechanism.bodies[std::size_t(body)].flexible.has_value();
}

/// Of a force that acts in the plane.
std::optional<Misfit> misfitInPlane(const Force& force) {
  if (std::holds_alternative<Moment>(force.kind))
    return Misfit{tr("a moment with three components needs a body in space"),
                  tr("use a torque, or make one of the bodies a rigid body in space")};
  if (std::holds_alternative<Bushing>(force.kind))
    return Misfit{tr("a bushing needs a body in space"),
                  tr("use springs and dampers, or make one of the bodies a rigid body in space")};
  return {};
}

/// Of a stop on the second of Cardan angles, the sine of which is measured: at right angles it has no
/// derivative, and beyond no value.
std::optional<Misfit> misfitOfTilt(const Mechanism& mechanism, const Force& force) {
  constexpr double kDegree = std::numbers::pi / 180, kMost = 89.9 * kDegree;
  const auto* stop = std::get_if<Stop>(&force.kind);
  if (!stop || stop->joint < 0) return {};
  if (!tiltOf(mechanism, mechanism.joints[std::size_t(stop->joint)], stop->coordinate)) return {};
  for (const std::optional<double>& limit : {stop->lower, stop->upper})
    if (limit && std::abs(*limit) > kMost)
      return Misfit{
          tr("a limit of {}° cannot be reached: this angle of the joint '{}' lies between −90° and 90°",
             numberText(*limit / kDegree, 4), mechanism.joints[std::size_t(stop->joint)].name),
          tr("give a limit of at most 89.9° (1.569 rad), or leave it out")};
  return {};
}

std::optional<Misfit> misfitInSpace(const Mechanism& mechanism, const Force& force) {
  if (const auto misfit = misfitOfTilt(mechanism, force)) return misfit;
  if (std::holds_alternative<Hand>(force.kind)) return {};                    // it holds each body as that is
  const PartReferences references = referencesOf(const_cast<Force&>(force));  // reads only
  std::vector<int> bodies;
  for (const PointRef* point : references.points) bodies.push_back(point->body);
  for (const int* body : references.bodies) bodies.push_back(*body);
  for (const int body : bodies)
    if (isFlexible(mechanism, body)) return besideFlexible(nameOfBody(mechanism, body));
  return {};
}

/// The names of kinds of joints, in words: "revolute, slot or rod".
template <typename Condition>
std::string kindsThat(Condition&& condition) {
  std::string words, last;
  for (const JointKind& kind : jointKinds()) {
    if (!condition(kind)) continue;
    if (!last.empty()) words += (words.empty() ? "" : ", ") + last;
    last = kind.name;
  }
  return words.empty() ? last : tr("{} or {}", words, last);
}

/// Of a joint whose constraints have no gradient, or none that is finite, where two directions lie along each
/// other: a disc or blade on a plane of the ground has its heading along n × e (spatial_contacts.h).
std::optional<Misfit> withParallelAxes(const Mechanism& mechanism, const Joint& joint) {
  constexpr double kLeastSine = 1e-6;
  const auto [a, b] = endsOf(joint);
  const auto atStart = [&](int body, const Vector3& direction) -> Vector3 {
    if (body == kGround) return direction.normalized();
    return initialPose(mechanism.bodies[std::size_t(body)]).rotation * direction.normalized();
  };
  const auto areParallel = [&](const Vector3& first, const Vector3& second) {
    return !(atStart(a.body, first).cross(atStart(b.body, second)).norm() > kLeastSine);
  };
  const char* kind = kindOf(joint).name;
  if (const auto* disc = std::get_if<RollingJoint>(&joint.kind);
      disc && areParallel(disc->normal, disc->axle))
    return Misfit{
        tr("the disc of the {} joint '{}' lies flat: its axle stands along the normal of the ground", kind,
           joint.name),
        tr("give the axle another direction in the axes of the body, or turn the body so that the "
           "disc stands on its rim")};
  if (const auto* blade = std::get_if<KnifeEdgeJoint>(&joint.kind);
      blade && areParallel(blade->normal, blade->axis))
    return Misfit{
        tr("the blade of the {} joint '{}' stands along the normal of the ground", kind, joint.name),
        tr("give the blade another direction in the axes of the body, or turn the body")};
  const auto crossed = [&](const auto* cross) -> std::optional<Misfit> {
    if (!cross || !areParallel(cross->axis, cross->secondAxis)) return {};
    return Misfit{
        tr("the two axes of the {} joint '{}', which it keeps at right angles, lie along each other", kind,
           joint.name),
        tr("give the second axis, in the axes of the second body, a direction across the first")};
  };
  constexpr double kFolded = -0.9994;  // cosine of 178°
  if (const auto* shafts = std::get_if<ConstantVelocityJoint>(&joint.kind);
      shafts && atStart(a.body, shafts->axis).dot(atStart(b.body, shafts->secondAxis)) < kFolded)
    return Misfit{tr("the two shafts of the {} joint '{}' are folded back on each other", kind, joint.name),
                  tr("give 'axis' and 'secondAxis' the same way round: where the shafts are in line, both "
                     "point along it")};
  if (const auto cross = crossed(std::get_if<UniversalJoint>(&joint.kind))) return cross;
  return crossed(std::get_if<PerpendicularAxesJoint>(&joint.kind));
}

/// Of a joint between bodies of one plane whose directions lean against it: it could hold them only as they
/// begin. There its rows have gradients along each other, and what they differ by would be taken for a dead
/// point.
std::optional<Misfit> leaning(const Mechanism& mechanism, const Joint& joint) {
  const std::optional<Vector3> normal = commonNormal(mechanism, joint);
  if (!normal) return {};
  const auto [a, b] = endsOf(joint);
  const auto turnOf = [&](int body) -> Matrix3 {
    return body == kGround ? Matrix3(Matrix3::Identity())
                           : initialPose(mechanism.bodies[std::size_t(body)]).rotation;
  };
  const Vector3 inSecond = turnOf(b.body).transpose() * turnOf(a.body) * *normal;
  const auto leans = [](const Vector3& axis, const Vector3& normal) {
    return !liesAlong(axis, normal) && !liesInPlane(axis, normal);
  };
  const auto refuse = [&](const Vector3& axis, const Vector3& against) {
    const double degrees = std::acos(std::abs(against.dot(axis.normalized()))) * 180 / std::numbers::pi;
    return Misfit{
        tr("the axis of the {} joint '{}' leans by {}° against the normal of the plane in which its "
           "bodies move",
           kindOf(joint).name, joint.name, numberText(degrees, 3)),
        tr("give it an axis along or across that normal, or take the 'normal' of a body away")};
  };
  return std::visit(
      [&](const auto& kind) -> std::optional<Misfit> {
        if constexpr (requires { kind.secondHinge; }) {
          // by their first axis alone hinges have the rows that they have in the plane
          if (leans(kind.hinge, *normal)) return refuse(kind.hinge, *normal);
          if (leans(kind.secondHinge, inSecond) ||
              liesAlong(kind.hinge, *normal) != liesAlong(kind.secondHinge, inSecond))
            return refuse(kind.secondHinge, inSecond);
        }
        if constexpr (requires { kind.secondAxis; })
          if (leans(kind.axis, *normal) && leans(kind.secondAxis, inSecond))
            return refuse(kind.axis, *normal);
        if constexpr (requires { kind.turn; }) {
          if constexpr (requires { kind.axis; })
            if (leans(kind.axis, *normal)) return refuse(kind.axis, *normal);
          const Vector3 kept = rotationMatrix(eulerParameters(kind.turn)).transpose() * *normal;
          if (!liesAlong(kept, inSecond))
            return Misfit{
                tr("the turn that the {} joint '{}' keeps leads out of the plane in which its bodies "
                   "move",
                   kindOf(joint).name, joint.name),
                tr("give it a turn about the normal of that plane, or take the 'normal' of a body "
                   "away")};
        }
        return {};
      },
      joint.kind);
}

/// Of a joint that acts in space.
std::optional<Misfit> misfitInSpace(const Mechanism& mechanism, const Joint& joint) {
  const auto [a, b] = endsOf(joint);
  const JointKind& kind = kindOf(joint);
  if (!isSpatial(mechanism, a.body) && !isSpatial(mechanism, b.body))
    return Misfit{tr("the {} joint '{}' needs a body in space", kind.name, joint.name),
                  tr("make one of its bodies a rigid body in space, or use another kind: {}",
                     kindsThat([](const JointKind& other) { return !other.rows.empty(); }))};
  if (kind.rowsInSpace.empty())
    return Misfit{tr("the {} joint '{}' cannot act at a body in space yet", kind.name, joint.name),
                  tr("use another kind: {}",
                     kindsThat([](const JointKind& other) { return !other.rowsInSpace.empty(); }))};
  for (const int body : {a.body, b.body})
    if (isFlexible(mechanism, body)) return besideFlexible(nameOfBody(mechanism, body));
  const bool rolls = kind.count(kind.rowsInSpace, JointRow::Keeps::Velocity) > 0;
  if (a.body != kGround && rolls)
    return Misfit{tr("in space the {} joint '{}' needs ground under it", kind.name, joint.name),
                  tr("make its first point one of ground")};
  const bool turns = kind.count(kind.rowsInSpace, JointRow::Keeps::Angle) > 0,
             slides = kind.count(kind.rowsInSpace, JointRow::Keeps::Line) > 0;
  for (const int body : {a.body, b.body})
    if (isParticle(mechanism, body) && (turns || rolls || (slides && body == a.body)))
      return withoutAxes(joint, nameOfBody(mechanism, body), true);
  if (const auto misfit = leaning(mechanism, joint)) return misfit;
  return withParallelAxes(mechanism, joint);
}

}  // namespace

bool isParticle(const Mechanism& mechanism, int body) {
  return body != kGround && !mechanism.bodies[std::size_t(body)].turns();
}

std::optional<Misfit> misfitOfInertia(const Body& body) {
  if (!body.isSpatial() || !body.turns()) return {};
  constexpr double kRounding = 1e-3;  // of thin plates in a table of four digits
  const Eigen::SelfAdjointEigenSolver<Matrix3> solver(inertiaTensor(body), Eigen::EigenvaluesOnly);
  const Eigen::Vector3d principal = solver.eigenvalues();  // the largest is the last
  if (!(principal[0] > 0))
    return Misfit{tr("no body has these moments and products of inertia: about one axis the moment is {}",
                     numberText(principal[0], 4)),
                  tr("make the products smaller, or the moments larger")};
  if (principal[2] > (1 + kRounding) * (principal[0] + principal[1]))
    return Misfit{tr("no body has these moments of inertia: the largest, {}, is more than the other two "
                     "together, {} and {}",
                     numberText(principal[2], 4), numberText(principal[0], 4), numberText(principal[1], 4)),
                  tr("they are those about the principal axes through the centre of mass; make the two "
                     "smaller ones larger")};
  return {};
}

/// Of a body that keeps to a plane and begins to leave it.
std::optional<Misfit> misfitOfMotion(const Body& body) {
  if (!body.keepsPlane()) return {};
  constexpr double kRounding = 1e-6;
  const Vector3 n = body.normal.normalized();
  if (n.cross(body.spin).norm() > kRounding * body.spin.norm())
    return Misfit{tr("it turns about its 'normal' only, but its angular velocity has another direction"),
                  tr("give an angular velocity along the normal, or take the 'normal' away")};
  if (std::abs(n.dot(body.velocity)) >
      kRounding * (body.velocity.norm() + body.spin.norm() * body.centreOfMass.norm()))
    return Misfit{tr("it moves across its 'normal' only, but its velocity leaves that plane"),
                  tr("give a velocity at right angles to the normal, or take the 'normal' away")};
  return {};
}

std::optional<Misfit> misfitOf(const Body& body) {
  if (body.isSpatial() && body.flexible)
    return Misfit{tr("a body in space cannot bend yet"), tr("take the beam away, or make it rigid")};
  if (const auto misfit = misfitOfMotion(body)) return misfit;
  if (body.turns()) return misfitOfInertia(body);
  if (body.flexible) return Misfit{tr("a particle cannot bend"), tr("take the beam away, or make it rigid")};
  for (const Point& point : body.points)
    if (point.position != body.centreOfMass)
      return Misfit{tr("the point '{}' of a particle lies beside it", point.name),
                    tr("give it the place [0, 0], or make '{}' a rigid body", body.name)};
  return {};
}

std::optional<Misfit> misfitOf(const Mechanism& mechanism, const Joint& joint) {
  if (actsInSpace(mechanism, joint)) return misfitInSpace(mechanism, joint);
  const auto [a, b] = endsOf(joint);
  const JointKind& kind = kindOf(joint);
  const bool first = kind.needsFirstAxes() && isParticle(mechanism, a.body);
  if (!first && !(kind.needsSecondAxes() && isParticle(mechanism, b.body))) return {};
  return withoutAxes(joint, nameOfBody(mechanism, first ? a.body : b.body));
}

std::optional<Misfit> misfitOf(const Mechanism& mechanism, const Force& force) {
  const auto body = std::visit(NeedsAxes{mechanism}, force.kind);
  if (!body) return actsInSpace(mechanism, force) ? misfitInSpace(mechanism, force) : misfitInPlane(force);
  const std::string& name = nameOfBody(mechanism, *body);
  return Misfit{tr("'{}' is a particle, which has no axes and cannot turn", name),
                tr("use a force in the axes of ground, or make '{}' a rigid body", name)};
}

std::optional<Misfit> missingCoordinate(const Mechanism& mechanism, const Joint& joint) {
  if (const auto sort = coordinateOf(joint);
      !sort || sort == JointCoordinate::Way || sort == JointCoordinate::Swing)
    return {};
  for (const int body : {endsOf(joint).first.body, endsOf(joint).second.body})
    if (isParticle(mechanism, body)) {
      const std::string& name = nameOfBody(mechanism, body);
      return Misfit{tr("joint '{}' has no angle, because '{}' is a particle", joint.name, name),
                    tr("take a joint between rigid bodies, or make '{}' one", name)};
    }
  return {};
}

void requireFits(const Mechanism& mechanism) {
  const auto refuse = [](const std::string& name, const std::optional<Misfit>& misfit) {
    if (misfit) throw InputError(name, misfit->what, misfit->remedy);
  };
  const auto requireAngle = [&](const std::string& name, int joint) {
    if (joint >= 0) refuse(name, missingCoordinate(mechanism, mechanism.joints[std::size_t(joint)]));
  };
  for (const Body& body : mechanism.bodies) refuse(body.name, misfitOf(body));
  for (const Joint& joint : mechanism.joints) refuse(joint.name, misfitOf(mechanism, joint));
  for (const Force& force : mechanism.forces) {
    refuse(force.name, misfitOf(mechanism, force));
    requireAngle(force.name, jointOf(force));
  }
  for (const Driver& driver : mechanism.drivers) requireAngle(driver.name, driver.joint);
  for (const Controller& controller : mechanism.controllers)
    if (const auto* pid = std::get_if<PidController>(&controller.kind))
      requireAngle(controller.name, pid->joint);
}

namespace {

void makeParticle(Body& body, CentreMotion motion) {
  motion.angle = motion.angularVelocity = 0;
  const Body usual;
  motion.p = CentreMotion().p, motion.spin = CentreMotion().spin;
  body.flexible.reset();
  body.inertia = usual.inertia;
  body.moments = usual.moments, body.products = usual.products, body.normal = usual.normal;
  body.exact.angle = body.exact.omega = false;
  body.solids.clear();
  for (Point& point : body.points) point.position -= body.centreOfMass;
  body.centreOfMass = Vector3::Zero();
  setCentreMotion(body, motion);
}

/// Takes away what a body in space has and one in the plane has not.
void leaveSpace(Body& body) {
  const Body usual;
  body.angle = planarAngle(initialPose(body));
  body.angularVelocity = body.spin.z();
  body.inertia = body.moments.z();
  body.axis = usual.axis;
  body.moments = usual.moments, body.products = usual.products, body.spin = usual.spin;
  body.normal = usual.normal;
  body.exact.z = body.exact.vz = false;
  body.solids.clear();
  for (Vector3* vector : {&body.centreOfMass, &body.position, &body.velocity}) vector->z() = 0;
  for (Point& point : body.points) {
    point.position.z() = 0;
    point.axis = Point().axis, point.angle = 0;
  }
}

/// Its motion and its moment of inertia in the plane as those in space.
void enterSpace(Body& body) {
  body.moments = Vector3::Constant(body.inertia);
  body.inertia = Body().inertia;
  body.spin = Vector3(0, 0, body.angularVelocity);
  body.angularVelocity = 0;
  body.flexible.reset();
}

/// A disc that rolled on a line of the plane stands on the plane of the ground across it, and the other way
/// round.
void takeTrack(RollingJoint& disc, bool inSpace) {
  const RollingJoint usual;
  if (inSpace) {
    disc.normal = Vector3(-disc.axis.y(), disc.axis.x(), 0);
    disc.axle = Vector3::UnitZ();
    disc.axis = usual.axis;
  } else {
    disc.axis = unitDirection(Vector3(disc.normal.y(), -disc.normal.x(), 0)).value_or(usual.axis);
    disc.normal = usual.normal, disc.axle = usual.axle;
  }
}

}  // namespace

void changeKind(Mechanism& mechanism, int index, Body::Kind kind) {
  Body& body = mechanism.bodies[std::size_t(index)];
  if (kind == body.kind) return;
  const CentreMotion motion = centreMotion(body);
  const bool wasInSpace = body.isSpatial(), turned = body.turns();
  Body goal;
  goal.kind = kind;
  if (wasInSpace && !goal.isSpatial()) leaveSpace(body);
  body.kind = kind;
  if (!body.turns()) makeParticle(body, motion);
  else if (!turned) body.inertia = body.mass;
  if (body.isSpatial() && !(wasInSpace && turned)) enterSpace(body);
  if (!wasInSpace && !body.isSpatial()) return;
  for (Joint& joint : mechanism.joints) {
    const auto [a, b] = endsOf(joint);
    if (a.body != index && b.body != index) continue;
    keepAngles(mechanism, joint);
    if (Vector3* axis = axisOf(joint); axis && !actsInSpace(mechanism, joint))
      *axis = unitDirection(inPlane(*axis)).value_or(Vector3(1, 0));
    if (auto* disc = std::get_if<RollingJoint>(&joint.kind); disc && wasInSpace != body.isSpatial())
      takeTrack(*disc, body.isSpatial());
  }
}

}  // namespace holonom
