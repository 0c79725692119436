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
  std::function<QString(const Summary&)> value;
};

const std::vector<Column>& columns() {
  static const std::vector<Column> list = {
      {"Result", "How the run ended.",
       [](const Summary& s) { return QString(toString(s.termination)); }},
      {"Steps", "Accepted steps.", [](const Summary& s) { return count(s.counts.steps); }},
      {"Rejected steps", "Attempts that were thrown away because the error was too large or Newton’s method failed.",
       [](const Summary& s) { return count(s.counts.rejected); }},
      {"CPU time", "Of the solver’s thread.", [](const Summary& s) { return number(s.times.total) + tr(" s"); }},
      {"Noisy reactions (spikes)",
       "Largest jump of a single sample of accelerations and reactions, relative to their range: far below 1 is smooth.",
       [](const Summary& s) { return number(s.spikeMetric); }},
      {"Newton iterations", "Solutions of a linear system.",
       [](const Summary& s) { return count(s.counts.newtonIterations); }},
      {"Jacobians", "Evaluations of the Newton matrix; fewer are cheaper.",
       [](const Summary& s) { return count(s.counts.jacobians); }},
      {"Factorisations", "Of the Newton matrix.", [](const Summary& s) { return count(s.counts.factorizations); }},
      {"Joint gap (position drift)", "Largest violation of the joint conditions.",
       [](const Summary& s) { return number(s.largestDriftPosition); }},
      {"Velocity drift", "Largest violation of the joint conditions differentiated once.",
       [](const Summary& s) { return number(s.largestDriftVelocity); }},
      {"Energy error", "Largest change of the energy balance.",
       [](const Summary& s) { return number(s.energyError) + tr(" J"); }},
  };
  return list;
}

}  // namespace

std::vector<ComparisonRow> comparisonOf(const std::vector<std::unique_ptr<SessionRun>>& runs) {
  std::vector<ComparisonRow> rows;
  for (const Column& column : columns()) {
    ComparisonRow row{tr(column.quantity), {}, tr(column.help)};
    for (const auto& run : runs)
      row.values << (run->run().finished() ? column.value(run->run().summary()) : QString("…"));
    rows.push_back(std::move(row));
  }
  return rows;
}

}  // namespace holonom
