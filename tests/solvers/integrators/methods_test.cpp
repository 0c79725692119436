// SPDX-License-Identifier: GPL-3.0-or-later
// What descriptors say of methods is complete, and the loop is told it of the method in use.
#include "solvers/integrators/methods.h"

#include <gtest/gtest.h>

#include <map>
#include <set>

#include "core/base/option_error.h"
#include "core/dynamics/reference_problems/cartesian_pendulum.h"
#include "solvers/analyses/assembly.h"
#include "tests/solvers/run_helpers.h"

namespace holonom {
namespace {

TEST(Methods, AreDescribedCompletely) {
  std::set<std::string> names, labels;
  for (const MethodDescriptor& method : methods()) {
    EXPECT_TRUE(names.insert(method.name).second) << method.name << " twice";
    EXPECT_TRUE(labels.insert(method.label).second) << method.label << " twice";
    EXPECT_FALSE(method.shortName.empty()) << method.name;
    EXPECT_FALSE(method.whenToChoose.empty()) << method.name;
    EXPECT_FALSE(method.indices.empty()) << method.name;
    EXPECT_GT(method.defaultRtol, 0) << method.name;
    EXPECT_TRUE(method.orders.most > 0 || !method.reads(MethodOption::FixedOrder)) << method.name;
    EXPECT_EQ(findMethod(method.name), &method);
  }
  EXPECT_EQ(findMethod("milne"), nullptr);
  EXPECT_THROW(methodNamed("milne"), OptionError);
}

/// Who asks for a method by the name that another program has for it is told ours.
TEST(Methods, AreFoundByWhatTheyAreCalledElsewhere) {
  for (const auto& [theirs, ours] : {std::pair("Radau5", "radau"),
                                     {"gear", "bdf"},
                                     {"ode45", "dopri5"},
                                     {"RK45", "dopri5"},
                                     {"Crank-Nicolson", "trapezoidal"},
                                     {"newmark-beta", "newmark"}})
    try {
      methodNamed(theirs);
      ADD_FAILURE() << theirs;
    } catch (const OptionError& error) {
      EXPECT_NE(std::string(error.what()).find(std::string("did you mean '") + ours + "'?"),
                std::string::npos)
          << error.what();
    }
}

/// The names of the variants that a suite runs, however often it is instantiated.
std::set<std::string> variantsIn(const std::string& suite) {
  std::set<std::string> names;
  const testing::UnitTest& all = *testing::UnitTest::GetInstance();
  for (int i = 0; i < all.total_test_suite_count(); ++i) {
    const testing::TestSuite& one = *all.GetTestSuite(i);
    if (!std::string(one.name()).ends_with('/' + suite)) continue;
    for (int test = 0; test < one.total_test_count(); ++test) {
      const std::string name = one.GetTestInfo(test)->name();
      names.insert(name.substr(name.rfind('/') + 1));
    }
  }
  return names;
}

TEST(Methods, AreInTheSuites) {
  std::multimap<std::string, std::string> names;
  for (const auto& [list, count] : {std::pair(kVariants, std::size(kVariants)),
                                    {kFirstOrderVariants, std::size(kFirstOrderVariants)},
                                    {kSpecialVariants, std::size(kSpecialVariants)}})
    for (std::size_t i = 0; i < count; ++i) names.emplace(list[i].method, list[i].name);
  for (const char* suite : {"Promises", "Events", "DenseOutput"}) {
    const std::set<std::string> tested = variantsIn(suite);
    for (const MethodDescriptor& method : methods()) {
      if (method.role == MethodRole::Prescribed) continue;
      const auto [first, last] = names.equal_range(method.name);
      EXPECT_TRUE(first != last) << method.name;
      for (auto name = first; name != last; ++name)
        EXPECT_TRUE(tested.count(name->second)) << suite << ": " << name->second;
    }
  }
}

TEST(Methods, TellTheLoopWhatTheirDescriptorSays) {
  CartesianPendulum pendulum(10, 1);
  Work work;
  for (const MethodDescriptor& method : methods())
    for (const int index : method.indices) {
      if (method.role == MethodRole::Prescribed) continue;
      const IntegratorSettings settings{.index = index, .penalty = 700};
      const MethodProperties said = method.properties(settings);
      const auto integrator = method.make(pendulum, settings, work);
      EXPECT_EQ(integrator->properties().startsItself, said.startsItself) << method.name;
      EXPECT_EQ(integrator->properties().judgesVelocities, said.judgesVelocities) << method.name;
      EXPECT_EQ(integrator->properties().imposedRate, said.imposedRate) << method.name;
    }
}

/// What their descriptor does not name reaches none of the methods that they make.
TEST(Methods, ThatChooseMakeOthersAsUsual) {
  const IntegratorSettings usual{.rtol = 1e-6, .atol = 1e-6};
  IntegratorSettings others = usual;
  others.maxOrder = others.fixedOrder = 1;
  others.rho = 0.1;
  others.orderStrategy = OrderStrategy::Difsub;
  others.bdfForm = BdfForm::QuasiConstant;
  others.endProjection = others.projectionFilter = others.stepCorrection = false;
  others.stabilisation = Stabilisation::Baumgarte;
  others.baumgarteAlpha = 40;
  for (const MethodDescriptor& method : methods()) {
    if (method.role != MethodRole::Chooses) continue;
    const auto endOf = [&](const IntegratorSettings& settings) {
      CartesianPendulum pendulum(10, 1);
      Work work;
      const auto integrator = method.make(pendulum, settings, work);
      integrator->start(assemble(pendulum, guessOf(Vector2(1, 0), Vector2::Zero())).state, 1e-3);
      EXPECT_EQ(integrator->properties().imposedRate, 0);
      StepPlan plan{.h = 1e-3};
      for (int step = 0; step < 100; ++step) {
        const Attempt attempt = integrator->attempt(plan.h);
        plan =
            attempt.status == AttemptStatus::Success ? integrator->accept() : integrator->reject(attempt, 1);
      }
      return integrator->state();
    };
    const State a = endOf(usual), b = endOf(others);
    EXPECT_EQ(a.t, b.t);
    EXPECT_EQ(a.q, b.q);
  }
}

}  // namespace
}  // namespace holonom
