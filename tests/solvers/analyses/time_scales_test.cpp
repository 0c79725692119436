// SPDX-License-Identifier: GPL-3.0-or-later
// Eigenvalues of the linearised motion against closed formulas, and the method that they suggest.
#include "solvers/analyses/time_scales.h"

#include <gtest/gtest.h>

#include <cmath>

#include "solvers/analyses/doctor.h"
#include "solvers/analyses/mechanism_time_scales.h"
#include "tests/solvers/linkages.h"

namespace holonom {
namespace {

using namespace linkages;

TimeScales scalesOf(const Mechanism& mechanism) { return diagnose(mechanism, optionsFor(mechanism)).scales; }

/// Blocks on the x axis, each joined to the one before (the first to ground) by a spring of its free length.
Mechanism blocks(const std::vector<double>& masses, const std::vector<double>& stiffnesses,
                 double damping = 0) {
  Mechanism m;
  m.ground.points = {{"O", {0, 0}}};
  for (std::size_t i = 0; i < masses.size(); ++i) {
    Body block;
    block.name = "block" + std::to_string(i + 1);
    block.mass = masses[i];
    block.inertia = 1;
    block.position = {1.0 + double(i), 0};
    block.points = {{"P", {0, 0}}};
    m.bodies.push_back(block);
    const int body = static_cast<int>(i);
    m.joints.push_back(
        {"rail" + std::to_string(i + 1), PrismaticJoint{{kGround, 0}, {body, 0}, Vector2::UnitX(), 0}});
    m.forces.push_back({"spring" + std::to_string(i + 1),
                        SpringDamper{{body - 1, 0}, {body, 0}, stiffnesses[i], damping, 1}});
  }
  return m;
}

TEST(TimeScales, ASpringAndAMass) {
  const double k = 4e6, m = 2.5;
  const TimeScales scales = scalesOf(blocks({m}, {k}));
  ASSERT_TRUE(scales.known);
  ASSERT_EQ(scales.modes.size(), 1u);
  EXPECT_NEAR(scales.modes[0].imaginary, std::sqrt(k / m), 1e-8 * std::sqrt(k / m));
  EXPECT_NEAR(scales.modes[0].real, 0, 1e-6);
  EXPECT_TRUE(scales.modes[0].vibrates());
}

/// Two pinned links in free fall: what their equations leave of eigenvalues is rounding.
TEST(TimeScales, FreeLinksHaveNoNaturalMotion) {
  const auto link = [](const char* name, double length, double angle, const Vector2& at) {
    Body body;
    body.name = name;
    body.mass = 2.5 * length;
    body.inertia = body.mass * length * length / 12;
    body.centreOfMass = {length / 2, 0};
    body.position = at;
    body.angle = angle;
    body.points = {{"A", {0, 0}}, {"B", {length, 0}}};
    return body;
  };
  for (int i = 0; i < 12; ++i) {
    const double angle = -2.8 + 0.47 * i, length = 0.23 + 0.07 * i;
    Mechanism m;
    m.bodies = {link("one", length, angle, {0.31, -0.17}),
                link("other", 0.43, 0.61 - angle,
                     Vector2(0.31, -0.17) + length * Vector2(std::cos(angle), std::sin(angle)))};
    m.joints = {{"pin", RevoluteJoint{{0, 1}, {1, 0}}}};
    const Diagnosis diagnosis = diagnose(m, optionsFor(m));
    EXPECT_TRUE(diagnosis.scales.known && diagnosis.scales.modes.empty())
        << diagnosis.scales.modes.front().rate();
    EXPECT_EQ(diagnosis.scales.freeModes, 8);
    for (const DoctorFinding& finding : diagnosis.findings)
      EXPECT_TRUE(finding.kind != DoctorFinding::Kind::TimeScales ||
                  finding.title == "Free motion at the start: nothing drives it back")
          << finding.title;
  }
}

TEST(TimeScales, ADamperFadesTheVibrationAndOvercomesIt) {
  const double k = 100, m = 4;
  const TimeScales under = scalesOf(blocks({m}, {k}, 6));
  ASSERT_EQ(under.modes.size(), 1u);
  EXPECT_NEAR(under.modes[0].real, -6 / (2 * m), 1e-9);
  EXPECT_NEAR(under.modes[0].imaginary, std::sqrt(k / m - std::pow(6 / (2 * m), 2)), 1e-9);
  const double c = 200, half = c / (2 * m), root = std::sqrt(half * half - k / m);
  const TimeScales over = scalesOf(blocks({m}, {k}, c));
  ASSERT_EQ(over.modes.size(), 2u);
  EXPECT_NEAR(over.modes[0].real, -half + root, 1e-8);
  EXPECT_NEAR(over.modes[1].real, -half - root, 1e-8);
  EXPECT_FALSE(over.modes[1].vibrates());
}

TEST(TimeScales, AStiffSpringBesideASoftOne) {
  const double m1 = 1, m2 = 3, k1 = 10, k2 = 1e8;  // ω² from the two masses and springs in a row
  const double a = (k1 + k2) / m1 + k2 / m2, b = k1 * k2 / (m1 * m2), root = std::sqrt(a * a - 4 * b);
  const double fast = std::sqrt(0.5 * (a + root)), slow = std::sqrt(2 * b / (a + root));
  const Mechanism mechanism = blocks({m1, m2}, {k1, k2});
  const Diagnosis diagnosis = diagnose(mechanism, optionsFor(mechanism));
  const TimeScales& scales = diagnosis.scales;
  ASSERT_EQ(scales.modes.size(), 2u);
  EXPECT_NEAR(scales.modes[0].rate(), slow, 1e-4 * slow);
  EXPECT_NEAR(scales.modes[1].rate(), fast, 1e-9 * fast);
  EXPECT_NEAR(scales.ratio(), fast / slow, 1e-4 * fast / slow);
  EXPECT_EQ(scales.modes[1].coordinate, 0) << "the lighter block moves most";
  bool told = false;
  for (const DoctorFinding& finding : diagnosis.findings)
    if (finding.kind == DoctorFinding::Kind::TimeScales) {
      told = finding.title.find("Stiff") == 0 && finding.title.find("1.84 kHz") != std::string::npos;
      EXPECT_TRUE(told) << finding.title;
    }
  EXPECT_TRUE(told);
  EXPECT_NEAR(fast / (2 * std::acos(-1.0)), 1838, 1);
}

TEST(TimeScales, PendulumsHangAndStand) {
  const double pi = std::acos(-1.0), rate = std::sqrt(1.5 * 9.81);  // of a bar of 1 m at its end
  const TimeScales hanging = scalesOf(pendulum(-pi / 2));
  ASSERT_EQ(hanging.modes.size(), 1u);
  EXPECT_NEAR(hanging.modes[0].imaginary, rate, 1e-9);
  EXPECT_EQ(hanging.modes[0].coordinate / 3, 0);
  const TimeScales standing = scalesOf(pendulum(pi / 2));
  ASSERT_EQ(standing.modes.size(), 2u) << "one falls, one comes to rest";
  EXPECT_NEAR(standing.modes[0].rate(), rate, 1e-9);
  EXPECT_NEAR(std::max(standing.modes[0].real, standing.modes[1].real), rate, 1e-9);
}

TEST(TimeScales, MotionsThatNothingDrivesBackAreFree) {
  Mechanism mechanism = pendulum(0.3);
  mechanism.gravity = {0, 0};
  const TimeScales scales = scalesOf(mechanism);
  EXPECT_TRUE(scales.modes.empty());
  EXPECT_EQ(scales.freeModes, 2);
}

TEST(TimeScales, OfManyBlocksTheFastestIsEstimated) {
  Mechanism mechanism = blocks(std::vector<double>(60, 1.0), std::vector<double>(60, 50.0));
  ASSERT_GT(3 * mechanism.bodies.size(), std::size_t(kMostCoordinates));
  std::get<SpringDamper>(mechanism.forces[0].kind).stiffness = 1e6;
  const TimeScales scales = scalesOf(mechanism);
  ASSERT_TRUE(scales.known);
  EXPECT_FALSE(scales.allModes);
  ASSERT_EQ(scales.modes.size(), 1u);
  EXPECT_NEAR(scales.modes[0].rate(), std::sqrt((1e6 + 50) / 1.0), 0.05 * 1e3);
}

TEST(TimeScales, StiffnessThatDoesNotShowAsksForAnImplicitMethod) {
  Mechanism mechanism = blocks({1, 3}, {10, 1e8});
  mechanism.bodies[0].position.x() += 0.01;  // the soft spring is stretched, the stiff one is not
  mechanism.bodies[1].position.x() += 0.01;
  EXPECT_EQ(diagnose(mechanism, optionsFor(mechanism)).method, "bdf:2");
  std::get<SpringDamper>(mechanism.forces[1].kind).stiffness = 20;
  EXPECT_EQ(diagnose(mechanism, optionsFor(mechanism)).method, "dop853:1");
}

TEST(TimeScales, OfAMechanismKnowRedundantRowsAndWhoMoves) {
  const MechanismTimeScales found = timeScalesAt(blocks({1, 2}, {100, 200}), 0);
  ASSERT_TRUE(found.scales.known);
  ASSERT_EQ(found.scales.modes.size(), 2u);
  ASSERT_EQ(found.coordinates.size(), 2u);
  for (const std::string& name : found.coordinates) EXPECT_EQ(name.find("block"), 0u) << name;
  Mechanism twice = blocks({1}, {100});
  twice.joints.push_back(twice.joints.front());  // the same rail once more
  twice.joints.back().name = "rail again";
  const MechanismTimeScales same = timeScalesAt(twice, 0);
  ASSERT_EQ(same.scales.modes.size(), 1u);
  EXPECT_NEAR(same.scales.modes[0].imaginary, 10, 1e-6);
}

}  // namespace
}  // namespace holonom
