// SPDX-License-Identifier: GPL-3.0-or-later
// Parts that no tool draws: stops, controllers, events, outputs.
#include <QMenu>
#include <algorithm>

#include "core/model/editing.h"
#include "core/model/fields.h"
#include "window_fixture.h"

namespace holonom {
namespace {

class Insert : public WindowTest {
 protected:
  void insert(const char* action) {
    emit find<QMenu>("newPartMenu")->aboutToShow();
    find<QAction>(action)->trigger();
  }
  const Mechanism& mechanism() { return document().mechanism(); }
  std::string selected() { return partName(mechanism(), window_->workspace().selection.part()); }
};

TEST_F(Insert, PutsInWhatRunsAsItIs) {
  ASSERT_TRUE(document().openNamed("pendulum"));
  const std::size_t forces = mechanism().forces.size(), outputs = mechanism().outputs.size();
  window_->workspace().selection.select({PartRef::Kind::Joint, 0});
  insert("actionAddPid");
  EXPECT_EQ(selected(), "pid1");
  ASSERT_EQ(mechanism().controllers.size(), 1u);
  EXPECT_EQ(mechanism().forces.size(), forces + 1) << "the torque that acts";
  window_->workspace().selection.select({PartRef::Kind::Joint, 0});
  insert("actionAddStop");
  EXPECT_EQ(selected(), "stop1");
  insert("actionAddEquations");
  insert("actionAddEvent");
  EXPECT_EQ(selected(), "event1");
  insert("actionAddOutput");
  EXPECT_EQ(mechanism().outputs.size(), outputs + 1);
  EXPECT_EQ(document().history().count(), 5);
  SimulationOptions options = session().options();
  options.endTime = 2;
  session().setOptions(options);
  key(Qt::Key_F5);
  ASSERT_TRUE(waitFor([this] { return finished(); }));
  const SessionRun& run = *session().runs().front();
  EXPECT_EQ(run.run().summary().termination, Termination::ReachedEnd) << run.run().summary().message;
  for (const char* channel : {"pid1.u", "controller1.x", "output1"})
    EXPECT_GE(run.recording()->channelIndex(channel), 0) << channel;
  const auto& events = run.run().summary().events;
  EXPECT_TRUE(std::any_of(events.begin(), events.end(),
                          [](const Event& event) { return event.name.find("event1") != std::string::npos; }));
}

TEST_F(Insert, AnOutputBeginsWithTheSelectedPartAndItsUnitFollowsTheFormula) {
  ASSERT_TRUE(document().openNamed("stewart_platform"));
  const auto leg = std::ranges::find(mechanism().forces, "leg3", &Force::name);
  ASSERT_NE(leg, mechanism().forces.end());
  window_->workspace().selection.select({PartRef::Kind::Force, int(leg - mechanism().forces.begin())});
  insert("actionAddOutput");
  const Output added = mechanism().outputs.back();
  EXPECT_EQ(added.expression, "leg3.force");
  EXPECT_EQ(added.unit, "N");
  EXPECT_TRUE(window_->workspace().log.messages().back().text.contains("Quantities")) << "where it is found";
  Mechanism changed = mechanism();
  const PartRef part{PartRef::Kind::Output, int(changed.outputs.size()) - 1};
  const auto enter = [&](const char* key, const char* text) {
    for (const FieldGroup& group : fieldsOf(changed, part))
      for (const Field& field : group.fields)
        if (field.key == key) setField(changed, field, std::string(text));
    return changed.outputs.back().unit;
  };
  EXPECT_EQ(enter("expression", "leg3.rate"), "m/s");
  EXPECT_EQ(enter("expression", "2*leg3.rate"), "m/s") << "nobody knows";
  EXPECT_EQ(enter("expression", "leg3.length"), "m");
  EXPECT_EQ(enter("expression", "1000*leg3.length"), "m");
  EXPECT_EQ(enter("unit", "mm"), "mm") << "that of a formula is the user's";
  EXPECT_EQ(enter("expression", "platform.omegax"), "rad/s");
}

/// Of a hinge in the plane, and of one in space.
TEST_F(Insert, ForcesAndSpringsAtJointsRun) {
  for (const char* example : {"pendulum", "gyroscope_gimbal"}) {
    ASSERT_TRUE(document().openNamed(example));
    for (const char* action : {"actionAddJointForce", "actionAddJointSpring", "actionAddPid"}) {
      window_->workspace().selection.select({PartRef::Kind::Joint, 0});
      insert(action);
    }
    const auto& forces = mechanism().forces;
    ASSERT_GE(forces.size(), 3u);
    EXPECT_TRUE(std::holds_alternative<JointForce>(forces.back().kind)) << "what acts for the controller";
    EXPECT_TRUE(std::holds_alternative<JointSpring>(forces[forces.size() - 2].kind));
    SimulationOptions options = session().options();
    options.endTime = 0.3;
    session().setOptions(options);
    key(Qt::Key_F5);
    ASSERT_TRUE(waitFor([this] { return finished(); }));
    const Summary& summary = session().runs().front()->run().summary();
    EXPECT_EQ(summary.termination, Termination::ReachedEnd) << example << ": " << summary.message;
  }
}

/// A prescribed motion cannot be thrown back, whichever joint it leads on.
TEST_F(Insert, AStopInADrivenMechanismGivesWay) {
  for (const char* joint : {"O", "A", "guide"}) {
    ASSERT_TRUE(document().openNamed("slider_crank"));
    window_->workspace().selection.select(findPart(mechanism(), joint));
    insert("actionAddStop");
    EXPECT_FALSE(std::get<Stop>(mechanism().forces.back().kind).restitution);
    key(Qt::Key_F5);
    ASSERT_TRUE(waitFor([this] { return finished(); }));
    const Summary& summary = session().runs().front()->run().summary();
    EXPECT_EQ(summary.termination, Termination::ReachedEnd) << joint << ": " << summary.message;
  }
}

/// What the advice of a run that fails at a stop asks for is in plain sight.
TEST_F(Insert, WhatAStopDoesAtItsEndsIsChosenInTheProperties) {
  ASSERT_TRUE(document().openNamed("pendulum"));
  window_->workspace().selection.select({PartRef::Kind::Joint, 0});
  insert("actionAddStop");
  Mechanism m = mechanism();
  const PartRef part = window_->workspace().selection.part();
  auto fields = fieldsOf(m, part);
  ASSERT_TRUE(findField(fields, "ends") && findField(fields, "restitution") &&
              !findField(fields, "stiffness"));
  setField(m, *findField(fields, "ends"), 1);
  fields = fieldsOf(m, part);
  EXPECT_TRUE(findField(fields, "stiffness") && findField(fields, "damping") &&
              !findField(fields, "restitution"));
}

TEST_F(Insert, AsksForAJointWithACoordinateWhereOneIsNeeded) {
  ASSERT_TRUE(document().openNamed("pendulum"));
  window_->workspace().selection.select({PartRef::Kind::Body, 0});
  emit find<QMenu>("newPartMenu")->aboutToShow();
  EXPECT_FALSE(find<QAction>("actionAddStop")->isEnabled());
  EXPECT_FALSE(find<QAction>("actionAddPid")->isEnabled());
  EXPECT_TRUE(find<QAction>("actionAddEvent")->isEnabled());
  find<QAction>("actionAddStop")->trigger();
  EXPECT_EQ(document().history().count(), 0);
}

}  // namespace
}  // namespace holonom
