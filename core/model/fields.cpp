// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/fields.h"

#include <algorithm>

#include "core/base/spelling.h"
#include "core/base/text.h"
#include "core/expressions/syntax.h"
#include "core/model/editing.h"
#include "core/model/field_section.h"
#include "core/model/particles.h"
#include "core/model/symbols.h"

namespace holonom {
namespace {

using Parameter = std::pair<std::string, double>;

void renameParameter(Mechanism& m, std::size_t place, const std::string& name) {
  const std::string old = m.parameters[place].first;
  if (name == old) return;
  requirePartName(name);
  const auto& reserved = reservedNames();
  if (name == "t" || std::find(reserved.begin(), reserved.end(), name) != reserved.end())
    throw InputError("'" + name + "'", tr("this name has a meaning of its own in formulas"),
                     tr("choose another one"));
  if (uniqueName(m, name) != name)
    throw InputError("'" + name + "'", tr("this name is taken"), tr("choose another one"));
  m.parameters[place].first = name;
  renameSymbol(m, old, name);
}

void removeParameter(Mechanism& m, std::size_t place) {
  const std::string name = m.parameters[place].first;
  if (const auto users = mentioning(m, name); !users.empty())
    throw InputError("'" + name + "'", tr("it is used by {}", quotedList(users)),
                     tr("change their formulas first"));
  m.parameters.erase(m.parameters.begin() + std::ptrdiff_t(place));
}

FieldGroup parameterList(const Mechanism& mechanism) {
  FieldGroup group{Text("Parameters")};
  for (std::size_t i = 0; i < mechanism.parameters.size(); ++i) {
    const std::string& name = mechanism.parameters[i].first;
    Section<Parameter> section(group, [i](Mechanism& m) -> Parameter& { return m.parameters[i]; });
    Field& field = section.number("parameters." + name, name, "", kAnyNumber, &Parameter::second,
                                  Text("A named number for formulas, in SI units."));
    field.rename = [i](Mechanism& m, const std::string& wanted) { renameParameter(m, i, wanted); };
    field.remove = [i](Mechanism& m) { removeParameter(m, i); };
  }
  group.addLabel = Text("Add a parameter");
  group.add = [](Mechanism& m) { m.parameters.emplace_back(uniqueName(m, "p"), 1.0); };
  return group;
}

void addRun(FieldGroup& group) {
  Section<RunSettings> run(group, [](Mechanism& m) -> RunSettings& { return m.run; });
  Field& method = run.text("run.method", Text("Method"), &RunSettings::method,
                           Text("Integrator that the model asks for; empty: the program's choice."));
  method.set = [](Mechanism& m, const FieldValue& value) {
    const auto* name = std::get_if<std::string>(&value);
    m.run.method = name && !name->empty() ? std::optional(*name) : std::nullopt;
  };
  run.number("run.index", Text("Index"), "", {1, 3}, &RunSettings::index,
             Text("Which constraints are enforced: 3 positions, 2 velocities too, 1 accelerations too; "
                  "empty: that of the method."));
  run.number("run.rtol", Text("Relative tolerance"), "", kPositive, &RunSettings::rtol,
             Text("Empty: that of the method."));
  run.number("run.atol", Text("Absolute tolerance"), "", kPositive, &RunSettings::atol,
             Text("In rad; times the size of the model for lengths; empty: that of the method."));
  run.number("run.maxOrder", Text("Highest order"), "", {1, 100}, &RunSettings::maxOrder,
             Text("Of a method of variable order; empty: that of the method."));
  run.number("run.endTime", Text("End of the run"), "s", kPositive, &RunSettings::endTime,
             Text("The run starts at 0; empty: the program's choice."));
  run.choice("run.rotations", Text("Rotations in space"), {Text("Euler parameters"), Text("Cardan angles")},
             &RunSettings::rotations, Text("The coordinates of bodies in space that turn."));
}

FieldGroups eventFields(int index) {
  FieldGroups groups{{Text("Event")}};
  addName(groups[0], {PartRef::Kind::Event, index}, tr("Name of the event."));
  Section<NamedEvent> event(groups[0],
                            [index](Mechanism& m) -> NamedEvent& { return m.events[std::size_t(index)]; });
  event
      .expression("condition", Text("Condition"), "", &NamedEvent::condition,
                  Text("The event is where this formula changes its sign, for example crank.theta - pi."))
      .structural = true;
  event.choice("direction", Text("Direction"), {Text("both"), Text("rising"), Text("falling")},
               &NamedEvent::direction, Text("Rising: from negative to positive."));
  event.choice("action", Text("Action"), {Text("is recorded"), Text("ends the run")}, &NamedEvent::action,
               Text("What happens at the event."));
  return groups;
}

FieldGroups outputFields(int index) {
  FieldGroups groups{{Text("Output")}};
  addName(groups[0], {PartRef::Kind::Output, index},
          tr("Name of the curve and of the column in files; a run lists it under Quantities."));
  groups[0].fields.back().structural = true;
  Section<Output> output(groups[0],
                         [index](Mechanism& m) -> Output& { return m.outputs[std::size_t(index)]; });
  output.expression(
      "expression", Text("Formula"), "", &Output::expression,
      Text("Of the time, the parameters and quantities of the parts, accelerations and reactions too."),
      Field::Symbols::Output);
  // Of a single symbol the unit is known.
  groups[0].fields.back().set = [index, set = groups[0].fields.back().set](Mechanism& m,
                                                                           const FieldValue& value) {
    Output& changed = m.outputs[std::size_t(index)];
    set(m, value);
    changed.unit = unitOf(m, changed.expression).value_or(changed.unit);
  };
  output.text("unit", Text("Unit"), &Output::unit, Text("For axes and tables; it does not convert."));
  return groups;
}

}  // namespace

Field& addField(FieldGroup& group, std::string key, std::string label, Field::Kind kind, std::string help,
                std::function<FieldValue(const Mechanism&)> get,
                std::function<void(Mechanism&, const FieldValue&)> set) {
  Field& field = group.fields.emplace_back();
  field.key = std::move(key);
  field.label = std::move(label);
  field.kind = kind;
  field.help = std::move(help);
  field.get = std::move(get);
  field.set = std::move(set);
  return field;
}

void addName(FieldGroup& group, const PartRef& part, const std::string& help) {
  addField(
      group, "name", Text("Name"), Field::Kind::Name, help,
      [part](const Mechanism& m) -> FieldValue { return partName(m, part); },
      [part](Mechanism& m, const FieldValue& value) { renamePart(m, part, std::get<std::string>(value)); });
}

FieldGroups mechanismFields(const Mechanism& mechanism) {
  FieldGroups groups{{Text("Mechanism")}, parameterList(mechanism), {Text("Run")}};
  Section<Mechanism> whole(groups[0], [](Mechanism& m) -> Mechanism& { return m; });
  whole.text("name", Text("Name"), &Mechanism::name, Text("Title of the model."));
  whole.text("description", Text("Description"), &Mechanism::description, Text("One sentence about it."));
  whole
      .vector("gravity", Text("Gravity"), "m/s²", &Mechanism::gravity,
              Text("Acceleration of gravity; 0, -9.81 points down."))
      .inSpace = isSpatial(mechanism);
  addRun(groups[2]);
  return groups;
}

std::vector<FieldGroup> fieldsOf(const Mechanism& mechanism, const PartRef& part) {
  if (!exists(mechanism, part)) return mechanismFields(mechanism);
  if (part.point >= 0) return pointFields(mechanism, part);
  switch (part.kind) {
    case PartRef::Kind::Ground: return {pointList(mechanism, part)};
    case PartRef::Kind::Body: return bodyFields(mechanism, part.index);
    case PartRef::Kind::Joint: return jointFields(mechanism, part.index);
    case PartRef::Kind::Driver: return driverFields(mechanism, part.index);
    case PartRef::Kind::Constraint: return constraintFields(mechanism, part.index);
    case PartRef::Kind::Controller: return controllerFields(mechanism, part.index);
    case PartRef::Kind::Force: return forceFields(mechanism, part.index);
    case PartRef::Kind::Event: return eventFields(part.index);
    case PartRef::Kind::Output: return outputFields(part.index);
    case PartRef::Kind::None: break;
  }
  return mechanismFields(mechanism);
}

const Field* findField(const std::vector<FieldGroup>& groups, const std::string& key) {
  for (const FieldGroup& group : groups)
    for (const Field& field : group.fields)
      if (field.key == key) return &field;
  return nullptr;
}

void setField(Mechanism& mechanism, const Field& field, const FieldValue& value) {
  checkField(field, mechanism, value);
  Mechanism changed = mechanism;
  field.set(changed, value);
  requireFits(changed);
  mechanism = std::move(changed);
}

}  // namespace holonom
