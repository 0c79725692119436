// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/cli/classic_evaluation.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "core/base/text.h"
#include "gui/cli/png_chart.h"
#include "gui/cli/stability_chart.h"
#include "solvers/integrators/methods.h"
#include "solvers/options/method_settings.h"

namespace holonom::cli {
namespace {

constexpr double kFastest = 120, kStiffEnd = 5, kBelow = 0.9, kAbove = 1.1;
constexpr double kLongStep = 0.1;  // s: twelve times the shortest time constant
constexpr ChartColour kExactColour{0.45, 0.45, 0.45}, kStableColour{0.00, 0.45, 0.70},
    kUnstableColour{0.84, 0.37, 0.00};

SimulationOptions classicOptions(const std::string& method, int order) {
  SimulationOptions options;
  selectMethod(options, method);
  options.fixedOrder = order;
  return options;
}

bool isLimited(const MethodStability& found) { return std::isfinite(found.realLimit); }

StiffExampleRun runStiffExample(const ClassicMethodFound& found, double step) {
  StiffTriple equation;
  SimulationOptions options = classicOptions(found.method, found.order);
  if (const MethodDescriptor& method = methodNamed(found.method); method.reads(MethodOption::MaxOrder)) {
    options.maxOrder =
        std::exchange(options.fixedOrder, 0);  // a past for that order would follow the fast parts
  }
  options.fixedStep = step;
  options.endTime = kStiffEnd;
  StiffExampleRun made{found.label, step, std::numeric_limits<double>::infinity(),
                       runEquation(equation, options)};
  const EquationRun::Point& last = made.run.points.back();
  if (made.run.failure.empty()) made.error = (last.values - last.exact).cwiseAbs().maxCoeff();
  return made;
}

std::string limitText(double limit) { return std::isfinite(limit) ? shortNumber(limit) : tr("no limit"); }

}  // namespace

StabilityProbe ClassicMethodFound::probe() const {
  return {methodNamed(method), settingsOf(classicOptions(method, order))};
}

ClassicEvaluation evaluateClassicMethods() {
  struct Row {
    const char* method;
    int order;
    double printed;
  };
  ClassicEvaluation e;
  for (const Row& row : {Row{"euler", 0, 2},
                         Row{"heun", 0, 0},
                         Row{"kutta3", 0, 0},
                         Row{"rk4", 0, 2.78},
                         Row{"leap-frog", 0, 0},
                         Row{"adams-bashforth", 2, 0},
                         Row{"adams-bashforth", 3, 0},
                         Row{"adams-bashforth", 4, 0},
                         Row{"predictor-corrector", 2, 0},
                         Row{"predictor-corrector", 3, 0},
                         Row{"predictor-corrector", 4, 0},
                         Row{"trapezoidal", 0, std::numeric_limits<double>::infinity()},
                         Row{"adams-moulton", 3, 0},
                         Row{"adams-moulton", 4, 0},
                         Row{"treanor", 0, 0},
                         Row{"rosenbrock", 0, 0},
                         Row{"bdf", 1, 0},
                         Row{"bdf", 2, 0},
                         Row{"bdf", 3, 0},
                         Row{"bdf", 4, 0},
                         Row{"bdf", 5, 0},
                         Row{"bdf", 6, 0}}) {
    const std::string name = methodNamed(row.method).shortName;
    ClassicMethodFound found{
        row.method, row.order, row.order > 0 ? tr("{}, order {}", name, row.order) : name, row.printed, {}};
    found.stability = stabilityOf(found.probe());
    e.methods.push_back(found);
  }
  for (const ClassicMethodFound& found : e.methods) {
    if (found.order > methodNamed(found.method).orders.most)
      continue;  // only from a past, which would follow the fast parts
    if (!isLimited(found.stability)) {
      e.runs.push_back(runStiffExample(found, kLongStep));
      continue;
    }
    if (found.stability.isSegment()) {  // whatever fades grows, also with steps that vibrations bear
      e.runs.push_back(runStiffExample(found, kBelow * found.stability.imaginaryLimit / kFastest));
      continue;
    }
    const double step = found.stability.realLimit / kFastest;
    e.runs.push_back(runStiffExample(found, kBelow * step));
    e.runs.push_back(runStiffExample(found, kAbove * step));
  }
  return e;
}

TextTable ClassicEvaluation::stability() const {
  TextTable table({"method", "order", "error_constant", "real_axis", "printed", "imaginary_axis", "angle"});
  for (const ClassicMethodFound& found : methods) {
    const MethodStability& s = found.stability;
    table.addRow({found.label, shortNumber(s.order), shortNumber(s.errorConstant), limitText(s.realLimit),
                  found.printed > 0 ? limitText(found.printed) : "–", limitText(s.imaginaryLimit),
                  shortNumber(s.angle)});
  }
  return table;
}

PrintedComparison ClassicEvaluation::comparison() const {
  PrintedComparison comparison;
  for (const ClassicMethodFound& found : methods)
    comparison.add("real_axis", found.label, found.stability.realLimit, found.printed);
  return comparison;
}

TextTable ClassicEvaluation::stiffExample() const {
  TextTable table({"method", "step", "h_lambda", "error"});
  for (const StiffExampleRun& run : runs)
    table.addRow({run.label, shortNumber(run.step), shortNumber(kFastest * run.step),
                  std::isfinite(run.error)
                      ? shortNumber(run.error)
                      : tr("beyond all bounds at {} s", shortNumber(run.run.points.back().t))});
  return table;
}

void writeClassicFigures(const ClassicEvaluation& e, const std::filesystem::path& folder) {
  for (const ClassicMethodFound& found : e.methods) {
    const std::string file = found.method + (found.order > 0 ? "-" + std::to_string(found.order) : "");
    writeStabilityChart(found.label, methodNamed(found.method).regionNote, found.probe(), found.stability, {},
                        folder / (file + ".png"));
  }
  constexpr double kShown = 0.6;  // s
  const auto curve = [](const StiffExampleRun& run, int component, bool exact, const ChartColour& colour) {
    ChartCurve drawn{colour, {}, false};
    for (const EquationRun::Point& point : run.run.points)
      if (point.t <= kShown)
        drawn.points.push_back({point.t, (exact ? point.exact : point.values)[component]});
    return drawn;
  };
  const StiffExampleRun &below = e.runs[0], &above = e.runs[1];
  const auto legend = [](const StiffExampleRun& run) {
    return tr("{}, h = {} s", run.label, shortNumber(run.step));
  };
  Chart chart;
  chart.title = tr("The stiff example on both sides of the step h = 2/120 s");
  chart.subtitle = tr("eigenvalues −0.1, −50 and −120");
  chart.legend = {
      {tr("exact"), kExactColour}, {legend(below), kStableColour}, {legend(above), kUnstableColour}};
  chart.end = kShown;
  for (const int component : {0, 2})
    chart.panels.push_back({.title = component == 0 ? "y1" : "y3",
                            .unit = "",
                            .curves = {curve(above, component, false, kUnstableColour),
                                       curve(below, component, false, kStableColour),
                                       curve(below, component, true, kExactColour)}});
  writeChart(chart, folder / "stiff.png");
}

}  // namespace holonom::cli
