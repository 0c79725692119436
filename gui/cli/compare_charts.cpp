// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/cli/compare_charts.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "core/base/text.h"
#include "core/results/min_max_pyramid.h"
#include "core/results/spike_metric.h"
#include "gui/cli/png_chart.h"

namespace holonom::cli {
namespace {

constexpr const char *kAcceleration = "acceleration.png", *kReactions = "lambda.png", *kDrift = "drift.png",
                     *kOrder = "order.png";

constexpr std::size_t kMaxPanels = 3;
constexpr int kCurveColumns = 1000;  // of the decimated curves; about one per pixel

// Okabe and Ito's colours, which also colour-blind people tell apart; the first two for spikes against
// smooth.
constexpr ChartColour kRunColours[] = {{0.84, 0.37, 0.00}, {0.00, 0.45, 0.70}, {0.00, 0.62, 0.45},
                                       {0.80, 0.47, 0.65}, {0.90, 0.62, 0.00}, {0.34, 0.71, 0.91}};

bool hasRows(const ComparedRun& run) {
  return run.result.recording->ready() && run.result.recording->size() > 1;
}

MinMaxPyramid::Range rangeOf(const Recording& recording, int channel) {
  MinMaxPyramid pyramid(recording, channel);
  pyramid.update();
  return pyramid.range(0, pyramid.size());
}

std::vector<PlotPoint> pointsOf(const Recording& recording, int channel) {
  MinMaxPyramid pyramid(recording, channel);
  pyramid.update();
  std::vector<PlotPoint> points;
  decimate(recording, pyramid, channel, recording.time(0), recording.time(recording.size() - 1),
           kCurveColumns, points);
  return points;
}

// Draws the noisiest run first, so that the smooth one stays visible on top of it.
std::vector<std::size_t> drawingOrder(const std::vector<ComparedRun>& runs) {
  std::vector<std::size_t> order;
  for (std::size_t i = 0; i < runs.size(); ++i)
    if (hasRows(runs[i])) order.push_back(i);
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return runs[a].result.summary.spikeMetric > runs[b].result.summary.spikeMetric;
  });
  return order;
}

ChartPanel panelFor(const std::vector<ComparedRun>& runs, const std::string& channelName,
                    const std::string& title, bool logarithmic, bool stairs) {
  ChartPanel panel;
  panel.title = title;
  panel.logarithmic = logarithmic;
  for (std::size_t i : drawingOrder(runs)) {
    const Recording& recording = *runs[i].result.recording;
    const int channel = recording.channelIndex(channelName);
    if (channel < 0) continue;
    const std::string& unit = recording.channels()[static_cast<std::size_t>(channel)].unit;
    if (panel.unit.empty()) panel.unit = unit;
    ChartCurve curve{kRunColours[i % std::size(kRunColours)], pointsOf(recording, channel), stairs};
    // the start has no step of its own
    if (stairs && curve.points.size() > 1) curve.points[0].y = curve.points[1].y;
    panel.curves.push_back(std::move(curve));
  }
  return panel;
}

// How much a channel tells about noise: its spike metric, unless it hardly moves beside others of its unit.
struct ChannelScore {
  std::string name;
  double spikes = 0;
  double range = 0;
  std::string unit;
};

std::vector<ChannelScore> scores(const std::vector<ComparedRun>& runs, ChannelKind kind) {
  std::vector<ChannelScore> result;
  std::map<std::string, double> largestRange;  // by unit
  for (const ComparedRun& run : runs) {
    if (!hasRows(run)) continue;
    const Recording& recording = *run.result.recording;
    for (std::size_t c = 0; c < recording.channels().size(); ++c) {
      const Channel& channel = recording.channels()[c];
      if (channel.kind != kind) continue;
      const auto range = rangeOf(recording, static_cast<int>(c));
      if (!(range.max >= range.min)) continue;
      auto known = std::find_if(result.begin(), result.end(),
                                [&](const ChannelScore& s) { return s.name == channel.name; });
      if (known == result.end()) known = result.insert(result.end(), {channel.name, 0, 0, channel.unit});
      known->spikes = std::max(known->spikes, spikeMetric(recording, static_cast<int>(c)));
      known->range = std::max(known->range, range.max - range.min);
      largestRange[channel.unit] = std::max(largestRange[channel.unit], known->range);
    }
  }
  std::erase_if(result, [&](const ChannelScore& s) { return s.range <= 1e-3 * largestRange[s.unit]; });
  return result;
}

std::vector<std::string> mostTelling(const std::vector<ComparedRun>& runs, ChannelKind kind) {
  std::vector<ChannelScore> candidates = scores(runs, kind);
  std::stable_sort(candidates.begin(), candidates.end(),
                   [](const ChannelScore& a, const ChannelScore& b) { return a.spikes > b.spikes; });
  if (candidates.size() > kMaxPanels) candidates.resize(kMaxPanels);
  std::vector<std::string> names;
  for (const ChannelScore& candidate : candidates) names.push_back(candidate.name);
  return names;
}

Chart chartFor(const std::string& model, const std::vector<ComparedRun>& runs, const std::string& title) {
  Chart chart;
  chart.title = title;
  chart.subtitle = model;
  for (std::size_t i = 0; i < runs.size(); ++i)
    chart.legend.push_back({runs[i].label, kRunColours[i % std::size(kRunColours)]});
  chart.start = runs.front().options.startTime;
  chart.end = runs.front().options.endTime;
  for (const ComparedRun& run : runs) {  // each may have an interval of its own
    chart.start = std::min(chart.start, run.options.startTime);
    chart.end = std::max(chart.end, run.options.endTime);
  }
  return chart;
}

}  // namespace

std::vector<std::string> compareChartNames() { return {kAcceleration, kReactions, kDrift, kOrder}; }

std::vector<std::string> writeCompareCharts(const std::string& model, const std::vector<ComparedRun>& runs,
                                            const std::filesystem::path& folder) {
  std::vector<std::string> files;
  const auto write = [&](Chart chart, const std::string& name) {
    std::erase_if(chart.panels, [](const ChartPanel& panel) { return panel.curves.empty(); });
    if (chart.panels.empty()) return;
    writeChart(chart, folder / name);
    files.push_back(name);
  };

  Chart acceleration = chartFor(model, runs, tr("Accelerations: spikes mean a noisy solution"));
  for (const std::string& name : mostTelling(runs, ChannelKind::Acceleration))
    acceleration.panels.push_back(panelFor(runs, name, name, false, false));
  write(acceleration, kAcceleration);

  Chart reactions = chartFor(model, runs, tr("Reactions (multipliers λ): spikes mean noisy reactions"));
  for (const std::string& name : mostTelling(runs, ChannelKind::Multiplier))
    reactions.panels.push_back(panelFor(runs, name, name, false, false));
  write(reactions, kReactions);

  Chart drift = chartFor(model, runs, tr("Constraint drift: how far the constraints are violated"));
  drift.panels.push_back(panelFor(runs, "drift.position", tr("position level"), true, false));
  drift.panels.push_back(panelFor(runs, "drift.velocity", tr("velocity level"), true, false));
  drift.panels.push_back(panelFor(runs, "drift.acceleration", tr("acceleration level"), true, false));
  write(drift, kDrift);

  Chart order = chartFor(model, runs, tr("Order and step size that the method chose"));
  order.panels.push_back(panelFor(runs, "step.order", tr("order"), false, true));
  order.panels.back().wholeNumbers = true;
  order.panels.push_back(panelFor(runs, "step.h", tr("step size"), true, true));
  write(order, kOrder);
  return files;
}

}  // namespace holonom::cli
