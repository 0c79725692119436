// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/models/comparison_table.h"

#include <functional>

#include "gui/base/window_text.h"

namespace holonom {
namespace {

QString cell(double value) { return QString::number(value, 'g', 3); }
QString count(long value) { return QString::number(value); }

struct Column {
  const char* quantity;
  const char* help;
  std::function<QString(const SessionRun&)> value;
};

const std::vector<Column>& columns() {
  static const std::vector<Column> list = {
      {QT_TR_NOOP("Result"), QT_TR_NOOP("How the run ended."),
       [](const SessionRun& run) {
         return QString::fromStdString(inWords(run.run().summary().termination));
       }},
      {QT_TR_NOOP("Steps"), QT_TR_NOOP("Accepted steps."),
       [](const SessionRun& run) { return count(run.run().summary().counts.steps); }},
      {QT_TR_NOOP("Rejected steps"),
       QT_TR_NOOP(
           "Attempts that were thrown away because the error was too large or Newton’s method failed."),
       [](const SessionRun& run) { return count(run.run().summary().counts.rejected); }},
      {QT_TR_NOOP("CPU time"), QT_TR_NOOP("Of the solver’s thread."),
       [](const SessionRun& run) { return cell(run.run().summary().times.total) + tr(" s"); }},
      {QT_TR_NOOP("Events"),
       QT_TR_NOOP("Places where the equations or the velocities jump, or where a branch changes."),
       [](const SessionRun& run) { return count(run.run().summary().counts.events); }},
      {QT_TR_NOOP("Noisy reactions (spikes)"),
       QT_TR_NOOP("Largest jump of a single sample of accelerations and reactions, relative to their range: "
                  "far below 1 is smooth."),
       [](const SessionRun& run) { return run.spikes() ? cell(*run.spikes()) : QString("…"); }},
      {QT_TR_NOOP("Newton iterations"), QT_TR_NOOP("Solutions of a linear system."),
       [](const SessionRun& run) { return count(run.run().summary().counts.newtonIterations); }},
      {QT_TR_NOOP("Jacobians"), QT_TR_NOOP("Evaluations of the Newton matrix; fewer are cheaper."),
       [](const SessionRun& run) { return count(run.run().summary().counts.jacobians); }},
      {QT_TR_NOOP("Factorisations"), QT_TR_NOOP("Of the Newton matrix."),
       [](const SessionRun& run) { return count(run.run().summary().counts.factorizations); }},
      {QT_TR_NOOP("Joint gap (position drift)"), QT_TR_NOOP("Largest violation of the joint conditions."),
       [](const SessionRun& run) { return cell(run.run().summary().largestDriftPosition); }},
      {QT_TR_NOOP("Velocity drift"),
       QT_TR_NOOP("Largest violation of the joint conditions differentiated once."),
       [](const SessionRun& run) { return cell(run.run().summary().largestDriftVelocity); }},
      {QT_TR_NOOP("Energy error"), QT_TR_NOOP("Largest change of the energy balance."),
       [](const SessionRun& run) { return cell(run.run().summary().energyError) + tr(" J"); }},
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
