// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.h"
#include "core/dynamics/frames.h"
#include "core/dynamics/joint_constraints/joint_rows.h"
#include "core/dynamics/spatial/spatial_rows.h"
#include "core/model/particles.h"

namespace holonom {
namespace {

/// Two directions across an axis of length 1, right-handed with it: f × g = axis.
struct Across {
  explicit Across(const Vector3& axis) : f(axis.unitOrthogonal()), g(axis.cross(f)) {}
  Vector3 f, g;
};

/// The rows of each kind of joint in space, in the order of its rowsInSpace (spatial.md, §3). Signs are those
/// by which λ is what the joint does to the second body: a force along the row's direction, or a moment about
/// it, for a row u · w = 0 of directions u of the first and w of the second body about u × w.
struct LawMaker {
  using Law = std::unique_ptr<SpatialConstraint>;
  const Mechanism& mechanism;
  const Joint& joint;

  Law operator()(const SphericalJoint&) const { return rows(coincidence()); }
  Law operator()(const RevoluteJoint& pin) const {
    const Across across(pin.hinge.normalized());
    return rows(coincidence(), tilt(across.g, pin.secondHinge), tilt(across.f, pin.secondHinge, -1));
  }
  Law operator()(const FixedJoint& weld) const {
    const Matrix3 R = turnedBack(weld.turn);
    return rows(coincidence(), held(R, 0), held(R, 1), held(R, 2));
  }
  Law operator()(const PrismaticJoint& slider) const {
    const Across across(slider.axis.normalized());
    const Matrix3 R = turnedBack(slider.turn);
    return rows(beside(across.f), beside(across.g), held(R, 0), held(R, 1), held(R, 2));
  }
  Law operator()(const SlotJoint& slot) const {
    const Across across(slot.axis.normalized());
    return rows(beside(across.f), beside(across.g));
  }
  /// (d · d − l²)/(2 l), so that λ is the force along the rod, positive when it is compressed.
  Law operator()(const RodJoint& rod) const {
    const VectorFunction d = between();
    return rows(ProductRow(d, d, -1 / (2 * rod.length), rod.length / 2));
  }
  Law operator()(const UniversalJoint& cross) const {
    return rows(coincidence(), tilt(cross.axis.normalized(), cross.secondAxis));
  }
  Law operator()(const CylindricalJoint& sleeve) const {
    const Across across(sleeve.axis.normalized());
    return rows(beside(across.f), beside(across.g), tilt(across.g, sleeve.secondAxis),
                tilt(across.f, sleeve.secondAxis, -1));
  }
  Law operator()(const PlanarJoint& table) const {
    const Vector3 normal = table.axis.normalized();
    const Across across(normal);
    return rows(beside(normal), tilt(across.g, table.secondAxis), tilt(across.f, table.secondAxis, -1));
  }
  // in the plane only
  Law operator()(const RollingJoint&) const { return nullptr; }
  Law operator()(const KnifeEdgeJoint&) const { return nullptr; }

 private:
  template <typename... Rows>
  Law rows(Rows... rows) const {
    const auto [a, b] = endsOf(joint);
    return std::make_unique<JointRows<Space, Rows...>>(joint.name, kindOf(joint).rowsInSpace,
                                                       frameOf(mechanism, a), frameOf(mechanism, b),
                                                       std::move(rows)...);
  }
  VectorFunction first() const {
    return VectorFunction::point(0, inSpatialFrame(mechanism, endsOf(joint).first));
  }
  VectorFunction second() const {
    return VectorFunction::point(1, inSpatialFrame(mechanism, endsOf(joint).second));
  }
  VectorFunction between() const { return first() - second(); }
  VectorRows coincidence() const { return VectorRows(between()); }
  /// Of the second point from the plane across a direction of the first body.
  ProductRow beside(const Vector3& u) const { return {VectorFunction::direction(0, u), between()}; }
  ProductRow tilt(const Vector3& u, const Vector3& w, double sign = 1) const {
    return {VectorFunction::direction(0, u), VectorFunction::direction(1, w.normalized()), sign};
  }
  /// Vectors of the first body in the axes of the second.
  static Matrix3 turnedBack(const Vector3& turn) { return rotationMatrix(eulerParameters(turn)).transpose(); }
  /// About axis k of the first body: its axis k + 1 stays across the axis k + 2.
  ProductRow held(const Matrix3& R, int k) const {
    return tilt(Vector3::Unit((k + 1) % 3), R.col((k + 2) % 3));
  }
};

/// (pᵀp − 1)/2 of the second frame: γ = −ṗᵀṗ.
struct Length {
  static constexpr int kRows = 1;
  static constexpr std::string_view kJacobian = "..........xxxx";
  static constexpr std::string_view kHessian =
      ".............."
      ".............."
      ".............."
      ".............."
      ".............."
      ".............."
      ".............."
      ".............."
      ".............."
      ".............."
      "..........x..."
      "...........x.."
      "............x."
      ".............x";
  double residual(const SpatialPair& pair) const { return (pair.at[1].p.squaredNorm() - 1) / 2; }
  void jacobian(const SpatialPair& pair, double* J) const { put(pair.at[1].p, J); }
  void velocityJacobian(const SpatialPair& pair, double* P) const { put(pair.rate[1].p, P); }
  void accelerationJacobian(const SpatialPair&, const SpatialPairValues& second, double* A) const {
    std::copy_n(second.data() + kFirst, 4, A + kFirst);
  }
  double gamma(const SpatialPair& pair) const { return -pair.rate[1].p.squaredNorm(); }
  void hessian(const SpatialPair&, double lambda, double* H) const {
    for (int k = kFirst; k < kSpatialPairSize; ++k) H[k * kSpatialPairSize + k] += lambda;
  }

 private:
  static constexpr int kFirst = kSpatialPairSize - 4;
  static void put(const Vector4& values, double* row) { Eigen::Map<Eigen::Vector4d>(row + kFirst) = values; }
};

}  // namespace

std::unique_ptr<SpatialConstraint> makeSpatialConstraint(const Mechanism& mechanism, const Joint& joint) {
  if (const auto misfit = misfitOf(mechanism, joint))
    throw InputError(joint.name, misfit->what, misfit->remedy);
  return std::visit(LawMaker{mechanism, joint}, joint.kind);
}

std::unique_ptr<SpatialConstraint> makeNormalisation(const Mechanism& mechanism, int body) {
  static const std::vector<JointRow> names{{"normalisation", JointRow::Keeps::Distance}};
  return std::make_unique<JointRows<Space, Length>>(mechanism.bodies[std::size_t(body)].name, names, kGround,
                                                    body, Length());
}

}  // namespace holonom
