// SPDX-License-Identifier: GPL-3.0-or-later
#include <CLI/CLI.hpp>
#include <iostream>

#include "core/io/model_writer.h"
#include "core/io/output_file.h"
#include "core/model/generators.h"
#include "gui/cli/arguments.h"
#include "gui/cli/command.h"

namespace holonom::cli {
namespace {

constexpr int kMaxLinks = 1000000;

class GenerateCommand : public Command {
 public:
  const char* name() const override { return "generate"; }
  const char* synopsis() const override { return "chain --links N --output FILE.json"; }
  const char* purpose() const override { return "Writes a model of a chosen size: a chain of N links."; }

  void addArguments(CLI::App& app) override {
    app.add_option("KIND", kind_, "what to generate: chain (uniform bars of 1 m and 1 kg, horizontal and at rest)");
    app.add_option("--links", links_, "number of links, at least 1")->type_name("N");
    app.add_option("--output", output_, "the model file to write; without it the model goes to standard output")
        ->type_name("FILE.json");
  }

  int execute() override {
    if (kind_ != "chain")
      throw UsageError(kind_.empty() ? "KIND" : kind_, kind_.empty() ? "is missing" : "is nothing that can be generated",
                       "Write 'holonom generate chain --links N --output FILE.json'.");
    if (links_.empty()) throw UsageError("--links", "is missing", "Write for example --links 10.");
    const Mechanism chain = makeChain(parseCount("--links", links_, 1, kMaxLinks));
    if (output_.empty()) {
      std::cout << formatMechanism(chain);
      return kSuccess;
    }
    write(chain);
    std::cout << output_ << ": " << chain.bodies.size() << " bodies\n";
    return kSuccess;
  }

 private:
  void write(const Mechanism& chain) const {
    try {
      writeMechanism(chain, output_);
    } catch (const OutputError&) {
      throw;
    } catch (const InputError& error) {
      throw OutputError("", error.what(), error.hint());
    }
  }

  std::string kind_, links_, output_;
};

}  // namespace

std::unique_ptr<Command> makeGenerateCommand() { return std::make_unique<GenerateCommand>(); }

}  // namespace holonom::cli
