// SPDX-License-Identifier: GPL-3.0-or-later
#include <CLI/CLI.hpp>
#include <algorithm>
#include <cmath>
#include <filesystem>
#include <functional>
#include <iostream>

#include "core/base/output_file.h"
#include "core/base/text.h"
#include "core/io/json_document.h"
#include "gui/cli/arguments.h"
#include "gui/cli/classic_evaluation.h"
#include "gui/cli/command.h"
#include "gui/cli/l_stable_evaluation.h"
#include "gui/cli/local_equivalence_evaluation.h"
#include "gui/cli/long_run.h"
#include "gui/cli/paper_figures.h"
#include "gui/cli/paper_tolerances.h"
#include "gui/cli/recorded_run.h"
#include "gui/cli/summary_report.h"
#include "gui/cli/text_table.h"

namespace holonom::cli {
namespace {

constexpr int kRepetitions = 5;  // of each run, for the time

std::string percent(double share) { return shortNumber(std::round(1000 * share) / 10); }

/// The problem's own coordinate has columns of its own.
TextTable tableOf(const PaperProblem& problem) {
  std::vector<std::string> header{"integrator",  "rtol",          "steps",     "paper_steps",
                                  "rejected",    "residuals",     "jacobians", "newton_iterations",
                                  "cpu_seconds", "paper_seconds", "error"};
  const bool hasMode = problem.mode >= 0;
  if (hasMode)
    for (const char* quantity : {"_error", "_rate_error"})
      header.push_back(problem.coordinates[static_cast<std::size_t>(problem.mode)] + quantity);
  for (const char* last : {"acceleration_misfit", "order_2_percent", "above_order_2_percent",
                           "order_2_time_percent", "above_order_2_time_percent"})
    header.push_back(last);
  TextTable table(header);
  for (const PaperRun& run : problem.runs) {
    std::vector<std::string> row{run.label,
                                 shortNumber(*run.options.rtol),
                                 std::to_string(run.counts.steps),
                                 run.publishedSteps > 0 ? std::to_string(run.publishedSteps) : "",
                                 std::to_string(run.counts.rejected),
                                 std::to_string(run.counts.residuals),
                                 std::to_string(run.counts.jacobians),
                                 std::to_string(run.counts.newtonIterations),
                                 shortNumber(run.cpuSeconds),
                                 run.publishedSteps > 0 ? shortNumber(run.publishedSeconds) : "",
                                 shortNumber(run.error)};
    if (hasMode) row.insert(row.end(), {shortNumber(run.modeError), shortNumber(run.modeRateError)});
    row.push_back(shortNumber(run.accelerationMisfit));
    for (const OrderShare& share : {run.bySteps, run.byTime})
      row.insert(row.end(), {percent(share.two), percent(share.above)});
    table.addRow(row);
  }
  return table;
}

/// The rule of two decades between the tolerances of the two families.
TextTable tableOf(const std::vector<EqualError>& tolerances) {
  TextTable table({"problem", "bdf_index", "bdf_rtol", "error", "generalized_alpha_rtol", "ratio"});
  for (const EqualError& equal : tolerances)
    table.addRow({equal.problem, std::to_string(equal.bdfIndex), shortNumber(equal.bdfTolerance),
                  shortNumber(equal.error), shortNumber(equal.alphaTolerance), shortNumber(equal.ratio())});
  return table;
}

JsonDocument documentOf(const PaperRun& run) {
  JsonDocument document;
  document.set("integrator", run.label).set("method", run.options.method).set("index", run.options.index);
  document.set("rtol", *run.options.rtol)
      .set("of_the_paper", run.isOfThePaper)
      .set("steps", run.counts.steps);
  if (run.isOfThePaper)
    document.set("paper_steps", run.publishedSteps).set("paper_seconds", run.publishedSeconds);
  document.set("rejected", run.counts.rejected).set("residuals", run.counts.residuals);
  document.set("jacobians", run.counts.jacobians).set("factorizations", run.counts.factorizations);
  document.set("newton_iterations", run.counts.newtonIterations);
  document.set("order_lowered_for_stability", run.counts.loweredForStability);
  document.set("cpu_seconds", run.cpuSeconds).set("error", run.error);
  document.set("mode_error", run.modeError).set("mode_rate_error", run.modeRateError);
  document.set("acceleration_misfit", run.accelerationMisfit);
  document.set("order_2_share", run.bySteps.two).set("above_order_2_share", run.bySteps.above);
  document.set("order_2_share_of_time", run.byTime.two).set("above_order_2_share_of_time", run.byTime.above);
  document.set("termination", toString(run.termination));
  document.set("curves", run.file + ".csv");
  return document;
}

JsonDocument documentOf(const PaperProblem& problem) {
  JsonDocument document;
  std::vector<JsonDocument> runs;
  for (const PaperRun& run : problem.runs) runs.push_back(documentOf(run));
  return document.set("problem", problem.title).set("end_time", problem.endTime).set("runs", runs);
}

std::string headingOf(const PaperProblem& problem) {
  return tr("Table {}: {}", problem.table == "table5" ? 5 : 6, problem.title);
}

/// A table as it is shown and kept.
struct Sheet {
  std::string heading;
  TextTable table;
  std::string file;       ///< "table1.csv"
  std::string note = {};  ///< a line below it
};

constexpr int kPeriods = 100000, kFewestPeriods = 10, kMostPeriods = 10000000;

class ReproduceCommand : public Command {
 public:
  const char* name() const override { return "reproduce"; }
  const char* synopsis() const override {
    return "paper|l-stable|local-equivalence|classic|long-run [--periods N] [--output FOLDER]";
  }
  Text purpose() const override {
    return Text(
        "Repeats a published evaluation and prints its tables beside the published figures (paper: Ren and "
        "Zhou, Tables 5 and 6, Figures 3, 4, 6 and 7; l-stable: Li, Ding and Li, Tables 1 to 5, Figures 2 to "
        "13; local-equivalence: Wang, Zhao and Pan, Figures 2 and 3; classic: stability and the stiff "
        "example of a "
        "textbook on simulation), or shows what methods make of the energy in a very long run (long-run).");
  }

  void addArguments(CLI::App& app) override {
    app.add_option("WHAT", what_,
                   tr("what to repeat: paper, l-stable, local-equivalence, classic or long-run"));
    app.add_option("--periods", periods_, tr("long-run: how many, {} unless given", std::to_string(kPeriods)))
        ->type_name("N");
    app.add_option("--output", output_,
                   tr("folder for tables (CSV, Markdown, JSON), curves (CSV) and figures (PNG)"))
        ->type_name("FOLDER");
  }

  int execute() override {
    using Repeat = int (ReproduceCommand::*)() const;
    const std::pair<const char*, Repeat> all[] = {{"paper", &ReproduceCommand::repeatPaper},
                                                  {"l-stable", &ReproduceCommand::repeatBlocks},
                                                  {"local-equivalence", &ReproduceCommand::repeatLocal},
                                                  {"classic", &ReproduceCommand::repeatClassic},
                                                  {"long-run", &ReproduceCommand::runLong}};
    const std::string hint =
        tr("Write 'holonom reproduce paper', for example; 'holonom help reproduce' lists all.");
    if (what_.empty()) throw UsageError("WHAT", tr("is missing"), hint);
    if (!periods_.empty() && what_ != "long-run")
      throw UsageError("--periods", tr("belongs to long-run"), hint);
    for (const auto& [word, repeat] : all)
      if (what_ == word) {
        if (!output_.empty()) createFolder(output_);
        return (this->*repeat)();
      }
    throw UsageError(what_, tr("is nothing that can be repeated"), hint);
  }

 private:
  int repeatPaper() const {
    const PaperProblem sevenBody = evaluateSevenBodyMechanism(kRepetitions),
                       crank = evaluateSliderCrank(kRepetitions);
    std::vector<Sheet> sheets;
    for (const PaperProblem* problem : {&sevenBody, &crank})
      sheets.push_back({headingOf(*problem), tableOf(*problem), problem->table + ".csv"});
    sheets.push_back(
        {tr("Tolerances that give equal errors"), tableOf(measureEqualErrors()), "tolerances.csv"});
    publish(tr("The evaluation of the paper, repeated"), sheets, [&](const std::filesystem::path& folder) {
      for (const PaperProblem* problem : {&sevenBody, &crank})
        for (const PaperRun& run : problem->runs)
          writeTextFile(folder / (run.file + ".csv"), paperCurvesCsv(*problem, run));
      writePaperFigures(sevenBody, crank, folder);
      JsonDocument document;
      document.set("program", programVersion()).set("figures", paperFigureNames());
      document.set("problems", std::vector<JsonDocument>{documentOf(sevenBody), documentOf(crank)});
      writeTextFile(folder / "summary.json", document.text());
    });
    int code = kSuccess;
    for (const PaperProblem* problem : {&sevenBody, &crank})
      for (const PaperRun& run : problem->runs) code = std::max(code, report(run, problem->title + ", "));
    return code;
  }

  int repeatBlocks() const {
    const BlockEvaluation evaluation = evaluateBlocks();
    std::vector<Sheet> sheets;
    for (const BlockTable& table : evaluation.tables)
      sheets.push_back({tr("Table {}: {}", table.number, table.title), table.text(evaluation.runs),
                        "table" + std::to_string(table.number) + ".csv",
                        table.comparison(evaluation.runs).text()});
    sheets.push_back({tr("Orders at index 3: slope of the error of all coordinates after 1 s over the step"),
                      evaluation.orderTable(), "orders.csv"});
    publish(tr("L-stable block methods: the evaluation of the paper, repeated"), sheets,
            [&](const std::filesystem::path& folder) { writeBlockFigures(evaluation, folder); });
    int code = kSuccess;
    for (const BlockRun& run : evaluation.runs) code = std::max(code, report(run));
    return code;
  }

  int repeatLocal() const {
    const LocalEvaluation evaluation = evaluateLocalEquivalence();
    publish(
        tr("Local equivalence: the example of the paper, repeated"),
        {{tr("Two-link arm over 5 s: largest errors against a reference"), evaluation.table(), "errors.csv",
          tr("The paper prints figures and no numbers that these could be compared with.")}},
        [&](const std::filesystem::path& folder) { writeLocalFigures(evaluation, folder); });
    int code = report(evaluation.reference);
    for (const LocalRun& run : evaluation.runs) code = std::max(code, report(run));
    return code;
  }

  int repeatClassic() const {
    const ClassicEvaluation evaluation = evaluateClassicMethods();
    publish(
        tr("Classic methods"),
        {{tr("Stability of the classic methods, y′ = λy with steps h: |R| ≤ 1 up to these h|λ|"),
          evaluation.stability(), "stability.csv", evaluation.comparison().text()},
         {tr("The stiff example: eigenvalues −0.1, −50 and −120, error after 5 s"), evaluation.stiffExample(),
          "stiff.csv", tr("The text prints one number of the example: Euler's largest step, 1/60 s.")}},
        [&](const std::filesystem::path& folder) { writeClassicFigures(evaluation, folder); });
    return kSuccess;
  }

  /// That a method does not come to the end is one of its findings.
  int runLong() const {
    const LongRunEvaluation evaluation = evaluateLongRuns(
        periods_.empty() ? kPeriods : parseCount("--periods", periods_, kFewestPeriods, kMostPeriods));
    publish(tr("Energy in a very long run"),
            {{tr("Energy of the spatial double pendulum, let go at rest with both bars 30° aside: {} J more "
                 "than hanging, periods of {} s. How far it is off its start in the first and in the last "
                 "tenth of the run, and its drift:",
                 shortNumber(evaluation.energy), shortNumber(evaluation.period)),
              evaluation.table(), "long-run.csv"}},
            [&](const std::filesystem::path& folder) { writeLongRunFigure(evaluation, folder); });
    return kSuccess;
  }

  /// Prints the tables. With a folder they go there, all in tables.md as well, and what `writeRest` adds.
  void publish(const std::string& title, const std::vector<Sheet>& sheets,
               const std::function<void(const std::filesystem::path&)>& writeRest) const {
    std::string markdown = "# " + title + "\n";
    for (const Sheet& sheet : sheets) {
      std::cout << sheet.heading << '\n' << sheet.table.text();
      if (!sheet.note.empty()) std::cout << sheet.note << '\n';
      std::cout << '\n';
      markdown += "\n## " + sheet.heading + "\n\n" + sheet.table.markdown();
      if (!sheet.note.empty()) markdown += '\n' + sheet.note + '\n';
    }
    if (!output_.empty()) {
      const std::filesystem::path folder = output_;
      for (const Sheet& sheet : sheets) writeTextFile(folder / sheet.file, sheet.table.csv());
      writeTextFile(folder / "tables.md", markdown);
      writeRest(folder);
      std::cout << tr("Tables, curves and figures are in {}", output_) << '\n';
    }
    std::cout.flush();
  }

  /// The exit code of a run; says why where it failed.
  template <typename Run>
  static int report(const Run& run, const std::string& of = {}) {
    const int code = exitCodeFor(run.termination);
    if (code != kSuccess) std::cerr << "holonom: " << of << run.label << ": " << run.message << '\n';
    return code;
  }

  std::string what_, output_, periods_;
};

}  // namespace

std::unique_ptr<Command> makeReproduceCommand() { return std::make_unique<ReproduceCommand>(); }

}  // namespace holonom::cli
