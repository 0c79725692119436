// SPDX-License-Identifier: GPL-3.0-or-later
#include <CLI/CLI.hpp>
#include <algorithm>
#include <cmath>
#include <filesystem>
#include <iostream>
#include <optional>
#include <sstream>

#include "core/base/output_file.h"
#include "core/base/text.h"
#include "core/io/examples.h"
#include "core/io/model_reader.h"
#include "gui/cli/arguments.h"
#include "gui/cli/command.h"
#include "gui/cli/recorded_run.h"
#include "gui/cli/stability_chart.h"
#include "gui/cli/text_table.h"
#include "solvers/analyses/mechanism_time_scales.h"
#include "solvers/integrators/fraction_text.h"
#include "solvers/options/influence.h"
#include "solvers/options/method_settings.h"
#include "solvers/simulation/branch.h"

namespace holonom::cli {
namespace {

std::string accuracy(double value) { return std::isnan(value) ? "–" : shortNumber(value); }

std::string limit(double value) { return std::isinf(value) ? tr("all of it") : shortNumber(value); }

std::string realAxis(const MethodStability& found) {
  return found.reachOfStages > 0 ? tr("{} s^2", significant(found.reachOfStages, 3)) : limit(found.realLimit);
}

/// What a method makes of equal steps depends on it.
bool shapesSteps(const OptionField& field) {
  constexpr MethodOption kShaping[] = {MethodOption::FixedOrder, MethodOption::Rho,
                                       MethodOption::Alpha,      MethodOption::Gamma,
                                       MethodOption::BlockShape, MethodOption::LocalRule};
  return field.option &&
         std::find(std::begin(kShaping), std::end(kShaping), *field.option) != std::end(kShaping);
}

/// The order asked for, else each of its orders, or 0 for the one that it has.
std::vector<int> ordersOf(const SimulationOptions& options) {
  const std::vector<int> orders = ordersToChoose(options);
  if (orders.empty()) return {0};
  return options.fixedOrder > 0 ? std::vector<int>{options.fixedOrder} : orders;
}

/// Butcher's arrangement in lines: nodes | coefficients, below a line the weights. Where the rate at the
/// start has coefficients of its own, they stand behind the nodes.
std::string tableauText(const StageTableau& tableau) {
  std::vector<std::vector<std::string>> rows;
  const auto append = [](std::vector<std::string>& row, const std::vector<double>& values) {
    for (const double value : values) row.push_back(value == 0 ? "" : fractionText(value));
  };
  const bool hasStart = !tableau.d.empty();
  for (std::size_t i = 0; i < tableau.c.size(); ++i) {
    std::vector<std::string> row{fractionText(tableau.c[i])};
    if (hasStart) row.push_back(fractionText(tableau.d[i]));
    append(row, tableau.a[i]);
    rows.push_back(std::move(row));
  }
  const std::size_t stageRows = rows.size(), bars = hasStart ? 2 : 1;
  for (const auto& [name, weights] : {std::pair("b", &tableau.b), {"b*", &tableau.embedded}}) {
    if (weights->empty()) continue;
    std::vector<std::string> row{name};
    if (hasStart) row.emplace_back();
    append(row, *weights);
    rows.push_back(std::move(row));
  }
  std::vector<std::size_t> widths(rows.front().size(), 0);
  for (const std::vector<std::string>& row : rows)
    for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], displayWidth(row[i]));
  std::string text;
  for (std::size_t r = 0; r < rows.size(); ++r) {
    std::string line, rule;
    for (std::size_t i = 0; i < rows[r].size(); ++i) {
      const std::string gap = i == 0 ? "    " : i <= bars ? " | " : "  ";
      line += gap + std::string(widths[i] - displayWidth(rows[r][i]), ' ') + rows[r][i];
      rule += i == 0      ? "    " + std::string(widths[i], '-')
              : i <= bars ? "-+-" + std::string(widths[i], '-')
                          : std::string(2 + widths[i], '-');
    }
    line.erase(line.find_last_not_of(' ') + 1);
    text += (r == stageRows ? rule + '\n' : "") + line + '\n';
  }
  return text;
}

std::string coefficientsText(const CoefficientTable& coefficients) {
  TextTable table(coefficients.heads);
  for (const std::vector<double>& values : coefficients.rows) {
    std::vector<std::string> row;
    for (const double value : values) row.push_back(fractionText(value));
    row.resize(coefficients.heads.size());
    table.addRow(row);
  }
  std::istringstream lines(table.text());
  std::string text;
  for (std::string line; std::getline(lines, line);) text += "    " + line + '\n';
  if (!coefficients.note.empty()) text += "    " + coefficients.note + '\n';
  return text;
}

class MethodCommand : public Command {
 public:
  const char* name() const override { return "method"; }
  const char* synopsis() const override {
    return "NAME [OPTIONS] [--model MODEL --step H [--time S]] [--output FOLDER]";
  }
  Text purpose() const override {
    return Text(
        "A page about one method: when to choose it, its forms and options, and its order, stability and "
        "damping, measured with the method itself; with a model and a step, how it treats that model.");
  }

  void addArguments(CLI::App& app) override {
    app.add_option("NAME", name_, tr("the method, as 'holonom methods' lists it"));
    options_.addTo(app, shapesSteps);
    app.add_option("--model", model_, tr("whose eigenvalues are told of, a file or an example"))
        ->type_name("MODEL");
    app.add_option("--step", step_, tr("size of the steps by which they are multiplied, s"))->type_name("H");
    app.add_option("--time", time_, tr("at which time of its motion, s; the start unless given"))
        ->type_name("S");
    app.add_option("--output", output_,
                   tr("folder for a picture of the stability region of each order (PNG)"))
        ->type_name("FOLDER");
  }

  int execute() override {
    if (name_.empty()) throw UsageError("NAME", tr("is missing"), tr("'holonom methods' lists all."));
    const MethodDescriptor& method = methodNamed(name_);
    readStep();
    SimulationOptions options;
    selectMethod(options, method.name);
    options = options_.apply(options);
    validate(options);
    printDescription(method, options);
    if (method.role == MethodRole::Integrates) printStability(method, options);
    else printWithoutStability();
    for (const std::string& warning : options_.withoutInfluence({options}, {}))
      std::cout << tr("warning") << ": " << warning << '\n';
    std::cout.flush();
    return kSuccess;
  }

 private:
  void readStep() {
    if (model_.empty() != step_.empty())
      throw UsageError(model_.empty() ? "--step" : "--model", tr("needs the other of --model and --step"),
                       tr("Write both, or neither."));
    if (model_.empty() && !time_.empty())
      throw UsageError("--time", tr("needs --model"), tr("Name the model whose motion is meant."));
    if (step_.empty()) return;
    char* end = nullptr;
    h_ = std::strtod(step_.c_str(), &end);
    if (*end != 0 || !(h_ > 0) || std::isinf(h_))
      throw InputError("--step", tr("'{}' is no positive number of seconds", step_),
                       tr("Write 0.01, for example."));
    scales_ = scalesOfModel();
    for (const Mode& mode : scales_.modes) eigenvalues_.emplace_back(h_ * mode.real, h_ * mode.imaginary);
  }

  /// At --time, where a run of the model by its own settings is then.
  TimeScales scalesOfModel() const {
    const Mechanism mechanism = readMechanism(findModel(model_));
    if (time_.empty()) return timeScalesAt(mechanism, 0).scales;
    RunRequest request{optionsFor(mechanism)};
    request.options.endTime = parseNumber("--time", time_, 1e-9, 1e9);
    const RecordedRun run = runAndRecord(mechanism, request);
    if (run.summary.termination != Termination::ReachedEnd)
      throw InputError(model_, tr("does not come to {} s", time_), run.summary.message);
    std::vector<double> row(run.recording->channels().size());
    run.recording->copyRow(run.recording->size() - 1, row);
    const BranchPoint at = branchAt(mechanism, run.recording->channels(), row);
    return timeScalesAt(at.mechanism, at.time).scales;
  }

  /// What asks for stability is answered by none.
  void printWithoutStability() const {
    std::cout << "  " << tr("It does not take the equal steps by which stability is measured.") << '\n';
    for (const auto& [option, value] :
         {std::pair("--model", &model_), {"--step", &step_}, {"--time", &time_}, {"--output", &output_}})
      if (!value->empty())
        std::cout << tr("warning") << ": "
                  << tr("{} has no influence: {}.", option,
                        tr("the stability of this method is not measured"))
                  << '\n';
  }

  static void printDescription(const MethodDescriptor& method, const SimulationOptions& chosen) {
    std::string options;
    for (const OptionField& field : optionFields())
      if (field.option && isReadBy(field, method.name))
        options += (options.empty() ? "--" : ", --") + field.name;
    std::cout << method.label << '\n'
              << "  " << method.whenToChoose << '\n'
              << "  " << tr("forms (index): {}", formsOf(method)) << '\n';
    if (!options.empty()) std::cout << "  " << tr("options that runs by it read: {}", options) << '\n';
    std::cout << "  " << tr("source: {}", method.source) << '\n';
    const MethodFormula formula = method.formula(settingsOf(chosen));
    for (const std::string& line : formula.lines) std::cout << "    " << line << '\n';
    if (formula.coefficients) std::cout << '\n' << coefficientsText(*formula.coefficients);
    if (!formula.tableau) return;
    constexpr std::size_t kShown = 7;
    if (const std::size_t stages = formula.tableau->c.size(); stages > kShown)
      std::cout << "    (" << tr("{} stages: see the window", std::to_string(stages)) << ")\n";
    else std::cout << '\n' << tableauText(*formula.tableau);
  }

  void printStability(const MethodDescriptor& method, SimulationOptions options) const {
    if (!output_.empty()) createFolder(output_);
    TextTable table({tr("order"), tr("measured"), tr("error constant"), tr("real axis"), tr("imaginary axis"),
                     tr("angle"), tr("far left"), tr("far up")});
    std::vector<std::string> words;
    bool accuracyKnown = true;
    for (const int order : ordersOf(options)) {
      options.fixedOrder = order;
      const StabilityProbe probe(method, settingsOf(options));
      const MethodStability found = stabilityOf(probe);
      table.addRow({order > 0 ? std::to_string(order) : tr("its own"), accuracy(found.order),
                    accuracy(found.errorConstant), realAxis(found), limit(found.imaginaryLimit),
                    found.reachOfStages > 0 ? "–" : shortNumber(found.angle), shortNumber(found.atInfinity),
                    shortNumber(found.vibrationsAtInfinity)});
      const std::string title =
          order > 0 ? tr("{}, order {}", method.shortName, order) : method.shortName.str();
      words.push_back(title + ": " + inWords(found));
      accuracyKnown = accuracyKnown && found.isAccuracyKnown();
      reportModel(probe, words);
      if (!output_.empty()) {
        const std::string file = method.name + (order > 0 ? "-" + std::to_string(order) : "") + ".png";
        writeStabilityChart(title, method.regionNote, probe, found, eigenvalues_,
                            std::filesystem::path(output_) / file);
      }
    }
    std::cout
        << '\n'
        << tr("Measured on y′ = λy with equal steps h, z = hλ: |R(z) − exp z| = error constant · |z|^(order "
              "+ 1); |R| ≤ 1 along the axes up to these |z|, and within this angle from the negative real "
              "axis, degrees. Far left: what a step leaves of what fades much faster than that, far up: of "
              "undamped vibrations, such as joints make of disturbances (spectral radius at infinity).")
        << "\n\n"
        << table.text() << '\n';
    if (!accuracyKnown)
      std::cout << tr("–: {}: wherever the method is stable the errors of a step are less than roundings",
                      notMeasurable())
                << "\n\n";
    for (const std::string& line : words) std::cout << line << '\n';
    if (!method.regionNote.empty()) std::cout << method.regionNote << '\n';
    if (!output_.empty()) std::cout << tr("Pictures of the stability regions are in {}", output_) << '\n';
  }

  void reportModel(const StabilityProbe& probe, std::vector<std::string>& words) const {
    if (model_.empty()) return;
    const StepGrowth growth(probe);
    std::optional<double> largest;
    std::complex<double> worst = 0;
    for (const std::complex<double>& z : eigenvalues_)
      if (!growsByItself(z))
        if (const double found = growth.of(z); !largest || found > *largest) largest = found, worst = z;
    if (!largest) {
      words.push_back(
          "  " + (scales_.modes.empty() && scales_.freeModes == 0
                      ? tr("{}: joints and drivers leave no freedom, so that nothing moves by itself", model_)
                      : tr("{}: at {} s nothing drives it back, so that nothing fades or vibrates; --time "
                           "takes another time of its motion",
                           model_, time_.empty() ? "0" : time_)));
      return;
    }
    words.push_back(
        "  " +
        (*largest <= 0
             ? tr("{} with steps of {} s: what fades or vibrates is not let grow", model_, shortNumber(h_))
             : tr("{} with steps of {} s: unstable, |R| = {} for hλ = {} ± {} i", model_, shortNumber(h_),
                  sizeInWords(*largest), shortNumber(worst.real()), shortNumber(worst.imag()))));
  }

  RunArguments options_;
  std::string name_, model_, step_, time_, output_;
  double h_ = 0;
  TimeScales scales_;
  std::vector<std::complex<double>> eigenvalues_;
};

}  // namespace

std::unique_ptr<Command> makeMethodCommand() { return std::make_unique<MethodCommand>(); }

}  // namespace holonom::cli
