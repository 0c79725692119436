// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <charconv>
#include <cmath>
#include <string>
#include <type_traits>
#include <utility>

#include "core/base/option_error.h"
#include "core/base/text.h"
#include "solvers/options/options.h"

/// Fields for members of SimulationOptions, by the kind of their values.
namespace holonom::fields {

template <class Number>
Number parse(const std::string& name, const std::string& text) {
  Number value{};
  const char* end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, value);
  if (error != std::errc() || stop != end || !std::isfinite(static_cast<double>(value)))
    throw std::is_integral_v<Number>
        ? OptionError(name, tr("'{}' is not a whole number", text), tr("Write a whole number such as 3."))
        : OptionError(name, tr("'{}' is not a number", text), tr("Write a number such as 1e-6."));
  return value;
}

/// "on", "off" and what else may stand for them.
bool parseSwitch(const std::string& name, const std::string& text);

OptionField number(std::string name, Text label, std::string unit, Text help, double minimum, double maximum,
                   double SimulationOptions::*member);
OptionField tolerance(std::string name, Text label, Text help,
                      std::optional<double> SimulationOptions::*member);
OptionField onOff(std::string name, Text label, Text help, bool SimulationOptions::*member);

template <class Integer>
OptionField integer(std::string name, Text label, Text help, double minimum, double maximum,
                    Integer SimulationOptions::*member) {
  return {
      .name = name,
      .label = label,
      .help = help,
      .kind = OptionField::Kind::Integer,
      .minimum = minimum,
      .maximum = maximum,
      .get = [=](const SimulationOptions& o) { return std::to_string(o.*member); },
      .set = [=](SimulationOptions& o, const std::string& text) { o.*member = parse<Integer>(name, text); }};
}

/// A field whose values are the names of an enumeration: a list of pairs (value, name); `words` are those of
/// the window for them.
template <class Value, class Names>
OptionField choice(std::string name, Text label, Text help, const Names& names,
                   Value SimulationOptions::*member, std::vector<Text> words) {
  std::vector<std::string> choices;
  for (const auto& [value, text] : names) choices.push_back(text);
  const auto get = [&names, member](const SimulationOptions& o) -> std::string {
    for (const auto& [value, text] : names)
      if (value == o.*member) return text;
    return {};
  };
  const auto set = [&names, member, name, choices](SimulationOptions& o, const std::string& wanted) {
    for (const auto& [value, text] : names)
      if (wanted == text) {
        o.*member = value;
        return;
      }
    std::string known;
    for (const std::string& text : choices) known += (known.empty() ? "" : ", ") + text;
    throw OptionError(name, tr("there is no choice '{}'", wanted), tr("Choose one of {}.", known));
  };
  return {.name = name,
          .label = label,
          .help = help,
          .kind = OptionField::Kind::Choice,
          .choices = choices,
          .words = std::move(words),
          .get = get,
          .set = set};
}

/// The field belongs to methods that read this option.
OptionField only(OptionField field, MethodOption option);
/// 0 stands for that.
OptionField withZero(OptionField field, Text meaning);

}  // namespace holonom::fields
