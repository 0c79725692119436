// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <string>

#include "core/base/error.h"
#include "core/base/text.h"
#include "gui/cli/exit_codes.h"

namespace CLI {
class App;
}

/// The subcommands of `holonom`, one file each.
namespace holonom::cli {

/// The command line itself is wrong. Ends with kBadUsage; every other InputError ends with kBadInput.
class UsageError : public InputError {
 public:
  using InputError::InputError;
};

class Command {
 public:
  virtual ~Command() = default;
  virtual const char* name() const = 0;
  virtual const char* synopsis() const = 0;  ///< arguments on one line
  virtual Text purpose() const = 0;          ///< what it does, in one sentence
  virtual void addArguments(CLI::App& app) = 0;
  /// Throws InputError, UsageError or OutputError. Returns an ExitCode.
  virtual int execute() = 0;
};

std::unique_ptr<Command> makeRunCommand();
std::unique_ptr<Command> makeCompareCommand();
std::unique_ptr<Command> makeCheckCommand();
std::unique_ptr<Command> makeAssembleCommand();
std::unique_ptr<Command> makeMethodsCommand();
std::unique_ptr<Command> makeMethodCommand();
std::unique_ptr<Command> makeExamplesCommand();
std::unique_ptr<Command> makeGenerateCommand();
std::unique_ptr<Command> makeBenchmarkCommand();
std::unique_ptr<Command> makeReproduceCommand();
std::unique_ptr<Command> makeSchemaCommand();

}  // namespace holonom::cli
