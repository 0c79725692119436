// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>

#include "core/base/spelling.h"
#include "core/base/text.h"
#include "core/model/controller_kinds.h"
#include "core/model/editing.h"
#include "core/model/field_section.h"
#include "core/model/part_values.h"

namespace holonom {
namespace {

/// Finds one quantity of a controller, and the list that it is in.
template <typename Law, typename Quantity>
struct Entry {
  int index;  // of the controller
  std::vector<Quantity> Law::*list;
  std::size_t place = 0;

  Law& law(Mechanism& m) const { return std::get<Law>(m.controllers[std::size_t(index)].kind); }
  Quantity& operator()(Mechanism& m) const { return (law(m).*list)[place]; }
  std::string symbol(Mechanism& m) const {
    return m.controllers[std::size_t(index)].name + "." + (*this)(m).name;
  }
};

std::string freeQuantity(const Controller& controller, const std::string& stem) {
  const std::vector<std::string> taken = quantityNames(controller);
  std::string name = stem;
  for (int number = 2; std::find(taken.begin(), taken.end(), name) != taken.end(); ++number)
    name = stem + std::to_string(number);
  return name;
}

template <typename Law, typename Quantity>
void renameQuantity(Mechanism& m, const Entry<Law, Quantity>& entry, const std::string& name) {
  if (name == entry(m).name) return;
  requirePartName(name);
  const std::vector<std::string> taken = quantityNames(m.controllers[std::size_t(entry.index)]);
  if (std::find(taken.begin(), taken.end(), name) != taken.end())
    throw InputError("'" + name + "'", tr("this name is taken by another quantity of the controller"),
                     tr("choose another one"));
  const std::string before = entry.symbol(m);
  entry(m).name = name;
  renameSymbol(m, before, entry.symbol(m));
}

template <typename Law, typename Quantity>
void removeQuantity(Mechanism& m, const Entry<Law, Quantity>& entry) {
  const std::string symbol = entry.symbol(m);
  if (quantityNames(m.controllers[std::size_t(entry.index)]).size() == 1)
    throw InputError(symbol, tr("this is the only quantity of the controller"),
                     tr("delete the controller instead"));
  auto& list = entry.law(m).*entry.list;
  list.erase(list.begin() + std::ptrdiff_t(entry.place));
  if (const auto users = mentioning(m, symbol); !users.empty())
    throw InputError(symbol, tr("it is used by {}", quotedList(users)), tr("change their formulas first"));
}

/// A list of quantities: a heading that adds one, and a group with the fields of each.
template <typename Law, typename Quantity, typename Describe>
void addQuantities(FieldGroups& groups, const Mechanism& mechanism, Entry<Law, Quantity> entry,
                   const std::string& key, const std::string& title, const std::string& addLabel,
                   const std::string& stem, Describe&& describe) {
  FieldGroup heading{title};
  heading.addLabel = addLabel;
  heading.add = [entry, stem](Mechanism& m) {
    Controller& controller = m.controllers[std::size_t(entry.index)];
    Quantity added;
    added.name = freeQuantity(controller, stem);
    // An equation must contain its own variable; all else begins at zero.
    if constexpr (requires { added.equation; }) added.equation = controller.name + "." + added.name;
    if constexpr (requires { added.rate; }) added.rate = "0";
    if constexpr (requires { added.formula; }) added.formula = "0";
    (entry.law(m).*entry.list).push_back(std::move(added));
  };
  groups.push_back(std::move(heading));
  const auto& list = entry.law(const_cast<Mechanism&>(mechanism)).*entry.list;
  for (entry.place = 0; entry.place < list.size(); ++entry.place) {
    FieldGroup group{title + ": " + list[entry.place].name};
    const std::string prefix = key + "." + std::to_string(entry.place) + ".";
    addField(
        group, prefix + "name", Text("Name"), Field::Kind::Name, Text("Formulas say controller.name."),
        [entry](const Mechanism& m) -> FieldValue { return entry(const_cast<Mechanism&>(m)).name; },
        [entry](Mechanism& m, const FieldValue& value) {
          renameQuantity(m, entry, std::get<std::string>(value));
        });
    Section<Quantity> section(group, entry);
    describe(section, prefix, list[entry.place]);
    group.remove = [entry](Mechanism& m) { removeQuantity(m, entry); };
    groups.push_back(std::move(group));
  }
}

template <typename Quantity>
void addStart(Section<Quantity>& section, const std::string& prefix, const std::string& help) {
  section.number(prefix + "initial", Text("Begins at"), "", kAnyNumber, &Quantity::initial, help);
}

template <typename Quantity>
void addScale(Section<Quantity>& section, const std::string& prefix) {
  section.number(prefix + "scale", Text("Usual size"), "", kPositive, &Quantity::scale,
                 Text("Size that counts as one when its error is weighed."));
}

struct ControllerFields {
  const Mechanism& mechanism;
  FieldGroups& groups;
  int index;

  void operator()(const ControlLaw& law) const {
    addQuantities(groups, mechanism, Entry<ControlLaw, ControlState>{index, &ControlLaw::states}, "states",
                  Text("State"), Text("Add a state"), "z",
                  [](Section<ControlState>& section, const std::string& prefix, const ControlState&) {
                    section.expression(prefix + "derivative", Text("Rate"), "", &ControlState::rate,
                                       Text("Its derivative with respect to time."));
                    addStart(section, prefix, Text("Value at the start."));
                    addScale(section, prefix);
                  });
    addQuantities(groups, mechanism, Entry<ControlLaw, ControlVariable>{index, &ControlLaw::variables},
                  "algebraic", Text("Algebraic variable"), Text("Add an algebraic variable"), "w",
                  [](Section<ControlVariable>& section, const std::string& prefix, const ControlVariable&) {
                    section
                        .expression(prefix + "equation", Text("Is zero"), "", &ControlVariable::equation,
                                    Text("What is zero at all times; it must contain the variable."))
                        .structural = true;
                    addStart(section, prefix, Text("Where the search for its value begins."));
                    addScale(section, prefix);
                  });
    const std::string name = mechanism.controllers[std::size_t(index)].name;
    addQuantities(
        groups, mechanism, Entry<ControlLaw, ControlSignal>{index, &ControlLaw::formulas}, "signals",
        Text("Signal"), Text("Add a signal"), "u",
        [name](Section<ControlSignal>& section, const std::string& prefix, const ControlSignal& signal) {
          section
              .expression(prefix + "expression", Text("Formula"), "", &ControlSignal::formula,
                          Text("A short name for a formula; it may use signals before it."),
                          Field::Symbols::BeforeSignal)
              .signal = name + "." + signal.name;
        });
    (void)law;
  }

  void operator()(const PidController& pid) const {
    const auto at = [index = index](Mechanism& m) -> PidController& {
      return std::get<PidController>(m.controllers[std::size_t(index)].kind);
    };
    Section<PidController> section(groups[0], at);
    section
        .index("joint", Text("Joint"), Field::Kind::Joint, &PidController::joint,
               Text("The joint whose position is controlled."))
        .structural = true;
    section
        .expression("setpoint", Text("Set-point"), "", &PidController::setpoint,
                    Text("Wanted position of the joint, rad or m."), Field::Symbols::BeforeSignal)
        .signal = mechanism.controllers[std::size_t(index)].name + ".e";
    addDescribed(groups[0], mechanism, [at](Mechanism& m) { return viewOf(at(m)); });
    addField(
        groups[0], "sampled", Text("Acts at samples"), Field::Kind::Flag,
        Text("As a program in a machine does; otherwise continuously."),
        [at](const Mechanism& m) -> FieldValue { return at(const_cast<Mechanism&>(m)).sampling.has_value(); },
        [at](Mechanism& m, const FieldValue& value) {
          std::optional<Sampling>& sampling = at(m).sampling;
          if (!std::get<bool>(value)) sampling.reset();
          else if (!sampling) sampling = Sampling{0.01, 0};
        });
    if (pid.sampling)
      addDescribed(groups[0], mechanism, [at](Mechanism& m) { return viewOf(*at(m).sampling); });
  }

  void operator()(const SampledLaw&) const {
    addDescribed(groups[0], mechanism, [index = index](Mechanism& m) {
      return viewOf(std::get<SampledLaw>(m.controllers[std::size_t(index)].kind).sampling);
    });
    addHeld(&SampledLaw::outputs, "outputs", Text("Output"), Text("Add an output"), "u", "expression",
            Text("At a sample"), Text("Its value from the sample on."));
    addHeld(&SampledLaw::states, "states", Text("State"), Text("Add a state"), "z", "next", tr("Next value"),
            Text("From the states as they were and the new outputs."));
  }

  void addHeld(std::vector<HeldQuantity> SampledLaw::*list, const char* key, const std::string& title,
               const std::string& addLabel, const char* stem, const char* formula, const std::string& label,
               const std::string& help) const {
    addQuantities(groups, mechanism, Entry<SampledLaw, HeldQuantity>{index, list}, key, title, addLabel, stem,
                  [=](Section<HeldQuantity>& section, const std::string& prefix, const HeldQuantity&) {
                    section.expression(prefix + formula, label, "", &HeldQuantity::formula, help);
                    addStart(section, prefix, Text("Before the first sample."));
                  });
  }
};

}  // namespace

FieldGroups controllerFields(const Mechanism& mechanism, int index) {
  FieldGroups groups{{Text("Controller")}};
  addName(groups[0], {PartRef::Kind::Controller, index},
          tr("Name of the controller; expressions that use it follow."));
  Field& type = addField(
      groups[0], "type", Text("Kind"), Field::Kind::Choice,
      Text("What the controller is made of; another kind does the same as far as it can."),
      [index](const Mechanism& m) -> FieldValue {
        return int(m.controllers[std::size_t(index)].kind.index());
      },
      [index](Mechanism& m, const FieldValue& value) {
        changeControllerKind(m, index, std::get<int>(value));
      });
  type.structural = true;
  for (const PartKind& kind : controllerKinds()) type.choices.push_back(kind.title);
  std::visit(ControllerFields{mechanism, groups, index}, mechanism.controllers[std::size_t(index)].kind);
  return groups;
}

}  // namespace holonom
