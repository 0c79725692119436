// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "core/model/mechanism.h"
#include "solvers/options/variants.h"

namespace CLI {
class App;
}

/// Arguments that several subcommands share.
namespace holonom::cli {

/// MODEL and --set PATH=VALUE.
class ModelArguments {
 public:
  void addTo(CLI::App& app);
  /// Finds, changes and reads the model; `remarks` as of readMechanism(). Throws InputError, and UsageError
  /// when there is no MODEL.
  Mechanism read(std::vector<std::string>* remarks = nullptr) const;
  const std::string& model() const { return model_; }
  /// The model as messages about its content name it: the file, and that --set changed it.
  std::string place() const;
  /// A line for a model that cannot be assembled: who tells where its parts stand and what can be done.
  std::string advice() const;

 private:
  std::string model_;
  std::vector<std::string> changes_;
};

/// Options of a run, and which of them somebody asked for.
struct ChosenOptions {
  SimulationOptions options;
  std::set<std::string> given;  ///< names of the fields that the command line or the model set
};

/// One option for each entry of optionFields().
class RunArguments {
 public:
  /// `offers`: which fields; null: all.
  void addTo(CLI::App& app, bool (*offers)(const OptionField&) = nullptr);
  /// The options given on the command line laid over those of the model, and checked. Throws InputError,
  /// which names the option, or `place` and the JSON path when the value comes from the model.
  ChosenOptions choose(Mechanism mechanism, const std::string& place) const;
  /// METHOD[:INDEX][:OPTION=VALUE …] laid over `base`. A tolerance on the command line holds for every
  /// variant that does not set its own; one in the model only for the method that the model chose. Throws
  /// InputError that names the variant.
  ChosenOptions variant(const std::string& text, const ChosenOptions& base) const;
  /// A warning where a variant has another tolerance than a run of the model with its method would have.
  static std::optional<std::string> otherTolerance(const SimulationOptions& variant,
                                                   const ChosenOptions& base);
  SimulationOptions apply(SimulationOptions options) const;
  /// A warning for each option on the command line that has no influence on any of these runs of a model.
  std::vector<std::string> withoutInfluence(const std::vector<SimulationOptions>& runs,
                                            const Mechanism& mechanism) const;

 private:
  std::set<std::string> namesGiven() const;
  Variant withGivenTolerances(Variant variant) const;

  struct Given {
    std::string option, text;
  };
  std::vector<Given> given_;  // one per field, in their order; empty text: not given
};

/// A warning for each option of a variant that has no influence on the run which it has led to.
std::vector<std::string> withoutInfluence(const std::string& variant, const SimulationOptions& options,
                                          const Mechanism& mechanism);

/// A whole number of at least `minimum`. Throws InputError that names the option.
int parseCount(const std::string& option, const std::string& text, int minimum, int maximum);

/// Throws InputError that names the option where the text is no number from `low` to `high`.
double parseNumber(const std::string& option, const std::string& text, double low, double high);

/// "2, 3, 1": the indices of the forms that a method integrates, the usual one first.
std::string formsOf(const MethodDescriptor& method);

}  // namespace holonom::cli
