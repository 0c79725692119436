// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/cli/local_equivalence_evaluation.h"

#include <algorithm>
#include <cmath>

#include "core/base/text.h"
#include "gui/cli/png_chart.h"
#include "gui/cli/recorded_run.h"
#include "gui/cli/two_link_arm.h"

namespace holonom::cli {
namespace {

constexpr double kLocalEnd = 5;     // s; the paper does not say how long it ran
constexpr int kLocalPoints = 2501;  // every 2 ms, where all runs end a step
constexpr ChartColour kUpperColour{0.00, 0.45, 0.70}, kLowerColour{0.84, 0.37, 0.00};
constexpr const char* kCoordinates[] = {"upper.x", "upper.y", "upper.theta",
                                        "lower.x", "lower.y", "lower.theta"};
constexpr const char* kRates[] = {"upper.vx", "upper.vy", "upper.omega",
                                  "lower.vx", "lower.vy", "lower.omega"};

LocalRun runLocally(std::string label, const SimulationOptions& options) {
  RecordedRun recorded =
      runAndRecord(twoLinkArm({1, 1, 0}, {1, 2, 0}), {.options = options, .points = kLocalPoints});
  LocalRun run{std::move(label), options, recorded.summary.termination, recorded.summary.message};
  run.recording = std::move(recorded.recording);
  return run;
}

SimulationOptions localEquivalence(LocalRule rule, NullSpaceKind nullSpace, double h) {
  SimulationOptions options;
  options.method = "local-equivalence";
  options.index = 1;
  options.fixedStep = h;
  options.endTime = kLocalEnd;
  options.rtol = options.atol = 1e-6;
  options.newtonTolerance = 1e-4;
  options.localRule = rule;
  if (rule == LocalRule::Bdf) options.fixedOrder = 5;
  options.nullSpace = nullSpace;
  return options;
}

/// Largest distance between two recordings of the same times in some channels.
template <typename Names>
double largestDistance(const Recording& a, const Recording& b, const Names& channels) {
  double found = 0;
  const std::size_t rows = std::min(a.size(), b.size());
  for (const char* channel : channels) {
    const int column = a.channelIndex(channel);
    for (std::size_t row = 0; row < rows; ++row)
      found = std::max(found, std::abs(a.value(row, column) - b.value(row, column)));
  }
  return found;
}

double largestValue(const Recording& recording, const char* channel, bool fromStart) {
  const int column = recording.channelIndex(channel);
  const double start = fromStart && recording.size() > 0 ? recording.value(0, column) : 0;
  double found = 0;
  for (std::size_t row = 0; row < recording.size(); ++row)
    found = std::max(found, std::abs(recording.value(row, column) - start));
  return found;
}

}  // namespace

LocalEvaluation evaluateLocalEquivalence() {
  SimulationOptions exact;
  exact.method = "dop853";
  exact.index = 1;
  exact.rtol = exact.atol = 1e-12;
  exact.endTime = kLocalEnd;
  LocalEvaluation e{runLocally(tr("reference"), exact), {}};
  using enum LocalRule;
  using enum NullSpaceKind;
  const auto add = [&](const std::string& label, LocalRule rule, NullSpaceKind basis, double h) {
    LocalRun run = runLocally(label, localEquivalence(rule, basis, h));
    const Recording& recording = *run.recording;
    run.error = largestDistance(recording, *e.reference.recording, kCoordinates);
    run.rateError = largestDistance(recording, *e.reference.recording, kRates);
    run.energy = largestValue(recording, "energy.total", true);
    run.position = largestValue(recording, "drift.position", false);
    run.velocity = largestValue(recording, "drift.velocity", false);
    e.runs.push_back(std::move(run));
  };
  add(tr("trapezoidal, elimination, h = {}", "0.001"), Trapezoidal, Elimination, 1e-3);
  add(tr("trapezoidal, orthogonal, h = {}", "0.001"), Trapezoidal, Orthogonal, 1e-3);
  add(tr("trapezoidal, elimination, h = {}", "0.002"), Trapezoidal, Elimination, 2e-3);
  add(tr("midpoint, elimination, h = {}", "0.001"), Midpoint, Elimination, 1e-3);
  add(tr("BDF2, elimination, h = {}", "0.001"), Bdf2, Elimination, 1e-3);
  add(tr("BDF of order 5, elimination, h = {}", "0.001"), Bdf, Elimination, 1e-3);
  return e;
}

TextTable LocalEvaluation::table() const {
  TextTable table({"run", "error", "rate_error", "energy_error", "position", "velocity"});
  for (const LocalRun& run : runs)
    table.addRow({run.label, shortNumber(run.error), shortNumber(run.rateError), shortNumber(run.energy),
                  shortNumber(run.position), shortNumber(run.velocity)});
  return table;
}

std::vector<std::string> writeLocalFigures(const LocalEvaluation& e, const std::filesystem::path& folder) {
  const LocalRun& run = e.runs.front();
  const Recording &ours = *run.recording, &exact = *e.reference.recording;
  const auto curve = [&](const char* channel, const ChartColour& colour, bool error) {
    ChartCurve drawn{colour, {}, false};
    const int column = ours.channelIndex(channel);
    for (std::size_t row = 0; row < std::min(ours.size(), exact.size()); ++row)
      drawn.points.push_back(
          {ours.value(row, 0), ours.value(row, column) - (error ? exact.value(row, column) : 0)});
    return drawn;
  };
  std::vector<std::string> names;
  for (const bool error : {false, true}) {
    Chart chart;
    chart.title = error ? tr("Figure 3: error of the angles") : tr("Figure 2: the angles over time");
    chart.subtitle = run.label;
    chart.legend = {{"θ1", kUpperColour}, {"θ2", kLowerColour}};
    chart.end = kLocalEnd;
    chart.panels = {
        {.title = error ? tr("error") : tr("angle"),
         .unit = "rad",
         .curves = {curve("upper.theta", kUpperColour, error), curve("lower.theta", kLowerColour, error)}}};
    chart.panelHeight = 420;
    names.push_back(error ? "figure3.png" : "figure2.png");
    writeChart(chart, folder / names.back());
  }
  return names;
}

}  // namespace holonom::cli
