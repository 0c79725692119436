// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/options/field_makers.h"

#include "core/base/text.h"
#include "core/base/units.h"

namespace holonom::fields {

using Kind = OptionField::Kind;

bool parseSwitch(const std::string& name, const std::string& text) {
  if (text == "on" || text == "true" || text == "1" || text == "yes") return true;
  if (text == "off" || text == "false" || text == "0" || text == "no") return false;
  throw OptionError(name, tr("'{}' is neither on nor off", text));
}

OptionField number(std::string name, Text label, std::string unit, Text help, double minimum, double maximum,
                   double SimulationOptions::*member) {
  return {
      .name = name,
      .label = label,
      .unit = unit,
      .help = help,
      .kind = Kind::Number,
      .minimum = minimum,
      .maximum = maximum,
      .get = [=](const SimulationOptions& o) { return numberText(o.*member); },
      .set = [=](SimulationOptions& o, const std::string& text) { o.*member = parse<double>(name, text); }};
}

OptionField tolerance(std::string name, Text label, Text help,
                      std::optional<double> SimulationOptions::*member) {
  return {.name = name,
          .label = label,
          .help = help,
          .kind = Kind::Number,
          .minimum = 1e-14,
          .maximum = 1,
          .get = [=](const SimulationOptions& o) { return o.*member ? numberText(*(o.*member)) : ""; },
          .set =
              [=](SimulationOptions& o, const std::string& text) {
                if (text.empty()) (o.*member).reset();
                else o.*member = parse<double>(name, text);
              }};
}

OptionField onOff(std::string name, Text label, Text help, bool SimulationOptions::*member) {
  return {.name = name,
          .label = label,
          .help = help,
          .kind = Kind::Switch,
          .maximum = 1,
          .get = [=](const SimulationOptions& o) { return o.*member ? "on" : "off"; },
          .set = [=](SimulationOptions& o, const std::string& text) { o.*member = parseSwitch(name, text); }};
}

OptionField only(OptionField field, MethodOption option) {
  field.option = option;
  for (const MethodDescriptor& method : methods())
    if (method.reads(option)) field.methods.push_back(method.name);
  return field;
}

OptionField withZero(OptionField field, Text meaning) {
  field.zero = meaning;
  return field;
}

}  // namespace holonom::fields
