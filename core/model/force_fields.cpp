// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <array>

#include "core/model/building.h"
#include "core/model/field_section.h"
#include "core/model/part_references.h"
#include "core/model/particles.h"

namespace holonom {
namespace {

double spanOf(const Mechanism& mechanism, const PointRef& a, const PointRef& b) {
  return (startPlace(mechanism, a) - startPlace(mechanism, b)).norm();
}

/// How many points, bodies and joints a force takes to act at.
std::array<std::size_t, 3> attachment(Force force) {
  std::visit(
      [](auto& kind) {
        if constexpr (requires { kind.axesOf; }) kind.axesOf.reset();
      },
      force.kind);
  const PartReferences references = referencesOf(force);
  return {references.points.size(), references.bodies.size(), references.joints.size()};
}

/// The force as one of another kind of its family: it acts where it did, and as it did where it can.
Force converted(const Mechanism& mechanism, Force force, std::size_t kind) {
  Force other{force.name, makeForce(kind)};
  const PartReferences before = referencesOf(force), after = referencesOf(other);
  for (std::size_t i = 0; i < after.points.size(); ++i) *after.points[i] = *before.points[i];
  for (std::size_t i = 0; i < after.bodies.size(); ++i) *after.bodies[i] = *before.bodies[i];
  for (std::size_t i = 0; i < after.joints.size(); ++i) *after.joints[i] = *before.joints[i];
  std::visit(
      [&](const auto& from, auto& to) {
        if constexpr (requires { to.bodyFixed = from.bodyFixed; }) to.bodyFixed = from.bodyFixed;
        if constexpr (requires { to.axesOf = from.axesOf; }) to.axesOf = from.axesOf;
        if constexpr (requires { to.coordinate = from.coordinate; }) to.coordinate = from.coordinate;
        if constexpr (requires { to.axis = from.axis; }) to.axis = from.axis;
        if constexpr (requires { to.value = numberText(from.value); }) to.value = numberText(from.value);
        if constexpr (requires { to.x = numberText(from.value.x()); })
          to.x = numberText(from.value.x()), to.y = numberText(from.value.y()),
          to.z = numberText(from.value.z());
        if constexpr (requires { to.begin(1.0); }) to.begin(spanOf(mechanism, to.a, to.b));
      },
      force.kind, other.kind);
  return other;
}

/// Kinds into which the force can be turned without choosing other parts, its own among them; none that
/// cannot act there. A stop at a joint and a hand, which take other parts than a new one of their kind, stay
/// what they are.
std::vector<std::size_t> familyOf(const Mechanism& mechanism, const Force& force) {
  const auto usual = attachment({"", makeForce(force.kind.index())});
  std::vector<std::size_t> kinds;
  for (std::size_t kind = 0; kind < forceKinds().size(); ++kind)
    if (kind == force.kind.index() ||
        (attachment(force) == usual && attachment({"", makeForce(kind)}) == usual &&
         !misfitOf(mechanism, converted(mechanism, force, kind))))
      kinds.push_back(kind);
  return kinds;
}

/// How the stop meets what reaches it decides which values it has; behind its limits.
void addEnds(FieldGroup& group, int index, bool turns) {
  const auto at = [index](Mechanism& m) -> Stop& {
    return std::get<Stop>(m.forces[std::size_t(index)].kind);
  };
  Field& ends = addField(
      group, "ends", tr("At its ends"), Field::Kind::Choice,
      tr("How the stop meets what reaches it: by ideal impacts, or like a spring that only pushes back."),
      [at](const Mechanism& m) { return FieldValue(int(!at(const_cast<Mechanism&>(m)).restitution)); },
      [at, turns](Mechanism& m, const FieldValue& value) {
        Stop& changed = at(m);
        const bool yields = std::get<int>(value) == 1;
        if (yields == !changed.restitution) return;
        changed.restitution = yields ? std::optional<double>() : 0.5;
        changed.stiffness = yields ? usualStopStiffness(turns) : 0;  // an ideal stop has none
        changed.damping = 0;
      });
  ends.choices = {tr("throws back (restitution)"), tr("gives way (stiffness, damping)")};
  ends.structural = true;
  const auto upper = std::find_if(group.fields.begin(), group.fields.end(),
                                  [](const Field& field) { return field.key == "upper"; });
  std::rotate(upper + 1, group.fields.end() - 1, group.fields.end());
}

/// Whether a force acts at a joint that turns.
bool isAtTurning(const Mechanism& mechanism, const Force& force) {
  const int joint = jointOf(force);
  return joint >= 0 && !slideAxis(mechanism.joints[std::size_t(joint)], jointCoordinateOf(force));
}

/// What the hand held; the way that it took is a recording and stays as it is.
void addGrabs(FieldGroups& groups, const Mechanism& mechanism, const Hand& hand, int index) {
  for (std::size_t k = 0; k < hand.grabs.size(); ++k) {
    groups.push_back({tr("Grab {}", k + 1)});
    addDescribed(
        groups.back(), mechanism,
        [=](Mechanism& m) { return viewOf(std::get<Hand>(m.forces[std::size_t(index)].kind).grabs[k]); },
        "grabs." + std::to_string(k) + ".");
    groups.back().remove = [=](Mechanism& m) {
      auto& grabs = std::get<Hand>(m.forces[std::size_t(index)].kind).grabs;
      grabs.erase(grabs.begin() + std::ptrdiff_t(k));
    };
  }
}

}  // namespace

FieldGroups forceFields(const Mechanism& mechanism, int index) {
  FieldGroups groups{{tr("Force")}};
  const Force& force = mechanism.forces[std::size_t(index)];
  addName(groups[0], {PartRef::Kind::Force, index}, tr("Name of the force; expressions that use it follow."));
  const std::vector<std::size_t> family = familyOf(mechanism, force);
  Field& type = addField(
      groups[0], "type", tr("Kind"), Field::Kind::Choice, tr("What the force depends on."),
      [=](const Mechanism& m) {
        const std::size_t kind = m.forces[std::size_t(index)].kind.index();
        return FieldValue(int(std::find(family.begin(), family.end(), kind) - family.begin()));
      },
      [=](Mechanism& m, const FieldValue& value) {
        const std::size_t kind = family.at(std::size_t(std::get<int>(value)));
        Force& changed = m.forces[std::size_t(index)];
        if (kind != changed.kind.index()) changed = converted(m, changed, kind);
      });
  for (const std::size_t kind : family) type.choices.push_back(forceKinds()[kind].title);
  type.structural = true;
  const bool turns = isAtTurning(mechanism, force);
  addDescribed(
      groups[0], mechanism, [index](Mechanism& m) { return viewOf(m.forces[std::size_t(index)]); }, "",
      turns);
  if (std::holds_alternative<Stop>(force.kind)) addEnds(groups[0], index, turns);
  if (const auto* hand = std::get_if<Hand>(&force.kind)) addGrabs(groups, mechanism, *hand, index);
  return groups;
}

}  // namespace holonom
