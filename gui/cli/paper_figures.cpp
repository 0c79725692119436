// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/cli/paper_figures.h"

#include <algorithm>
#include <charconv>
#include <functional>

#include "core/base/text.h"
#include "gui/cli/png_chart.h"

namespace holonom::cli {
namespace {

// Okabe and Ito's colours.
constexpr ChartColour kFigureColours[] = {{0.00, 0.62, 0.45}, {0.84, 0.37, 0.00}, {0.00, 0.45, 0.70}};

using Value = std::function<double(const PaperStep&)>;

Value coordinate(int i, double factor = 1) {
  return [=](const PaperStep& step) { return factor * step.state.q[i]; };
}
Value acceleration(int i) {
  return [=](const PaperStep& step) { return step.state.a[i]; };
}
Value multiplier(int i) {
  return [=](const PaperStep& step) { return step.state.lambda[i]; };
}

Chart chartOf(const PaperProblem& problem, const std::string& title) {
  Chart chart;
  chart.title = title;
  chart.subtitle = problem.title;
  const auto runs = problem.runsOfThePaper();
  for (std::size_t i = 0; i < runs.size(); ++i) chart.legend.push_back({runs[i]->label, kFigureColours[i]});
  chart.end = problem.endTime;
  return chart;
}

/// The run with the largest misfit of accelerations is drawn first, so that the smooth ones stay visible on
/// top.
ChartPanel panelOf(const PaperProblem& problem, const std::string& title, const std::string& unit,
                   const Value& value) {
  const auto runs = problem.runsOfThePaper();
  std::vector<std::size_t> order{0, 1, 2};
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return runs[a]->accelerationMisfit > runs[b]->accelerationMisfit;
  });
  ChartPanel panel;
  panel.title = title;
  panel.unit = unit;
  for (const std::size_t i : order) {
    ChartCurve curve{kFigureColours[i], {}, false};
    for (const PaperStep& step : runs[i]->steps) curve.points.push_back({step.state.t, value(step)});
    panel.curves.push_back(std::move(curve));
  }
  return panel;
}

/// The orders of the BDF runs, one panel each.
Chart orderChart(const PaperProblem& problem, const std::string& title) {
  Chart chart;
  chart.title = title;
  chart.subtitle = problem.title;
  chart.end = problem.endTime;
  const auto runs = problem.runsOfThePaper();
  for (std::size_t i = 0; i < runs.size(); ++i) {
    const PaperRun& run = *runs[i];
    if (!methodOf(run.options).reads(MethodOption::MaxOrder)) continue;
    chart.legend.push_back({run.label, kFigureColours[i]});
    ChartCurve curve{kFigureColours[i], {}, true};
    for (const PaperStep& step : run.steps)  // the start has no step of its own
      curve.points.push_back(
          {step.state.t, step.order > 0 ? double(step.order) : double(run.steps[1].order)});
    ChartPanel panel;
    panel.title = tr("order, {}", run.label);
    panel.wholeNumbers = true;
    panel.curves.push_back(std::move(curve));
    chart.panels.push_back(std::move(panel));
  }
  return chart;
}

void append(std::string& line, double value) {
  char text[32];
  const auto end = std::to_chars(text, text + sizeof text, value).ptr;
  line.append(line.empty() || line.back() == '\n' ? "" : ",").append(text, end);
}

}  // namespace

std::vector<std::string> paperFigureNames() {
  return {"figure3.png", "figure4.png", "figure6.png", "figure7.png"};
}

void writePaperFigures(const PaperProblem& sevenBody, const PaperProblem& sliderCrank,
                       const std::filesystem::path& folder) {
  Chart motion = chartOf(sevenBody, tr("Figure 3: motion of the seven-body mechanism"));
  motion.panels = {panelOf(sevenBody, tr("β (crank)"), "rad", coordinate(0)),
                   panelOf(sevenBody, "γ", "rad", coordinate(2)),
                   panelOf(sevenBody, "Φ", "rad", coordinate(3)),
                   panelOf(sevenBody, "δ", "rad", coordinate(4)),
                   panelOf(sevenBody, tr("acceleration of γ"), "rad/s²", acceleration(2))};
  writeChart(motion, folder / "figure3.png");
  writeChart(orderChart(sevenBody, tr("Figure 4: order that BDF chose")), folder / "figure4.png");

  Chart crank = chartOf(sliderCrank, tr("Figure 6: motion of the flexible slider–crank"));
  crank.panels = {
      panelOf(sliderCrank, tr("slider x₃"), "m", coordinate(2)),
      panelOf(sliderCrank, tr("first lateral mode q₁"), "mm", coordinate(3, 1e3)),
      panelOf(sliderCrank, tr("stretching of the rod q₄"), "mm", coordinate(6, 1e3)),
      panelOf(sliderCrank, tr("acceleration of φ₂: spikes at index 3"), "rad/s²", acceleration(1)),
      panelOf(sliderCrank, tr("acceleration of the slider"), "m/s²", acceleration(2)),
      panelOf(sliderCrank, tr("force between rod and slider λ₂"), "N", multiplier(1))};
  writeChart(crank, folder / "figure6.png");
  writeChart(orderChart(sliderCrank, tr("Figure 7: order that BDF chose by itself")), folder / "figure7.png");
}

std::string paperCurvesCsv(const PaperProblem& problem, const PaperRun& run) {
  std::string text = "t";
  for (const char* suffix : {"", "_v", "_a"})
    for (const std::string& name : problem.coordinates) text += "," + name + suffix;
  for (std::size_t i = 0; i < problem.constraints.size(); ++i) text += ",lambda" + std::to_string(i + 1);
  text += ",h,order\n";
  for (const PaperStep& step : run.steps) {
    append(text, step.state.t);
    for (const Vector* values : {&step.state.q, &step.state.v, &step.state.a, &step.state.lambda})
      for (const double value : *values) append(text, value);
    append(text, step.h);
    append(text, step.order);
    text += '\n';
  }
  return text;
}

}  // namespace holonom::cli
