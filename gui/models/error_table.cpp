// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/models/error_table.h"

#include <algorithm>
#include <functional>

#include "gui/base/window_text.h"
#include "gui/session/run_names.h"

namespace holonom {
namespace {

QString number(double value) { return QString::number(value, 'g', 3); }

/// "position", "force in joints (λ)": what a group of channels is, in the words of an engineer.
QString quantityOf(const DifferenceGroup& group) {
  const bool turning = group.unit.starts_with("rad") || group.unit == "N·m";
  switch (group.kind) {
    case ChannelKind::Position: return turning ? tr("angle") : tr("position");
    case ChannelKind::Velocity: return turning ? tr("angular velocity") : tr("velocity");
    case ChannelKind::Acceleration: return turning ? tr("angular acceleration") : tr("acceleration");
    case ChannelKind::Multiplier: return turning ? tr("torque in joints (λ)") : tr("force in joints (λ)");
    default: return tr("outputs");
  }
}

ErrorCell cellOf(const DifferenceGroup& group) {
  const QString unit = QString::fromStdString(group.unit);
  const auto brief = [](double value) { return QString::number(value, 'g', 2); };
  return {QStringLiteral("%1 / %2").arg(brief(group.largest), brief(group.rms)),
          tr("Largest: %1 %2, at %3, t = %4 s\nRoot of the mean of the squares: %5 %2")
              .arg(number(group.largest), unit, QString::fromStdString(group.channel),
                   QString::number(group.time, 'g', 4), number(group.rms)),
          brief(group.largest)};
}

using GroupsOf = std::function<RunComparison::Groups(std::size_t)>;

/// One row for each group that any of the runs has.
void addGroups(std::vector<ErrorRow>& rows, std::size_t runs, const GroupsOf& groupsOf, const QString& name,
               const QString& help, const QString& without) {
  std::vector<RunComparison::Groups> all;
  for (std::size_t i = 0; i < runs; ++i) all.push_back(groupsOf(i));
  std::vector<DifferenceGroup> kinds;
  const auto same = [](const DifferenceGroup& a) {
    return [&a](const DifferenceGroup& b) { return a.kind == b.kind && a.unit == b.unit; };
  };
  for (const auto& groups : all)
    for (const auto& group : groups)
      if (std::none_of(kinds.begin(), kinds.end(), same(group))) kinds.push_back(group);
  for (const auto& kind : kinds) {
    const QString unit = QString::fromStdString(kind.unit);
    ErrorRow row{
        name.arg(quantityOf(kind)) + QStringLiteral(" (%1)").arg(unit.isEmpty() ? tr("no unit") : unit),
        help,
        {}};
    for (const auto& groups : all) {
      const auto found = std::find_if(groups.begin(), groups.end(), same(kind));
      row.cells.push_back(found == groups.end() ? ErrorCell{without, {}} : cellOf(*found));
    }
    rows.push_back(std::move(row));
  }
}

}  // namespace

std::vector<ErrorRow> errorTable(const Session& session, const RunComparison& comparison) {
  std::vector<ErrorRow> rows;
  const auto& runs = session.runs();
  ErrorRow spikes{tr("Noisy reactions (spikes)"),
                  tr("Largest jump of a single sample of accelerations and reactions, relative to their "
                     "range: far below 1 is smooth."),
                  {}};
  ErrorRow time{tr("CPU time"), tr("Of the solver’s thread."), {}};
  ErrorRow steps{tr("Steps"), tr("Accepted steps."), {}};
  for (const auto& run : runs) {
    const bool over = run->run().finished();
    spikes.cells.push_back({over && run->spikes() ? number(*run->spikes()) : QString::fromUtf8("…"), {}});
    const auto& summary = run->run().summary();
    time.cells.push_back({over ? tr("%1 s").arg(number(summary.times.total)) : QString::fromUtf8("…"), {}});
    steps.cells.push_back({over ? QString::number(summary.counts.steps) : QString::fromUtf8("…"), {}});
  }
  for (ErrorRow* row : {&spikes, &time, &steps}) rows.push_back(std::move(*row));
  addGroups(
      rows, runs.size(), [&](std::size_t i) { return comparison.error(i); }, tr("Error: %1"),
      tr("Distance from the reference run: the largest, and the root of the mean of the squares over time."),
      QString::fromUtf8("…"));
  // The main run is not always the first: a branch gets another mark.
  const QString main = runs.empty() ? QString() : runMark(runs.front()->place());
  addGroups(
      rows, runs.size(), [&](std::size_t i) { return comparison.difference(i); },
      tr("From run %1").arg(main) + ": %1",
      tr("Distance from the main run: the largest, and the root of the mean of the squares over time."),
      QString::fromUtf8("–"));
  return rows;
}

}  // namespace holonom
