// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/integrators/error_weights.h"

#include <gtest/gtest.h>

#include <limits>

#include "core/dynamics/equations_of_motion.h"
#include "tests/solvers/linkages.h"

namespace holonom {
namespace {

/// One bar: coordinates x, y, θ of its middle; the length that represents it is 1 m.
class BarWeights : public testing::Test {
 protected:
  BarWeights() : equations_(linkages::pendulum()), weights_(equations_, 1e-3, 1e-3) {}
  double ofAngle(double error) const { return weights_.positionNorm(Vector(Eigen::Vector3d(0, 0, error))); }
  EquationsOfMotion equations_;
  ErrorWeights weights_;
};

TEST_F(BarWeights, DoNotDependOnTheDirectionOfTheAxes) {
  weights_.start(Vector(Eigen::Vector3d(0.5, 0, 0)), Vector(Eigen::Vector3d(0, 2, 1)));
  const double alongX = weights_.velocityNorm(Vector(Eigen::Vector3d(0.01, 0, 0)));
  const double alongY = weights_.velocityNorm(Vector(Eigen::Vector3d(0, 0.01, 0)));
  EXPECT_DOUBLE_EQ(alongX, alongY);
  EXPECT_NEAR(alongX, 0.01 / (1e-3 * 2 + 1e-3), 1e-12);
}

TEST_F(BarWeights, AnAngleErrorWeighsTheSameAfterManyTurns) {
  weights_.start(Vector(Eigen::Vector3d(0.5, 0, 7)), Vector::Zero(3));
  const double afterOneTurn = ofAngle(0.01);
  weights_.start(Vector(Eigen::Vector3d(0.5, 0, 1e5)), Vector::Zero(3));
  EXPECT_DOUBLE_EQ(ofAngle(0.01), afterOneTurn);
  weights_.start(Vector(Eigen::Vector3d(0.5, 0, 1)), Vector::Zero(3));
  EXPECT_GT(ofAngle(0.01), 2 * afterOneTurn);
}

TEST_F(BarWeights, RememberRecentVelocities) {
  const Vector q = Eigen::Vector3d(0.5, 0, 0), error = Eigen::Vector3d(0, 0, 0.01);
  weights_.start(q, Eigen::Vector3d(0, 0, 10));
  const double moving = weights_.velocityNorm(error);
  weights_.follow(q, Vector::Zero(3));
  EXPECT_NEAR(weights_.velocityNorm(error), moving / 0.95, 0.01 * moving);
  for (int i = 0; i < 400; ++i) weights_.follow(q, Vector::Zero(3));
  EXPECT_NEAR(weights_.velocityNorm(error), 0.01 / 1e-3, 1e-3);
}

TEST_F(BarWeights, AreNotFiniteWhereAnEntryIsNot) {
  weights_.start(Vector::Zero(3), Vector::Zero(3));
  EXPECT_FALSE(std::isfinite(ofAngle(std::numeric_limits<double>::quiet_NaN())));
  EXPECT_FALSE(std::isfinite(ofAngle(std::numeric_limits<double>::infinity())));
}

}  // namespace
}  // namespace holonom
