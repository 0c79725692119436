// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/cli/paper_evaluation.h"

#include <Eigen/LU>
#include <algorithm>
#include <cmath>
#include <ctime>
#include <functional>

#include "core/base/text.h"
#include "core/dynamics/reference_problems/andrews_relative.h"
#include "core/dynamics/reference_problems/flexible_slider_crank.h"
#include "solvers/simulation/loop/simulation.h"

namespace holonom::cli {
namespace {

PaperRun paperRun(const std::string& problem, const char* method, int index, double tolerance, long steps,
                  double seconds) {
  PaperRun run;
  run.options.method = method;
  run.options.index = index;
  run.options.rtol = run.options.atol = tolerance;
  run.file = problem + "-" + method + "-" + std::to_string(index);
  run.label = shortLabel(run.options);
  run.publishedSteps = steps;
  run.publishedSeconds = seconds;
  return run;
}

/// Not among the paper's, but beside them.
PaperRun furtherRun(const std::string& problem, const char* method, int index, double tolerance) {
  PaperRun run = paperRun(problem, method, index, tolerance, 0, 0);
  run.isOfThePaper = false;
  run.file += tolerance < 1e-5 ? "-tight" : "-loose";
  return run;
}

Eigen::MatrixXd dense(const SparsePattern& pattern, const std::vector<double>& values) {
  Eigen::MatrixXd matrix = Eigen::MatrixXd::Zero(pattern.rows, pattern.cols);
  for (int col = 0; col < pattern.cols; ++col)
    for (int k = pattern.colStart[col]; k < pattern.colStart[col + 1]; ++k)
      matrix(pattern.rowIndex[k], col) = values[k];
  return matrix;
}

/// a(q, v) from M a + C_qᵀ λ = Q, C_q a = γ.
Vector accelerations(DaeSystem& system, const State& state) {
  const int n = system.coordinateCount(), m = system.constraintCount();
  std::vector<double> mass(system.massPattern().nonZeros()), jacobian(system.constraintPattern().nonZeros());
  system.moveTo(state.t, state.q, state.v);
  system.mass(mass.data());
  system.constraintJacobian(jacobian.data());
  Eigen::MatrixXd matrix = Eigen::MatrixXd::Zero(n + m, n + m);
  matrix.topLeftCorner(n, n) = dense(system.massPattern(), mass);
  matrix.bottomLeftCorner(m, n) = dense(system.constraintPattern(), jacobian);
  matrix.topRightCorner(n, m) = matrix.bottomLeftCorner(m, n).transpose();
  Vector right(n + m);
  system.forces(right.head(n));
  system.gamma(right.tail(m));
  return matrix.partialPivLu().solve(right).head(n);
}

/// What each step weighs: 1, or its size.
OrderShare orderShare(const PaperRun& run, double (*weight)(const PaperStep&)) {
  OrderShare share;
  double all = 0;
  for (const PaperStep& step : run.steps) {
    if (step.order == 0) continue;  // the start
    all += weight(step);
    if (step.order == 2) share.two += weight(step);
    if (step.order > 2) share.above += weight(step);
  }
  if (all > 0) share.two /= all, share.above /= all;
  return share;
}

/// Largest |a − a(q, v)| after a tenth of the interval, over the largest |a(q, v)|.
double accelerationMisfit(const PaperRun& run, DaeSystem& system) {
  double misfit = 0, largest = 0;
  for (const PaperStep& step : run.steps) {
    if (step.state.t < 0.1 * run.options.endTime) continue;
    const Vector exact = accelerations(system, step.state);
    misfit = std::max(misfit, (step.state.a - exact).cwiseAbs().maxCoeff());
    largest = std::max(largest, exact.cwiseAbs().maxCoeff());
  }
  return largest > 0 ? misfit / largest : 0;
}

void judge(PaperRun& run, DaeSystem& system, const PaperReference& reference, int mode) {
  const State& end = run.steps.back().state;
  run.error = ((end.q - reference.q).array().abs() / reference.q.array().abs().max(1)).maxCoeff();
  if (mode >= 0) {
    run.modeError = std::abs(end.q[mode] / reference.q[mode] - 1);
    run.modeRateError = std::abs(end.v[mode] / reference.v[mode] - 1);
  }
  run.accelerationMisfit = accelerationMisfit(run, system);
  run.bySteps = orderShare(run, [](const PaperStep&) { return 1.0; });
  run.byTime = orderShare(run, [](const PaperStep& step) { return step.h; });
}

void integrate(PaperRun& run, DaeSystem& system, const InitialGuess& start, bool keepSteps) {
  Simulation simulation(system, run.options);
  const bool started = simulation.start(start);
  if (keepSteps) run.steps = {{simulation.state(), 0, 0}};
  while (started && simulation.advance() == Simulation::Advance::Accepted)
    if (keepSteps)
      run.steps.push_back({simulation.state(), simulation.record().h, simulation.record().order});
  run.termination = simulation.termination();
  run.message = simulation.message();
  run.counts = simulation.counts();
}

void measure(PaperProblem& problem, DaeSystem& system, const InitialGuess& start,
             const PaperReference& reference, int repetitions) {
  for (int i = 0; i < system.coordinateCount(); ++i) problem.coordinates.push_back(system.coordinateName(i));
  for (int i = 0; i < system.constraintCount(); ++i) problem.constraints.push_back(system.constraintName(i));
  for (PaperRun& run : problem.runs) {
    run.options.endTime = problem.endTime;
    std::vector<double> seconds;
    for (int i = 0; i < repetitions; ++i) {
      const std::clock_t before = std::clock();
      integrate(run, system, start, false);
      seconds.push_back(static_cast<double>(std::clock() - before) / CLOCKS_PER_SEC);
    }
    std::nth_element(seconds.begin(), seconds.begin() + repetitions / 2, seconds.end());
    run.cpuSeconds = seconds[static_cast<std::size_t>(repetitions / 2)];
    integrate(run, system, start, true);
    judge(run, system, reference, problem.mode);
  }
}

}  // namespace

std::vector<const PaperRun*> PaperProblem::runsOfThePaper() const {
  std::vector<const PaperRun*> found;
  for (const PaperRun& run : runs)
    if (run.isOfThePaper) found.push_back(&run);
  return found;
}

PaperProblem evaluateSevenBodyMechanism(int repetitions) {
  PaperProblem problem{"seven-body", tr("Seven-body mechanism"), "table5", AndrewsRelative::kEndTime};
  problem.units.assign(AndrewsRelative::kCoordinates, "rad");
  problem.runs = {paperRun(problem.name, "generalized-alpha", 3, 1e-6, 3148, 2.81),
                  paperRun(problem.name, "rk4", 1, 1e-4, 946, 1.56),
                  paperRun(problem.name, "bdf", 3, 1e-4, 568, 0.48),
                  furtherRun(problem.name, "eserk4", 1, 1e-4),
                  furtherRun(problem.name, "rock4", 1, 1e-4),
                  furtherRun(problem.name, "generalized-alpha", 3, 1e-4),
                  furtherRun(problem.name, "rk4", 1, 1e-6),
                  furtherRun(problem.name, "bdf", 3, 1e-6)};
  AndrewsRelative system;
  InitialGuess start;
  start.q = AndrewsRelative::initialCoordinates();
  start.v = AndrewsRelative::initialVelocities();
  measure(problem, system, start,
          {AndrewsRelative::referenceCoordinates(), AndrewsRelative::referenceVelocities()}, repetitions);
  return problem;
}

PaperProblem evaluateSliderCrank(int repetitions) {
  PaperProblem problem{"slider-crank", tr("Flexible slider–crank"), "table6", FlexibleSliderCrank::kEndTime,
                       3};
  problem.units = {"rad", "rad", "m", "m", "m", "m", "m"};
  problem.runs = {paperRun(problem.name, "generalized-alpha", 3, 1e-6, 494, 2.38),
                  paperRun(problem.name, "bdf", 3, 1e-4, 436, 2.91),
                  paperRun(problem.name, "bdf", 2, 1e-4, 444, 3.17),
                  furtherRun(problem.name, "generalized-alpha", 3, 1e-4),
                  furtherRun(problem.name, "bdf", 3, 1e-6),
                  furtherRun(problem.name, "bdf", 2, 1e-6)};
  FlexibleSliderCrank system;
  InitialGuess start;
  start.q = FlexibleSliderCrank::initialCoordinates();
  start.v = FlexibleSliderCrank::initialVelocities();
  // the slider moves by 2e-10 m to close the mechanism
  start.exactQ = Vector::Ones(FlexibleSliderCrank::kCoordinates);
  start.exactQ[2] = 0;
  start.exactV = Vector::Zero(FlexibleSliderCrank::kCoordinates);
  measure(problem, system, start,
          {FlexibleSliderCrank::referenceCoordinates(), FlexibleSliderCrank::referenceVelocities()},
          repetitions);
  return problem;
}

}  // namespace holonom::cli
