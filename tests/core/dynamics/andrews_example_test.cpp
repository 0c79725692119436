// SPDX-License-Identifier: GPL-3.0-or-later
// The shipped model of Andrews' mechanism moves like the seven relative angles. Its bodies k1, k2, … may have
// frames of any kind: only the change of their angles since the start is compared.
#include <gtest/gtest.h>

#include <Eigen/QR>
#include <algorithm>
#include <filesystem>
#include <memory>

#include "core/dynamics/equations_of_motion.h"
#include "core/dynamics/reference_problems/andrews_relative.h"
#include "core/io/model_reader.h"
#include "tests/support/andrews_bodies.h"
#include "tests/support/dense_evaluation.h"

namespace holonom {
namespace {

const std::filesystem::path kModel =
    std::filesystem::path(HOLONOM_SOURCE_DIR) / "examples/andrews/model.json";

/// Columns of the angles of k1 … k7 among the coordinates; −1 where a body is missing.
std::vector<int> angleColumns(const Mechanism& mechanism) {
  std::vector<int> columns;
  for (int k = 1; k <= 7; ++k) {
    const auto found = std::find_if(mechanism.bodies.begin(), mechanism.bodies.end(),
                                    [&](const Body& body) { return body.name == "k" + std::to_string(k); });
    const auto index = static_cast<int>(found - mechanism.bodies.begin());
    columns.push_back(found == mechanism.bodies.end() ? -1 : 3 * index + 2);
  }
  return columns;
}

/// Solves C = 0 for the places of the bodies with their angles held: revolute joints are linear in the
/// places.
void placeBodies(EquationsOfMotion& system, Vector& q, Vector& v) {
  const auto withoutAngles = [](Matrix C) {
    for (int col = 2; col < C.cols(); col += 3) C.col(col).setZero();
    return C;
  };
  system.moveTo(0, q, v);
  const auto solver = withoutAngles(denseConstraintJacobian(system)).completeOrthogonalDecomposition();
  q -= solver.solve(constraintsOf(system));
  system.moveTo(0, q, v);
  v -= solver.solve(Vector(denseConstraintJacobian(system) * v));
  system.moveTo(0, q, v);
}

class AndrewsExample : public testing::Test {
 protected:
  void SetUp() override {
    system_ = std::make_unique<EquationsOfMotion>(readMechanism(kModel));
    columns_ = angleColumns(system_->mechanism());
    ASSERT_EQ(std::count(columns_.begin(), columns_.end(), -1), 0) << "a body k1 … k7 is missing";
  }

  void expectSameMotion(const Vector& relativeAngles, const Vector& relativeRates) {
    const Vector turned = andrewsBodyAngles(relativeAngles - AndrewsRelative::initialCoordinates());
    const Vector rates = andrewsBodyAngles(relativeRates);
    Vector q = system_->givenCoordinates(), v = Vector::Zero(q.size());
    for (int k = 0; k < 7; ++k) {
      q[columns_[k]] += turned[k];
      v[columns_[k]] = rates[k];
    }
    placeBodies(*system_, q, v);
    EXPECT_LT(constraintsOf(*system_).norm(), 1e-9);

    AndrewsRelative relative;
    relative.moveTo(0, relativeAngles, relativeRates);
    const Vector expected = andrewsBodyAngles(solveAccelerations(relative).a);
    const Vector a = solveAccelerations(*system_).a;
    for (int k = 0; k < 7; ++k)
      EXPECT_NEAR(a[columns_[k]], expected[k], 1e-7 * expected.norm()) << "k" << k + 1;
    EXPECT_NEAR(system_->kineticEnergy(), relative.kineticEnergy(), 1e-9 * (1e-3 + relative.kineticEnergy()));
  }

  std::unique_ptr<EquationsOfMotion> system_;
  std::vector<int> columns_;
};

TEST_F(AndrewsExample, StartsLikeTheRelativeAngles) {
  expectSameMotion(AndrewsRelative::initialCoordinates(), AndrewsRelative::initialVelocities());
}

TEST_F(AndrewsExample, EndsLikeTheRelativeAngles) {
  expectSameMotion(AndrewsRelative::referenceCoordinates(), AndrewsRelative::referenceVelocities());
}

}  // namespace
}  // namespace holonom
