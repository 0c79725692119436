// SPDX-License-Identifier: GPL-3.0-or-later
#include <Eigen/Core>

#include "core/dynamics/force_laws/force_law.h"
#include "core/dynamics/force_laws/spring_geometry.h"
#include "core/dynamics/frames.h"

namespace holonom {
namespace {

using Matrix6 = Eigen::Map<Eigen::Matrix<double, 6, 6, Eigen::RowMajor>>;
using Vector6 = Eigen::Map<SpringGeometry::Vector6>;

/// Tension F = k (l − l0) + c dl/dt, so Q = −F g with g = ∂l/∂q.
class SpringDamperLaw final : public ForceLaw {
 public:
  SpringDamperLaw(int a, int b, SpringPoints points, const SpringDamper& data)
      : ForceLaw(a, b), points_(std::move(points)), data_(data) {}
  void force(const PlanarPair& pair, double* Q) const override {
    const SpringGeometry spring(points_, pair);
    Vector6{Q} -= tension(spring) * spring.g;
  }
  bool hasStiffness() const override { return true; }
  bool hasDamping() const override { return data_.damping != 0; }
  /// ∂(F g)/∂q = g (k g + c G v)ᵀ + F G with G = ∂²l/∂q².
  void stiffness(const PlanarPair& pair, double* K) const override {
    const SpringGeometry spring(points_, pair);
    const auto G = spring.hessian();
    Matrix6{K} += spring.g * (data_.stiffness * spring.g + data_.damping * (G * spring.v)).transpose() +
                  tension(spring) * G;
  }
  void damping(const PlanarPair& pair, double* D) const override {
    const SpringGeometry spring(points_, pair);
    Matrix6{D} += data_.damping * spring.g * spring.g.transpose();
  }
  double potentialEnergy(const PlanarPair& pair) const override {
    const double extension = SpringGeometry(points_, pair).length - data_.freeLength;
    return 0.5 * data_.stiffness * extension * extension;
  }
  double dissipatedPower(const PlanarPair& pair) const override {
    const double rate = SpringGeometry(points_, pair).rate;
    return data_.damping * rate * rate;
  }

 private:
  double tension(const SpringGeometry& spring) const {
    return data_.stiffness * (spring.length - data_.freeLength) + data_.damping * spring.rate;
  }
  SpringPoints points_;
  SpringDamper data_;
};

/// Constant force at a point of frame b; a is ground and takes no part.
class ConstantForceLaw final : public ForceLaw {
 public:
  ConstantForceLaw(int frame, Vector2 point, const ConstantForce& data)
      : ForceLaw(kGround, frame), point_(std::move(point)), value_(inPlane(data.value)),
        bodyFixed_(data.bodyFixed) {}
  void force(const PlanarPair& pair, double* Q) const override {
    const Vector2 f = inGroundAxes(pair.b);
    Q[3] += f.x();
    Q[4] += f.y();
    Q[5] += perpendicular(pair.b.turn(point_)).dot(f);
  }
  bool hasStiffness() const override { return true; }
  void stiffness(const PlanarPair& pair, double* K) const override {
    if (bodyFixed_) {
      const Vector2 turned = perpendicular(pair.b.turn(value_));
      K[3 * kPairSize + 5] -= turned.x();
      K[4 * kPairSize + 5] -= turned.y();
    } else {
      K[5 * kPairSize + 5] += pair.b.turn(point_).dot(value_);
    }
  }
  double suppliedPower(const PlanarPair& pair) const override {
    const Vector2 velocity = pair.b.v + pair.b.omega * perpendicular(pair.b.turn(point_));
    return inGroundAxes(pair.b).dot(velocity);
  }

 private:
  Vector2 inGroundAxes(const PlanarMotion& body) const { return bodyFixed_ ? body.turn(value_) : value_; }
  Vector2 point_, value_;
  bool bodyFixed_;
};

class ConstantTorqueLaw final : public ForceLaw {
 public:
  ConstantTorqueLaw(const ConstantTorque& data) : ForceLaw(data.reaction, data.body), value_(data.value) {}
  void force(const PlanarPair&, double* Q) const override {
    Q[2] -= value_;
    Q[5] += value_;
  }
  double suppliedPower(const PlanarPair& pair) const override {
    return value_ * (pair.b.omega - pair.a.omega);
  }

 private:
  double value_;
};

/// The law of each kind of force.
struct LawMaker {
  using Law = std::unique_ptr<ForceLaw>;
  const Mechanism& mechanism;

  Law operator()(const SpringDamper& spring) const {
    return std::make_unique<SpringDamperLaw>(
        frameOf(mechanism, spring.a), frameOf(mechanism, spring.b),
        SpringPoints{inFrame(mechanism, spring.a), inFrame(mechanism, spring.b)}, spring);
  }
  Law operator()(const ConstantForce& force) const {
    return std::make_unique<ConstantForceLaw>(frameOf(mechanism, force.at), inFrame(mechanism, force.at),
                                              force);
  }
  Law operator()(const ConstantTorque& torque) const { return std::make_unique<ConstantTorqueLaw>(torque); }
  // in makeExpressionForce() and HandForce
  template <typename Other>
  Law operator()(const Other&) const {
    return nullptr;
  }
};

}  // namespace

std::unique_ptr<ForceLaw> makeForceLaw(const Mechanism& mechanism, const Force& force) {
  return actsInSpace(mechanism, force) ? nullptr : std::visit(LawMaker{mechanism}, force.kind);
}

}  // namespace holonom
