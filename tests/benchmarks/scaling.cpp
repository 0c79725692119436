// SPDX-License-Identifier: GPL-3.0-or-later
// Time per step by the size of a model, and its slope in log–log scale; what the start costs beside a run of
// 1 s, or beside its first minute of CPU time; peak memory. 'benchmark_scaling [MODEL [METHOD:INDEX
// [BODIES]]]': chain, spatial-chain or lattice, or all of them; a method, or those that big models are for;
// at most so many bodies.
#include <malloc.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <fstream>
#include <string>
#include <vector>

#include "core/dynamics/equations_of_motion.h"
#include "core/model/generators.h"
#include "tests/solvers/run_helpers.h"

namespace {

using namespace holonom;

struct Family {
  const char* name;
  Mechanism (*make)(int bodies);
};

const Family kFamilies[] = {
    {"chain", [](int bodies) { return makeChain(bodies); }},
    {"spatial-chain", [](int bodies) { return makeSpatialChain(bodies); }},
    {"lattice",
     [](int bodies) {
       const int side = static_cast<int>(std::lround(std::sqrt(bodies)));
       return makeLattice(side, side);
     }},
};

constexpr TestedMethod kMethods[] = {{"bdf:2", "bdf", 2},
                                     {"bdf:3", "bdf", 3},
                                     {"generalized-alpha:2", "generalized-alpha", 2},
                                     {"dop853:1", "dop853", 1}};

/// Of memory, from now on.
void forgetPeak() {
  malloc_trim(0);
  std::ofstream("/proc/self/clear_refs") << 5;
}

double peakMegabytes() {
  std::ifstream status("/proc/self/status");
  for (std::string word; status >> word;)
    if (double kilobytes = 0; word == "VmHWM:" && status >> kilobytes) return kilobytes / 1024;
  return 0;
}

double secondsNow() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

/// Seconds of CPU per accepted step; 0 where there is no run.
double secondsPerStep(const Family& family, const TestedMethod& method, int bodies) {
  constexpr double kRun = 1, kEnd = 100;            // s
  constexpr double kPatience = 60;                  // s of CPU time
  constexpr int kFirstSteps = 10, kMeasured = 120;  // the same for all; the first factorise more often
  forgetPeak();
  const Mechanism mechanism = family.make(bodies);
  const double begin = secondsNow();
  EquationsOfMotion equations(mechanism);
  Simulation simulation(equations, optionsOf(method, 1e-4, kEnd));
  if (!simulation.start(initialGuess(equations, 0))) {
    std::printf("%s of %d bodies: %s\n", family.name, bodies, simulation.message().c_str());
    return 0;
  }
  const double started = secondsNow();
  double afterFirst = 0, afterMeasured = 0, afterRun = 0;
  int steps = 0, stepsOfRun = 0;
  while ((steps < kFirstSteps + kMeasured || afterRun == 0) &&
         simulation.advance() == Simulation::Advance::Accepted) {
    if (++steps == kFirstSteps) afterFirst = secondsNow();
    if (steps == kFirstSteps + kMeasured) afterMeasured = secondsNow();
    if (afterRun > 0) continue;
    const double now = secondsNow();
    if (simulation.state().t >= kRun || now - begin > kPatience) afterRun = now, stepsOfRun = steps;
  }
  const double perStep = (afterMeasured - afterFirst) / kMeasured;
  const Counts& counts = simulation.counts();
  const auto count = static_cast<double>(counts.steps);
  std::printf("%s,%s,%zu,%.4g,%.3g,%.2f,%.2f,%d,%.3f,%.3f,%.3f,%.1f\n", family.name, method.name,
              mechanism.bodies.size(), 1e3 * perStep, 1e6 * perStep / bodies,
              static_cast<double>(counts.residuals) / count,
              static_cast<double>(counts.factorizations) / count, stepsOfRun, started - begin,
              afterRun - begin, (started - begin) / (afterRun - begin), peakMegabytes());
  std::fflush(stdout);
  return perStep;
}

/// Of the line through all points, by least squares.
double slope(const std::vector<double>& x, const std::vector<double>& y) {
  double mx = 0, my = 0, xy = 0, xx = 0;
  for (std::size_t i = 0; i < x.size(); ++i) mx += x[i] / double(x.size()), my += y[i] / double(x.size());
  for (std::size_t i = 0; i < x.size(); ++i) xy += (x[i] - mx) * (y[i] - my), xx += (x[i] - mx) * (x[i] - mx);
  return xy / xx;
}

void measure(const Family& family, const TestedMethod& method, int most) {
  std::vector<double> sizes, times;
  for (int bodies = 10; bodies <= most; bodies *= 10)
    if (const double perStep = secondsPerStep(family, method, bodies); perStep > 0 && bodies >= 100) {
      sizes.push_back(std::log10(bodies));
      times.push_back(std::log10(perStep));
    }
  if (sizes.size() > 1)
    std::printf("%s by %s: slope of the time per step from 100 to %.0f bodies in log–log scale: %.3f\n",
                family.name, method.name, std::pow(10, sizes.back()), slope(sizes, times));
}

}  // namespace

int main(int argc, char** argv) {
  const std::string model = argc > 1 ? argv[1] : "", method = argc > 2 ? argv[2] : "";
  const int most = argc > 3 ? std::atoi(argv[3]) : 10000;
  std::vector<TestedMethod> methods(std::begin(kMethods), std::end(kMethods));
  if (const auto colon = method.find(':'); colon != std::string::npos) {
    static const std::string name = method.substr(0, colon);
    methods = {{argv[2], name.c_str(), std::atoi(method.c_str() + colon + 1)}};
  }
  std::puts(
      "model,method,bodies,ms_per_step,us_per_step_and_body,residuals_per_step,factorizations_per_step,"
      "steps_of_run,start_s,start_and_run_s,start_part,peak_MB");
  for (const Family& family : kFamilies)
    if (model.empty() || model == family.name || model == "all")
      for (const TestedMethod& each : methods) measure(family, each, most);
}
