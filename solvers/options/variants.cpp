// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/options/variants.h"

#include <algorithm>
#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <functional>

#include "core/base/error.h"
#include "core/base/spelling.h"
#include "core/base/text.h"
#include "solvers/integrators/methods.h"
#include "solvers/options/influence.h"

namespace holonom {
namespace {

constexpr Text kHint = Text(
    "Write METHOD or METHOD:INDEX, and behind it any options: bdf:2, generalized-alpha:3:rtol=1e-8,"
    " bdf:2:order-strategy=dassl:max-step=0.01.");

/// What stands in front of the options.
bool isForm(const OptionField& field) { return field.name == "method" || field.name == "index"; }
bool isTolerance(const OptionField& field) { return field.name == "rtol" || field.name == "atol"; }

std::size_t placeOf(const std::string& name) {
  const auto& fields = optionFields();
  const auto found = std::find_if(fields.begin(), fields.end(), [&](const OptionField& field) {
    return field.name == name && !isForm(field);
  });
  return static_cast<std::size_t>(found - fields.begin());
}

const OptionField& fieldNamed(const std::string& name) {
  const auto& fields = optionFields();
  return *std::find_if(fields.begin(), fields.end(), [&](const auto& field) { return field.name == name; });
}

/// The options that may follow; those of other methods would do nothing.
std::vector<std::string> optionNames(const std::string& method) {
  std::vector<std::string> names;
  for (const OptionField& field : optionFields())
    if (!isForm(field) && isReadBy(field, method)) names.push_back(field.name);
  return names;
}

std::vector<std::string> split(const std::string& text, char at) {
  std::vector<std::string> parts;
  for (std::size_t start = 0; start <= text.size();) {
    const std::size_t end = std::min(text.find(at, start), text.size());
    parts.push_back(text.substr(start, end - start));
    start = end + 1;
  }
  return parts;
}

void readSetting(const std::string& part, const std::string& where, Variant& variant) {
  const auto equals = part.find('=');
  if (equals == std::string::npos) throw InputError(where, tr("'{}' is not OPTION=VALUE", part), kHint);
  const std::string name = part.substr(0, equals);
  if (placeOf(name) == optionFields().size()) {
    const auto known = optionNames(variant.method);
    throw InputError(where, tr("there is no option '{}'{}", name, didYouMean(name, known)),
                     tr("Options of {}: {}.", variant.method, quotedList(known, known.size())));
  }
  if (variant.setting(name)) throw InputError(where, tr("the option '{}' is given twice", name));
  variant.set(name, part.substr(equals + 1));
}

bool isIdle(const OptionField& field, const SimulationOptions& options) {
  return !whyIdle(field, options).empty();
}

using Options = std::vector<const SimulationOptions*>;

template <typename Get>
bool differ(const Options& runs, Get get) {
  return std::any_of(runs.begin(), runs.end(),
                     [&](const SimulationOptions* run) { return get(*run) != get(*runs.front()); });
}

/// What sets runs of one method and index apart, each as the way in which it is told; "" of a run on which it
/// has no influence.
std::vector<std::function<std::string(const SimulationOptions&)>> differences(const Options& runs,
                                                                              bool tolerances) {
  std::vector<std::function<std::string(const SimulationOptions&)>> told;
  if (tolerances || differ(runs, usedRtol)) told.emplace_back(toleranceInWords);
  else if (differ(runs, usedAtol))
    told.emplace_back(
        [](const auto& run) { return tr("absolute tolerance {}", briefTolerance(usedAtol(run))); });
  for (const OptionField& field : optionFields())
    if (!isForm(field) && !isTolerance(field) && differ(runs, field.get) &&
        !std::all_of(runs.begin(), runs.end(), [&](const auto* run) { return isIdle(field, *run); }))
      told.emplace_back(
          [&field](const auto& run) { return isIdle(field, run) ? std::string() : inWords(field, run); });
  return told;
}

}  // namespace

std::string Variant::text() const {
  std::string text = method + ':' + index;
  for (const auto& [name, value] : settings) text += ':' + name + '=' + value;
  return text;
}

const std::string* Variant::setting(const std::string& name) const {
  const auto found =
      std::find_if(settings.begin(), settings.end(), [&](const auto& own) { return own.first == name; });
  return found == settings.end() ? nullptr : &found->second;
}

void Variant::set(const std::string& name, const std::string& value) {
  reset(name);
  const auto behind = std::find_if(settings.begin(), settings.end(),
                                   [&](const auto& own) { return placeOf(own.first) > placeOf(name); });
  settings.emplace(behind, name, value);
}

void Variant::reset(const std::string& name) {
  std::erase_if(settings, [&](const auto& own) { return own.first == name; });
}

Variant splitVariant(const std::string& text) {
  const std::string where = tr("variant '{}'", text);
  const std::vector<std::string> parts = split(text, ':');
  if (parts[0].empty()) throw InputError(where, tr("names no method"), kHint);
  const bool hasIndex = parts.size() > 1 && parts[1].find('=') == std::string::npos;
  Variant variant{parts[0], hasIndex ? parts[1] : std::to_string(methodNamed(parts[0]).indices.front()), {}};
  for (std::size_t i = hasIndex ? 2 : 1; i < parts.size(); ++i) readSetting(parts[i], where, variant);
  return variant;
}

SimulationOptions optionsOf(const Variant& variant, const SimulationOptions& base) {
  SimulationOptions options = base;
  if (base.method != variant.method) options.rtol = options.atol = std::nullopt;
  selectMethod(options, variant.method);
  options.fixedStep = base.fixedStep;  // asked for in all runs: a method without it is refused below
  fieldNamed("index").set(options, variant.index);
  for (const auto& [name, value] : variant.settings) fieldNamed(name).set(options, value);
  validate(options);
  return options;
}

SimulationOptions parseVariant(const std::string& text, const SimulationOptions& base) {
  return optionsOf(splitVariant(text), base);
}

Variant variantOf(const SimulationOptions& options) {
  SimulationOptions usual;
  selectMethod(usual, options.method);
  Variant variant{options.method, std::to_string(options.index), {}};
  for (const OptionField& field : optionFields())
    if (!isForm(field) && field.get(options) != field.get(usual))
      variant.settings.emplace_back(field.name, field.get(options));
  return variant;
}

std::vector<const OptionField*> idleSettings(const Variant& variant) {
  std::vector<const OptionField*> idle;
  for (const auto& [name, value] : variant.settings)
    if (!isReadBy(fieldNamed(name), variant.method)) idle.push_back(&fieldNamed(name));
  return idle;
}

bool amountToTheSame(const SimulationOptions& a, const SimulationOptions& b) {
  if (usedRtol(a) != usedRtol(b) || usedAtol(a) != usedAtol(b)) return false;
  return std::all_of(optionFields().begin(), optionFields().end(), [&](const OptionField& field) {
    return isTolerance(field) || (isIdle(field, a) && isIdle(field, b)) || field.get(a) == field.get(b);
  });
}

std::string briefTolerance(double tolerance) {
  char text[32];
  std::snprintf(text, sizeof text, "%.3g", tolerance);
  if (!(tolerance < 1e-3)) return text;
  *std::to_chars(text, text + sizeof text, std::strtod(text, nullptr), std::chars_format::scientific).ptr = 0;
  std::string brief = text;  // 1e-06
  if (const auto e = brief.find("e-0"); e != std::string::npos) brief.erase(e + 2, 1);
  return brief;
}

std::string toleranceInWords(const SimulationOptions& options) {
  const double relative = usedRtol(options);
  const std::string text = tr("tolerance {}", briefTolerance(relative));
  return options.atol && *options.atol != relative
             ? tr("{} (absolute {})", text, briefTolerance(*options.atol))
             : text;
}

std::string inWords(const OptionField& field, const SimulationOptions& options) {
  const std::string value = field.get(options);
  const std::string what = withinSentence(field.label) + ' ';
  if (value == "0" && !field.zero.empty()) return what + field.zero.str();
  return what + value + (field.unit.empty() ? "" : ' ' + field.unit);
}

std::vector<std::string> distinguishingNames(const std::vector<SimulationOptions>& runs,
                                             std::string (*label)(const SimulationOptions&)) {
  Options all;
  std::vector<std::string> names;
  for (const SimulationOptions& run : runs) {
    all.push_back(&run);
    names.push_back(label(run));
  }
  const bool tolerances = std::any_of(runs.begin(), runs.end(), [](const auto& run) { return run.rtol; }) &&
                          differ(all, usedRtol);
  const std::vector<std::string> forms = names;
  for (std::size_t i = 0; i < runs.size(); ++i) {
    Options group;
    for (std::size_t k = 0; k < runs.size(); ++k)
      if (forms[k] == forms[i]) group.push_back(&runs[k]);
    for (const auto& tell : differences(group, tolerances))
      if (const std::string told = tell(runs[i]); !told.empty()) names[i] += ", " + told;
  }
  return names;
}

}  // namespace holonom
