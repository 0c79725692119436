// SPDX-License-Identifier: GPL-3.0-or-later
#include <CLI/CLI.hpp>
#include <iostream>
#include <map>
#include <set>

#include "core/base/text.h"
#include "core/io/model_writer.h"
#include "core/model/generators.h"
#include "gui/cli/arguments.h"
#include "gui/cli/command.h"

namespace holonom::cli {
namespace {

constexpr int kMost = 1000000;

class GenerateCommand : public Command {
 public:
  const char* name() const override { return "generate"; }
  const char* synopsis() const override {
    return "chain --links N [--spatial] | pendulum --links N | four-bars --loops N | lattice --rows N "
           "--columns N [--output FILE.json]";
  }
  Text purpose() const override {
    return Text(
        "Writes a model of a chosen size: a chain or a pendulum of N links, N four-bar loops, or a net of "
        "particles.");
  }

  void addArguments(CLI::App& app) override {
    app.add_option(
        "KIND", kind_,
        tr("what to generate: chain (uniform bars of 1 m and 1 kg, horizontal and at rest), pendulum "
           "(particles on rods, 2 m long, at 45° and at rest), four-bars (upright bars joined "
           "by couplers, IFToMM benchmark A02) or lattice (particles and springs, hanging)"));
    app.add_option("--links", links_, tr("chain, pendulum: number of links, at least 1"))->type_name("N");
    app.add_option("--loops", loops_, tr("four-bars: number of loops, at least 1"))->type_name("N");
    app.add_option("--rows", rows_, tr("lattice: number of rows, at least 1"))->type_name("N");
    app.add_option("--columns", columns_, tr("lattice: particles in each row, at least 1"))->type_name("N");
    app.add_flag("--spatial", spatial_, tr("chain: of bodies in space on ball joints"));
    app.add_option("--output", output_,
                   tr("the model file to write; without it the model goes to standard output"))
        ->type_name("FILE.json");
  }

  int execute() override {
    const Mechanism mechanism = generated();
    if (output_.empty() || output_ == "-") {
      std::cout << formatMechanism(mechanism);
      return kSuccess;
    }
    writeMechanism(mechanism, output_);
    std::cout << output_ << ": " << trn(static_cast<long>(mechanism.bodies.size()), "{} bodies", "{} bodies")
              << '\n';
    return kSuccess;
  }

 private:
  Mechanism generated() const {
    if (spatial_ && !kind_.empty() && kind_ != "chain")
      throw UsageError("--spatial", tr("does not belong to {}", kind_), tr("Use it with chain."));
    if (kind_ == "chain") {
      const int links = size({"--links"}, "--links");
      return spatial_ ? makeSpatialChain(links) : makeChain(links);
    }
    if (kind_ == "pendulum") return makePendulum(size({"--links"}, "--links"));
    if (kind_ == "four-bars") return makeFourBars(size({"--loops"}, "--loops"));
    if (kind_ == "lattice")
      return makeLattice(size({"--rows", "--columns"}, "--rows"), size({"--rows", "--columns"}, "--columns"));
    throw UsageError(
        kind_.empty() ? "KIND" : kind_,
        kind_.empty() ? tr("is missing") : tr("is nothing that can be generated"),
        tr("Write 'holonom generate chain --links N', 'holonom generate pendulum --links N', 'holonom "
           "generate four-bars --loops N' or 'holonom generate lattice --rows N --columns N', "
           "with --output FILE.json."));
  }

  /// Of one of the options that belong to the kind.
  int size(const std::set<std::string>& own, const std::string& option) const {
    const std::map<std::string, std::string> given = {
        {"--links", links_}, {"--loops", loops_}, {"--rows", rows_}, {"--columns", columns_}};
    for (const auto& [name, text] : given)
      if (!own.contains(name) && !text.empty())
        throw UsageError(name, tr("does not belong to {}", kind_), tr("Use {}.", option));
    const std::string& text = given.at(option);
    if (text.empty()) throw UsageError(option, tr("is missing"), tr("Write for example {} 10.", option));
    return parseCount(option, text, 1, kMost);
  }

  std::string kind_, links_, loops_, rows_, columns_, output_;
  bool spatial_ = false;
};

}  // namespace

std::unique_ptr<Command> makeGenerateCommand() { return std::make_unique<GenerateCommand>(); }

}  // namespace holonom::cli
