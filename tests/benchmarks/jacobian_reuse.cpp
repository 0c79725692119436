// SPDX-License-Identifier: GPL-3.0-or-later
// What reuse of the factorised Newton matrix saves against full Newton iteration.
#include <cstdio>

#include "core/dynamics/reference_problems/andrews_relative.h"
#include "core/model/generators.h"
#include "tests/benchmarks/timed_run.h"
#include "tests/support/andrews_bodies.h"

int main() {
  using namespace holonom;
  std::puts(
      "problem,method,index,rtol,steps,factorizations,steps_per_factorization,cpu_ms,full_newton_"
      "factorizations,"
      "full_newton_cpu_ms,speed_up");
  std::vector<BenchmarkProblem> problems = literatureProblems();
  std::erase_if(problems, [](const BenchmarkProblem& problem) { return problem.name != "andrews_relative"; });
  problems.push_back(mechanismProblem("andrews_bodies", andrewsBodies(), AndrewsRelative::kEndTime));
  problems.push_back(mechanismProblem("chain_20", makeChain(20), 1));
  problems.push_back(mechanismProblem("chain_200", makeChain(200), 1));
  for (const BenchmarkProblem& problem : problems)
    for (const TestedMethod& variant : kVariants)
      for (const double tolerance : {1e-4, 1e-6}) {
        SimulationOptions options = optionsOf(variant, tolerance, problem.endTime);
        const TimedOutcome reuse = timedRun(problem, options, 3);
        options.reuseJacobian = false;
        const TimedOutcome full = timedRun(problem, options, 3);
        const Counts& counts = reuse.outcome.counts;
        std::printf("%s,%s,%d,%.0e,%ld,%ld,%.2f,%.2f,%ld,%.2f,%.2f\n", problem.name.c_str(), variant.method,
                    variant.index, tolerance, counts.steps, counts.factorizations,
                    static_cast<double>(counts.steps) / static_cast<double>(counts.factorizations),
                    reuse.milliseconds, full.outcome.counts.factorizations, full.milliseconds,
                    full.milliseconds / reuse.milliseconds);
        std::fflush(stdout);
      }
}
