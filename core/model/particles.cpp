// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/particles.h"

#include "core/base/error.h"
#include "core/base/text.h"
#include "core/model/centre_motion.h"

namespace holonom {
namespace {

const std::string& nameOfBody(const Mechanism& mechanism, int body) {
  return mechanism.bodies[std::size_t(body)].name;
}

/// Of a force, the body that it wants to turn or whose axes it uses; none where there is none.
struct NeedsAxes {
  const Mechanism& mechanism;

  std::optional<int> operator()(const ConstantTorque& torque) const { return ofTorque(torque); }
  std::optional<int> operator()(const TorqueExpression& torque) const { return ofTorque(torque); }
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
    return {};
  }
};

}  // namespace

bool isParticle(const Mechanism& mechanism, int body) {
  return body != kGround && !mechanism.bodies[std::size_t(body)].turns();
}

std::optional<Misfit> misfitOf(const Body& body) {
  if (body.turns()) return {};
  if (body.flexible) return Misfit{tr("a particle cannot bend"), tr("take the beam away, or make it rigid")};
  for (const Point& point : body.points)
    if (point.position != body.centreOfMass)
      return Misfit{tr("the point '{}' of a particle lies beside it", point.name),
                    tr("give it the place [0, 0], or make '{}' a rigid body", body.name)};
  return {};
}

std::optional<Misfit> misfitOf(const Mechanism& mechanism, const Joint& joint) {
  const auto [a, b] = endsOf(joint);
  const JointKind& kind = kindOf(joint);
  const bool first = kind.needsFirstAxes() && isParticle(mechanism, a.body);
  if (!first && !(kind.needsSecondAxes() && isParticle(mechanism, b.body))) return {};
  const std::string& name = nameOfBody(mechanism, first ? a.body : b.body);
  return Misfit{
      tr("the {} joint '{}' needs axes of '{}', and a particle has none", kind.name, joint.name, name),
      tr("use a revolute joint, a rod or a slot whose pin it is, or make '{}' a rigid body", name)};
}

std::optional<Misfit> misfitOf(const Mechanism& mechanism, const Force& force) {
  const auto body = std::visit(NeedsAxes{mechanism}, force.kind);
  if (!body) return {};
  const std::string& name = nameOfBody(mechanism, *body);
  return Misfit{tr("'{}' is a particle, which has no axes and cannot turn", name),
                tr("use a force in the axes of ground, or make '{}' a rigid body", name)};
}

std::optional<Misfit> missingAngle(const Mechanism& mechanism, const Joint& joint) {
  if (kindOf(joint).coordinate != JointCoordinate::Angle) return {};
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
    if (joint >= 0) refuse(name, missingAngle(mechanism, mechanism.joints[std::size_t(joint)]));
  };
  for (const Body& body : mechanism.bodies) refuse(body.name, misfitOf(body));
  for (const Joint& joint : mechanism.joints) refuse(joint.name, misfitOf(mechanism, joint));
  for (const Force& force : mechanism.forces) {
    refuse(force.name, misfitOf(mechanism, force));
    if (const auto* stop = std::get_if<Stop>(&force.kind)) requireAngle(force.name, stop->joint);
  }
  for (const Driver& driver : mechanism.drivers) requireAngle(driver.name, driver.joint);
  for (const Controller& controller : mechanism.controllers)
    if (const auto* pid = std::get_if<PidController>(&controller.kind))
      requireAngle(controller.name, pid->joint);
}

void changeKind(Body& body, Body::Kind kind) {
  if (kind == body.kind) return;
  body.kind = kind;
  if (body.turns()) {
    body.inertia = body.mass;
    return;
  }
  CentreMotion motion = centreMotion(body);
  motion.angle = motion.angularVelocity = 0;
  body.flexible.reset();
  body.inertia = Body().inertia;
  body.exact.angle = body.exact.omega = false;
  for (Point& point : body.points) point.position -= body.centreOfMass;
  body.centreOfMass = Vector3::Zero();
  setCentreMotion(body, motion);
}

}  // namespace holonom
