// SPDX-License-Identifier: GPL-3.0-or-later
// Singular starts, singular configurations on the way, lock-up.
#include <cmath>
#include <numbers>

#include "core/io/examples.h"
#include "core/io/model_reader.h"
#include "core/model/generators.h"
#include "tests/solvers/hostile/hostile_case.h"
#include "tests/solvers/linkages.h"

namespace holonom {
namespace {

using namespace linkages;
using Ending = HostileCase::Ending;

const std::vector<std::string> kLock = {"locks", "lock there", "may lock", "dead point"};

Mechanism flatParallelogram(double rate) {
  Mechanism m = parallelogram(0, false);
  m.bodies[0].angularVelocity = m.bodies[2].angularVelocity = rate;
  m.bodies[1].velocity = {0, rate};
  return m;
}

/// Crank, rod and slider of 1 kg on the x axis, crank at `angle`.
Mechanism sliderCrank(double crank, double rod, double angle) {
  Mechanism m;
  const double rodAngle = -std::asin(crank / rod * std::sin(angle));
  const Vector2 pin = crank * Vector2(std::cos(angle), std::sin(angle));
  m.ground.points = {{"O", {0, 0}}};
  Body slider;
  slider.name = "slider";
  slider.mass = 1;
  slider.inertia = 0.1;
  slider.position = {pin.x() + rod * std::cos(rodAngle), 0};
  slider.points = {{"C", {0, 0}}};
  m.bodies = {bar("crank", crank, {0, 0}, angle), bar("rod", rod, pin, rodAngle), slider};
  m.joints = {{"O", RevoluteJoint{{kGround, 0}, {0, kStart}}},
              {"A", RevoluteJoint{{0, kEnd}, {1, kStart}}},
              {"B", RevoluteJoint{{1, kEnd}, {2, 0}}},
              {"guide", PrismaticJoint{{kGround, 0}, {2, 0}, {1, 0}, 0}}};
  return m;
}

/// Equal crank and rod of 1 m: the slider is at 2 cos φ, J(φ) = 1/3 + 1/12 + (9 sin² + cos²)/4 + 4 sin² φ, V
/// = g sin φ.
double equalLinks(double phi, double rate, double time) {
  return oneUnknown(
      [](double y, double v) {
        const double s = std::sin(y), c = std::cos(y),
                     J = 1.0 / 3 + 1.0 / 12 + 0.25 * c * c + (2.25 + 4) * s * s;
        return -(g * c + 6 * s * c * v * v) / J;  // J′/2 = (6.25 − 0.25) s c
      },
      phi, rate, time);
}

HostileCase flat(const char* name, double rate) {
  HostileCase problem = hostileMechanism(
      name, [rate] { return flatParallelogram(rate); }, 0.5, Ending::Runs);
  problem.reference = [rate]() -> EndPlaces {
    const double phi = oneUnknown([](double y, double) { return -9.0 / 8 * g * std::cos(y); }, 0, rate, 0.5);
    return {{2, phi}, {8, phi}};
  };
  problem.factor = 3;
  return problem;
}

HostileCase fourBars(int loops) {
  HostileCase problem = hostileMechanism(
      "FourBarsPassFlatPositions" + std::to_string(loops), [loops] { return makeFourBars(loops); }, 1.5,
      Ending::Runs);
  problem.reference = [loops]() -> EndPlaces {
    const double factor = ((loops + 1) / 2.0 + loops) * g / ((loops + 1) / 3.0 + loops);
    return {{2, std::numbers::pi / 2 -
                    oneUnknown([factor](double y, double) { return factor * std::sin(y); }, 0, 1, 1.5)}};
  };
  problem.factor = 10;
  return problem;
}

Mechanism drivenLockingCrank() {
  Mechanism m = readMechanism(findModel("slider_crank"));
  m.bodies[1].points[1].position = {0.12, 0};
  m.bodies[1].centreOfMass = {0.06, 0};
  m.bodies[2].position = {0.27, 0};
  m.bodies[2].velocity = {0, 0};
  return m;
}

/// Crank 1, coupler 1, rocker 1, ground 2.2: the crank cannot turn beyond the angle at which coupler and
/// rocker are in line.
Mechanism drivenFourBarToItsLimit() {
  Mechanism m = fourBar(2.2, 1, 1, 1, 0.3);
  m.drivers = {{"motor", 0, "0.3+t"}};
  return m;
}

double limitOfFourBar() { return std::acos((2.2 * 2.2 + 1 - 4) / (2 * 2.2)) - 0.3; }

/// A bar of 1 m, one end on a vertical guide at x = 0, the other pulled away along y = 0 beyond its length.
Mechanism ladderPulledStraight() {
  Mechanism m;
  m.ground.points = {{"O", {0, 0}}};
  m.bodies = {bar("ladder", 1, {0, 0.8}, -std::asin(0.8))};
  Body top, foot;
  top.points = foot.points = {{"C", {0, 0}}};
  top.name = "top";
  top.position = {0, 0.8};
  foot.name = "foot";
  foot.position = {0.6, 0};
  m.bodies.push_back(top);
  m.bodies.push_back(foot);
  m.joints = {{"wall", PrismaticJoint{{kGround, 0}, {1, 0}, {0, 1}, 0}},
              {"floor", PrismaticJoint{{kGround, 0}, {2, 0}, {1, 0}, 0}},
              {"up", RevoluteJoint{{1, 0}, {0, kStart}}},
              {"down", RevoluteJoint{{2, 0}, {0, kEnd}}}};
  m.drivers = {{"puller", 1, "0.6+t"}};
  return m;
}

}  // namespace

std::vector<HostileCase> singularCases() {
  std::vector<HostileCase> all = {flat("FlatParallelogramInMotion", 2), flat("FlatParallelogramAtRest", 0),
                                  fourBars(1), fourBars(5)};

  HostileCase equal = hostileMechanism(
      "EqualSliderCrankThroughItsFork",
      [] {
        Mechanism m = sliderCrank(1, 1, 0.4);
        m.bodies[0].angularVelocity = 6;
        m.bodies[0].exact.omega = m.bodies[0].exact.angle = true;
        return m;
      },
      0.5, Ending::Either);
  equal.reference = []() -> EndPlaces {
    const double phi = equalLinks(0.4, 6, 0.5);
    return {{2, phi}, {5, -phi}, {6, 2 * std::cos(phi)}};
  };
  equal.causes = kLock;
  equal.factor = 10;
  all.push_back(equal);

  HostileCase driven = hostileMechanism(
      "EqualSliderCrankDrivenThroughItsFork",
      [] {
        Mechanism m = sliderCrank(1, 1, 0.4);
        m.drivers = {{"motor", 0, "0.4+3*t"}};
        return m;
      },
      0.8, Ending::Either);
  driven.reference = []() -> EndPlaces { return {{2, 2.8}, {5, -2.8}, {6, 2 * std::cos(2.8)}}; };
  driven.causes = kLock;
  driven.factor = 10;
  all.push_back(driven);

  HostileCase forked = hostileMechanism(
      "EqualSliderCrankStartedInItsFork",
      [] {
        Mechanism m = sliderCrank(1, 1, std::numbers::pi / 2);
        m.bodies[1].angle = -std::numbers::pi / 2;
        m.bodies[0].angularVelocity = 6;
        m.bodies[1].angularVelocity = -6;
        m.bodies[1].velocity = {-6, 0};
        m.bodies[2].velocity = {-12, 0};
        m.bodies[0].exact.omega = true;
        return m;
      },
      0.2, Ending::Either);
  forked.reference = []() -> EndPlaces {
    const double phi = equalLinks(std::numbers::pi / 2, 6, 0.2);
    return {{2, phi}, {6, 2 * std::cos(phi)}};
  };
  forked.causes = {"ingular"};
  forked.factor = 10;
  all.push_back(forked);

  HostileCase lock = hostileMechanism("DrivenSliderCrankLocks", drivenLockingCrank, 0.1, Ending::Stops);
  lock.causes = kLock;
  lock.stopTime = std::asin(0.12 / 0.15) / 150;
  all.push_back(lock);

  HostileCase limit = hostileMechanism("DrivenFourBarLocks", drivenFourBarToItsLimit, 1.5, Ending::Stops);
  limit.causes = kLock;
  limit.stopTime = limitOfFourBar();
  all.push_back(limit);

  HostileCase ladder = hostileMechanism("LadderPulledStraight", ladderPulledStraight, 1, Ending::Stops);
  ladder.causes = kLock;
  ladder.stopTime = 0.4;
  all.push_back(ladder);

  HostileCase upright = hostileMechanism(
      "PendulumUprightAtRest", [] { return pendulum(std::numbers::pi / 2); }, 1, Ending::Runs);
  upright.reference = []() -> EndPlaces { return {{2, std::numbers::pi / 2}}; };
  all.push_back(upright);

  HostileCase nearly = hostileMechanism(
      "ParallelogramNearlyFlatAtRest", [] { return parallelogram(1e-5, false); }, 0.5, Ending::Either);
  nearly.reference = []() -> EndPlaces {
    return {{2, oneUnknown([](double y, double) { return -9.0 / 8 * g * std::cos(y); }, 1e-5, 0, 0.5)}};
  };
  nearly.causes = {"ingular", "lock"};
  nearly.factor = 10;
  nearly.warning = "close to a singular configuration";
  all.push_back(nearly);
  return all;
}

}  // namespace holonom
