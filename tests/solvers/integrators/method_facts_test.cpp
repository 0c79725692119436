// SPDX-License-Identifier: GPL-3.0-or-later
// What descriptors say of their methods, as the guide tells it, against the methods themselves.
#include <gtest/gtest.h>

#include <cmath>

#include "core/dynamics/reference_problems/cartesian_pendulum.h"
#include "solvers/analyses/stability.h"
#include "solvers/integrators/methods.h"
#include "solvers/options/method_settings.h"
#include "tests/solvers/run_helpers.h"

namespace holonom {
namespace {

using Complex = std::complex<double>;

/// How GoogleTest shows it.
std::string testName(const testing::TestParamInfo<std::string>& info) {
  std::string name;
  for (const char c : info.param)
    if (c != '-') name += c;
  return name;
}

std::vector<std::string> integratingMethods() {
  std::vector<std::string> names;
  for (const MethodDescriptor& method : methods())
    if (method.role == MethodRole::Integrates) names.push_back(method.name);
  return names;
}

TEST(MethodFacts, BelongToAFamily) {
  for (const MethodDescriptor& method : methods()) {
    ASSERT_TRUE(method.family) << method.name;
    EXPECT_FALSE(method.costPerStep.empty()) << method.name;
  }
}

class FactsOfMethods : public testing::TestWithParam<std::string> {
 protected:
  const MethodDescriptor& method() const { return methodNamed(GetParam()); }
  StabilityProbe probe(int order = 0) const {
    SimulationOptions options;
    selectMethod(options, GetParam());
    options.fixedOrder = order;
    return {method(), settingsOf(options)};
  }
  int lowestOrder() const { return method().order > 0 ? 0 : method().orders.least; }
};

/// On a linear equation, where collocation may be one order better.
TEST_P(FactsOfMethods, TheOrderIsThatWhichIsMeasured) {
  const int order = method().order;
  if (order == 0) {
    EXPECT_LT(method().orders.least, method().orders.most) << "one order, or several";
    return;
  }
  const double measured = stabilityOf(probe()).order;
  EXPECT_GT(measured, order - 0.35);
  EXPECT_LT(measured, order + 1);
}

/// A part that fades a hundred times faster than the steps, and a vibration as much faster.
TEST_P(FactsOfMethods, StiffPartsAreBorneAsItIsSaid) {
  const auto grows = [&](Complex z) { return std::abs(probe(lowestOrder()).factor(z)) > 1 + 1e-6; };
  const Complex fading = -100, vibrating(-1, 100);
  switch (method().stiff) {
    case StiffSteps::Short:
      EXPECT_TRUE(grows(fading));
      EXPECT_TRUE(grows(vibrating));
      break;
    case StiffSteps::FastDampers:
      EXPECT_FALSE(grows(fading));
      EXPECT_TRUE(grows(vibrating));
      break;
    case StiffSteps::Long:
      EXPECT_FALSE(grows(fading));
      EXPECT_FALSE(grows(vibrating));
      break;
  }
}

/// A vibration of eight steps per period, and one that is much faster than the steps.
TEST_P(FactsOfMethods, VibrationsKeepTheirEnergyAsItIsSaid) {
  const double resolved = std::abs(probe(lowestOrder()).factor({0, 0.8})),
               fast = std::abs(probe(lowestOrder()).factor({0, 1e3}));
  switch (method().longRuns) {
    case LongRuns::LinearOnly:
    case LongRuns::Bounded:
      // the second mode of leap-frog, which does not fade either, makes the amplitude go up and down
      EXPECT_NEAR(resolved, 1, GetParam() == "leap-frog" ? 5e-3 : 1e-6);
      break;
    case LongRuns::Damped:
      EXPECT_LT(resolved, 1 - 1e-9);
      EXPECT_LT(fast, 0.95);
      break;
    case LongRuns::ErrorsAddUp: EXPECT_GT(std::abs(resolved - 1), 1e-9); break;
  }
}

/// Evaluations or systems of a step of fixed size, from one to the next.
TEST_P(FactsOfMethods, TheWorkOfAStepIsKnownWhereItIsSaid) {
  if (method().stepWork == StepWork::Varies) return;
  ASSERT_TRUE(method().reads(MethodOption::FixedStep));
  CartesianPendulum system(10, 1);
  SimulationOptions options = optionsOf({"", GetParam().c_str(), 1}, 1e-3, 1);
  options.fixedStep = 0.01;
  long before = 0, least = 1000, most = 0, step = 0;
  const Outcome outcome =
      runSystem(system, options, guessOf(Vector2(1, 0), Vector2::Zero()), [&](const Simulation& simulation) {
        const long work = simulation.counts().residuals;
        if (++step > 5) {  // the first ones may make a past
          least = std::min(least, work - before);
          most = std::max(most, work - before);
        }
        before = work;
      });
  ASSERT_EQ(outcome.termination, Termination::ReachedEnd) << outcome.message;
  EXPECT_EQ(least, most);
  EXPECT_EQ(std::stol(method().costPerStep), most) << method().costPerStep;
}

INSTANTIATE_TEST_SUITE_P(All, FactsOfMethods, testing::ValuesIn(integratingMethods()), testName);

}  // namespace
}  // namespace holonom
