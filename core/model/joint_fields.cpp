// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/building.h"
#include "core/model/field_section.h"

namespace holonom {

void requireTwoBodies(const Mechanism& mechanism, const PointRef& a, const PointRef& b) {
  if (a.body != b.body) return;
  const std::string name = a.body == kGround ? "ground" : mechanism.bodies[std::size_t(a.body)].name;
  throw InputError("", "this connects " + name + " to itself", "choose points of two different bodies");
}

FieldGroups jointFields(const Mechanism& mechanism, int index) {
  FieldGroups groups{{"Joint"}};
  addName(groups[0], {PartRef::Kind::Joint, index}, "Name of the joint; expressions that use it follow.");
  Field& type = addField(
      groups[0], "type", "Kind", Field::Kind::Choice, "What the joint lets move.",
      [index](const Mechanism& m) -> FieldValue { return int(m.joints[std::size_t(index)].kind.index()); },
      [index](Mechanism& m, const FieldValue& value) {
        Joint& joint = m.joints[std::size_t(index)];
        if (std::get<int>(value) != int(joint.kind.index()))
          joint = converted(m, joint, std::size_t(std::get<int>(value)));
      });
  for (const JointKind& kind : jointKinds()) type.choices.push_back(kind.title);
  type.structural = true;
  std::visit(
      [&]<typename Kind>(const Kind&) {
        const auto at = [index](Mechanism& m) -> Kind& {
          return std::get<Kind>(m.joints[std::size_t(index)].kind);
        };
        addDescribed<Kind>(groups[0], at, pointsAndValues<Kind>());
      },
      mechanism.joints[std::size_t(index)].kind);
  return groups;
}

FieldGroups driverFields(const Mechanism& mechanism, int index) {
  FieldGroups groups{{"Driver"}};
  const Section<Driver>::At at = [index](Mechanism& m) -> Driver& { return m.drivers[std::size_t(index)]; };
  addName(groups[0], {PartRef::Kind::Driver, index}, "Name of the driver; expressions that use it follow.");
  Section<Driver> section(groups[0], at);
  section
      .index("joint", "Drives joint", Field::Kind::Joint, &Driver::joint,
             "The joint whose coordinate is prescribed; a joint has one driver at most.")
      .structural = true;
  const bool slides =
      slideAxis(mechanism.joints[std::size_t(mechanism.drivers[std::size_t(index)].joint)]) != nullptr;
  section.expression("motion", slides ? "Displacement" : "Angle", slides ? "m" : "rad", &Driver::motion,
                     "The prescribed motion, a formula of the time t and the parameters in SI units.",
                     Field::Symbols::Time);
  return groups;
}

}  // namespace holonom
