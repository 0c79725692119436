// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/cli/arguments.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <charconv>

#include "core/base/option_error.h"
#include "core/base/text.h"
#include "core/io/examples.h"
#include "core/io/model_reader.h"
#include "gui/cli/command.h"
#include "gui/cli/text_table.h"
#include "solvers/options/influence.h"

namespace holonom::cli {
namespace {

std::string joined(const std::vector<std::string>& words, const std::string& separator) {
  std::string out;
  for (const std::string& word : words) out += (out.empty() ? "" : separator) + word;
  return out;
}

std::string noInfluence(const std::string& option, const std::string& why) {
  return tr("{} has no influence: {}.", option, why);
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

/// Its name alone switches it on; --real-time=off overrules a model that does.
bool isOffBeforehand(const OptionField& field) {
  return field.kind == OptionField::Kind::Switch && field.get(SimulationOptions{}) == "off";
}

std::string description(const OptionField& field) {
  std::string text = field.help;
  const bool isNumber = field.kind == OptionField::Kind::Number || field.kind == OptionField::Kind::Integer;
  const std::string unit = field.unit.empty() ? "" : " " + field.unit;
  constexpr double kNoLimit = 1e12;
  if (isNumber && field.maximum > field.minimum && field.maximum < kNoLimit)
    text += " [" + shortNumber(field.minimum) + " … " + shortNumber(field.maximum) + unit + "]";
  else if (!unit.empty()) text += " [" + field.unit + "]";
  if (!field.methods.empty()) text += " (" + tr("{} only", joined(field.methods, ", ")) + ")";
  return text;
}

/// What a model may say about its run, as option and as key of its "run".
struct ModelSetting {
  const char *option, *key;
  bool (*isSet)(const RunSettings&);
};

constexpr ModelSetting kModelSettings[] = {
    {"method", "method", [](const RunSettings& run) { return run.method.has_value(); }},
    {"index", "index", [](const RunSettings& run) { return run.index.has_value(); }},
    {"rtol", "rtol", [](const RunSettings& run) { return run.rtol.has_value(); }},
    {"atol", "atol", [](const RunSettings& run) { return run.atol.has_value(); }},
    {"max-order", "maxOrder", [](const RunSettings& run) { return run.maxOrder.has_value(); }},
    {"t-end", "endTime", [](const RunSettings& run) { return run.endTime.has_value(); }},
    {"rotations", "rotations",
     [](const RunSettings& run) { return run.rotations != RunSettings{}.rotations; }}};

std::string withoutWhere(const InputError& error) {
  const std::string what = error.what();
  return error.where().empty() ? what : what.substr(error.where().size() + 2);
}

// The setting of the model that a complaint is about; none when the command line replaced or upset it.
const ModelSetting* settingToBlame(const OptionError& error, const RunSettings& run,
                                   const std::set<std::string>& given) {
  const std::string& name = error.option();
  const bool upset =
      (name == "index" && given.count("method")) || (name == "t-end" && given.count("t-start"));
  if (upset || given.count(name)) return nullptr;
  const auto found = std::find_if(std::begin(kModelSettings), std::end(kModelSettings),
                                  [&](const ModelSetting& s) { return name == s.option && s.isSet(run); });
  return found == std::end(kModelSettings) ? nullptr : found;
}

}  // namespace

void ModelArguments::addTo(CLI::App& app) {
  app.add_option("MODEL", model_, tr("a model file (.json) or the name of an example"));
  app.add_option("--set", changes_,
                 tr("changes a value of the model before it is read: bodies.crank.mass=2, /gravity/1=-1.62 "
                    "(may be repeated)"))
      ->type_name("PATH=VALUE")
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll)
      ->allow_extra_args(false);
}

Mechanism ModelArguments::read(std::vector<std::string>* remarks) const {
  if (model_.empty())
    throw UsageError("MODEL", tr("is missing"),
                     tr("Give a model file or the name of an example; 'holonom examples' lists them."));
  std::vector<Assignment> changes;
  for (const std::string& change : changes_) changes.push_back(parseAssignment(change));
  return readMechanism(findModel(model_), changes, remarks);
}

std::string ModelArguments::place() const {
  std::string place = findModel(model_).string();
  if (!changes_.empty())
    place = tr("{} with --set {}", place, changes_.back() + (changes_.size() > 1 ? " …" : ""));
  return place;
}

std::string ModelArguments::advice() const {
  return tr("'holonom check {}' says where these parts stand in the file and what can be done.", model_);
}

void RunArguments::addTo(CLI::App& app, bool (*offers)(const OptionField&)) {
  const auto& fields = optionFields();
  given_.assign(fields.size(), {});
  for (std::size_t i = 0; i < fields.size(); ++i) {
    if (offers && !offers(fields[i])) continue;
    given_[i].option = "--" + fields[i].name;
    const std::string& option = given_[i].option;
    std::string& text = given_[i].text;
    if (isOffBeforehand(fields[i])) app.add_flag(option + "{on}", text, description(fields[i]));
    else app.add_option(option, text, description(fields[i]))->type_name(valueName(fields[i]));
  }
}

SimulationOptions RunArguments::apply(SimulationOptions options) const {
  const auto& fields = optionFields();
  for (std::size_t i = 0; i < given_.size(); ++i)
    if (!given_[i].text.empty()) fields[i].set(options, given_[i].text);
  return options;
}

std::set<std::string> RunArguments::namesGiven() const {
  std::set<std::string> names;
  for (std::size_t i = 0; i < given_.size(); ++i)
    if (!given_[i].text.empty()) names.insert(optionFields()[i].name);
  return names;
}

ChosenOptions RunArguments::choose(Mechanism mechanism, const std::string& place) const {
  ChosenOptions chosen{{}, namesGiven()};
  const RunSettings run = mechanism.run;
  if (chosen.given.count("method")) mechanism.run.method.reset();  // it may be one that does not exist
  try {
    chosen.options = apply(optionsFor(mechanism));
    validate(chosen.options);
    if (namesGiven().count("index")) checkGivenIndex(chosen.options);
  } catch (const OptionError& error) {
    const ModelSetting* setting = settingToBlame(error, run, chosen.given);
    if (!setting) throw;
    throw InputError(place + ": /run/" + setting->key, withoutWhere(error), error.hint());
  }
  for (const ModelSetting& setting : kModelSettings)
    if (setting.isSet(run)) chosen.given.insert(setting.option);
  const bool methodChangedIndex =
      run.index && chosen.options.index != *run.index && !namesGiven().count("index");
  if (methodChangedIndex) chosen.given.erase("index");
  return chosen;
}

Variant RunArguments::withGivenTolerances(Variant variant) const {
  const auto& fields = optionFields();
  for (std::size_t i = 0; i < given_.size(); ++i) {
    const bool isTolerance = fields[i].name == "rtol" || fields[i].name == "atol";
    if (isTolerance && !given_[i].text.empty() && !variant.setting(fields[i].name))
      variant.set(fields[i].name, given_[i].text);
  }
  return variant;
}

ChosenOptions RunArguments::variant(const std::string& text, const ChosenOptions& base) const {
  ChosenOptions chosen{{}, base.given};
  try {
    const Variant variant = splitVariant(text);
    chosen.options = optionsOf(withGivenTolerances(variant), base.options);
    if (text.starts_with(variant.method + ':' + variant.index)) checkGivenIndex(chosen.options);
    for (const auto& [name, value] : variant.settings) chosen.given.insert(name);
  } catch (const InputError& error) {
    const auto* about = dynamic_cast<const OptionError*>(&error);
    const bool isSaid =
        !about || about->option() == "method" || about->option() == "index";  // by the variant
    throw InputError("--with '" + text + "'", isSaid ? withoutWhere(error) : error.what(), error.hint());
  }
  chosen.given.insert({"method", "index"});
  return chosen;
}

std::optional<std::string> RunArguments::otherTolerance(const SimulationOptions& variant,
                                                        const ChosenOptions& base) {
  if (variant.rtol || !base.options.rtol || usedRtol(variant) == *base.options.rtol) return std::nullopt;
  return tr(
      "its tolerance is {}, that of the method: {} of the model holds for the model's own method. With "
      "--rtol and --atol all runs have the same.",
      shortNumber(usedRtol(variant)), shortNumber(*base.options.rtol));
}

std::vector<std::string> RunArguments::withoutInfluence(const std::vector<SimulationOptions>& runs,
                                                        const Mechanism& mechanism) const {
  std::vector<std::string> warnings;
  for (std::size_t i = 0; i < given_.size(); ++i) {
    const OptionField& field = optionFields()[i];
    const auto isIdle = [&](const SimulationOptions& run) { return !whyIdle(field, run, mechanism).empty(); };
    if (!given_[i].text.empty() && !runs.empty() && std::all_of(runs.begin(), runs.end(), isIdle))
      warnings.push_back(noInfluence(given_[i].option, whyIdle(field, runs.front(), mechanism)));
  }
  const auto names = namesGiven();
  const auto isCoarse = [](const SimulationOptions& run) { return run.atol && *run.atol > usedRtol(run); };
  if (const auto run = std::find_if(runs.begin(), runs.end(), isCoarse);
      run != runs.end() && names.count("rtol") && !names.count("atol"))
    warnings.push_back(
        tr("atol stays at {}, as the model has it: errors below it do not count, and --rtol {} alone does "
           "not make the run more accurate. Give --atol too.",
           shortNumber(*run->atol), shortNumber(usedRtol(*run))));
  return warnings;
}

std::vector<std::string> withoutInfluence(const std::string& variant, const SimulationOptions& options,
                                          const Mechanism& mechanism) {
  std::vector<std::string> warnings;
  const Variant wanted = splitVariant(variant);
  for (const OptionField& field : optionFields())
    if (const std::string why = whyIdle(field, options, mechanism);
        wanted.setting(field.name) && !why.empty())
      warnings.push_back(noInfluence(field.name, why));
  return warnings;
}

int parseCount(const std::string& option, const std::string& text, int minimum, int maximum) {
  int value = 0;
  const char* end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, value);
  if (error == std::errc() && stop == end && value >= minimum && value <= maximum) return value;
  throw InputError(option, tr("'{}' is no whole number from {} to {}", text, minimum, maximum),
                   tr("Give a number in that range."));
}

double parseNumber(const std::string& option, const std::string& text, double low, double high) {
  double value = 0;
  const auto [end, status] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (status != std::errc() || end != text.data() + text.size() || !(value >= low && value <= high))
    throw InputError(option,
                     tr("'{}' is not a number between {} and {}", text, shortNumber(low), shortNumber(high)));
  return value;
}

std::string formsOf(const MethodDescriptor& method) {
  if (method.role == MethodRole::Chooses) return tr("its choice");
  std::string forms;
  for (const int index : method.indices) forms += (forms.empty() ? "" : ", ") + std::to_string(index);
  return forms;
}

}  // namespace holonom::cli
