// SPDX-License-Identifier: GPL-3.0-or-later
// Forces and moments in axes that turn, bushings, the hand and reactions in space: all blocks against
// differences, sizes and motions against what they must be.
#include <gtest/gtest.h>

#include <Eigen/Eigenvalues>
#include <cmath>

#include "core/dynamics/equations_of_motion.h"
#include "core/dynamics/output_symbols.h"
#include "core/dynamics/spatial/turn_vector.h"
#include "core/model/centre_motion.h"
#include "core/model/particles.h"
#include "tests/core/dynamics/derivative_checks.h"
#include "tests/core/dynamics/sample_mechanisms.h"
#include "tests/core/dynamics/spatial/spatial_bodies.h"
#include "tests/support/dense_evaluation.h"
#include "tests/support/finite_differences.h"

namespace holonom {
namespace {

using samples::expectRightDerivatives;

/// Two bodies in space and one in the plane; the second points of all and of ground have axes of their own,
/// but for that of the body in the plane.
Mechanism model() {
  Mechanism m = samples::twoBodies();
  m.gravity = {1.7, -9.2, 0.6};
  m.ground.points[0].position.z() = 0.7;
  m.bodies = {spatialBody("top", 1.3, {0.2, 0.1, -0.3}, {-0.3, 0.15, 0.4}, {0.6, -0.25, 0.1}),
              spatialBody("wheel", 0.8, {-0.1, 0.3, 0.2}, {0.25, 0.35, -0.6}, {-0.45, 0.05, 0.2}),
              m.bodies[0]};
  const auto turn = [](Point& point, const Vector3& axis, double angle) {
    point.axis = axis.normalized();
    point.angle = angle;
  };
  turn(m.ground.points[1], {1, 0.4, -0.3}, 0.8);
  turn(m.bodies[kTop].points[1], {-0.2, 1, 0.5}, -1.1);
  turn(m.bodies[kWheel].points[1], {0.6, 0.1, 0.9}, 2);
  return m;
}

struct Anywhere {
  const Mechanism& m;
  EquationsOfMotion system{m};
  samples::RandomVectors random{};
  Vector q, v;

  /// Somewhere, with Euler parameters of length one.
  explicit Anywhere(const Mechanism& mechanism) : m(mechanism) { next(); }
  void next() {
    q = random(system.coordinateCount());
    v = random(system.coordinateCount());
    for (const int body : {kTop, kWheel}) {
      const int p = system.places().parameters(body);
      q.segment<4>(p).normalize();
      v.segment<4>(p) -= q.segment<4>(p) * q.segment<4>(p).dot(v.segment<4>(p));
    }
    system.moveTo(0, q, v);
  }
  Matrix3 axes(int body) const {
    return body == kGround ? Matrix3(Matrix3::Identity())
                           : rotationMatrix(system.configuration().motion(body, Space()).at.p);
  }
  Vector3 place(const PointRef& point) const {
    return system.configuration().place(frameOf(m, point), inSpatialFrame(m, point));
  }
  double read(const std::string& symbol, const Vector& lambda = {}) const {
    const State state{.t = 0, .q = q, .v = v, .a = Vector::Zero(q.size()), .lambda = lambda};
    return symbolReader(symbol, system)(system, state);
  }
  Vector3 read3(const std::string& head, const Vector& lambda = {}) const {
    return {read(head + "x", lambda), read(head + "y", lambda), read(head + "z", lambda)};
  }
  std::vector<PartLoad> loads() const {
    std::vector<PartLoad> all;
    system.appliedLoads(all);
    return all;
  }
};

/// In whose axes a force may be: bodyFixed, and a point.
struct In {
  bool bodyFixed;
  std::optional<PointRef> point;
};
const In kAxes[] = {{false, {}},
                    {true, {}},
                    {false, PointRef{kGround, 1}},
                    {false, PointRef{kWheel, 1}},
                    {false, PointRef{kTop, 1}},
                    {false, PointRef{kPlanar, 0}}};

/// Columns are the axes that a force on the wheel is given in, ground axes.
Matrix3 axesOf(const Anywhere& at, const In& in) {
  if (!in.point) return in.bodyFixed ? at.axes(kWheel) : Matrix3(Matrix3::Identity());
  return at.axes(in.point->body) * localAxes(at.m, *in.point);
}

TEST(SpatialForces, FollowTheAxesThatTheyAreGivenIn) {
  const Vector3 value(2.5, -1.5, 0.8);
  const std::string size = "wheel.omegay*top.second.z + t";
  for (const In& in : kAxes) {
    Mechanism m = model();
    m.forces = {{"F", ConstantForce{{kWheel, 0}, value, in.bodyFixed, in.point}},
                {"G", ForceExpression{{kWheel, 0}, "2.5", "-1.5", "0.8", in.bodyFixed, in.point}}};
    Anywhere at(m);
    const auto loads = at.loads();
    ASSERT_EQ(loads.size(), 2u);
    for (const PartLoad& load : loads) {
      EXPECT_LT((load.force - axesOf(at, in) * value).norm(), 1e-12);
      EXPECT_LT(load.torque.norm(), 1e-12);
      EXPECT_LT((load.place - at.place({kWheel, 0})).norm(), 1e-12);
    }
    EXPECT_NEAR(at.system.suppliedPower(), 2 * (axesOf(at, in) * value).dot(at.read3("wheel.first.v")),
                1e-12);
    expectRightDerivatives(m);
    m.forces = {{"G", ForceExpression{{kWheel, 0}, size, "1", "left.vx - " + size, in.bodyFixed, in.point}}};
    expectRightDerivatives(m);
  }
}

TEST(SpatialForces, MomentsFollowTheirAxesAndReact) {
  for (const int reaction : {kGround, kTop, kPlanar})
    for (const In& in : kAxes) {
      Mechanism m = model();
      Moment moment{kWheel, reaction, "2.5", "-1.5", "0.8", in.bodyFixed, in.point};
      if (moment.objection()) continue;
      m.forces = {{"M", moment}};
      Anywhere at(m);
      const Vector3 expected = axesOf(at, in) * Vector3(2.5, -1.5, 0.8);
      const auto loads = at.loads();
      ASSERT_EQ(loads.size(), 1u);
      EXPECT_LT((loads[0].torque - expected).norm(), 1e-12);
      EXPECT_LT(loads[0].force.norm(), 1e-12);
      Vector3 relative = at.read3("wheel.omega");
      if (reaction == kTop) relative -= at.read3("top.omega");
      if (reaction == kPlanar) relative.z() -= at.read("left.omega");
      EXPECT_NEAR(at.system.suppliedPower(), expected.dot(relative), 1e-12);
      EXPECT_LT((at.read3("M.t") - Vector3(2.5, -1.5, 0.8)).norm(), 1e-15);
      std::get<Moment>(m.forces[0].kind).x = "top.first.vy*wheel.omegax - left.theta";
      expectRightDerivatives(m);
    }
  Moment third{kWheel, kGround, "1", "0", "0", false, PointRef{kTop, 1}};
  ASSERT_TRUE(third.objection());
  EXPECT_STREQ(third.objection()->key, "axes");
}

/// Axes of two points as a function of both bodies, near no turn, where series take over, and near half a
/// turn.
TEST(SpatialForces, TurnVectorsAreThoseOfTheirTurns) {
  samples::RandomVectors random;
  const Vector4 first = eulerParameters(Vector3(0.3, -0.2, 0.9), 0.7),
                second = eulerParameters(Vector3(-0.5, 1, 0.2), -1.3);
  for (const double angle : {0.0, 1e-9, 1e-4, 0.199, 0.2, 0.21, 1.5, 3.1, 3.14159}) {
    SCOPED_TRACE(angle);
    const Vector3 axis = Vector3(random(3)).normalized();
    SpatialPair pair;
    const Vector4 base = Vector4(random(4)).normalized();
    // the axes of the first point turned by the angle about an axis in them are those of the second
    pair.at[0].p = 1.3 * base;
    pair.at[1].p =
        -0.8 * composed(composed(composed(base, first), eulerParameters(axis, angle)), inverse(second));
    const TurnVector turn(first, second, pair);
    EXPECT_LT((turn.value() - angle * axis).norm(), 1e-9);
    const auto shifted = [&](const SpatialPairVector& by) {
      SpatialPair other = pair;
      for (int body = 0; body < 2; ++body) {
        other.at[body].r += by.segment<3>(7 * body);
        other.at[body].p += by.segment<4>(7 * body + 3);
      }
      return TurnVector(first, second, other);
    };
    const Vector3 w(0.7, -1.2, 0.4);
    VectorFunction::Square curvature = VectorFunction::Square::Zero();
    turn.addCurvature(w, curvature);
    constexpr double h = 1e-6;  // at half a turn no farther than the leap
    if (angle > 3.14) continue;
    for (int k = 0; k < kSpatialPairSize; ++k) {
      const TurnVector ahead = shifted(h * SpatialPairVector::Unit(k)),
                       behind = shifted(-h * SpatialPairVector::Unit(k));
      EXPECT_LT(((ahead.value() - behind.value()) / (2 * h) - turn.derivative().col(k)).norm(), 1e-7) << k;
      EXPECT_LT(
          ((ahead.derivative() - behind.derivative()).transpose() * w / (2 * h) - curvature.col(k)).norm(),
          1e-6)
          << k;
    }
  }
}

Bushing sampleBushing(PointRef a, PointRef b, bool damped) {
  Bushing bushing{a, b, {31, 55, 12}, {}, {7, 3.5, 9}, {}};
  if (damped) bushing.damping = {1.2, 0.4, 2}, bushing.turnDamping = {0.3, 0.8, 0.5};
  return bushing;
}

const std::pair<PointRef, PointRef> kTurnedEnds[] = {{{kTop, 1}, {kWheel, 1}},
                                                     {{kGround, 1}, {kWheel, 1}},
                                                     {{kTop, 1}, {kGround, 1}},
                                                     {{kTop, 1}, {kPlanar, 0}},
                                                     {{kPlanar, 1}, {kWheel, 1}}};

TEST(SpatialForces, BushingsHaveTheRightDerivatives) {
  for (const auto& [a, b] : kTurnedEnds)
    for (const bool damped : {false, true}) {
      Mechanism m = model();
      SCOPED_TRACE(nameOf(m, a) + " " + nameOf(m, b));
      m.forces = {{"B", sampleBushing(a, b, damped)}};
      expectRightDerivatives(m);
    }
}

/// Undamped it has a potential: Q = −∂V/∂q.
TEST(SpatialForces, BushingsHaveAPotential) {
  for (const auto& [a, b] : kTurnedEnds) {
    Mechanism m = model();
    m.gravity = Vector3::Zero();
    Anywhere bare(m);
    m.forces = {{"B", sampleBushing(a, b, false)}};
    Anywhere at(m);
    const Vector Q = forcesOf(at.system) - (bare.system.moveTo(0, at.q, at.v), forcesOf(bare.system));
    constexpr double h = 1e-5;
    for (int k = 0; k < at.q.size(); ++k) {
      const auto energy = [&](double by) {
        at.system.moveTo(0, at.q + by * Vector::Unit(at.q.size(), k), at.v);
        return at.system.potentialEnergy();
      };
      EXPECT_NEAR(Q[k], -(energy(h) - energy(-h)) / (2 * h), 1e-6) << at.system.coordinateName(k);
    }
    EXPECT_EQ(at.system.suppliedPower(), 0);
  }
}

/// Displaced along the axes of its first point, and turned about one of them, each spring is on its own.
TEST(SpatialForces, BushingsPushAlongTheirAxes) {
  Mechanism m = model();
  m.forces = {{"B", sampleBushing({kTop, 1}, {kWheel, 1}, false)}};
  const Bushing& bushing = std::get<Bushing>(m.forces[0].kind);
  for (int axis = 0; axis < 3; ++axis)
    for (const double angle : {-2.9, -0.4, 1.3, 3.0}) {
      Anywhere at(m);
      const Vector3 way(0.2, -0.3, 0.15);
      const int top = at.system.places().frame(kTop).first, wheel = at.system.places().frame(kWheel).first;
      const Matrix3 axes = at.axes(kTop) * localAxes(m, bushing.a);
      const Matrix3 turned = axes * rotationMatrix(eulerParameters(Vector3::Unit(axis), angle)) *
                             localAxes(m, bushing.b).transpose();
      at.q.segment<4>(wheel + 3) = -eulerParameters(turned);
      at.q.segment<3>(wheel) =
          at.place(bushing.a) + Vector3(axes * way - turned * inSpatialFrame(m, bushing.b));
      at.system.moveTo(0, at.q, at.v);
      EXPECT_GT(at.q.segment<3>(top).norm(), 0);
      EXPECT_LT((at.read3("B.f") + bushing.stiffness.cwiseProduct(way)).norm(), 1e-12);
      const Vector3 expected = -bushing.turnStiffness[axis] * angle * Vector3::Unit(axis);
      EXPECT_LT((at.read3("B.t") - expected).norm(), 1e-12) << axis << ' ' << angle;
      const auto loads = at.loads();
      ASSERT_EQ(loads.size(), 2u);
      EXPECT_LT((loads[1].force - axes * at.read3("B.f")).norm(), 1e-12);
      EXPECT_LT((loads[1].torque - axes * at.read3("B.t")).norm(), 1e-12);
      EXPECT_LT((loads[0].force + loads[1].force).norm(), 1e-12);
      const Vector3 arm = loads[1].place - loads[0].place;
      EXPECT_LT((loads[0].torque + loads[1].torque + arm.cross(loads[1].force)).norm(), 1e-12);
    }
}

/// Small vibrations of a body whose bushing sits at a distance b from its centre of mass: along x and about z
/// they couple, the others are on their own.
TEST(SpatialForces, BushingsVibrateAsTheyMust) {
  constexpr double mass = 1.4, b = 0.3;
  Mechanism m;
  m.gravity = Vector3::Zero();
  m.ground.points = {{"O", Vector3(0, -b, 0)}};
  Body block;
  block.name = "block";
  block.kind = Body::Kind::Spatial;
  block.mass = mass;
  block.moments = {0.4, 0.55, 0.3};
  block.points = {{"P", Vector3(0, -b, 0)}};
  m.bodies = {block};
  const Vector3 k(310, 550, 120), kt(7, 35, 9);
  m.forces = {{"B", Bushing{{kGround, 0}, {0, 0}, k, {}, kt, {}}}};
  EquationsOfMotion system(m);
  const Vector q = system.givenCoordinates();
  system.moveTo(0, q, Vector::Zero(7));
  Matrix T = Matrix::Zero(7, 6);  // (x, φ) to coordinates
  T.topLeftCorner<3, 3>().setIdentity();
  T.bottomRightCorner<4, 3>() = 0.5 * groundRates(q.tail<4>()).transpose();
  const Matrix K = T.transpose() * denseStiffness(system, Vector::Zero(7), Vector::Zero(1)) * T,
               M = T.transpose() * denseMass(system) * T;
  const Eigen::GeneralizedSelfAdjointEigenSolver<Matrix> solver(K, M, Eigen::EigenvaluesOnly);
  std::vector<double> expected{k.y() / mass, kt.y() / block.moments.y()};
  // the point moves by x + b φ_z along x and by z − b φ_x along z
  const auto coupled = [&](double stiffness, double turning, double inertia) {
    const double half = (stiffness / mass + (turning + stiffness * b * b) / inertia) / 2,
                 product = stiffness * turning / (mass * inertia), root = std::sqrt(half * half - product);
    expected.push_back(half - root);
    expected.push_back(half + root);
  };
  coupled(k.x(), kt.z(), block.moments.z());
  coupled(k.z(), kt.x(), block.moments.x());
  std::ranges::sort(expected);
  for (int i = 0; i < 6; ++i)
    EXPECT_NEAR(solver.eigenvalues()[i], expected[std::size_t(i)], 1e-9 * expected[5]);
}

/// A step of the classical Runge–Kutta method; `work` is the integral of a power.
template <typename Power>
void step(EquationsOfMotion& system, Vector& q, Vector& v, double& work, double h, Power power) {
  const Vector q0 = q, v0 = v;
  Vector qSum = Vector::Zero(q.size()), vSum = qSum;
  double sum = 0;
  const double places[] = {0, 0.5, 0.5, 1}, weights[] = {1, 2, 2, 1};
  Vector vk, ak;
  for (int i = 0; i < 4; ++i) {
    const Vector qi = i == 0 ? q0 : Vector(q0 + places[i] * h * vk),
                 vi = i == 0 ? v0 : Vector(v0 + places[i] * h * ak);
    system.moveTo(0, qi, vi);
    vk = vi;
    ak = solveAccelerations(system).a;
    qSum += weights[i] / 6 * vk;
    vSum += weights[i] / 6 * ak;
    sum += weights[i] / 6 * power();
  }
  q += h * qSum;
  v += h * vSum;
  work += h * sum;
  system.moveTo(0, q, v);
}

/// Two bodies on a bushing, free in space and far from rest: energy, or what dampers leave of it, and both
/// momenta stay.
TEST(SpatialForces, BushingsKeepEnergyAndMomenta) {
  for (const bool damped : {false, true}) {
    Mechanism m = model();
    m.gravity = Vector3::Zero();
    m.bodies.pop_back();
    const Bushing bushing = sampleBushing({kTop, 1}, {kWheel, 1}, damped);
    m.forces = {{"B", bushing}};
    const Vector4 first = eulerParameters(localAxes(m, bushing.a)),
                  second = eulerParameters(localAxes(m, bushing.b));
    Body &top = m.bodies[kTop], &wheel = m.bodies[kWheel];
    top.axis = Vector3(1, 0.5, -0.4).normalized();
    top.angle = 1.2;
    const Vector4 seat = composed(initialTurn(top), first),
                  turn = composed(composed(seat, eulerParameters(Vector3(1, 2, -1), 1.5)), inverse(second));
    const AxisAngle initial = axisAngle(turn);
    wheel.axis = initial.axis;
    wheel.angle = initial.angle;
    wheel.spin = {0.4, -0.3, 0.5};
    wheel.position = rotationMatrix(initialTurn(top)) * top.points[1].position -
                     rotationMatrix(turn) * wheel.points[1].position +
                     rotationMatrix(seat) * Vector3(0.1, -0.1, 0.1);
    EquationsOfMotion system(m);
    Vector q = system.givenCoordinates(), v = system.givenVelocities();
    double lost = 0, largest = 0;
    const auto energy = [&] { return system.kineticEnergy() + system.potentialEnergy(); };
    const auto momenta = [&] {
      Eigen::Matrix<double, 6, 1> all = Eigen::Matrix<double, 6, 1>::Zero();
      for (const int body : {kTop, kWheel}) {
        const int first = system.places().frame(body).first;
        const Vector3 r = q.segment<3>(first), p = m.bodies[body].mass * v.segment<3>(first);
        const Matrix3 A = rotationMatrix(q.segment<4>(first + 3));
        const Body& own = m.bodies[body];
        Matrix3 J = own.moments.asDiagonal();
        J(0, 1) = J(1, 0) = own.products.x();
        J(0, 2) = J(2, 0) = own.products.y();
        J(1, 2) = J(2, 1) = own.products.z();
        all.head<3>() += p;
        all.tail<3>() += r.cross(p) + A * J * A.transpose() *
                                          angularVelocity(q.segment<4>(first + 3), v.segment<4>(first + 3));
      }
      return all;
    };
    system.moveTo(0, q, v);
    const double before = energy();
    const auto momentum = momenta();
    for (int i = 0; i < 1500; ++i) {
      step(system, q, v, lost, 1e-3, [&] { return system.dissipatedPower(); });
      const SpatialPair pair{{SpatialPlace::of(q.head<7>()), SpatialPlace::of(q.tail<7>())}, {}};
      largest = std::max(largest, TurnVector(first, second, pair).value().norm());
    }
    EXPECT_NEAR(energy() + lost, before, 1e-8 * before);
    EXPECT_LT((momenta() - momentum).norm(), 1e-8 * momentum.norm());
    EXPECT_GT(largest, 1.4);
    if (damped) EXPECT_GT(lost, 0.2 * before);
    else EXPECT_EQ(lost, 0);
  }
}

/// The hand is a bushing without stiffness against turning whose springs are all alike, at a point of ground.
TEST(SpatialForces, AHandPullsAsABushingDoes) {
  Mechanism m = model();
  m.ground.points[0] = {"hand", {0.9, -0.4, 1.3}};
  const Vector3 held = m.bodies[kWheel].points[0].position;
  Hand hand{31, 4, {{kWheel, held, {{-2, {0, 0, 0}, 0}, {-1, m.ground.points[0].position, 1}}}}};
  Mechanism other = m;
  m.forces = {{"pull", hand}};
  other.forces = {
      {"pull", Bushing{{kGround, 0}, {kWheel, 0}, Vector3::Constant(31), Vector3::Constant(4), {}, {}}}};
  Anywhere at(m), same(other);
  same.q = at.q, same.v = at.v;
  same.system.moveTo(0, at.q, at.v);
  EXPECT_LT((forcesOf(at.system) - forcesOf(same.system)).norm(), 1e-12);
  EXPECT_LT((at.read3("pull.f") - same.read3("pull.f")).norm(), 1e-12);
  EXPECT_GT(std::abs(at.read("pull.fz")), 1);
  EXPECT_NEAR(at.system.suppliedPower(), at.read3("pull.f").dot(at.read3("wheel.first.v")), 1e-12);
}

TEST(SpatialForces, HandsHaveTheRightDerivatives) {
  Mechanism m = model();
  m.forces = {{"pull", Hand{31,
                            4,
                            {{kWheel, {0.2, -0.1, 0.4}, {{0, {0, 0, 0}, 0}, {0.2, {1, -1, 2}, 1}}},
                             {kPlanar, {0.2, -0.1}, {{0.3, {0, 0}, 0}, {0.6, {1, -1}, 1}}}}}}};
  expectRightDerivatives(m);
  EquationsOfMotion free(m, true);  // may take hold of any body
  samples::RandomVectors random;
  const int n = free.coordinateCount();
  EXPECT_EQ(checkDerivatives(free, 0.15, random(n), random(n), random(n), random(free.constraintCount())),
            "");
}

/// What a joint does to either body, in ground axes and in those of its points.
TEST(SpatialForces, ReactionsInTheAxesOfTheirPoints) {
  Mechanism m = model();
  FixedJoint weld{{kTop, 1}, {kWheel, 1}};
  m.joints = {{"weld", weld}, {"plane", InPlaneJoint{{kGround, 1}, {kTop, 1}}}};
  Anywhere at(m);
  at.q.segment<3>(at.system.places().frame(kWheel).first) += at.place(weld.a) - at.place(weld.b);
  at.system.moveTo(0, at.q, at.v);
  const Vector lambda = at.random(at.system.constraintCount());
  std::vector<PartLoad> loads;
  at.system.reactions(lambda, loads);
  for (const auto& [joint, a, b] :
       {std::tuple(0, weld.a, weld.b), std::tuple(1, PointRef{kGround, 1}, PointRef{kTop, 1})}) {
    const std::string name = m.joints[std::size_t(joint)].name;
    const Matrix3 first = at.axes(a.body) * localAxes(m, a), second = at.axes(b.body) * localAxes(m, b);
    const Vector3 force = at.read3(name + ".f", lambda), torque = at.read3(name + ".t", lambda);
    EXPECT_GT(force.norm(), 0.01);
    EXPECT_LT((force - loads[std::size_t(joint)].force).norm(), 1e-12);
    EXPECT_LT((torque - loads[std::size_t(joint)].torque).norm(), 1e-12);
    EXPECT_LT((second * at.read3(name + ".second.f", lambda) - force).norm(), 1e-12);
    EXPECT_LT((second * at.read3(name + ".second.t", lambda) - torque).norm(), 1e-12);
    EXPECT_LT((first * at.read3(name + ".first.f", lambda) + force).norm(), 1e-12);
    const Vector3 arm = at.place(b) - at.place(a);  // moved to the other point
    EXPECT_LT((first * at.read3(name + ".first.t", lambda) + torque + arm.cross(force)).norm(), 1e-11);
  }
}

/// A block hangs from ground by a weld whose points have axes: its weight, and the moment of its arm.
TEST(SpatialForces, AWeldCarriesTheWeight) {
  Mechanism m;
  m.gravity = {0, 0, -10};
  m.ground.points = {{"O", Vector3()}};
  m.ground.points[0].axis = Vector3::UnitX(), m.ground.points[0].angle = M_PI / 2;  // y up, z to −y
  Body block = spatialBody("block", 2, {0.3, 0, 0}, {0, 0, 0}, {0, 0, 0});
  m.bodies = {block};
  m.joints = {{"weld", FixedJoint{{kGround, 0}, {0, 0}}}};
  EquationsOfMotion system(m);
  const Vector q = system.givenCoordinates(), v = system.givenVelocities();
  system.moveTo(0, q, v);
  const State state{
      .t = 0, .q = q, .v = v, .a = Vector::Zero(7), .lambda = solveAccelerations(system).lambda};
  const auto read = [&](const std::string& symbol) { return symbolReader(symbol, system)(system, state); };
  EXPECT_NEAR(read("weld.fz"), 20, 1e-12);
  EXPECT_NEAR(read("weld.ty"), -6, 1e-12);
  EXPECT_NEAR(read("weld.first.fy"), -20, 1e-12);
  EXPECT_NEAR(read("weld.first.tz"), -6, 1e-12);
  EXPECT_NEAR(read("weld.second.fz"), 20, 1e-12);
  EXPECT_NEAR(read("weld.first.fz"), 0, 1e-12);
}

}  // namespace
}  // namespace holonom
