// SPDX-License-Identifier: GPL-3.0-or-later
// Volumes and moments of inertia of solids against sums over a grid of points, and parts that make a whole.
#include <gtest/gtest.h>

#include "core/math/euler_parameters.h"
#include "core/model/particles.h"
#include "core/model/solids.h"

namespace holonom {
namespace {

/// Of what `holds` of a box of these half edges about the origin.
template <typename Holds>
void expectSame(const SolidGeometry& solid, const Vector3& half, Holds holds) {
  constexpr int kPoints = 40;
  double volume = 0;
  Vector3 centre;
  Matrix3 second = Matrix3::Zero();
  const auto along = [](int i, double half) { return ((2 * i + 1.0) / kPoints - 1) * half; };
  const double cell = 8 * half.prod() / std::pow(kPoints, 3);
  for (int i = 0; i < kPoints; ++i)
    for (int j = 0; j < kPoints; ++j)
      for (int k = 0; k < kPoints; ++k) {
        const Vector3 at(along(i, half.x()), along(j, half.y()), along(k, half.z()));
        if (!holds(at)) continue;
        volume += cell;
        centre += cell * at;
        second += cell * at * at.transpose();
      }
  EXPECT_NEAR(volume, solid.volume, 3e-2 * volume);
  EXPECT_LT(centre.norm() / volume, 5e-3 * half.norm());
  const Matrix3 tensor = (second.trace() * Matrix3::Identity() - second) / volume;
  EXPECT_LT((tensor - Matrix3(solid.moments.asDiagonal())).norm(), 3e-2 * tensor.norm());
}

TEST(Solids, HaveTheMomentsOfTheirPoints) {
  const auto across = [](const Vector3& at) { return at.head<2>().norm(); };
  expectSame(boxOf({1, 2, 3}), {0.5, 1, 1.5}, [](const Vector3&) { return true; });
  expectSame(ballOf(2), {2, 2, 2}, [](const Vector3& at) { return at.norm() < 2; });
  expectSame(cylinderOf(1, 3), {1, 1, 1.5}, [&](const Vector3& at) { return across(at) < 1; });
  expectSame(cylinderOf(1, 3, 0.6), {1, 1, 1.5},
             [&](const Vector3& at) { return across(at) < 1 && across(at) > 0.6; });
  // its base lies at z = −1
  expectSame(coneOf(2, 4), {2, 2, 4},
             [&](const Vector3& at) { return at.z() > -1 && across(at) < 2 * (3 - at.z()) / 4; });
}

TEST(Solids, OfPartsAreThoseOfTheWhole) {
  const auto part = [](double from, double to, double mass) {
    return placed(massOf(boxOf({to - from, 0.4, 0.7}), mass), {{(from + to) / 2, 0, 0}, Matrix3::Identity()});
  };
  const Pose pose{{1, -2, 0.5}, rotationMatrix(eulerParameters(Vector3(0.3, 1, -0.4)))};
  const MassProperties whole = placed(massOf(boxOf({1, 0.4, 0.7}), 5), pose);
  const MassProperties parts = joined(placed(part(-0.5, 0.1, 3), pose), placed(part(0.1, 0.5, 2), pose));
  EXPECT_NEAR(parts.mass, 5, 1e-15);
  EXPECT_LT((parts.centre - pose.position).norm(), 1e-15);
  EXPECT_LT((parts.tensor - whole.tensor).norm(), 1e-14);
  const MassProperties alone = joined({}, whole);
  EXPECT_EQ(alone.tensor, whole.tensor);
  EXPECT_EQ(alone.centre, whole.centre);
}

TEST(Solids, MakeBodies) {
  Body body;
  body.kind = Body::Kind::Spatial;
  const MassProperties rod{
      2, {0.1, 0, 0.3}, (Matrix3() << 3, 0.1, -0.2, 0.1, 2, 0.3, -0.2, 0.3, 2.5).finished()};
  setMass(body, rod);
  EXPECT_EQ(body.moments, Vector3(3, 2, 2.5));
  EXPECT_EQ(body.products, Vector3(0.1, -0.2, 0.3));
  EXPECT_EQ(massOf(body).tensor, rod.tensor);
  EXPECT_EQ(massOf(body).centre, rod.centre);
  EXPECT_FALSE(misfitOfInertia(body));
}

}  // namespace
}  // namespace holonom
