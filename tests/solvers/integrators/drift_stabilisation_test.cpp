// SPDX-License-Identifier: GPL-3.0-or-later
// What keeps explicit methods near the constraints: projection, Baumgarte's terms, the penalty form, or
// nothing.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>
#include <tuple>

#include "core/dynamics/equations_of_motion.h"
#include "core/io/examples.h"
#include "core/io/model_reader.h"
#include "solvers/analyses/assembly.h"
#include "solvers/analyses/start_values.h"
#include "solvers/integrators/explicit/explicit_method.h"
#include "solvers/integrators/stabilised/stabilised_method.h"
#include "tests/solvers/integrators/pendulum_runs.h"

namespace holonom {
namespace {

/// Largest |C| and |C_q v| of a pendulum swinging for 20 s.
struct Drift {
  double position = 0, velocity = 0;
  double firstHalf = 0;  ///< |C| until 10 s
  long steps = 0;
};

Drift driftOf(SimulationOptions options) {
  CartesianPendulum pendulum(kReference.gravity, 1);
  options.endTime = 20;
  Drift drift;
  const Outcome outcome =
      runSystem(pendulum, options, guessOf(Vector2(1, 0), Vector2::Zero()), [&](const Simulation& s) {
        drift.position = std::max(drift.position, std::abs(0.5 * (s.state().q.squaredNorm() - 1)));
        if (s.state().t < 10) drift.firstHalf = drift.position;
        drift.velocity = std::max(drift.velocity, std::abs(s.state().q.dot(s.state().v)));
      });
  EXPECT_EQ(outcome.termination, Termination::ReachedEnd) << outcome.message;
  drift.steps = outcome.counts.steps;
  return drift;
}

/// A state off the constraint: C = c, C_q v = 0.
State displaced(double c) {
  CartesianPendulum pendulum(kReference.gravity, 1);
  State state = assemble(pendulum, guessOf(kReference.position, kReference.velocity)).state;
  state.q *= std::sqrt(1 + 2 * c);
  pendulum.moveTo(state.t, state.q, state.v);
  return state;
}

/// Where the example is after 2 s; without a step by tight tolerances.
Vector endOfPendulum(const char* method, double step, Stabilisation stabilisation, double rate) {
  EquationsOfMotion equations(readMechanism(findModel("pendulum")));
  SimulationOptions options = optionsOf({"", method, 1}, step > 0 ? 1e-6 : 1e-12, 2);
  options.fixedStep = step;
  options.stabilisation = stabilisation;
  options.baumgarteAlpha = options.baumgarteBeta = rate;
  const Outcome outcome = runSystem(equations, options, initialGuess(equations, 0));
  EXPECT_EQ(outcome.termination, Termination::ReachedEnd) << outcome.message;
  return outcome.end.q;
}

/// Of fixed steps, by halving them twice.
double measuredOrder(const char* method, Stabilisation stabilisation, double rate) {
  static const Vector exact = endOfPendulum("dop853", 0, Stabilisation::Projection, 0);
  const auto error = [&](double h) { return (endOfPendulum(method, h, stabilisation, rate) - exact).norm(); };
  return std::log2(error(0.04) / error(0.01)) / 2;
}

/// With α = 0.1/h what a step leaves of the constraints comes back within so many steps, however short they
/// are. What the page on explicit methods says of it.
TEST(Baumgarte, ARateThatGoesWithTheStepCostsOrder) {
  for (const auto& [method, order] : {std::pair("heun", 2.0), {"rk4", 4.0}, {"dopri5", 5.0}}) {
    const double projected = measuredOrder(method, Stabilisation::Projection, 0),
                 byStep = measuredOrder(method, Stabilisation::Baumgarte, 0),
                 given = measuredOrder(method, Stabilisation::Baumgarte, 5);
    std::printf("%s: order %.2f by projection, %.2f with a rate by the step, %.2f with a rate given\n",
                method, projected, byStep, given);
    EXPECT_GT(projected, order - 0.2) << method;
    EXPECT_GT(given, order - 0.2) << method;
    EXPECT_LT(byStep, order - 0.6) << method;
  }
}

/// Of low order, too, whose steps leave much beside the constraints and change their size often.
TEST(Baumgarte, ChosenRatesLetEveryExplicitMethodReachTheEnd) {
  int runs = 0;
  for (const MethodDescriptor& method : methods()) {
    SimulationOptions options = optionsOf({"", method.name.c_str(), 1}, 1e-3, 1);
    options.stabilisation = Stabilisation::Baumgarte;
    if (!method.reads(MethodOption::Stabilisation)) continue;
    if (!method.properties({}).bearsDamping) {
      EXPECT_THROW(validate(options), InputError) << method.name;
      continue;
    }
    for (const char* example : {"pendulum", "four_bar", "double_pendulum"}) {
      EquationsOfMotion equations(readMechanism(findModel(example)));
      const Outcome outcome = runSystem(equations, options, initialGuess(equations, 0));
      EXPECT_EQ(outcome.termination, Termination::ReachedEnd)
          << method.name << ", " << example << ": " << outcome.message;
      ++runs;
    }
  }
  EXPECT_GE(runs, 30);
}

TEST(Baumgarte, DeviationsFadeAsThoseOfADampedOscillator) {
  constexpr double kC = 1e-3, kTime = 0.2;
  struct Case {
    double alpha, beta;
  };
  for (const auto& [alpha, beta] : {Case{10, 10}, Case{4, 20}, Case{30, 10}}) {
    CartesianPendulum pendulum(kReference.gravity, 1);
    Work work;
    const auto integrator = makeDormandPrince8(pendulum,
                                               {.rtol = 1e-10,
                                                .atol = 1e-10,
                                                .stabilisation = Stabilisation::Baumgarte,
                                                .baumgarteAlpha = alpha,
                                                .baumgarteBeta = beta},
                                               work);
    State start = displaced(kC);
    // a that fits C″ = −2αC′ − β²C, which the start of a step relies on.
    const double wanted = -start.v.squaredNorm() - beta * beta * kC;
    const Vector2 gravity(0, -kReference.gravity);
    start.lambda[0] = (start.q.dot(gravity) - wanted) / start.q.squaredNorm();
    start.a = gravity - start.lambda[0] * start.q;
    integrator->start(start, 1e-3);
    for (int i = 0; i < 200; ++i) {
      integrator->attempt(kTime / 200);
      integrator->accept();
    }
    const double discriminant = alpha * alpha - beta * beta, rate = std::sqrt(std::abs(discriminant));
    const double shape = discriminant == 0  ? 1 + alpha * kTime
                         : discriminant > 0 ? std::cosh(rate * kTime) + alpha / rate * std::sinh(rate * kTime)
                                            : std::cos(rate * kTime) + alpha / rate * std::sin(rate * kTime);
    const double c = 0.5 * (integrator->state().q.squaredNorm() - 1);
    EXPECT_NEAR(c, kC * std::exp(-alpha * kTime) * shape, 1e-9) << "α = " << alpha << ", β = " << beta;
  }
}

/// What the option is there to show: projection leaves nothing, Baumgarte a remainder of the size of the
/// tolerance, the bare form what has piled up.
TEST(Baumgarte, StandsBetweenProjectionAndNothing) {
  for (const char* method : {"dopri5", "rk4", "dop853", "adams", "gbs"}) {
    SimulationOptions options = optionsOf({"", method, 1}, 1e-6, 20);
    const Drift projected = driftOf(options);
    options.stabilisation = Stabilisation::Baumgarte;
    const Drift baumgarte = driftOf(options);
    options.stabilisation = Stabilisation::None;
    const Drift bare = driftOf(options);
    std::printf("%s: |C| %.1e projected (%ld steps), %.1e Baumgarte (%ld), %.1e bare (%ld)\n", method,
                projected.position, projected.steps, baumgarte.position, baumgarte.steps, bare.position,
                bare.steps);
    EXPECT_LT(projected.position, 1e-10);
    EXPECT_LT(baumgarte.position, 1e-4);
    EXPECT_GT(baumgarte.position, 10 * projected.position);
    EXPECT_GT(bare.position, 3 * baumgarte.position);
    EXPECT_LT(baumgarte.steps, 2 * projected.steps);
  }
}

TEST(Baumgarte, KeepsTheOrder) {
  const auto error = [](int steps) {
    CartesianPendulum pendulum(kReference.gravity, 1);
    Work work;
    const auto integrator = makeDormandPrince5(pendulum,
                                               {.rtol = 1e-12,
                                                .atol = 1e-12,
                                                .stabilisation = Stabilisation::Baumgarte,
                                                .baumgarteAlpha = 10,
                                                .baumgarteBeta = 10},
                                               work);
    const double h = kReference.time / steps;
    integrator->start(pendulumStart(pendulum), h);
    for (int i = 0; i < steps; ++i) {
      integrator->attempt(h);
      integrator->accept();
    }
    return (integrator->state().q - kReference.position).norm();
  };
  const double coarse = error(100), middle = error(200), fine = error(400);
  std::printf("Baumgarte, dopri5: errors %.2e, %.2e, %.2e\n", coarse, middle, fine);
  EXPECT_GT(std::log2(middle / fine), 4.8);  // what lies across the constraint is damped and falls faster
  EXPECT_LT(std::log2(middle / fine), 6);
}

/// Local coordinates leave nothing on either level, and take the steps that projection takes.
TEST(LocalCoordinates, DoNotDrift) {
  for (const Stabilisation kind : {Stabilisation::TangentSpace, Stabilisation::Partitioning})
    for (const char* method : {"dopri5", "rk4", "dop853", "adams", "gbs"}) {
      SimulationOptions options = optionsOf({"", method, 1}, 1e-6, 20);
      const Drift projected = driftOf(options);
      options.stabilisation = kind;
      const Drift local = driftOf(options);
      std::printf("%s: |C| %.1e, |C_q v| %.1e local (%ld steps), %ld steps projected\n", method,
                  local.position, local.velocity, local.steps, projected.steps);
      EXPECT_LT(local.position, 1e-10) << method;
      EXPECT_LT(local.velocity, 1e-10) << method;
      // extrapolation takes steps over which local coordinates bend
      if (std::string_view(method) != "gbs") EXPECT_LT(local.steps, 1.5 * projected.steps) << method;
    }
}

/// Errors at the end of equal steps on Andrews' mechanism, against the same at tight tolerances.
TEST(LocalCoordinates, KeepTheOrder) {
  struct Case {
    const char* name;
    std::unique_ptr<Integrator> (*make)(DaeSystem&, const IntegratorSettings&, Work&);
    Stabilisation kind;
    double order;
    int steps;
  };
  for (const Case& of :
       {Case{"rk4 in the tangent space", makeRungeKutta4, Stabilisation::TangentSpace, 4, 240},
        Case{"rk4 partitioned", makeRungeKutta4, Stabilisation::Partitioning, 4, 80},
        Case{"dop853 in the tangent space", makeDormandPrince8, Stabilisation::TangentSpace, 8, 24},
        Case{"dop853 partitioned", makeDormandPrince8, Stabilisation::Partitioning, 8, 24}}) {
    const auto error = [&](int steps) {
      CartesianPendulum pendulum(kReference.gravity, 1);
      Work work;
      const auto integrator = of.make(pendulum, {.rtol = 1e-9, .atol = 1e-9, .stabilisation = of.kind}, work);
      const double h = kReference.time / steps;
      integrator->start(pendulumStart(pendulum), h);
      for (int i = 0; i < steps; ++i) {
        const AttemptStatus status = integrator->attempt(h).status;
        EXPECT_TRUE(status == AttemptStatus::Success || status == AttemptStatus::ErrorTooLarge);
        integrator->accept();
      }
      return (integrator->state().q - kReference.position).norm();
    };
    const double coarse = error(of.steps), fine = error(2 * of.steps), order = std::log2(coarse / fine);
    std::printf("%s: errors %.2e, %.2e, order %.2f\n", of.name, coarse, fine, order);
    EXPECT_GT(order, of.order - 0.5) << of.name;
  }
}

/// Where bodies in space turn through several turns their Euler parameters take turns in being dependent,
/// with and without rows that bind velocities.
TEST(LocalCoordinates, KeepTheOrderOfBodiesThatTurn) {
  for (const auto& [model, step, end] : {std::tuple("gyroscope_gimbal", 2e-3, 0.5),
                                         {"rolling_ball", 5e-3, 3.0},
                                         {"spatial_four_bar", 4e-3, 1.0}})
    for (const Stabilisation kind : {Stabilisation::TangentSpace, Stabilisation::Partitioning}) {
      const auto endOf = [&](const char* method, Stabilisation kind, double step) -> Vector {
        EquationsOfMotion equations(readMechanism(findModel(model)));
        SimulationOptions options = optionsOf({"", method, 1}, step > 0 ? 1e-6 : 1e-11, end);
        options.stabilisation = kind;
        options.fixedStep = step;
        const Outcome outcome = runSystem(equations, options, initialGuess(equations, 0));
        EXPECT_EQ(outcome.termination, Termination::ReachedEnd) << outcome.message;
        return outcome.end.v;
      };
      const Vector exact = endOf("dop853", Stabilisation::Projection, 0);
      const double coarse = (endOf("rk4", kind, step) - exact).norm(),
                   fine = (endOf("rk4", kind, step / 2) - exact).norm();
      std::printf("%s: errors %.2e, %.2e, order %.2f\n", model, coarse, fine, std::log2(coarse / fine));
      EXPECT_GT(std::log2(coarse / fine), 3.2) << model;
      EXPECT_LT(fine, 0.05) << model;
    }
}

/// A filter of 2 ms has rates whose rounding is more than a projection wants at tight tolerances.
TEST(Projection, LeavesWhatRoundingMakesOfFastStates) {
  const Mechanism arm = parseMechanism(
      R"model({"holonom": 1, "ground": {"points": {"O": [0, 0]}},
          "bodies": [{"name": "arm", "mass": 1, "inertia": 0.1, "centreOfMass": [0.5, 0],
                      "points": {"A": [0, 0]}}],
          "joints": [{"name": "hinge", "type": "revolute", "between": ["ground.O", "arm.A"]}],
          "controllers": [{"name": "pid", "type": "pid", "joint": "hinge", "setpoint": "0.5",
                           "proportional": 60, "integral": 20, "derivative": 12},
                          {"name": "filter", "type": "equations",
                           "states": [{"name": "u", "derivative": "(pid.u - filter.u)/0.002"}]}],
          "forces": [{"name": "motor", "type": "joint-force", "joint": "hinge",
                      "value": "filter.u"}]})model",
      "arm");
  for (const char* method : {"dop853", "dopri5", "adams", "gbs"}) {
    EquationsOfMotion equations(arm);
    const Outcome outcome =
        runSystem(equations, optionsOf({"", method, 1}, 1e-12, 0.5), initialGuess(equations, 0));
    EXPECT_EQ(outcome.termination, Termination::ReachedEnd) << method << ": " << outcome.message;
  }
}

TEST(Penalty, DeviationsFadeExponentially) {
  constexpr double kC = 1e-3, kTime = 0.2, kPenalty = 20;
  for (const auto make : {makeRkc, makeEserk4, makeRock4}) {
    CartesianPendulum pendulum(kReference.gravity, 1);
    Work work;
    const auto integrator = make(pendulum, {.rtol = 1e-8, .atol = 1e-8, .penalty = kPenalty}, work);
    integrator->start(displaced(kC), 1e-4);
    for (int i = 0; i < 2000; ++i) {
      integrator->attempt(kTime / 2000);
      integrator->accept();
    }
    const double c = 0.5 * (integrator->state().q.squaredNorm() - 1);
    EXPECT_NEAR(c, kC * std::exp(-kPenalty * kTime), 1e-8);
  }
}

/// The balance of what a step adds, ~ tolerance, and what fades meanwhile, χ h ~ tolerance^(1/(p+1)): below
/// the global error of the motion at every tolerance, and not growing with time.
TEST(Penalty, DriftIsBoundedByTheTolerance) {
  for (const char* method : {"rkc", "eserk4", "rock4"})
    for (const double tolerance : {1e-3, 1e-5, 1e-7}) {
      const Drift drift = driftOf(optionsOf({"", method, 1}, tolerance, 20));
      std::printf("%s at %.0e: |C| %.1e (%.1e in the first half), |C_q v| %.1e, %ld steps\n", method,
                  tolerance, drift.position, drift.firstHalf, drift.velocity, drift.steps);
      const double power = std::pow(tolerance, std::string(method) == "rkc" ? 2.0 / 3 : 0.75);
      EXPECT_LT(drift.position, 0.3 * power);
      EXPECT_LT(drift.velocity, 1.5 * power);
      EXPECT_LT(drift.position, 1.5 * drift.firstHalf);
    }
}

}  // namespace
}  // namespace holonom
