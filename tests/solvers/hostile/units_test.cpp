// SPDX-License-Identifier: GPL-3.0-or-later
// A model in other units takes the same steps to the same result, with every method.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "core/dynamics/mechanism_equations.h"
#include "core/io/examples.h"
#include "core/io/model_reader.h"
#include "solvers/analyses/assembly.h"
#include "tests/solvers/hostile/units.h"
#include "tests/solvers/linkages.h"
#include "tests/solvers/run_helpers.h"
#include "tests/solvers/simulation/event_models.h"
#include "tests/support/andrews_bodies.h"

namespace holonom {
namespace {

struct Model {
  const char* name;
  Mechanism (*make)();
  double endTime;
  bool sensitive = false;  ///< to rounding
};

Mechanism example(const char* name) { return readMechanism(findModel(name)); }

Mechanism blockAtAStop() {
  Mechanism m = samples::block(0.2, 2);
  m.forces = {{"buffer", Stop{0, {}, {}, {}, 1, 400, 3, {}}}, {"pull", ForceExpression{{0, 0}, "-2*block.x-0.1*block.vx", "0", false}}};
  return m;
}

const Model kModels[] = {
    {"Andrews", andrewsBodies, 0.02, true},
    {"SliderCrank", [] { return example("slider_crank"); }, 0.1},
    {"FourBar", [] { return example("four_bar"); }, 1, true},
    {"FlexibleSliderCrank", [] { return example("flexible_slider_crank"); }, 0.004, true},
    {"RollingDisc", [] { return example("rolling_disc"); }, 1},
    {"PidArm", [] { return example("pid_arm"); }, 1},
    {"BlockAtAStop", blockAtAStop, 1.5},
    {"BouncingSlider", [] { return example("bouncing_slider"); }, 1.2},
};

struct Units {
  double length, mass;
  bool exact() const { return std::frexp(length, &ignored_) == 0.5 && std::frexp(mass, &ignored_) == 0.5; }
  bool extreme() const { return std::max({length, 1 / length, mass, 1 / mass}) > 1e9; }
  mutable int ignored_ = 0;
};
constexpr double kTrillion = 1099511627776;  // 2⁴⁰
/// Powers of two change no digits: what differs then is a threshold that knows the units. With 1000 every number is rounded
/// anew, and motions that are sensitive to rounding part by more than the tolerance, as do the steps of methods that live with
/// the noise of index 3.
constexpr Units kUnits[] = {{1000, 1}, {1024, 1}, {1024, 1024}, {kTrillion, 1}, {1 / kTrillion, 1}, {1, kTrillion}, {1, 1 / kTrillion}};

struct MotionRun {
  Outcome outcome;
  Vector scale;
};

MotionRun runIn(const Model& model, const Units& units, const Variant& variant) {
  const auto equations = makeEquations(inUnits(model.make(), units.length, units.mass));
  MotionRun run;
  run.outcome = runSystem(*equations, optionsOf(variant, 1e-5, model.endTime), initialGuess(*equations, 0));
  run.scale.resize(equations->coordinateCount());
  for (int i = 0; i < run.scale.size(); ++i) run.scale[i] = equations->coordinateScale(i);
  return run;
}

class OtherUnits : public testing::TestWithParam<std::tuple<Variant, int>> {};

TEST_P(OtherUnits, ChangeNeitherStepsNorResults) {
  const auto& [variant, index] = GetParam();
  const Model& model = kModels[index];
  const MotionRun metres = runIn(model, {1, 1}, variant);
  ASSERT_EQ(metres.outcome.termination, Termination::ReachedEnd) << metres.outcome.message;
  const double steps = static_cast<double>(metres.outcome.counts.steps);
  for (const Units& units : kUnits) {
    const MotionRun other = runIn(model, units, variant);
    if (other.outcome.termination != Termination::ReachedEnd) {
      const bool named = other.outcome.message.find("singular") != std::string::npos;
      EXPECT_TRUE(units.extreme() && named) << units.length << " " << units.mass << " after " << other.outcome.counts.steps
                    << " steps: " << other.outcome.message;
      continue;
    }
    const Vector difference = other.outcome.end.q.cwiseQuotient(other.scale) - metres.outcome.end.q.cwiseQuotient(metres.scale);
    const bool rounded = model.sensitive && !units.exact();
    EXPECT_LT(difference.cwiseAbs().maxCoeff(), rounded ? 1e-2 : 2e-5) << units.length << " " << units.mass;
    EXPECT_NEAR(static_cast<double>(other.outcome.counts.steps), steps, std::max(1.0, (rounded ? 0.08 : 0.02) * steps)) << units.length << " " << units.mass;
  }
}

INSTANTIATE_TEST_SUITE_P(All, OtherUnits,
                         testing::Combine(testing::ValuesIn(kVariants), testing::Range(0, static_cast<int>(std::size(kModels)))),
                         [](const auto& info) {
                           return std::string(std::get<0>(info.param).name) + kModels[std::get<1>(info.param)].name;
                         });

}  // namespace
}  // namespace holonom
