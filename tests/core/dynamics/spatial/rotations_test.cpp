// SPDX-License-Identifier: GPL-3.0-or-later
// Euler parameters, the rows of joints in space and the inertia of a rigid body: identities, and every
// derivative against differences, off |p| = 1 as well.
#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <random>

#include "core/dynamics/spatial/rigid_inertia.h"
#include "core/dynamics/spatial/spatial_rows.h"

namespace holonom {
namespace {

using Eigen::MatrixXd;

/// Numbers in (−1, 1), the same in each run.
struct Random {
  std::mt19937 source{7};
  template <class Of>
  Of next() {
    std::uniform_real_distribution<double> number(-1, 1);
    return Of::NullaryExpr([&] { return number(source); });
  }
};

/// ∂f/∂x by central differences.
template <class Function>
MatrixXd differences(const Function& f, Vector x) {
  constexpr double kStep = 1e-5;
  MatrixXd D(f(x).size(), x.size());
  for (int j = 0; j < x.size(); ++j) {
    const double at = x[j];
    x[j] = at + kStep;
    const Vector above = f(x);
    x[j] = at - kStep;
    D.col(j) = (above - f(x)) / (2 * kStep);
    x[j] = at;
  }
  return D;
}

/// Differences within 1e-8 of the largest entry, and not all zeros.
void expectSame(const MatrixXd& is, const MatrixXd& should, const char* what) {
  EXPECT_LT((is - should).cwiseAbs().maxCoeff(), 1e-8 * (1 + should.cwiseAbs().maxCoeff())) << what;
}

TEST(EulerParameters, RotateAndTellAngularVelocities) {
  Random random;
  for (int k = 0; k < 20; ++k) {
    const Vector4 p = random.next<Vector4>().normalized();
    const Vector4 rate = random.next<Vector4>() - p * p.dot(random.next<Vector4>());
    const Vector4 tangent = rate - p * p.dot(rate);
    const Matrix3 A = rotationMatrix(p);
    EXPECT_TRUE((A.transpose() * A).isIdentity(1e-14));
    EXPECT_NEAR(A.determinant(), 1, 1e-14);
    EXPECT_TRUE(A.isApprox(groundRates(p) * bodyRates(p).transpose(), 1e-14));
    EXPECT_TRUE((bodyRates(p) * bodyRates(p).transpose()).isIdentity(1e-14));
    EXPECT_LT((bodyRates(p) * p).norm(), 1e-14);
    EXPECT_TRUE((bodyRates(p) * rate).isApprox(-bodyRates(rate) * p, 1e-14));
    // Ȧ s = ω × A s
    const Vector3 s = random.next<Vector3>(), omega = 2 * groundRates(p) * tangent;
    EXPECT_LT((rotatedBy(p, s) * tangent - omega.cross(A * s)).norm(), 1e-14);
    EXPECT_LT((A * (2 * bodyRates(p) * tangent) - omega).norm(), 1e-14);
    // up to the sign the same as before
    const Vector4 back = eulerParameters(A);
    EXPECT_GE(back[0], 0);
    EXPECT_NEAR(std::abs(back.dot(p)), 1, 1e-14);
  }
}

TEST(EulerParameters, AreThoseOfATurnAboutAnAxis) {
  for (const double angle : {0.0, 1e-9, 0.3, 1.5, 3.0, M_PI, 3.3})
    for (const Vector3& axis : {Vector3(0, 0, 1), Vector3(1, 0, 0), Vector3(0, 1, 0), Vector3(1, -2, 2)}) {
      Vector4 p;
      p << std::cos(angle / 2), std::sin(angle / 2) * axis.normalized();
      const Matrix3 A = Eigen::AngleAxisd(angle, axis.normalized()).toRotationMatrix();
      EXPECT_LT((rotationMatrix(p) - A).norm(), 1e-14);
      EXPECT_NEAR(std::abs(eulerParameters(A).dot(p)), 1, 1e-14) << angle;
      EXPECT_LT((rotationMatrix(eulerParameters(A)) - A).norm(), 1e-14) << angle;
    }
}

TEST(EulerParameters, DerivativesOfARotatedVector) {
  Random random;
  const Vector4 p = random.next<Vector4>(), x = random.next<Vector4>();
  const Vector3 s = random.next<Vector3>(), w = random.next<Vector3>();
  const auto rotated = [&](const Vector& at) -> Vector { return rotationMatrix(Vector4(at)) * s; };
  expectSame(rotatedBy(p, s), differences(rotated, p), "B");
  EXPECT_LT((rotatedBy(p, s) * x - rotatedBy(x, s) * p).norm(), 1e-14);
  EXPECT_LT((rotatedBy(p, s) * p - 2 * rotationMatrix(p) * s).norm(), 1e-14);
  EXPECT_NEAR(p.dot(rotationCurvature(w, s) * p), w.dot(rotationMatrix(p) * s), 1e-14);
  EXPECT_TRUE((rotationCurvature(w, s) * p).isApprox(0.5 * rotatedBy(p, s).transpose() * w, 1e-14));
}

/// Two frames whose 14 coordinates are u, with rates.
SpatialPair pairOf(const Vector& u, const Vector& rate) {
  SpatialPair pair;
  for (int side = 0; side < 2; ++side) {
    pair.at[side] = SpatialPlace::of(u.segment<kSpatialFrameSize>(side * kSpatialFrameSize));
    pair.rate[side] = SpatialPlace::of(rate.segment<kSpatialFrameSize>(side * kSpatialFrameSize));
  }
  return pair;
}

/// All blocks of a row against differences of those before them.
template <class Rows>
void expectRightRows(const Rows& rows, const char* what) {
  SCOPED_TRACE(what);
  constexpr int k = Rows::kRows, n = kSpatialPairSize;
  using Block = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
  Random random;
  for (int repeat = 0; repeat < 3; ++repeat) {
    const Vector u = random.next<SpatialPairVector>(), v = random.next<SpatialPairVector>();
    const SpatialPairVector a = random.next<SpatialPairVector>();
    const Vector lambda = random.next<Vector3>();
    const auto residual = [&](const Vector& at) -> Vector {
      Vector c = Vector::Zero(k);
      if constexpr (k == 1) c[0] = rows.residual(pairOf(at, v));
      else rows.residual(pairOf(at, v), c.data());
      return c;
    };
    const auto jacobian = [&](const Vector& at) {
      Block J = Block::Zero(k, n);
      rows.jacobian(pairOf(at, v), J.data());
      return J;
    };
    /// C̈ = C_u ü − γ
    const auto second = [&](const Vector& at, const Vector& rate) -> Vector {
      Vector g = Vector::Zero(k);
      if constexpr (k == 1) g[0] = rows.gamma(pairOf(at, rate));
      else rows.gamma(pairOf(at, rate), g.data());
      return jacobian(at) * a - g;
    };
    expectSame(jacobian(u), differences(residual, u), "C_u");
    Block P = Block::Zero(k, n), A = Block::Zero(k, n), H = Block::Zero(n, n);
    rows.velocityJacobian(pairOf(u, v), P.data());
    expectSame(P, differences([&](const Vector& at) -> Vector { return jacobian(at) * v; }, u), "(C_u v)_u");
    EXPECT_LT((second(u, v) - jacobian(u) * a - P * v).norm(), 1e-13) << "γ";
    SpatialPairValues accelerations;
    std::ranges::copy(a, accelerations.begin());
    rows.accelerationJacobian(pairOf(u, v), accelerations, A.data());
    expectSame(A, differences([&](const Vector& at) { return second(at, v); }, u), "(C_u a − γ)_u");
    expectSame(2 * P, differences([&](const Vector& rate) { return second(u, rate); }, v), "(C_u a − γ)_v");
    if constexpr (k == 1) rows.hessian(pairOf(u, v), lambda[0], H.data());
    else rows.hessian(pairOf(u, v), lambda.data(), H.data());
    const auto pull = [&](const Vector& at) -> Vector { return jacobian(at).transpose() * lambda.head(k); };
    expectSame(H, differences(pull, u), "Σ λ C_uu");
  }
}

TEST(SpatialRows, DerivativesOfEveryPrimitive) {
  const Vector3 s(0.3, -0.7, 0.2), t(-0.4, 0.1, 0.9);
  const auto d = VectorFunction::point(1, t) - VectorFunction::point(0, s);
  expectRightRows(VectorRows(VectorFunction::point(0, s) - VectorFunction::point(1, t)), "coincidence");
  expectRightRows(ProductRow(VectorFunction::direction(0, s), VectorFunction::direction(1, t)),
                  "right angle");
  expectRightRows(ProductRow(VectorFunction::direction(0, s), VectorFunction::direction(0, t)), "one frame");
  expectRightRows(ProductRow(VectorFunction::direction(0, s), d, -1, 0.2), "point on a plane");
  expectRightRows(ProductRow(d, d, 1 / (2 * 1.7), -1.7 / 2), "distance");
}

TEST(RigidInertia, DerivativesAndEnergy) {
  Matrix3 J;
  J << 2, 0.1, -0.2, 0.1, 3, 0.3, -0.2, 0.3, 4;
  const RigidInertia inertia(J);
  Random random;
  for (int repeat = 0; repeat < 3; ++repeat) {
    const Vector4 p = random.next<Vector4>(), rate = random.next<Vector4>(), second = random.next<Vector4>();
    const auto balance = [&](const Vector& at) -> Vector {
      return inertia.mass(at) * second - inertia.forces(at, rate);
    };
    const auto forces = [&](const Vector& at) -> Vector { return -inertia.forces(p, at); };
    expectSame(inertia.stiffness(p, rate, second), differences(balance, p), "∂(M a − Q)/∂q");
    expectSame(inertia.damping(p, rate), differences(forces, rate), "−∂Q/∂v");
    EXPECT_EQ(inertia.mass(p).llt().info(), Eigen::Success);
    const Vector4 unit = p.normalized(), tangent = rate - unit * unit.dot(rate);
    EXPECT_NEAR(inertia.kineticEnergy(unit, tangent), 0.5 * tangent.dot(inertia.mass(unit) * tangent), 1e-13);
  }
}

/// Without a moment the angular momentum keeps its value: Euler's equations, in other words.
TEST(RigidInertia, FreeRotationKeepsTheAngularMomentum) {
  const RigidInertia inertia(Vector3(1, 2, 3).asDiagonal());
  Random random;
  const Vector4 p = random.next<Vector4>().normalized();
  const Vector4 rate = 0.5 * bodyRates(p).transpose() * random.next<Vector3>();
  // [M p; pᵀ 0] [p̈; σ] = [Q; −ṗᵀṗ]
  Eigen::Matrix<double, 5, 5> saddle = Eigen::Matrix<double, 5, 5>::Zero();
  saddle.topLeftCorner<4, 4>() = inertia.mass(p);
  saddle.block<4, 1>(0, 4) = p;
  saddle.block<1, 4>(4, 0) = p.transpose();
  Eigen::Matrix<double, 5, 1> right;
  right << inertia.forces(p, rate), -rate.squaredNorm();
  const Vector4 second = saddle.lu().solve(right).head<4>();
  constexpr double kStep = 1e-4;
  const auto momentumAt = [&](double t) {
    return inertia.angularMomentum(p + t * rate + 0.5 * t * t * second, rate + t * second);
  };
  EXPECT_LT((momentumAt(kStep) - momentumAt(-kStep)).norm() / (2 * kStep), 1e-7);
  EXPECT_GT(momentumAt(0).norm(), 0.1);
}

}  // namespace
}  // namespace holonom
