// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/force_kinds.h"

#include <type_traits>

namespace holonom {
namespace {

constexpr Presence kRequired = Presence::Required, kWritten = Presence::Written, kSpared = Presence::Spared;

// What several kinds have.

template <typename Kind>
Described<Kind> between(const Text& help) {
  return {"between",  Text("From"), "", help, EndPoints<Kind>{&Kind::a, &Kind::b, Text("To")},
          kAnyNumber, kRequired};
}

template <typename Kind>
Described<Kind> givenIn() {
  return {"axes",
          Text("Direction"),
          "",
          Text("In whose axes the components are given: of ground, of the body, or in space of a point."),
          GivenAxes<Kind>{&Kind::bodyFixed, &Kind::axesOf},
          kAnyNumber,
          kSpared};
}

template <typename Kind>
std::vector<Described<Kind>> atPoint(Described<Kind> value) {
  return {{"at", Text("Acts at"), "", Text("The point of a body at which the force acts."), &Kind::at,
           kAnyNumber, kRequired},
          std::move(value),
          givenIn<Kind>()};
}

template <typename Kind>
std::vector<Described<Kind>> onBody(Described<Kind> value, Described<Kind> direction) {
  return {{"on", Text("Acts on"), "", Text("The body that is turned."), BodyIndex<Kind>{&Kind::body},
           kAnyNumber, kRequired},
          {"reaction", Text("Reaction on"), "", Text("The body, or ground, that takes the opposite torque."),
           BodyIndex<Kind>{&Kind::reaction, true}},
          std::move(value),
          std::move(direction)};
}

template <typename Kind>
std::vector<Described<Kind>> turning(Described<Kind> value) {
  auto list = onBody<Kind>(
      std::move(value), {"axis", Text("Axis"), "", Text("About which it turns a body in space, ground axes."),
                         &Kind::axis, kAnyNumber, kSpared, true});
  list.back().where = Where::Space;
  list.back().leastNumbers = 3;
  return list;
}

/// Three numbers of a spring or damper in space.
template <typename Kind>
Described<Kind> perDirection(const char* key, const Text& label, const char* unit, const Text& help,
                             Vector3 Kind::*member) {
  Described<Kind> value{key, label, unit, help, member, kNotNegative, kSpared};
  value.leastNumbers = 3;
  return value;
}

template <typename Kind>
Described<Kind> atJoint() {
  return {"joint",
          Text("At joint"),
          "",
          Text("The joint whose coordinate it acts on."),
          JointIndex<Kind>{&Kind::joint},
          kAnyNumber,
          kRequired};
}

template <typename Kind>
Described<Kind> coordinateOfJoint() {
  Described<Kind> value{"coordinate",
                        Text("Coordinate"),
                        "",
                        Text("Which one of a joint that has several."),
                        CoordinateNumber<Kind>{&Kind::coordinate, &Kind::joint},
                        kAnyNumber,
                        kSpared};
  value.where = Where::Space;
  return value;
}

constexpr Text kAtPoint("It acts at a point of a body.");
constexpr Text kTurning("It turns a body; its opposite acts on another body or on ground.");

std::optional<Objection> withoutBody(const PointRef& at) {
  if (at.body != kGround) return {};
  return Objection{"at", Text("a force on ground moves nothing"), Text("give a point of a body"),
                   Text("choose a point of a body")};
}

std::optional<Objection> withoutBodies(int body, int reaction) {
  if (body == kGround)
    return Objection{"on", Text("a torque on ground moves nothing"),
                     Text("name a body; ground may be its \"reaction\""),
                     Text("choose a body; ground may take the reaction")};
  if (body == reaction)
    return Objection{"reaction", Text("the torque and its reaction act on the same body"),
                     Text("name another body, or \"ground\""), Text("choose another body, or ground")};
  return {};
}

template <typename... Kinds>
std::vector<PartKind> describeAll(std::type_identity<std::variant<Kinds...>>) {
  return {Kinds::describe()...};
}

template <typename... Kinds>
std::vector<AnyForce> makeAll(std::type_identity<std::variant<Kinds...>>) {
  return {Kinds()...};
}

}  // namespace

PartKind SpringDamper::describe() {
  return {"spring-damper", Text("spring and damper"),
          Text("It pulls two points together along the line between them.")};
}
std::vector<Described<SpringDamper>> SpringDamper::values() {
  return {between<SpringDamper>(Text("The spring and damper act along the line between the two points.")),
          {"stiffness", Text("Stiffness"), "N/m", Text("Force for each metre of stretch."),
           &SpringDamper::stiffness, kNotNegative, kWritten},
          {"damping", Text("Damping"), "N·s/m", Text("Force for each metre per second of stretching."),
           &SpringDamper::damping, kNotNegative, kWritten},
          {"freeLength", Text("Free length"), "m", Text("Length at which the spring does not pull or push."),
           &SpringDamper::freeLength, kNotNegative, kWritten}};
}

PartKind ConstantForce::describe() { return {"force", Text("constant force"), kAtPoint}; }
std::vector<Described<ConstantForce>> ConstantForce::values() {
  return atPoint<ConstantForce>({"value", Text("Force"), "N",
                                 Text("Its components along x and y, in space along z, too."),
                                 &ConstantForce::value, kAnyNumber, kRequired});
}
std::optional<Objection> ConstantForce::objection() const { return withoutBody(at); }

PartKind ForceExpression::describe() { return {"force", Text("force by formulas"), kAtPoint}; }
std::vector<Described<ForceExpression>> ForceExpression::values() {
  return atPoint<ForceExpression>(
      {"value", Text("Force"), "N",
       Text("A formula of the time, the parameters and quantities of the parts."),
       Formulas<ForceExpression>{{&ForceExpression::x, &ForceExpression::y}, &ForceExpression::z}, kAnyNumber,
       kRequired});
}
std::optional<Objection> ForceExpression::objection() const { return withoutBody(at); }

PartKind ConstantTorque::describe() { return {"torque", Text("constant torque"), kTurning}; }
std::vector<Described<ConstantTorque>> ConstantTorque::values() {
  return turning<ConstantTorque>({"value", Text("Torque"), "N·m", Text("Counter-clockwise is positive."),
                                  &ConstantTorque::value, kAnyNumber, kRequired});
}
std::optional<Objection> ConstantTorque::objection() const { return withoutBodies(body, reaction); }

PartKind TorqueExpression::describe() { return {"torque", Text("torque by formula"), kTurning}; }
std::vector<Described<TorqueExpression>> TorqueExpression::values() {
  return turning<TorqueExpression>(
      {"value", Text("Torque"), "N·m",
       Text("A formula of the time, the parameters and quantities of the parts; counter-clockwise is "
            "positive."),
       Formulas<TorqueExpression>{{&TorqueExpression::value}}, kAnyNumber, kRequired});
}
std::optional<Objection> TorqueExpression::objection() const { return withoutBodies(body, reaction); }

PartKind Moment::describe() {
  return {"moment", Text("moment by formulas"),
          Text("It turns a body in space about three axes; its opposite acts on another body or on ground.")};
}
std::vector<Described<Moment>> Moment::values() {
  return onBody<Moment>({"value", Text("Moment"), "N·m",
                         Text("Three formulas of the time, the parameters and quantities of the parts."),
                         Formulas<Moment>{{&Moment::x, &Moment::y, &Moment::z}}, kAnyNumber, kRequired},
                        givenIn<Moment>());
}
std::optional<Objection> Moment::objection() const {
  if (const auto why = withoutBodies(body, reaction)) return why;
  if (!axesOf || axesOf->body == kGround || axesOf->body == body || axesOf->body == reaction) return {};
  return Objection{"axes", Text("the axes are those of a third body"),
                   Text("name a point of ground, of the body, or of the one that takes the reaction"),
                   Text("choose a point of ground, of the body, or of the one that takes the reaction")};
}

PartKind Bushing::describe() {
  return {"bushing", Text("bushing"),
          Text("Springs and dampers along and about three axes between two points, in space.")};
}
std::vector<Described<Bushing>> Bushing::values() {
  return {
      between<Bushing>(Text("The bushing acts between the axes of the two points; along those of the "
                            "first.")),
      perDirection("stiffness", Text("Stiffness"), "N/m",
                   Text("Force along x, y and z for each metre; what acts against turning is turnStiffness."),
                   &Bushing::stiffness),
      perDirection(
          "damping", Text("Damping"), "N·s/m",
          Text("Force along x, y and z for each metre per second; what acts against turning is turnDamping."),
          &Bushing::damping),
      perDirection("turnStiffness", Text("Stiffness against turning"), "N·m",
                   Text("Moment by the rotation vector from the axes of the first point to those of the "
                        "second."),
                   &Bushing::turnStiffness),
      perDirection("turnDamping", Text("Damping against turning"), "N·m·s",
                   Text("Moment by the rate of the rotation vector."), &Bushing::turnDamping)};
}

PartKind Actuator::describe() {
  return {"actuator", Text("actuator (formula)"),
          Text("It pushes two points apart along the line between them.")};
}
std::vector<Described<Actuator>> Actuator::values() {
  return {between<Actuator>(Text("The force acts along the line between the two points.")),
          {"value", Text("Force"), "N",
           Text("A formula of the time, the parameters and quantities of the parts; positive pushes the two "
                "points apart."),
           Formulas<Actuator>{{&Actuator::value}}, kAnyNumber, kRequired}};
}

PartKind Stop::describe() {
  return {"stop", Text("stop (limits)"), Text("It limits a joint, or the distance of two points.")};
}
std::vector<Described<Stop>> Stop::values() {
  const auto yields = [](const Stop& stop) { return !stop.restitution; };
  std::vector<Described<Stop>> list{
      {"joint", Text("Limits joint"), "", Text("The joint whose coordinate is limited."),
       JointIndex<Stop>{&Stop::joint}, kAnyNumber, kRequired},
      coordinateOfJoint<Stop>(),
      between<Stop>(Text("The distance of the two points is limited.")),
      {"lower", Text("Lower limit"), "m", Text("Empty: none."), &Stop::lower, kAnyNumber, kSpared},
      {"upper", Text("Upper limit"), "m", Text("Empty: none."), &Stop::upper, kAnyNumber, kSpared},
      {"stiffness", Text("Stiffness"), "N/m", Text("How strongly the stop pushes back."), &Stop::stiffness,
       kPositive, kRequired},
      {"damping", Text("Damping"), "N·s/m", Text("Damping while it touches."), &Stop::damping, kNotNegative,
       kSpared},
      {"restitution",
       Text("Restitution"),
       "",
       Text("Share of the speed that an impact gives back, 0 to 1."),
       &Stop::restitution,
       {0, 1},
       kRequired}};
  list[0].when = list[1].when = [](const Stop& stop) { return stop.joint >= 0; };
  list[2].when = [](const Stop& stop) { return stop.joint < 0; };
  list[3].turning = list[4].turning = "rad";
  list[5].turning = "N·m/rad", list[5].when = yields;
  list[6].turning = "N·m·s/rad", list[6].when = yields;
  list[7].when = [](const Stop& stop) { return stop.restitution.has_value(); };
  return list;
}
std::optional<Objection> Stop::objection() const {
  if ((joint >= 0) == (a.body != b.body))
    return Objection{"", Text("a stop limits either a joint or the distance of two points"),
                     Text("give \"joint\" or \"between\""), Text()};
  if (!lower && !upper)
    return Objection{"", Text("the stop has no limit"), Text("give \"lower\", \"upper\" or both"),
                     Text("give a lower limit, an upper one or both")};
  if (lower && upper && !(*lower < *upper))
    return Objection{"upper", Text("the upper limit must be greater than the lower one"), Text(), Text()};
  if (restitution && *restitution > 1)
    return Objection{"restitution", Text("a restitution above 1 would create energy"),
                     Text("give a number from 0 to 1"), Text()};
  if (restitution && (stiffness != 0 || damping != 0))
    return Objection{"restitution", Text("an ideal stop has no stiffness and no damping"),
                     Text("give either a restitution or a stiffness"), Text()};
  if (!restitution && stiffness == 0)
    return Objection{"", Text("the stop has neither stiffness nor restitution"),
                     Text("give \"stiffness\" (N/m or N·m/rad), or \"restitution\" for an ideal stop"),
                     Text()};
  return {};
}

PartKind JointForce::describe() {
  return {"joint-force", Text("force or torque at a joint"),
          Text("It drives the coordinate of a joint; its opposite acts on the first body.")};
}
std::vector<Described<JointForce>> JointForce::values() {
  std::vector<Described<JointForce>> list{
      atJoint<JointForce>(),
      {"value", Text("Force or torque"), "N",
       Text("A formula of the time, the parameters and quantities of the parts: the force along the way of "
            "the joint, N, or the torque about its axis, N·m."),
       Formulas<JointForce>{{&JointForce::value}}, kAnyNumber, kRequired},
      coordinateOfJoint<JointForce>()};
  list[1].turning = "N·m";
  return list;
}

PartKind JointSpring::describe() {
  return {"joint-spring", Text("spring and damper at a joint"),
          Text("It pulls the coordinate of a joint back; at one that turns it is a torsion spring.")};
}
std::vector<Described<JointSpring>> JointSpring::values() {
  std::vector<Described<JointSpring>> list{
      atJoint<JointSpring>(),
      {"stiffness", Text("Stiffness"), "N/m",
       Text("Force by the way, or torque by the turn, from where it rests."), &JointSpring::stiffness,
       kNotNegative, kWritten},
      {"damping", Text("Damping"), "N·s/m", Text("Force against the speed of the coordinate."),
       &JointSpring::damping, kNotNegative, kWritten},
      {"rest", Text("At rest at"), "m", Text("The coordinate at which the spring does not pull or push."),
       &JointSpring::rest, kAnyNumber, kWritten},
      coordinateOfJoint<JointSpring>()};
  list[1].turning = "N·m/rad", list[2].turning = "N·m·s/rad", list[3].turning = "rad";
  return list;
}

PartKind Hand::describe() {
  return {"hand", Text("pull of the hand"),
          Text("It pulls bodies by a spring and damper, as the mouse does in a run.")};
}
std::vector<Described<Hand>> Hand::values() {
  return {{"stiffness", Text("Stiffness"), "N/m",
           Text("Force for each metre between the hand and the place that it holds."), &Hand::stiffness,
           kPositive, kRequired},
          {"damping", Text("Damping"), "N·s/m", Text("Force against the speed of the place that it holds."),
           &Hand::damping, kNotNegative, kSpared}};
}
std::vector<Described<Hand::Grab>> Hand::Grab::values() {
  return {{"body", Text("Holds"), "", Text("The body that the hand pulls."), BodyIndex<Grab>{&Grab::body},
           kAnyNumber, kRequired},
          {"at", Text("At"), "m", Text("The place that it holds, in the body's own axes."), &Grab::at}};
}
std::optional<Objection> Hand::Grab::objection() const {
  if (body != kGround) return {};
  return Objection{"body", Text("the hand cannot pull ground"), Text("name a body"), Text("choose a body")};
}

std::span<const PartKind> forceKinds() {
  static const std::vector<PartKind> kinds = describeAll(std::type_identity<AnyForce>());
  return kinds;
}

AnyForce makeForce(std::size_t kind) {
  static const std::vector<AnyForce> usual = makeAll(std::type_identity<AnyForce>());
  return usual.at(kind);
}

}  // namespace holonom
