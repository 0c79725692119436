// SPDX-License-Identifier: GPL-3.0-or-later
// Motions in space that are known in closed form or by quadrature, followed from step to step: the top that
// nods while it precesses, and the disc that rolls on a circle.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>
#include <numbers>
#include <utility>

#include "tests/solvers/run_helpers.h"
#include "tests/solvers/spatial/spatial_models.h"

namespace holonom {
namespace {

using namespace spatial_models;
using std::numbers::pi;

constexpr double kGravity = 9.81;  // m/s²

/// One body on a joint of ground, whose point is the origin.
Mechanism standing(Body body, const AnyJoint& joint) {
  Mechanism mechanism;
  mechanism.gravity = {0, 0, -kGravity};
  mechanism.ground.points = {{"O", {0, 0}}};
  body.kind = Body::Kind::Spatial;
  mechanism.bodies = {std::move(body)};
  mechanism.joints = {{"joint", joint}};
  return mechanism;
}

/// Largest errors on the way of the only body: of its place (m) and of its turn (rad).
struct WayErrors {
  double place = 0, turn = 0;
};

/// `exact(t)` gives the place of the centre of mass and the Euler parameters.
template <class Exact>
WayErrors errorsOf(const Mechanism& mechanism, const SimulationOptions& options, const Exact& exact) {
  EquationsOfMotion equations(mechanism);
  WayErrors errors;
  const Outcome outcome =
      runSystem(equations, options, initialGuess(equations, 0), [&](const Simulation& run) {
        const CentreMotion found = equations.motionIn(0, run.state().q, run.state().v);
        const auto [place, p] = exact(run.state().t);
        errors.place = std::max(errors.place, (found.place - place).norm());
        errors.turn = std::max(errors.turn, 2 * apart(found.p, p));
      });
  EXPECT_EQ(outcome.termination, Termination::ReachedEnd) << outcome.message;
  EXPECT_EQ(outcome.end.t, options.endTime);
  std::printf("%s, index %d: %ld steps, place %.1e m, turn %.1e\n", options.method.c_str(), options.index,
              outcome.counts.steps, errors.place, errors.turn);
  return errors;
}

/// The integral of an even function of period 2π, known at equal distances: a sum of cosines, whose mean is
/// that of Gauss and Chebyshev.
class PeriodicIntegral {
 public:
  template <class Function>
  explicit PeriodicIntegral(Function function) {
    for (int k = 0; k < kPlaces; ++k)
      for (int i = 0; i < kPlaces / 2; ++i)
        terms_[i] +=
            (i ? 2 : 1) * function(2 * pi * k / kPlaces) * std::cos(2 * pi * i * k / kPlaces) / kPlaces;
  }
  double operator()(double s) const {
    double sum = terms_[0] * s;
    for (int i = 1; i < kPlaces / 2; ++i) sum += terms_[i] * std::sin(i * s) / i;
    return sum;
  }

 private:
  static constexpr int kPlaces = 128;
  double terms_[kPlaces / 2] = {};
};

/// A symmetric top about a fixed point of its axis, which is z of the body. It begins at the angle θ from the
/// vertical without nodding.
struct NoddingTop {
  double precession;                         // φ̇ at the start, rad/s
  double mass = 2, arm = 0.3;                // kg; m, from the support to the centre of mass
  double across = 0.05, along = 0.02;        // kg·m², about the centre of mass
  double lean = 0.6, spin = 70;              // θ at the start, rad; ψ̇ then, rad/s
  double about = across + mass * arm * arm;  // I₁, about the support

  Mechanism model() const {
    Body top;
    top.name = "top";
    top.mass = mass;
    top.moments = {across, across, along};
    top.centreOfMass = {0, 0, arm};
    top.axis = Vector3::UnitX();
    top.angle = lean;
    top.spin = precession * Vector3::UnitZ() + spin * Vector3(0, -std::sin(lean), std::cos(lean));
    top.points = {{"support", {0, 0}}};
    return standing(std::move(top), SphericalJoint{{kGround, 0}, {0, 0}});
  }
};

/// With u = cos θ, a = p_ψ/I₁, b = p_φ/I₁ and β = 2 m g l/I₁: u̇² = (1 − u²)(α − β u) − (b − a u)²
/// = β (u − u₀)(u − u₁)(u − u₂), φ̇ = (b − a u)/(1 − u²), ψ̇ = p_ψ/I₃ − u φ̇ (Goldstein, Classical Mechanics,
/// §5.7). u swings between the roots u₀, where it begins, and u₁: u = (u₀ + u₁)/2 + (u₀ − u₁)/2 cos s makes
/// ṡ² = β (u₂ − u), and t, φ and ψ integrals over s of smooth periodic functions.
class Nodding {
 public:
  explicit Nodding(const NoddingTop& top)
      : first_(std::cos(top.lean)), a_(top.along * (top.spin + first_ * top.precession) / top.about),
        b_(a_ * first_ + (1 - first_ * first_) * top.precession),
        beta_(2 * top.mass * kGravity * top.arm / top.about),
        alpha_(beta_ * first_ + (1 - first_ * first_) * top.precession * top.precession),
        own_(top.spin + first_ * top.precession) {}

  double period() const { return time_(2 * pi); }              ///< of nutation, s
  double swing() const { return std::abs(first_ - second_); }  ///< of u

  /// φ about the vertical, θ about the line of nodes, ψ about the axis of the top.
  Vector4 turn(double t) const {
    double s = 2 * pi * t / period();
    for (int i = 0; i < 20; ++i) s -= (time_(s) - t) * rate(s);  // ṡ is the slope turned over
    const double spun = own_ * t - nodding_(s);
    const Vector4 p =
        composed(eulerParameters(Vector3(0, 0, phi_(s))), eulerParameters(Vector3(std::acos(u(s)), 0, 0)));
    return composed(p, eulerParameters(Vector3(0, 0, spun)));
  }

 private:
  double u(double s) const { return (first_ + second_) / 2 + (first_ - second_) / 2 * std::cos(s); }
  double rate(double s) const { return std::sqrt(beta_ * (third_ - u(s))); }
  double precessing(double s) const { return (b_ - a_ * u(s)) / (1 - u(s) * u(s)) / rate(s); }

  /// u₁ or, on the other side, u₂: what is left of the cubic without u₀ is β u² + linear u + rest.
  double otherRoot(int side) const {
    const double linear = beta_ * first_ - alpha_ - a_ * a_, rest = 2 * a_ * b_ - beta_ + linear * first_;
    return (-linear + side * std::sqrt(linear * linear - 4 * beta_ * rest)) / (2 * beta_);
  }

  double first_, a_, b_, beta_, alpha_, own_;  // the last: p_ψ/I₃
  double second_ = otherRoot(-1), third_ = otherRoot(1);
  PeriodicIntegral time_{[this](double s) { return 1 / rate(s); }};
  PeriodicIntegral phi_{[this](double s) { return precessing(s); }};
  PeriodicIntegral nodding_{[this](double s) { return u(s) * precessing(s); }};
};

/// By Euler parameters and by Cardan angles, at a tolerance of 1e-10. `ofBdf`: the error that it may have.
template <class Exact>
void expectToFollow(const Mechanism& mechanism, double endTime, const Exact& exact, double ofBdf) {
  for (const bool byAngles : {false, true})
    for (const auto& [method, allowed] :
         {std::pair(TestedMethod{"", "dop853", 1}, 1e-8), {TestedMethod{"", "bdf", 2}, ofBdf}}) {
      SCOPED_TRACE(std::string(method.method) + (byAngles ? ", Cardan angles" : ", Euler parameters"));
      const WayErrors errors = errorsOf(byAngles ? byCardanAngles(mechanism) : mechanism,
                                        optionsOf(method, 1e-10, endTime), exact);
      EXPECT_LT(errors.place, allowed);
      EXPECT_LT(errors.turn, allowed);
    }
}

/// Its axis draws loops, cusps or waves.
TEST(ExactMotions, TheTopNodsAndPrecessesAsTheQuadratureSays) {
  for (const double precession : {-1.5, 0.0, 0.8}) {
    SCOPED_TRACE(precession);
    const NoddingTop top{precession};
    const Nodding nodding(top);
    ASSERT_GT(nodding.swing(), 0.1);
    const auto exact = [&](double t) {
      const Vector4 p = nodding.turn(t);
      return std::pair<Vector3, Vector4>(rotationMatrix(p) * Vector3(0, 0, top.arm), p);
    };
    expectToFollow(top.model(), 2 * nodding.period(), exact, 2e-5);
  }
}

/// A disc that leans by θ while its centre goes round a circle of radius ρ at the rate Ω. With the horizontal
/// axes r, outward, and t, along the track, the axle is n = (cos θ, 0, sin θ) in (r, t, z), and the centre
/// stands at R d from the contact, d = (−sin θ, 0, cos θ). It does not slip: besides Ω the disc turns by
/// s = −Ω (ρ + R sin θ)/R about n. L = C (s + Ω sin θ) n + A Ω cos θ d turns with Ω; its rate, along t, is
/// the moment about the centre of the force (−m Ω² ρ, 0, m g) on the contact:
///     Ω² cos θ (C (s/Ω + sin θ) − A sin θ) = m R (Ω² ρ cos θ − g sin θ),
/// where s/Ω + sin θ = −ρ/R, and so Ω² = m g R tan θ/(m R ρ + C ρ/R + A sin θ).
struct SteadyDisc {
  double lean = 25 * pi / 180, circle = 1;                                             // θ; ρ, m
  double radius = 0.25, mass = 3;                                                      // R, m; kg
  double along = 0.4 * mass * radius * radius, across = 0.3 * mass * radius * radius;  // C, A, kg·m²
  double rate = std::sqrt(mass * kGravity * radius * std::tan(lean) /
                          (mass * radius * circle + along * circle / radius + across * std::sin(lean)));
  double turning = -rate * (circle + radius * std::sin(lean)) / radius;  // s, rad/s

  Vector3 place(double t) const {
    return {circle * std::cos(rate * t), circle * std::sin(rate * t), radius * std::cos(lean)};
  }
  /// The axle is x of the body.
  Vector4 turn(double t) const {
    return composed(composed(eulerParameters(Vector3(0, 0, rate * t)), eulerParameters(Vector3(0, -lean, 0))),
                    eulerParameters(Vector3(turning * t, 0, 0)));
  }
  Mechanism model() const {
    Body disc;
    disc.name = "disc";
    disc.mass = mass;
    disc.moments = {along, across, across};
    disc.position = place(0);
    disc.axis = -Vector3::UnitY();
    disc.angle = lean;
    disc.velocity = rate * Vector3(0, circle, 0);
    disc.spin = rate * Vector3::UnitZ() + turning * Vector3(std::cos(lean), 0, std::sin(lean));
    disc.points = {{"hub", {0, 0}}};
    RollingJoint rolling{{kGround, 0}, {0, 0}};
    rolling.radius = radius;
    rolling.axle = Vector3::UnitX();
    return standing(std::move(disc), rolling);
  }
};

/// On level ground, and on ground that is turned with all of it.
TEST(ExactMotions, ALeaningDiscRollsOnItsCircle) {
  const SteadyDisc disc;
  const double end = 3 * 2 * pi / disc.rate;
  for (const Vector4& p : {Vector4(Vector4::Unit(0)), kTurn}) {
    const auto exact = [&](double t) {
      return std::pair<Vector3, Vector4>(rotationMatrix(p) * disc.place(t), composed(p, disc.turn(t)));
    };
    expectToFollow(turned(disc.model(), p), end, exact, 1e-5);
  }
}

}  // namespace
}  // namespace holonom
