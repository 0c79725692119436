// SPDX-License-Identifier: GPL-3.0-or-later
// The methods of textbooks (004): what they are known for.
#include "solvers/integrators/classic/classic_method.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>

#include "solvers/analyses/assembly.h"
#include "solvers/analyses/stability.h"
#include "solvers/integrators/methods.h"
#include "tests/solvers/damped_follower.h"
#include "tests/solvers/integrators/pendulum_runs.h"

namespace holonom {
namespace {

using Complex = std::complex<double>;

StabilityProbe probeOf(const char* method, int order = 0) {
  return {methodNamed(method), {.index = 1, .fixedOrder = order}};
}

struct Border {
  const char* method;
  int order;
  double real, errorConstant;
};

/// Ends of the intervals of stability, and local error constants, that the formulas have (Hairer, Nørsett,
/// Wanner, Solving ODEs I, §III.1; Hairer and Wanner II, §IV.2, §V.1).
TEST(ClassicMethods, StabilityAndErrorsAreThoseOfTheFormulas) {
  for (const Border& one :
       {Border{"euler", 0, 2, 1.0 / 2}, Border{"heun", 0, 2, 1.0 / 6},
        Border{"kutta3", 0, 2.5127453, 1.0 / 24}, Border{"adams-bashforth", 2, 1, 5.0 / 12},
        Border{"adams-bashforth", 3, 6.0 / 11, 3.0 / 8}, Border{"adams-bashforth", 4, 0.3, 251.0 / 720},
        Border{"adams-moulton", 3, 6, 1.0 / 24}, Border{"adams-moulton", 4, 3, 19.0 / 720}}) {
    const MethodStability found = stabilityOf(probeOf(one.method, one.order));
    std::printf("%s %d: order %.3f, constant %.5f, real %.5f, imaginary %.5f\n", one.method, one.order,
                found.order, found.errorConstant, found.realLimit, found.imaginaryLimit);
    EXPECT_NEAR(found.realLimit, one.real, 2e-3 * one.real) << one.method << one.order;
    EXPECT_NEAR(found.errorConstant, one.errorConstant, 0.05 * one.errorConstant) << one.method << one.order;
  }
  EXPECT_NEAR(stabilityOf(probeOf("heun")).order, 2, 0.1);
  EXPECT_NEAR(stabilityOf(probeOf("kutta3")).imaginaryLimit, std::sqrt(3.0), 2e-3);
}

/// λ² − 2zλ − 1 = 0: on the imaginary axis both roots have length one up to z = i, and to the left of it one
/// is longer, however small the step.
TEST(ClassicMethods, LeapFrogKeepsVibrationsAndSpoilsWhatDecays) {
  const StabilityProbe probe = probeOf("leap-frog");
  for (const double y : {0.1, 0.5, 0.9, 0.99}) EXPECT_NEAR(std::abs(probe.factor({0, y})), 1, 1e-7) << y;
  const MethodStability found = stabilityOf(probe);
  EXPECT_NEAR(found.order, 2, 0.05);
  EXPECT_NEAR(found.errorConstant, 1.0 / 6, 1e-3);
  EXPECT_NEAR(found.imaginaryLimit, 1, 1e-3);
  EXPECT_TRUE(found.isSegment());
  EXPECT_NE(inWords(found).find("segment"), std::string::npos);
  for (const double x : {0.05, 0.2, 1.0})
    EXPECT_NEAR(std::abs(probe.factor({-x, 0})), x + std::sqrt(1 + x * x), 1e-3) << x;
}

std::string stiffnessSaid(const char* method, double damping) {
  DampedFollower follower(damping, damping);
  Simulation simulation(follower, optionsOf({"", method, 1}, 1e-4, 5));
  EXPECT_TRUE(simulation.start(guessOf(Vector::Ones(1), Vector::Zero(1))));
  while (simulation.advance() == Simulation::Advance::Accepted) continue;
  std::string said = simulation.message();
  for (const Warning& warning : simulation.warnings()) said += '\n' + warning.text;
  return said;
}

/// By what the last points extrapolate to, where nothing is evaluated within a step.
TEST(ClassicMethods, RecogniseStiffness) {
  for (const char* method :
       {"euler", "heun", "kutta3", "rt-adams", "adams-bashforth", "predictor-corrector"}) {
    EXPECT_NE(stiffnessSaid(method, 3e3).find("stability limits"), std::string::npos) << method;
    EXPECT_EQ(stiffnessSaid(method, 1).find("stability limits"), std::string::npos) << method;
  }
}

TEST(ClassicMethods, LeapFrogSaysThatItBearsNoDamping) {
  const std::string said = stiffnessSaid("leap-frog", 3e3);
  EXPECT_NE(said.find("damped grow, with any step"), std::string::npos) << said;
  EXPECT_EQ(said.find("looks stiff"), std::string::npos) << said;
}

double spreadOf(double damping, double step, const char* method) {
  DampedFollower system(1, damping);
  SimulationOptions options = optionsOf({"", method, 1}, 1e-6, 0.5);
  options.fixedStep = step;
  return runSystem(system, options, guessOf(Vector::Ones(1), Vector::Ones(1))).end.v.norm();
}

/// Where a fast quantity decays by itself, Treanor's method bears steps that no Runge–Kutta method without
/// equations to solve bears.
TEST(ClassicMethods, TreanorBearsDecayThatIsFasterThanItsSteps) {
  constexpr double kDamping = 1000, kStep = 0.01;  // h |λ| = 10
  EXPECT_LT(spreadOf(kDamping, kStep, "treanor"), 2);
  EXPECT_GT(spreadOf(kDamping, kStep, "rk4"), 1e6);
}

TEST(ClassicMethods, TreanorIsTheClassicalMethodWhereNothingDecays) {
  const StabilityProbe treanor = probeOf("treanor"), rk4 = probeOf("rk4");
  for (const Complex z : {Complex(0.4, 0), Complex(1, 0)})
    EXPECT_LT(std::abs(treanor.factor(z) - rk4.factor(z)), 1e-7) << z;
  for (const double x : {0.3, 3.0, 30.0})
    EXPECT_NEAR(treanor.factor({-x, 0}).real(), std::exp(-x), 1e-6) << x;
}

}  // namespace
}  // namespace holonom
