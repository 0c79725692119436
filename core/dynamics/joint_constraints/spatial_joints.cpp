// SPDX-License-Identifier: GPL-3.0-or-later
#include <array>
#include <cmath>
#include <numbers>

#include "core/base/error.h"
#include "core/dynamics/frames.h"
#include "core/dynamics/joint_constraints/joint_rows.h"
#include "core/dynamics/joint_constraints/spatial_contacts.h"
#include "core/dynamics/spatial/joint_coordinate.h"
#include "core/model/body_plane.h"
#include "core/model/particles.h"
#include "core/model/turn_axes.h"

namespace holonom {
namespace {

/// Two directions across an axis of length 1, right-handed with it: f × g = axis.
struct Across {
  explicit Across(const Vector3& axis) : f(axis.unitOrthogonal()), g(axis.cross(f)) {}
  Vector3 f, g;
};

/// The last kCount of s sgn(ρ₀) ρᵢ with the Euler parameters ρ by which directions of the second body are
/// turned against directions of the first, and a factor s. They are bilinear in the parameters of both
/// bodies, and each is zero only where that part of the turn is nothing, so that assembly closes it from any
/// start and no bend leads to another zero; products of directions are zero at half a turn, too.
template <int kCount>
class TurnRows {
 public:
  static constexpr int kRows = kCount;
  static constexpr std::string_view kJacobian = std::string_view(
                                                    "...xxxx...xxxx"
                                                    "...xxxx...xxxx"
                                                    "...xxxx...xxxx")
                                                    .substr(0, kCount* kSpatialPairSize);
  static constexpr std::string_view kHessian =
      ".............."
      ".............."
      ".............."
      "..........xxxx"
      "..........xxxx"
      "..........xxxx"
      "..........xxxx"
      ".............."
      ".............."
      ".............."
      "...xxxx......."
      "...xxxx......."
      "...xxxx......."
      "...xxxx.......";
  /// Euler parameters of the directions in the axes of their bodies.
  TurnRows(const Vector4& first, const Vector4& second, double factor) {
    for (int i = 0; i < 4; ++i)
      for (int k = 0; k < 4; ++k) {
        const Vector4 rho =
            composed(inverse(composed(Vector4::Unit(i), first)), composed(Vector4::Unit(k), second));
        way_(i, k) = rho[0];
        for (int row = 0; row < kRows; ++row) forms_[std::size_t(row)](i, k) = factor * rho[4 - kRows + row];
      }
  }
  void residual(const SpatialPair& pair, double* c) const {
    each(pair, [&](int row, const Matrix4& form) { c[row] = pair.at[0].p.dot(form * pair.at[1].p); });
  }
  void jacobian(const SpatialPair& pair, double* J) const { slope(pair, pair.at[0].p, pair.at[1].p, J); }
  void velocityJacobian(const SpatialPair& pair, double* P) const {
    slope(pair, pair.rate[0].p, pair.rate[1].p, P);
  }
  void accelerationJacobian(const SpatialPair& pair, const SpatialPairValues& second, double* A) const {
    const Eigen::Map<const SpatialPairVector> u(second.data());
    slope(pair, u.segment<4>(kFirst), u.segment<4>(kSecond), A);
  }
  void gamma(const SpatialPair& pair, double* g) const {
    each(pair,
         [&](int row, const Matrix4& form) { g[row] = -2 * pair.rate[0].p.dot(form * pair.rate[1].p); });
  }
  void hessian(const SpatialPair& pair, const double* lambda, double* H) const {
    Eigen::Map<VectorFunction::Square> all(H);
    each(pair, [&](int row, const Matrix4& form) {
      all.block<4, 4>(kFirst, kSecond) += lambda[row] * form;
      all.block<4, 4>(kSecond, kFirst) += lambda[row] * form.transpose();
    });
  }

 private:
  static constexpr int kFirst = 3, kSecond = kSpatialFrameSize + 3;
  template <typename Use>
  void each(const SpatialPair& pair, Use use) const {
    const double way = pair.at[0].p.dot(way_ * pair.at[1].p) < 0 ? -1 : 1;
    for (int row = 0; row < kRows; ++row) use(row, Matrix4(way * forms_[std::size_t(row)]));
  }
  /// ∂(p₁ᵀ F p₂)/∂u, with these for the parameters.
  void slope(const SpatialPair& pair, const Vector4& first, const Vector4& second, double* values) const {
    Eigen::Map<Eigen::Matrix<double, kRows, kSpatialPairSize, Eigen::RowMajor>> rows(values);
    each(pair, [&](int row, const Matrix4& form) {
      rows.template block<1, 4>(row, kFirst) = (form * second).transpose();
      rows.template block<1, 4>(row, kSecond) = first.transpose() * form;
    });
  }
  Matrix4 way_;  // of ρ₀
  std::array<Matrix4, kRows> forms_;
};

/// h θ − x of the turn θ about an axis and the way x along it, h = pitch/2π; to the nearest turn.
class Thread {
 public:
  static constexpr int kRows = 1;
  static constexpr std::string_view kJacobian = ProductRow::kJacobian, kHessian = ProductRow::kHessian;
  /// `back`: −x.
  Thread(CoordinateInSpace turn, ProductRow back, double pitch)
      : turn_(std::move(turn)), back_(std::move(back)), pitch_(pitch),
        slope_(pitch / (2 * std::numbers::pi)) {}
  double residual(const SpatialPair& pair) const {
    const double apart = slope_ * turn_.value(pair) + back_.residual(pair);
    return pitch_ != 0 ? std::remainder(apart, pitch_) : apart;
  }
  void jacobian(const SpatialPair& pair, double* J) const {
    back_.jacobian(pair, J);
    row(J) += slope_ * turn_.gradient(pair);
  }
  void velocityJacobian(const SpatialPair& pair, double* P) const {
    back_.velocityJacobian(pair, P);
    row(P) += slope_ * (turn_.hessian(pair) * pair.velocity());
  }
  void accelerationJacobian(const SpatialPair& pair, const SpatialPairValues& acceleration, double* A) const {
    back_.accelerationJacobian(pair, acceleration, A);
    row(A) += slope_ * turn_.secondDerivative(pair, acceleration);
  }
  double gamma(const SpatialPair& pair) const {
    const SpatialPairVector v = pair.velocity();
    return back_.gamma(pair) - slope_ * v.dot(turn_.hessian(pair) * v);
  }
  void hessian(const SpatialPair& pair, double lambda, double* H) const {
    back_.hessian(pair, lambda, H);
    Eigen::Map<VectorFunction::Square>{H} += lambda * slope_ * turn_.hessian(pair);
  }

 private:
  static Eigen::Map<SpatialPairVector> row(double* values) { return Eigen::Map<SpatialPairVector>(values); }
  CoordinateInSpace turn_;
  ProductRow back_;
  double pitch_, slope_;
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
    if (planeNormal(mechanism, joint)) return rows(beside(across.f), beside(across.g));
    return rows(coincidence(), tilt(across.g, pin.secondHinge), tilt(across.f, pin.secondHinge, -1));
  }
  Law operator()(const FixedJoint& weld) const {
    const Matrix3 R = turnedBack(weld.turn);
    if (const auto normal = planeNormal(mechanism, joint)) return heldInPlane(*normal, R);
    return rows(coincidence(), keptTurn(weld.turn));
  }
  Law operator()(const PrismaticJoint& slider) const {
    const Vector3 axis = slider.axis.normalized();
    const Across across(axis);
    const Matrix3 R = turnedBack(slider.turn);
    if (const auto normal = planeNormal(mechanism, joint)) {
      if (!liesInPlane(axis, *normal)) return heldInPlane(*normal, R);
      const Vector3 side = normal->cross(axis);
      return rows(beside(side), tilt(axis, R * side));
    }
    return rows(beside(across.f), beside(across.g), keptTurn(slider.turn));
  }
  Law operator()(const SlotJoint& slot) const {
    const Across across(slot.axis.normalized());
    return rows(beside(across.f), beside(across.g));
  }
  Law operator()(const RodJoint& rod) const { return rows(apart(rod.length)); }
  Law operator()(const RevoluteSphericalJoint& rod) const {
    return rows(apart(rod.length), beside(rod.axis.normalized()));
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
  Law operator()(const ConstantVelocityJoint& joint) const {
    const TurnAxes axes = turnAxes(joint.axis, joint.secondAxis);
    return rows(coincidence(),
                TurnRows<1>(ofDirections(axes.f, axes.g), ofDirections(axes.second, axes.secondAcross), 2));
  }
  Law operator()(const ScrewJoint& screw) const {
    const Vector3 axis = screw.axis.normalized();
    const Across across(axis);
    return rows(beside(across.f), beside(across.g), tilt(across.g, screw.secondAxis),
                tilt(across.f, screw.secondAxis, -1),
                Thread(CoordinateInSpace(turnAxes(screw.axis, screw.secondAxis)), beside(axis), screw.pitch));
  }
  Law operator()(const InPlaneJoint& plane) const { return rows(beside(plane.axis.normalized())); }
  Law operator()(const ParallelAxesJoint& parallel) const {
    const Across across(parallel.axis.normalized());
    return rows(tilt(across.g, parallel.secondAxis), tilt(across.f, parallel.secondAxis, -1));
  }
  Law operator()(const PerpendicularAxesJoint& cross) const {
    return rows(tilt(cross.axis.normalized(), cross.secondAxis));
  }
  Law operator()(const SameOrientationJoint& kept) const {
    const Matrix3 R = turnedBack(kept.turn);
    if (const auto normal = planeNormal(mechanism, joint)) {
      const auto [first, second] = waysOnPlane(*normal);
      return rows(tilt(first, R * second));
    }
    return rows(keptTurn(kept.turn));
  }
  Law operator()(const RollingJoint& disc) const {
    const Vector3 n = disc.normal.normalized(), axle = disc.axle.normalized();
    const VectorFunction e = VectorFunction::direction(1, axle);
    return rows(DiscHeight(second(), e, n, disc.radius, n.dot(firstPlace())),
                SlipRow(HeadingDirection{e, n}, second(), rollingAlong(axle, disc.radius)),
                SlipRow(HeadingDirection{e, n, true}, second(), rollingAcross(axle, n, disc.radius)));
  }
  Law operator()(const RollingBallJoint& ball) const {
    const Across across(ball.normal.normalized());
    const Vector3 n = ball.normal.normalized();
    const auto slip = [&](const Vector3& d) {
      return SlipRow(GroundDirection{d}, second(), rollingBall(d, n, ball.radius));
    };
    return rows(ProductRow(VectorFunction::direction(0, n), between(), 1, ball.radius), slip(across.f),
                slip(across.g));
  }
  Law operator()(const KnifeEdgeJoint& blade) const {
    const VectorFunction e = VectorFunction::direction(1, blade.axis.normalized());
    return rows(SlipRow(HeadingDirection{e, blade.normal.normalized()}, second(), Matrix4::Zero()));
  }
  template <typename OfPlane>
  Law operator()(const OfPlane&) const {
    if (const JointKind& kind = kindOf(joint); !kind.rowsInSpace.empty())
      throw std::logic_error("no law in space for joints of kind " + std::string(kind.name));
    return nullptr;
  }

 private:
  template <typename... Rows>
  Law rows(Rows... rows) const {
    const auto [a, b] = endsOf(joint);
    return std::make_unique<JointRows<Space, Rows...>>(joint.name, rowsOf(mechanism, joint),
                                                       frameOf(mechanism, a), frameOf(mechanism, b),
                                                       std::move(rows)...);
  }
  VectorFunction first() const {
    return VectorFunction::point(0, inSpatialFrame(mechanism, endsOf(joint).first));
  }
  VectorFunction second() const {
    return VectorFunction::point(1, inSpatialFrame(mechanism, endsOf(joint).second));
  }
  /// Of the first point, on ground.
  const Vector3& firstPlace() const { return localPosition(mechanism, endsOf(joint).first); }
  VectorFunction between() const { return first() - second(); }
  VectorRows coincidence() const { return VectorRows(between()); }
  /// (l² − d · d)/(2 l), so that λ is the force along a rod, positive when it is compressed.
  ProductRow apart(double length) const {
    const VectorFunction d = between();
    return {d, d, -1 / (2 * length), length / 2};
  }
  /// Of the second point from the plane across a direction of the first body.
  ProductRow beside(const Vector3& u) const { return {VectorFunction::direction(0, u), between()}; }
  ProductRow tilt(const Vector3& u, const Vector3& w, double sign = 1) const {
    return {VectorFunction::direction(0, u), VectorFunction::direction(1, w.normalized()), sign};
  }
  /// −2 sin(θ/2) along the axis of the turn θ, in the axes of the first body, from where the second is kept.
  static TurnRows<3> keptTurn(const Vector3& turn) {
    return {Vector4::UnitX(), inverse(eulerParameters(turn)), -2};
  }
  /// Of directions x and y, of length 1 and at right angles, with z = x × y.
  static Vector4 ofDirections(const Vector3& x, const Vector3& y) {
    Matrix3 axes;
    axes << x, y, x.cross(y);
    return eulerParameters(axes);
  }
  /// In the plane of both bodies nothing moves the second one against the first.
  Law heldInPlane(const Vector3& normal, const Matrix3& R) const {
    const auto [first, second] = waysOnPlane(normal);
    return rows(beside(first), beside(second), tilt(first, R * second));
  }
  /// Vectors of the first body in the axes of the second.
  static Matrix3 turnedBack(const Vector3& turn) { return rotationMatrix(eulerParameters(turn)).transpose(); }
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
