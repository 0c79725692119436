// SPDX-License-Identifier: GPL-3.0-or-later
// Rotations by Cardan angles: angles, rates and changes between the charts. The equations of bodies that have
// them: spatial_mechanism_test.cpp, and for their motion tests/solvers/spatial/cardan_test.cpp.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "core/math/cardan_angles.h"
#include "tests/core/dynamics/sample_mechanisms.h"

namespace holonom {
namespace {

const CardanChart kCharts[] = {{false, false}, {false, true}, {true, false}, {true, true}};

Matrix3 aboutAxis(int axis, double angle) {
  return rotationMatrix(eulerParameters(Vector3(Eigen::Vector3d::Unit(axis)), angle));
}

TEST(Cardan, AnglesAreTurnsAboutTheAxesThatEachChartNames) {
  const Vector3 angles(0.4, -0.7, 2.1);
  const double right = std::numbers::pi / 2;
  const Matrix3 xyz = aboutAxis(0, angles[0]) * aboutAxis(1, angles[1]) * aboutAxis(2, angles[2]);
  const Matrix3 zxz =
      aboutAxis(2, angles[0]) * aboutAxis(0, angles[1] - right) * aboutAxis(2, angles[2] - right);
  EXPECT_LT((rotationMatrix(CardanChart{}.parameters(angles)) - xyz).norm(), 1e-14);
  EXPECT_LT((rotationMatrix(CardanChart{true}.parameters(angles)) - zxz).norm(), 1e-14);
}

TEST(Cardan, AnglesAndRatesComeBack) {
  samples::RandomVectors random;
  for (int i = 0; i < 200; ++i) {
    const Vector4 p = Vector4(random(4)).normalized();
    const Vector3 spin = random(3, 5);
    for (const CardanChart& chart : kCharts) {
      const Vector3 angles = chart.angles(p);
      EXPECT_LT((rotationMatrix(chart.parameters(angles)) - rotationMatrix(p)).norm(), 1e-12);
      const Vector3 rates = chart.rates(angles, spin);
      EXPECT_LT((chart.spin(angles, rates) - spin).norm(), 1e-9);
      constexpr double h = 1e-5;
      const Vector4 rate =
          (chart.parameters(angles + h * rates) - chart.parameters(angles - h * rates)) / (2 * h);
      EXPECT_LT((angularVelocity(chart.parameters(angles), rate) - spin).norm(),
                1e-5 * (1 + rates.squaredNorm()));
    }
    const CardanChart best = CardanChart::at(p);
    EXPECT_LE(std::abs(best.angles(p).y()), std::numbers::pi / 4 + 1e-12);
    EXPECT_LT((best.parameters(best.angles(p)) - p).norm(), 1e-12) << "with its sign";
  }
}

/// q̃(t), ṽ(t), ã(t) along a motion are derivatives of each other, and so is the rotation the same, its Euler
/// parameters with their sign.
TEST(Cardan, ChangesOfChartTakeRatesAlong) {
  samples::RandomVectors random;
  for (const CardanChart& from : kCharts)
    for (int i = 0; i < 20; ++i) {
      Vector3 angles = random(3), rates = random(3, 3), seconds = random(3, 3);
      angles.y() = 0.7 * angles.y();
      angles.z() = 20 * angles.z();  // several turns
      const CardanChange change(from, angles);
      const auto at = [&](double t, int level) {
        Vector3 x = angles + t * rates + 0.5 * t * t * seconds, v = rates + t * seconds, a = seconds;
        change(x, v, a);
        return level == 0 ? x : level == 1 ? v : a;
      };
      if (std::abs(at(0, 0).y()) > 1.3) continue;  // the other one is singular here
      EXPECT_LT((change.to().parameters(at(0, 0)) - from.parameters(angles)).norm(), 1e-12);
      constexpr double h = 1e-4;
      for (const int level : {0, 1}) {
        const Vector3 slope = (at(h, level) - at(-h, level)) / (2 * h);
        EXPECT_LT((slope - at(0, level + 1)).norm(), 1e-4 * (1 + slope.norm()));
      }
      // back by the change of the other direction, but for whole turns
      Vector3 x = at(0, 0), v = at(0, 1), a = at(0, 2);
      const CardanChange back(change.to(), x);
      EXPECT_EQ(back.to(), from);
      back(x, v, a);
      EXPECT_LT((v - rates).norm(), 1e-9);
      EXPECT_LT((a - seconds).norm(), 1e-8);
      EXPECT_NEAR(std::remainder(x.z() - angles.z(), 2 * std::numbers::pi), 0, 1e-9);
    }
}

/// Past states may lie on the other side of half a turn, or many turns of the third angle back.
TEST(Cardan, ChangesOfChartDoNotJumpByTurns) {
  for (const CardanChart& from : kCharts) {
    const CardanChange change(from, {0.3, 1.1, 5});
    Vector3 last;
    for (int i = 0; i <= 400; ++i) {
      const double t = -0.01 * i;
      Vector3 x(0.3 + 0.9 * std::sin(t), 1.1 + 0.3 * t * std::exp(t), 5 + 30 * t), v, a;
      change(x, v, a);
      if (i > 0) EXPECT_LT((x - last).norm(), 0.5) << i;
      last = x;
    }
  }
}

}  // namespace
}  // namespace holonom
