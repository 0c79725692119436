// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/part_view.h"

#include <type_traits>

#include "core/model/part_references.h"
#include "core/model/part_values.h"

namespace holonom {
namespace {

/// The member of a kind as that of one part.
template <typename Part>
struct InPart {
  Part& part;

  template <typename Value>
  AnyMember<void> operator()(Value Part::*member) const {
    return &(part.*member);
  }
  AnyMember<void> operator()(const EndPoints<Part>& ends) const {
    return EndPoints<void>{&(part.*ends.a), &(part.*ends.b), ends.second};
  }
  AnyMember<void> operator()(const BodyIndex<Part>& body) const {
    return BodyIndex<void>{&(part.*body.index), body.orGround};
  }
  AnyMember<void> operator()(const JointIndex<Part>& joint) const {
    return JointIndex<void>{&(part.*joint.index)};
  }
  AnyMember<void> operator()(const CoordinateNumber<Part>& coordinate) const {
    return CoordinateNumber<void>{&(part.*coordinate.number), &(part.*coordinate.joint)};
  }
  AnyMember<void> operator()(const Formulas<Part>& formulas) const {
    const auto here = [&](std::string Part::*text) { return text ? &(part.*text) : nullptr; };
    const auto& [x, y, z] = formulas.texts;
    return Formulas<void>{{here(x), here(y), here(z)}, here(formulas.third)};
  }
  AnyMember<void> operator()(const GivenAxes<Part>& axes) const {
    return GivenAxes<void>{&(part.*axes.bodyFixed), &(part.*axes.point)};
  }
};

/// Whether it is the same in two parts.
template <typename Value>
bool areSame(Value* one, Value* other) {
  return *one == *other;
}
bool areSame(const GivenAxes<void>& one, const GivenAxes<void>& other) {
  return *one.bodyFixed == *other.bodyFixed && *one.point == *other.point;
}
bool areSame(const CoordinateNumber<void>& one, const CoordinateNumber<void>& other) {
  return *one.number == *other.number;
}
bool areSame(const auto&, const auto&) { return false; }  // references

/// `usually`: where the value is in a new part.
void add(std::vector<PartValue>& values, PartValue value, const AnyMember<void>& usually) {
  value.isUsual =
      std::visit([&]<typename Where>(const Where& where) { return areSame(where, std::get<Where>(usually)); },
                 value.member);
  values.push_back(value);
}

bool isNowhere(const Mechanism&) { return false; }

template <typename Part>
PartView viewed(Part& part, const std::vector<Described<Part>>& values) {
  PartView view{{}, {}, isNowhere};
  Part usual{};
  for (const Described<Part>& value : values) {
    const auto [member, usually] = std::visit(
        [&](const auto& where) { return std::pair(InPart<Part>{part}(where), InPart<Part>{usual}(where)); },
        value.member);
    const PartValue seen{
        {value.key, value.label, value.unit, value.help, member, value.range, value.presence,
         value.isDirection, value.when != nullptr, value.turning, value.where, value.leastNumbers},
        !value.when || value.when(part)};
    add(view.values, seen, usually);
  }
  if constexpr (requires { part.objection(); }) view.objection = part.objection();
  return view;
}

}  // namespace

PartView viewOf(Body& body) {
  PartView view = viewed(body, valuesOf(body.kind));
  view.isInSpace = [&body](const Mechanism&) { return body.isSpatial(); };
  return view;
}

PartView viewOf(Joint& joint) {
  PartView view =
      std::visit([]<typename Kind>(Kind& kind) { return viewed(kind, Kind::values()); }, joint.kind);
  const JointKind& words = kindOf(joint);
  const std::vector<PointRef*> ends = referencesOf(joint).points;
  view.values.insert(view.values.begin(),
                     {{"between", words.first, "", words.what,
                       EndPoints<void>{ends[0], ends[1], words.second}, kAnyNumber, Presence::Required}});
  view.isInSpace = [&joint](const Mechanism& mechanism) { return actsInSpace(mechanism, joint); };
  return view;
}

PartView viewOf(Constraint& constraint) {
  return std::visit([]<typename Kind>(Kind& kind) { return viewed(kind, Kind::values()); }, constraint.kind);
}

PartView viewOf(PidController& pid) { return viewed(pid, valuesOf<PidController>()); }

PartView viewOf(Sampling& sampling) { return viewed(sampling, valuesOf<Sampling>()); }

PartView viewOf(Force& force) {
  PartView view =
      std::visit([]<typename Kind>(Kind& kind) { return viewed(kind, Kind::values()); }, force.kind);
  view.isInSpace = [&force](const Mechanism& mechanism) { return actsInSpace(mechanism, force); };
  return view;
}

PartView viewOf(Hand::Grab& grab) {
  PartView view = viewed(grab, Hand::Grab::values());
  view.isInSpace = [&grab](const Mechanism& mechanism) { return isSpatial(mechanism, grab.body); };
  return view;
}

}  // namespace holonom
