// SPDX-License-Identifier: GPL-3.0-or-later
// The start of mechanisms in space: assembly, redundant rows, mobility, what is said of them; what drags,
// branches and reports make of Euler parameters.
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cmath>

#include "core/base/units.h"
#include "core/io/model_reader.h"
#include "core/model/building.h"
#include "core/model/generators.h"
#include "core/results/recording.h"
#include "solvers/analyses/assembly.h"
#include "solvers/analyses/doctor.h"
#include "solvers/simulation/branch.h"
#include "solvers/simulation/run.h"
#include "tests/solvers/linkages.h"
#include "tests/solvers/run_helpers.h"
#include "tests/solvers/spatial/end_values.h"
#include "tests/solvers/spatial/spatial_models.h"

namespace holonom {
namespace {

using namespace spatial_models;

Mechanism spatialFourBar() { return inSpace(linkages::fourBar(2, 0.6, 1.5, 1.4, 0.5)); }

bool isOfJoint(const RowName& row) { return row.part.starts_with("joint '"); }

/// In every position of the whole: rows of joints have parts along p, and a wrong choice leaves |p| free.
TEST(SpatialStart, ThreeRowsOfAClosedLoopAreRedundantAndNamedByTheirJoints) {
  for (const Mechanism& mechanism : {spatialFourBar(), turned(spatialFourBar(), kTurn)}) {
    EquationsOfMotion equations(mechanism);
    const Assembly assembly = assemble(equations, initialGuess(equations, 0));
    ASSERT_TRUE(assembly.consistent) << assembly.failure;
    EXPECT_FALSE(assembly.singularStart);
    for (int row = 0; row < 3; ++row)
      EXPECT_TRUE(std::ranges::binary_search(assembly.independentRows, row)) << row;
    const ModelCheck check = checkModel(mechanism, equations, assembly);
    EXPECT_EQ(check.mobility, 1);
    EXPECT_EQ(check.coordinates, 18);
    EXPECT_EQ(check.controlStates + check.turnCounts, 0);
    EXPECT_EQ(check.constraintRows, 20);
    EXPECT_EQ(check.redundantRows.size(), 3u);
    EXPECT_TRUE(std::ranges::all_of(check.redundantRows, isOfJoint));
    EXPECT_TRUE(std::ranges::all_of(check.ambiguousReactions, isOfJoint));
    for (int body = 0; body < 3; ++body)
      EXPECT_NEAR(turnIn(equations, assembly.state.q, body).norm(), 1, 1e-14);
  }
}

TEST(SpatialStart, ManyLoopsAreCountedSoon) {
  constexpr int kLoops = 60;
  const Mechanism mechanism = turned(inSpace(makeFourBars(kLoops)), kTurn);
  EquationsOfMotion equations(mechanism);
  const auto start = std::chrono::steady_clock::now();
  const Assembly assembly = assemble(equations, initialGuess(equations, 0));
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  ASSERT_TRUE(assembly.consistent) << assembly.failure;
  const ModelCheck check = checkModel(mechanism, equations, assembly);
  EXPECT_EQ(check.mobility, 1);
  EXPECT_EQ(check.redundantRows.size(), std::size_t(3 * kLoops));
  EXPECT_TRUE(std::ranges::all_of(check.redundantRows, isOfJoint));
  RecordProperty("seconds", std::to_string(seconds));
}

/// Each failure names the part and what to look at, and what can be counted is.
TEST(SpatialStart, FailuresSayWhichPartAndWhatToDo) {
  const auto check = [](const Mechanism& mechanism) { return checkModel(mechanism); };
  const auto says = [](const ModelCheck& found, const char* piece) {
    return !found.consistent && found.failure.find(piece) != std::string::npos;
  };
  Mechanism apart = inSpace(linkages::fourBar(2, 0.6, 1.5, 1.4, 0.5));
  apart.ground.points[1].position = {20, 0, 0};
  const ModelCheck open = check(apart);
  EXPECT_TRUE(says(open, "largest gaps remain at joint")) << open.failure;
  EXPECT_TRUE(says(open, "axes")) << open.failure;

  Mechanism light = doublePendulumInSpace();
  light.bodies[1].mass = 1e-90;
  light.bodies[1].moments *= 1e-90;
  const ModelCheck unequal = check(light);
  EXPECT_TRUE(says(unequal, "masses differ by more than numbers can hold")) << unequal.failure;
  EXPECT_TRUE(says(unequal, light.bodies[1].name.c_str())) << unequal.failure;
  EXPECT_TRUE(says(unequal, "Make the small one larger")) << unequal.failure;

  Mechanism driven = doublePendulumInSpace();
  driven.drivers = {{"motor", 1, "1/t"}};
  const ModelCheck notFinite = check(driven);
  EXPECT_TRUE(says(notFinite, "motor")) << notFinite.failure;
  EXPECT_GE(notFinite.mobility, 3);  // without and with the row of the driver
  EXPECT_LE(notFinite.mobility, 4);
}

/// Turns that change nothing in the first order: axes at right angles that shall be parallel, bars along one
/// line that shall meet.
TEST(SpatialStart, DrawingsAlongOneAxisAreClosed) {
  Mechanism across = doublePendulumInSpace();
  std::get<RevoluteJoint>(across.joints[1].kind).hinge = {1, 0, 0};
  std::get<RevoluteJoint>(across.joints[1].kind).secondHinge = {0, 0, 1};
  const ModelCheck crossed = checkModel(across);
  EXPECT_TRUE(crossed.consistent) << crossed.failure;
  EXPECT_TRUE(crossed.redundantRows.empty());
  EXPECT_GT(crossed.positionCorrection.turn, 0.7);

  Mechanism line;
  line.ground.points = {{"S", {0.8, 0, 0}}, {"R", {0.6, 0.3, 0.5}}};
  line.bodies = {barInSpace("link", 0.6, {0.8, 0, 0}, Vector3::Zero()),
                 barInSpace("rocker", 0.3, {0.6, 0.3, 0.5}, Vector3::Zero())};
  line.joints = {{"k1", SphericalJoint{{kGround, 0}, {0, 0}}},
                 {"k2", SphericalJoint{{0, 1}, {1, 1}}},
                 {"k3", RevoluteJoint{{kGround, 1}, {1, 0}, Vector3::UnitY(), Vector3::UnitY()}}};
  const ModelCheck met = checkModel(line);
  EXPECT_TRUE(met.consistent) << met.failure;
  EXPECT_EQ(met.mobility, 1);  // the link's turn about itself
  EXPECT_FALSE(met.warnings.empty());
}

/// Turns are told as angles and in rad/s, not as changes of Euler parameters, and beside places in m.
TEST(SpatialStart, TellsHowFarBodiesWereMovedAndTurned) {
  Mechanism mechanism;
  mechanism.ground.points = {{"O", {0, 0, 0}}};
  addSpatialBody(mechanism);
  Body& body = mechanism.bodies[0];
  body.points = {{"P", {0, 0, 0}}};
  body.centreOfMass = {0, 0, 0};
  body.position = {0.02, 0, 0};
  body.axis = Vector3(1, 2, 2) / 3;
  body.angle = 0.3;
  body.velocity = {0, 0.5, 0};
  body.spin = {0, 3, 4};
  mechanism.joints = {{"weld", FixedJoint{{kGround, 0}, {0, 0}}}};
  const ModelCheck check = checkModel(mechanism);
  ASSERT_TRUE(check.consistent) << check.failure;
  EXPECT_NEAR(check.positionCorrection.way, 0.02, 1e-12);
  EXPECT_NEAR(check.positionCorrection.turn, 0.3, 1e-12);
  EXPECT_NEAR(check.velocityCorrection.way, 0.5, 1e-12);
  EXPECT_NEAR(check.velocityCorrection.turn, 5, 1e-11);
}

/// Hinges of a closed loop whose axes are parallel to fewer digits than that needs.
TEST(SpatialStart, HingesThatAreSlightlyOffAreNamedWithARemedy) {
  const auto failure = [](double first, double second) {
    Mechanism mechanism = spatialFourBar();
    for (const auto& [joint, off] : {std::pair(0, first), std::pair(3, second)})
      std::get<RevoluteJoint>(mechanism.joints[std::size_t(joint)].kind).hinge = {off, 0, 1};
    const ModelCheck check = checkModel(mechanism);
    EXPECT_EQ(check.consistent, check.failure.empty());
    return check.failure;
  };
  EXPECT_EQ(failure(1e-10, 0), "");
  for (const std::string& said : {failure(0, 1e-7), failure(2e-7, 1e-7)}) {
    for (const char* piece : {"joint '", "e-7 (m or rad)", "nine digits", "ball joint for a hinge"})
      EXPECT_NE(said.find(piece), std::string::npos) << piece << ": " << said;
  }
  EXPECT_EQ(failure(0, 0.1).find("nine digits"), std::string::npos);
}

TEST(SpatialStart, OpenJointsAreClosedAndEulerParametersKeepTheirLength) {
  Mechanism mechanism = doublePendulumInSpace();
  mechanism.bodies[1].position += Vector3(0.02, -0.03, 0.05);
  mechanism.bodies[1].spin = {1, 0, 3};
  EquationsOfMotion equations(mechanism);
  const Assembly assembly = assemble(equations, initialGuess(equations, 0));
  ASSERT_TRUE(assembly.consistent) << assembly.failure;
  for (int body = 0; body < 2; ++body) {
    const Vector4 p = turnIn(equations, assembly.state.q, body),
                  rate = turnIn(equations, assembly.state.v, body);
    EXPECT_NEAR(p.norm(), 1, 1e-14);
    EXPECT_NEAR(p.dot(rate), 0, 1e-13);
  }
  Vector gaps(equations.constraintCount());
  equations.moveTo(0, assembly.state.q, assembly.state.v);
  equations.constraints(gaps);
  EXPECT_LT(gaps.cwiseAbs().maxCoeff(), 1e-12);
}

TEST(SpatialStart, ExactValuesStay) {
  Mechanism mechanism = doublePendulumInSpace();
  mechanism.bodies[1].axis = Vector3::UnitZ();
  mechanism.bodies[1].angle = 0.8;  // bent: straight it would be at the end of its reach
  mechanism.bodies[1].position += Vector3(0.02, 0, 0.05);
  mechanism.bodies[1].exact = {.x = true, .y = true, .z = true};
  EquationsOfMotion equations(mechanism);
  const InitialGuess guess = initialGuess(equations, 0);
  const Assembly assembly = assemble(equations, guess);
  ASSERT_TRUE(assembly.consistent) << assembly.failure;
  EXPECT_LT((placeIn(equations, assembly.state.q, 1) - placeIn(equations, guess.q, 1)).norm(), 1e-6);
}

/// Of both descriptions of a rotation, once.
TEST(SpatialStart, ChangedAngularVelocitiesAreNamed) {
  Mechanism mechanism = inSpace(linkages::pendulum());
  mechanism.bodies[0].spin = {2, 0, 3};  // the hinge has only the last
  const auto warningsOn = [](const Mechanism& m) {
    EquationsOfMotion equations(m);
    std::string all;
    for (const std::string& warning : assemble(equations, initialGuess(equations, 0)).warnings)
      all += warning + '\n';
    return all;
  };
  const std::string parameters = warningsOn(mechanism), angles = warningsOn(byCardanAngles(mechanism));
  EXPECT_NE(parameters.find("that of bar.omega was changed from (2, 0, 3) rad/s to (0, 0, 3) rad/s"),
            std::string::npos)
      << parameters;
  EXPECT_NE(angles.find("that of bar.omega (rates of its Cardan angles) was changed from ("),
            std::string::npos)
      << angles;
  mechanism.bodies[0].exact.omega = true;
  for (const Mechanism& m : {mechanism, byCardanAngles(mechanism)})
    EXPECT_NE(warningsOn(m).find("exact: bar.omega could not be kept"), std::string::npos) << warningsOn(m);
}

TEST(SpatialStart, TheDoctorTellsGapsInThreeDirections) {
  Mechanism mechanism = doublePendulumInSpace();
  const Vector3 shift(0.02, -0.03, 0.05);
  mechanism.bodies[1].position += shift;
  const Diagnosis diagnosis = diagnose(mechanism, SimulationOptions());
  EXPECT_TRUE(diagnosis.ready());
  ASSERT_EQ(diagnosis.gaps.size(), 1u);
  EXPECT_EQ(diagnosis.gaps[0].joint, 1);
  EXPECT_LT((diagnosis.gaps[0].to - diagnosis.gaps[0].from - shift).norm(), 1e-12);
  const auto gap = std::ranges::find(diagnosis.findings, DoctorFinding::Kind::Gap, &DoctorFinding::kind);
  ASSERT_NE(gap, diagnosis.findings.end());
  EXPECT_NE(gap->explanation.find("(0.02, -0.03, 0.05) m"), std::string::npos) << gap->explanation;
}

TEST(SpatialStart, TheDoctorOffersJointsInSpaceForRedundantOnes) {
  const Diagnosis diagnosis = diagnose(spatialFourBar(), SimulationOptions());
  EXPECT_TRUE(diagnosis.ready());
  EXPECT_EQ(diagnosis.check.mobility, 1);
  const auto found =
      std::ranges::find(diagnosis.findings, DoctorFinding::Kind::Redundancy, &DoctorFinding::kind);
  ASSERT_NE(found, diagnosis.findings.end());
  ASSERT_FALSE(found->remedies.empty());
  EXPECT_NE(found->remedies[0].label.find("ball joint"), std::string::npos) << found->remedies[0].label;
  for (const DoctorFinding& finding : diagnosis.findings) {
    if (finding.kind != DoctorFinding::Kind::Redundancy && finding.kind != DoctorFinding::Kind::Reactions)
      continue;
    for (const PartRef& part : finding.parts) EXPECT_EQ(part.kind, PartRef::Kind::Joint);
  }
}

/// A ball joint has no angle that a motor could drive or a spring pull: such a joint keeps its kind, and
/// others are offered.
TEST(SpatialStart, TheDoctorKeepsJointsOfWhichTheCoordinateIsUsed) {
  const auto remediesWith = [](const auto& change) {
    Mechanism m = spatialFourBar();
    for (int joint = 0; joint < 4; ++joint)
      m.joints[std::size_t(joint)].name = std::string("pin") + char('0' + joint);
    change(m);
    const Diagnosis diagnosis = diagnose(m, SimulationOptions());
    EXPECT_TRUE(diagnosis.ready());
    const auto found =
        std::ranges::find(diagnosis.findings, DoctorFinding::Kind::Redundancy, &DoctorFinding::kind);
    EXPECT_NE(found, diagnosis.findings.end());
    std::string labels;
    if (found != diagnosis.findings.end())
      for (const Remedy& remedy : found->remedies) labels += remedy.label + '\n';
    EXPECT_NE(labels.find("ball joint"), std::string::npos) << labels;
    EXPECT_EQ(labels.find("pin0"), std::string::npos) << labels;
  };
  remediesWith([](Mechanism& m) { m.drivers = {{"motor", 0, "t"}}; });
  remediesWith([](Mechanism& m) { m.forces = {{"spring", JointSpring{0, 2, 0, 0}}}; });
  remediesWith([](Mechanism& m) { m.forces = {{"brake", JointForce{0, "-2*pin0.velocity"}}}; });
  remediesWith([](Mechanism& m) {
    Stop stop;
    stop.joint = 0;
    stop.upper = 2;
    stop.restitution = 0.5;
    m.forces = {{"stop", stop}};
  });
  remediesWith([](Mechanism& m) { m.outputs = {{"angle", "pin0.position", "rad"}}; });
  remediesWith([](Mechanism& m) { m.outputs = {{"moment", "pin0.lambda5", "N·m"}}; });
}

TEST(SpatialStart, ABodyWithoutInertiaAboutAnAxisIsRefused) {
  Mechanism mechanism = heavyTop();
  mechanism.bodies[0].products = {1, 0, 0};
  const Diagnosis diagnosis = diagnose(mechanism, SimulationOptions());
  EXPECT_EQ(diagnosis.blocking(), 1);
  EXPECT_EQ(diagnosis.findings[0].kind, DoctorFinding::Kind::Mass);
}

TEST(SpatialStart, ThePlanarDoctorOffersNoJointsInSpace) {
  const Diagnosis diagnosis = diagnose(linkages::parallelogram(0.8, true), SimulationOptions());
  for (const DoctorFinding& finding : diagnosis.findings)
    for (const Remedy& remedy : finding.remedies)
      for (const char* word : {"ball", "Cardan", "sleeve", "plane"})
        EXPECT_EQ(remedy.label.find(word), std::string::npos) << remedy.label;
}

TEST(SpatialStart, ABranchGoesOnAsItsParentDoes) {
  const Mechanism mechanism = doublePendulumInSpace();
  SimulationOptions options = optionsOf({"", "dop853", 1}, 1e-9, 1);
  Recording whole, branch;
  ASSERT_EQ(runToEnd(mechanism, options, whole).termination, Termination::ReachedEnd);
  std::vector<double> row(whole.channels().size());
  whole.copyRow(whole.rowAt(0.4), row);
  const BranchPoint from = branchAt(mechanism, whole.channels(), row);
  options.startTime = from.time;
  ASSERT_EQ(runToEnd(from.mechanism, options, branch).termination, Termination::ReachedEnd);
  for (const char* name : {"lower.x", "lower.y", "lower.z", "lower.omegax", "lower.omegay", "lower.omegaz"})
    EXPECT_NEAR(whole.value(whole.size() - 1, whole.channelIndex(name)),
                branch.value(branch.size() - 1, branch.channelIndex(name)), 1e-6)
        << name;
}

TEST(SpatialStart, ARunNamesRedundantRowsByTheirJoints) {
  Recording recording;
  const Summary summary = runToEnd(spatialFourBar(), optionsOf({"", "bdf", 2}, 1e-5, 0.1), recording);
  EXPECT_EQ(summary.termination, Termination::ReachedEnd) << summary.message;
  EXPECT_EQ(summary.redundantConstraints.size(), 3u);
  EXPECT_TRUE(std::ranges::all_of(summary.redundantConstraints, isOfJoint));
  EXPECT_TRUE(std::ranges::all_of(summary.ambiguousReactions, isOfJoint));
}

/// The body is turned and spins another way; what it spins about then is the hinge as it is assembled.
TEST(SpatialStart, TheChangedSpinIsThatOfTheAssembledBody) {
  const Mechanism mechanism = parseMechanism(
      R"({"holonom": 1, "ground": {"points": {"O": [0, 0]}},
          "bodies": [{"name": "b", "type": "spatial", "mass": 1, "inertia": [0.004, 0.004, 0.004],
                      "pose": {"axis": [0, 0, 1], "angle": "50 deg"}, "velocity": {"angular": [0, 0, 1]},
                      "points": {"A": [0, 0]}}],
          "joints": [{"name": "J", "type": "revolute", "between": ["ground.O", "b.A"], "axis": [0, 1, 1],
                      "secondAxis": [0, 0, 1]}]})",
      "hinge");
  Recording recording;
  const Summary summary = runToEnd(mechanism, optionsOf({"", "bdf", 2}, 1e-6, 0.01), recording);
  const double y = recording.value(0, recording.channelIndex("b.omegay")),
               z = recording.value(0, recording.channelIndex("b.omegaz"));
  EXPECT_NEAR(y, z, 1e-9) << "along the hinge";
  const std::string told = "to (0, " + numberText(y, 4) + ", " + numberText(z, 4) + ") rad/s";
  EXPECT_TRUE(std::ranges::any_of(summary.warnings, [&](const Warning& warning) {
    return warning.text.find(told) != std::string::npos;
  })) << told;
}

/// A body that assembly turns keeps the angular velocity that it was given, which the joint allows, in
/// whatever coordinates: its rates alone mean another one where it is turned.
TEST(SpatialStart, AssemblyTurnsABodyNotItsAngularVelocity) {
  Mechanism mechanism = onGround(ParallelAxesJoint{{kGround, 0}, {0, 0}});
  Body& body = mechanism.bodies[0];
  body.axis = {1, 0, 0}, body.angle = 0.4;
  body.spin = {0, 0, 10};
  for (const bool exact : {false, true})
    for (const Rotations rotations : {Rotations::EulerParameters, Rotations::CardanAngles}) {
      body.exact.omega = exact;
      mechanism.run.rotations = rotations;
      EquationsOfMotion equations(mechanism);
      const Assembly assembly = assemble(equations, initialGuess(equations, 0));
      ASSERT_TRUE(assembly.consistent) << assembly.failure;
      EXPECT_GT(assembly.positionCorrection.turn, 0.2);
      const CentreMotion motion = equations.motionIn(0, assembly.state.q, assembly.state.v);
      EXPECT_LT((motion.spin - body.spin).norm(), 1e-9) << motion.spin.transpose();
      EXPECT_LT(assembly.velocityCorrection.turn, 1e-9);
      for (const std::string& warning : assembly.warnings)
        EXPECT_EQ(warning.find("omega"), std::string::npos) << warning;
    }
}

/// Whatever the start, joints that keep a turn are closed to it, and not to another one at which their axes
/// are at right angles, too.
TEST(SpatialStart, KeptTurnsAreClosedFromAnyTurn) {
  for (int i = 0; i < 40; ++i) {
    const Vector3 kept(2.6 * std::sin(i), 1.9 * std::cos(2.3 * i), 1.1 * std::sin(3.7 * i)),
        given(1.7 * std::cos(1.3 * i), 2.2 * std::sin(0.7 * i), 1.5 * std::cos(2.9 * i));
    for (const AnyJoint& joint : {AnyJoint(FixedJoint{{kGround, 0}, {0, 0}, 0, kept}),
                                  AnyJoint(PrismaticJoint{{kGround, 0}, {0, 0}, {1, 2, 3}, 0, kept}),
                                  AnyJoint(SameOrientationJoint{{kGround, 0}, {0, 0}, kept})})
      for (const Rotations rotations : {Rotations::EulerParameters, Rotations::CardanAngles}) {
        Mechanism m = onGround(joint);
        SCOPED_TRACE(kindOf(m.joints[0]).name + std::to_string(i));
        const AxisAngle start = axisAngle(eulerParameters(given));
        m.bodies[0].axis = start.axis, m.bodies[0].angle = start.angle;
        m.run.rotations = rotations;
        EquationsOfMotion equations(m);
        const Assembly assembly = assemble(equations, initialGuess(equations, 0));
        ASSERT_TRUE(assembly.consistent) << assembly.failure;
        equations.moveTo(0, assembly.state.q, assembly.state.v);
        const Vector4 p = equations.configuration().motion(0, Space()).at.p;
        EXPECT_LT((rotationMatrix(p) - rotationMatrix(eulerParameters(kept))).norm(), 1e-7);
      }
  }
}

/// A start may be closed to where the chart that suited it is singular: accelerations and reactions there are
/// those of another one.
TEST(SpatialStart, CardanAnglesLeaveAChartThatAssemblyHasStrained) {
  for (const double degrees : {-90.0, -89.0, 60.0, 89.0, 90.0001, 120.0})
    for (int axis = 0; axis < 3; ++axis) {
      Mechanism m = onGround(FixedJoint{{kGround, 0}, {0, 0}});
      m.gravity = {0, -10, 0};
      m.bodies[0].mass = 2;
      m.bodies[0].centreOfMass = {0.3, 0, 0.1};
      m.bodies[0].axis = Vector3::Unit(axis);
      m.bodies[0].angle = degrees * std::numbers::pi / 180;
      m.run.rotations = Rotations::CardanAngles;
      SCOPED_TRACE(std::to_string(degrees) + " about " + std::to_string(axis));
      EquationsOfMotion equations(m);
      const Assembly assembly = assemble(equations, initialGuess(equations, 0));
      ASSERT_TRUE(assembly.consistent) << assembly.failure;
      equations.moveTo(0, assembly.state.q, assembly.state.v);
      EXPECT_LT(equations.offers().charts.strain(), 1);
      const PartLoad load = equations.reaction(0, true, assembly.state.lambda);
      EXPECT_LT((load.force - Vector3(0, 20, 0)).norm(), 1e-7);
      EXPECT_LT((load.torque - Vector3(-2, 0, 6)).norm(), 1e-7) << load.torque.transpose();
    }
}

/// Three bars welded to each other and, at both ends, to the ground: the way down to closed joints ends
/// before from many starts that are turned far.
TEST(SpatialStart, ClosedChainsOfWeldsAreClosedFromFar) {
  constexpr int kBars = 3, kStarts = 40;
  for (int i = 0; i < kStarts; ++i) {
    Mechanism m;
    m.gravity = Vector3();
    m.ground.points = {{"O", {0, 0}}, {"E", {0, 0}}};
    Vector4 before{1, 0, 0, 0};
    Vector3 place;
    for (int k = 0; k < kBars; ++k) {
      const double x = i + 10 * k;
      const Vector4 turn =
          eulerParameters(Vector3(2.1 * std::sin(x), 1.8 * std::cos(2.3 * x), 1.4 * std::sin(3.7 * x)));
      const Vector3 off(1.4 * std::cos(1.3 * x), 1.3 * std::sin(0.7 * x), 1.4 * std::cos(2.9 * x));
      const AxisAngle given = axisAngle(composed(eulerParameters(off), turn));
      m.bodies.push_back(barInSpace("bar" + std::to_string(k), 1, place, given.angle * given.axis));
      const AxisAngle kept = axisAngle(composed(inverse(before), turn));
      m.joints.push_back(
          {"J" + std::to_string(k), FixedJoint{{k - 1, k == 0 ? 0 : 1}, {k, 0}, 0, kept.angle * kept.axis}});
      place = place + rotationMatrix(turn) * Vector3(1, 0, 0);
      before = turn;
    }
    m.ground.points[1].position = place;
    const AxisAngle last = axisAngle(inverse(before));
    m.joints.push_back({"J3", FixedJoint{{kBars - 1, 1}, {kGround, 1}, 0, last.angle * last.axis}});
    SCOPED_TRACE(i);
    EquationsOfMotion equations(m);
    const Assembly assembly = assemble(equations, initialGuess(equations, 0));
    EXPECT_TRUE(assembly.consistent) << assembly.failure;
    EXPECT_EQ(assembly.redundantRows.size(), 6u);
  }
}

}  // namespace
}  // namespace holonom
