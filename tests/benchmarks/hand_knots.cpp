// SPDX-License-Identifier: GPL-3.0-or-later
// What the knots of a hand's way cost and spoil: a double pendulum that is pulled along a way of 60 knots per
// second, by method and tolerance, against the same run with every knot met by dop853 at 1e-12.
#include <cmath>
#include <cstdio>
#include <cstring>

#include "core/dynamics/equations_of_motion.h"
#include "tests/solvers/linkages.h"
#include "tests/solvers/run_helpers.h"

namespace {

using namespace holonom;

constexpr double kRate = 60, kEnd = 2;

Mechanism pulledPendulum(double jitter) {
  Mechanism m = linkages::doublePendulum();
  Hand::Grab grab{1, {0.8, 0.05}, {{0.1, {1.8, 0}, 0}}};
  for (int i = 1; i < (kEnd - 0.3) * kRate; ++i) {
    const double t = 0.1 + i / kRate;
    const Vector2 shake(std::sin(12.9898 * i), std::sin(78.233 * i));
    grab.path.push_back(
        {t, Vector2(1.5 * std::cos(t), std::sin(3 * t)) + jitter * shake, std::min(1., i / 3.)});
  }
  m.forces = {{"hand", Hand{200, 5, {grab}}}};
  return m;
}

Outcome solve(const Mechanism& mechanism, const SimulationOptions& options) {
  EquationsOfMotion equations(mechanism);
  return runSystem(equations, options, guessOf(equations.givenCoordinates(), equations.givenVelocities()));
}

}  // namespace

int main(int argc, char** argv) {
  std::printf("%-24s error in tolerances (steps, evaluations) at 1e-4, 1e-6, 1e-8\n", "");
  for (const double jitter : {0.0, 2e-3}) {
    const Mechanism mechanism = pulledPendulum(jitter);
    SimulationOptions exact = optionsOf({"", "dop853", 1}, 1e-12, kEnd);
    exact.maxStep = 1 / kRate;
    const State reference = solve(mechanism, exact).end;
    for (const TestedMethod& variant : kVariants) {
      if (argc > 1 && !std::strstr(argv[1], variant.method)) continue;
      std::printf("%-24s", variant.name);
      for (const double tolerance : {1e-4, 1e-6, 1e-8}) {
        const Outcome outcome = solve(mechanism, optionsOf(variant, tolerance, kEnd));
        std::printf(" | %9.3g (%6ld %7ld)", (outcome.end.q - reference.q).cwiseAbs().maxCoeff() / tolerance,
                    static_cast<long>(outcome.counts.steps), static_cast<long>(outcome.counts.residuals));
      }
      std::printf("\n");
    }
  }
}
