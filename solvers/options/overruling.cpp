// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/options/overruling.h"

#include <string_view>

namespace holonom {
namespace {

using S = SimulationOptions;

constexpr double kLoose = 1e-2;   // tolerance, in parts of the motion
constexpr long kFirstSteps = 10;  // after which the size of the first one is forgotten
constexpr Text kCoarse = Text("errors nearly as large as the motion pass the test");
constexpr Text kUndamped =
    Text("at index 3 nothing then damps what the constraints stir up at the step size");
constexpr Text kRate = Text("a small rate lets the joints drift, a large one makes the equations stiff");

constexpr double kLittle = 0.02;  // of the largest ρ, of γ − ½

bool isIndex3(const S& o) { return o.index == 3; }
bool pullsBack(const S& o) { return o.stabilisation == Stabilisation::Baumgarte; }

struct Rule {
  std::string_view option;
  Text without;
  bool (*holds)(const S&, long steps);
};

constexpr Rule kRules[] = {
    {"fixed-step", Text("no step is judged by its error, nor made shorter"),
     [](const S& o, long) { return o.fixedStep > 0; }},
    {"fixed-order", Text("the order does not follow the motion"),
     [](const S& o, long) { return o.fixedOrder > 0; }},
    {"initial-step", Text("the method may not be able to make this one"),
     [](const S& o, long steps) { return o.initialStep > 0 && steps < kFirstSteps; }},
    {"newton-tolerance", Text("a large one ends the iteration too early, one below rounding never"),
     [](const S& o, long) { return o.newtonTolerance > 0; }},
    {"projection-filter",
     Text("errors of the positions count as errors of the velocities, divided by the step"),
     [](const S& o, long) { return o.index == 3 && !o.projectionFilter; }},
    {"stabilisation", Text("no step is brought back to the constraints"),
     [](const S& o, long) {
       return o.stabilisation == Stabilisation::Baumgarte || o.stabilisation == Stabilisation::None;
     }},
    {"baumgarte-alpha", kRate, [](const S& o, long) { return pullsBack(o) && o.baumgarteAlpha > 0; }},
    {"baumgarte-beta", kRate, [](const S& o, long) { return pullsBack(o) && o.baumgarteBeta > 0; }},
    {"penalty", kRate, [](const S& o, long) { return o.penalty > 0; }},
    {"rho", kUndamped, [](const S& o, long) { return isIndex3(o) && o.rho > 1 - kLittle; }},
    {"gamma", kUndamped, [](const S& o, long) { return isIndex3(o) && o.gamma < 0.5 + kLittle; }},
    {"alpha", kUndamped, [](const S& o, long) { return isIndex3(o) && o.alpha < kLittle; }},
    {"rtol", kCoarse, [](const S& o, long) { return o.rtol > kLoose; }},
    {"atol", kCoarse, [](const S& o, long) { return o.atol > kLoose; }},
};

}  // namespace

std::vector<Overruling> overruling(const SimulationOptions& options, long steps) {
  std::vector<Overruling> found;
  for (const Rule& rule : kRules)
    for (const OptionField& field : optionFields())
      if (field.name == rule.option && isReadBy(field, options.method) && rule.holds(options, steps))
        found.push_back({&field, rule.without});
  return found;
}

}  // namespace holonom
