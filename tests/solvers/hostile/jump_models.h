// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <functional>
#include <string>
#include <vector>

#include "tests/solvers/hinged_bar.h"
#include "tests/solvers/hostile/hidden_switches.h"
#include "tests/solvers/linkages.h"
#include "tests/solvers/run_helpers.h"
#include "tests/solvers/simulation/event_models.h"

/// Mechanisms whose forces jump once, at places that fall on every part of a step.
namespace holonom::jumps {

/// A model whose jump is where u = 0 … 1 says.
struct Model {
  const char* name;
  bool kink;  ///< only the slope of the force jumps
  double end;
  std::function<Mechanism(double u)> make;
};

inline std::string text(double value) {
  char out[32];
  std::snprintf(out, sizeof out, "%.6g", value);
  return out;
}

inline std::vector<Model> models() {
  const auto pendulum = [] {
    Mechanism m = linkages::pendulum(0);
    m.gravity = {0, -9.81};
    return m;
  };
  return {
      {"pendulum, by time", false, 1.5,
       [=](double u) {
         Mechanism m = pendulum();
         m.forces = {{"torque", TorqueExpression{0, kGround, "if(t < " + text(0.3 + 0.6 * u) + ", 2, -3)"}}};
         return m;
       }},
      {"pendulum, by place", false, 1.0,
       [=](double u) {
         Mechanism m = pendulum();
         m.forces = {
             {"torque", TorqueExpression{0, kGround, "if(bar.theta > " + text(-0.4 - 1.6 * u) + ", 0, 8)"}}};
         return m;
       }},
      {"slider, kink", true, 2.0,
       [](double u) {
         return samples::pushedBlock(0, 1,
                                     "-4*block.x - if(block.x > " + text(0.05 + 0.35 * u) +
                                         ", 100*(block.x - " + text(0.05 + 0.35 * u) + "), 0)");
       }},
      {"four-bar, torque by time", false, 1.5,
       [](double u) {
         Mechanism m = linkages::fourBar(2, 0.6, 2, 1.5, 0.4);
         m.gravity = {0, -9.81};
         m.forces = {{"torque", TorqueExpression{0, kGround, "if(t < " + text(0.3 + 0.6 * u) + ", 15, -5)"}}};
         return m;
       }},
      {"set-point of a controller", false, 1.5,
       [](double u) {
         Mechanism m = samples::hingedBar(2, 0.2);
         m.gravity = {0, -9.81};
         m.controllers = {
             {"pid", PidController{0, "if(t < " + text(0.3 + 0.6 * u) + ", 0.3, 0.6)", 60, 40, 12}}};
         m.forces = {{"motor", TorqueExpression{0, kGround, "pid.u"}}};
         return m;
       }},
  };
}

struct Answer {
  State end;
  bool ended = false, named = false;
  long steps = 0, evaluations = 0;
};

/// `shown`: the mechanism of the system, for its initial values.
inline Answer answer(DaeSystem& system, const EquationsOfMotion& shown, const SimulationOptions& options) {
  Simulation simulation(system, options);
  Answer a;
  if (!simulation.start(guessOf(shown.givenCoordinates(), shown.givenVelocities()))) return a;
  while (simulation.advance() == Simulation::Advance::Accepted) {}
  a.end = simulation.state();
  a.ended = simulation.termination() == Termination::ReachedEnd;
  for (const Warning& warning : simulation.warnings())
    a.named = a.named || warning.text.find("A jump was found") != std::string::npos;
  a.steps = simulation.counts().steps;
  a.evaluations = simulation.work().residuals;
  return a;
}

/// Of places, in scales of the coordinates.
inline double distance(const DaeSystem& system, const State& x, const State& y) {
  double error = 0;
  for (int i = 0; i < system.coordinateCount(); ++i)
    if (system.role(i) == DaeSystem::Role::Motion)
      error = std::max(error, std::abs(x.q[i] - y.q[i]) / system.coordinateScale(i));
  return error;
}

}  // namespace holonom::jumps
