// SPDX-License-Identifier: GPL-3.0-or-later
// What joints and forces tell of themselves in every run, against closed forms.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "core/dynamics/observer.h"
#include "tests/solvers/linkages.h"
#include "tests/solvers/spatial/end_values.h"

namespace holonom {
namespace {

using namespace spatial_models;

long countOf(const Recording& recording, const std::string& name) {
  return std::ranges::count(recording.channels(), name, &Channel::name);
}

std::string unitIn(const Recording& recording, const char* name) {
  return recording.channels()[std::size_t(recording.channelIndex(name))].unit;
}

/// Nothing reads the angle, so no state counts its turns. The steps of a steady turn are long.
TEST(Measures, TurnsInSpaceGoOnOverWholeTurns) {
  Mechanism m = onGround(RevoluteJoint{{kGround, 0}, {0, 0}, Vector3::UnitZ(), Vector3::UnitZ()});
  m.bodies[0].moments = {0.3, 0.4, 0.5};
  for (const char* method : {"dop853", "bdf", "radau"}) {
    SCOPED_TRACE(method);
    m.bodies[0].spin = {0, 0, -7};
    m.drivers.clear();
    const SimulationOptions options =
        optionsOf({"", method, method == std::string("dop853") ? 1 : 2}, 1e-5, 9);
    const End freely(m, options);
    EXPECT_NEAR(freely["J.position"], -63, 0.1);
    EXPECT_NEAR(freely["J.velocity"], -7, 1e-2);
    m.drivers = {{"motor", 0, "0.5 + 3*t^2"}};
    m.bodies[0].spin = Vector3();
    const End driven(m, options);
    const Recording& rows = driven.recording();
    for (std::size_t row = 0; row < rows.size(); ++row) {
      const double t = rows.time(row);
      EXPECT_NEAR(rows.value(row, rows.channelIndex("J.position")), 0.5 + 3 * t * t, 1e-2) << t;
    }
    EXPECT_NEAR(driven["J.tz"], 0, 1e-6) << "the motor turns it, not the hinge";
    EXPECT_EQ(unitIn(rows, "J.position"), "rad");
    EXPECT_EQ(unitIn(rows, "J.velocity"), "rad/s");
    EXPECT_EQ(unitIn(rows, "J.tz"), "N·m");
  }
}

/// Whether something reads the turn, so that a state counts it, makes no difference.
TEST(Measures, ADrivenTurnBeginsWhereItsDriverSays) {
  Mechanism m = onGround(RevoluteJoint{{kGround, 0}, {0, 0}, Vector3::UnitZ(), Vector3::UnitZ()});
  m.drivers = {{"motor", 0, "7 + 2*t"}};
  for (const bool read : {false, true}) {
    if (read) m.outputs = {{"turn", "J.position", "rad"}};
    const End end(m, optionsOf({"", "bdf", 2}, 1e-6, 1));
    EXPECT_NEAR(end.recording().value(0, end.recording().channelIndex("J.position")), 7, 1e-9) << read;
    EXPECT_NEAR(end["J.position"], 9, 1e-9) << read;
  }
}

TEST(Measures, SpringsTellTheirLengthAndForce) {
  constexpr double kStiffness = 30, kDamping = 2, kFree = 0.4;
  Mechanism planar = linkages::doublePendulum();
  const Mechanism spatial = inSpace(planar);
  for (Mechanism m : {planar, spatial}) {
    SCOPED_TRACE(isSpatial(m) ? "in space" : "in the plane");
    m.ground.points.push_back({"hook", {1, 0.5}});
    m.forces = {{"s", SpringDamper{{kGround, int(m.ground.points.size()) - 1},
                                   {1, int(m.bodies[1].points.size())},
                                   kStiffness,
                                   kDamping,
                                   kFree}}};
    m.bodies[1].points.push_back({"centre", m.bodies[1].centreOfMass});
    const End run(m, exact(0.7));
    const Vector2 way(run["lower.x"] - 1, run["lower.y"] - 0.5), speed(run["lower.vx"], run["lower.vy"]);
    const double length = way.norm(), rate = way.dot(speed) / length;
    EXPECT_NEAR(run["s.length"], length, 1e-12);
    EXPECT_NEAR(run["s.rate"], rate, 1e-12);
    EXPECT_EQ(unitIn(run.recording(), "s.length"), "m");
    EXPECT_EQ(unitIn(run.recording(), "s.rate"), "m/s");
    EXPECT_EQ(unitIn(run.recording(), "s.force"), "N");
    EXPECT_NEAR(run["s.force"], kStiffness * (length - kFree) + kDamping * rate, 1e-10);
  }
}

TEST(Measures, JointsInSpaceTellWhatTheyDoToTheirSecondBody) {
  Mechanism m = onGround(FixedJoint{{kGround, 0}, {0, 0}});
  m.gravity = {0, 0, -10};
  m.bodies[0].mass = 3;
  m.bodies[0].centreOfMass = {0.5, 0.2, 0};
  const End run(m, exact(0.1));
  EXPECT_NEAR(run["J.fx"], 0, 1e-9);
  EXPECT_NEAR(run["J.fz"], 30, 1e-9);
  EXPECT_NEAR(run["J.tx"], 6, 1e-9);
  EXPECT_NEAR(run["J.ty"], -15, 1e-9);
  EXPECT_NEAR(run["J.tz"], 0, 1e-9);
}

TEST(Measures, AnOutputMayHaveTheNameOfOne) {
  Mechanism m = linkages::doublePendulum();
  m.ground.points.push_back({"hook", {1, 0.5}});
  m.forces = {{"s", SpringDamper{{kGround, int(m.ground.points.size()) - 1}, {1, 0}, 30, 2, 0.4}}};
  m.outputs = {{"s.force", "2*t", "N"}};
  const End run(m, exact(0.1));
  EXPECT_EQ(countOf(run.recording(), "s.force"), 1);
  EXPECT_DOUBLE_EQ(run["s.force"], 0.2);
  EXPECT_EQ(countOf(run.recording(), "s.length"), 1);
}

TEST(Measures, LargeModelsHaveNone) {
  Mechanism m = linkages::doublePendulum();
  m.ground.points.push_back({"hook", {1, 0.5}});
  const auto columns = [&] {
    EquationsOfMotion equations(m);
    return std::ranges::count(Observer(equations).channels(), ChannelKind::Measure, &Channel::kind);
  };
  while (m.joints.size() + m.forces.size() < Measures::kMost)
    m.forces.push_back({"s" + std::to_string(m.forces.size()),
                        SpringDamper{{kGround, int(m.ground.points.size()) - 1}, {1, 0}, 30, 2, 0.4}});
  EXPECT_EQ(columns(), std::ptrdiff_t(2 * m.joints.size() + 3 * m.forces.size()));
  m.forces.push_back({"last", m.forces[0].kind});
  EXPECT_EQ(columns(), 0);
}

}  // namespace
}  // namespace holonom
