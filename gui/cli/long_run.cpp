// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/cli/long_run.h"

#include <algorithm>
#include <cmath>
#include <ctime>
#include <numbers>

#include "core/base/text.h"
#include "core/dynamics/equations_of_motion.h"
#include "core/io/examples.h"
#include "core/io/model_reader.h"
#include "core/math/euler_parameters.h"
#include "gui/cli/png_chart.h"
#include "solvers/analyses/start_values.h"
#include "solvers/simulation/loop/simulation.h"

namespace holonom::cli {
namespace {

constexpr double kStep = 0.04;  // s
constexpr double kAside = std::numbers::pi / 6;
constexpr double kLostShare = 0.1;  // of the energy that moves: there a run ends
constexpr int kPerDecade = 60;      // stretches
constexpr ChartColour kColours[] = {{0.00, 0.45, 0.70}, {0.00, 0.62, 0.45}, {0.84, 0.37, 0.00},
                                    {0.80, 0.47, 0.65}, {0.90, 0.62, 0.00}, {0.34, 0.34, 0.34}};

class EnergyReader {
 public:
  explicit EnergyReader(const Mechanism& mechanism) : equations_(mechanism) {}
  double operator()(const State& state) {
    equations_.moveTo(state.t, state.q, state.v);
    return equations_.kineticEnergy() + equations_.potentialEnergy();
  }

 private:
  EquationsOfMotion equations_;  // those of the run stand where the method wants them
};

/// Slope of a straight line through points that come one after the other.
class LineFit {
 public:
  void add(double x, double y) {
    ++count_;
    const double dx = x - x_;
    x_ += dx / count_;
    y_ += (y - y_) / count_;
    xx_ += dx * (x - x_);
    xy_ += dx * (y - y_);
  }
  double slope() const { return xx_ > 0 ? xy_ / xx_ : 0; }

 private:
  double count_ = 0, x_ = 0, y_ = 0, xx_ = 0, xy_ = 0;
};

void addTo(std::vector<EnergyStretch>& stretches, long& samples, double periods, double off) {
  if (stretches.empty() || periods > stretches.back().to) {
    const double from = stretches.empty() ? 0 : stretches.back().to;
    stretches.push_back({from, std::max(periods, 1.0) * std::pow(10, 1.0 / kPerDecade), off, off, 0});
    samples = 0;
  }
  EnergyStretch& stretch = stretches.back();
  stretch.lowest = std::min(stretch.lowest, off);
  stretch.highest = std::max(stretch.highest, off);
  stretch.mean += (off - stretch.mean) / static_cast<double>(++samples);
}

/// The largest distance in the stretches that have a part between two times (periods).
double largestBetween(const std::vector<EnergyStretch>& stretches, double from, double to) {
  double largest = 0;
  for (const EnergyStretch& stretch : stretches)
    if (stretch.to > from && stretch.from < to)
      largest = std::max({largest, std::abs(stretch.lowest), std::abs(stretch.highest)});
  return largest;
}

LongRun runOf(const Mechanism& mechanism, const LongRunEvaluation& of, const char* method, int index,
              bool fixed = true) {
  LongRun run;
  run.options.method = method;
  run.options.index = index;
  run.options.rtol = run.options.atol = 1e-6;
  if (fixed) run.options.fixedStep = kStep;
  run.options.endTime = of.periods * of.period;
  run.label = shortLabel(run.options);
  EquationsOfMotion equations(mechanism);
  EnergyReader energy(mechanism);
  LineFit line;
  long samples = 0;
  const std::clock_t begun = std::clock();
  Simulation simulation(equations, run.options);
  if (simulation.start(initialGuess(equations, 0))) {
    const double start = energy(simulation.state());
    while (!run.lost && simulation.advance() == Simulation::Advance::Accepted) {
      const double off = energy(simulation.state()) - start;
      run.periods = simulation.state().t / of.period;
      addTo(run.stretches, samples, run.periods, off);
      line.add(run.periods, off);
      run.lost = !(std::abs(off) < kLostShare * of.energy);
    }
  }
  run.seconds = static_cast<double>(std::clock() - begun) / CLOCKS_PER_SEC;
  run.termination = simulation.termination();
  run.message = simulation.message();
  run.steps = simulation.counts().steps;
  run.first = largestBetween(run.stretches, 0, 0.1 * run.periods);
  run.last = largestBetween(run.stretches, 0.9 * run.periods, run.periods);
  run.drift = 1000 * line.slope();
  return run;
}

void place(Body& body, const Vector3& position, const Vector4& turn) {
  const AxisAngle pose = axisAngle(turn);
  body.position = position;
  body.axis = pose.axis;
  body.angle = pose.angle;
}

/// The example with another start, at rest: both bars hang, kAside from the vertical in two planes at right
/// angles. From the one of the example single motions become so fast, near the singular position of its
/// Cardan joint, that no step worth the name can follow them.
Mechanism hangingAside() {
  Mechanism mechanism = readMechanism(findModel("spatial_double_pendulum"));
  const Vector4 downwards = eulerParameters(Vector3(0, std::numbers::pi / 2, 0));
  place(mechanism.bodies[0], {0, 0, 0}, composed(eulerParameters(Vector3(0, -kAside, 0)), downwards));
  place(mechanism.bodies[1], {std::sin(kAside), 0, -std::cos(kAside)},
        composed(eulerParameters(Vector3(kAside, 0, 0)), downwards));
  return mechanism;
}

}  // namespace

LongRunEvaluation evaluateLongRuns(double periods) {
  const Mechanism mechanism = hangingAside();
  const Body &upper = mechanism.bodies[0], &lower = mechanism.bodies[1];
  const double g = mechanism.gravity.norm(), length = upper.points[1].position.x();
  LongRunEvaluation e;
  e.period = 2 * std::numbers::pi * std::sqrt(length / g);
  e.energy = g * (1 - std::cos(kAside)) *
             (upper.mass * upper.centreOfMass.x() + lower.mass * (length + lower.centreOfMass.x()));
  e.periods = periods;
  e.runs = {runOf(mechanism, e, "rattle", 3),
            runOf(mechanism, e, "variational-midpoint", 3),
            runOf(mechanism, e, "rk4", 1),
            runOf(mechanism, e, "trapezoidal", 1),
            runOf(mechanism, e, "generalized-alpha", 3),
            runOf(mechanism, e, "bdf", 2, false)};
  return e;
}

TextTable LongRunEvaluation::table() const {
  TextTable table({"method", "step_s", "periods", "steps", "cpu_seconds", "energy_off_first_tenth_J",
                   "energy_off_last_tenth_J", "drift_J_per_1000_periods", "ended"});
  for (const LongRun& run : runs)
    table.addRow({run.label, run.options.fixedStep > 0 ? shortNumber(run.options.fixedStep) : tr("varies"),
                  shortNumber(run.periods), std::to_string(run.steps), shortNumber(run.seconds),
                  shortNumber(run.first), shortNumber(run.last), shortNumber(run.drift),
                  run.lost ? tr("energy lost") : toString(run.termination)});
  return table;
}

void writeLongRunFigure(const LongRunEvaluation& e, const std::filesystem::path& folder) {
  Chart chart;
  chart.title =
      tr("Energy of the spatial double pendulum, let go 30° aside, over {} periods", shortNumber(e.periods));
  chart.subtitle = tr("fixed steps of {} s, BDF by its tolerance", shortNumber(kStep));
  chart.axis = tr("periods");
  chart.logarithmicAxis = true;
  chart.start = 1;
  chart.end = e.periods;
  ChartPanel all{.title = tr("energy − start"), .unit = "J"},
      sizes{.title = tr("largest distance"), .unit = "J", .logarithmic = true};
  for (std::size_t i = e.runs.size(); i-- > 0;) {
    ChartCurve range{kColours[i], {}, false}, size{kColours[i], {}, false};
    for (const EnergyStretch& stretch : e.runs[i].stretches) {
      range.points.push_back({stretch.to, stretch.lowest});
      range.points.push_back({stretch.to, stretch.highest});
      size.points.push_back({stretch.to, std::max(-stretch.lowest, stretch.highest)});
    }
    all.curves.push_back(std::move(range));
    sizes.curves.push_back(std::move(size));
  }
  for (std::size_t i = 0; i < e.runs.size(); ++i) chart.legend.push_back({e.runs[i].label, kColours[i]});
  chart.panels = {std::move(all), std::move(sizes)};
  writeChart(chart, folder / "long-run.png");
}

}  // namespace holonom::cli
