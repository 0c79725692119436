// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/dynamics/force_laws/bushing.h"

#include "core/dynamics/frames.h"
#include "core/dynamics/spatial/distance_in_space.h"
#include "core/dynamics/spatial/spatial_rows.h"
#include "core/dynamics/spatial/turn_vector.h"

namespace holonom {
namespace {

using Square = VectorFunction::Square;
using Block = Eigen::Map<Square>;
using Column = Eigen::Map<SpatialPairVector>;
using Row = Eigen::Matrix<double, 1, kSpatialPairSize>;
using Vector6 = Eigen::Matrix<double, 6, 1>;
using Rows = Eigen::Matrix<double, 6, kSpatialPairSize>;

/// With x(u) = (d, θ), the way to the second point in the axes of the first and the rotation vector between
/// the axes of both, the energy is ½ Σ k x² and Q = −Xᵀ (k x + c ẋ) with X = ∂x/∂u. That makes the moments
/// conjugate to θ: about one axis alone they are −k θ, about several each turns with the other half of the
/// way.
class BushingLaw final : public SpatialForceLaw {
 public:
  BushingLaw(const Mechanism& mechanism, const Bushing& data)
      : ForceLawIn(frameOf(mechanism, data.a), frameOf(mechanism, data.b)),
        axes_(localAxes(mechanism, data.a)), between_(lineBetween(mechanism, data.a, data.b)),
        first_(eulerParameters(axes_)), second_(eulerParameters(localAxes(mechanism, data.b))) {
    k_ << data.stiffness, data.turnStiffness;
    c_ << data.damping, data.turnDamping;
  }

  void force(const SpatialPair& pair, double* Q) const override {
    const At at(*this, pair);
    Column{Q} -= at.X.transpose() * at.tension;
  }
  bool hasStiffness() const override { return true; }
  bool hasDamping() const override { return !c_.isZero(0); }
  /// ∂(Xᵀ L)/∂u with L = k x + c X u̇.
  void stiffness(const SpatialPair& pair, double* K) const override {
    const At at(*this, pair);
    Rows slope = k_.asDiagonal() * at.X;
    for (int i = 0; i < 6; ++i)
      if (c_[i] != 0)
        slope.row(i) += c_[i] * pair.velocity().transpose() * curvatureOf(at, pair, Vector6::Unit(i));
    Block{K} += at.X.transpose() * slope + curvatureOf(at, pair, at.tension);
  }
  void damping(const SpatialPair& pair, double* D) const override {
    const At at(*this, pair);
    Block{D} += at.X.transpose() * c_.asDiagonal() * at.X;
  }
  double potentialEnergy(const SpatialPair& pair) const override {
    const At at(*this, pair);
    return 0.5 * at.x.dot(k_.cwiseProduct(at.x));
  }
  double dissipatedPower(const SpatialPair& pair) const override {
    const At at(*this, pair);
    return at.rate.dot(c_.cwiseProduct(at.rate));
  }
  /// Force and moment on b about its point, in the axes of a.
  double size(const SpatialPair& pair, int k) const override {
    const At at(*this, pair);
    if (k < 3) return -at.tension[k];
    const Vector4 Q = -at.turn.derivative().rightCols<4>().transpose() * at.tension.tail<3>();
    const Vector3 moment = 0.5 * groundRates(pair.at[1].p) * Q;
    return (rotationMatrix(pair.at[0].p) * axes_).col(k - 3).dot(moment);
  }

 private:
  struct At {
    At(const BushingLaw& law, const SpatialPair& pair) : turn(law.first_, law.second_, pair) {
      for (int i = 0; i < 3; ++i) {
        const ProductRow way = law.way(i);
        Row row = Row::Zero();
        way.jacobian(pair, row.data());
        x[i] = way.residual(pair);
        X.row(i) = row;
      }
      x.tail<3>() = turn.value();
      X.bottomRows<3>() = turn.derivative();
      rate = X * pair.velocity();
      tension = law.k_.cwiseProduct(x) + law.c_.cwiseProduct(rate);
    }
    TurnVector turn;
    Vector6 x, rate, tension;
    Rows X;
  };

  ProductRow way(int axis) const { return {VectorFunction::direction(0, axes_.col(axis)), between_}; }
  /// Σ w ∂²x/∂u².
  Square curvatureOf(const At& at, const SpatialPair& pair, const Vector6& w) const {
    Square H = Square::Zero();
    for (int i = 0; i < 3; ++i)
      if (w[i] != 0) way(i).hessian(pair, w[i], H.data());
    at.turn.addCurvature(w.tail<3>(), H);
    return H;
  }

  Matrix3 axes_;  // of the first point
  VectorFunction between_;
  Vector4 first_, second_;  // Euler parameters of the axes of the points
  Vector6 k_, c_;
};

}  // namespace

std::unique_ptr<SpatialForceLaw> makeBushing(const Mechanism& mechanism, const Bushing& bushing) {
  return std::make_unique<BushingLaw>(mechanism, bushing);
}

}  // namespace holonom
