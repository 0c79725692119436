// SPDX-License-Identifier: GPL-3.0-or-later
// Work against precision on Andrews' mechanism in relative angles and from bodies, as CSV.
#include <cstdio>

#include "tests/benchmarks/timed_run.h"

int main() {
  using namespace holonom;
  std::puts("problem,method,index,rtol,error,steps,rejected,residuals,jacobians,factorizations,cpu_ms,termination");
  for (const Problem& problem : {andrewsRelativeProblem(), andrewsBodiesProblem()})
    for (const Variant& variant : kVariants)
      for (int decade = 2; decade <= 10; ++decade) {
        const double tolerance = std::pow(10.0, -decade);
        const auto [outcome, milliseconds] = timedRun(problem, optionsOf(variant, tolerance, problem.endTime));
        const Counts& counts = outcome.counts;
        std::printf("%s,%s,%d,%.0e,%.3e,%ld,%ld,%ld,%ld,%ld,%.2f,%s\n", problem.name, variant.method, variant.index,
                    tolerance, problem.error(outcome.end), counts.steps, counts.rejected, counts.residuals,
                    counts.jacobians, counts.factorizations, milliseconds, toString(outcome.termination));
        std::fflush(stdout);
      }
}
