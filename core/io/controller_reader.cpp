// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <unordered_set>

#include "core/base/text.h"
#include "core/expressions/expression.h"
#include "core/io/described_json.h"
#include "core/io/reader_parts.h"
#include "core/model/part_values.h"
#include "core/model/part_words.h"
#include "core/model/particles.h"
#include "core/model/symbols.h"

namespace holonom {
namespace {

/// Quantities of a list, with names that differ within the controller.
template <typename Quantity, typename Read>
std::vector<Quantity> readQuantities(const JsonCursor& controller, const char* key,
                                     std::unordered_set<std::string>& names, Read read) {
  std::vector<Quantity> quantities;
  const auto list = controller.find(key);
  for (std::size_t i = 0; list && i < list->size(); ++i) {
    const JsonCursor cursor = list->element(i), name = cursor.member("name");
    Quantity quantity;
    quantity.name = name.name();
    if (!names.insert(quantity.name).second)
      name.fail(tr("the name '{}' is taken by another quantity of this controller", quantity.name),
                tr("choose another name"));
    read(cursor, quantity);
    quantities.push_back(std::move(quantity));
  }
  return quantities;
}

template <typename Quantity>
void readStart(const JsonCursor& cursor, Quantity& quantity) {
  if (auto initial = cursor.find("initial")) quantity.initial = initial->number();
  if (auto scale = cursor.find("scale")) quantity.scale = scale->positive();
}

ControlLaw readLaw(const JsonCursor& cursor) {
  cursor.requireKeys({"name", "type", "states", "algebraic", "signals"});
  std::unordered_set<std::string> names;
  ControlLaw law;
  law.states =
      readQuantities<ControlState>(cursor, "states", names, [](const JsonCursor& at, ControlState& state) {
        at.requireKeys({"name", "initial", "derivative", "scale"});
        readStart(at, state);
        state.rate = at.member("derivative").text();
      });
  law.variables = readQuantities<ControlVariable>(cursor, "algebraic", names,
                                                  [](const JsonCursor& at, ControlVariable& variable) {
                                                    at.requireKeys({"name", "initial", "equation", "scale"});
                                                    readStart(at, variable);
                                                    variable.equation = at.member("equation").text();
                                                  });
  law.formulas = readQuantities<ControlSignal>(cursor, "signals", names,
                                               [](const JsonCursor& at, ControlSignal& signal) {
                                                 at.requireKeys({"name", "expression"});
                                                 signal.formula = at.member("expression").text();
                                               });
  if (names.empty())
    cursor.fail(tr("the controller has no quantities"),
                tr("give it \"states\", \"algebraic\" or \"signals\""));
  return law;
}

Sampling readSampling(const JsonCursor& cursor, const References& references) {
  Sampling sampling;
  readDescribed(cursor, sampling, references);
  return sampling;
}

SampledLaw readSampled(const JsonCursor& cursor, const References& references) {
  SampledLaw law;
  cursor.requireKeys(keysWith({"name", "type", "outputs", "states"}, viewOf(law.sampling)));
  std::unordered_set<std::string> names;
  law.sampling = readSampling(cursor, references);
  const auto read = [](const char* formula) {
    return [formula](const JsonCursor& at, HeldQuantity& quantity) {
      at.requireKeys({"name", "initial", formula});
      if (auto initial = at.find("initial")) quantity.initial = initial->number();
      quantity.formula = at.member(formula).text();
    };
  };
  law.outputs = readQuantities<HeldQuantity>(cursor, "outputs", names, read("expression"));
  law.states = readQuantities<HeldQuantity>(cursor, "states", names, read("next"));
  if (names.empty())
    cursor.fail(tr("the controller has no quantities"), tr("give it \"outputs\" or \"states\""));
  return law;
}

PidController readPid(const JsonCursor& cursor, References& references, const Mechanism& mechanism) {
  PidController pid;
  Sampling sampling;
  cursor.requireKeys(
      keysWith(keysWith({"name", "type", "joint", "setpoint"}, viewOf(pid)), viewOf(sampling)));
  const JsonCursor joint = cursor.member("joint");
  pid.joint = references.joint(joint);
  const Joint& moved = mechanism.joints[static_cast<std::size_t>(pid.joint)];
  if (const auto misfit = missingCoordinate(mechanism, moved)) joint.fail(misfit->what, misfit->remedy);
  if (!isDrivable(mechanism, moved))
    joint.fail(tr("joint '{}' has no position that could be controlled", joint.text()),
               tr("name a {}", drivableKinds(isSpatial(mechanism))));
  pid.setpoint = cursor.member("setpoint").text();
  readDescribed(cursor, pid, references);
  if (cursor.find("period")) pid.sampling = readSampling(cursor, references);
  else if (auto offset = cursor.find("offset"))
    offset->fail(tr("an offset needs a period"), tr("add \"period\", in seconds"));
  return pid;
}

/// The formula can be read and differentiated; returns the names that it uses.
std::vector<std::string> requireFormula(const JsonCursor& cursor, const std::vector<std::string>& symbols,
                                        const Mechanism& mechanism) {
  try {
    const Expression expression = Expression::parse(cursor.text(), symbols, mechanism.parameters);
    const std::vector<int> used = expression.compile().usedVariables();
    expression.compileWithGradient(used);
    std::vector<std::string> names;
    for (const int variable : used) names.push_back(symbols[static_cast<std::size_t>(variable)]);
    return names;
  } catch (const ExpressionError& error) {
    failExpression(cursor, error,
                   tr("a controller may use t, the parameters, positions, velocities and quantities of "
                      "controllers; a signal only signals before it"));
  }
}

void requireVariable(const JsonCursor& cursor, const std::vector<std::string>& names,
                     const Mechanism& mechanism) {
  for (const ControlQuantity& quantity : controlQuantities(mechanism))
    if (quantity.kind == ControlQuantity::Kind::Variable &&
        std::find(names.begin(), names.end(), quantity.symbol) != names.end())
      return;
  cursor.fail(
      tr("the equation contains no algebraic variable, so it determines none"),
      tr("write the variable with the name of its controller, for example \"valve.flow - 2*valve.opening\""));
}

}  // namespace

Controller readController(JsonCursor cursor, References& references, const Mechanism& mechanism) {
  Controller controller;
  controller.name = references.newName(cursor.member("name"), PartRef::Kind::Controller);
  cursor.setPart(partWords(PartRef::Kind::Controller, controller.name));
  switch (cursor.member("type").choice(kindNames(controllerKinds()))) {
    case 0: controller.kind = readLaw(cursor); break;
    case 1: controller.kind = readPid(cursor, references, mechanism); break;
    default: controller.kind = readSampled(cursor, references);
  }
  return controller;
}

void checkController(JsonCursor cursor, const Controller& controller, const Mechanism& mechanism) {
  cursor.setPart(partWords(PartRef::Kind::Controller, controller.name));
  const std::vector<std::string> symbols = stateSymbols(mechanism);
  if (std::holds_alternative<PidController>(controller.kind)) {
    requireFormula(cursor.member("setpoint"), stateSymbolsBefore(mechanism, controller.name + ".e"),
                   mechanism);
    return;
  }
  if (const auto* sampled = std::get_if<SampledLaw>(&controller.kind)) {
    for (std::size_t i = 0; i < sampled->outputs.size(); ++i)
      requireFormula(cursor.member("outputs").element(i).member("expression"), symbols, mechanism);
    for (std::size_t i = 0; i < sampled->states.size(); ++i)
      requireFormula(cursor.member("states").element(i).member("next"), symbols, mechanism);
    return;
  }
  const auto& law = std::get<ControlLaw>(controller.kind);
  for (std::size_t i = 0; i < law.formulas.size(); ++i)
    requireFormula(cursor.member("signals").element(i).member("expression"),
                   stateSymbolsBefore(mechanism, controller.name + "." + law.formulas[i].name), mechanism);
  for (std::size_t i = 0; i < law.states.size(); ++i)
    requireFormula(cursor.member("states").element(i).member("derivative"), symbols, mechanism);
  for (std::size_t i = 0; i < law.variables.size(); ++i) {
    const JsonCursor equation = cursor.member("algebraic").element(i).member("equation");
    requireVariable(equation, requireFormula(equation, symbols, mechanism), mechanism);
  }
}

}  // namespace holonom
