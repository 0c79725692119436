// SPDX-License-Identifier: GPL-3.0-or-later
// Time per step of hanging chains by the number of links, and the slope in log–log scale. An argument limits
// the links.
#include <sys/resource.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>

#include "core/dynamics/equations_of_motion.h"
#include "core/model/generators.h"
#include "tests/solvers/run_helpers.h"

namespace {

double peakMegabytes() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<double>(usage.ru_maxrss) / 1024;
}

constexpr int kSteps = 120;  // the same for all, since the first steps factorise more often

double secondsNow() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

/// Seconds of CPU per accepted step; the chain falls from the horizontal, its first steps are left out.
double secondsPerStep(const holonom::TestedMethod& variant, int links, int steps) {
  using namespace holonom;
  double begin = secondsNow();
  EquationsOfMotion equations(makeChain(links));
  Simulation simulation(equations, optionsOf(variant, 1e-4, 2));
  if (!simulation.start(initialGuess(equations, 0))) {
    std::printf("%d links: %s\n", links, simulation.message().c_str());
    return 0;
  }
  const double setUp = secondsNow() - begin;
  int taken = 0;
  for (; taken < 10; ++taken) simulation.advance();
  begin = secondsNow();
  for (taken = 0; taken < steps; ++taken)
    if (simulation.advance() != Simulation::Advance::Accepted) break;
  const double perStep = (secondsNow() - begin) / std::max(taken, 1);
  const Counts& counts = simulation.counts();
  std::printf(
      "%s,%d,%d,%.4g,%.3g,%.2f,%.2f,%.2f,%.1f\n", variant.name, links, taken, 1e3 * perStep,
      1e6 * perStep / links, setUp, static_cast<double>(counts.residuals) / static_cast<double>(counts.steps),
      static_cast<double>(counts.factorizations) / static_cast<double>(counts.steps), peakMegabytes());
  std::fflush(stdout);
  return perStep;
}

}  // namespace

int main(int argc, char** argv) {
  using namespace holonom;
  const int most = argc > 1 ? std::atoi(argv[1]) : 10000;
  std::puts(
      "method,links,steps,ms_per_step,us_per_step_and_link,set_up_s,residuals_per_step,factorizations_per_"
      "step,"
      "peak_MB");
  for (const TestedMethod& variant : kVariants) {
    double at100 = 0, last = 0;
    int lastLinks = 0;
    for (int links = 10; links <= most; links *= 10) {
      last = secondsPerStep(variant, links, kSteps);
      lastLinks = links;
      if (links == 100) at100 = last;
    }
    if (at100 > 0 && lastLinks > 100)
      std::printf("%s: slope of the time per step from 100 to %d links in log–log scale: %.3f\n",
                  variant.name, lastLinks, std::log10(last / at100) / std::log10(lastLinks / 100.0));
  }
}
