// SPDX-License-Identifier: GPL-3.0-or-later
// Discontinuous drivers and forces, contacts, kinks, and functions that end.
#include <cmath>
#include <numbers>

#include "tests/solvers/hostile/hostile_case.h"
#include "tests/solvers/hostile/opaque_system.h"
#include "tests/solvers/linkages.h"
#include "tests/solvers/simulation/event_models.h"

namespace holonom {
namespace {

using Ending = HostileCase::Ending;

HostileCase driven(const char* name, const std::string& motion, double end, Ending ending, double angle) {
  HostileCase problem = hostileMechanism(
      name,
      [motion] {
        Mechanism m = linkages::pendulum(0);
        m.drivers = {{"motor", 0, motion}};
        return m;
      },
      end, ending);
  if (ending != Ending::Stops) problem.reference = [angle]() -> EndPlaces { return {{2, angle}}; };
  return problem;
}

HostileCase pushed(const char* name, double x, double v, const std::string& force, double end, Ending ending,
                   double place) {
  HostileCase problem = hostileMechanism(
      name, [=] { return samples::pushedBlock(x, v, force); }, end, ending);
  if (ending != Ending::Stops) problem.reference = [place]() -> EndPlaces { return {{0, place}}; };
  return problem;
}

using Scalar = std::function<double(double, double, double)>;

/// One particle of 1 kg under a force that tells nothing of its jumps and kinks.
HostileCase opaque(const char* name, double x, double v, Scalar force, double end, Ending ending,
                   double place) {
  HostileCase problem;
  problem.name = name;
  problem.make = [force] {
    return std::make_unique<OpaqueSystem>(Vector::Ones(1),
                                          [force](double t, const Vector& q, const Vector& rate) {
                                            return Vector(Vector::Constant(1, force(t, q[0], rate[0])));
                                          });
  };
  problem.guess = [x, v](DaeSystem&) {
    InitialGuess guess;
    guess.q = Vector::Constant(1, x);
    guess.v = Vector::Constant(1, v);
    return guess;
  };
  problem.endTime = end;
  problem.ending = ending;
  if (ending != Ending::Stops) problem.reference = [place]() -> EndPlaces { return {{0, place}}; };
  return problem;
}

/// Time of contact of 1 kg at speed v with the spring k p^(3/2) (Hertz), both ways.
double hertzTime(double k, double v) {
  const double depth = std::pow(1.25 * v * v / k, 0.4);
  return 2 * depth / v * 0.4 * std::tgamma(0.4) * std::tgamma(0.5) / std::tgamma(0.9);
}

std::vector<HostileCase> drivers() {
  HostileCase jump = driven("DriverJumps", "0.5*step(t-0.3)", 1, Ending::Stops, 0);
  jump.causes = {"jumps"};
  jump.stopTime = 0.3;
  HostileCase poleOfDriver = driven("DriverWithAPole", "-0.1*log(1.5-t)", 2, Ending::Stops, 0);
  poleOfDriver.causes = {"too small", "so small", "jumps", "finite", "lock"};
  poleOfDriver.mostSteps = 20000;
  HostileCase ends = driven("DriverThatIsNotANumberLater", "0.1*sqrt(1-t)", 2, Ending::Stops, 0);
  ends.causes = {"finite", "too small", "so small"};
  return {jump,
          driven("DriverVelocityJumps", "abs(t-0.3)-0.3", 1, Ending::Runs, 0.4),
          driven("DriverAccelerationJumps", "if(t < 0.3, 0, 0.5*(t-0.3)^2)", 1, Ending::Runs, 0.245),
          driven("DriverAtAMillionRadiansPerSecond", "1e6*t", 1e-5, Ending::Runs, 10),
          driven("DriverSawtooth", "0.2*abs(sin(20*t))", 1, Ending::Runs, 0.2 * std::abs(std::sin(20.0))),
          poleOfDriver,
          ends};
}

HostileCase driverJumpsUndeclared() {
  HostileCase problem;
  problem.name = "DriverJumpsUndeclared";
  problem.make = [] {
    return std::make_unique<OpaqueSystem>(
        Vector::Ones(2),
        [](double, const Vector& x, const Vector&) { return Vector(Vector2(0, x[0] - x[1])); },
        [](double t) { return t > 0.4321 ? 0.1 : 0.0; });
  };
  problem.guess = [](DaeSystem&) {
    InitialGuess guess;
    guess.q = Vector::Zero(2);
    guess.v = Vector::Zero(2);
    return guess;
  };
  // the second particle hangs on the first by a spring: 0.1 (1 − cos(t − 0.4321))
  problem.ending = Ending::Either;
  problem.reference = []() -> EndPlaces { return {{0, 0.1}, {1, 0.1 * (1 - std::cos(1 - 0.4321))}}; };
  problem.causes = {"too small", "so small", "jump"};
  return problem;
}

std::vector<HostileCase> declaredForces() {
  constexpr double pi = std::numbers::pi;
  HostileCase friction = pushed("DryFrictionComesToRest", 0, 1, "-2*sign(block.vx)", 1, Ending::Either, 0.25);
  friction.causes = {"to and fro", "pile up"};
  HostileCase endless = pushed("ForceThatIsNotANumberLater", 0, 0, "sqrt(1-t)", 2, Ending::Stops, 0);
  endless.causes = {"finite"};
  endless.stopTime = 1;
  HostileCase pole = pushed("ForceWithAPole", 0, 0, "1/(1-t)^2", 2, Ending::Stops, 0);
  pole.causes = {"too small", "so small", "finite", "jump"};
  pole.stopTime = 1;
  // Errors of 1e-7 m carry it a little into the other branch, which throws it back.
  HostileCase touches =
      pushed("SwitchThatOnlyTouches", 0, 1, "if(block.x > 0.5, -1e3, 0) - 1", 2, Ending::Runs, 0);
  touches.factor = 10;
  return {friction,
          endless,
          pole,
          pushed("ShortPulse", 0, 0, "1e4*(step(t-0.5)-step(t-0.5001))", 1, Ending::Runs,
                 0.5 * 1e4 * 1e-8 + 0.4999),
          pushed("SteepContact", 0, 1, "if(block.x > 0.5, -1e8*(block.x-0.5), 0)", 1, Ending::Runs,
                 0.5 - (0.5 - pi / 1e4)),
          pushed("ForceAgainstEitherSide", 0.5, 0, "-sign(block.x)", 1.5, Ending::Runs, -0.5 * (1 - 0.25)),
          touches};
}

/// Contacts after Hertz begin and end with a power of 3/2, at which no formula has its order. References: y″
/// = f in steps that end at the contacts, by an eighth-order method at 1e-13, apart from this program.
std::vector<HostileCase> contacts() {
  HostileCase bounces = pushed("HertzContactsUnderWeight", 1, 0, "1e7*max(0,-block.x)^1.5 - 9.81", 3,
                               Ending::Runs, 0.6168633421188403);
  HostileCase hard = pushed("HardHertzContactsUnderWeight", 0.3, 0, "1e9*max(0,-block.x)^1.5 - 9.81", 2,
                            Ending::Runs, 0.298263897597673);
  HostileCase between =
      pushed("BetweenTwoContacts", 0.2, 3, "3e5*max(0,-block.x)^1.5 - 1e7*max(0,block.x-0.4)^2.2", 2,
             Ending::Runs, -0.011022562663912465);
  HostileCase damped =
      pushed("DampedHertzContact", 0.5, 0, "if(block.x<0, 1e6*(-block.x)^1.5*(1 - 0.2*block.vx), 0) - 9.81",
             2, Ending::Runs, 0.02959574601197691);
  between.factor = 2;
  between.mostSteps = 10000;
  return {bounces, hard, between, damped};
}

/// Smooth on both sides, or smooth and fast.
std::vector<HostileCase> peaks() {
  const double w = 2e4, end = 0.02;
  HostileCase fast = pushed("ForceMuchFasterThanTheMotion", 0, 1, "100*sin(20000*t)", end, Ending::Either,
                            (1 + 100 / w) * end - 100 / (w * w) * std::sin(w * end));
  fast.causes = {"largest number of steps"};
  HostileCase wall =
      pushed("LogarithmOfAGrowingExponential", 0, 20, "-log(1 + exp(200*(block.x - 5))) - block.x", 2,
             Ending::Runs, -19.135002959278175);
  wall.factor = 20;  // m, of the motion
  HostileCase overTime =
      pushed("CuspOverTime", 0, 0, "1e4*exp(-abs(t - 0.5123)*1e4)", 1, Ending::Runs, 2 * (1 - 0.5123));
  HostileCase overPlace = pushed("CuspOverPlace", 0, 1, "1e4*exp(-abs(block.x - 0.5123)*1e4)", 1,
                                 Ending::Runs, 1.6029459261404784);
  overTime.warning = overPlace.warning = "tests positions, not velocities";  // index 3 of generalized-α
  return {overTime, overPlace, wall, fast};
}

Mechanism bouncing(double restitution) {
  Mechanism m = samples::block(1, 0);
  m.forces = {{"floor", Stop{0, {}, {}, 0.0, {}, 0, 0, restitution}},
              {"weight", ForceExpression{{0, 0}, "-2", "0", "0", false}}};
  return m;
}

std::vector<HostileCase> stops() {
  HostileCase elastic = hostileMechanism(
      "BouncesWithoutLoss", [] { return bouncing(1); }, 4.5, Ending::Runs);
  // falls for 1 s, again at the top at 2 s and 4 s
  elastic.reference = []() -> EndPlaces { return {{0, 1 - 0.25}}; };
  elastic.factor = 3;
  HostileCase zeno = hostileMechanism(
      "BouncesComeToRest", [] { return bouncing(0.5); }, 5, Ending::Runs);
  zeno.reference = []() -> EndPlaces { return {{0, 0}}; };
  HostileCase wedge = hostileMechanism(
      "BlockBetweenStopsThatMeet",
      [] {
        Mechanism m = samples::block(0, 1);
        m.forces = {{"box", Stop{0, {}, {}, 0.0, 0.0, 0, 0, 1.0}}};
        return m;
      },
      1, Ending::Either);
  wedge.reference = []() -> EndPlaces { return {{0, 0}}; };
  wedge.causes = {"pile up", "no velocities part them", "behind the stop"};
  return {elastic, zeno, wedge};
}

std::vector<HostileCase> opaqueForces() {
  constexpr double k = 1e6, tJump = 0.4321;
  HostileCase sticking = opaque(
      "DryFrictionUndeclared", 0, 1,
      [](double, double, double v) { return v > 0   ? -2.0
                                            : v < 0 ? 2.0
                                                    : 0.0; }, 1, Ending::Either, 0.25);
  sticking.causes = {"so small", "too small", "jump", "pile up", "to and fro", "largest number of steps"};
  HostileCase escape = opaque(
      "EscapesInFiniteTime", 1, 2, [](double, double x, double) { return 6 * x * x; }, 2, Ending::Stops, 0);
  escape.causes = {"too small", "so small", "finite", "largest number of steps"};  // x = 1/(1 − t)²
  escape.mostSteps = 8000;
  HostileCase pole = opaque(
      "PassesNoPole", 0, 0, [](double t, double, double) { return 1 / ((1 - t) * (1 - t)); }, 2,
      Ending::Stops, 0);
  pole.causes = {"too small", "so small", "finite", "jump"};
  pole.stopTime = 1;
  const double away = 1 - (0.5 + hertzTime(k, 1));  // after touching at 0.5 s
  HostileCase jump = opaque(
      "ForceJumpsUndeclared", 0, 0, [](double t, double, double) { return t > tJump ? 100.0 : 0.0; }, 1,
      Ending::Runs, 50 * (1 - tJump) * (1 - tJump));
  jump.factor = 16;  // m, of the motion
  return {jump,
          opaque(
              "HertzContactUndeclared", 0, 1,
              [](double, double x, double) { return x > 0.5 ? -k * std::pow(x - 0.5, 1.5) : 0; }, 1,
              Ending::Runs, 0.5 - away),
          opaque(
              "KinkUndeclared", 0.5, 0, [](double, double x, double) { return x > 0 ? -1.0 : 1.0; }, 1.5,
              Ending::Runs, -0.5 * (1 - 0.25)),
          sticking,
          escape,
          pole};
}

}  // namespace

std::vector<HostileCase> discontinuousCases() {
  std::vector<HostileCase> all = {driverJumpsUndeclared()};
  for (const auto& group : {drivers(), declaredForces(), contacts(), peaks(), stops(), opaqueForces()})
    all.insert(all.end(), group.begin(), group.end());
  return all;
}

}  // namespace holonom
