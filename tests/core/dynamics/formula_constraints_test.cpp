// SPDX-License-Identifier: GPL-3.0-or-later
// Constraints by formulas: all blocks against differences, with every quantity that they may use, at states
// that satisfy nothing in particular.
#include <gtest/gtest.h>

#include "core/dynamics/equations_of_motion.h"
#include "tests/core/dynamics/derivative_checks.h"
#include "tests/core/dynamics/sample_mechanisms.h"
#include "tests/support/dense_evaluation.h"
#include "tests/support/finite_differences.h"

namespace holonom {
namespace {

using samples::expectRightDerivatives;

/// Two bars with a hinge, a guide and the length of a spring between them.
Mechanism planar() {
  Mechanism m = samples::twoBodies();
  m.parameters = {{"k", 1.3}};
  m.joints = {{"hinge", RevoluteJoint{{0, 1}, {1, 0}}},
              {"guide", PrismaticJoint{{0, 1}, {1, 1}, {0.6, -0.8}, 0}},
              {"rail", PrismaticJoint{{kGround, 0}, {0, 1}, {1, 0.5}, 0}}};
  m.forces = {{"jack", SpringDamper{{0, 0}, {1, 1}, 1, 0, 0.3}}};
  return m;
}

/// Two bodies in space, the second one hinged to the first and sliding on ground, and one in the plane.
Mechanism spatial() {
  Mechanism m = samples::twoBodies();
  for (Body& body : m.bodies) {
    body.kind = Body::Kind::Spatial;
    body.moments = {0.4, 0.55, 0.3};
    body.products = {0.02, -0.03, 0.05};
    body.points[0].position.z() = 0.4;
    body.points[1].position.z() = -0.3;
  }
  m.joints = {{"hinge", RevoluteJoint{{0, 1}, {1, 0}, {1, 2, 3}, {3, 1, -2}}},
              {"rail", PrismaticJoint{{kGround, 0}, {0, 1}, {1, 0.5, -0.3}, 0}}};
  m.bodies.push_back(samples::body("disc", 0.7, 0.15, {-0.1, 0.3}, {0.25, 0.35}, {-0.45, 0.05}));
  m.forces = {{"jack", SpringDamper{{0, 0}, {1, 1}, 1, 0, 0.3}},
              {"rope", SpringDamper{{2, 0}, {1, 1}, 1, 0, 0.3}}};
  return m;
}

constexpr const char* kPlanarPositions =
    "k*guide.position*left.x + sin(right.second.x)*right.second.y^2 - jack.length*left.theta*cos(2*t) + "
    "hinge.position^2*rail.position + t^2*right.first.y";
constexpr const char* kSpatialPositions =
    "rail.position*left.x + sin(right.second.x)*right.second.z^2 - jack.length*left.e1*cos(2*t) + "
    "left.second.y*right.e0*t^2 + rope.length^2*disc.first.y";

TEST(FormulaConstraints, OfPositionsAndTimeInThePlane) {
  Mechanism m = planar();
  m.constraints = {{"C", FormulaConstraint{kPlanarPositions}}, {"D", FormulaConstraint{"left.x - sin(t)"}}};
  expectRightDerivatives(m);
  EquationsOfMotion system(m);
  EXPECT_EQ(system.constraintName(system.rowOfConstraint(0, 0)), "constraint 'C': formula");
  EXPECT_EQ(system.layout().rows[std::size_t(system.rowOfConstraint(1, 0))].part,
            (PartRef{PartRef::Kind::Constraint, 1}));
  EXPECT_EQ(system.holonomicCount(), system.constraintCount());
}

TEST(FormulaConstraints, OfVelocitiesInThePlane) {
  Mechanism m = planar();
  m.constraints = {{"G", FormulaConstraint{"sin(left.theta)*right.second.vx - cos(left.y)*left.vy*t + "
                                           "guide.velocity*hinge.position + rail.velocity + jack.rate*k + "
                                           "hinge.velocity*right.x - 0.2"}}};
  expectRightDerivatives(m);
  EquationsOfMotion system(m);
  EXPECT_EQ(system.holonomicCount(), system.constraintCount() - 1);
}

TEST(FormulaConstraints, NotLinearInTheVelocities) {
  Mechanism m = planar();
  m.constraints = {{"G", FormulaConstraint{"left.vx^2*right.y + left.vx*right.second.vy + "
                                           "guide.velocity*jack.rate - 1 - t"}}};
  expectRightDerivatives(m);
  EquationsOfMotion system(m);
  system.moveTo(0, Vector::Ones(6), Vector::Ones(6));
  EXPECT_GT(denseConstraintDamping(system, Vector::Ones(system.constraintCount())).norm(), 0.1);
}

TEST(FormulaConstraints, OfPositionsAndTimeInSpace) {
  Mechanism m = spatial();
  m.constraints = {{"C", FormulaConstraint{kSpatialPositions}}};
  expectRightDerivatives(m);
}

TEST(FormulaConstraints, OfVelocitiesInSpace) {
  Mechanism m = spatial();
  m.constraints = {
      {"G", FormulaConstraint{"left.omegax*right.second.y - right.omegaz*left.second.vx*t + "
                              "rail.velocity*jack.length + jack.rate + right.omegay^2 + rope.rate*disc.x"}}};
  expectRightDerivatives(m);
}

/// A turn in space has a count beside it, on which nothing acts.
TEST(FormulaConstraints, OfATurnInSpace) {
  Mechanism m = spatial();
  m.constraints = {{"C", FormulaConstraint{"hinge.position^2 - left.x*t"}}};
  expectRightDerivatives(m);
  EXPECT_EQ(EquationsOfMotion(m).places().controls().count, 1);
}

/// Points of a beam follow its elastic coordinates, and axes in space a body in the plane.
TEST(FormulaConstraints, OfPointsThatFollowOtherCoordinates) {
  Mechanism m = samples::twoBodies();
  m.bodies[0].flexible = FlexibleBeam{0, 1, 2e9, 1e-4, 1e-8, 2, true, true};
  m.constraints = {
      {"C", FormulaConstraint{"left.second.x*left.first.y - right.second.y*left.second.y^2 + t"}},
      {"G", FormulaConstraint{"left.second.vx*left.second.y - right.vx"}}};
  expectRightDerivatives(m);
}

TEST(FormulaConstraints, APathIsOneRowForEachDirection) {
  Mechanism m = spatial();
  m.constraints = {{"P", PathConstraint{{1, 0}, "sin(3*t)", "", "t^2 - k"}}};
  m.parameters = {{"k", 0.2}};
  expectRightDerivatives(m);
  EquationsOfMotion system(m);
  EXPECT_EQ(system.constraintName(system.rowOfConstraint(0, 1)), "constraint 'P': z");
}

}  // namespace
}  // namespace holonom
