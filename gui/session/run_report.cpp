// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/session/run_report.h"

#include <QStringList>
#include <algorithm>
#include <limits>
#include <map>

#include "gui/base/window_text.h"

namespace holonom::report {
namespace {

QString number(double value) { return QString::number(value, 'g', 4); }

/// As it was typed: 20000, not 2e+04.
QString moment(double t) { return QString::number(t, 'g', 8); }

QString rejections(const Counts& counts) {
  if (counts.rejected == 0) return tr("none rejected");
  QStringList causes;
  for (std::size_t i = 0; i < counts.rejectedByCause.size(); ++i)
    if (counts.rejectedByCause[i] > 0)
      causes << QString("%1 × %2")
                    .arg(counts.rejectedByCause[i])
                    .arg(QString::fromStdString(inWords(static_cast<RejectionCause>(i))));
  return tr("%1 rejected (%2)").arg(counts.rejected).arg(causes.join(", "));
}

/// The coordinate that dominated most of the failed error tests; empty when none failed.
QString culprit(const Recording& recording) {
  std::map<int, int> counts;
  for (const Rejection& rejection : recording.rejections())
    if (rejection.cause == RejectionCause::ErrorTest && rejection.coordinate >= 0)
      ++counts[rejection.coordinate];
  const auto most = std::max_element(counts.begin(), counts.end(),
                                     [](const auto& a, const auto& b) { return a.second < b.second; });
  const std::vector<Channel> unknowns = unknownsOf(recording.channels());
  if (most == counts.end() || most->first >= static_cast<int>(unknowns.size())) return {};
  return tr("\nThe error test failed most often because of %1 (%2).")
      .arg(QString::fromStdString(unknowns[most->first].name))
      .arg(most->second == 1 ? tr("once") : tr("%1 times").arg(most->second));
}

}  // namespace

QString started(const SessionRun& run) {
  const SimulationOptions& options = run.options();
  if (run.isLive())
    return tr("Live run started: %1; relative tolerance %2, absolute %3; from %4 s until you stop it.")
        .arg(run.label(), number(usedRtol(options)), number(usedAtol(options)), moment(options.startTime));
  return tr("Run started: %1; relative tolerance %2, absolute %3; from %4 s to %5 s.")
      .arg(run.label(), number(usedRtol(options)), number(usedAtol(options)), moment(options.startTime),
           moment(options.endTime));
}

QString finished(const SessionRun& run) {
  const Summary& summary = run.run().summary();
  const Counts& counts = summary.counts;
  const QString work =
      tr("%1: %2\n%3 steps, %4; %5 Jacobians, %6 factorisations, %7 Newton iterations; %8 s of CPU time.")
          .arg(run.label(), QString::fromStdString(summary.message))
          .arg(counts.steps)
          .arg(rejections(counts))
          .arg(counts.jacobians)
          .arg(counts.factorizations)
          .arg(counts.newtonIterations)
          .arg(number(summary.times.total));
  QString remarks;
  if (const auto& kept = summary.realTime)
    remarks +=
        "\n" + tr("Real time: %1.").arg(QString::fromStdString(kept->verdict())) + ' ' +
        tr("%1 of %2 steps late, worst %3 ms; %4 of them took longer than their %5 ms. Jitter %6 "
           "ms on the mean, 99 % below %7 ms, %8 ms at the most. Computing takes %9 % of a step.")
            .arg(kept->late)
            .arg(kept->steps)
            .arg(number(1e3 * kept->worst))
            .arg(kept->tooLong)
            .arg(number(1e3 * kept->step), number(1e3 * kept->meanJitter), number(1e3 * kept->jitter99),
                 number(1e3 * kept->largestJitter), number(100 * kept->load));
  for (const std::string& remark : summary.remarks) remarks += "\n" + QString::fromStdString(remark);
  return work + remarks + culprit(*run.recording());
}

bool failed(const Summary& summary) {
  switch (summary.termination) {
    case Termination::AssemblyFailed:
    case Termination::StepTooSmall:
    case Termination::StepFailed:
    case Termination::Exploded:
    case Termination::Locked:
    case Termination::NotFinite:
    case Termination::EventFailed:
    case Termination::Unresolved:
    case Termination::SinkFull: return true;
    default: return false;
  }
}

LogMessage::Level level(const Summary& summary) {
  switch (summary.termination) {
    case Termination::ReachedEnd: return LogMessage::Level::Success;
    case Termination::Stopped:
    case Termination::EventReached:
    case Termination::StepLimit: return LogMessage::Level::Information;
    case Termination::SinkFull: return LogMessage::Level::Warning;
    default: return LogMessage::Level::Error;
  }
}

void tell(SessionRun& run, MessageLog& log) {
  if (!run.takeReport()) return;
  const Summary& summary = run.run().summary();
  constexpr std::size_t kMostEvents = 20;  // the summary has them all
  const std::size_t events = std::min(kMostEvents, summary.events.size());
  std::size_t told = 0;
  const auto tellEventsBefore = [&](double t) {
    for (; told < events && summary.events[told].t < t; ++told)
      log.add(MessageLog::Level::Information, tr("%1: t = %2 s: %3 %4")
                                                  .arg(run.label())
                                                  .arg(summary.events[told].t)
                                                  .arg(QString::fromStdString(summary.events[told].name),
                                                       QString::fromStdString(summary.events[told].what)));
  };
  for (const Warning& warning : summary.warnings) {
    tellEventsBefore(warning.t);
    log.add(MessageLog::Level::Warning, run.label() + ": " + QString::fromStdString(warning.text));
  }
  tellEventsBefore(std::numeric_limits<double>::infinity());
  log.add(level(summary), finished(run));
}

}  // namespace holonom::report
