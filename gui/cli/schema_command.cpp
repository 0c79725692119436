// SPDX-License-Identifier: GPL-3.0-or-later
#include <CLI/CLI.hpp>
#include <iostream>

#include "core/base/text.h"
#include "core/io/schema.h"
#include "gui/cli/command.h"

namespace holonom::cli {
namespace {

class SchemaCommand : public Command {
 public:
  const char* name() const override { return "schema"; }
  const char* synopsis() const override { return ""; }
  Text purpose() const override {
    return Text("Prints the JSON Schema of model files, for editors and checkers.");
  }
  void addArguments(CLI::App&) override {}
  int execute() override {
    std::cout << modelSchema();
    return kSuccess;
  }
};

}  // namespace

std::unique_ptr<Command> makeSchemaCommand() { return std::make_unique<SchemaCommand>(); }

}  // namespace holonom::cli
