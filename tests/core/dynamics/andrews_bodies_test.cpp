// SPDX-License-Identifier: GPL-3.0-or-later
// Andrews' mechanism from bodies and joints against the seven relative angles: same state, same motion and
// forces.
#include "tests/support/andrews_bodies.h"

#include <gtest/gtest.h>

#include "core/dynamics/equations_of_motion.h"
#include "core/dynamics/reference_problems/andrews_relative.h"
#include "tests/support/dense_evaluation.h"
#include "tests/support/finite_differences.h"

namespace holonom {
namespace {

constexpr int kFirstLoopJoint = 7;  // E3, E4, E6

Vector bodyAngles(const Vector& coordinates) {
  return Vector::NullaryExpr(7, [&](Eigen::Index i) { return coordinates[3 * i + 2]; });
}

void expectSameMotion(const Vector& q, const Vector& v) {
  AndrewsRelative relative;
  EquationsOfMotion bodies(andrewsBodies());
  const BodyState state = andrewsBodyState(q, v);
  relative.moveTo(0, q, v);
  bodies.moveTo(0, state.q, state.v);
  EXPECT_LT(constraintsOf(bodies).norm(), 1e-14);
  EXPECT_LT((denseConstraintJacobian(bodies) * state.v).norm(), 1e-14 * (1 + state.v.norm()));

  const auto fromAngles = solveAccelerations(relative), fromBodies = solveAccelerations(bodies);
  const Vector expected = andrewsBodyAngles(fromAngles.a);
  EXPECT_LT((bodyAngles(fromBodies.a) - expected).norm(), 1e-10 * expected.norm());
  const Vector loops = fromBodies.lambda.segment<6>(bodies.rowOfJoint(kFirstLoopJoint, 0));
  EXPECT_LT((loops - fromAngles.lambda).norm(), 1e-10 * fromAngles.lambda.norm());
  EXPECT_NEAR(bodies.kineticEnergy(), relative.kineticEnergy(), 1e-13 * (1 + relative.kineticEnergy()));
  EXPECT_NEAR(bodies.potentialEnergy(), relative.potentialEnergy(), 1e-14);
  EXPECT_NEAR(bodies.suppliedPower(), 0.033 * v[0], 1e-12 * (1 + std::abs(v[0])));
}

TEST(AndrewsBodies, AgreeWithRelativeAnglesAtTheStart) {
  expectSameMotion(AndrewsRelative::initialCoordinates(), AndrewsRelative::initialVelocities());
}

TEST(AndrewsBodies, AgreeWithRelativeAnglesAtTheEnd) {
  expectSameMotion(AndrewsRelative::referenceCoordinates(), AndrewsRelative::referenceVelocities());
}

TEST(AndrewsBodies, GivenInitialValuesAreTheInitialState) {
  const EquationsOfMotion bodies(andrewsBodies());
  const BodyState state =
      andrewsBodyState(AndrewsRelative::initialCoordinates(), AndrewsRelative::initialVelocities());
  EXPECT_LT((bodies.givenCoordinates() - state.q).norm(), 1e-15);
  EXPECT_EQ(bodies.givenVelocities().norm(), 0);
}

TEST(AndrewsBodies, Derivatives) {
  EquationsOfMotion bodies(andrewsBodies());
  const BodyState state =
      andrewsBodyState(AndrewsRelative::referenceCoordinates(), AndrewsRelative::referenceVelocities());
  bodies.moveTo(0, state.q, state.v);
  const auto [a, lambda] = solveAccelerations(bodies);
  EXPECT_EQ(checkDerivatives(bodies, 0, state.q, state.v, a, lambda, {1e-4, 1e-3, 1e-7}), "");
}

}  // namespace
}  // namespace holonom
