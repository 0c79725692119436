// SPDX-License-Identifier: GPL-3.0-or-later
// Layout, names and initial values of the planar equations.
#include "core/dynamics/equations_of_motion.h"

#include <gtest/gtest.h>

#include <cmath>

#include "tests/core/dynamics/sample_mechanisms.h"
#include "tests/support/dense_evaluation.h"

namespace holonom {
namespace {

TEST(EquationsOfMotion, RowsFollowJointsThenDrivers) {
  const EquationsOfMotion system(samples::workshop());
  EXPECT_EQ(system.coordinateCount(), 15);
  EXPECT_EQ(system.constraintCount(), 13);
  const int expected[] = {0, 2, 4, 6, 9};
  for (int joint = 0; joint < 5; ++joint) EXPECT_EQ(system.rowOfJoint(joint, 0), expected[joint]);
  EXPECT_EQ(system.rowOfDriver(0), 11);
  EXPECT_EQ(system.rowOfDriver(1), 12);
}

TEST(EquationsOfMotion, NamesSayPartAndRow) {
  const EquationsOfMotion system(samples::workshop());
  EXPECT_EQ(system.coordinateName(0), "crank.x");
  EXPECT_EQ(system.coordinateName(4), "rod.y");
  EXPECT_EQ(system.coordinateName(14), "cart.theta");
  EXPECT_EQ(system.constraintName(3), "joint 'A': y");
  EXPECT_EQ(system.constraintName(4), "joint 'sleeve': normal");
  EXPECT_EQ(system.constraintName(8), "joint 'weld': angle");
  EXPECT_EQ(system.constraintName(12), "driver 'push': motion");
}

TEST(EquationsOfMotion, RowNamesMatchTheModels) {
  const Mechanism mechanism = samples::workshop();
  const EquationsOfMotion system(mechanism);
  for (int i = 0; i < 5; ++i) {
    const std::vector<JointRow>& rows = kindOf(mechanism.joints[i]).rows;
    ASSERT_EQ(static_cast<int>(rows.size()), rowCount(mechanism, mechanism.joints[i]));
    for (std::size_t row = 0; row < rows.size(); ++row)
      EXPECT_EQ(system.constraintName(system.rowOfJoint(i, static_cast<int>(row))),
                "joint '" + mechanism.joints[i].name + "': " + rows[row].name);
  }
}

TEST(EquationsOfMotion, MassIsDiagonalWithMassAndInertia) {
  const Mechanism mechanism = samples::twoBodies();
  const Matrix M = denseMass(EquationsOfMotion(mechanism));
  const Vector expected = (Vector(6) << 1.3, 1.3, 0.4, 0.7, 0.7, 0.15).finished();
  EXPECT_EQ(M, Matrix(expected.asDiagonal()));
}

TEST(EquationsOfMotion, InitialValuesMoveFromFrameToCentreOfMass) {
  Mechanism mechanism = samples::twoBodies();
  Body& body = mechanism.bodies[1];  // centre of mass at (−0.1, 0.3)
  body.position = {2, 3};
  body.angle = std::acos(0.0);  // R s = (−s_y, s_x)
  body.velocity = {0.5, -0.25};
  body.angularVelocity = 4;
  const EquationsOfMotion system(mechanism);
  const Vector q = system.givenCoordinates(), v = system.givenVelocities();
  EXPECT_LT((q.tail(3) - Eigen::Vector3d(2 - 0.3, 3 - 0.1, body.angle)).norm(), 1e-15);
  EXPECT_LT((v.tail(3) - Eigen::Vector3d(0.5 + 4 * 0.1, -0.25 - 4 * 0.3, 4)).norm(), 1e-15);
}

TEST(EquationsOfMotion, ExactFlagsGoToTheirCoordinates) {
  Mechanism mechanism = samples::twoBodies();
  mechanism.bodies[0].exact.angle = true;
  mechanism.bodies[1].exact.x = true;
  mechanism.bodies[1].exact.vy = true;
  const EquationsOfMotion system(mechanism);
  EXPECT_EQ(system.exactCoordinates(), (Vector(6) << 0, 0, 1, 1, 0, 0).finished());
  EXPECT_EQ(system.exactVelocities(), (Vector(6) << 0, 0, 0, 0, 1, 0).finished());
}

TEST(EquationsOfMotion, PatternsHoldNoColumnsOfGround) {
  Mechanism mechanism = samples::twoBodies();
  mechanism.joints = {{"J", RevoluteJoint{{kGround, 0}, {1, 0}}}};
  const EquationsOfMotion system(mechanism);
  EXPECT_EQ(system.constraintPattern().nonZeros(), 4);  // x: x, θ; y: y, θ
  EXPECT_EQ(system.stiffnessPattern().nonZeros(), 1);   // θ, θ
}

}  // namespace
}  // namespace holonom
