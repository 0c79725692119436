// SPDX-License-Identifier: GPL-3.0-or-later
// Forces and torques of single parts, as arrows show them.
#include <cmath>

#include "core/dynamics/equations_of_motion.h"
#include "core/dynamics/frames.h"

namespace holonom {
namespace {

/// A moment about the origin of a frame as one about a place, without what rounding leaves of nothing.
Vector3 movedTo(const Vector3& arm, const Vector3& force, const Vector3& moment) {
  constexpr double kRounding = 1e-12;
  const Vector3 torque = moment - arm.cross(force);
  const bool nothing = torque.norm() <= kRounding * (moment.norm() + arm.norm() * force.norm());
  return nothing ? Vector3() : torque;
}

/// Generalised forces Q on one frame as a force at a place and a torque about it.
PartLoad loadAt(const PlanarMotion& frame, const Vector3& place, const double* Q) {
  const Vector3 force(Q[0], Q[1]), moment(0, 0, Q[2]);
  return {.place = place, .force = force, .torque = movedTo(inPlane(place) - frame.r, force, moment)};
}

/// The moment of a generalised force Q on Euler parameters is ½ E Q.
PartLoad loadAt(const SpatialMotion& frame, const Vector3& place, const double* Q) {
  const Vector3 force(Q[0], Q[1], Q[2]),
      moment = 0.5 * groundRates(frame.at.p) * Eigen::Map<const Eigen::Vector4d>(Q + 3);
  return {.place = place, .force = force, .torque = movedTo(place - frame.at.r, force, moment)};
}

}  // namespace

Vector3 EquationsOfMotion::placeOf(const PointRef& point) const {
  return at_.place(frameOf(mechanism_, point), inSpatialFrame(mechanism_, point));
}

/// Where a joint carries its load: at the point of the second body, or where a disc touches its line.
Vector3 EquationsOfMotion::placeOfLoad(const Joint& joint) const {
  const Vector3 place = placeOf(endsOf(joint).second);
  const double* radius = discRadius(joint);
  if (!radius) return place;
  if (const auto* ball = std::get_if<RollingBallJoint>(&joint.kind))
    return place - *radius * ball->normal.normalized();
  if (actsInSpace(mechanism_, joint)) {  // where the disc is lowest
    const auto& disc = std::get<RollingJoint>(joint.kind);
    const Vector3 n = disc.normal.normalized();
    const Vector4& p = at_.motion(frameOf(mechanism_, disc.b), Space()).at.p;
    const Vector3 axle = rotationMatrix(p) * disc.axle.normalized();
    return place - *radius * (n - n.dot(axle) * axle).normalized();
  }
  const int frame = frameOf(mechanism_, endsOf(joint).first);
  return place - Vector3(*radius * perpendicular(motion(frame).turn(directionInPlane(*axisOf(joint)))));
}

/// −C_qᵀ λ, its part on one of the two bodies.
template <class S>
PartLoad EquationsOfMotion::loadOf(const ConstraintElement<S>& element, bool onSecond, const Vector3& place,
                                   ConstVectorRef lambda) const {
  PairMatrix<S> jacobian{};
  PairValues<S> Q{};
  element.formulas->jacobian(element.map.pair(at_), jacobian.data());
  for (int row = 0; row < element.rows; ++row)
    for (int k = 0; k < S::kPair; ++k) Q[k] -= jacobian[row * S::kPair + k] * lambda[element.row(row)];
  const int frame = onSecond ? element.map.frameB() : element.map.frameA();
  PartLoad load = loadAt(at_.motion(frame, S()), place, Q.data() + (onSecond ? S::kFrame : 0));
  load.kind = PartLoad::Kind::Reaction;
  load.part = element.part;
  return load;
}

/// Of joints and drivers, on their second bodies.
template <class S>
void EquationsOfMotion::addReactions(const ElementSet<S>& set, ConstVectorRef lambda,
                                     std::vector<PartLoad>& out) const {
  for (const ConstraintElement<S>& element : set.constraintElements()) {
    const bool isJoint = element.part.kind == PartRef::Kind::Joint;
    if (!isJoint && element.part.kind != PartRef::Kind::Driver) continue;
    const std::size_t number = static_cast<std::size_t>(element.part.index);
    const Joint& joint =
        mechanism_.joints[isJoint ? number : static_cast<std::size_t>(mechanism_.drivers[number].joint)];
    out[isJoint ? number : mechanism_.joints.size() + number] =
        loadOf(element, true, placeOfLoad(joint), lambda);
  }
}

PartLoad EquationsOfMotion::reaction(int joint, bool onSecond, ConstVectorRef lambda) const {
  const Joint& part = mechanism_.joints[std::size_t(joint)];
  const Vector3 place = onSecond ? placeOfLoad(part) : placeOf(endsOf(part).first);
  const ConstraintRows& rows = *rows_[std::size_t(joint)];
  if (actsInSpace(mechanism_, part))
    return loadOf(static_cast<const ConstraintElement<Space>&>(rows), onSecond, place, lambda);
  return loadOf(static_cast<const ConstraintElement<Plane>&>(rows), onSecond, place, lambda);
}

void EquationsOfMotion::reactions(ConstVectorRef lambda, std::vector<PartLoad>& out) const {
  out.resize(mechanism_.joints.size() + mechanism_.drivers.size());
  addReactions(planar_, lambda, out);
  addReactions(spatial_, lambda, out);
}

template <class S>
void EquationsOfMotion::addApplied(int force, const PairValues<S>& Q, int frameA, int frameB,
                                   std::vector<PartLoad>& out) const {
  const auto add = [&](int frame, const Vector3& place, const double* values) {
    if (frame == kGround) return;
    PartLoad load = loadAt(at_.motion(frame, S()), place, values);
    load.part = {PartRef::Kind::Force, force};
    out.push_back(load);
  };
  const Force& part = mechanism_.forces[force];
  const double* second = Q.data() + S::kFrame;
  if (const auto line = lineOf(part)) {
    add(frameA, placeOf(line->first), Q.data());
    add(frameB, placeOf(line->second), second);
  } else if (const int joint = jointOf(part); joint >= 0) {
    add(frameB, placeOf(endsOf(mechanism_.joints[std::size_t(joint)]).second), second);
  } else if (const auto point = pointOf(part)) {
    add(frameB, placeOf(*point), second);
  } else {
    add(frameB, at_.place(frameB, Vector3()), second);
  }
}

template <class S>
void EquationsOfMotion::addApplied(const ElementSet<S>& set, std::vector<PartLoad>& out) const {
  for (const ForceElement<S>& element : set.forceElements()) {
    PairValues<S> Q{};
    element.law->force(element.map.pair(at_), Q.data());
    addApplied<S>(element.number, Q, element.map.frameA(), element.map.frameB(), out);
  }
}

template <class S>
void EquationsOfMotion::addApplied(const ExpressionForceIn<S>* force, std::size_t number,
                                   std::vector<PartLoad>& out) const {
  if (!force) return;
  PairValues<S> Q{};
  force->addLocalForce(at_, Q);
  addApplied<S>(static_cast<int>(number), Q, force->frameA(), force->frameB(), out);
}

void EquationsOfMotion::appliedLoads(std::vector<PartLoad>& out) const {
  addApplied(planar_, out);
  addApplied(spatial_, out);
  for (std::size_t i = 0; i < expressionForces_.size(); ++i) {
    addApplied(dynamic_cast<const ExpressionForceIn<Plane>*>(expressionForces_[i].get()), i, out);
    addApplied(dynamic_cast<const ExpressionForceIn<Space>*>(expressionForces_[i].get()), i, out);
  }
}

}  // namespace holonom
