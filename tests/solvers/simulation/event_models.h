// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/dynamics/equations_of_motion.h"
#include "tests/solvers/run_helpers.h"

/// Small mechanisms whose events have closed forms.
namespace holonom::samples {

/// A block of 1 kg on a horizontal guide, at x0 with speed v0; gravity does no work.
inline Mechanism block(double x0, double v0) {
  Mechanism m;
  m.ground.points = {{"O", {0, 0}}};
  Body body;
  body.name = "block";
  body.mass = 1;
  body.inertia = 0.1;
  body.position = {x0, 0};
  body.velocity = {v0, 0};
  body.points = {{"C", {0, 0}}};
  m.bodies = {body};
  m.joints = {{"guide", PrismaticJoint{{kGround, 0}, {0, 0}, {1, 0}, 0}}};
  return m;
}

/// The same with a force along the guide.
inline Mechanism pushedBlock(double x0, double v0, const std::string& force) {
  Mechanism m = block(x0, v0);
  m.forces = {{"push", ForceExpression{{0, 0}, force, "0", "0", false}}};
  return m;
}

struct EventRun {
  Outcome outcome;
  std::vector<Event> events;
  std::vector<double> times;  ///< of the accepted steps
};

inline EventRun runWithEvents(const Mechanism& mechanism, const SimulationOptions& options) {
  EquationsOfMotion equations(mechanism);
  Simulation simulation(equations, options);
  EventRun run;
  if (simulation.start(guessOf(equations.givenCoordinates(), equations.givenVelocities())))
    while (simulation.advance() == Simulation::Advance::Accepted) run.times.push_back(simulation.state().t);
  run.outcome = {simulation.state(), simulation.counts(), simulation.termination(), simulation.message()};
  run.events = simulation.allEvents();
  return run;
}

}  // namespace holonom::samples
