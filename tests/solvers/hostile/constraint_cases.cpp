// SPDX-License-Identifier: GPL-3.0-or-later
// Redundant and contradictory constraints, at the start and later.
#include <cmath>

#include "tests/solvers/hostile/hostile_case.h"
#include "tests/solvers/linkages.h"

namespace holonom {
namespace {

using namespace linkages;
using Ending = HostileCase::Ending;

const std::vector<std::string> kContradiction = {"ontradict"};

HostileCase twoDrivers(const char* name, const char* second, double stopTime) {
  const std::string motion = second;
  HostileCase problem = hostileMechanism(
      name,
      [motion] {
        Mechanism m = pendulum(0.3);
        m.drivers = {{"motor", 0, "0.3+t"}, {"brake", 0, motion}};
        return m;
      },
      1, Ending::Stops);
  problem.causes = kContradiction;
  problem.stopTime = stopTime;
  return problem;
}

/// A parallelogram with a third bar whose length is wrong by `error`: it cannot move.
HostileCase wrongThirdBar(const char* name, double error, Ending ending) {
  HostileCase problem = hostileMechanism(
      name,
      [error] {
        Mechanism m = parallelogram(0.7, true);
        m.bodies[3].points[kEnd].position.x() += error;
        m.bodies[0].angularVelocity = m.bodies[2].angularVelocity = m.bodies[3].angularVelocity = 1;
        return m;
      },
      0.5, ending);
  problem.reference = []() -> EndPlaces { return {{2, 0.7}}; };
  problem.causes = {"ontradict",  "cannot be closed",         "ingular", "lock", "accurately",
                    "not unique", "cannot be made consistent"};
  problem.factor = 1 + std::abs(error) / 1e-6;
  return problem;
}

}  // namespace

std::vector<HostileCase> constraintCases() {
  std::vector<HostileCase> all = {
      twoDrivers("DriversContradictInPosition", "0.5", 0),
      twoDrivers("DriversContradictInVelocity", "0.3+2*t", 0),
      twoDrivers("DriversContradictInAcceleration", "0.3+t+t^2", 0),
      twoDrivers("DriversContradictLater", "0.3+t+20*t^4", -1),
      twoDrivers("DriversContradictFromAnEventOn", "0.3+t+if(t > 0.5, (t-0.5)^2, 0)", -1),
      wrongThirdBar("ThirdBarWrongByAMillionth", 1e-6, Ending::Either),
      wrongThirdBar("ThirdBarWrongByATenth", 0.1, Ending::Either)};

  HostileCase agreeing = hostileMechanism(
      "DriversAgreeThroughout",
      [] {
        Mechanism m = pendulum(0.3);
        m.drivers = {{"motor", 0, "0.3+sin(t)"}, {"twin", 0, "0.3+2*sin(t/2)*cos(t/2)"}};
        return m;
      },
      2, Ending::Runs);
  agreeing.reference = []() -> EndPlaces { return {{2, 0.3 + std::sin(2.0)}}; };
  all.push_back(agreeing);

  HostileCase twice = hostileMechanism(
      "HingeGivenTwice",
      [] {
        Mechanism m = pendulum();
        m.joints.push_back({"again", m.joints[0].kind});
        return m;
      },
      1, Ending::Runs);
  twice.reference = []() -> EndPlaces { return {{2, pendulumAngle(1)}}; };
  all.push_back(twice);

  HostileCase third = hostileMechanism(
      "ParallelogramWithThirdBar", [] { return parallelogram(0.7, true); }, 0.6, Ending::Runs);
  third.reference = []() -> EndPlaces {
    // Three bars about their ends and the coupler of 2 kg.
    return {{2, oneUnknown([](double y, double) { return -3.5 / 3 * g * std::cos(y); }, 0.7, 0, 0.6)}};
  };
  third.factor = 3;
  all.push_back(third);

  HostileCase apart = hostileMechanism(
      "JointsThatCannotClose",
      [] {
        Mechanism m = fourBar(2, 0.6, 1.5, 1.4, 0.5);
        m.ground.points[1].position = {9, 0};
        return m;
      },
      1, Ending::Stops);
  apart.causes = {"cannot be closed"};
  apart.stopTime = 0;
  all.push_back(apart);

  HostileCase parallel = hostileMechanism(
      "TwoDriversOfOneLoopThatPartLater",
      [] {
        Mechanism m = parallelogram(0.7, false);
        m.drivers = {{"left", 0, "0.7+t"}, {"right", 3, "0.7+t+5*t^4"}};
        return m;
      },
      0.5, Ending::Stops);
  parallel.causes = kContradiction;
  all.push_back(parallel);

  HostileCase disc = hostileMechanism(
      "DiscBetweenTwoRails",
      [] {
        Mechanism m;
        m.ground.points = {{"floor", {0, 0}}, {"ceiling", {0, 1}}};
        Body body;
        body.name = "disc";
        body.mass = 2;
        body.inertia = 0.25;
        body.position = {0, 0.5};
        body.velocity = {1, 0};
        body.angularVelocity = -2;
        body.points = {{"C", {0, 0}}};
        m.bodies = {body};
        m.joints = {{"below", RollingJoint{{kGround, 0}, {0, 0}, {1, 0}, 0.5}},
                    {"above", RollingJoint{{kGround, 1}, {0, 0}, {-1, 0}, 0.5}}};
        return m;
      },
      1, Ending::Either);  // rolls below and above: it cannot move at all
  disc.reference = []() -> EndPlaces { return {{0, 0}}; };
  disc.causes = {"cannot be made consistent", "ontradict"};
  all.push_back(disc);
  return all;
}

}  // namespace holonom
