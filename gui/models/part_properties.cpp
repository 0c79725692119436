// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/models/part_properties.h"

#include <QCoreApplication>
#include <QStringList>

#include "gui/models/part_names.h"

namespace holonom {
namespace {

using Properties = std::vector<Property>;

QString tr(const char* text) { return QCoreApplication::translate("PartProperties", text); }
QString text(const std::string& value) { return QString::fromStdString(value); }

QString bodyName(const Mechanism& mechanism, int body) {
  return body == kGround ? tr("ground") : text(mechanism.bodies[std::size_t(body)].name);
}

void addPoints(Properties& out, const std::vector<Point>& points) {
  if (points.empty()) return;
  out.push_back({tr("Points"), {}});
  for (const Point& point : points) out.push_back({text(point.name), vectorText(point.position, "m")});
}

void addExact(Properties& out, const Exact& exact) {
  QStringList names;
  const std::pair<bool, const char*> flags[] = {{exact.x, "x"},   {exact.y, "y"},   {exact.angle, "θ"},
                                                {exact.vx, "vx"}, {exact.vy, "vy"}, {exact.omega, "ω"}};
  for (const auto& [set, name] : flags)
    if (set) names << name;
  if (!names.isEmpty())
    out.push_back({tr("Known exactly"), names.join(", "), tr("Assembly keeps these initial values as they are.")});
}

void addFlexible(Properties& out, const Body& body) {
  if (!body.flexible) return;
  const FlexibleBeam& beam = *body.flexible;
  const QString stiffness[] = {tr("linear"), tr("bending and stretching coupled"), tr("full")};
  out.push_back({tr("Flexible"), {}});
  out.push_back({tr("Ends"), text(body.points[std::size_t(beam.from)].name) + QStringLiteral(" – ") + text(body.points[std::size_t(beam.to)].name),
                 tr("The elastic displacements are measured from the chord through these points.")});
  out.push_back({tr("Young’s modulus"), withUnit(beam.youngsModulus, "Pa")});
  out.push_back({tr("Cross-section"), withUnit(beam.area, "m²")});
  out.push_back({tr("Second moment of area"), withUnit(beam.secondMoment, "m⁴")});
  out.push_back({tr("Lateral modes"), QString::number(beam.lateralModes) + (beam.endShapes ? tr(" and two end shapes") : QString())});
  out.push_back({tr("Stretches"), beam.longitudinal ? tr("yes") : tr("no")});
  out.push_back({tr("Stiffness"), stiffness[std::size_t(beam.stiffness)]});
  out.push_back({tr("Damping ratio"), QString::number(beam.dampingRatio), tr("Of critical, for every elastic vibration.")});
}

Properties properties(const Mechanism&, const Body& body) {
  Properties out = {
      {tr("Body"), text(body.name)},
      {tr("Mass"), withUnit(body.mass, "kg")},
      {tr("Moment of inertia"), withUnit(body.inertia, "kg·m²"), tr("About the centre of mass.")},
      {tr("Centre of mass"), vectorText(body.centreOfMass, "m"), tr("In the body’s own axes.")},
      {tr("At the start"), {}},
      {tr("Position"), vectorText(body.position, "m"), tr("Of the origin of the body’s axes.")},
      {tr("Angle"), angleText(body.angle)},
      {tr("Velocity"), vectorText(body.velocity, "m/s")},
      {tr("Angular velocity"), withUnit(body.angularVelocity, "rad/s")},
  };
  addExact(out, body.exact);
  addPoints(out, body.points);
  addFlexible(out, body);
  return out;
}

Properties properties(const Mechanism& mechanism, const Joint& joint) {
  const auto [a, b] = endsOf(joint);
  Properties out = {
      {tr("Joint"), text(joint.name)},
      {tr("Kind"), kindName(joint)},
      {tr("First point"), text(nameOf(mechanism, a))},
      {tr("Second point"), text(nameOf(mechanism, b))},
      {tr("Constraints"), QString::number(rowCount(joint)),
       tr("Motions that the joint prevents; each has a reaction λ (Lagrange multiplier).")},
  };
  if (const auto* slider = std::get_if<PrismaticJoint>(&joint.kind)) {
    out.push_back({tr("Direction"), vectorText(slider->axis, ""), tr("In the axes of the first body.")});
    out.push_back({tr("Relative angle"), angleText(slider->angle)});
  } else if (const auto* rigid = std::get_if<FixedJoint>(&joint.kind)) {
    out.push_back({tr("Relative angle"), angleText(rigid->angle)});
  } else if (const auto* rolling = std::get_if<RollingJoint>(&joint.kind)) {
    out.push_back({tr("Radius"), withUnit(rolling->radius, "m")});
    out.push_back({tr("Line"), vectorText(rolling->axis, ""), tr("Its direction in the axes of the first body; the disc is on its left.")});
  } else if (const auto* blade = std::get_if<KnifeEdgeJoint>(&joint.kind)) {
    out.push_back({tr("Blade"), vectorText(blade->axis, ""), tr("Its direction in the axes of the second body.")});
  }
  return out;
}

Properties properties(const Mechanism& mechanism, const Driver& driver) {
  const Joint& joint = mechanism.joints[std::size_t(driver.joint)];
  const bool slides = std::holds_alternative<PrismaticJoint>(joint.kind);
  return {{tr("Driver"), text(driver.name)},
          {tr("Drives joint"), text(joint.name)},
          {slides ? tr("Displacement (m)") : tr("Angle (rad)"), text(driver.motion),
           tr("The prescribed motion, a function of the time t.")}};
}

void addSampling(Properties& out, const Sampling& sampling) {
  out.push_back({tr("Sampling period"), withUnit(sampling.period, "s"), tr("Its quantities are held between samples.")});
  if (sampling.offset > 0) out.push_back({tr("First sample"), withUnit(sampling.offset, "s")});
}

Properties properties(const Mechanism& mechanism, const Controller& controller) {
  Properties out = {{tr("Controller"), text(controller.name)}, {tr("Kind"), kindName(controller)}};
  if (const auto* pid = std::get_if<PidController>(&controller.kind)) {
    out.push_back({tr("Joint"), text(mechanism.joints[std::size_t(pid->joint)].name)});
    out.push_back({tr("Set-point"), text(pid->setpoint), tr("Wanted position of the joint, rad or m.")});
    out.push_back({tr("Proportional gain"), withUnit(pid->proportional, "")});
    out.push_back({tr("Integral gain"), withUnit(pid->integral, "")});
    out.push_back({tr("Derivative gain"), withUnit(pid->derivative, ""), tr("Of the velocity of the joint.")});
    if (pid->sampling) addSampling(out, *pid->sampling);
    return out;
  }
  if (const auto* sampled = std::get_if<SampledLaw>(&controller.kind)) {
    addSampling(out, sampled->sampling);
    if (!sampled->outputs.empty()) out.push_back({tr("Outputs at a sample"), {}});
    for (const HeldQuantity& output : sampled->outputs) out.push_back({text(output.name), text(output.formula)});
    if (!sampled->states.empty()) out.push_back({tr("Next states"), {}});
    for (const HeldQuantity& state : sampled->states)
      out.push_back({text(state.name), text(state.formula), tr("Starts at %1.").arg(withUnit(state.initial, ""))});
    return out;
  }
  const auto& law = std::get<ControlLaw>(controller.kind);
  if (!law.states.empty()) out.push_back({tr("States: rate per second"), {}});
  for (const ControlState& state : law.states)
    out.push_back({text(state.name), text(state.rate), tr("Starts at %1.").arg(withUnit(state.initial, ""))});
  if (!law.variables.empty()) out.push_back({tr("Algebraic: what is zero"), {}});
  for (const ControlVariable& variable : law.variables) out.push_back({text(variable.name), text(variable.equation)});
  if (!law.formulas.empty()) out.push_back({tr("Signals"), {}});
  for (const ControlSignal& signal : law.formulas) out.push_back({text(signal.name), text(signal.formula)});
  return out;
}

struct ForceProperties {
  const Mechanism& mechanism;
  Properties operator()(const SpringDamper& spring) const {
    return {{tr("From"), text(nameOf(mechanism, spring.a))},
            {tr("To"), text(nameOf(mechanism, spring.b))},
            {tr("Stiffness"), withUnit(spring.stiffness, "N/m")},
            {tr("Damping"), withUnit(spring.damping, "N·s/m")},
            {tr("Free length"), withUnit(spring.freeLength, "m")}};
  }
  Properties operator()(const ConstantForce& force) const {
    return {{tr("Acts at"), text(nameOf(mechanism, force.at))},
            {tr("Force"), vectorText(force.value, "N")},
            {tr("Direction"), force.bodyFixed ? tr("turns with the body") : tr("fixed in space")}};
  }
  Properties operator()(const ConstantTorque& torque) const {
    return {{tr("Acts on"), bodyName(mechanism, torque.body)},
            {tr("Reaction on"), bodyName(mechanism, torque.reaction)},
            {tr("Torque"), withUnit(torque.value, "N·m")}};
  }
  Properties operator()(const TorqueExpression& torque) const {
    return {{tr("Acts on"), bodyName(mechanism, torque.body)},
            {tr("Reaction on"), bodyName(mechanism, torque.reaction)},
            {tr("Torque (N·m)"), text(torque.value)}};
  }
  Properties operator()(const ForceExpression& force) const {
    return {{tr("Acts at"), text(nameOf(mechanism, force.at))},
            {tr("Force x (N)"), text(force.x)},
            {tr("Force y (N)"), text(force.y)},
            {tr("Direction"), force.bodyFixed ? tr("turns with the body") : tr("fixed in space")}};
  }
  Properties operator()(const Actuator& actuator) const {
    return {{tr("From"), text(nameOf(mechanism, actuator.a))},
            {tr("To"), text(nameOf(mechanism, actuator.b))},
            {tr("Force (N)"), text(actuator.value), tr("Positive pushes the two points apart.")}};
  }
  Properties operator()(const Stop& stop) const {
    const bool turns = stop.joint >= 0 && std::holds_alternative<RevoluteJoint>(mechanism.joints[std::size_t(stop.joint)].kind);
    const auto limit = [&](double value) { return turns ? angleText(value) : withUnit(value, "m"); };
    Properties out;
    if (stop.joint >= 0) out.push_back({tr("Limits joint"), text(mechanism.joints[std::size_t(stop.joint)].name)});
    else out = {{tr("From"), text(nameOf(mechanism, stop.a))}, {tr("To"), text(nameOf(mechanism, stop.b))}};
    if (stop.lower) out.push_back({tr("Lower limit"), limit(*stop.lower)});
    if (stop.upper) out.push_back({tr("Upper limit"), limit(*stop.upper)});
    if (stop.restitution) {
      out.push_back({tr("Restitution"), withUnit(*stop.restitution, ""), tr("Share of the speed that an impact gives back.")});
    } else {
      out.push_back({tr("Stiffness"), withUnit(stop.stiffness, turns ? "N·m/rad" : "N/m")});
      out.push_back({tr("Damping"), withUnit(stop.damping, turns ? "N·m·s/rad" : "N·s/m")});
    }
    return out;
  }
};

Properties properties(const Mechanism& mechanism, const Force& force) {
  Properties out = {{tr("Force"), text(force.name)}, {tr("Kind"), kindName(force)}};
  for (Property& property : std::visit(ForceProperties{mechanism}, force.kind)) out.push_back(std::move(property));
  return out;
}

Properties properties(const Mechanism&, const NamedEvent& event) {
  const QString direction[] = {tr("both"), tr("rising"), tr("falling")};
  return {{tr("Event"), text(event.name)},
          {tr("Condition"), text(event.condition), tr("The event is where it changes its sign.")},
          {tr("Direction"), direction[int(event.direction)]},
          {tr("Action"), event.action == NamedEvent::Action::Stop ? tr("ends the run") : tr("is recorded")}};
}

Properties properties(const Mechanism&, const Output& output) {
  return {{tr("Output"), text(output.name)},
          {tr("Unit"), text(output.unit)},
          {tr("Expression"), text(output.expression), tr("A quantity that is plotted and written to files.")}};
}

Properties overview(const Mechanism& mechanism) {
  Properties out = {
      {tr("Mechanism"), text(mechanism.name)},
      {tr("Gravity"), vectorText(mechanism.gravity, "m/s²")},
      {tr("Bodies"), QString::number(mechanism.bodies.size())},
      {tr("Joints"), QString::number(mechanism.joints.size())},
  };
  if (!mechanism.description.empty())
    out.insert(out.begin() + 1, {tr("Description"), text(mechanism.description), text(mechanism.description)});
  if (!mechanism.parameters.empty()) out.push_back({tr("Parameters"), {}});
  for (const auto& [name, value] : mechanism.parameters) out.push_back({text(name), withUnit(value, "")});
  return out;
}

template <typename Parts>
Properties lookUp(const Mechanism& mechanism, const Parts& parts, int index) {
  if (index < 0 || index >= std::ssize(parts)) return overview(mechanism);
  return properties(mechanism, parts[std::size_t(index)]);
}

}  // namespace

std::vector<Property> propertiesOf(const Mechanism& mechanism, const PartRef& part) {
  switch (part.kind) {
    case PartRef::Kind::Body: return lookUp(mechanism, mechanism.bodies, part.index);
    case PartRef::Kind::Joint: return lookUp(mechanism, mechanism.joints, part.index);
    case PartRef::Kind::Controller: return lookUp(mechanism, mechanism.controllers, part.index);
    case PartRef::Kind::Driver: return lookUp(mechanism, mechanism.drivers, part.index);
    case PartRef::Kind::Force: return lookUp(mechanism, mechanism.forces, part.index);
    case PartRef::Kind::Event: return lookUp(mechanism, mechanism.events, part.index);
    case PartRef::Kind::Output: return lookUp(mechanism, mechanism.outputs, part.index);
    case PartRef::Kind::Ground: {
      Properties out = {{tr("Ground"), tr("does not move")}};
      addPoints(out, mechanism.ground.points);
      return out;
    }
    case PartRef::Kind::None: break;
  }
  return overview(mechanism);
}

}  // namespace holonom
