// SPDX-License-Identifier: GPL-3.0-or-later
// What reuse of the factorised Newton matrix saves against full Newton iteration.
#include <cstdio>

#include "core/model/generators.h"
#include "tests/benchmarks/timed_run.h"

int main() {
  using namespace holonom;
  std::puts("problem,method,index,rtol,steps,factorizations,steps_per_factorization,cpu_ms,full_newton_factorizations,"
            "full_newton_cpu_ms,speed_up");
  const Problem problems[] = {andrewsRelativeProblem(), andrewsBodiesProblem(),
                              mechanismProblem("chain_20", makeChain(20), 1),
                              mechanismProblem("chain_200", makeChain(200), 1)};
  for (const Problem& problem : problems)
    for (const Variant& variant : kVariants)
      for (const double tolerance : {1e-4, 1e-6}) {
        SimulationOptions options = optionsOf(variant, tolerance, problem.endTime);
        const TimedOutcome reuse = timedRun(problem, options, 3);
        options.reuseJacobian = false;
        const TimedOutcome full = timedRun(problem, options, 3);
        const Counts& counts = reuse.outcome.counts;
        std::printf("%s,%s,%d,%.0e,%ld,%ld,%.2f,%.2f,%ld,%.2f,%.2f\n", problem.name, variant.method, variant.index,
                    tolerance, counts.steps, counts.factorizations,
                    static_cast<double>(counts.steps) / static_cast<double>(counts.factorizations), reuse.milliseconds,
                    full.outcome.counts.factorizations, full.milliseconds, full.milliseconds / reuse.milliseconds);
        std::fflush(stdout);
      }
}
