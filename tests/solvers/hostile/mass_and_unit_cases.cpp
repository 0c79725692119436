// SPDX-License-Identifier: GPL-3.0-or-later
// Coordinates without mass, places where directions vanish, odd units, odd times.
#include <cmath>
#include <numbers>

#include "core/dynamics/reference_problems/dense_system.h"
#include "tests/solvers/hostile/hostile_case.h"
#include "tests/solvers/hostile/units.h"
#include "tests/solvers/linkages.h"
#include "tests/solvers/run_helpers.h"
#include "tests/solvers/simulation/event_models.h"

namespace holonom {
namespace {

using Ending = HostileCase::Ending;

/// x″ = −x with 1 kg, and y without mass. Tied: y = x².
class MasslessFollower final : public DenseSystem {
 public:
  explicit MasslessFollower(bool tied)
      : DenseSystem({"x", "y"}, std::vector<std::string>(tied ? 1 : 0, "parabola")), tied_(tied) {}
  void moveTo(double, ConstVectorRef q, ConstVectorRef v) override { q_ = q, v_ = v; }
  void mass(double* M) const override { square(M) << 1, 0, 0, 0; }
  void forces(VectorRef Q) const override { Q << -q_.x(), 0; }
  void constraints(VectorRef c) const override {
    if (tied_) c[0] = q_.y() - q_.x() * q_.x();
  }
  void constraintJacobian(double* J) const override { row(J, -2 * q_.x(), 1); }
  void gamma(VectorRef g) const override {
    if (tied_) g[0] = 2 * v_.x() * v_.x();
  }
  void velocityJacobian(double* P) const override { row(P, -2 * v_.x(), 0); }
  void accelerationJacobian(ConstVectorRef a, double* A) const override { row(A, -2 * a.x(), 0); }
  void stiffness(ConstVectorRef, ConstVectorRef lambda, double* K) const override {
    constraintHessian(lambda, K);
    K[0] += 1;
  }
  void constraintHessian(ConstVectorRef lambda, double* H) const override {
    square(H).setZero();
    if (tied_) H[0] = -2 * lambda[0];
  }

 private:
  static Eigen::Map<Eigen::Matrix2d> square(double* values) { return Eigen::Map<Eigen::Matrix2d>(values); }
  void row(double* values, double x, double y) const {
    if (tied_) values[0] = x, values[1] = y;
  }
  bool tied_;
  Vector2 q_ = Vector2::Zero(), v_ = Vector2::Zero();
};

HostileCase massless(const char* name, bool tied, Ending ending) {
  HostileCase problem;
  problem.name = name;
  problem.make = [tied] { return std::make_unique<MasslessFollower>(tied); };
  problem.guess = [](DaeSystem&) { return guessOf(Vector2(1, 1), Vector2::Zero()); };
  problem.endTime = 2;
  problem.ending = ending;
  if (tied)
    problem.reference = []() -> EndPlaces {
      return {{0, std::cos(2.0)}, {1, std::cos(2.0) * std::cos(2.0)}};
    };
  return problem;
}

HostileCase inOtherUnits(const char* name, double length, double mass) {
  HostileCase problem = hostileMechanism(
      name, [=] { return inUnits(linkages::parallelogram(0.7, true), length, mass); }, 0.6, Ending::Runs);
  problem.reference = [=]() -> EndPlaces {
    const double phi =
        oneUnknown([](double y, double) { return -3.5 / 3 * 9.81 * std::cos(y); }, 0.7, 0, 0.6);
    return {{2, phi}, {0, 0.5 * length * std::cos(phi)}, {8, phi}};
  };
  problem.factor = 3;
  return problem;
}

HostileCase springsInOtherUnits(const char* name, double length, double mass) {
  HostileCase problem = hostileMechanism(
      name,
      [=] {
        Mechanism m = samples::block(0, 2);
        m.forces = {{"buffer", Stop{0, {}, {}, {}, 1, 400, 0, {}}}};
        return inUnits(m, length, mass);
      },
      1, Ending::Runs);
  problem.reference = [=]() -> EndPlaces { return {{0, length * (1 - 2 * (0.5 - std::numbers::pi / 20))}}; };
  return problem;
}

/// A block on a guide and a spring with its other end in the middle of the guide, where its direction
/// vanishes.
HostileCase springThroughItsEnd(const char* name, double freeLength, Ending ending) {
  HostileCase problem = hostileMechanism(
      name,
      [freeLength] {
        Mechanism m = samples::block(1, 0);
        m.forces = {{"spring", SpringDamper{{kGround, 0}, {0, 0}, 4, 0, freeLength}}};
        return m;
      },
      1.2, ending);
  // x″ = −4 (|x| − l) sign x: from 1 to 0 as l + (1 − l) cos 2t, then as far on the other side.
  problem.reference = [freeLength]() -> EndPlaces {
    const double l = freeLength, zero = std::acos(-l / (1 - l)) / 2, end = 2 * zero - 1.2;
    return {{0, -(l + (1 - l) * std::cos(2 * end))}};
  };
  problem.causes = {"finite", "too small", "jump"};
  return problem;
}

}  // namespace

std::vector<HostileCase> massAndUnitCases() {
  HostileCase free = massless("CoordinateWithoutMass", false, Ending::Stops);
  free.causes = {"without mass"};
  free.stopTime = 0;
  HostileCase heavy = hostileMechanism(
      "MassBeyondNumbers",
      [] {
        Mechanism m = linkages::fourBar(2, 0.6, 1.5, 1.4, 0.5);
        m.bodies[1].mass = 1e99;
        return m;
      },
      1, Ending::Stops);
  heavy.causes = {"mass", "inertia"};
  heavy.stopTime = 0;

  HostileCase late = hostileMechanism(
      "StartsAfterElevenDays", [] { return linkages::pendulum(); }, 1e6 + 1, Ending::Runs);
  late.startTime = 1e6;
  late.guess = [](DaeSystem& system) { return initialGuess(dynamic_cast<EquationsOfMotion&>(system), 1e6); };
  late.reference = []() -> EndPlaces { return {{2, pendulumAngle(1)}}; };

  HostileCase brief = hostileMechanism(
      "LastsANanosecond", [] { return linkages::pendulum(); }, 1e-9, Ending::Runs);
  brief.reference = []() -> EndPlaces { return {{2, 0}}; };

  return {massless("CoordinateWithoutMassTied", true, Ending::Runs),
          free,
          heavy,
          late,
          brief,
          inOtherUnits("LengthsTimes1e12", 1e12, 1),
          inOtherUnits("LengthsTimesOneBy1e12", 1e-12, 1),
          inOtherUnits("MassesTimes1e12", 1, 1e12),
          inOtherUnits("MassesTimesOneBy1e12", 1, 1e-12),
          inOtherUnits("LengthsAndMassesTimes1e6", 1e6, 1e6),
          inOtherUnits("LengthsAndMassesTimesOneBy1e6", 1e-6, 1e-6),
          springsInOtherUnits("StopLengthsTimes1e12", 1e12, 1),
          springsInOtherUnits("StopLengthsTimesOneBy1e12", 1e-12, 1),
          springsInOtherUnits("StopMassesTimesOneBy1e12", 1, 1e-12),
          springThroughItsEnd("SpringThroughItsOwnEnd", 0, Ending::Either),
          springThroughItsEnd("SpringWithLengthThroughItsOwnEnd", 0.2, Ending::Either)};
}

}  // namespace holonom
