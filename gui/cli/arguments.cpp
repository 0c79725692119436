// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/cli/arguments.h"

#include <CLI/CLI.hpp>
#include <charconv>

#include "core/io/examples.h"
#include "core/io/model_reader.h"
#include "gui/cli/command.h"
#include "gui/cli/text_table.h"

namespace holonom::cli {
namespace {

std::string joined(const std::vector<std::string>& words, const std::string& separator) {
  std::string out;
  for (const std::string& word : words) out += (out.empty() ? "" : separator) + word;
  return out;
}

std::string valueName(const OptionField& field) {
  switch (field.kind) {
    case OptionField::Kind::Choice: return joined(field.choices, "|");
    case OptionField::Kind::Switch: return "on|off";
    case OptionField::Kind::Integer: return "N";
    case OptionField::Kind::Number: break;
  }
  return "X";
}

std::string description(const OptionField& field) {
  std::string text = field.help;
  const bool isNumber = field.kind == OptionField::Kind::Number || field.kind == OptionField::Kind::Integer;
  const std::string unit = field.unit.empty() ? "" : " " + field.unit;
  constexpr double kNoLimit = 1e12;
  if (isNumber && field.maximum > field.minimum && field.maximum < kNoLimit)
    text += " [" + shortNumber(field.minimum) + " … " + shortNumber(field.maximum) + unit + "]";
  else if (!unit.empty())
    text += " [" + field.unit + "]";
  if (!field.methods.empty()) text += " (" + joined(field.methods, ", ") + " only)";
  return text;
}

}  // namespace

void ModelArguments::addTo(CLI::App& app) {
  app.add_option("MODEL", model_, "a model file (.json) or the name of an example");
  app.add_option("--set", changes_, "changes a value of the model before it is read: bodies.crank.mass=2, "
                                    "/gravity/1=-1.62 (may be repeated)")
      ->type_name("PATH=VALUE")
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll)
      ->allow_extra_args(false);
}

Mechanism ModelArguments::read() const {
  if (model_.empty())
    throw UsageError("MODEL", "is missing", "Give a model file or the name of an example; 'holonom examples' lists them.");
  std::vector<Assignment> changes;
  for (const std::string& change : changes_) changes.push_back(parseAssignment(change));
  return readMechanism(findModel(model_), changes);
}

void RunArguments::addTo(CLI::App& app) {
  const auto& fields = optionFields();
  given_.assign(fields.size(), {});
  for (std::size_t i = 0; i < fields.size(); ++i) {
    given_[i].option = "--" + fields[i].name;
    app.add_option(given_[i].option, given_[i].text, description(fields[i]))->type_name(valueName(fields[i]));
  }
}

SimulationOptions RunArguments::apply(SimulationOptions options) const {
  const auto& fields = optionFields();
  for (std::size_t i = 0; i < fields.size(); ++i)
    if (!given_[i].text.empty()) fields[i].set(options, given_[i].text);
  return options;
}

SimulationOptions RunArguments::variant(const std::string& text, const SimulationOptions& base) const {
  SimulationOptions options = parseVariant(text, base);
  const auto& fields = optionFields();
  for (std::size_t i = 0; i < fields.size(); ++i) {
    const bool isTolerance = fields[i].name == "rtol" || fields[i].name == "atol";
    if (isTolerance && !given_[i].text.empty() && text.find(fields[i].name + '=') == std::string::npos)
      fields[i].set(options, given_[i].text);
  }
  validate(options);
  return options;
}

int parseCount(const std::string& option, const std::string& text, int minimum, int maximum) {
  int value = 0;
  const char* end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, value);
  if (error == std::errc() && stop == end && value >= minimum && value <= maximum) return value;
  throw InputError(option, "'" + text + "' is no whole number from " + std::to_string(minimum) + " to " + std::to_string(maximum),
                   "Give a number in that range.");
}

}  // namespace holonom::cli
