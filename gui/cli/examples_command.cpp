// SPDX-License-Identifier: GPL-3.0-or-later
#include <iostream>

#include "core/base/text.h"
#include "core/io/examples.h"
#include "gui/cli/command.h"
#include "gui/cli/text_table.h"

namespace holonom::cli {
namespace {

class ExamplesCommand : public Command {
 public:
  const char* name() const override { return "examples"; }
  const char* synopsis() const override { return ""; }
  Text purpose() const override { return Text("Lists the mechanisms that come with the program."); }
  void addArguments(CLI::App&) override {}

  int execute() override {
    const auto examples = listExamples();
    if (examples.empty())
      throw InputError((dataFolder() / "examples").string(), tr("holds no examples"),
                       tr("Set HOLONOM_DATA_DIR to the folder that contains the folder 'examples'."));
    TextTable table({tr("example"), tr("title"), tr("what it is")});
    for (const Example& example : examples) table.addRow({example.name, example.title, example.description});
    std::cout << table.text();
    return kSuccess;
  }
};

}  // namespace

std::unique_ptr<Command> makeExamplesCommand() { return std::make_unique<ExamplesCommand>(); }

}  // namespace holonom::cli
