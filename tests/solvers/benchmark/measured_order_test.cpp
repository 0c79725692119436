// SPDX-License-Identifier: GPL-3.0-or-later
// The order of methods on models, measured.
#include "solvers/benchmark/measured_order.h"

#include <gtest/gtest.h>

#include <cmath>

#include "core/base/error.h"
#include "core/io/examples.h"
#include "core/io/model_reader.h"
#include "solvers/benchmark/problems.h"

namespace holonom {
namespace {

BenchmarkProblem measuredExample(const char* name, double endTime) {
  return mechanismProblem(name, readMechanism(findModel(name)), endTime);
}

SimulationOptions measuredOptions(const char* method, int order = 0) {
  SimulationOptions options;
  selectMethod(options, method);
  options.fixedOrder = order;
  return options;
}

struct OrderCase {
  const char* method;
  int fixedOrder;
  double expected;
};

class OrderOnAModel : public testing::TestWithParam<OrderCase> {};

TEST_P(OrderOnAModel, IsThatOfTheMethod) {
  const auto& [method, fixedOrder, expected] = GetParam();
  int told = 0;
  const MeasuredOrder found =
      measureOrder(measuredExample("double_pendulum", 0.5), measuredOptions(method, fixedOrder),
                   [&](const MeasuredOrder& so) { told = int(so.points.size()); });
  ASSERT_GE(found.points.size(), 2u);
  EXPECT_LE(int(found.points.size()), kMostOrderPoints);
  EXPECT_GE(told, int(found.points.size()));
  EXPECT_TRUE(found.bySteps);
  EXPECT_NEAR(found.slope(), expected, 0.3) << method;
  EXPECT_NEAR(found.ofFormula, expected, 0.1) << method;
  EXPECT_FALSE(found.isBelowFormula()) << method;
  for (std::size_t i = 1; i < found.points.size(); ++i) {
    EXPECT_LT(found.points[i].size, found.points[i - 1].size);
    EXPECT_GT(found.points[i].error, 10 * found.uncertainty);
  }
}

INSTANTIATE_TEST_SUITE_P(Methods, OrderOnAModel,
                         testing::Values(OrderCase{"rk4", 0, 4}, OrderCase{"dopri5", 0, 5},
                                         OrderCase{"bdf", 2, 2}, OrderCase{"bdf", 3, 3},
                                         OrderCase{"generalized-alpha", 0, 2}, OrderCase{"trapezoidal", 0, 2},
                                         OrderCase{"esdirk", 0, 4}, OrderCase{"radau", 5, 5}),
                         [](const auto& info) {
                           std::string name = info.param.method + std::to_string(info.param.fixedOrder);
                           std::erase(name, '-');
                           return name;
                         });

/// Errors of eight steps are roundings already: longer steps show the order, or it is said that none does.
TEST(MeasuredOrder, HighOrdersAreThoseOfTheMethodOrNotTold) {
  for (const int order : {9, 13})
    for (const double end : {1e-3, 0.5, 1.0, 2.0}) {
      try {
        const MeasuredOrder found =
            measureOrder(measuredExample("double_pendulum", end), measuredOptions("radau", order));
        std::printf("radau %d, %g s: slope %.2f of %zu sizes, %s\n", order, end, found.slope(),
                    found.points.size(), found.settled ? "settled" : "not settled");
        EXPECT_NE(end, 1e-3) << "a millisecond cannot show it";
        if (found.settled) EXPECT_NEAR(found.slope(), order, 0.15 * order) << end;
        EXPECT_TRUE(found.settled || found.reachesLeast) << end;
        for (const auto& point : found.points) EXPECT_GE(point.error, found.leastError) << end;
      } catch (const InputError& error) {
        const std::string said = error.full();
        std::printf("radau %d, %g s: %s\n", order, end, said.c_str());
        EXPECT_NE(said.find("double precision"), std::string::npos) << said;
        EXPECT_NE(said.find("lower order"), std::string::npos) << said;
      }
    }
}

TEST(MeasuredOrder, TakesAnOrderWhoseErrorsStandOutOfRounding) {
  EXPECT_EQ(measurableOrder({}), 0);
  EXPECT_EQ(measurableOrder({5, 9, 13}), 5);
  EXPECT_EQ(measurableOrder({4, 6, 8, 10}), 6);
  EXPECT_EQ(measurableOrder({8, 10}), 8);
}

/// Of high orders halving leaves two sizes between errors that tell nothing and the reference's own.
TEST(MeasuredOrder, SizesBetweenAreTakenWhereHalvingLeavesTooFew) {
  const struct {
    const char* method;
    int order;
    double end;
  } kCases[] = {{"radau", 9, 0.5}, {"gbs", 10, 1}};
  for (const auto& [method, order, end] : kCases) {
    const MeasuredOrder found =
        measureOrder(measuredExample("double_pendulum", end), measuredOptions(method, order));
    EXPECT_GE(int(found.points.size()), kFewestOrderPoints) << method;
    EXPECT_NEAR(found.slope(), order, 0.15 * order) << method;
    for (std::size_t i = 1; i < found.points.size(); ++i)
      EXPECT_LT(found.points[i].size, found.points[i - 1].size) << method;
  }
}

/// A pendulum that is braked hard cannot be continued backwards, so that BDF begins at order 1.
TEST(MeasuredOrder, LessThanThatOfTheFormulaIsExplained) {
  const Mechanism braked = parseMechanism(R"({
    "holonom": 1,
    "gravity": [0, -9.81],
    "ground": { "points": { "O": [0, 0] } },
    "bodies": [{ "name": "bar", "mass": 1, "inertia": 0.01, "points": { "pivot": [-0.15, 0] },
                 "pose": { "position": [0.15, 0] } }],
    "joints": [{ "name": "pivot", "type": "revolute", "between": ["ground.O", "bar.pivot"] }],
    "forces": [{ "name": "brake", "type": "joint-spring", "joint": "pivot", "stiffness": 20, "damping": 10 }]
  })",
                                          "braked");
  const SimulationOptions options = measuredOptions("bdf", 5);
  const MeasuredOrder found = measureOrder(mechanismProblem("braked", braked, 0.5), options);
  EXPECT_LT(found.slope(), 3);
  EXPECT_NEAR(found.ofFormula, 5, 0.1);
  EXPECT_TRUE(found.isBelowFormula());
  EXPECT_NE(whyLowerOrder(found, options).find("order 1"), std::string::npos);
  EXPECT_EQ(whyLowerOrder(found, measuredOptions("radau", 5)).find("order 1"), std::string::npos)
      << "its first step is like the others";
}

TEST(MeasuredOrder, AMethodThatChoosesItsStepsIsMeasuredByTolerance) {
  const MeasuredOrder found = measureOrder(measuredExample("double_pendulum", 0.5), measuredOptions("auto"));
  EXPECT_FALSE(found.bySteps);
  EXPECT_FALSE(found.isBelowFormula()) << "a power of the tolerance is no order";
  ASSERT_GE(found.points.size(), 2u);
  EXPECT_GT(found.slope(), 0.5);
}

TEST(MeasuredOrder, SaysWhatCannotBeMeasured) {
  EXPECT_THROW(measureOrder(measuredExample("slider_crank", 0.05), measuredOptions("rk4")), InputError)
      << "drivers prescribe the motion";
  Mechanism broken = readMechanism(findModel("four_bar"));
  broken.bodies[1].points[1].position += Vector3(50, 0, 0);  // the loop cannot be closed
  EXPECT_THROW(measureOrder(mechanismProblem("broken", broken, 0.5), measuredOptions("rk4")), InputError);
}

}  // namespace
}  // namespace holonom
