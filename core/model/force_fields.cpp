// SPDX-License-Identifier: GPL-3.0-or-later
#include <Eigen/Geometry>

#include "core/model/building.h"
#include "core/model/field_section.h"
#include "core/model/part_values.h"

namespace holonom {
namespace {

using Kind = decltype(Force::kind);

/// Kinds that a force can be turned into without choosing other parts.
struct Family {
  std::vector<std::string> names;
  std::function<int(const Kind&)> which;
  std::function<Kind(const Mechanism&, const Kind&, int)> make;
};

template <typename... Kinds>
std::vector<std::string> titles() {
  return {forceKinds()[Kind(Kinds()).index()].title...};
}

double spanOf(const Mechanism& mechanism, const PointRef& a, const PointRef& b) {
  const auto place = [&](const PointRef& ref) -> Vector2 {
    const Vector2& local = localPosition(mechanism, ref);
    if (ref.body == kGround) return local;
    const Body& body = mechanism.bodies[std::size_t(ref.body)];
    return body.position + Eigen::Rotation2Dd(body.angle) * local;
  };
  return (place(a) - place(b)).norm();
}

Family lineFamily() {
  return {titles<SpringDamper, Actuator, Stop>(),
          [](const Kind& kind) {
            return std::holds_alternative<SpringDamper>(kind) ? 0
                   : std::holds_alternative<Actuator>(kind)   ? 1
                                                              : 2;
          },
          [](const Mechanism& m, const Kind& kind, int wanted) -> Kind {
            const auto [a, b] = *lineOf(Force{{}, kind});
            const double length = spanOf(m, a, b);
            if (wanted == 0) return SpringDamper{a, b, 1000, 0, length};
            if (wanted == 1) return Actuator{a, b, "0"};
            Stop stop;
            stop.a = a, stop.b = b, stop.upper = length, stop.stiffness = 1e5;
            return stop;
          }};
}

Family torqueFamily() {
  return {titles<ConstantTorque, TorqueExpression>(),
          [](const Kind& kind) { return std::holds_alternative<ConstantTorque>(kind) ? 0 : 1; },
          [](const Mechanism&, const Kind& kind, int wanted) -> Kind {
            if (const auto* torque = std::get_if<ConstantTorque>(&kind); torque && wanted == 1)
              return TorqueExpression{torque->body, torque->reaction, numberText(torque->value)};
            const auto& torque = std::get<TorqueExpression>(kind);
            return ConstantTorque{torque.body, torque.reaction, 0};
          }};
}

Family pointFamily() {
  return {titles<ConstantForce, ForceExpression>(),
          [](const Kind& kind) { return std::holds_alternative<ConstantForce>(kind) ? 0 : 1; },
          [](const Mechanism&, const Kind& kind, int wanted) -> Kind {
            if (const auto* force = std::get_if<ConstantForce>(&kind); force && wanted == 1)
              return ForceExpression{force->at, numberText(force->value.x()), numberText(force->value.y()),
                                     force->bodyFixed};
            const auto& force = std::get<ForceExpression>(kind);
            return ConstantForce{force.at, Vector2::Zero(), force.bodyFixed};
          }};
}

Family familyOf(const Kind& kind) {
  if (const auto* stop = std::get_if<Stop>(&kind); stop && stop->joint >= 0)
    return {titles<Stop>(), [](const Kind&) { return 0; },
            [](const Mechanism&, const Kind& same, int) { return same; }};
  if (std::holds_alternative<Hand>(kind))
    return {titles<Hand>(), [](const Kind&) { return 0; },
            [](const Mechanism&, const Kind& same, int) { return same; }};
  if (std::holds_alternative<ConstantTorque>(kind) || std::holds_alternative<TorqueExpression>(kind))
    return torqueFamily();
  if (std::holds_alternative<ConstantForce>(kind) || std::holds_alternative<ForceExpression>(kind))
    return pointFamily();
  return lineFamily();
}

void requireLimits(const Stop& stop) {
  if (!stop.lower && !stop.upper)
    throw InputError("", "the stop has no limit", "give a lower limit, an upper one or both");
  if (stop.lower && stop.upper && !(*stop.lower < *stop.upper))
    throw InputError("", "the upper limit must be greater than the lower one");
}

struct ForceFields {
  const Mechanism& mechanism;
  FieldGroup& group;
  int index;

  template <typename Type>
  typename Section<Type>::At at() const {
    return
        [index = index](Mechanism& m) -> Type& { return std::get<Type>(m.forces[std::size_t(index)].kind); };
  }
  void operator()(const SpringDamper&) const {
    addEnds<SpringDamper>(group, at<SpringDamper>(), "From", "To",
                          "The spring and damper act along the line between the two points.");
    addDescribed<SpringDamper>(group, at<SpringDamper>(), valuesOf<SpringDamper>());
  }
  void operator()(const ConstantForce&) const {
    acts<ConstantForce>();
    Section<ConstantForce>(group, at<ConstantForce>())
        .vector("value", "Force", "N", &ConstantForce::value, "Its components.");
    axes<ConstantForce>();
  }
  void operator()(const ForceExpression&) const {
    acts<ForceExpression>();
    Section<ForceExpression> force(group, at<ForceExpression>());
    force.expression("value.0", "Force x", "N", &ForceExpression::x,
                     "A formula of the time, the parameters and quantities of the parts.");
    force.expression("value.1", "Force y", "N", &ForceExpression::y,
                     "A formula of the time, the parameters and quantities of the parts.");
    axes<ForceExpression>();
  }
  void operator()(const ConstantTorque&) const {
    turns<ConstantTorque>();
    Section<ConstantTorque>(group, at<ConstantTorque>())
        .number("value", "Torque", "N·m", kAnyNumber, &ConstantTorque::value,
                "Counter-clockwise is positive.");
  }
  void operator()(const TorqueExpression&) const {
    turns<TorqueExpression>();
    Section<TorqueExpression>(group, at<TorqueExpression>())
        .expression("value", "Torque", "N·m", &TorqueExpression::value,
                    "A formula of the time, the parameters and quantities of the parts; counter-clockwise is "
                    "positive.");
  }
  void operator()(const Actuator&) const {
    addEnds<Actuator>(group, at<Actuator>(), "From", "To",
                      "The force acts along the line between the two points.");
    Section<Actuator>(group, at<Actuator>())
        .expression("value", "Force", "N", &Actuator::value,
                    "A formula of the time, the parameters and quantities of the parts; positive pushes the "
                    "two points apart.");
  }
  void operator()(const Stop& stop) const {
    const bool joint = stop.joint >= 0;
    if (joint)
      Section<Stop>(group, at<Stop>())
          .index("joint", "Limits joint", Field::Kind::Joint, &Stop::joint,
                 "The joint whose coordinate is limited.")
          .structural = true;
    else addEnds<Stop>(group, at<Stop>(), "From", "To", "The distance of the two points is limited.");
    const bool angle = joint && !slideAxis(mechanism.joints[std::size_t(stop.joint)]);
    const auto place = at<Stop>();
    Section<Stop> limits(group, place, [place](Mechanism& m) { requireLimits(place(m)); });
    limits.number("lower", "Lower limit", angle ? "rad" : "m", kAnyNumber, &Stop::lower, "Empty: none.");
    limits.number("upper", "Upper limit", angle ? "rad" : "m", kAnyNumber, &Stop::upper, "Empty: none.");
    Field& ends = addField(
        group, "ends", "At its ends", Field::Kind::Choice,
        "How the stop meets what reaches it: by ideal impacts, or like a spring that only pushes back.",
        [place](const Mechanism& m) {
          return FieldValue(int(!place(const_cast<Mechanism&>(m)).restitution));
        },
        [place, angle](Mechanism& m, const FieldValue& value) {
          Stop& changed = place(m);
          const bool yields = std::get<int>(value) == 1;
          if (yields == !changed.restitution) return;
          changed.restitution = yields ? std::optional<double>() : 0.5;
          changed.stiffness = yields ? usualStopStiffness(angle) : 0;  // an ideal stop has none
          changed.damping = 0;
        });
    ends.choices = {"throws back (restitution)", "gives way (stiffness, damping)"};
    ends.structural = true;
    Section<Stop> section(group, place);
    if (stop.restitution) {
      section
          .number("restitution", "Restitution", "", {0, 1}, &Stop::restitution,
                  "Share of the speed that an impact gives back, 0 to 1.")
          .optional = false;
      return;
    }
    section.number("stiffness", "Stiffness", angle ? "N·m/rad" : "N/m", kPositive, &Stop::stiffness,
                   "How strongly the stop pushes back.");
    section.number("damping", "Damping", angle ? "N·m·s/rad" : "N·s/m", kNotNegative, &Stop::damping,
                   "Damping while it touches.");
  }

  void operator()(const Hand&) const { addDescribed<Hand>(group, at<Hand>(), valuesOf<Hand>()); }

  template <typename Type>
  void acts() const {
    const auto place = at<Type>();
    Section<Type>(group, place, [place](Mechanism& m) {
      if (place(m).at.body == kGround)
        throw InputError("", "a force on ground moves nothing", "choose a point of a body");
    }).point("at", "Acts at", &Type::at, "The point of a body at which the force acts.");
  }
  template <typename Type>
  void axes() const {
    Section<Type>(group, at<Type>())
        .choice("axes", "Direction", {"fixed in space", "turns with the body"}, &Type::bodyFixed,
                "In whose axes the components are given.");
  }
  template <typename Type>
  void turns() const {
    const auto place = at<Type>();
    Section<Type> section(group, place, [place](Mechanism& m) {
      const Type& law = place(m);
      if (law.body == kGround)
        throw InputError("", "a torque on ground moves nothing",
                         "choose a body; ground may take the reaction");
      if (law.body == law.reaction)
        throw InputError("", "the torque and its reaction act on the same body",
                         "choose another body, or ground");
    });
    section.index("on", "Acts on", Field::Kind::Body, &Type::body, "The body that is turned.");
    section.index("reaction", "Reaction on", Field::Kind::Body, &Type::reaction,
                  "The body, or ground, that takes the opposite torque.");
  }
};

/// What the hand held; the way that it took is a recording and stays as it is.
void addGrabs(FieldGroups& groups, const Hand& hand, int index) {
  for (std::size_t k = 0; k < hand.grabs.size(); ++k) {
    const auto place = [=](Mechanism& m) -> Hand::Grab& {
      return std::get<Hand>(m.forces[std::size_t(index)].kind).grabs[k];
    };
    groups.push_back({"Grab " + std::to_string(k + 1)});
    Section<Hand::Grab> grab(groups.back(), place, [place](Mechanism& m) {
      if (place(m).body == kGround) throw InputError("", "the hand cannot pull ground", "choose a body");
    });
    const std::string key = "grabs." + std::to_string(k);
    grab.index(key + ".body", "Holds", Field::Kind::Body, &Hand::Grab::body, "The body that the hand pulls.");
    grab.vector(key + ".at", "At", "m", &Hand::Grab::at, "The place that it holds, in the body's own axes.");
    groups.back().remove = [=](Mechanism& m) {
      auto& grabs = std::get<Hand>(m.forces[std::size_t(index)].kind).grabs;
      grabs.erase(grabs.begin() + std::ptrdiff_t(k));
    };
  }
}

}  // namespace

FieldGroups forceFields(const Mechanism& mechanism, int index) {
  FieldGroups groups{{"Force"}};
  addName(groups[0], {PartRef::Kind::Force, index}, "Name of the force; expressions that use it follow.");
  const Family family = familyOf(mechanism.forces[std::size_t(index)].kind);
  Field& type = addField(
      groups[0], "type", "Kind", Field::Kind::Choice, "What the force depends on.",
      [=](const Mechanism& m) -> FieldValue { return family.which(m.forces[std::size_t(index)].kind); },
      [=](Mechanism& m, const FieldValue& value) {
        Kind& kind = m.forces[std::size_t(index)].kind;
        if (std::get<int>(value) != family.which(kind))
          kind = family.make(m, Kind(kind), std::get<int>(value));
      });
  type.choices = family.names;
  type.structural = true;
  std::visit(ForceFields{mechanism, groups[0], index}, mechanism.forces[std::size_t(index)].kind);
  if (const auto* hand = std::get_if<Hand>(&mechanism.forces[std::size_t(index)].kind))
    addGrabs(groups, *hand, index);
  return groups;
}

}  // namespace holonom
