// SPDX-License-Identifier: GPL-3.0-or-later
#include <CLI/CLI.hpp>
#include <algorithm>
#include <filesystem>
#include <iostream>

#include "core/base/output_file.h"
#include "core/base/text.h"
#include "core/io/examples.h"
#include "gui/cli/arguments.h"
#include "gui/cli/command.h"
#include "gui/cli/compare_charts.h"
#include "gui/cli/file_guard.h"
#include "gui/cli/recorded_run.h"
#include "gui/cli/summary_report.h"
#include "gui/cli/text_table.h"

namespace holonom::cli {
namespace {

constexpr int kMaxPoints = 100000000;
constexpr std::size_t kMemoryForAllRuns = std::size_t{2} << 30;

std::string fileNameFor(std::string variant) {
  std::replace_if(
      variant.begin(), variant.end(), [](char c) { return c == ':' || c == '/' || c == '\\' || c == ' '; },
      '-');
  return variant;
}

TextTable tableOf(const std::vector<ComparedRun>& runs) {
  TextTable table({"run", "method", "ended", "steps", "rejected", "newton_iterations", "residuals",
                   "jacobians", "factorizations", "cpu_seconds", "drift_position", "drift_velocity",
                   "energy_error", "spike_metric"});
  for (const ComparedRun& run : runs) {
    const Summary& summary = run.result.summary;
    const Counts& counts = summary.counts;
    table.addRow({run.variant, run.label, toString(summary.termination), std::to_string(counts.steps),
                  std::to_string(counts.rejected), std::to_string(counts.newtonIterations),
                  std::to_string(counts.residuals), std::to_string(counts.jacobians),
                  std::to_string(counts.factorizations), shortNumber(summary.times.total),
                  shortNumber(summary.largestDriftPosition), shortNumber(summary.largestDriftVelocity),
                  shortNumber(summary.energyError), shortNumber(summary.spikeMetric)});
  }
  return table;
}

// A run that failed before its first row has no file of results.
bool hasResults(const ComparedRun& run) {
  return run.result.recording->ready() && run.result.recording->size() > 0;
}

class CompareCommand : public Command {
 public:
  const char* name() const override { return "compare"; }
  const char* synopsis() const override {
    return "MODEL --with METHOD[:INDEX][:OPTION=VALUE …] --with … [OPTIONS] [--output FOLDER]";
  }
  Text purpose() const override {
    return Text(
        "Simulates a model by several methods and writes their results, a summary table and plots of all of "
        "them.");
  }

  void addArguments(CLI::App& app) override {
    model_.addTo(app);
    app.add_option("--with", variants_,
                   tr("one of the runs to compare (repeat it; without it bdf:3 and bdf:2). Behind method and "
                      "index any option of a run that stands below may follow, without its dashes: bdf:3, "
                      "generalized-alpha:3:rtol=1e-8, bdf:2:order-strategy=dassl:max-step=0.01. An option "
                      "that stands alone holds for all runs"))
        ->type_name("METHOD[:INDEX][:OPTION=VALUE …]")
        ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll)
        ->allow_extra_args(false);
    options_.addTo(app);
    app.add_option("--points", points_,
                   tr("writes N rows at equal distances of time instead of the accepted steps; plots and "
                      "spike metric then see these rows only"))
        ->type_name("N");
    app.add_option("--output", output_,
                   tr("folder for a CSV file per run, summary.csv, summary.json and the plots"))
        ->type_name("FOLDER");
  }

  int execute() override {
    const Mechanism mechanism = model_.read();
    const int points = points_.empty() ? 0 : parseCount("--points", points_, 2, kMaxPoints);
    std::vector<ComparedRun> runs = prepare(options_.choose(mechanism, model_.place()), mechanism);
    if (!output_.empty()) {
      requireOwnFiles(findModel(model_.model()), filesFor(runs));
      createFolder(output_);
    }
    const std::vector<std::string> warnings = warningsFor(runs, mechanism);
    for (ComparedRun& run : runs) {
      RunRequest request{run.options, points, {}, kMemoryForAllRuns / runs.size(), {}, warnings};
      request.warnings.insert(request.warnings.end(), run.warnings.begin(), run.warnings.end());
      if (!output_.empty()) request.csv = std::filesystem::path(output_) / run.csvName;
      run.result = runAndRecord(mechanism, request);
    }
    const TextTable table = tableOf(runs);
    const bool hasPlots = !output_.empty() && writeFolder(runs, table);
    std::cout << model_.model() << '\n' << table.text();
    printWarnings(runs);
    if (!output_.empty()) std::cout << contents(runs, hasPlots) << '\n';
    std::cout.flush();
    return report(runs);
  }

 private:
  // All variants are read before the first run starts, so that a slip in the last one costs no time.
  std::vector<ComparedRun> prepare(const ChosenOptions& base, const Mechanism& mechanism) {
    if (variants_.empty()) variants_ = {"bdf:3", "bdf:2"};
    std::vector<ComparedRun> runs;
    for (const std::string& variant : variants_) {
      ComparedRun run;
      run.variant = variant;
      const ChosenOptions chosen = options_.variant(variant, base);
      run.options = chosen.options;
      run.given = chosen.given;
      run.warnings = withoutInfluence(variant, run.options, mechanism);
      if (const auto warning = RunArguments::otherTolerance(run.options, base))
        run.warnings.push_back(*warning);
      run.csvName = fileNameFor(variant) + ".csv";
      for (ComparedRun& other : runs) {
        if (other.csvName == run.csvName)
          throw UsageError("--with " + variant, tr("is given twice"), tr("Name every run once."));
      }
      runs.push_back(std::move(run));
    }
    nameRuns(runs);
    return runs;
  }

  // Runs that amount to the same are told apart by what was written.
  static void nameRuns(std::vector<ComparedRun>& runs) {
    std::vector<SimulationOptions> all;
    for (const ComparedRun& run : runs) all.push_back(run.options);
    const std::vector<std::string> names = distinguishingNames(all);
    for (std::size_t i = 0; i < runs.size(); ++i) {
      const bool taken = std::count(names.begin(), names.end(), names[i]) > 1;
      runs[i].label = taken ? names[i] + " (" + runs[i].variant + ')' : names[i];
    }
  }

  std::vector<std::string> warningsFor(const std::vector<ComparedRun>& runs,
                                       const Mechanism& mechanism) const {
    std::vector<SimulationOptions> all;
    for (const ComparedRun& run : runs) all.push_back(run.options);
    return options_.withoutInfluence(all, mechanism);
  }

  std::vector<ResultFile> filesFor(const std::vector<ComparedRun>& runs) const {
    std::vector<std::string> names{"summary.json", "summary.csv"};
    for (const ComparedRun& run : runs) names.push_back(run.csvName);
    for (const std::string& plot : compareChartNames()) names.push_back(plot);
    std::vector<ResultFile> files;
    for (const std::string& name : names)
      files.push_back({"--output " + output_, std::filesystem::path(output_) / name});
    return files;
  }

  /// Returns whether there is anything to plot.
  bool writeFolder(const std::vector<ComparedRun>& runs, const TextTable& table) const {
    const std::filesystem::path folder = output_;
    const std::vector<std::string> plots = writeCompareCharts(model_.model(), runs, folder);
    std::vector<JsonDocument> documents;
    for (const ComparedRun& run : runs) {
      JsonDocument document;
      document.set("run", run.variant).set("label", run.label);
      if (hasResults(run)) document.set("csv", run.csvName);
      else document.setNull("csv");
      document.merge(summaryDocument(model_.model(), run.result.summary, run.given));
      documents.push_back(document);
    }
    JsonDocument all;
    all.set("program", programVersion())
        .set("model", model_.model())
        .set("runs", documents)
        .set("plots", plots);
    writeTextFile(folder / "summary.json", all.text());
    writeTextFile(folder / "summary.csv", table.csv());
    return !plots.empty();
  }

  static void printWarnings(const std::vector<ComparedRun>& runs) {
    for (const ComparedRun& run : runs)
      for (const Warning& warning : run.result.summary.warnings)
        std::cout << tr("warning ({}): {}", run.variant, warning.text) << '\n';
  }

  // What the folder holds after these runs.
  std::string contents(const std::vector<ComparedRun>& runs, bool hasPlots) const {
    const bool any = std::any_of(runs.begin(), runs.end(), hasResults);
    if (any && hasPlots) return tr("Results, plots and the summary are in {}", output_);
    return any ? tr("Results and the summary are in {}", output_)
               : tr("There are no results; the summary is in {}", output_);
  }

  int report(const std::vector<ComparedRun>& runs) const {
    int code = kSuccess;
    for (const ComparedRun& run : runs) {
      if (!run.result.notFinite.empty())
        std::cerr << "holonom: " << model_.model() << ", " << run.variant << ": " << tr("warning") << ": "
                  << run.result.notFinite << '\n';
      const int runCode = exitCodeFor(run.result.summary.termination);
      if (runCode != kSuccess)
        std::cerr << "holonom: " << model_.model() << ", " << run.variant << ": "
                  << run.result.summary.message << '\n';
      code = std::max(code, runCode);
    }
    return code;
  }

  ModelArguments model_;
  RunArguments options_;
  std::vector<std::string> variants_;
  std::string points_, output_;
};

}  // namespace

std::unique_ptr<Command> makeCompareCommand() { return std::make_unique<CompareCommand>(); }

}  // namespace holonom::cli
