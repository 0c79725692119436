// SPDX-License-Identifier: GPL-3.0-or-later
#include <array>

#include "core/base/error.h"
#include "core/base/spelling.h"
#include "core/base/text.h"
#include "core/model/building.h"
#include "core/model/editing.h"
#include "core/model/field_section.h"
#include "core/model/particles.h"

namespace holonom {

/// Kinds that the joint can have between its points, its own among them. What fits does not depend on values,
/// and those that converted() finds take a look at the whole mechanism.
static std::vector<std::size_t> familyOf(const Mechanism& mechanism, const Joint& joint) {
  const auto [a, b] = endsOf(joint);
  std::vector<std::size_t> kinds;
  for (std::size_t kind = 0; kind < jointKinds().size(); ++kind)
    if (kind == joint.kind.index() || !misfitOf(mechanism, {joint.name, makeJoint(kind, a, b, {})}))
      kinds.push_back(kind);
  return kinds;
}

FieldGroups jointFields(const Mechanism& mechanism, int index) {
  FieldGroups groups{{Text("Joint")}};
  const std::vector<std::size_t> family = familyOf(mechanism, mechanism.joints[std::size_t(index)]);
  addName(groups[0], {PartRef::Kind::Joint, index}, tr("Name of the joint; expressions that use it follow."));
  Field& type = addField(
      groups[0], "type", Text("Kind"), Field::Kind::Choice, Text("What the joint lets move."),
      [=](const Mechanism& m) -> FieldValue {
        const std::size_t kind = m.joints[std::size_t(index)].kind.index();
        return int(std::find(family.begin(), family.end(), kind) - family.begin());
      },
      [=](Mechanism& m, const FieldValue& value) {
        const std::size_t kind = family.at(std::size_t(std::get<int>(value)));
        const Joint& joint = m.joints[std::size_t(index)];
        if (kind == joint.kind.index()) return;
        const Joint other = converted(m, joint, kind);
        if (const auto losers = losersBy(m, index, other); !losers.empty())
          throw InputError(
              joint.name, tr("with “{}” it would lack what {} uses", kindOf(other).title, quotedList(losers)),
              tr("change or remove these first"));
        putJoint(m, index, other);
      });
  for (const std::size_t kind : family) type.choices.push_back(jointKinds()[kind].title);
  type.structural = true;
  addDescribed(groups[0], mechanism, [index](Mechanism& m) { return viewOf(m.joints[std::size_t(index)]); });
  return groups;
}

namespace {

/// What is prescribed, as a formula, and where it begins. `slides`: the coordinate is a way, else an angle.
void addMotion(Section<Driver>& section, const Driver& driver, bool slides) {
  using Prescribes = Driver::Prescribes;
  const std::string unit = slides ? "m" : "rad";
  section
      .choice("prescribes", Text("Prescribes"),
              {slides ? Text("displacement") : Text("angle"),
               slides ? Text("velocity") : Text("angular velocity"),
               slides ? Text("acceleration") : Text("angular acceleration")},
              &Driver::prescribes,
              Text("What the formula says: where the joint is, how fast it moves or how fast that changes."))
      .structural = true;
  const bool isRate = driver.prescribes == Prescribes::Velocity;
  const bool isPosition = driver.prescribes == Prescribes::Position;
  section.expression(formulaKey(driver.prescribes), Text("Formula"),
                     unit + std::array{"", "/s", "/s²"}[std::size_t(driver.prescribes)], &Driver::motion,
                     Text("The prescribed motion, a formula of the time t and the parameters in SI units."),
                     Field::Symbols::Time);
  if (isPosition) return;
  section.number("startPosition", slides ? Text("Displacement at t = 0") : Text("Angle at t = 0"), unit,
                 kAnyNumber, &Driver::startPosition,
                 Text("Where the joint begins; empty: where it stands in the model."));
  if (isRate) return;
  section.number("startVelocity", Text("Velocity at t = 0"), unit + "/s", kAnyNumber, &Driver::startVelocity,
                 Text("How fast the joint moves at the beginning."));
}

}  // namespace

FieldGroups driverFields(const Mechanism& mechanism, int index) {
  FieldGroups groups{{Text("Driver")}};
  const Section<Driver>::At at = [index](Mechanism& m) -> Driver& { return m.drivers[std::size_t(index)]; };
  addName(groups[0], {PartRef::Kind::Driver, index},
          tr("Name of the driver; expressions that use it follow."));
  Section<Driver> section(groups[0], at, [at](Mechanism& m) {  // another joint may have one coordinate only
    Driver& driver = at(m);
    if (!isDrivable(m, m.joints[std::size_t(driver.joint)], driver.coordinate)) driver.coordinate = 0;
    if (driver.prescribes == Driver::Prescribes::Position) driver.startPosition.reset();
    if (driver.prescribes != Driver::Prescribes::Acceleration) driver.startVelocity = 0;
  });
  section
      .index("joint", Text("Drives joint"), Field::Kind::Joint, &Driver::joint,
             Text("The joint whose coordinate is prescribed; a coordinate has one driver at most."))
      .structural = true;
  const Driver& driver = mechanism.drivers[std::size_t(index)];
  const Joint& joint = mechanism.joints[std::size_t(driver.joint)];
  const bool slides = slideAxis(joint, driver.coordinate).has_value();
  if (isDrivable(mechanism, joint, 1))
    section
        .choice("coordinate", Text("Coordinate"), coordinateWords(joint), &Driver::coordinate,
                Text("Which one of the joint is prescribed."))
        .structural = true;
  addMotion(section, driver, slides);
  return groups;
}

}  // namespace holonom
