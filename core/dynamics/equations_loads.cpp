// SPDX-License-Identifier: GPL-3.0-or-later
// Forces and torques of single parts, as arrows show them.
#include <cmath>

#include "core/dynamics/equations_of_motion.h"
#include "core/dynamics/frames.h"

namespace holonom {
namespace {

/// Generalised forces on one frame of a pair (force, and moment about its origin), as a force at a place.
PartLoad loadAt(PartLoad::Kind kind, PartRef part, const PlanarMotion& frame, const Vector2& place,
                const double* Q) {
  constexpr double kRounding = 1e-12;
  const Vector2 force(Q[0], Q[1]), arm = place - frame.r;
  const double torque = Q[2] - (arm.x() * force.y() - arm.y() * force.x());
  const bool nothing = std::abs(torque) <= kRounding * (std::abs(Q[2]) + arm.norm() * force.norm());
  return {kind, part, place, force, nothing ? 0 : torque};
}

}  // namespace

Vector2 EquationsOfMotion::placeOf(const PointRef& point) const {
  const PlanarMotion& frame = motion(frameOf(mechanism_, point));
  return frame.r + frame.turn(inFrame(mechanism_, point));
}

/// Where a joint carries its load: at the point of the second body, or where a disc touches its line.
Vector2 EquationsOfMotion::placeOfLoad(const Joint& joint) const {
  const Vector2 place = placeOf(endsOf(joint).second);
  const double* radius = discRadius(joint);
  if (!radius) return place;
  const int frame = frameOf(mechanism_, endsOf(joint).first);
  return place - *radius * perpendicular(motion(frame).turn(inPlane(*axisOf(joint)).normalized()));
}

/// −C_qᵀ λ, its part on the second body.
PartLoad EquationsOfMotion::reaction(const ConstraintElement& element, ConstVectorRef lambda, PartRef part,
                                     const Joint& joint) const {
  PairRows jacobian{};
  PairVector Q{};
  element.law->jacobian(pairOf(*element.law), jacobian.data());
  for (int row = 0; row < element.law->rowCount(); ++row)
    for (int k = 0; k < kPairSize; ++k) Q[k] -= jacobian[row * kPairSize + k] * lambda[element.row(row)];
  return loadAt(PartLoad::Kind::Reaction, part, motion(element.map.frameB()), placeOfLoad(joint),
                Q.data() + 3);
}

void EquationsOfMotion::reactions(ConstVectorRef lambda, std::vector<PartLoad>& out) const {
  const std::size_t joints = mechanism_.joints.size();
  for (std::size_t i = 0; i < joints; ++i)
    out.push_back(
        reaction(constraints_[i], lambda, {PartRef::Kind::Joint, static_cast<int>(i)}, mechanism_.joints[i]));
  for (std::size_t i = 0; i < mechanism_.drivers.size(); ++i)
    out.push_back(reaction(constraints_[joints + i], lambda, {PartRef::Kind::Driver, static_cast<int>(i)},
                           mechanism_.joints[mechanism_.drivers[i].joint]));
}

void EquationsOfMotion::addApplied(int force, const PairVector& Q, int frameA, int frameB,
                                   std::vector<PartLoad>& out) const {
  const auto add = [&](int frame, const Vector2& place, const double* values) {
    if (frame != kGround)
      out.push_back(
          loadAt(PartLoad::Kind::Applied, {PartRef::Kind::Force, force}, motion(frame), place, values));
  };
  const Force& part = mechanism_.forces[force];
  if (const auto line = lineOf(part)) {
    add(frameA, placeOf(line->first), Q.data());
    add(frameB, placeOf(line->second), Q.data() + 3);
  } else if (const auto* stop = std::get_if<Stop>(&part.kind)) {
    add(frameB, placeOf(endsOf(mechanism_.joints[stop->joint]).second), Q.data() + 3);
  } else if (const auto point = pointOf(part)) {
    add(frameB, placeOf(*point), Q.data() + 3);
  } else {
    add(frameB, motion(frameB).r, Q.data() + 3);
  }
}

void EquationsOfMotion::appliedLoads(std::vector<PartLoad>& out) const {
  for (const ForceElement& element : forces_) {
    PairVector Q{};
    element.law->force(pairOf(*element.law), Q.data());
    addApplied(element.number, Q, element.map.frameA(), element.map.frameB(), out);
  }
  for (std::size_t i = 0; i < expressionForces_.size(); ++i) {
    if (!expressionForces_[i]) continue;
    PairVector Q{};
    expressionForces_[i]->addLocalForce(at_, Q);
    addApplied(static_cast<int>(i), Q, expressionForces_[i]->frameA(), expressionForces_[i]->frameB(), out);
  }
}

}  // namespace holonom
