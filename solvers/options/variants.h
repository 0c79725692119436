// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "solvers/options/options.h"

/// Runs that differ in their options: how they are written, and how they are told apart.
namespace holonom {

/// A run as its difference from another one: "bdf:2", "generalized-alpha:3:rtol=1e-8:rho=0.5".
struct Variant {
  std::string method, index;
  /// names and values of options, in the order of optionFields()
  std::vector<std::pair<std::string, std::string>> settings;

  std::string text() const;
  const std::string* setting(const std::string& name) const;  ///< null where it has no value of its own
  void set(const std::string& name, const std::string& value);
  void reset(const std::string& name);  ///< back to what the run is compared with
};

/// Takes METHOD[:INDEX][:OPTION=VALUE …] apart; without an index it is the one that the method takes first.
/// Throws InputError where method or option are not known or an option has two values; whether the values can
/// be used is for optionsOf() to say.
Variant splitVariant(const std::string& text);

/// The options of the run: those of `base` but for what the variant says. Another method comes with its own
/// tolerances. Throws InputError.
SimulationOptions optionsOf(const Variant& variant, const SimulationOptions& base);
SimulationOptions parseVariant(const std::string& text, const SimulationOptions& base);

/// What distinguishes options from the defaults of their method, as a variant.
Variant variantOf(const SimulationOptions& options);

/// Options that the variant sets although its method does not look at them.
std::vector<const OptionField*> idleSettings(const Variant& variant);

/// Whether both lead to the same run: a setting that is left to the method counts as the value that the
/// method takes, and one that the method does not look at not at all.
bool amountToTheSame(const SimulationOptions& a, const SimulationOptions& b);

/// "tolerance 1e-6", "tolerance 1e-6 (absolute 1e-5)"
std::string toleranceInWords(const SimulationOptions& options);
/// An option within a sentence: "order strategy dassl", "largest step 0.01 s", "step limit none".
std::string inWords(const OptionField& field, const SimulationOptions& options);
/// "1e-6"
std::string briefTolerance(double tolerance);

/// A name for each run, for legends, tables and messages: method and index, and behind them every option in
/// which runs of the same method and index differ. Where any run has a tolerance of its own, tolerances that
/// differ are told of all. Two runs have the same name only where they amount to the same. `label` takes the
/// place of method and index, where the index means nothing.
std::vector<std::string> distinguishingNames(const std::vector<SimulationOptions>& runs,
                                             std::string (*label)(const SimulationOptions&) = shortLabel);

}  // namespace holonom
