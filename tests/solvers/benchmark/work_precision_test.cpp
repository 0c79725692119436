// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

#include "core/io/examples.h"
#include "core/io/model_reader.h"
#include "solvers/benchmark/problems.h"
#include "solvers/options/variants.h"

namespace holonom {
namespace {

BenchmarkProblem problemNamed(const std::string& name) {
  const auto problems = literatureProblems();
  return *std::find_if(problems.begin(), problems.end(), [&](const auto& p) { return p.name == name; });
}

SimulationOptions variant(const char* text) { return parseVariant(text, {}); }

WorkPrecisionSettings quick(std::vector<double> tolerances) {
  WorkPrecisionSettings settings;
  settings.tolerances = std::move(tolerances);
  settings.repetitions = 1;
  return settings;
}

Measurement made(const char* method, double error, double seconds,
                 Termination end = Termination::ReachedEnd) {
  Measurement m;
  m.method = method;
  m.error = error;
  m.cpuSeconds = seconds;
  m.termination = end;
  return m;
}

TEST(WorkPrecision, TheErrorIsRelativeToTheValueOrToTheScaleOfTheModel) {
  const auto system = problemNamed("pendulum_cartesian").make();  // lengths around 1 m
  EXPECT_NEAR(coordinateError(*system, Vector2(10, 0.1), Vector2(10.1, 0.1)), 0.1 / 10.1, 1e-15);
  EXPECT_NEAR(coordinateError(*system, Vector2(10, 0.1), Vector2(10, 0.3)), 0.2, 1e-15);
  EXPECT_TRUE(std::isnan(coordinateError(*system, Vector2(10, std::nan("")), Vector2(10, 0.3))));
}

TEST(WorkPrecision, TheReferenceOfThePendulumIsThePublishedOne) {
  const auto reference = referenceEnd(problemNamed("pendulum_cartesian"), quick({}));
  ASSERT_TRUE(reference);
  EXPECT_LT(reference->uncertainty, 1e-8);
  EXPECT_NEAR(reference->q[0], -1.456007488310404688386e-1, 1e-9);
  EXPECT_NEAR(reference->q[1], -9.893434297249061266174e-1, 1e-9);
}

TEST(WorkPrecision, EveryProblemOfTheLiteratureHasAReference) {
  std::set<std::string> names;
  for (const BenchmarkProblem& problem : literatureProblems()) {
    EXPECT_TRUE(names.insert(problem.name).second) << problem.name;
    const auto reference = referenceEnd(problem, quick({}));
    ASSERT_TRUE(reference) << problem.name;
    EXPECT_LT(reference->uncertainty, 1e-6) << problem.name;
  }
  EXPECT_GE(names.size(), 5u);
}

TEST(WorkPrecision, TighterTolerancesGiveSmallerErrors) {
  const BenchmarkProblem problem = problemNamed("damped_slider_crank");
  const auto reference = referenceEnd(problem, quick({}));
  ASSERT_TRUE(reference);
  const auto measured =
      measure(problem, {variant("bdf:2"), variant("dop853:1")}, *reference, quick({1e-3, 1e-6, 1e-9}));
  ASSERT_EQ(measured.size(), 6u);
  for (std::size_t i = 2; i < measured.size(); ++i) {
    EXPECT_EQ(measured[i].method, measured[i - 2].method);
    EXPECT_LT(measured[i].error, 0.2 * measured[i - 2].error) << measured[i].method;
    EXPECT_GT(measured[i].counts.steps, measured[i - 2].counts.steps) << measured[i].method;
    EXPECT_GT(measured[i].cpuSeconds, 0);
  }
}

BenchmarkProblem example(const char* name, double end) {
  return mechanismProblem(name, readMechanism(findModel(name)), end);
}

/// The four-bar linkage with its crank turned at a speed that changes.
BenchmarkProblem drivenFourBar() {
  Mechanism mechanism = readMechanism(findModel("four_bar"));
  mechanism.drivers.push_back({"motor", 0, "1.0471975511965976 + 12*t + 0.3*(1 - cos(20*t))"});
  return mechanismProblem("driven_four_bar", mechanism, 0.5);
}

// Where drivers prescribe the whole motion, every method finds the positions from the constraints, to 1e-7
// and better at any tolerance: they say nothing about it.
TEST(WorkPrecision, PrescribedPositionsDoNotJudgeAMethod) {
  for (const BenchmarkProblem& problem : {example("slider_crank", 0.1), drivenFourBar()}) {
    SCOPED_TRACE(problem.name);
    const auto reference = referenceEnd(problem, quick({}));
    ASSERT_TRUE(reference);
    EXPECT_EQ(reference->judged, Judged::AccelerationsAndReactions);
    EXPECT_LT(reference->uncertainty, 1e-9);
    const auto measured = measure(problem, {variant("bdf:2"), variant("bdf:3"), variant("dopri5:1")},
                                  *reference, quick({1e-3, 1e-5, 1e-7}));
    ASSERT_EQ(measured.size(), 9u);
    for (std::size_t i = 0; i < measured.size(); i += 3) {
      EXPECT_GT(measured[i + 1].error, 0.1) << "index 3: spikes as large as the accelerations themselves";
      EXPECT_LT(measured[i].error, 0.03) << "index 2";
      if (i > 0) EXPECT_LT(measured[i].error, 0.3 * measured[i - 3].error) << "less with the tolerance";
      EXPECT_LT(measured[i + 2].error, 1e-6) << "accelerations from the constraints themselves";
    }
    EXPECT_EQ(cheapest(measured, 1e-5)->variant, "dopri5:1");
    EXPECT_FALSE(nothingToJudge(measured, *reference));
  }
}

TEST(WorkPrecision, AMechanismThatIsFreeIsJudgedByItsCoordinates) {
  const BenchmarkProblem problem = example("four_bar", 0.5);
  const auto reference = referenceEnd(problem, quick({}));
  ASSERT_TRUE(reference);
  EXPECT_EQ(reference->judged, Judged::Coordinates);
  const auto measured = measure(problem, {variant("bdf:2")}, *reference, quick({1e-4}));
  SimulationOptions options = variant("bdf:2");
  options.rtol = options.atol = 1e-4;
  options.endTime = problem.endTime;
  const auto system = problem.make();
  Simulation simulation(*system, options);
  ASSERT_TRUE(simulation.start(problem.guess(*system)));
  while (simulation.advance() != Simulation::Advance::Finished) {}
  EXPECT_EQ(measured.front().error, coordinateError(*system, simulation.state().q, reference->q));
  EXPECT_GT(measured.front().error, 1e-7);
  EXPECT_FALSE(nothingToJudge(measured, *reference));
}

TEST(WorkPrecision, WhereAllAreEquallyExactThereIsNothingToJudge) {
  const ReferenceEnd reference{{}, 1e-9, "", ""};
  EXPECT_TRUE(nothingToJudge({made("a", 1e-9, 1), made("b", 5e-9, 2)}, reference));
  EXPECT_FALSE(nothingToJudge({made("a", 1e-9, 1), made("b", 1e-6, 2)}, reference));
  EXPECT_TRUE(nothingToJudge({made("a", 1e-9, 1), made("b", 1e-6, 2, Termination::Stopped)}, reference));
  EXPECT_FALSE(nothingToJudge({}, reference));
}

TEST(WorkPrecision, AMethodBeyondTheBudgetIsNotTriedAtTighterTolerances) {
  const BenchmarkProblem problem = problemNamed("pendulum_cartesian");
  const auto reference = referenceEnd(problem, quick({}));
  ASSERT_TRUE(reference);
  WorkPrecisionSettings settings = quick({1e-3, 1e-4, 1e-5});
  settings.budget = 1e-9;
  EXPECT_EQ(measure(problem, {variant("bdf:2"), variant("bdf:3")}, *reference, settings).size(), 2u);
}

TEST(WorkPrecision, StopsWhenAsked) {
  const BenchmarkProblem problem = problemNamed("pendulum_cartesian");
  const auto reference = referenceEnd(problem, quick({}));
  ASSERT_TRUE(reference);
  std::atomic<bool> stop = false;
  int seen = 0;
  const auto each = [&](const Measurement&) { stop = ++seen == 2; };
  EXPECT_EQ(
      measure(problem, {variant("bdf:2")}, *reference, quick({1e-2, 1e-3, 1e-4, 1e-5}), each, &stop).size(),
      2u);
}

TEST(WorkPrecision, OnlyRunsThatReachTheEndCanBeTheCheapest) {
  const std::vector<Measurement> measured = {
      made("a", 1e-5, 3), made("b", 1e-6, 2), made("c", 1e-7, 1, Termination::StepTooSmall),
      made("d", std::numeric_limits<double>::quiet_NaN(), 0.5), made("e", 1e-3, 0.1)};
  EXPECT_EQ(cheapest(measured, 1e-4)->method, "b");
  EXPECT_EQ(cheapest(measured, 1e-2)->method, "e");
  EXPECT_EQ(cheapest(measured, 1e-4, [](const Measurement& m) { return m.method == "a"; })->method, "a");
  EXPECT_FALSE(cheapest(measured, 1e-8));
}

TEST(WorkPrecision, ALuckyRunIsNoneOfTheCheapest) {
  const auto run = [](const char* method, double tolerance, double error, double seconds) {
    Measurement m{"p", method, 2, method};
    m.tolerance = tolerance, m.error = error, m.cpuSeconds = seconds;
    m.termination = Termination::ReachedEnd;
    return m;
  };
  const std::vector<Measurement> runs{run("lucky", 1e-3, 1e-6, 1), run("lucky", 1e-4, 1e-4, 2),
                                      run("lucky", 1e-5, 1e-5, 5), run("steady", 1e-3, 1e-5, 3)};
  EXPECT_EQ(cheapest(runs, 2e-5, nullptr)->method, "steady") << "the next tolerance of the other misses it";
  EXPECT_EQ(cheapest(runs, 1e-3, nullptr)->method, "lucky");
  EXPECT_FALSE(cheapest(runs, 1e-6, nullptr)) << "only by luck";
}

TEST(WorkPrecision, AllVariantsAreTheMethodsThatIntegrateWithTheirIndices) {
  std::size_t forms = 0;
  for (const MethodDescriptor& info : methods()) forms += info.name == "kinematics" ? 0 : info.indices.size();
  const auto variants = allVariants();
  EXPECT_EQ(variants.size(), forms);
  for (const SimulationOptions& options : variants) EXPECT_NO_THROW(validate(options));
}

TEST(WorkPrecision, TolerancesAreHalfDecades) {
  const auto tolerances = tolerancesDownTo(1e-4);
  ASSERT_EQ(tolerances.size(), 5u);
  EXPECT_DOUBLE_EQ(tolerances.front(), 1e-2);
  EXPECT_NEAR(tolerances[1], 1e-2 / std::sqrt(10), 1e-12);
  EXPECT_NEAR(tolerances.back(), 1e-4, 1e-15);
}

}  // namespace
}  // namespace holonom
