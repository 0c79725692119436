// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/models/comparison_table.h"

#include <QCoreApplication>
#include <functional>

namespace holonom {
namespace {

QString tr(const char* text) { return QCoreApplication::translate("ComparisonTable", text); }
QString number(double value) { return QString::number(value, 'g', 3); }
QString count(long value) { return QString::number(value); }

struct Column {
  const char* quantity;
  const char* help;
  std::function<QString(const SessionRun&)> value;
};

const std::vector<Column>& columns() {
  static const std::vector<Column> list = {
      {"Result", "How the run ended.",
       [](const SessionRun& run) { return QString(toString(run.run().summary().termination)); }},
      {"Steps", "Accepted steps.",
       [](const SessionRun& run) { return count(run.run().summary().counts.steps); }},
      {"Rejected steps",
       "Attempts that were thrown away because the error was too large or Newton’s method failed.",
       [](const SessionRun& run) { return count(run.run().summary().counts.rejected); }},
      {"CPU time", "Of the solver’s thread.",
       [](const SessionRun& run) { return number(run.run().summary().times.total) + tr(" s"); }},
      {"Events", "Places where the equations or the velocities jump, or where a branch changes.",
       [](const SessionRun& run) { return count(run.run().summary().counts.events); }},
      {"Noisy reactions (spikes)",
       "Largest jump of a single sample of accelerations and reactions, relative to their range: far below 1 "
       "is smooth.",
       [](const SessionRun& run) { return run.spikes() ? number(*run.spikes()) : QString("…"); }},
      {"Newton iterations", "Solutions of a linear system.",
       [](const SessionRun& run) { return count(run.run().summary().counts.newtonIterations); }},
      {"Jacobians", "Evaluations of the Newton matrix; fewer are cheaper.",
       [](const SessionRun& run) { return count(run.run().summary().counts.jacobians); }},
      {"Factorisations", "Of the Newton matrix.",
       [](const SessionRun& run) { return count(run.run().summary().counts.factorizations); }},
      {"Joint gap (position drift)", "Largest violation of the joint conditions.",
       [](const SessionRun& run) { return number(run.run().summary().largestDriftPosition); }},
      {"Velocity drift", "Largest violation of the joint conditions differentiated once.",
       [](const SessionRun& run) { return number(run.run().summary().largestDriftVelocity); }},
      {"Energy error", "Largest change of the energy balance.",
       [](const SessionRun& run) { return number(run.run().summary().energyError) + tr(" J"); }},
  };
  return list;
}

}  // namespace

std::vector<ComparisonRow> comparisonOf(const std::vector<std::unique_ptr<SessionRun>>& runs) {
  std::vector<ComparisonRow> rows;
  for (const Column& column : columns()) {
    ComparisonRow row{tr(column.quantity), {}, tr(column.help)};
    for (const auto& run : runs) row.values << (run->run().finished() ? column.value(*run) : QString("…"));
    rows.push_back(std::move(row));
  }
  return rows;
}

}  // namespace holonom
