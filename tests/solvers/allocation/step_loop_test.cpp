// SPDX-License-Identifier: GPL-3.0-or-later
// The step loop takes no memory from the heap: not the attempt, not the acceptance, not the row of channels.
#include <gtest/gtest.h>

#include <vector>

#include "core/dynamics/equations_of_motion.h"
#include "core/dynamics/observer.h"
#include "core/dynamics/reference_problems/andrews_relative.h"
#include "core/io/examples.h"
#include "core/io/model_reader.h"
#include "core/model/generators.h"
#include "tests/solvers/allocation/malloc_counter.h"
#include "tests/solvers/linkages.h"
#include "tests/solvers/run_helpers.h"
#include "tests/support/andrews_bodies.h"

namespace holonom {
namespace {

constexpr int kWarmUp = 60, kMeasured = 300;

class StepLoop : public testing::TestWithParam<TestedMethod> {
 protected:
  void SetUp() override {
#ifndef HOLONOM_COUNTS_MALLOC
    GTEST_SKIP() << "allocations cannot be counted here";
#endif
    if (isForeign(GetParam())) GTEST_SKIP() << "memory of another program";
  }

  struct Found {
    int unexplained = 0;  ///< steps that allocated without factorising; -1 when the run ended early
    int newPivots = 0;    ///< steps that allocated and factorised
  };

  /// What kMeasured steps allocate, with interpolation in each.
  template <class AfterStep>
  Found allocations(DaeSystem& system, const InitialGuess& guess, double endTime, AfterStep afterStep) const {
    SimulationOptions options = optionsOf(GetParam(), 1e-8, endTime);
    // or the end comes first
    if (isExplicit(GetParam()) || isPenalty(GetParam()) || isAutomatic(GetParam()))
      options.maxStep = endTime / (8 * (kWarmUp + kMeasured));
    Simulation simulation(system, options);
    Found found;
    if (!simulation.start(guess)) return {-1, 0};
    State sample = simulation.state();
    for (int i = 0; i < kWarmUp + kMeasured; ++i) {
      const long before = allocationCount(), factorizations = simulation.counts().factorizations;
      if (simulation.advance() != Simulation::Advance::Accepted) return {-1, 0};
      simulation.interpolate(simulation.state().t - 0.5 * simulation.record().h, sample);
      afterStep(simulation);
      // what is said of an event takes memory, a change of chart for example
      if (i < kWarmUp || allocationCount() == before || !simulation.record().events.empty()) continue;
      ++(simulation.counts().factorizations > factorizations ? found.newPivots : found.unexplained);
    }
    EXPECT_GT(simulation.counts().factorizations, 0);
    return found;
  }

  /// At index 1 of the multistep methods: anew when its pivots fade.
  static bool balancesItsMatrix() {
    return std::string_view(GetParam().name) == "BdfIndex1" ||
           std::string_view(GetParam().name) == "AdamsMoulton";
  }

  Found allocations(const Mechanism& mechanism, double endTime) const {
    EquationsOfMotion equations(mechanism);
    Observer observer(equations);
    std::vector<double> row(observer.channels().size());
    bool started = false;
    return allocations(equations, guessOf(equations.givenCoordinates(), equations.givenVelocities()), endTime,
                       [&](const Simulation& simulation) {
                         if (!started) observer.start(simulation.state());
                         started = true;
                         observer.advance(simulation.state());
                         const StepRecord& record = simulation.record();
                         const Independence rows = simulation.independence(simulation.state());
                         observer.fill(simulation.state(),
                                       {.h = record.h, .sigma = rows.sigma, .condition = rows.condition},
                                       row);
                       });
  }
};

Mechanism example(const char* name) {
  return readMechanism(std::string(HOLONOM_SOURCE_DIR) + "/examples/" + name + "/model.json");
}

// The examples as they are settle into motions that take few steps.

Mechanism eccentricDisc() {
  Mechanism disc = example("rolling_disc");
  disc.bodies[0].centreOfMass = {0.1, 0};
  return disc;
}

Mechanism busyArm() {
  Mechanism arm = example("pid_arm");
  std::get<PidController>(arm.controllers[0].kind).setpoint = "sin(3*t)";
  return arm;
}

/// In space, with changes of chart.
Mechanism byCardanAngles(const char* name) {
  Mechanism mechanism = example(name);
  mechanism.run.rotations = Rotations::CardanAngles;
  return mechanism;
}

TEST(MallocCounter, SeesNewAndEigen) {
#ifdef HOLONOM_COUNTS_MALLOC
  const long before = allocationCount();
  const std::vector<double>* numbers = new std::vector<double>(100);
  const Vector* vector = new Vector(100);
  EXPECT_EQ(allocationCount() - before, 4);
  delete numbers;
  delete vector;
#endif
}

TEST_P(StepLoop, AllocatesNothingOnAndrewsMechanism) {
  AndrewsRelative system;
  const Found found = allocations(
      system, guessOf(AndrewsRelative::initialCoordinates(), AndrewsRelative::initialVelocities()),
      AndrewsRelative::kEndTime, [](const Simulation&) {});
  // The look ahead for undeclared jumps has a matrix of its own, whose pivots may have to be chosen anew
  // once.
  EXPECT_LE(found.unexplained, balancesItsMatrix() ? 1 : 0);
  // Hardly ever: on the grid of the quasi-constant form about every other run meets one such matrix.
  const bool meetsOne = std::string_view(GetParam().name).ends_with("QuasiConstant") || isSpecial(GetParam());
  EXPECT_LE(found.newPivots, meetsOne ? 1 : 0);
}

/// KLU takes memory when the old pivots have become so bad that new ones must be chosen; the implicit methods
/// hardly ever need it on these motions. The parallelogram hangs, so that it passes no singular
/// configuration, where a run may begin anew.
TEST_P(StepLoop, AllocatesNothingOnMechanisms) {
  struct Case {
    const char* name;
    Mechanism mechanism;
    double endTime;
  };
  for (const Case& item :
       {Case{"Andrews", andrewsBodies(), AndrewsRelative::kEndTime}, Case{"chain", makeChain(20), 20},
        Case{"redundant", linkages::parallelogram(-0.7, true), 100},
        Case{"skate", example("knife_edge"), 100}, Case{"rolling", eccentricDisc(), 100},
        Case{"controller", busyArm(), 100}, Case{"angles", byCardanAngles("spatial_double_pendulum"), 20},
        Case{"chain in space", makeSpatialChain(12), 20},
        Case{"loop in space", example("spatial_four_bar"), 20}, Case{"disk", example("rolling_disk"), 20},
        Case{"lattice", makeLattice(5, 5), 20}}) {
    const Found found = allocations(item.mechanism, item.endTime);
    // The matrix of the explicit methods has no multiple of h in it that keeps its pivots: links that turn
    // may need others, and a blade that turns all the time does so more often, also in the watch over
    // singular configurations.
    const bool blade = std::string_view(item.name) == "skate";
    // The same where a redundant bar leaves the choice of rows to rounding.
    const bool redundant = std::string_view(item.name) == "redundant";
    const bool faint = balancesItsMatrix();
    EXPECT_LE(found.unexplained, blade ? 2 : faint ? 1 : 0) << item.name;
    const bool turning = isExplicit(GetParam()) || isPenalty(GetParam()) || isAutomatic(GetParam());
    // Partitioning, and elimination with long steps, choose their coordinates anew where a body has turned.
    const std::string_view name = item.name;
    const bool chooses = GetParam().stabilisation == Stabilisation::Partitioning ||
                         (GetParam().localRule == LocalRule::Bdf && name == "disk");
    // Stages have a matrix for each pair of eigenvalues.
    const int implicit = faint || isStaged(GetParam()) ? 3 : 1;
    EXPECT_LE(found.newPivots, chooses ? 20 : !turning ? implicit : blade || redundant ? 6 : 3) << item.name;
    EXPECT_GE(found.newPivots, 0) << item.name;
  }
}

TEST(FlexibleBodies, AllocateNothingPerEvaluation) {
  Mechanism mechanism = readMechanism(findModel("flexible_slider_crank"));
  mechanism.bodies[1].flexible->stiffness = FlexibleBeam::Stiffness::Full;
  const auto equations = std::make_unique<EquationsOfMotion>(mechanism);
  const int n = equations->coordinateCount(), m = equations->constraintCount();
  const State state{0, equations->givenCoordinates(), equations->givenVelocities(), Vector::Ones(n),
                    Vector::Ones(m)};
  Vector forces(n), rows(m);
  std::vector<double> values(n * (n + m));
  Observer observer(*equations);
  std::vector<double> row(observer.channels().size());
  observer.start(state);
  const auto evaluateAll = [&] {
    equations->moveTo(0, state.q, state.v);
    equations->mass(values.data());
    equations->forces(forces);
    equations->constraints(rows);
    equations->constraintJacobian(values.data());
    equations->gamma(rows);
    equations->velocityJacobian(values.data());
    equations->accelerationJacobian(state.a, values.data());
    equations->stiffness(state.a, state.lambda, values.data());
    equations->constraintHessian(state.lambda, values.data());
    equations->damping(values.data());
    observer.fill(state, {}, row);
  };
  evaluateAll();
  const long before = allocationCount();
  evaluateAll();
  EXPECT_EQ(allocationCount(), before);
}

INSTANTIATE_TEST_SUITE_P(All, StepLoop, testing::ValuesIn(kVariants),
                         [](const auto& info) { return info.param.name; });
INSTANTIATE_TEST_SUITE_P(FirstOrder, StepLoop, testing::ValuesIn(kFirstOrderVariants),
                         [](const auto& info) { return info.param.name; });
INSTANTIATE_TEST_SUITE_P(Special, StepLoop, testing::ValuesIn(kSpecialVariants),
                         [](const auto& info) { return info.param.name; });

}  // namespace
}  // namespace holonom
