// SPDX-License-Identifier: GPL-3.0-or-later
#include <CLI/CLI.hpp>
#include <algorithm>
#include <cmath>
#include <filesystem>
#include <iostream>

#include "core/base/output_file.h"
#include "core/base/text.h"
#include "core/io/examples.h"
#include "core/io/json_document.h"
#include "core/io/model_reader.h"
#include "gui/cli/arguments.h"
#include "gui/cli/command.h"
#include "gui/cli/text_table.h"
#include "gui/cli/work_precision_chart.h"
#include "solvers/benchmark/problems.h"
#include "solvers/options/variants.h"
#include "solvers/reference/ida.h"

namespace holonom::cli {
namespace {

constexpr int kLevels[] = {2, 3, 4, 5, 6, 7, 8, 9};  // errors of 10^-level
constexpr const char* kExamples[] = {"andrews"};     // beside the problems of the literature

constexpr Text kNothing("All runs are equally exact, to rounding: there is nothing to judge the methods by.");

std::string ratio(std::optional<double> value) { return value ? shortNumber(*value) : "–"; }

class BenchmarkCommand : public Command {
 public:
  const char* name() const override { return "benchmark"; }
  const char* synopsis() const override { return "[MODEL …] [--with METHOD[:INDEX] …] [--output FOLDER]"; }
  Text purpose() const override {
    return Text(
        "Measures what accuracy costs: error against CPU time of every method, on models or on problems of "
        "the literature.");
  }

  void addArguments(CLI::App& app) override {
    app.add_option("MODEL", models_, tr("model files, examples, or {}; without it all of these", names()))
        ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
    app.add_option(
           "--with", variants_,
           tr("a method to measure (repeat it; without it all methods). Behind method and index any option "
              "of a run may follow as with 'holonom compare': bdf:2, bdf:2:order-strategy=dassl"))
        ->type_name("METHOD[:INDEX][:OPTION=VALUE …]")
        ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll)
        ->allow_extra_args(false);
    app.add_option("--tightest", tightest_,
                   tr("tightest tolerance (1e-11); the loosest is 1e-2, two for each decade"))
        ->type_name("X");
    app.add_option("--repetitions", repetitions_,
                   tr("times that a short run is repeated; the smallest CPU time counts (5)"))
        ->type_name("N");
    app.add_option("--budget", budget_, tr("seconds of CPU time after which one run is given up (5)"))
        ->type_name("S");
    app.add_option("--t-end", endTime_, tr("end time of the models, s; without it that of the model"))
        ->type_name("S");
    app.add_option("--output", output_,
                   tr("folder for benchmark.csv, benchmark.json and a plot for each problem"))
        ->type_name("FOLDER");
  }

  int execute() override {
    const WorkPrecisionSettings settings = readSettings();
    const std::vector<SimulationOptions> variants = readVariants();
    const std::vector<BenchmarkProblem> problems = readProblems();
    if (!output_.empty()) createFolder(output_);
    int code = kSuccess;
    for (const BenchmarkProblem& problem : problems)
      if (!measureProblem(problem, variants, settings)) code = kRunFailed;
    if (!output_.empty()) writeTables();
    if (!noteOnReference().empty()) std::cout << noteOnReference() << '\n';
    std::cout.flush();
    return code;
  }

 private:
  static std::string names() {
    std::string text;
    for (const BenchmarkProblem& problem : literatureProblems())
      text += (text.empty() ? "" : ", ") + problem.name;
    return text;
  }

  WorkPrecisionSettings readSettings() const {
    WorkPrecisionSettings settings;
    settings.tolerances =
        tolerancesDownTo(tightest_.empty() ? 1e-11 : parseNumber("--tightest", tightest_, 1e-13, 1e-2));
    settings.repetitions = repetitions_.empty() ? 5 : parseCount("--repetitions", repetitions_, 1, 1000);
    settings.budget = budget_.empty() ? 5 : parseNumber("--budget", budget_, 1e-3, 1e6);
    return settings;
  }

  std::vector<SimulationOptions> readVariants() const {
    if (variants_.empty()) return allVariants();
    std::vector<SimulationOptions> variants;
    for (const std::string& text : variants_) {
      try {
        variants.push_back(parseVariant(text, {}));
      } catch (const InputError& error) {
        throw InputError("--with " + text, error.what(), error.hint());
      }
      if (variants.back().rotations != SimulationOptions{}.rotations)
        throw UsageError("--with " + text, tr("benchmarks compare methods in the same coordinates"),
                         tr("Leave 'rotations' out; 'holonom compare' has it."));
      variants.back().rtol = variants.back().atol = std::nullopt;  // each is tried
      for (std::size_t i = 0; i + 1 < variants.size(); ++i)
        if (variantOf(variants[i]).text() == variantOf(variants.back()).text())
          throw UsageError("--with " + text, tr("is given twice"), tr("Name every method once."));
    }
    return variants;
  }

  std::vector<BenchmarkProblem> readProblems() const {
    std::vector<BenchmarkProblem> known = literatureProblems();
    if (models_.empty()) {
      for (const char* example : kExamples) known.push_back(problemFrom(example));
      return known;
    }
    std::vector<BenchmarkProblem> problems;
    for (const std::string& model : models_) {
      const auto found =
          std::find_if(known.begin(), known.end(), [&](const auto& p) { return p.name == model; });
      problems.push_back(found != known.end() ? *found : problemFrom(model));
    }
    return problems;
  }

  BenchmarkProblem problemFrom(const std::string& model) const {
    const Mechanism mechanism = readMechanism(findModel(model));
    const double end =
        endTime_.empty() ? optionsFor(mechanism).endTime : parseNumber("--t-end", endTime_, 1e-9, 1e9);
    return mechanismProblem(std::filesystem::path(model).stem() == "model"
                                ? mechanism.name
                                : std::filesystem::path(model).stem().string(),
                            mechanism, end);
  }

  bool measureProblem(const BenchmarkProblem& problem, const std::vector<SimulationOptions>& variants,
                      const WorkPrecisionSettings& settings) {
    std::cout << problem.title << " (" << problem.name << "), 0 … " << shortNumber(problem.endTime) << " s\n"
              << std::flush;
    const auto reference = referenceEnd(problem, settings);
    if (!reference) {
      std::cout << "  "
                << tr("no two methods reach the end at tight tolerance within the time allowed; nothing to "
                      "compare with.")
                << "\n  " << tr("Choose an earlier end (--t-end) or allow more time (--budget).") << "\n\n";
      return false;
    }
    std::cout << "  "
              << tr("reference: {}, confirmed by {} to {}", reference->method, reference->other,
                    shortNumber(reference->uncertainty))
              << '\n';
    if (reference->judged == Judged::AccelerationsAndReactions)
      std::cout << "  "
                << tr("Drivers prescribe the whole motion: measured is the {}.", inWords(reference->judged))
                << "\n  " << tr("The method 'kinematics' finds all of them exactly, without integration.")
                << '\n';
    const auto measured = measure(problem, variants, *reference, settings);
    if (nothingToJudge(measured, *reference)) std::cout << "  " << kNothing << "\n\n";
    else {
      printLevels(measured, *reference, evaluationSeconds(problem));
      printVariants(measured, *reference);
    }
    all_.insert(all_.end(), measured.begin(), measured.end());
    references_.push_back({problem.name, *reference});
    if (!output_.empty())
      writeWorkPrecisionChart(problem.title, measured, *reference,
                              std::filesystem::path(output_) / (problem.name + ".png"));
    return true;
  }

  /// The cheapest of the methods that integrate themselves: not the reference, not the automatic choice.
  static std::optional<Measurement> bestAt(const std::vector<Measurement>& measured, double error) {
    return cheapest(measured, error, [](const Measurement& m) {
      const MethodRole role = methodNamed(m.method).role;
      return role != MethodRole::Reference && role != MethodRole::Chooses;
    });
  }

  static std::optional<double> over(const std::optional<Measurement>& a,
                                    const std::optional<Measurement>& b) {
    return a && b ? std::optional<double>(a->cpuSeconds / b->cpuSeconds) : std::nullopt;
  }

  /// The errors that are told apart by the reference.
  static std::vector<double> errorLevels(const ReferenceEnd& reference) {
    std::vector<double> levels;
    for (const int level : kLevels)
      if (const double error = std::pow(10.0, -level); error >= 10 * reference.uncertainty)
        levels.push_back(error);
    return levels;
  }

  /// Which method is the cheapest at each accuracy, how IDA and the automatic choice compare with it, and how
  /// many evaluations of the equations (s each) it is worth, whatever the machine.
  static void printLevels(const std::vector<Measurement>& measured, const ReferenceEnd& reference,
                          double evaluation) {
    std::cout << "  "
              << tr("one evaluation of the accelerations (index-1 form): {} µs",
                    shortNumber(1e6 * evaluation))
              << '\n';
    TextTable table({tr("error"), tr("best"), tr("tolerance"), "cpu_ms", tr("evaluations"), "ida_ms",
                     tr("best/ida"), tr("auto/best")});
    for (const double error : errorLevels(reference)) {
      const auto cheapestOf = [&](MethodRole role) {
        return cheapest(measured, error,
                        [&](const Measurement& m) { return methodNamed(m.method).role == role; });
      };
      const auto ida = cheapestOf(MethodRole::Reference), automatic = cheapestOf(MethodRole::Chooses);
      const auto best = bestAt(measured, error);
      if (!best) continue;
      table.addRow({shortNumber(error), best->variant, shortNumber(best->tolerance),
                    shortNumber(1e3 * best->cpuSeconds), shortNumber(best->cpuSeconds / evaluation),
                    ida ? shortNumber(1e3 * ida->cpuSeconds) : "–", ratio(over(best, ida)),
                    ratio(over(automatic, best))});
    }
    std::cout << table.text() << '\n' << std::flush;
  }

  /// How many times the work of the best each method needs at each accuracy.
  static void printVariants(const std::vector<Measurement>& measured, const ReferenceEnd& reference) {
    std::vector<double> levels;
    std::vector<std::string> heading{tr("CPU time over the best, at error")};
    for (const double error : errorLevels(reference))
      if (bestAt(measured, error)) {
        levels.push_back(error);
        heading.push_back(shortNumber(error));
      }
    TextTable table(heading);
    std::vector<std::string> told;
    for (const Measurement& one : measured) {
      if (std::count(told.begin(), told.end(), one.variant)) continue;
      told.push_back(one.variant);
      std::vector<std::string> row{one.variant};
      for (const double error : levels)
        row.push_back(ratio(
            over(cheapest(measured, error, [&](const Measurement& m) { return m.variant == one.variant; }),
                 bestAt(measured, error))));
      table.addRow(row);
    }
    if (told.size() > 1 && !levels.empty()) std::cout << table.text() << '\n' << std::flush;
  }

  void writeTables() const {
    TextTable table({"problem", "method", "index", "tolerance", "error", "cpu_seconds", "steps", "rejected",
                     "residuals", "jacobians", "factorizations", "newton_iterations", "ended", "variant"});
    std::vector<JsonDocument> rows;
    for (const Measurement& m : all_) {
      const Counts& c = m.counts;
      table.addRow({m.problem, m.method, std::to_string(m.index), shortNumber(m.tolerance),
                    shortNumber(m.error), shortNumber(m.cpuSeconds), std::to_string(c.steps),
                    std::to_string(c.rejected), std::to_string(c.residuals), std::to_string(c.jacobians),
                    std::to_string(c.factorizations), std::to_string(c.newtonIterations),
                    toString(m.termination), m.variant});
      rows.push_back(JsonDocument()
                         .set("problem", m.problem)
                         .set("method", m.method)
                         .set("index", m.index)
                         .set("variant", m.variant)
                         .set("tolerance", m.tolerance)
                         .set("error", m.error)
                         .set("cpu_seconds", m.cpuSeconds)
                         .set("steps", c.steps)
                         .set("rejected", c.rejected)
                         .set("residuals", c.residuals)
                         .set("jacobians", c.jacobians)
                         .set("factorizations", c.factorizations)
                         .set("newton_iterations", c.newtonIterations)
                         .set("termination", toString(m.termination))
                         .set("message", m.message));
    }
    std::vector<JsonDocument> references;
    for (const auto& [problem, reference] : references_)
      references.push_back(JsonDocument()
                               .set("problem", problem)
                               .set("method", reference.method)
                               .set("confirmed_by", reference.other)
                               .set("judged_by", inWords(reference.judged).english())
                               .set("uncertainty", reference.uncertainty));
    const std::filesystem::path folder = output_;
    writeTextFile(folder / "benchmark.csv", table.csv());
    writeTextFile(folder / "benchmark.json",
                  JsonDocument().set("references", references).set("measurements", rows).text());
    std::cout << tr("benchmark.csv, benchmark.json and a plot for each problem in {}", output_) << '\n';
  }

  std::vector<std::string> models_, variants_;
  std::string tightest_, repetitions_, budget_, endTime_, output_;
  std::vector<Measurement> all_;
  std::vector<std::pair<std::string, ReferenceEnd>> references_;
};

}  // namespace

std::unique_ptr<Command> makeBenchmarkCommand() { return std::make_unique<BenchmarkCommand>(); }

}  // namespace holonom::cli
