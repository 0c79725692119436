// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/session/run_names.h"

#include <algorithm>

#include "gui/base/window_text.h"
#include "gui/session/session_run.h"
#include "solvers/options/variants.h"

namespace holonom {
namespace {

/// A run as it is told apart by options: where a branch begins is told in other words, and steps and end of a
/// live run are asked for by the clock and not by the user.
SimulationOptions asTold(const SessionRun& run, const SimulationOptions& usual) {
  SimulationOptions options = run.options();
  if (run.isBranch() || run.isLive()) options.startTime = usual.startTime;
  if (!run.isLive()) return options;
  options.endTime = usual.endTime;
  options.initialStep = usual.initialStep;
  options.maxStep = usual.maxStep;
  return options;
}

void addBeginning(const SessionRun& run, const std::vector<std::unique_ptr<SessionRun>>& runs,
                  QString& name) {
  if (run.isLive()) name += ", " + tr("live");
  if (!run.isBranch()) return;
  const QString time = QString::number(run.options().startTime, 'g', 4);
  const auto parent =
      std::find_if(runs.begin(), runs.end(), [&](const auto& other) { return run.isBranchOf(*other); });
  name += ", " + (parent == runs.end() ? tr("from %1 s").arg(time)
                                       : tr("from %1 at %2 s").arg(runMark((*parent)->place()), time));
}

}  // namespace

QString runMark(std::size_t place) { return QString(QChar(0x2460 + int(place % 20))); }

void nameRuns(const std::vector<std::unique_ptr<SessionRun>>& runs) {
  if (runs.empty()) return;
  const auto plain = std::find_if(runs.begin(), runs.end(),
                                  [](const auto& run) { return !run->isLive() && !run->isBranch(); });
  const SimulationOptions& usual = (plain == runs.end() ? runs.front() : *plain)->options();
  std::vector<SimulationOptions> told;
  for (const auto& run : runs) told.push_back(asTold(*run, usual));
  std::vector<QString> names;
  for (const std::string& name : distinguishingNames(told)) names.push_back(QString::fromStdString(name));
  for (std::size_t i = 0; i < runs.size(); ++i) addBeginning(*runs[i], runs, names[i]);
  for (std::size_t i = 0; i < runs.size(); ++i) {
    const bool taken = std::count(names.begin(), names.end(), names[i]) > 1;
    runs[i]->setLabel(taken ? QStringLiteral("%1 (%2)").arg(names[i], runMark(runs[i]->place())) : names[i]);
  }
}

}  // namespace holonom
