// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.h"
#include "core/dynamics/force_laws/bushing.h"
#include "core/dynamics/force_laws/force_law.h"
#include "core/dynamics/frames.h"
#include "core/dynamics/spatial/distance_in_space.h"
#include "core/dynamics/spatial/fixed_direction.h"
#include "core/model/particles.h"

namespace holonom {
namespace {

using Block = Eigen::Map<Eigen::Matrix<double, kSpatialPairSize, kSpatialPairSize, Eigen::RowMajor>>;
using Column = Eigen::Map<SpatialPairVector>;

/// Tension F = k (l − l0) + c dl/dt, so Q = −F g with g = ∂l/∂u.
class SpringDamperLaw final : public SpatialForceLaw {
 public:
  SpringDamperLaw(int a, int b, VectorFunction between, const SpringDamper& data)
      : ForceLawIn(a, b), between_(std::move(between)), data_(data) {}
  void force(const SpatialPair& pair, double* Q) const override {
    const DistanceInSpace line(between_, pair);
    Column{Q} -= tension(line) * line.g;
  }
  bool hasStiffness() const override { return true; }
  bool hasDamping() const override { return data_.damping != 0; }
  /// ∂(F g)/∂u = g (k g + c G v)ᵀ + F G with G = ∂²l/∂u².
  void stiffness(const SpatialPair& pair, double* K) const override {
    const DistanceInSpace line(between_, pair);
    const auto G = line.hessian();
    Block{K} +=
        line.g * (data_.stiffness * line.g + data_.damping * (G * line.v)).transpose() + tension(line) * G;
  }
  void damping(const SpatialPair& pair, double* D) const override {
    const DistanceInSpace line(between_, pair);
    Block{D} += data_.damping * line.g * line.g.transpose();
  }
  double potentialEnergy(const SpatialPair& pair) const override {
    const double extension = between_.value(pair).norm() - data_.freeLength;
    return 0.5 * data_.stiffness * extension * extension;
  }
  double dissipatedPower(const SpatialPair& pair) const override {
    const double rate = DistanceInSpace(between_, pair).rate;
    return data_.damping * rate * rate;
  }

 private:
  double tension(const DistanceInSpace& line) const {
    return data_.stiffness * (line.length - data_.freeLength) + data_.damping * line.rate;
  }
  VectorFunction between_;
  SpringDamper data_;
};

/// Constant force at a point of frame b, its direction fixed in ground or in one of the frames; a takes no
/// part but with its axes. Q = (∂p/∂u)ᵀ F.
class ConstantForceLaw final : public SpatialForceLaw {
 public:
  ConstantForceLaw(int a, int b, const Vector3& point, FixedDirection value)
      : ForceLawIn(a, b), point_(VectorFunction::point(1, point)), value_(std::move(value)) {}
  void force(const SpatialPair& pair, double* Q) const override {
    Column{Q} += point_.derivative(pair).transpose() * value_.value(pair);
  }
  bool hasStiffness() const override { return true; }
  void stiffness(const SpatialPair& pair, double* K) const override {
    point_.addCurvature(-value_.value(pair), K);
    if (value_.turns()) Block{K} -= point_.derivative(pair).transpose() * value_.derivative(pair);
  }
  double suppliedPower(const SpatialPair& pair) const override {
    return value_.value(pair).dot(point_.rate(pair));
  }

 private:
  VectorFunction point_;
  FixedDirection value_;
};

/// A constant moment n, in ground axes, on b, and its reaction on a: Q = 2 E(p)ᵀ n, linear in p.
class ConstantTorqueLaw final : public SpatialForceLaw {
 public:
  ConstantTorqueLaw(const ConstantTorque& data)
      : ForceLawIn(data.reaction, data.body), moment_(data.value * data.axis.normalized()),
        E_(groundMomentMatrix(moment_)) {}
  void force(const SpatialPair& pair, double* Q) const override {
    Eigen::Map<Eigen::Vector4d>(Q + kFirst) -= 2 * E_ * pair.at[0].p;
    Eigen::Map<Eigen::Vector4d>(Q + kSecond) += 2 * E_ * pair.at[1].p;
  }
  bool hasStiffness() const override { return true; }
  void stiffness(const SpatialPair&, double* K) const override {
    Block{K}.block<4, 4>(kFirst, kFirst) += 2 * E_;
    Block{K}.block<4, 4>(kSecond, kSecond) -= 2 * E_;
  }
  double suppliedPower(const SpatialPair& pair) const override {
    return moment_.dot(angularVelocity(pair.at[1].p, pair.rate[1].p) -
                       angularVelocity(pair.at[0].p, pair.rate[0].p));
  }

 private:
  static constexpr int kFirst = 3, kSecond = kSpatialFrameSize + 3;
  Vector3 moment_;
  Matrix4 E_;
};

/// The law in space of each kind of force that has one.
struct LawMaker {
  using Law = std::unique_ptr<SpatialForceLaw>;
  const Mechanism& mechanism;

  Law operator()(const SpringDamper& spring) const {
    return std::make_unique<SpringDamperLaw>(frameOf(mechanism, spring.a), frameOf(mechanism, spring.b),
                                             lineBetween(mechanism, spring.a, spring.b), spring);
  }
  Law operator()(const ConstantForce& force) const {
    return std::make_unique<ConstantForceLaw>(
        force.axesOf ? frameOf(mechanism, *force.axesOf) : kGround, frameOf(mechanism, force.at),
        inSpatialFrame(mechanism, force.at),
        FixedDirection::of(mechanism, force, force.at.body, force.value));
  }
  Law operator()(const Bushing& bushing) const { return makeBushing(mechanism, bushing); }
  Law operator()(const ConstantTorque& torque) const { return std::make_unique<ConstantTorqueLaw>(torque); }
  template <typename Other>
  Law operator()(const Other&) const {
    return nullptr;
  }
};

}  // namespace

std::unique_ptr<SpatialForceLaw> makeSpatialForceLaw(const Mechanism& mechanism, const Force& force) {
  if (!actsInSpace(mechanism, force)) return nullptr;
  if (const auto misfit = misfitOf(mechanism, force))
    throw InputError(force.name, misfit->what, misfit->remedy);
  return std::visit(LawMaker{mechanism}, force.kind);
}

}  // namespace holonom
