// SPDX-License-Identifier: GPL-3.0-or-later
#include <CLI/CLI.hpp>
#include <algorithm>
#include <cmath>
#include <iostream>

#include "core/base/text.h"
#include "core/dynamics/equations_of_motion.h"
#include "core/dynamics/offers.h"
#include "core/io/examples.h"
#include "core/io/model_writer.h"
#include "core/model/part_words.h"
#include "gui/cli/arguments.h"
#include "gui/cli/command.h"
#include "gui/cli/file_guard.h"
#include "gui/cli/text_table.h"
#include "solvers/analyses/assembly.h"
#include "solvers/analyses/minimum_norm_reactions.h"

namespace holonom::cli {
namespace {

struct Gap {
  PartRef part;
  std::string row;  // that which is largest in position
  double position = 0, velocity = 0;
};

/// Counts of turns, the last coordinates and rows, are no quantities of the model.
int shownRows(const EquationsOfMotion& equations) {
  return equations.constraintCount() - equations.layout().counts;
}

/// One entry per joint and driver, in the order of the model.
std::vector<Gap> gapsByPart(EquationsOfMotion& equations, const Assembly& assembly) {
  std::vector<Gap> gaps;
  const Stops& stops = equations.offers().stops;
  for (int row = equations.layout().normalisations; row < shownRows(equations); ++row) {
    if (stops.isOpen(row)) continue;
    const std::string name = equations.constraintName(row);
    const PartRef part = equations.layout().rows[std::size_t(row)].part;
    if (gaps.empty() || gaps.back().part != part) gaps.push_back({part, name});
    Gap& gap = gaps.back();
    const double position = std::abs(assembly.givenGaps[row]);
    if (!(position <= gap.position)) gap.position = position, gap.row = name;
    gap.velocity = std::max(gap.velocity, std::abs(assembly.givenVelocityGaps[row]));
  }
  return gaps;
}

void printGaps(const Mechanism& mechanism, const std::vector<Gap>& gaps) {
  if (gaps.empty()) return;
  const auto worst = std::max_element(gaps.begin(), gaps.end(),
                                      [](const Gap& a, const Gap& b) { return a.position < b.position; });
  std::cout << "  "
            << tr("largest gap of the positions as given: {} (m or rad) at {}", shortNumber(worst->position),
                  worst->row)
            << "\n\n";
  TextTable table({tr("joint or driver"), tr("gap (m, rad)"), tr("gap of velocity (per s)")});
  for (const Gap& gap : gaps)
    table.addRow({partWords(mechanism, gap.part), shortNumber(gap.position), shortNumber(gap.velocity)});
  std::cout << table.text() << '\n';
}

void printState(const EquationsOfMotion& equations, const InitialGuess& guess, const State& state) {
  TextTable table({tr("coordinate"), tr("as given"), tr("assembled"), tr("moved"), tr("velocity"),
                   tr("changed"), tr("acceleration")});
  for (int i = 0; i < equations.coordinateCount() - equations.layout().counts; ++i)
    table.addRow({equations.coordinateName(i), shortNumber(guess.q[i]), shortNumber(state.q[i]),
                  shortNumber(state.q[i] - guess.q[i]), shortNumber(state.v[i]),
                  shortNumber(state.v[i] - guess.v[i]), shortNumber(state.a[i])});
  std::cout << table.text() << '\n';
}

void printReactions(EquationsOfMotion& equations, const Assembly& assembly) {
  const auto has = [](const std::vector<int>& rows, int row) {
    return std::find(rows.begin(), rows.end(), row) != rows.end();
  };
  const State& state = assembly.state;
  Vector lambda = state.lambda;
  if (!assembly.redundantRows.empty()) {
    equations.moveTo(state.t, state.q, state.v);
    MinimumNormReactions(equations).share(state, lambda);
  }
  TextTable table({tr("constraint"), tr("lambda (N, N m)"), tr("unique")});
  const Stops& stops = equations.offers().stops;
  for (int row = equations.layout().normalisations; row < shownRows(equations); ++row) {
    if (stops.isOpen(row)) continue;
    table.addRow({equations.constraintName(row), shortNumber(lambda[row]),
                  has(assembly.redundantRows, row)   ? tr("no, left out")
                  : has(assembly.ambiguousRows, row) ? tr("no")
                                                     : tr("yes")});
  }
  std::cout << table.text();
}

class AssembleCommand : public Command {
 public:
  const char* name() const override { return "assemble"; }
  const char* synopsis() const override { return "MODEL [--time X] [--output FILE.json] [--set PATH=VALUE]"; }
  Text purpose() const override {
    return Text(
        "Closes the joints of a model and finds consistent velocities, accelerations and reactions; writes "
        "the assembled model. Exit code: 0 done, 2 the model cannot be read, 3 it cannot be assembled.");
  }
  void addArguments(CLI::App& app) override {
    model_.addTo(app);
    app.add_option("--time", time_, tr("time at which drivers are taken, s; without it 0"))->type_name("X");
    app.add_option("--output", output_, tr("file for the assembled model"))->type_name("FILE.json");
  }

  int execute() override {
    const auto owner = std::make_unique<EquationsOfMotion>(model_.read());
    EquationsOfMotion& equations = *owner;
    requireOwnFiles(findModel(model_.model()), {{"--output", output_}});
    const InitialGuess guess = initialGuess(equations, time());
    const Assembly assembly = assemble(equations, guess);
    std::cout << model_.model() << '\n';
    printGaps(equations.mechanism(), gapsByPart(equations, assembly));
    if (!assembly.consistent) {
      std::cout.flush();
      std::cerr << "holonom: " << model_.model() << ": " << tr("cannot be assembled") << ": "
                << assembly.failure << "\n  " << model_.advice() << '\n';
      return kRunFailed;
    }
    printState(equations, guess, assembly.state);
    printReactions(equations, assembly);
    for (const std::string& warning : assembly.warnings)
      std::cout << "  " << tr("warning") << ": " << warning << '\n';
    if (!output_.empty()) {
      writeMechanism(equations.startingAt(assembly.state.q, assembly.state.v), output_);
      std::cout << "  " << tr("written: {}", output_) << '\n';
      if (time() != 0)
        std::cout << "  " << tr("its runs begin at that time: --t-start {}", shortNumber(time())) << '\n';
    }
    return kSuccess;
  }

 private:
  double time() const { return time_.empty() ? 0 : parseNumber("--time", time_, -1e9, 1e9); }

  ModelArguments model_;
  std::string time_, output_;
};

}  // namespace

std::unique_ptr<Command> makeAssembleCommand() { return std::make_unique<AssembleCommand>(); }

}  // namespace holonom::cli
