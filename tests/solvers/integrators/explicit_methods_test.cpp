// SPDX-License-Identifier: GPL-3.0-or-later
// Explicit methods with constraint correction: tables, order of step, estimate and dense output, drift,
// stiffness, failures.
#include "solvers/integrators/explicit/explicit_method.h"

#include <gtest/gtest.h>

#include <cmath>

#include "core/dynamics/reference_problems/andrews_relative.h"
#include "solvers/analyses/assembly.h"
#include "solvers/integrators/explicit/dop853_tableau.h"
#include "solvers/integrators/stabilised/stabilised_method.h"
#include "tests/solvers/damped_follower.h"
#include "tests/solvers/integrators/pendulum_runs.h"

namespace holonom {
namespace {

using Make = std::unique_ptr<Integrator> (*)(DaeSystem&, const IntegratorSettings&, Work&);

struct Method {
  const char* name;
  Make make;
  /// of the step; of the estimate and of the dense output: local, powers of h
  double order, errorOrder, denseOrder;
  /// of single steps: small enough for the leading term, large enough to stay
  double h;
  ///< above rounding
  int pairs;  ///< of steps, at the coarsest, to t = 1 s; a multiple of 10
};
void PrintTo(const Method& method, std::ostream* out) { *out << method.name; }

constexpr Method kMethods[] = {{"RungeKutta4", makeRungeKutta4, 4, 4, 4, 1.0 / 200, 100},
                               {"DormandPrince5", makeDormandPrince5, 5, 5, 5, 1.0 / 100, 50},
                               {"DormandPrince8", makeDormandPrince8, 8, 8, 8, 1.0 / 32, 10},
                               {"RealTimeRungeKutta2", makeRealTimeRungeKutta2, 2, 3, 3, 1.0 / 400, 200},
                               {"RealTimeAdams", makeRealTimeAdams, 2, 3, 3, 1.0 / 400, 200},
                               {"Rkc", makeRkc, 2, 3, 3, 1.0 / 400, 500},
                               {"Eserk4", makeEserk4, 4, 4, 5, 1.0 / 700, 100},
                               {"Rock4", makeRock4, 4, 3, 4, 1.0 / 1000, 50}};

class ExplicitOrder : public testing::TestWithParam<Method> {
 protected:
  static constexpr IntegratorSettings kTight{.rtol = 1e-12, .atol = 1e-12, .penalty = 30};

  /// Equal steps, or 0.8 and 1.2 of their size in turn, to t = 1 s, whatever the error test says.
  static State run(int pairs, bool unequal) {
    CartesianPendulum pendulum(kReference.gravity, 1);
    Work work;
    const auto integrator = GetParam().make(pendulum, kTight, work);
    const double mean = kReference.time / (2 * pairs);
    integrator->start(pendulumStart(pendulum), mean);
    for (int i = 0; i < 2 * pairs; ++i) {
      const Attempt attempt = integrator->attempt(unequal ? (i % 2 ? 1.2 : 0.8) * mean : mean);
      EXPECT_TRUE(attempt.status == AttemptStatus::Success || attempt.status == AttemptStatus::ErrorTooLarge);
      integrator->accept();
    }
    EXPECT_NEAR(integrator->state().t, kReference.time, 1e-12);
    return integrator->state();
  }

  static double error(const State& state) {
    return std::hypot((state.q - kReference.position).norm(), (state.v - kReference.velocity).norm());
  }
};

/// Least-squares slope of log(error) over log(h) for five h = scale/10 … scale/20.
template <class Error>
double observedOrder(double scale, Error error) {
  double sx = 0, sy = 0, sxx = 0, sxy = 0;
  constexpr int kPoints = 5, kDivisors[kPoints] = {10, 12, 14, 17, 20};
  for (const int divisor : kDivisors) {
    const double h = scale / divisor, x = std::log(h), y = std::log(error(h));
    sx += x, sy += y, sxx += x * x, sxy += x * y;
  }
  return (kPoints * sxy - sx * sy) / (kPoints * sxx - sx * sx);
}

TEST_P(ExplicitOrder, IsReachedWithEqualAndUnequalSteps) {
  for (const bool unequal : {false, true}) {
    const double order = observedOrder(5.0 / GetParam().pairs, [&](double h) {
      return error(run(static_cast<int>(std::lround(kReference.time / (2 * h))), unequal));
    });
    std::printf("%s, %s steps: order %.3f, error %.1e with %d steps\n", GetParam().name,
                unequal ? "unequal" : "equal", order, error(run(GetParam().pairs, unequal)),
                2 * GetParam().pairs);
    EXPECT_NEAR(order, GetParam().order, 0.1);
  }
}

TEST_P(ExplicitOrder, OfTheErrorEstimate) {
  CartesianPendulum pendulum(kReference.gravity, 1);
  const State from = run(200, false);
  const double order = observedOrder(15 * GetParam().h, [&](double h) {
    Work work;
    const auto integrator = GetParam().make(pendulum, {.rtol = 1e-10, .atol = 1e-10, .penalty = 30}, work);
    integrator->start(from, h);
    return integrator->attempt(h).error;
  });
  std::printf("%s: error estimate ~ h^%.3f\n", GetParam().name, order);
  EXPECT_NEAR(order, GetParam().errorOrder, 0.25);
}

/// Against the step that ends where the interpolation is asked for.
TEST_P(ExplicitOrder, OfTheDenseOutput) {
  CartesianPendulum pendulum(kReference.gravity, 1);
  const State from = run(200, false);
  const auto advance = [&](double h, int steps, double t) {
    Work work;
    const auto integrator = GetParam().make(pendulum, kTight, work);
    integrator->start(from, h);
    for (int i = 0; i < steps; ++i) {
      integrator->attempt(h);
      integrator->accept();
    }
    State out = integrator->state();
    integrator->interpolate(t, out);
    return out;
  };
  const double order = observedOrder(20 * GetParam().h, [&](double h) {
    const double t = from.t + 0.6 * h;
    const State dense = advance(h, 1, t), exact = advance(0.6 * h / 32, 32, t);
    EXPECT_LT((dense.a - exact.a).norm(), 100 * (dense.v - exact.v).norm() + 1e-9);
    return (dense.v - exact.v).norm();
  });
  std::printf("%s: dense output ~ h^%.3f\n", GetParam().name, order);
  EXPECT_NEAR(order, GetParam().denseOrder, 0.25);
}

INSTANTIATE_TEST_SUITE_P(All, ExplicitOrder, testing::ValuesIn(kMethods),
                         [](const auto& info) { return info.param.name; });

/// Climbs to order k with small steps, grows them to h, then goes on to t = 1 s with equal steps.
double adamsError(int order, double h) {
  CartesianPendulum pendulum(kReference.gravity, 1);
  Work work;
  const auto integrator = makeAdams(pendulum, {.rtol = 1e-12, .atol = 1e-12, .maxAdamsOrder = order}, work);
  double step = 1e-5;
  integrator->start(pendulumStart(pendulum), step);
  StepPlan plan{step, 1, {}};
  const auto force = [&](double size) {
    const Attempt attempt = integrator->attempt(size);
    EXPECT_TRUE(attempt.status == AttemptStatus::Success || attempt.status == AttemptStatus::ErrorTooLarge);
    plan = integrator->accept();
  };
  while ((plan.order < order || step < h) && integrator->state().t < 0.5) {
    force(step);
    if (plan.order == order) step = std::min(h, 1.2 * step);
  }
  const double remaining = kReference.time - integrator->state().t;
  const int count = static_cast<int>(std::lround(remaining / h));
  int other = 0;
  for (int i = 0; i < count; ++i) {
    force(remaining / count);
    other += integrator->order() != order;
  }
  EXPECT_LE(other, 2) << "order " << order;
  return (integrator->state().q - kReference.position).norm();
}

/// The corrector has order k + 1.
TEST(AdamsOrder, IsOneAboveThatOfThePredictor) {
  constexpr double kStep[] = {0, 1e-3, 2e-3, 4e-3, 5e-3, 6e-3, 7e-3};
  for (int k = 1; k <= 6; ++k) {
    const double coarse = adamsError(k, kStep[k]), fine = adamsError(k, kStep[k] / 2);
    const double observed = std::log2(coarse / fine);
    std::printf("Adams k = %d: order %.2f (error %.1e)\n", k, observed, fine);
    EXPECT_NEAR(observed, k + 1, 0.35);
  }
}

/// Beyond order 6 the errors above come close to rounding; that the high orders are used and right shows
/// here.
TEST(AdamsOrder, RisesHighAtTightTolerance) {
  CartesianPendulum pendulum(kReference.gravity, 1);
  int highest = 0;
  const Outcome outcome =
      runSystem(pendulum, optionsOf({"", "adams", 1}, 1e-13, kReference.time), pendulumGuess(),
                [&](const Simulation& s) { highest = std::max(highest, s.record().order); });
  const double error = (outcome.end.q - kReference.position).norm();
  std::printf("Adams at 1e-13: highest order %d, %ld steps, error %.1e\n", highest, outcome.counts.steps,
              error);
  EXPECT_GE(highest, 9);
  EXPECT_LE(highest, 12);
  EXPECT_LT(error, 1e-11);
}

/// A small first step ends one line before that aimed at, which the tolerance sets: line j has order 2j.
TEST(GbsOrder, IsTwicePerLine) {
  struct Case {
    double rtol;
    int line;
    double scale;
  };
  for (const auto& [rtol, line, scale] : {Case{1e-4, 2, 0.5}, Case{1e-5, 3, 0.9}, Case{1e-6, 4, 1.6}}) {
    CartesianPendulum pendulum(kReference.gravity, 1);
    // Not from rest, where the symmetry in time would raise the order.
    const State from = assemble(pendulum, guessOf(kReference.position, kReference.velocity)).state;
    const auto at = [&](Make make, double tolerance, double h, int steps) {
      Work work;
      const auto integrator = make(pendulum, {.rtol = tolerance, .atol = tolerance}, work);
      integrator->start(from, h);
      for (int i = 0; i < steps; ++i) {
        integrator->attempt(h / steps);
        integrator->accept();
      }
      if (make == makeGbs) {
        EXPECT_EQ(integrator->order(), 2 * line);
      }
      return integrator->state();
    };
    const double order = observedOrder(scale, [&](double h) {
      return (at(makeGbs, rtol, h, 1).v - at(makeDormandPrince8, 1e-13, h, 16).v).norm();
    });
    std::printf("GBS line %d: local error ~ h^%.3f\n", line, order);
    EXPECT_NEAR(order, 2 * line + 1, 0.35);
  }
}

/// Row sums of A, and the quadrature conditions Σ b_i c_i^(p−1) = 1/p of the formula and of the embedded
/// ones.
TEST(Dop853Table, FulfilsItsConditions) {
  using namespace dop853;
  const double* row = kA;
  for (int i = 0; i < kStages; row += i++) {
    double sum = 0;
    for (int j = 0; j < i; ++j) sum += row[j];
    EXPECT_NEAR(sum, kC[i], 2e-14) << "row " << i + 1;
  }
  for (int i = 0; i < 3; ++i) {
    double sum = 0;
    for (const double a : kExtraA[i]) sum += a;
    EXPECT_NEAR(sum, kExtraC[i], 2e-14);
  }
  for (int p = 1; p <= 8; ++p) {
    double eighth = 0, fifth = 0, third = 0;
    for (int i = 0; i < kStages; ++i) {
      const double power = std::pow(kC[i], p - 1);
      eighth += kB[i] * power, fifth += kE5[i] * power, third += kB3[i] * power;
    }
    EXPECT_NEAR(eighth, 1.0 / p, 1e-14) << p;
    if (p <= 5) {
      EXPECT_NEAR(fifth, 0, 1e-14) << p;
    }
    if (p <= 3) {
      EXPECT_NEAR(third, 1.0 / p, 1e-14) << p;
    }
  }
}

class ExplicitVariants : public testing::TestWithParam<TestedMethod> {};

std::vector<TestedMethod> explicitVariants() {
  std::vector<TestedMethod> all;
  for (const TestedMethod& variant : kVariants)
    if (isExplicit(variant)) all.push_back(variant);
  return all;
}

/// Other warnings tell of errors that add up over many steps.
long warningsOfStiffness(const Simulation& simulation) {
  const std::vector<Warning> warnings = simulation.warnings();
  return std::count_if(warnings.begin(), warnings.end(), [](const Warning& warning) {
    return warning.text.find("choose bdf") != std::string::npos;
  });
}

TEST_P(ExplicitVariants, RecogniseStiffness) {
  const auto guess = [] { return guessOf(Vector::Ones(1), Vector::Zero(1)); };
  for (const double damping : {1.0, 3e3}) {
    DampedFollower follower(damping, damping);
    Simulation simulation(follower, optionsOf(GetParam(), 1e-5, 5));
    ASSERT_TRUE(simulation.start(guess()));
    while (simulation.advance() == Simulation::Advance::Accepted) continue;
    EXPECT_EQ(simulation.termination(), Termination::ReachedEnd) << simulation.message();
    std::printf("%s, damping %g 1/s: %ld steps, %zu warnings\n", GetParam().name, damping,
                simulation.counts().steps, simulation.warnings().size());
    EXPECT_EQ(warningsOfStiffness(simulation), damping < 10 ? 0 : 1);
  }
}

TEST_P(ExplicitVariants, StopWhereStiffnessPutsTheEndOutOfReach) {
  DampedFollower follower(1e9, 1e9);
  const Outcome outcome =
      runSystem(follower, optionsOf(GetParam(), 1e-5, 5), guessOf(Vector::Ones(1), Vector::Zero(1)));
  EXPECT_EQ(outcome.termination, Termination::StepTooSmall);
  EXPECT_NE(outcome.message.find("bdf"), std::string::npos) << outcome.message;
  EXPECT_LT(outcome.counts.steps, 20000);
}

TEST_P(ExplicitVariants, StopAtAForceThatIsNotANumber) {
  DampedFollower follower(1, 1);
  follower.lastFinite = 0.5;
  const Outcome outcome =
      runSystem(follower, optionsOf(GetParam(), 1e-5, 5), guessOf(Vector::Ones(1), Vector::Zero(1)));
  EXPECT_EQ(outcome.termination, Termination::NotFinite);
  EXPECT_NEAR(outcome.end.t, 0.5, 1e-3);
  EXPECT_TRUE(outcome.end.q.allFinite());
}

/// A motion that no stiffness limits must not be called stiff.
TEST_P(ExplicitVariants, DoNotCallAndrewsMechanismStiff) {
  for (const double tolerance : {1e-3, 1e-6, 1e-9}) {
    AndrewsRelative system;
    Simulation simulation(system, optionsOf(GetParam(), tolerance, AndrewsRelative::kEndTime));
    ASSERT_TRUE(simulation.start(
        guessOf(AndrewsRelative::initialCoordinates(), AndrewsRelative::initialVelocities())));
    while (simulation.advance() == Simulation::Advance::Accepted) continue;
    EXPECT_EQ(simulation.termination(), Termination::ReachedEnd) << simulation.message();
    EXPECT_EQ(warningsOfStiffness(simulation), 0) << tolerance;
  }
}

/// Positions, velocities and accelerations end on their manifolds whatever the tolerance.
TEST_P(ExplicitVariants, LeaveNoDrift) {
  for (const double tolerance : {1e-3, 1e-8}) {
    CartesianPendulum pendulum(kReference.gravity, 1);
    double position = 0, velocity = 0, acceleration = 0;
    const auto raise = [](double& largest, double value) { largest = std::max(largest, std::abs(value)); };
    runSystem(pendulum, optionsOf(GetParam(), tolerance, 5), guessOf(Vector2(1, 0), Vector2::Zero()),
              [&](const Simulation& simulation) {
                const State& s = simulation.state();
                raise(position, 0.5 * (s.q.squaredNorm() - 1));
                raise(velocity, s.q.dot(s.v));
                raise(acceleration, s.q.dot(s.a) + s.v.squaredNorm());
              });
    EXPECT_LT(position, 1e-4 * tolerance);
    EXPECT_LT(velocity, 1e-13);
    EXPECT_LT(acceleration, 1e-12);
  }
}

INSTANTIATE_TEST_SUITE_P(All, ExplicitVariants, testing::ValuesIn(explicitVariants()),
                         [](const auto& info) { return info.param.name; });

}  // namespace
}  // namespace holonom
