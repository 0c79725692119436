// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/linear/block_matrix.h"

#include <gtest/gtest.h>

#include "tests/solvers/linear/random_matrices.h"

namespace holonom {
namespace {

Eigen::MatrixXd fullOf(const BlockMatrix& matrix) {
  return TestMatrix{matrix.pattern(), matrix.values()}.full();
}

struct Blocks {
  static constexpr int n = 6, m = 4;
  RandomMatrices random{31};
  TestMatrix mass = sparseOf(random.sparse(n, n, 1)), stiffness = sparseOf(random.sparse(n, n, 2)),
             jacobian = sparseOf(random.sparse(m, n, 2));
  BlockMatrix matrix{n + m};
  BlockMatrix::Block massBlock = matrix.declare(mass.pattern, 0, 0),
                     stiffnessBlock = matrix.declare(stiffness.pattern, 0, 0),
                     transposed = matrix.declare(jacobian.pattern, 0, n, true),
                     lower = matrix.declare(jacobian.pattern, n, 0),
                     identity = matrix.declareIdentity(m, n, n);

  Blocks() { matrix.freeze(); }
  void fill() {
    matrix.setZero();
    matrix.add(massBlock, mass.values.data());
    matrix.add(stiffnessBlock, stiffness.values.data(), 0.25);
    matrix.add(transposed, jacobian.values.data(), -2);
    matrix.add(lower, jacobian.values.data());
    matrix.addIdentity(identity, 7);
  }
  Eigen::MatrixXd expected() const {
    Eigen::MatrixXd full = Eigen::MatrixXd::Zero(n + m, n + m);
    full.topLeftCorner(n, n) = mass.full() + 0.25 * stiffness.full();
    full.topRightCorner(n, m) = -2 * jacobian.full().transpose();
    full.bottomLeftCorner(m, n) = jacobian.full();
    full.bottomRightCorner(m, m) = 7 * Eigen::MatrixXd::Identity(m, m);
    return full;
  }
};

TEST(BlockMatrix, PutsOverlappingAndTransposedBlocksInPlace) {
  Blocks blocks;
  blocks.fill();
  EXPECT_LT((fullOf(blocks.matrix) - blocks.expected()).norm(), 1e-14);
}

TEST(BlockMatrix, KeepsItsPatternWhenFilledAgain) {
  Blocks blocks;
  const std::vector<int> rows = blocks.matrix.pattern().rowIndex;
  for (int i = 0; i < 3; ++i) blocks.fill();
  EXPECT_LT((fullOf(blocks.matrix) - blocks.expected()).norm(), 1e-14);
  EXPECT_EQ(blocks.matrix.pattern().rowIndex, rows);
  blocks.matrix.setZero();
  EXPECT_EQ(fullOf(blocks.matrix).norm(), 0);
}

TEST(BlockMatrix, MultipliesWithTheLeadingPart) {
  Blocks blocks;
  blocks.fill();
  const Vector x = blocks.random.vector(Blocks::n);
  Vector y = Vector::Constant(Blocks::n + Blocks::m, 0.5);
  blocks.matrix.multiplyTopLeft(Blocks::n, x, y);
  const Vector expected = blocks.expected().topLeftCorner(Blocks::n, Blocks::n) * x;
  EXPECT_LT((y.head(Blocks::n) - expected - Vector::Constant(Blocks::n, 0.5)).norm(), 1e-14);
  EXPECT_EQ(y.tail(Blocks::m), Vector::Constant(Blocks::m, 0.5)) << "rows below are left alone";
}

}  // namespace
}  // namespace holonom
