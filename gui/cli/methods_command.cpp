// SPDX-License-Identifier: GPL-3.0-or-later
#include <iostream>

#include "core/base/text.h"
#include "gui/cli/command.h"
#include "gui/cli/text_table.h"
#include "solvers/options/options.h"
#include "solvers/reference/ida.h"

namespace holonom::cli {
namespace {

class MethodsCommand : public Command {
 public:
  const char* name() const override { return "methods"; }
  const char* synopsis() const override { return ""; }
  Text purpose() const override { return Text("Lists the integration methods and when to choose each."); }
  void addArguments(CLI::App&) override {}

  int execute() override {
    TextTable table({tr("method"), tr("index"), tr("default rtol"), tr("name")});
    for (const MethodDescriptor& method : methods()) {
      std::string indices;
      for (int index : method.indices) indices += (indices.empty() ? "" : ", ") + std::to_string(index);
      table.addRow({method.name, indices, shortNumber(method.defaultRtol), method.label});
    }
    std::cout << table.text() << '\n';
    for (const MethodDescriptor& method : methods())
      std::cout << method.name << ": " << method.whenToChoose << '\n';
    if (!noteOnReference().empty()) std::cout << '\n' << noteOnReference() << '\n';
    return kSuccess;
  }
};

}  // namespace

std::unique_ptr<Command> makeMethodsCommand() { return std::make_unique<MethodsCommand>(); }

}  // namespace holonom::cli
