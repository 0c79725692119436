// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/part_values.h"

#include <algorithm>
#include <string_view>

namespace holonom {
namespace {

constexpr Presence kRequired = Presence::Required, kWritten = Presence::Written, kSpared = Presence::Spared;

}  // namespace

std::span<const PartKind> bodyKinds() {
  static constexpr PartKind kinds[] = {
      {"rigid", "rigid body", "It moves and turns; with an elastic part it bends."},
      {"particle", "particle", "A point with mass, which has no angle and no moment of inertia."}};
  return kinds;
}

std::span<const PartKind> forceKinds() {
  static constexpr PartKind kinds[] = {
      {"spring-damper", "spring and damper", "It pulls two points together along the line between them."},
      {"force", "constant force", "It acts at a point of a body."},
      {"torque", "constant torque", "It turns a body; its opposite acts on another body or on ground."},
      {"torque", "torque by formula", "It turns a body; its opposite acts on another body or on ground."},
      {"force", "force by formulas", "It acts at a point of a body."},
      {"actuator", "actuator (formula)", "It pushes two points apart along the line between them."},
      {"stop", "stop (limits)", "It limits a joint, or the distance of two points."},
      {"hand", "pull of the hand", "It pulls bodies by a spring and damper, as the mouse does in a run."}};
  static_assert(std::size(kinds) == std::variant_size_v<decltype(Force::kind)>);
  return kinds;
}

std::span<const PartKind> controllerKinds() {
  static constexpr PartKind kinds[] = {
      {"equations", "equations", "States, algebraic variables and signals, each given by a formula."},
      {"pid", "PID controller", "Its signal u answers the deviation of a joint; a force uses it."},
      {"sampled", "sampled", "Its quantities change at samples only, as in a program of a machine."}};
  static_assert(std::size(kinds) == std::variant_size_v<decltype(Controller::kind)>);
  return kinds;
}

std::vector<std::string> kindNames(std::span<const PartKind> kinds) {
  std::vector<std::string> names;
  for (const PartKind& kind : kinds)
    if (std::find(names.begin(), names.end(), kind.name) == names.end()) names.push_back(kind.name);
  return names;
}

template <>
const std::vector<Described<Body>>& valuesOf<Body>() {
  static const std::vector<Described<Body>> values{
      {"mass", "Mass", "kg", "Mass of the body, greater than 0.", &Body::mass, kPositive, kRequired},
      {"inertia", "Moment of inertia", "kg·m²", "About the centre of mass, greater than 0.", &Body::inertia,
       kPositive, kRequired},
      {"centreOfMass", "Centre of mass", "m",
       "Where it lies in the axes of the body; in the middle of a flexible body.", &Body::centreOfMass,
       kAnyNumber, kSpared},
      {"pose.position", "Position", "m", "Where the origin of the body's axes is at the start.",
       &Body::position, kAnyNumber, kSpared},
      {"pose.angle", "Angle", "rad", "How far the body is turned at the start, counter-clockwise.",
       &Body::angle, kAnyNumber, kSpared},
      {"velocity.linear", "Velocity", "m/s", "Velocity of the origin of the body's axes at the start.",
       &Body::velocity, kAnyNumber, kSpared},
      {"velocity.angular", "Angular velocity", "rad/s", "Angular velocity at the start, counter-clockwise.",
       &Body::angularVelocity, kAnyNumber, kSpared}};
  return values;
}

const std::vector<Described<Body>>& valuesOf(Body::Kind kind) {
  static const std::vector<Described<Body>> ofParticles = [] {
    std::vector<Described<Body>> values = valuesOf<Body>();
    std::erase_if(values, [](const Described<Body>& value) {
      const std::string_view key = value.key;
      return key == "inertia" || key == "centreOfMass" || key == "pose.angle" || key == "velocity.angular";
    });
    return values;
  }();
  return kind == Body::Kind::Particle ? ofParticles : valuesOf<Body>();
}

template <>
const std::vector<Described<SpringDamper>>& valuesOf<SpringDamper>() {
  static const std::vector<Described<SpringDamper>> values{
      {"stiffness", "Stiffness", "N/m", "Force for each metre of stretch.", &SpringDamper::stiffness,
       kNotNegative, kWritten},
      {"damping", "Damping", "N·s/m", "Force for each metre per second of stretching.",
       &SpringDamper::damping, kNotNegative, kWritten},
      {"freeLength", "Free length", "m", "Length at which the spring does not pull or push.",
       &SpringDamper::freeLength, kNotNegative, kWritten}};
  return values;
}

template <>
const std::vector<Described<Hand>>& valuesOf<Hand>() {
  static const std::vector<Described<Hand>> values{
      {"stiffness", "Stiffness", "N/m", "Force for each metre between the hand and the place that it holds.",
       &Hand::stiffness, kPositive, kRequired},
      {"damping", "Damping", "N·s/m", "Force against the speed of the place that it holds.", &Hand::damping,
       kNotNegative, kSpared}};
  return values;
}

template <>
const std::vector<Described<PidController>>& valuesOf<PidController>() {
  static const std::vector<Described<PidController>> values{
      {"proportional", "Proportional gain", "", "Times the deviation from the set-point.",
       &PidController::proportional, kAnyNumber, kSpared},
      {"integral", "Integral gain", "", "Times the integral of the deviation.", &PidController::integral,
       kAnyNumber, kSpared},
      {"derivative", "Derivative gain", "", "Times the velocity of the joint, against it.",
       &PidController::derivative, kAnyNumber, kSpared}};
  return values;
}

template <>
const std::vector<Described<Sampling>>& valuesOf<Sampling>() {
  static const std::vector<Described<Sampling>> values{
      {"period", "Sampling period", "s", "Time from sample to sample; in between all is held.",
       &Sampling::period, kPositive, kRequired},
      {"offset", "First sample", "s", "Time of the first sample.", &Sampling::offset, kNotNegative, kSpared}};
  return values;
}

}  // namespace holonom
