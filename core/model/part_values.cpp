// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/part_values.h"

#include <algorithm>
#include <string_view>

namespace holonom {
namespace {

constexpr Presence kRequired = Presence::Required, kSpared = Presence::Spared;

Described<Body> inSpace(Described<Body> value, int leastNumbers) {
  value.where = Where::Space;
  value.leastNumbers = leastNumbers;
  return value;
}

const std::vector<Described<Body>>& valuesInSpace() {
  static const std::vector<Described<Body>> values{
      {"mass", Text("Mass"), "kg", Text("Mass of the body, greater than 0."), &Body::mass, kPositive,
       kRequired},
      inSpace({"inertia", Text("Moments of inertia"), "kg·m²",
               Text("Jxx, Jyy and Jzz about the centre of mass in the axes of the body, greater than 0."),
               &Body::moments, kPositive, kRequired},
              3),
      inSpace({"products", Text("Products of inertia"), "kg·m²",
               Text("Jxy, Jxz and Jyz of the same tensor, with Jxy = −∫ x y dm."), &Body::products,
               kAnyNumber, kSpared},
              3),
      inSpace({"centreOfMass", Text("Centre of mass"), "m", Text("Where it lies in the axes of the body."),
               &Body::centreOfMass, kAnyNumber, kSpared},
              2),
      inSpace({"pose.position", Text("Position"), "m",
               Text("Where the origin of the body's axes is at the start."), &Body::position, kAnyNumber,
               kSpared},
              2),
      inSpace(
          {"pose.axis", Text("Axis"), "", Text("About which the body is turned at the start, ground axes."),
           &Body::axis, kAnyNumber, kSpared, true},
          3),
      {"pose.angle", Text("Angle"), "rad",
       Text("How far the body is turned about that axis at the start, as a right-handed screw."),
       &Body::angle, kAnyNumber, kSpared},
      inSpace({"normal", Text("Normal of its plane"), "",
               Text("Not 0: the body moves only in the plane across this direction, ground axes, and turns "
                    "only about it."),
               &Body::normal, kAnyNumber, kSpared},
              3),
      inSpace({"velocity.linear", Text("Velocity"), "m/s",
               Text("Velocity of the origin of the body's axes at the start."), &Body::velocity, kAnyNumber,
               kSpared},
              2),
      inSpace({"velocity.angular", Text("Angular velocity"), "rad/s",
               Text("Angular velocity at the start, ground axes."), &Body::spin, kAnyNumber, kSpared},
              3)};
  return values;
}

/// Of a particle, without what only a rigid body has.
std::vector<Described<Body>> ofParticles(std::vector<Described<Body>> values) {
  std::erase_if(values, [](const Described<Body>& value) {
    const std::string_view key = value.key;
    return key != "mass" && key != "pose.position" && key != "velocity.linear";
  });
  return values;
}

}  // namespace

std::span<const PartKind> bodyKinds() {
  static constexpr PartKind kinds[] = {
      {"rigid", Text("rigid body"), Text("It moves and turns; with an elastic part it bends.")},
      {"particle", Text("particle"), Text("A point with mass, which has no angle and no moment of inertia.")},
      {"spatial", Text("rigid body in space"),
       Text("It moves and turns in space; its rotation has Euler parameters.")},
      {"spatial-particle", Text("particle in space"),
       Text("A point with mass that moves in space, without angle and moment of inertia.")}};
  return kinds;
}

std::span<const PartKind> controllerKinds() {
  static constexpr PartKind kinds[] = {
      {"equations", Text("equations"),
       Text("States, algebraic variables and signals, each given by a formula.")},
      {"pid", Text("PID controller"),
       Text("Its signal u answers the deviation of a joint; a force uses it.")},
      {"sampled", Text("sampled"),
       Text("Its quantities change at samples only, as in a program of a machine.")}};
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
      {"mass", Text("Mass"), "kg", Text("Mass of the body, greater than 0."), &Body::mass, kPositive,
       kRequired},
      {"inertia", Text("Moment of inertia"), "kg·m²", Text("About the centre of mass, greater than 0."),
       &Body::inertia, kPositive, kRequired},
      {"centreOfMass", Text("Centre of mass"), "m",
       Text("Where it lies in the axes of the body; in the middle of a flexible body."), &Body::centreOfMass,
       kAnyNumber, kSpared},
      {"pose.position", Text("Position"), "m", Text("Where the origin of the body's axes is at the start."),
       &Body::position, kAnyNumber, kSpared},
      {"pose.angle", Text("Angle"), "rad",
       Text("How far the body is turned at the start, counter-clockwise."), &Body::angle, kAnyNumber,
       kSpared},
      {"velocity.linear", Text("Velocity"), "m/s",
       Text("Velocity of the origin of the body's axes at the start."), &Body::velocity, kAnyNumber, kSpared},
      {"velocity.angular", Text("Angular velocity"), "rad/s",
       Text("Angular velocity at the start, counter-clockwise."), &Body::angularVelocity, kAnyNumber,
       kSpared}};
  return values;
}

const std::vector<Described<Body>>& valuesOf(Body::Kind kind) {
  static const std::vector<Described<Body>> inPlane = ofParticles(valuesOf<Body>()),
                                            inSpace = ofParticles(valuesInSpace());
  switch (kind) {
    case Body::Kind::Particle: return inPlane;
    case Body::Kind::SpatialParticle: return inSpace;
    case Body::Kind::Spatial: return valuesInSpace();
    case Body::Kind::Rigid: break;
  }
  return valuesOf<Body>();
}

template <>
const std::vector<Described<PidController>>& valuesOf<PidController>() {
  static const std::vector<Described<PidController>> values{
      {"proportional", Text("Proportional gain"), "", Text("Times the deviation from the set-point."),
       &PidController::proportional, kAnyNumber, kSpared},
      {"integral", Text("Integral gain"), "", Text("Times the integral of the deviation."),
       &PidController::integral, kAnyNumber, kSpared},
      {"derivative", Text("Derivative gain"), "", Text("Times the velocity of the joint, against it."),
       &PidController::derivative, kAnyNumber, kSpared}};
  return values;
}

template <>
const std::vector<Described<Sampling>>& valuesOf<Sampling>() {
  static const std::vector<Described<Sampling>> values{
      {"period", Text("Sampling period"), "s", Text("Time from sample to sample; in between all is held."),
       &Sampling::period, kPositive, kRequired},
      {"offset", Text("First sample"), "s", Text("Time of the first sample."), &Sampling::offset,
       kNotNegative, kSpared}};
  return values;
}

}  // namespace holonom
