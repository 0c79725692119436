// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/controller_kinds.h"

#include <gtest/gtest.h>

#include "core/base/error.h"

namespace holonom {
namespace {

enum Form { Equations, Pid, Sampled };

/// An arm on a hinge with a controller of this kind.
Mechanism arm(decltype(Controller::kind) kind) {
  Mechanism m;
  m.ground.points = {{"O", {0, 0}}};
  Body body;
  body.name = "arm";
  body.points = {{"A", {0, 0}}};
  m.bodies = {body};
  m.joints = {{"weld", FixedJoint{{kGround, 0}, {0, 0}, 0}}, {"hinge", RevoluteJoint{{kGround, 0}, {0, 0}}}};
  m.controllers = {{"c", std::move(kind)}};
  return m;
}

void refuses(const Mechanism& m, Form kind, const std::string& why) {
  Mechanism copy = m;
  try {
    changeControllerKind(copy, 0, kind);
    ADD_FAILURE() << "not refused: " << why;
  } catch (const InputError& error) {
    EXPECT_NE(std::string(error.what()).find(why), std::string::npos) << error.what();
  }
  EXPECT_TRUE(copy == m);
}

TEST(ControllerKinds, StatesTakeEulerStepsAndComeBackAsTheyWere) {
  const ControlLaw law{{{"z", 0.5, "-(c.z) + c.u", 1}}, {}, {{"u", "2*hinge.position"}}};
  const Mechanism before = arm(law);
  Mechanism m = before;
  changeControllerKind(m, 0, Sampled);
  const auto& sampled = std::get<SampledLaw>(m.controllers[0].kind);
  ASSERT_EQ(sampled.states.size(), 1u);
  EXPECT_EQ(sampled.states[0].formula, "c.z + 0.01*(-(c.z) + c.u)");
  EXPECT_EQ(sampled.states[0].initial, 0.5);
  EXPECT_EQ(sampled.outputs[0].formula, "2*hinge.position");
  changeControllerKind(m, 0, Equations);
  EXPECT_TRUE(m == before);
}

TEST(ControllerKinds, ANextValueOfAnotherFormHasTheRateOfItsStep) {
  Mechanism m = arm(SampledLaw{{0.5, 0}, {}, {{"z", 0, "c.z + 0.5*(1) + (2)"}}});
  changeControllerKind(m, 0, Equations);
  EXPECT_EQ(std::get<ControlLaw>(m.controllers[0].kind).states[0].rate, "((c.z + 0.5*(1) + (2)) - c.z)/0.5");
}

TEST(ControllerKinds, APidControllerIsKnownAgain) {
  for (const std::optional<Sampling> sampling :
       {std::optional<Sampling>(), std::optional<Sampling>(Sampling{0.02, 0.1})}) {
    PidController pid{1, "sin(t)", 60, -0.5, 1e-7, sampling};
    const Mechanism before = arm(pid);
    Mechanism m = before;
    changeControllerKind(m, 0, sampling ? Sampled : Equations);
    EXPECT_NE(m.controllers[0].kind.index(), std::size_t(Pid));
    changeControllerKind(m, 0, Pid);
    EXPECT_TRUE(m == before);
  }
}

TEST(ControllerKinds, SayWhatStandsInTheWay) {
  refuses(arm(ControlLaw{{}, {{"w", 0, "c.w - t", 1}}, {}}), Sampled, "algebraic variable 'w'");
  Mechanism used = arm(ControlLaw{{{"z", 0, "1", 1}}, {}, {}});
  used.outputs = {{"seen", "c.z", ""}};
  refuses(used, Pid, "'seen'");
  used.outputs.clear();
  Mechanism free = used;
  changeControllerKind(free, 0, Pid);
  EXPECT_EQ(std::get<PidController>(free.controllers[0].kind).joint, 1) << "the first with a position";
  used.joints.pop_back();
  refuses(used, Pid, "there is none");
}

}  // namespace
}  // namespace holonom
