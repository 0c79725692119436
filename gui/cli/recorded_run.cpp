// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/cli/recorded_run.h"

#include <cmath>

#include "core/base/text.h"
#include "core/io/csv_stream.h"
#include "core/io/rejection_table.h"
#include "core/results/spike_metric.h"
#include "gui/cli/command.h"
#include "gui/cli/text_table.h"
#include "solvers/simulation/run.h"

namespace holonom::cli {
namespace {

/// Finds outputs whose expression has no finite value, such as the square root of a negative number.
class OutputWatch {
 public:
  void begin(const std::vector<Channel>& channels) {
    for (std::size_t i = 0; i < channels.size(); ++i)
      if (channels[i].kind == ChannelKind::Output) outputs_.push_back({channels[i].name, i});
  }
  void accept(const StepRecord& record) {
    ++rows_;
    for (Watched& output : outputs_) {
      if (std::isfinite(record.row[output.column])) continue;
      if (output.bad++ == 0) output.first = record.t;
    }
  }
  std::string warning() const {
    std::string text;
    for (const Watched& output : outputs_)
      if (output.bad > 0)
        text += (text.empty() ? "" : "; ") + tr("'{}' in {} of {} rows, first at t = {} s", output.name,
                                                output.bad, rows_, shortNumber(output.first));
    return text.empty() ? text : tr("no finite value of {}", text);
  }

 private:
  struct Watched {
    std::string name;
    std::size_t column;
    long bad = 0;
    double first = 0;
  };
  std::vector<Watched> outputs_;
  long rows_ = 0;
};

/// All receive every row; only the files may stop the run, because the recording is a convenience.
class TeeSink : public StepSink {
 public:
  TeeSink(CsvStream* csv, RejectionTable* rejections, Recording& recording)
      : csv_(csv), rejections_(rejections), recording_(recording) {}

  void begin(const std::vector<Channel>& channels) override {
    if (csv_) csv_->begin(channels);
    if (rejections_) rejections_->begin(channels);
    recording_.begin(channels);
    watch_.begin(channels);
  }
  bool accept(const StepRecord& record) override {
    if (!recording_.full()) recording_.accept(record);
    watch_.accept(record);
    const bool listed = !rejections_ || rejections_->accept(record);
    return (!csv_ || csv_->accept(record)) && listed;
  }
  void abandon(std::span<const Rejection> attempts) override {
    recording_.abandon(attempts);
    if (rejections_) rejections_->abandon(attempts);
  }
  void end() override {
    if (csv_) csv_->end();
    recording_.end();
  }
  std::string warning() const { return watch_.warning(); }

 private:
  CsvStream* csv_;
  RejectionTable* rejections_;
  Recording& recording_;
  OutputWatch watch_;
};

}  // namespace

RecordedRun runAndRecord(const Mechanism& mechanism, const RunRequest& request) {
  std::optional<CsvStream> csv;
  if (!request.csv.empty()) csv.emplace(request.csv);
  std::optional<RejectionTable> rejections;
  if (!request.rejections.empty()) rejections.emplace(request.rejections);
  RecordedRun run{std::make_unique<Recording>(request.memoryBudget), {}, {}};
  TeeSink sink(csv ? &*csv : nullptr, rejections ? &*rejections : nullptr, *run.recording);
  run.summary = runToEnd(mechanism, request.options, sink, request.points, request.interrupt);
  if (csv) csv->close();
  if (rejections) rejections->close();
  for (const std::string& warning : request.warnings)
    run.summary.warnings.push_back({run.summary.time, warning});
  run.notFinite = sink.warning();
  if (!run.notFinite.empty()) run.summary.warnings.push_back({run.summary.time, run.notFinite});
  if (run.recording->ready() && run.recording->size() > 2)
    run.summary.spikeMetric = spikeMetric(*run.recording);
  if (run.recording->full())
    run.summary.warnings.push_back(
        {run.summary.time, tr("The run is longer than what is kept in memory: spike metric and plots cover "
                              "its beginning, up to t = {} s.",
                              std::to_string(run.recording->time(run.recording->size() - 1)))});
  return run;
}

int exitCodeFor(Termination termination) {
  switch (termination) {
    case Termination::ReachedEnd:
    case Termination::Stopped:
    case Termination::StepLimit:
    case Termination::EventReached: return kSuccess;
    case Termination::SinkFull: return kNotWritten;
    case Termination::NotRun:
    case Termination::AssemblyFailed:
    case Termination::StepTooSmall:
    case Termination::StepFailed:
    case Termination::Exploded:
    case Termination::Locked:
    case Termination::EventFailed:
    case Termination::Unresolved:
    case Termination::NotFinite: break;
  }
  return kRunFailed;
}

}  // namespace holonom::cli
