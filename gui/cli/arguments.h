// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "core/model/mechanism.h"
#include "solvers/simulation/options.h"

namespace CLI {
class App;
}

/// Arguments that several subcommands share.
namespace holonom::cli {

/// MODEL and --set PATH=VALUE.
class ModelArguments {
 public:
  void addTo(CLI::App& app);
  /// Finds, changes and reads the model. Throws InputError, and UsageError when there is no MODEL.
  Mechanism read() const;
  const std::string& model() const { return model_; }

 private:
  std::string model_;
  std::vector<std::string> changes_;
};

/// One option for each entry of optionFields().
class RunArguments {
 public:
  void addTo(CLI::App& app);
  /// The options given on the command line laid over `options`. Throws InputError. Does not check combinations.
  SimulationOptions apply(SimulationOptions options) const;
  /// METHOD:INDEX[:rtol=X] laid over `base`. A tolerance on the command line holds for every variant that does not set
  /// its own; one in the model only for the method that the model chose. Throws InputError.
  SimulationOptions variant(const std::string& text, const SimulationOptions& base) const;

 private:
  struct Given {
    std::string option, text;
  };
  std::vector<Given> given_;  // one per field, in their order; empty text: not given
};

/// A whole number of at least `minimum`. Throws InputError that names the option.
int parseCount(const std::string& option, const std::string& text, int minimum, int maximum);

}  // namespace holonom::cli
