// SPDX-License-Identifier: GPL-3.0-or-later
// The local-equivalence method: its bases of the null space, constraints to rounding, the order of its rules,
// and that the choice of the basis changes nothing.
#include "solvers/integrators/local_equivalence/local_equivalence.h"

#include <gtest/gtest.h>

#include <Eigen/LU>

#include <cmath>
#include <cstdio>

#include "core/dynamics/equations_of_motion.h"
#include "core/io/examples.h"
#include "core/io/model_reader.h"
#include "solvers/analyses/start_values.h"
#include "solvers/integrators/local_equivalence/null_space.h"
#include "tests/solvers/run_helpers.h"

namespace holonom {
namespace {

constexpr NullSpaceKind kBases[] = {NullSpaceKind::Elimination, NullSpaceKind::Orthogonal};

/// C_q of a mechanism where it stands.
struct Rows {
  explicit Rows(const char* model) : equations(readMechanism(findModel(model))) {
    scale.resize(equations.coordinateCount());
    for (int i = 0; i < scale.size(); ++i) scale[i] = equations.coordinateScale(i);
    const InitialGuess guess = initialGuess(equations, 0);
    moveTo(guess.q);
  }
  void moveTo(const Vector& at) {
    q = at;
    equations.moveTo(0, q, Vector::Zero(q.size()));
    values.resize(static_cast<std::size_t>(pattern().nonZeros()));
    equations.constraintJacobian(values.data());
  }
  const SparsePattern& pattern() const { return equations.constraintPattern(); }
  Vector times(const Vector& x) const {
    Vector y = Vector::Zero(pattern().rows);
    addProduct(pattern(), values.data(), x, 1, y);
    return y;
  }

  EquationsOfMotion equations;
  Vector scale, q;
  std::vector<double> values;
};

void expectNullSpace(const NullSpace& space, const Rows& rows) {
  const int n = space.coordinates(), m = space.rows(), f = space.freedoms();
  Eigen::MatrixXd V(n, f);
  space.readBasis(V);
  for (int j = 0; j < f; ++j) EXPECT_LT(rows.times(V.col(j)).norm(), 1e-11 * V.col(j).norm()) << j;
  if (f > 0) EXPECT_EQ(Eigen::FullPivLU<Eigen::MatrixXd>(V).rank(), f);
  const Vector r = Vector::LinSpaced(n, -1, 2).array().sin();
  Vector along(f), lambda(m), x(n), force = Vector::Zero(n);
  space.tangential(r, along);
  EXPECT_LT((along - V.transpose() * r).norm(), 1e-11 * r.norm());
  const Vector c = Vector::LinSpaced(m, 1, -2).array().cos();
  space.particular(c, x);
  EXPECT_LT((rows.times(x) - c).norm(), 1e-11 * (1 + x.norm()));
  addTransposedProduct(rows.pattern(), rows.values.data(), c, 1, force);
  space.multipliers(force, lambda);
  EXPECT_LT((lambda - c).norm(), 1e-10 * c.norm());
  space.tangential(force, along);
  EXPECT_LT(along.norm(), 1e-10 * force.norm()) << "reactions do no work along the freedoms";
}

TEST(NullSpace, HoldsWhatTheRowsLeaveFree) {
  for (const char* model :
       {"slider_crank", "andrews", "double_pendulum", "spatial_double_pendulum", "rolling_disk"})
    for (const NullSpaceKind kind : kBases) {
      SCOPED_TRACE(model);
      Rows rows(model);
      const auto space = makeNullSpace(kind, rows.pattern(), rows.pattern().rows, rows.scale);
      ASSERT_TRUE(space->take(rows.values.data()));
      expectNullSpace(*space, rows);
      Vector moved = rows.q;
      for (int i = 0; i < moved.size(); ++i) moved[i] += 0.02 * rows.scale[i] * std::sin(3.0 * i);
      rows.moveTo(moved);
      ASSERT_TRUE(space->renew(rows.values.data())) << "with the pivots of the first place";
      expectNullSpace(*space, rows);
    }
}

TEST(NullSpace, SaysWhereRowsDependOnEachOther) {
  const SparsePattern pattern = SparsePattern::fromEntries(2, 3, {{0, 0}, {0, 1}, {1, 0}, {1, 1}});
  for (const NullSpaceKind kind : kBases) {
    const auto space = makeNullSpace(kind, pattern, 2, Vector::Ones(3));
    EXPECT_FALSE(space->take(std::vector<double>{1, 2, 3, 6}.data()));
    EXPECT_TRUE(space->take(std::vector<double>{1, 2, 3, 5}.data()));
  }
}

SimulationOptions optionsWith(LocalRule rule, NullSpaceKind basis, double step, double endTime) {
  SimulationOptions options = optionsOf({"", "local-equivalence", 1}, 1e-6, endTime);
  options.localRule = rule;
  options.nullSpace = basis;
  options.fixedStep = step;
  options.newtonTolerance = rule == LocalRule::Bdf ? 1e-7 : 1e-4;
  return options;
}

Outcome runModel(const char* model, const SimulationOptions& options,
                 const std::function<void(const Simulation&)>& everyStep = {}) {
  EquationsOfMotion equations(readMechanism(findModel(model)));
  const Outcome outcome = runSystem(equations, options, initialGuess(equations, 0), everyStep);
  EXPECT_EQ(outcome.termination, Termination::ReachedEnd) << model << ": " << outcome.message;
  return outcome;
}

/// P = VᵀM spans the same functionals whatever the basis V.
TEST(LocalEquivalence, TheBasisOfTheNullSpaceChangesNothing) {
  for (const LocalRule rule : {LocalRule::Trapezoidal, LocalRule::Midpoint, LocalRule::Bdf2, LocalRule::Bdf})
    for (const char* model : {"double_pendulum", "spatial_double_pendulum"}) {
      const Outcome first = runModel(model, optionsWith(rule, NullSpaceKind::Elimination, 2e-3, 0.4)),
                    second = runModel(model, optionsWith(rule, NullSpaceKind::Orthogonal, 2e-3, 0.4));
      EXPECT_LT((first.end.q - second.end.q).norm(), 1e-8 * (1 + first.end.q.norm())) << model;
      EXPECT_LT((first.end.v - second.end.v).norm(), 1e-7 * (1 + first.end.v.norm())) << model;
    }
}

TEST(LocalEquivalence, ConstraintsHoldToRoundingAtEveryStep) {
  for (const LocalRule rule : {LocalRule::Trapezoidal, LocalRule::Midpoint, LocalRule::Bdf2, LocalRule::Bdf})
    for (const char* model : {"slider_crank", "double_pendulum", "spatial_double_pendulum", "rolling_disk"}) {
      EquationsOfMotion equations(readMechanism(findModel(model)));
      const int m = equations.constraintCount();
      std::vector<double> jacobian(static_cast<std::size_t>(equations.constraintPattern().nonZeros()));
      double position = 0, velocity = 0;
      long steps = 0;
      const auto look = [&](const Simulation& simulation) {
        const State& at = simulation.state();
        Vector C(m), rate(m);
        equations.moveTo(at.t, at.q, at.v);
        equations.constraints(C);
        equations.constraintTimeDerivative(rate);
        equations.constraintJacobian(jacobian.data());
        addProduct(equations.constraintPattern(), jacobian.data(), at.v, 1, rate);
        position = std::max(position, C.lpNorm<Eigen::Infinity>());
        velocity = std::max(velocity, rate.lpNorm<Eigen::Infinity>() / (1 + at.v.lpNorm<Eigen::Infinity>()));
        ++steps;
      };
      const Outcome outcome = runSystem(equations, optionsWith(rule, NullSpaceKind::Elimination, 1e-2, 1),
                                        initialGuess(equations, 0), look);
      EXPECT_EQ(outcome.termination, Termination::ReachedEnd) << model << ": " << outcome.message;
      EXPECT_GE(steps, 100) << model;
      EXPECT_LT(position, 1e-11) << model;
      EXPECT_LT(velocity, 1e-12) << model;
    }
}

struct RuleCase {
  const char* name;
  LocalRule rule;
  const char* model;
  double step, endTime;
  int order = 2;
};

class LocalRuleOrder : public testing::TestWithParam<RuleCase> {};

/// q, v, and the reactions, against dop853.
TEST_P(LocalRuleOrder, IsThatOfTheRule) {
  const RuleCase& one = GetParam();
  SimulationOptions exact = optionsOf({"", "dop853", 1}, 1e-11, one.endTime);
  const State reference = runModel(one.model, exact).end;
  std::vector<Vector> errors;
  for (const double h : {one.step, one.step / 2, one.step / 4}) {
    SimulationOptions options = optionsWith(one.rule, NullSpaceKind::Elimination, h, one.endTime);
    if (one.rule == LocalRule::Bdf) options.fixedOrder = one.order;
    const State end = runModel(one.model, options).end;
    errors.push_back(Vector3((end.q - reference.q).norm(), (end.v - reference.v).norm(),
                             (end.lambda - reference.lambda).norm()));
  }
  for (int level = 0; level < 3; ++level) {
    const double order = std::log2(errors[1][level] / errors[2][level]);
    std::printf("%s, level %d: errors %.2e %.2e %.2e, order %.2f\n", one.name, level, errors[0][level],
                errors[1][level], errors[2][level], order);
    EXPECT_NEAR(order, one.order, 0.35);
  }
}

/// Without multipliers it is the same method as BDF with all of them at index 2, whose formulas hold along
/// the constraints alone: step by step, as far as tolerances tell.
TEST(LocalEquivalence, TheRuleBdfTakesTheStepsOfBdf) {
  for (const char* model : {"double_pendulum", "slider_crank", "heavy_top", "spatial_four_bar"}) {
    SimulationOptions local = optionsOf({"", "local-equivalence", 1}, 1e-6, 0.7),
                      full = optionsOf({"", "bdf", 2}, 1e-6, 0.7);
    local.localRule = LocalRule::Bdf;
    const Outcome one = runModel(model, local), other = runModel(model, full);
    EXPECT_NEAR(double(one.counts.steps), double(other.counts.steps), 0.05 * double(other.counts.steps));
    EXPECT_LT((one.end.q - other.end.q).norm(), 1e-4 * (1 + other.end.q.norm())) << model;
    EXPECT_LT((one.end.lambda - other.end.lambda).norm(), 1e-3 * (1 + other.end.lambda.norm())) << model;
  }
}

/// The top turns so far in a step, and the parallelogram comes so near to a singular configuration, that
/// pivots which are good at its start vanish within it.
TEST(LocalEquivalence, TakesOtherPivotsWhereThoseOfTheStartVanishInAStep) {
  for (const auto& [model, end] : {std::pair("heavy_top", 1.0), {"parallelogram", 0.4}})
    for (const NullSpaceKind basis : kBases) {
      const Outcome run = runModel(model, optionsWith(LocalRule::Trapezoidal, basis, 1e-3, end));
      EXPECT_EQ(run.termination, Termination::ReachedEnd) << model << ": " << run.message;
      EXPECT_EQ(run.counts.steps, std::lround(1000 * end)) << model;
    }
}

TEST(LocalEquivalence, NamesASingularConfigurationThatFixedStepsDoNotGoOver) {
  EquationsOfMotion equations(readMechanism(findModel("parallelogram")));
  const Outcome run =
      runSystem(equations, optionsWith(LocalRule::Trapezoidal, NullSpaceKind::Orthogonal, 1e-3, 3),
                initialGuess(equations, 0));
  EXPECT_EQ(run.termination, Termination::StepFailed);
  EXPECT_NE(run.message.find("singular configuration near"), std::string::npos) << run.message;
  EXPECT_NE(run.message.find("joint 'A': x"), std::string::npos) << run.message;
}

INSTANTIATE_TEST_SUITE_P(
    Rules, LocalRuleOrder,
    testing::Values(RuleCase{"TrapezoidalPlanar", LocalRule::Trapezoidal, "double_pendulum", 4e-3, 0.4},
                    RuleCase{"MidpointPlanar", LocalRule::Midpoint, "double_pendulum", 4e-3, 0.4},
                    RuleCase{"Bdf2Planar", LocalRule::Bdf2, "double_pendulum", 4e-3, 0.4},
                    RuleCase{"TrapezoidalSpatial", LocalRule::Trapezoidal, "spatial_double_pendulum", 4e-3,
                             0.4},
                    RuleCase{"MidpointSpatial", LocalRule::Midpoint, "spatial_double_pendulum", 4e-3, 0.4},
                    RuleCase{"Bdf2Spatial", LocalRule::Bdf2, "spatial_double_pendulum", 4e-3, 0.4},
                    RuleCase{"TrapezoidalDriven", LocalRule::Trapezoidal, "universal_shaft", 4e-3, 0.4},
                    RuleCase{"Bdf2Rolling", LocalRule::Bdf2, "rolling_disk", 4e-3, 0.4},
                    RuleCase{"BdfOrder1", LocalRule::Bdf, "double_pendulum", 1e-3, 0.4, 1},
                    RuleCase{"BdfOrder2", LocalRule::Bdf, "double_pendulum", 4e-3, 0.4, 2},
                    RuleCase{"BdfOrder3", LocalRule::Bdf, "double_pendulum", 4e-3, 0.4, 3},
                    RuleCase{"BdfOrder4", LocalRule::Bdf, "double_pendulum", 4e-3, 0.4, 4},
                    RuleCase{"BdfOrder5", LocalRule::Bdf, "double_pendulum", 4e-3, 0.4, 5},
                    RuleCase{"BdfOrder4Spatial", LocalRule::Bdf, "spatial_double_pendulum", 4e-3, 0.4, 4},
                    RuleCase{"BdfOrder3Driven", LocalRule::Bdf, "universal_shaft", 4e-3, 0.4, 3},
                    RuleCase{"BdfOrder3Rolling", LocalRule::Bdf, "rolling_disk", 4e-3, 0.4, 3}),
    [](const auto& info) { return std::string(info.param.name); });

}  // namespace
}  // namespace holonom
