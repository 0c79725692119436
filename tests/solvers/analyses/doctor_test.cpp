// SPDX-License-Identifier: GPL-3.0-or-later
// What stands in the way of a run, what is redundant or open, and what can be done about it.
#include "solvers/analyses/doctor.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/base/units.h"
#include "core/dynamics/equations_of_motion.h"
#include "core/io/examples.h"
#include "core/io/model_reader.h"
#include "core/math/pose.h"
#include "core/model/building.h"
#include "core/model/editing.h"
#include "solvers/analyses/start_values.h"
#include "tests/solvers/analyses/doctor_checks.h"
#include "tests/solvers/linkages.h"
#include "tests/support/contains.h"

namespace holonom {
namespace {

using namespace linkages;
using Kind = DoctorFinding::Kind;

const Remedy* remedy(const DoctorFinding* finding, Remedy::Kind kind) {
  if (finding)
    for (const Remedy& remedy : finding->remedies)
      if (remedy.kind == kind) return &remedy;
  return nullptr;
}

std::vector<std::string> names(const Mechanism& mechanism, const DoctorFinding* finding) {
  std::vector<std::string> names;
  if (finding)
    for (const PartRef& part : finding->parts) names.push_back(partName(mechanism, part));
  std::sort(names.begin(), names.end());
  return names;
}

using Names = std::vector<std::string>;

TEST(Doctor, AFourBarIsReadyWithOneDegreeOfFreedom) {
  const Diagnosis diagnosis = diagnosed(fourBar(2, 0.6, 1.5, 1.4, 0.5));
  EXPECT_TRUE(diagnosis.ready());
  EXPECT_EQ(diagnosis.summary(), "Ready to run: 1 degree of freedom");
  EXPECT_TRUE(diagnosis.gaps.empty());
  for (const DoctorFinding& finding : diagnosis.findings)
    EXPECT_GE(finding.severity, Severity::Hint) << finding.title;
  ASSERT_NE(find(diagnosis, Kind::Reactions), nullptr);
  EXPECT_EQ(find(diagnosis, Kind::Reactions)->severity, Severity::Fine);
}

TEST(Doctor, ShippedExamplesAreReady) {
  for (const Example& example : listExamples()) {
    const Mechanism mechanism = readMechanism(example.modelFile);
    const Diagnosis diagnosis = diagnosed(mechanism);
    EXPECT_TRUE(diagnosis.ready()) << example.name << ": " << diagnosis.summary();
    EXPECT_FALSE(diagnosis.method.empty()) << example.name;
    const DoctorFinding* loose = find(diagnosis, Kind::Unconnected);
    EXPECT_EQ(loose != nullptr, example.name == "t_handle") << example.name;
    if (loose) EXPECT_EQ(loose->severity, Severity::Hint) << "it is meant to float";
    EXPECT_EQ(find(diagnosis, Kind::Halt), nullptr) << example.name;
  }
}

TEST(Doctor, AStartBehindAnIdealStopIsInTheWay) {
  Mechanism mechanism = pendulum(-0.2);
  mechanism.forces = {{"bumper", Stop{0, {}, {}, 0.0, {}, 0, 0, 0.5}}};
  const Diagnosis diagnosis = diagnosed(mechanism);
  EXPECT_FALSE(diagnosis.ready());
  const DoctorFinding* behind = find(diagnosis, Kind::BehindStop);
  ASSERT_NE(behind, nullptr);
  EXPECT_EQ(behind->title, "It begins behind the stop 'bumper'");
  EXPECT_NE(behind->explanation.find("11.5°"), std::string::npos) << behind->explanation;
  EXPECT_EQ(behind->parts, (std::vector<PartRef>{{PartRef::Kind::Force, 0}}));
  mechanism.bodies[0].angle = 0.2;
  EXPECT_EQ(find(diagnosed(mechanism), Kind::BehindStop), nullptr);
}

/// The crank turns by an expression added to its angle at the start.
Mechanism driven(Mechanism mechanism, const std::string& motion, double from) {
  mechanism.drivers = {{"motor", 0, std::to_string(from) + " + " + motion}};
  mechanism.bodies[0].angle = std::stod(std::to_string(from));
  return mechanism;
}

// Coupler and rocker in line: cos θ from the triangle with the sides ground, crank, coupler + rocker.
TEST(Doctor, ACrankThatCannotGoRoundIsSeenBeforeTheRun) {
  const double ground = 2, crank = 1.2, reach = 1.5 + 1.4, from = 0.5, speed = 6;
  const double stretched =
      std::acos((ground * ground + crank * crank - reach * reach) / (2 * ground * crank));
  const Diagnosis diagnosis = diagnosed(driven(fourBar(ground, crank, 1.5, 1.4, from), "6*t", from));
  EXPECT_TRUE(diagnosis.ready());
  const DoctorFinding* halt = find(diagnosis, Kind::Halt);
  ASSERT_NE(halt, nullptr);
  EXPECT_EQ(halt->severity, Severity::Warns);
  EXPECT_EQ(halt->title, "Driver 'motor' locks at t = " + numberText((stretched - from) / speed, 3) +
                             " s, when 'A' has turned by " +
                             numberText((stretched - from) * 180 / std::numbers::pi, 3) + "°");
  EXPECT_EQ(halt->parts, (std::vector<PartRef>{{PartRef::Kind::Driver, 0}}));
}

TEST(Doctor, DriversThatGetThroughAreNotWarnedOf) {
  const auto halts = [](const Mechanism& mechanism) {
    return find(diagnosed(mechanism), Kind::Halt) != nullptr;
  };
  EXPECT_FALSE(halts(driven(fourBar(2, 0.6, 1.5, 1.4, 0.5), "20*t", 0.5))) << "Grashof";
  EXPECT_FALSE(halts(driven(fourBar(2, 1.2, 1.5, 1.4, 0.5), "1.2*sin(20*t)", 0.5))) << "to and fro";
  EXPECT_FALSE(halts(driven(parallelogram(0.7, false), "20*t", 0.7)))
      << "through the flat position, in which two branches meet";
  EXPECT_FALSE(halts(driven(fourBar(2, 1.2, 1.5, 1.4, 0.5), "1.5*t", 0.5))) << "the run ends before";
  EXPECT_FALSE(halts(driven(fourBar(2, 1.2, 1.5, 1.4, 0.5), "if(t < 0.2, 6*t, 1.2)", 0.5)))
      << "it stops before";
  EXPECT_FALSE(halts(driven(fourBar(2, 0.6, 1.5, 1.4, 0.5), "if(t < 0.5, 0, 0.5)", 0.5)))
      << "a jump is no lock";
}

TEST(Doctor, ASliderThatIsDrivenTooFarIsSeen) {
  // without its rocker: crank and coupler, whose end a slider pulls along x
  Mechanism mechanism = fourBar(2, 1.2, 1.5, 1.4, 0.5);
  const Vector2 end = groundPosition(mechanism, {1, kEnd});
  mechanism.bodies[2] = bodyAt("block", 1, 1, end);
  mechanism.ground.points[1].position = end;
  mechanism.joints[2] = {"C", RevoluteJoint{{1, kEnd}, {2, 0}}};
  mechanism.joints[3] = {"guide", PrismaticJoint{{kGround, 1}, {2, 0}, Vector2::UnitX(), 0}};
  mechanism.drivers = {{"piston", 3, "t"}};
  const double reach = std::sqrt(2.7 * 2.7 - end.y() * end.y()) - end.x();
  ASSERT_LT(reach, 1);
  const DoctorFinding* halt = nullptr;
  const Diagnosis diagnosis = diagnosed(mechanism);
  halt = find(diagnosis, Kind::Halt);
  ASSERT_NE(halt, nullptr);
  EXPECT_TRUE(contains(halt->title, "'guide' has moved by " + numberText(1000 * reach, 3) + " mm"))
      << halt->title;
}

TEST(Doctor, TheThirdBarOfAParallelogramIsRedundantAndASlotHelps) {
  const Mechanism mechanism = parallelogram(0.7, true);
  const Diagnosis diagnosis = diagnosed(mechanism);
  EXPECT_TRUE(diagnosis.ready());
  const DoctorFinding* redundancy = find(diagnosis, Kind::Redundancy);
  ASSERT_NE(redundancy, nullptr);
  EXPECT_EQ(redundancy->severity, Severity::Hint);
  EXPECT_TRUE(contains(redundancy->title, "1 redundant constraint: joint '")) << redundancy->title;
  EXPECT_EQ(redundancy->parts.size(), 1u);
  const Remedy* change = remedy(redundancy, Remedy::Kind::ChangeJoint);
  ASSERT_NE(change, nullptr);
  EXPECT_TRUE(contains(change->label, "a pin in a slot along ")) << change->label;
  const ModelCheck after = checkModel(*change->changed);
  EXPECT_EQ(after.mobility, 1);
  EXPECT_TRUE(after.redundantRows.empty());
  EXPECT_EQ(remedy(redundancy, Remedy::Kind::RemovePart), nullptr)
      << "each joint holds something that the others do not";
  const DoctorFinding* reactions = find(diagnosis, Kind::Reactions);
  ASSERT_NE(reactions, nullptr);
  EXPECT_EQ(reactions->severity, Severity::Hint);
  EXPECT_GE(reactions->parts.size(), 2u);
}

/// The same with a coupler welded of two halves: a hinge in place of the weld leaves two parallelograms side
/// by side.
Mechanism weldedParallelogram() {
  Mechanism m = parallelogram(0.7, true);
  const Vector2 b(std::cos(0.7), std::sin(0.7));
  m.bodies[1] = bar("left", 1, b, 0);
  m.bodies.push_back(bar("right", 1, b + Vector2(1, 0), 0));
  m.joints[2] = {"C", RevoluteJoint{{4, kEnd}, {2, kEnd}}};
  m.joints[5] = {"N", RevoluteJoint{{3, kEnd}, {1, kEnd}}};
  m.joints.push_back({"weld", FixedJoint{{1, kEnd}, {4, kStart}}});
  return m;
}

TEST(Doctor, AnOpenStopIsNoConstraintThatSuggestionsLeave) {
  Mechanism mechanism = parallelogram(0.7, true);
  mechanism.forces = {{"stop", Stop{.joint = 0, .lower = -3, .upper = 3, .restitution = 0.5}}};
  const Diagnosis diagnosis = diagnosed(mechanism);
  const DoctorFinding* redundancy = find(diagnosis, Kind::Redundancy);
  ASSERT_NE(redundancy, nullptr);
  const Remedy* change = remedy(redundancy, Remedy::Kind::ChangeJoint);
  ASSERT_NE(change, nullptr) << redundancy->explanation;
  EXPECT_FALSE(contains(change->label, "leaves")) << change->label;
}

TEST(Doctor, AHingeInPlaceOfAWeldTakesTheRedundancyAway) {
  const Mechanism mechanism = weldedParallelogram();
  ASSERT_EQ(checkModel(mechanism).mobility, 1);
  const Diagnosis diagnosis = diagnosed(mechanism);
  const Remedy* change = remedy(find(diagnosis, Kind::Redundancy), Remedy::Kind::ChangeJoint);
  ASSERT_NE(change, nullptr);
  EXPECT_TRUE(contains(change->label, "a hinge (revolute) for 'weld'")) << change->label;
  ASSERT_NE(change->changed, nullptr);
  const ModelCheck after = checkModel(*change->changed);
  EXPECT_EQ(after.mobility, 1);
  EXPECT_TRUE(after.redundantRows.empty());
  EXPECT_TRUE(after.consistent);
}

TEST(Doctor, AJointGivenTwiceCanGo) {
  Mechanism mechanism = pendulum(0.2);
  mechanism.joints.push_back({"again", mechanism.joints[0].kind});
  const Diagnosis diagnosis = diagnosed(mechanism);
  const Remedy* change = remedy(find(diagnosis, Kind::Redundancy), Remedy::Kind::RemovePart);
  ASSERT_NE(change, nullptr);
  EXPECT_EQ(change->changed->joints.size(), 1u);
  EXPECT_EQ(find(diagnosed(*change->changed), Kind::Redundancy), nullptr);
}

TEST(Doctor, EverySuggestionKeepsTheMobilityAndLowersTheRedundancy) {
  Mechanism mechanism = parallelogram(0.7, true);  // welded twice to a plate that nothing else holds
  mechanism.bodies.push_back(bar("plate", 1, inPlane(mechanism.bodies[1].position), 0));
  mechanism.joints.push_back({"W1", FixedJoint{{1, kStart}, {4, kStart}}});
  mechanism.joints.push_back({"W2", FixedJoint{{1, kMiddle}, {4, kEnd}}});
  const ModelCheck before = checkModel(mechanism);
  const Diagnosis diagnosis = diagnosed(mechanism);
  const DoctorFinding* redundancy = find(diagnosis, Kind::Redundancy);
  ASSERT_NE(redundancy, nullptr);
  ASSERT_FALSE(redundancy->remedies.empty());
  for (const Remedy& change : redundancy->remedies) {
    const ModelCheck after = checkModel(*change.changed);
    EXPECT_EQ(after.mobility, before.mobility) << change.label;
    EXPECT_LT(after.redundantRows.size(), before.redundantRows.size()) << change.label;
  }
}

TEST(Doctor, ABodyThatNothingHoldsIsNamed) {
  Mechanism mechanism = fourBar(2, 0.6, 1.5, 1.4, 0.5);
  mechanism.bodies.push_back(bar("lost", 1, {0, 3}, 0));
  Diagnosis diagnosis = diagnosed(mechanism);
  EXPECT_EQ(names(mechanism, find(diagnosis, Kind::Unconnected)), Names{"lost"});
  EXPECT_EQ(find(diagnosis, Kind::Unconnected)->severity, Severity::Warns);
  EXPECT_TRUE(diagnosis.ready()) << "it falls";

  mechanism.bodies.push_back(bar("friend", 1, {1, 3}, 0));
  mechanism.joints.push_back({"E", RevoluteJoint{{3, kEnd}, {4, kStart}}});
  diagnosis = diagnosed(mechanism);
  EXPECT_EQ(names(mechanism, find(diagnosis, Kind::Unconnected)), (Names{"friend", "lost"}));
  mechanism.ground.points.push_back({"P", {0, 4}});
  mechanism.forces.push_back({"rope", SpringDamper{{kGround, 3}, {3, kStart}, 100, 0, 1}});
  EXPECT_EQ(find(diagnosed(mechanism), Kind::Unconnected), nullptr) << "a spring holds it";
  mechanism.forces.back().kind = ConstantForce{{3, kStart}, {0, 1}};
  EXPECT_NE(find(diagnosed(mechanism), Kind::Unconnected), nullptr) << "a force does not";
}

TEST(Doctor, ContradictoryDriversStandInTheWay) {
  for (const char* second : {"0.3+2*t", "0.5", "0.3+t+t^2"}) {  // velocities, positions, accelerations differ
    Mechanism mechanism = pendulum(0.3);
    mechanism.drivers = {{"motor", 0, "0.3+t"}, {"brake", 0, second}};
    const Diagnosis diagnosis = diagnosed(mechanism);
    EXPECT_FALSE(diagnosis.ready()) << second;
    const DoctorFinding* failure = find(diagnosis, Kind::Assembly);
    ASSERT_NE(failure, nullptr);
    EXPECT_EQ(failure->severity, Severity::Blocks);
    EXPECT_EQ(names(mechanism, failure), (Names{"brake", "motor"}));
    const bool sized = second != std::string("0.3+t+t^2");  // of accelerations no size is told
    EXPECT_TRUE(diagnosis.summary().starts_with(
        std::string("In the way of a run: Constraints contradict each other") + (sized ? " by " : "")))
        << diagnosis.summary();
    EXPECT_TRUE(failure->remedies.empty()) << "no length is off";
    EXPECT_TRUE(diagnosis.method.empty());
  }
}

TEST(Doctor, WhatCannotRunIsSaid) {
  EXPECT_NE(find(diagnosed({}), Kind::NothingThere), nullptr);
  EXPECT_EQ(diagnosed({}).summary(), "There is nothing to run yet: draw a link first");
  Mechanism massless = fourBar(2, 0.6, 1.5, 1.4, 0.5);
  massless.bodies[1].mass = 0;
  massless.bodies[2].inertia = -1;
  const Diagnosis diagnosis = diagnosed(massless);
  EXPECT_EQ(diagnosis.blocking(), 2);
  EXPECT_EQ(diagnosis.summary(), "2 things stand in the way of a run");
  EXPECT_FALSE(diagnosis.check.consistent);

  Mechanism misspelt = pendulum(0.3);
  misspelt.drivers = {{"motor", 0, "0.3+tt"}};
  EXPECT_EQ(names(misspelt, find(diagnosed(misspelt), Kind::Expression)), Names{"motor"});
}

TEST(Doctor, AFrameCannotMoveAndADrivenMechanismIsPrescribed) {
  Mechanism frame = pendulum(0.3);
  frame.joints[0].kind = FixedJoint{{kGround, 0}, {0, kStart}, 0.3};
  const Diagnosis fixed = diagnosed(frame);
  EXPECT_NE(find(fixed, Kind::NothingMoves), nullptr);
  EXPECT_TRUE(contains(fixed.summary(), "nothing can move")) << fixed.summary();

  Mechanism driven = pendulum(0.3);
  driven.drivers = {{"motor", 0, "0.3+t"}};
  const Diagnosis diagnosis = diagnosed(driven);
  EXPECT_EQ(diagnosis.summary(), "Ready to run: the driver prescribes the whole motion");
  EXPECT_EQ(diagnosis.method, "kinematics:1");
}

TEST(Doctor, KinematicsOfAFreeMechanismStandsInTheWay) {
  SimulationOptions options;
  selectMethod(options, "kinematics");
  const Diagnosis diagnosis = diagnose(pendulum(0.3), options);
  EXPECT_FALSE(diagnosis.ready());
  EXPECT_NE(remedy(find(diagnosis, Kind::Method), Remedy::Kind::UseMethod), nullptr);
}

TEST(Doctor, GapsAreVectorsBetweenTheSidesAndAssemblyClosesThem) {
  Mechanism mechanism = fourBar(2, 0.6, 1.5, 1.4, 0.5);
  const Vector2 shift(0.03, -0.04);
  mechanism.bodies[2].position += Vector3(shift);
  const Diagnosis diagnosis = diagnosed(mechanism);
  EXPECT_TRUE(diagnosis.ready());
  ASSERT_EQ(diagnosis.gaps.size(), 2u);
  for (const JointGap& gap : diagnosis.gaps) {
    EXPECT_NEAR(gap.length(), 0.05, 1e-12);
    const auto [a, b] = endsOf(mechanism.joints[std::size_t(gap.joint)]);
    EXPECT_LT((gap.from - Vector3(groundPosition(mechanism, a))).norm(), 1e-12);
    EXPECT_LT((gap.to - Vector3(groundPosition(mechanism, b))).norm(), 1e-12);
  }
  const DoctorFinding* open = find(diagnosis, Kind::Gap);
  ASSERT_NE(open, nullptr);
  EXPECT_TRUE(contains(open->title, "is open by 50 mm")) << open->title;
  const Remedy* assembleNow = remedy(open, Remedy::Kind::Assemble);
  ASSERT_NE(assembleNow, nullptr);
  const Diagnosis after = diagnosed(*assembleNow->changed);
  EXPECT_TRUE(after.gaps.empty());
  EXPECT_EQ(find(after, Kind::Gap), nullptr);
  EXPECT_EQ(after.check.mobility, 1);
}

TEST(Doctor, GapsOfSlidersAreAcrossTheLineAndTurnsAreTold) {
  Mechanism mechanism = pendulum();
  mechanism.bodies[0].position = {0.7, 0.02};
  mechanism.bodies[0].angle = 0.1;
  mechanism.joints[0].kind = PrismaticJoint{{kGround, 0}, {0, kStart}, Vector2::UnitX(), 0};
  const Diagnosis diagnosis = diagnosed(mechanism);
  ASSERT_EQ(diagnosis.gaps.size(), 1u);
  EXPECT_LT((diagnosis.gaps[0].from - Vector3(0.7, 0.02)).norm(), 1e-12);
  EXPECT_LT((diagnosis.gaps[0].to - Vector3(0.7, 0)).norm(), 1e-12);
  EXPECT_NEAR(std::abs(diagnosis.gaps[0].turn), 0.1, 1e-12);
}

TEST(Doctor, AGapThatRoundingLeftIsAHintOnly) {
  for (const auto& [by, severity] : {std::pair{1e-3, Severity::Warns}, {2e-5, Severity::Hint}}) {
    Mechanism mechanism = fourBar(2, 0.6, 1.5, 1.4, 0.5);
    mechanism.bodies[2].position.x() += by;
    const Diagnosis diagnosis = diagnosed(mechanism);
    ASSERT_NE(find(diagnosis, Kind::Gap), nullptr) << by;
    EXPECT_EQ(find(diagnosis, Kind::Gap)->severity, severity) << by;
    EXPECT_EQ(diagnosis.gaps.empty(), severity == Severity::Hint) << "nothing to be drawn";
  }
}

/// What holds a body by a formula is no joint with two sides, and holds it all the same.
TEST(Doctor, ConstraintsByFormulasAreNamedWhereTheyDoNotHold) {
  Mechanism mechanism = pendulum();
  mechanism.joints.clear();
  mechanism.constraints = {{"wire", FormulaConstraint{"bar.start.x^2 - bar.start.y - 0.01"}},
                           {"lead", PathConstraint{{0, kEnd}, "1.05 + 0.1*t", "", ""}}};
  const Diagnosis open = diagnosed(mechanism);
  EXPECT_TRUE(open.gaps.empty());
  std::vector<std::string> titles;
  for (const DoctorFinding& finding : open.findings)
    if (finding.kind == Kind::Gap) titles.push_back(finding.title);
  std::ranges::sort(titles);
  EXPECT_EQ(titles, (Names{"Constraint 'wire' does not hold at the start",
                           "Path 'lead' begins 50 mm from where its point stands"}));
  EXPECT_EQ(find(open, Kind::Unconnected), nullptr);
  const Remedy* closing = remedy(find(open, Kind::Gap), Remedy::Kind::Assemble);
  ASSERT_NE(closing, nullptr);
  const Mechanism& assembled = *closing->changed;
  EXPECT_EQ(find(diagnosed(assembled), Kind::Gap), nullptr);

  Mechanism twice = pendulum();
  twice.constraints = {{"again", FormulaConstraint{"2*bar.start.y"}}};
  const Diagnosis redundancy = diagnosed(twice);
  const DoctorFinding* redundant = find(redundancy, Kind::Redundancy);
  ASSERT_NE(redundant, nullptr);
  EXPECT_TRUE(std::ranges::any_of(
      redundant->remedies, [](const Remedy& remedy) { return remedy.label == "Remove constraint 'again'"; }));
  twice.constraints = {{"against", FormulaConstraint{"bar.start.y - 0.2"}}};
  EXPECT_FALSE(diagnosed(twice).ready());

  Mechanism led = pendulum();
  led.constraints = {{"lead", FormulaConstraint{"bar.theta - t"}}};
  EXPECT_EQ(find(diagnosed(led), Kind::Mobility)->title, "The constraints prescribe the whole motion");
  led.constraints = {{"hold", FormulaConstraint{"bar.theta"}}};
  EXPECT_NE(find(diagnosed(led), Kind::NothingMoves), nullptr);
}

TEST(Doctor, DriversThatBeginElsewhereHaveAGapAtTheirJoint) {
  Mechanism mechanism = pendulum();
  const Vector2 pivot = inPlane(mechanism.ground.points[0].position);
  mechanism.drivers = {{"motor", 0, std::to_string(mechanism.bodies[0].angle) + " + 0.25 + t"}};
  const Diagnosis hinge = diagnosed(mechanism);
  ASSERT_EQ(hinge.gaps.size(), 1u);
  EXPECT_EQ(hinge.gaps[0].driver, 0);
  ASSERT_TRUE(hinge.gaps[0].centre.has_value());
  EXPECT_LT((*hinge.gaps[0].centre - lifted(pivot)).norm(), 1e-12);
  EXPECT_NEAR(hinge.gaps[0].turn, 0.25, 1e-6);
  EXPECT_EQ(find(hinge, Kind::Gap)->title, "Driver 'motor' begins 14.3° from where its joint stands");
  const Mechanism& assembled = *remedy(find(hinge, Kind::Gap), Remedy::Kind::Assemble)->changed;
  EXPECT_NEAR(assembled.bodies[0].angle - mechanism.bodies[0].angle, hinge.gaps[0].turn, 1e-9)
      << "to where the mark points";

  Mechanism sliding = pendulum();
  sliding.bodies[0].position = {0.7, 0};
  sliding.bodies[0].angle = 0;
  sliding.joints[0].kind = PrismaticJoint{{kGround, 0}, {0, kStart}, Vector2::UnitX(), 0};
  sliding.drivers = {{"motor", 0, "0.75 + t"}};
  const Diagnosis slider = diagnosed(sliding);
  ASSERT_EQ(slider.gaps.size(), 1u);
  EXPECT_FALSE(slider.gaps[0].centre.has_value());
  const Mechanism& moved = *remedy(find(slider, Kind::Gap), Remedy::Kind::Assemble)->changed;
  EXPECT_LT((moved.bodies[0].position - sliding.bodies[0].position -
             Vector3(slider.gaps[0].to - slider.gaps[0].from))
                .norm(),
            1e-9);
}

TEST(Doctor, JointsThatCannotCloseShowTheirGaps) {
  Mechanism mechanism = fourBar(2, 0.6, 1.5, 1.4, 0.5);
  mechanism.ground.points[1].position = {9, 0};
  const Diagnosis diagnosis = diagnosed(mechanism);
  EXPECT_FALSE(diagnosis.ready());
  EXPECT_EQ(find(diagnosis, Kind::Assembly)->title, "The joints cannot be closed");
  EXPECT_FALSE(find(diagnosis, Kind::Assembly)->parts.empty());
  ASSERT_EQ(diagnosis.gaps.size(), 1u);
  EXPECT_NEAR(diagnosis.gaps[0].length(), 7, 1e-12);
  EXPECT_EQ(remedy(find(diagnosis, Kind::Gap), Remedy::Kind::Assemble), nullptr);
}

TEST(Doctor, VelocitiesThatDoNotFitAreProjectedOnce) {
  Mechanism mechanism = fourBar(2, 0.6, 1.5, 1.4, 0.5);
  mechanism.bodies[0].angularVelocity = 2;  // and the others stand still
  const Diagnosis diagnosis = diagnosed(mechanism);
  const DoctorFinding* velocities = find(diagnosis, Kind::Velocities);
  ASSERT_NE(velocities, nullptr);
  EXPECT_EQ(velocities->severity, Severity::Warns);
  const Remedy* project = remedy(velocities, Remedy::Kind::MakeVelocitiesConsistent);
  ASSERT_NE(project, nullptr);
  const auto equations = std::make_unique<EquationsOfMotion>(*project->changed);
  const InitialGuess guess = initialGuess(*equations, 0);
  EXPECT_LT(velocityResidual(*equations, 0, guess.q, guess.v).cwiseAbs().maxCoeff(), 1e-12);
  EXPECT_GT(std::abs(project->changed->bodies[0].angularVelocity), 0.1);
  EXPECT_EQ(project->changed->bodies[0].position, mechanism.bodies[0].position);
  EXPECT_EQ(find(diagnosed(*project->changed), Kind::Velocities), nullptr);
}

TEST(Doctor, ADeadPointIsToldApartFromRedundancy) {
  const Diagnosis diagnosis = diagnosed(parallelogram(0, false));
  EXPECT_NE(find(diagnosis, Kind::SingularStart), nullptr);
  EXPECT_EQ(find(diagnosis, Kind::Redundancy), nullptr);
}

// Of λ = ±√(3 g/2 l) the one that grows counts.
TEST(Doctor, APositionThatIsUnstableIsSaidToBe) {
  const Diagnosis standing = diagnosed(pendulum(std::numbers::pi / 2)),
                  hanging = diagnosed(pendulum(-std::numbers::pi / 2));
  ASSERT_NE(find(standing, Kind::Balance), nullptr);
  EXPECT_EQ(find(standing, Kind::Balance)->title, "It starts at rest in an unstable position");
  const std::string time = numberText(1e3 * std::sqrt(2 / (3 * 9.81)), 3) + " ms";
  EXPECT_TRUE(contains(find(standing, Kind::Balance)->explanation, "e-fold in " + time))
      << find(standing, Kind::Balance)->explanation;
  ASSERT_NE(find(standing, Kind::TimeScales), nullptr);
  EXPECT_EQ(find(standing, Kind::TimeScales)->title, "Natural motion: " + time + " (diverging)");
  ASSERT_NE(find(hanging, Kind::Balance), nullptr);
  EXPECT_EQ(find(hanging, Kind::Balance)->title, "It starts at rest and in balance");
}

// Eigenvalues away from an equilibrium are no natural frequencies.
TEST(Doctor, AFrequencyOfTheStartPositionIsNotCalledNatural) {
  const Diagnosis tilted = diagnosed(pendulum(-0.14)),
                  nearly = diagnosed(pendulum(-std::numbers::pi / 2 + 0.005));
  ASSERT_NE(find(tilted, Kind::TimeScales), nullptr);
  EXPECT_TRUE(find(tilted, Kind::TimeScales)->title.starts_with("At the start position: "))
      << find(tilted, Kind::TimeScales)->title;
  EXPECT_TRUE(contains(find(tilted, Kind::TimeScales)->explanation, "no rest in equilibrium"))
      << find(tilted, Kind::TimeScales)->explanation;
  ASSERT_NE(find(nearly, Kind::TimeScales), nullptr);
  EXPECT_EQ(find(nearly, Kind::TimeScales)->title,
            "Natural motion: " + numberText(std::sqrt(1.5 * 9.81) / (2 * std::numbers::pi), 3) + " Hz");
}

TEST(Doctor, AMechanismInBalanceIsNoticed) {
  Mechanism mechanism = pendulum(-std::acos(0.0));
  EXPECT_NE(find(diagnosed(mechanism), Kind::Balance), nullptr);
  mechanism.bodies[0].angle += 0.1;
  EXPECT_EQ(find(diagnosed(mechanism), Kind::Balance), nullptr);
}

TEST(Doctor, ADiagnosisThatNobodyWaitsForEnds) {
  std::stop_source stop;
  stop.request_stop();
  const Diagnosis diagnosis = diagnose(fourBar(2, 0.6, 1.5, 1.4, 0.5), {}, stop.get_token());
  EXPECT_FALSE(diagnosis.complete);
  EXPECT_FALSE(diagnosis.ready());
}

}  // namespace
}  // namespace holonom
