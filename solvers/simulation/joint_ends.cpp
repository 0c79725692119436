// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/simulation/joint_ends.h"

#include <cmath>
#include <utility>

#include "core/base/spelling.h"
#include "core/base/text.h"
#include "core/dynamics/state_quantity.h"
#include "core/math/euler_parameters.h"
#include "core/model/turn_axes.h"
#include "solvers/simulation/loop/narration.h"

namespace holonom {
namespace {

/// Names of drivers and forces that use one of the Cardan angles of a joint.
std::vector<std::string> usersOfAngles(const Mechanism& mechanism, int joint) {
  const Joint& of = mechanism.joints[std::size_t(joint)];
  std::vector<std::string> users;
  const auto add = [&](const std::string& name, int used, int coordinate) {
    if (used == joint && coordinateOf(of, coordinate) == JointCoordinate::Cardan) users.push_back(name);
  };
  for (const Driver& driver : mechanism.drivers) add(driver.name, driver.joint, driver.coordinate);
  for (const Force& force : mechanism.forces) add(force.name, jointOf(force), jointCoordinateOf(force));
  return users;
}

}  // namespace

JointEnds::JointEnds(EquationsOfMotion& equations) : equations_(equations) {
  const Mechanism& mechanism = equations.mechanism();
  for (int i = 0; i < std::ssize(mechanism.joints); ++i) {
    const Joint& joint = mechanism.joints[std::size_t(i)];
    if (!actsInSpace(mechanism, joint)) continue;
    if (std::holds_alternative<RollingJoint>(joint.kind)) discs_.push_back(&joint);
    for (int k = 0; k < coordinateCount(joint); ++k)
      if (tiltOf(mechanism, joint, k))
        if (std::vector<std::string> users = usersOfAngles(mechanism, i); !users.empty())
          angles_.push_back({&joint, k, std::move(users)});
  }
}

Matrix3 JointEnds::rotation(int body, const State& at) const {
  if (body == kGround) return Matrix3::Identity();
  return rotationMatrix(equations_.motionIn(body, at.q, at.v).p);
}

std::string JointEnds::discThatLiesFlat(const State& at) const {
  constexpr double kFlat = 1e-3;  // sine of the angle between axle and normal
  for (const Joint* joint : discs_) {
    const auto* disc = std::get_if<RollingJoint>(&joint->kind);
    const Vector3 axle = rotation(disc->b.body, at) * disc->axle.normalized();
    if (axle.cross(disc->normal.normalized()).norm() < kFlat)
      return narration::at(at.t,
                           tr("the disc of joint '{}' has fallen over and lies flat on the ground, where "
                              "no single point of it touches. End the run before this time, or by an "
                              "event while the disc still stands.",
                              joint->name));
  }
  return {};
}

std::string JointEnds::angleAtItsEnd(const State& at) const {
  constexpr double kNear = 1e-3;  // of its sine, from 1: 2.6°
  for (const auto& [joint, second, users] : angles_) {
    const auto tilt = tiltOf(equations_.mechanism(), *joint, second);
    const auto [a, b] = endsOf(*joint);
    const double sine = (rotation(a.body, at) * tilt->first).dot(rotation(b.body, at) * tilt->second);
    if (1 - std::abs(sine) < kNear)
      return narration::at(
          at.t,
          tr("the second angle of joint '{}' comes to a right angle, where it ends and the others have no "
             "value. These angles are used by {}. Give the points of the joint axes by which the motion "
             "keeps away from there, or end the run before this time.",
             joint->name, quotedList(users)));
  }
  return {};
}

std::string JointEnds::endsThatMeet(const State& at) {
  constexpr double kMeet = 1e-5;  // of the size of the model
  const Mechanism& mechanism = equations_.mechanism();
  equations_.moveTo(at.t, at.q, at.v);
  const double size = characteristicLength(mechanism);
  for (const Force& force : mechanism.forces) {
    if (!lineOf(force)) continue;
    const auto length = makeStateQuantity(force.name + ".length", mechanism, equations_.places());
    if (length->value(equations_.configuration()) < kMeet * size)
      return narration::at(
          at.t,
          tr("the two ends of '{}' meet, where its line has no direction: what it exerts before and "
             "behind that differs. Let its points pass beside each other, or keep them apart by a stop.",
             force.name));
  }
  return {};
}

}  // namespace holonom
