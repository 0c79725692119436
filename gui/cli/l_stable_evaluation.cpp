// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/cli/l_stable_evaluation.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/base/text.h"
#include "core/dynamics/equations_of_motion.h"
#include "gui/cli/png_chart.h"
#include "gui/cli/recorded_run.h"
#include "gui/cli/two_link_arm.h"
#include "solvers/analyses/start_values.h"
#include "solvers/simulation/loop/simulation.h"

namespace holonom::cli {
namespace {

constexpr double kFirstLength = 1, kSecondLength = std::numbers::sqrt3;  // m
constexpr ChartColour kBlocks{0.00, 0.45, 0.70}, kClassic{0.84, 0.37, 0.00}, kThird{0.00, 0.62, 0.45};

/// The arm of 001, §3: at π/3 and −π/6.
Mechanism arm() {
  return twoLinkArm({1, kFirstLength, std::numbers::pi / 3}, {2, kSecondLength, -std::numbers::pi / 6});
}

SimulationOptions fixedSteps(const char* method, int index, double h, double end) {
  SimulationOptions options;
  options.method = method;
  options.index = index;
  options.fixedStep = h;
  options.endTime = end;
  options.rtol = options.atol = 1e-8;
  return options;
}

SimulationOptions blocks(int stages, int index, double h, BlockNodes nodes = BlockNodes::Equidistant,
                         BlockNumerator numerator = BlockNumerator::TwoLess, double end = 10) {
  SimulationOptions options = fixedSteps("l-stable", index, h, end);
  options.blockStages = stages;
  options.blockNodes = nodes;
  options.blockNumerator = numerator;
  options.endProjection = false;
  // The error of the method, not that of the iteration, and at index 1 no drift of the iteration's; index 3
  // cannot go so far, for rounding.
  options.newtonTolerance = index == 3 ? 1e-2 : index == 2 ? 1e-4 : 1e-7;
  return options;
}

/// The same with the ends of steps brought back to the constraints, which is usual here.
SimulationOptions settledBlocks(double h) {
  SimulationOptions options = blocks(4, 1, h);
  options.endProjection = true;
  return options;
}

/// RK4 on the bare form, as the paper has it.
SimulationOptions bareRungeKutta(double end) {
  SimulationOptions options = fixedSteps("rk4", 1, 0.01, end);
  options.stabilisation = Stabilisation::None;
  return options;
}

double largest(const Recording& recording, const char* channel, double less = 0) {
  const int column = recording.channelIndex(channel);
  double found = 0;
  for (std::size_t row = 0; row < recording.size(); ++row)
    found = std::max(found, std::abs(recording.value(row, column) - less));
  return found;
}

BlockRun runOf(std::string label, const SimulationOptions& options) {
  RecordedRun recorded = runAndRecord(arm(), {.options = options});
  BlockRun run{std::move(label),         options, recorded.summary.termination,
               recorded.summary.message, {},      std::move(recorded.recording)};
  const Recording& recording = *run.recording;
  if (recording.size() == 0) return run;
  const double start = recording.value(0, recording.channelIndex("energy.total"));
  run.measured = {.energy = largest(recording, "energy.total", start),
                  .position = largest(recording, "drift.position"),
                  .velocity = largest(recording, "drift.velocity"),
                  .acceleration = largest(recording, "drift.acceleration"),
                  .seconds = recorded.summary.times.total};
  return run;
}

Vector endOf(const SimulationOptions& options) {
  EquationsOfMotion equations(arm());
  Simulation simulation(equations, options);
  if (simulation.start(initialGuess(equations, 0)))
    while (simulation.advance() == Simulation::Advance::Accepted) {}
  if (simulation.termination() != Termination::ReachedEnd)
    return Vector::Constant(equations.coordinateCount(), NAN);
  return simulation.state().q;
}

BlockOrders ordersOf(int stages, BlockNumerator numerator, const Vector& reference) {
  BlockOrders orders{.stages = stages};
  for (const double h : {0.04, 0.02, 0.01, 0.005, 0.0025}) {
    SimulationOptions options = blocks(stages, 3, h, BlockNodes::Equidistant, numerator, 1);
    options.rtol = options.atol = 1e-10;
    orders.steps.push_back(h);
    orders.errors.push_back((endOf(options) - reference).cwiseAbs());
  }
  return orders;
}

}  // namespace

double BlockOrders::order() const {
  constexpr double kIterated = 1e-10;
  std::size_t last = steps.size() - 1;
  while (last > 1 && !(errors[last].norm() > kIterated)) --last;
  return std::log(errors.front().norm() / errors[last].norm()) / std::log(steps.front() / steps[last]);
}

TextTable BlockTable::text(const std::vector<BlockRun>& runs) const {
  TextTable table({"run", "cpu_seconds", "paper_seconds", "energy_error", "paper_energy_error", "position",
                   "paper_position", "velocity", "paper_velocity", "acceleration", "paper_acceleration"});
  for (const BlockRow& row : rows) {
    const BlockNumbers &ours = runs[row.run].measured, &theirs = row.printed;
    const auto printed = [](double value) { return value > 0 ? shortNumber(value) : std::string(); };
    table.addRow({runs[row.run].label, shortNumber(ours.seconds), printed(theirs.seconds),
                  shortNumber(ours.energy), printed(theirs.energy), shortNumber(ours.position),
                  printed(theirs.position), shortNumber(ours.velocity), printed(theirs.velocity),
                  shortNumber(ours.acceleration), printed(theirs.acceleration)});
  }
  return table;
}

PrintedComparison BlockTable::comparison(const std::vector<BlockRun>& runs) const {
  PrintedComparison comparison;
  for (const BlockRow& row : rows) {
    const BlockNumbers &ours = runs[row.run].measured, &theirs = row.printed;
    const std::string& label = runs[row.run].label;
    comparison.add("energy_error", label, ours.energy, theirs.energy);
    comparison.add("position", label, ours.position, theirs.position);
    comparison.add("velocity", label, ours.velocity, theirs.velocity);
    comparison.add("acceleration", label, ours.acceleration, theirs.acceleration);
  }
  return comparison;
}

TextTable BlockEvaluation::orderTable() const {
  TextTable table({"stages", "index", "largest_step", "error", "measured_order"});
  for (const BlockOrders& one : orders)
    table.addRow({std::to_string(one.stages), "3", shortNumber(one.steps.front()),
                  shortNumber(one.errors.front().norm()), shortNumber(one.order())});
  return table;
}

BlockEvaluation evaluateBlocks() {
  using enum BlockNodes;
  using enum BlockNumerator;
  enum Run {
    Four,
    Half,
    Tenth,
    ThreeOne,
    ThreeTwo,
    Classic,
    Index2,
    Index3,
    ByChebyshev,
    ByLegendre,
    Long,
    LongClassic,
    FourSettled,
    HalfSettled,
    TenthSettled
  };
  BlockEvaluation e;
  const auto add = [&](const std::string& label, const SimulationOptions& options) {
    e.runs.push_back(runOf(label, options));
  };
  add(tr("4 stages, index 1, h = {}", "0.01"), blocks(4, 1, 0.01));
  add(tr("4 stages, index 1, h = {}", "0.005"), blocks(4, 1, 0.005));
  add(tr("4 stages, index 1, h = {}", "0.001"), blocks(4, 1, 0.001));
  add(tr("3 stages, Padé (2, 3)"), blocks(3, 1, 0.01, Equidistant, OneLess));
  add(tr("3 stages, Padé (1, 3)"), blocks(3, 1, 0.01, Equidistant, TwoLess));
  add(tr("RK4, nothing against drift"), bareRungeKutta(10));
  add(tr("4 stages, index 2"), blocks(4, 2, 0.01));
  add(tr("4 stages, index 3"), blocks(4, 3, 0.01));
  add(tr("4 stages, index 3, Chebyshev"), blocks(4, 3, 0.01, Chebyshev));
  add(tr("4 stages, index 3, Legendre"), blocks(4, 3, 0.01, Legendre));
  add(tr("4 stages, index 1, 100 s"), blocks(4, 1, 0.01, Equidistant, TwoLess, 100));
  add(tr("RK4, nothing against drift, 100 s"), bareRungeKutta(100));

  for (const double h : {0.01, 0.005, 0.001})
    add(tr("4 stages, index 1, ends on the constraints, h = {}", shortNumber(h)), settledBlocks(h));

  const BlockNumbers four{7.0007e-5, 6.8459e-7, 3.7480e-7, 5.6595e-12, 5.8906};
  const BlockNumbers half{8.8078e-7, 1.9154e-9, 6.6686e-9, 1.9846e-12, 10.8750};
  const BlockNumbers tenth{5.5074e-11, 7.6766e-13, 4.1800e-13, 1.4211e-13, 42.6406};
  const BlockNumbers three{0.0021, 5.8212e-5, 3.9267e-4, 6.2625e-12, 1.6875};
  const BlockNumbers uniform{0.0011, 2.6645e-15, 5.9405e-4, 0.9854, 5.6094};
  e.tables = {
      {1,
       tr("steps of different size"),
       {{FourSettled, {.energy = four.energy}},
        {HalfSettled, {.energy = half.energy}},
        {TenthSettled, {.energy = tenth.energy}},
        {Four, four},
        {Half, half},
        {Tenth, tenth}}},
      {2, tr("three and four stages"), {{ThreeOne, three}, {ThreeTwo, three}, {Four, four}}},
      {3,
       tr("beside the classic Runge–Kutta method"),
       {{Four, four}, {Classic, {0.2628, 0.0087, 0.0021, 9.2371e-14, 0.3906}}}},
      {4,
       tr("index 1, 2 and 3"),
       {{Four, four}, {Index2, {3.2163e-5, 4.3949e-9, 1.8498e-14, 0.0704, 5.4219}}, {Index3, uniform}}},
      {5,
       tr("nodes of the stages"),
       {{Index3, uniform},
        {ByChebyshev, {4.3245e-5, 2.7200e-15, 1.8094e-4, 0.6880, 5.2188}},
        {ByLegendre, {2.5327e-4, 2.8866e-15, 2.9047e-4, 0.7560, 5.1094}}}}};

  SimulationOptions exact;
  exact.method = "dop853";
  exact.index = 1;
  exact.rtol = exact.atol = 1e-12;
  exact.endTime = 1;
  const Vector reference = endOf(exact);
  e.orders = {ordersOf(4, TwoLess, reference), ordersOf(3, OneLess, reference)};
  for (const char* body : {"1", "2"})
    for (const char* coordinate : {"x", "y", "θ"}) e.coordinates.push_back(std::string(coordinate) + body);
  return e;
}

namespace {

/// Curves of some channels over time or, with `against`, over another channel.
ChartCurve curveOf(const BlockRun& run, const char* channel, const ChartColour& colour,
                   const char* against = nullptr, double less = 0) {
  const Recording& recording = *run.recording;
  const int y = recording.channelIndex(channel), x = against ? recording.channelIndex(against) : 0;
  ChartCurve curve{colour, {}, false};
  for (std::size_t row = 0; row < recording.size(); ++row)
    curve.points.push_back({recording.value(row, x), recording.value(row, y) - less});
  return curve;
}

Chart overTime(const std::string& title, const BlockRun& run) {
  Chart chart;
  chart.title = title;
  chart.subtitle = run.label;
  chart.end = run.options.endTime;
  return chart;
}

Chart tipPath(const BlockRun& run) {
  Chart chart = overTime(tr("Figure 2: path of the tip"), run);
  const double reach = kFirstLength + kSecondLength;
  chart.start = -1.05 * reach;
  chart.end = 1.05 * reach;
  chart.axis = "x (m)";
  chart.panelHeight = 560;
  chart.panels = {{.title = "y", .unit = "m", .curves = {curveOf(run, "tip_y", kBlocks, "tip_x")}}};
  return chart;
}

Chart energyChart(const std::string& title, const BlockRun& blocks, const BlockRun& classic) {
  Chart chart = overTime(title, blocks);
  chart.subtitle = {};
  chart.legend = {{blocks.label, kBlocks}, {classic.label, kClassic}};
  chart.panels = {
      {.title = tr("total energy"),
       .unit = "J",
       .curves = {curveOf(classic, "energy.total", kClassic), curveOf(blocks, "energy.total", kBlocks)}}};
  return chart;
}

/// Errors of coordinates, or of all together where none is named, over the step.
Chart orderChart(int number, const BlockOrders& orders, const std::vector<std::string>& names, int first,
                 int count) {
  constexpr ChartColour kColours[] = {kBlocks, kClassic, kThird};
  Chart chart;
  chart.title = tr("Figure {}: error at 1 s over the step", number);
  chart.subtitle = tr("{} stages, index 3, slope {}", orders.stages, shortNumber(orders.order()));
  chart.axis = "h (s)";
  chart.logarithmicAxis = true;
  chart.start = 0.8 * orders.steps.back();
  chart.end = 1.25 * orders.steps.front();
  chart.panelHeight = 420;
  ChartPanel panel{.title = tr("error"), .unit = "m, rad", .logarithmic = true};
  for (int k = 0; k < std::max(1, count); ++k) {
    ChartCurve curve{kColours[k], {}, false};
    for (std::size_t i = orders.steps.size(); i-- > 0;)
      curve.points.push_back(
          {orders.steps[i], count > 0 ? orders.errors[i][first + k] : orders.errors[i].norm()});
    chart.legend.push_back({count > 0 ? names[std::size_t(first + k)] : tr("all coordinates"), kColours[k]});
    panel.curves.push_back(std::move(curve));
  }
  chart.panels = {std::move(panel)};
  return chart;
}

}  // namespace

std::vector<std::string> writeBlockFigures(const BlockEvaluation& e, const std::filesystem::path& folder) {
  std::vector<std::string> names;
  const auto write = [&](int number, const Chart& chart) {
    names.push_back("figure" + std::to_string(number) + ".png");
    writeChart(chart, folder / names.back());
  };
  const BlockRun &run = e.runs[0], &classic = e.runs[5], &longRun = e.runs[10], &longClassic = e.runs[11];
  write(2, tipPath(run));
  Chart tip = overTime(tr("Figure 3: the tip"), run);
  tip.panels = {{.title = "x", .unit = "m", .curves = {curveOf(run, "tip_x", kBlocks)}},
                {.title = "y", .unit = "m", .curves = {curveOf(run, "tip_y", kBlocks)}}};
  write(3, tip);
  Chart energy = overTime(tr("Figure 4: energies"), run);
  energy.legend = {{tr("total"), kThird}, {tr("kinetic"), kBlocks}, {tr("potential"), kClassic}};
  energy.panels = {
      {.title = tr("energy"),
       .unit = "J",
       .curves = {curveOf(run, "energy.kinetic", kBlocks), curveOf(run, "energy.potential", kClassic),
                  curveOf(run, "energy.total", kThird)}}};
  write(4, energy);
  Chart drift = overTime(tr("Figure 5: what is left of the constraints"), run);
  drift.panels = {{.title = tr("position level"),
                   .logarithmic = true,
                   .curves = {curveOf(run, "drift.position", kBlocks)}},
                  {.title = tr("velocity level"),
                   .logarithmic = true,
                   .curves = {curveOf(run, "drift.velocity", kBlocks)}},
                  {.title = tr("acceleration level"),
                   .logarithmic = true,
                   .curves = {curveOf(run, "drift.acceleration", kBlocks)}}};
  write(5, drift);
  write(6, energyChart(tr("Figure 6: total energy over 10 s"), run, classic));
  write(7, energyChart(tr("Figure 7: total energy over 100 s"), longRun, longClassic));
  int number = 8;
  for (const BlockOrders& orders : e.orders)
    for (const auto& [first, count] : {std::pair(0, 0), {0, 3}, {3, 3}}) {
      write(number, orderChart(number, orders, e.coordinates, first, count));
      ++number;
    }
  return names;
}

}  // namespace holonom::cli
