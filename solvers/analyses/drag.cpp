// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/analyses/drag.h"

#include <Eigen/Eigenvalues>
#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/dynamics/equations_of_motion.h"
#include "core/math/euler_parameters.h"
#include "core/math/pose.h"
#include "core/model/body_plane.h"
#include "core/model/centre_motion.h"
#include "solvers/linear/block_matrix.h"
#include "solvers/linear/linear_solver.h"

namespace holonom {
namespace {

constexpr double kPull = 1e4;              // κ in terms of the mean weight
constexpr double kRegularisation = 1e-10;  // of the mean weight, on the multipliers
constexpr double kTolerance = 1e-11;       // of the constraints, in lengths of the model
constexpr double kLongestStep = 0.2;       // of one iteration, in lengths of the model or radians
constexpr int kStations = 8;               // of one movement of the mouse
constexpr int kIterations = 12;            // on the way to one of them
constexpr int kReturns = 10;               // Newton steps back onto the constraints

/// What the hand feels: bodies, and joints that fix positions.
Mechanism kinematicPart(const Mechanism& mechanism) {
  Mechanism part;
  part.ground = mechanism.ground;
  part.bodies = mechanism.bodies;
  for (Body& body : part.bodies) body.flexible.reset();
  for (const Joint& joint : mechanism.joints)
    if (keepsPositions(mechanism, joint)) part.joints.push_back(joint);
  return part;
}

SparsePattern bodyBlocks(const CoordinateLayout& places) {
  std::vector<std::pair<int, int>> entries;
  for (int body = 0; body < places.bodyCount(); ++body)
    for (int i = places.frame(body).first; i < places.frame(body).end(); ++i)
      for (int j = places.frame(body).first; j < places.frame(body).end(); ++j) entries.emplace_back(i, j);
  return SparsePattern::fromEntries(places.count(), places.count(), entries);
}

}  // namespace

/// The iteration, in lengths of the model: coordinates q/L (angles as they are, Euler parameters twice, which
/// are angles of small turns), rows C/L (those of angles and of |p| as they are), weights about one.
class Drag::Problem {
 public:
  explicit Problem(const Mechanism& mechanism)
      : result_(mechanism), system_(std::make_unique<EquationsOfMotion>(kinematicPart(mechanism))),
        n_(system_->coordinateCount()), m_(system_->constraintCount()),
        length_(characteristicLength(mechanism)), q_(system_->givenCoordinates()), shown_(q_),
        zero_(Vector::Zero(n_)), weight_(Vector::Zero(n_)), scale_(n_), rowScale_(m_),
        block_(bodyBlocks(places())), matrix_(n_ + m_), blockValues_(std::size_t(block_.nonZeros())),
        jacobian_(std::size_t(system_->constraintPattern().nonZeros())), x_(n_ + m_), c_(m_),
        solution_(n_ + m_) {
    const std::vector<Body>& bodies = system_->mechanism().bodies;
    double mean = 0;
    for (const Body& body : bodies) mean += body.mass / double(bodies.size());
    for (std::size_t i = 0; i < bodies.size(); ++i) {
      const Body& body = bodies[i];
      // Neither a feather nor an anvil may decide alone.
      const auto turning = [&](double inertia) {
        return std::clamp(inertia / (mean * length_ * length_), 1e-3, 1e2);
      };
      const int number = static_cast<int>(i), place = places().dimensions(number);
      const auto [first, count] = places().frame(number);
      weight_.segment(first, place).setConstant(std::clamp(body.mass / mean, 1e-2, 1e2));
      scale_.segment(first, place).setConstant(length_);
      scale_.segment(first + place, count - place).setConstant(places().hasParameters(number) ? 0.5 : 1);
      if (places().turns(number)) weight_[places().angle(number)] = turning(body.inertia);
      if (places().keepsPlane(number)) weight_[places().rotation(number)] = turning(momentInPlane(body));
      if (!places().hasParameters(number)) continue;
      const Eigen::SelfAdjointEigenSolver<Matrix3> principal(inertiaTensor(body));
      const Matrix3& axes = principal.eigenvectors();
      turns_.push_back({places().parameters(number),
                        axes * principal.eigenvalues().unaryExpr(turning).asDiagonal() * axes.transpose()});
    }
    weighTurns(q_);
    for (int row = 0; row < m_; ++row) rowScale_[row] = isLength(row) ? length_ : 1;
    if (n_ == 0) return;
    top_ = matrix_.declare(block_, 0, 0);
    transposed_ = matrix_.declare(system_->constraintPattern(), 0, n_, true);
    rows_ = matrix_.declare(system_->constraintPattern(), n_, 0);
    corner_ = matrix_.declareIdentity(m_, n_, n_);
    matrix_.freeze();
    solver_ = makeLinearSolver(matrix_.pattern());
  }

  void grab(int body, const Vector3& local) {
    body_ = body;
    const Body& held = result_.bodies[std::size_t(body)];
    arm_ = held.turns() ? Vector3(local - held.centreOfMass) : Vector3();
    if (!held.isSpatial()) arm_.z() = 0;
  }

  bool close() {
    if (n_ == 0 || !closeUp()) return false;
    show();
    return true;
  }

  bool moveTo(const Vector3& wanted) {
    if (body_ < 0 || !wanted.allFinite()) return false;
    const Vector3 target = places().isSpatial(body_) ? wanted : Vector3(inPlane(wanted));
    const Vector good = q_;
    if (gap() > kTolerance && !closeUp()) return false;
    const Vector rest = q_;
    // A far target comes nearer step by step: what lies beyond reach must not pull across a singular
    // position.
    for (int station = 0; station < kStations; ++station) {
      const Vector3 here = placeAt(q_), way = target - here;
      const double reach = kLongestStep * length_;
      approach(way.norm() > reach ? Vector3(here + reach / way.norm() * way) : target, q_);
      if (way.norm() <= reach || (placeAt(q_) - here).norm() < 1e-3 * reach) break;
    }
    if (!q_.allFinite() || gap() > 10 * kTolerance) {
      q_ = good;
      return false;
    }
    show();
    return (q_ - rest).cwiseQuotient(scale_).lpNorm<Eigen::Infinity>() > 0;
  }

  double gap() { return residual(q_); }
  double openGap() {
    residual(q_);
    return m_ > 0 ? c_.cwiseProduct(rowScale_).lpNorm<Eigen::Infinity>() : 0;
  }
  Vector3 held() const { return placeAt(q_); }
  const Mechanism& result() const { return result_; }

 private:
  const CoordinateLayout& places() const { return system_->places(); }

  bool isLength(int row) const {
    if (system_->isNormalisation(row)) return false;
    const auto& [part, number] = system_->layout().rows[std::size_t(row)];
    const Mechanism& mechanism = system_->mechanism();
    return !isAngleRow(mechanism, mechanism.joints[std::size_t(part.index)], number);
  }

  /// Of what is held.
  Vector3 placeAt(const Vector& q) const {
    return system_->motionIn(body_, q, zero_).place + turned(q, arm_);
  }

  /// Largest of the constraints, in their sizes.
  double residual(const Vector& q) {
    system_->moveTo(0, q, zero_);
    system_->constraints(c_);
    c_ = c_.cwiseQuotient(rowScale_);
    return m_ > 0 ? c_.lpNorm<Eigen::Infinity>() : 0;
  }

  double merit(const Vector& q, const Vector& rest, const Vector3& target) const {
    const Vector moved = (q - rest).cwiseQuotient(scale_);
    return moved.dot(weighed(moved)) + kPull * ((placeAt(q) - target) / length_).squaredNorm();
  }

  /// Of turns from q on: with u = 2 (p − p̄) they are G(p̄) u in the axes of the body while small; what
  /// changes |p| alone weighs as the mean of the moments.
  void weighTurns(const Vector& q) {
    for (Turning& turning : turns_) {
      const Vector4 p = q.segment<4>(turning.first).normalized();
      const Matrix34 G = bodyRates(p);
      turning.weight = G.transpose() * turning.inertia * G + turning.inertia.trace() / 3 * p * p.transpose();
    }
  }

  /// W times a step of the coordinates.
  Vector weighed(const Vector& step) const {
    Vector product = weight_.cwiseProduct(step);
    for (const Turning& turning : turns_)
      product.segment<4>(turning.first) = turning.weight * step.segment<4>(turning.first);
    return product;
  }

  /// [W + κ JᵀJ, C_qᵀ; C_q, −ε] at q; the pull only when something is held.
  bool factorize(const Vector& q, bool pulled) {
    std::fill(blockValues_.begin(), blockValues_.end(), 0.0);
    for (int i = 0; i < n_; ++i) blockValues_[std::size_t(block_.slot(i, i))] = weight_[i];
    for (const auto& [first, inertia, weight] : turns_)
      for (int i = 0; i < 4; ++i)
        for (int j = 0; j < 4; ++j)
          blockValues_[std::size_t(block_.slot(first + i, first + j))] = weight(i, j);
    if (pulled) {
      const HeldJacobian J = heldJacobian(q);
      const auto [first, count] = places().frame(body_);
      for (int i = 0; i < count; ++i)
        for (int j = 0; j < count; ++j)
          blockValues_[std::size_t(block_.slot(first + i, first + j))] += kPull * J.col(i).dot(J.col(j));
    }
    system_->moveTo(0, q, zero_);
    system_->constraintJacobian(jacobian_.data());
    const SparsePattern& pattern = system_->constraintPattern();
    for (int col = 0; col < n_; ++col)
      for (int k = pattern.colStart[std::size_t(col)]; k < pattern.colStart[std::size_t(col) + 1]; ++k)
        jacobian_[std::size_t(k)] *= scale_[col] / rowScale_[pattern.rowIndex[std::size_t(k)]];
    matrix_.setZero();
    matrix_.add(top_, blockValues_.data());
    matrix_.add(transposed_, jacobian_.data());
    matrix_.add(rows_, jacobian_.data());
    matrix_.addIdentity(corner_, -kRegularisation);
    return solver_->factorize(matrix_.values());
  }

  /// A vector of the body that is held, in ground axes.
  Vector3 turned(const Vector& q, const Vector3& local) const {
    const CentreMotion motion = system_->motionIn(body_, q, zero_);
    if (places().isSpatial(body_)) return rotationMatrix(motion.p) * local;
    return Eigen::Rotation2Dd(motion.angle) * inPlane(local);
  }

  /// Of the place by the coordinates of its body, both in their sizes.
  using HeldJacobian = Eigen::Matrix<double, 3, Eigen::Dynamic, 0, 3, kSpatialFrameSize>;
  HeldJacobian heldJacobian(const Vector& q) const {
    HeldJacobian J = HeldJacobian::Identity(3, places().frame(body_).count);
    if (places().keepsPlane(body_)) {
      const BodyPlane plane = planeOf(system_->mechanism().bodies[std::size_t(body_)]);
      J << plane.first, plane.second, plane.normal.cross(turned(q, arm_)) / length_;
    } else if (places().hasParameters(body_))
      J.rightCols<4>() = rotatedBy(q.segment<4>(places().parameters(body_)), arm_) * (0.5 / length_);
    else if (places().turns(body_)) J.col(2) = Vector3(perpendicular(inPlane(turned(q, arm_)))) / length_;
    return J;
  }

  /// Back onto the constraints by the nearest way; false when that does not lead there soon.
  bool comeBack(Vector& q, bool pulled, int returns = kReturns) {
    double before = residual(q);
    for (int i = 0; i < returns; ++i) {
      if (before <= kTolerance) return true;
      if (!std::isfinite(before) || (i > 0 && !factorize(q, pulled))) return false;
      residual(q);
      x_.head(n_).setZero();
      x_.tail(m_) = -c_;
      solver_->solve(x_);
      const double size = x_.head(n_).lpNorm<Eigen::Infinity>();
      q += std::min(1.0, 2 * kLongestStep / std::max(size, 1e-300)) * x_.head(n_).cwiseProduct(scale_);
      const double now = residual(q);
      if (i > 3 && !(now < 0.9 * before)) return now <= kTolerance;
      before = now;
    }
    return before <= kTolerance;
  }

  bool closeUp() {
    Vector q = q_;
    if (!factorize(q, false) || !comeBack(q, false, 60) || !q.allFinite()) return false;
    q_ = q;
    return true;
  }

  /// Towards a target that is near.
  void approach(const Vector3& target, Vector rest) {
    weighTurns(rest);
    for (int iteration = 0; iteration < kIterations; ++iteration) {
      const double present = merit(q_, rest, target);
      if (!factorize(q_, true)) return;
      const Vector moved = (q_ - rest).cwiseQuotient(scale_);
      x_.head(n_) = -weighed(moved);
      const auto [first, count] = places().frame(body_);
      x_.segment(first, count) += kPull * heldJacobian(q_).transpose() * ((target - placeAt(q_)) / length_);
      residual(q_);
      x_.tail(m_) = -c_;
      solver_->solve(x_);
      if (!x_.allFinite()) return;
      solution_ = x_;
      const double size = solution_.head(n_).lpNorm<Eigen::Infinity>();
      if (size < 1e-12) return;
      double share = std::min(1.0, kLongestStep / size);
      bool better = false;
      for (int halving = 0; halving < 6 && !better; ++halving, share *= 0.5) {
        Vector trial = q_ + share * solution_.head(n_).cwiseProduct(scale_);
        if (halving > 0 && !factorize(q_, true)) return;
        better = comeBack(trial, true) && merit(trial, rest, target) < present;
        if (better) q_ = trial;
      }
      if (!better || present - merit(q_, rest, target) < 1e-10 * present) return;
    }
  }

  /// What has moved; the velocities that the model gives stay as they are.
  void show() {
    for (std::size_t i = 0; i < result_.bodies.size(); ++i) {
      const int number = static_cast<int>(i);
      const auto [first, count] = places().frame(number);
      if (q_.segment(first, count) == shown_.segment(first, count)) continue;
      Body& body = result_.bodies[i];
      Body moved = body;
      setCentreMotion(moved, system_->motionIn(number, q_, zero_));
      body.position = moved.position;
      if (body.isSpatial() && isTurnedAs(moved, body)) continue;
      body.axis = moved.axis;
      body.angle = moved.angle;
    }
    shown_ = q_;
  }

  /// Nearly no turn has any axis, which nobody wants to read.
  static bool isTurnedAs(const Body& moved, const Body& before) {
    return (initialPose(moved).rotation - initialPose(before).rotation).norm() < 1e-12;
  }

  /// A body in space: its first Euler parameter, its inertia about the centre of mass in its axes.
  struct Turning {
    int first;
    Matrix3 inertia;
    Matrix4 weight = {};
  };

  Mechanism result_;
  std::unique_ptr<EquationsOfMotion> system_;
  int n_, m_;
  double length_;
  Vector q_, shown_, zero_, weight_, scale_, rowScale_;
  std::vector<Turning> turns_;
  SparsePattern block_;
  BlockMatrix matrix_;
  BlockMatrix::Block top_ = 0, transposed_ = 0, rows_ = 0, corner_ = 0;
  std::vector<double> blockValues_, jacobian_;
  std::unique_ptr<LinearSolver> solver_;
  Vector x_, c_, solution_;
  int body_ = -1;
  Vector3 arm_;  // of the held place, from the centre of mass
};

Drag::Drag(const Mechanism& mechanism) : problem_(std::make_unique<Problem>(mechanism)) {}
Drag::~Drag() = default;
bool Drag::close() { return problem_->close(); }
void Drag::grab(int body, const Vector3& local) { problem_->grab(body, local); }
bool Drag::moveTo(const Vector3& target) { return problem_->moveTo(target); }
double Drag::gap() const { return problem_->openGap(); }
Vector3 Drag::heldPlace() const { return problem_->held(); }
const Mechanism& Drag::mechanism() const { return problem_->result(); }

}  // namespace holonom
