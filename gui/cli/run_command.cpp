// SPDX-License-Identifier: GPL-3.0-or-later
#include <CLI/CLI.hpp>
#include <atomic>
#include <csignal>
#include <iostream>
#include <optional>

#include "core/base/output_file.h"
#include "core/base/text.h"
#include "core/io/examples.h"
#include "gui/cli/arguments.h"
#include "gui/cli/command.h"
#include "gui/cli/file_guard.h"
#include "gui/cli/recorded_run.h"
#include "gui/cli/summary_report.h"

namespace holonom::cli {
namespace {

constexpr int kMaxPoints = 100000000;

std::atomic<bool> interrupted{false};
volatile std::sig_atomic_t lastSignal = 0;
static_assert(std::atomic<bool>::is_always_lock_free);

/// What asks a program to end: Ctrl-C, a request, a terminal that is closed.
constexpr int kInterruptions[] = {SIGINT, SIGTERM, SIGHUP};

/// While it lives an interruption ends the run in order, with everything computed so far in
/// its files; a second one ends the program at once. pass() then lets the first take its usual way.
class InterruptionWatch {
 public:
  InterruptionWatch() {
    interrupted = false;
    lastSignal = 0;
    for (const int signal : kInterruptions)
      if (std::signal(signal, note) == SIG_IGN) std::signal(signal, SIG_IGN);  // started in the background
  }
  ~InterruptionWatch() { release(); }
  void pass() {
    release();
    if (lastSignal != 0) std::raise(lastSignal);
  }

 private:
  static void note(int signal) {
    interrupted = true;
    lastSignal = signal;
    std::signal(signal, SIG_DFL);
  }
  void release() {
    for (const int signal : kInterruptions)
      if (std::signal(signal, SIG_DFL) == SIG_IGN) std::signal(signal, SIG_IGN);
  }
};

class RunCommand : public Command {
 public:
  const char* name() const override { return "run"; }
  const char* synopsis() const override {
    return "MODEL [OPTIONS] [--output FILE.csv] [--summary FILE.json]";
  }
  Text purpose() const override {
    return Text("Simulates a model and writes its results as CSV and its summary as JSON.");
  }

  void addArguments(CLI::App& app) override {
    model_.addTo(app);
    options_.addTo(app);
    app.add_option(
           "--points", points_,
           tr("writes N rows at equal distances of time, both ends included, instead of the accepted steps"))
        ->type_name("N");
    app.add_option("--output", output_,
                   tr("file for the results: one row per step, one column per quantity; - writes them to "
                      "standard output, and the report to standard error"))
        ->type_name("FILE.csv");
    app.add_option(
           "--rejections", rejections_,
           tr("file for the rejected steps: when, how large, why, and which coordinate dominated the error"))
        ->type_name("FILE.csv");
    app.add_option("--summary", summary_, tr("file for counts, times, drift and the options used"))
        ->type_name("FILE.json");
  }

  int execute() override {
    std::vector<std::string> remarks;
    const Mechanism mechanism = model_.read(&remarks);
    RunRequest request;
    const ChosenOptions chosen = options_.choose(mechanism, model_.place());
    request.options = chosen.options;
    request.warnings = options_.withoutInfluence({chosen.options}, mechanism);
    request.warnings.insert(request.warnings.end(), remarks.begin(), remarks.end());
    if (!points_.empty()) request.points = parseCount("--points", points_, 2, kMaxPoints);
    request.csv = output_;
    request.rejections = rejections_;
    requireOwnFiles(findModel(model_.model()),
                    {{"--output", output_}, {"--rejections", rejections_}, {"--summary", summary_}});
    std::optional<OutputFile> summaryFile;  // opened first: a wrong place is known before a long run
    if (!summary_.empty()) summaryFile.emplace(summary_);

    InterruptionWatch watch;
    request.interrupt = &interrupted;
    const RecordedRun run = runAndRecord(mechanism, request);
    if (summaryFile) {
      summaryFile->write(summaryDocument(model_.model(), run.summary, chosen.given).text());
      summaryFile->close();
    }
    std::ostream& report = output_ == "-" || summary_ == "-" || rejections_ == "-" ? std::cerr : std::cout;
    report << summaryText(model_.model(), run.summary);
    if (!run.notFinite.empty())
      std::cerr << "holonom: " << model_.model() << ": " << tr("warning") << ": " << run.notFinite << '\n';
    const int code = exitCodeFor(run.summary.termination);
    report.flush();
    watch.pass();
    if (code != kSuccess) std::cerr << "holonom: " << model_.model() << ": " << run.summary.message << '\n';
    if (run.summary.termination == Termination::AssemblyFailed) std::cerr << "  " << model_.advice() << '\n';
    return code;
  }

 private:
  ModelArguments model_;
  RunArguments options_;
  std::string points_, output_, summary_, rejections_;
};

}  // namespace

std::unique_ptr<Command> makeRunCommand() { return std::make_unique<RunCommand>(); }

}  // namespace holonom::cli
